//! `hintsmith install`

use hintsmith_engine::Engine;
use hintsmith_engine::dto::{ClientEntryView, ClientFileView, ClientFilesInput, InstallChoice, InstallInput};
use hintsmith_engine::text::escape_line;

use crate::args::InstallArguments;
use crate::{EXIT_NO, EXIT_SUCCESS, output};

pub async fn run(engine: &Engine, arguments: InstallArguments) -> anyhow::Result<u8> {
    let InstallArguments { client, server, undo, project, follow, dry_run, yes } = arguments;
    let (Some(client), Some(server)) = (client.clone(), server) else {
        return list(engine, ClientFilesInput { client, project }).await;
    };
    let input = InstallInput { client, server, project, file: None, follow, undo };
    let preview = engine.proxies.preview_install(input.clone()).await?;
    if !output::is_json() {
        output::print(&preview.path);
        output::print_difference(&preview.difference);
    }
    if dry_run {
        if output::is_json() {
            output::print_json(&preview)?;
        }
        return Ok(EXIT_SUCCESS);
    }
    if let Some(stored) = &preview.stored {
        output::status(&format!("Hintsmith connects to the server with what it stores for {stored}."));
    }
    if !yes && !output::ask("Change this file?").unwrap_or(false) {
        output::status("nothing was changed; use --yes to change the file without confirmation");
        return Ok(EXIT_NO);
    }
    let report = engine.proxies.install(InstallChoice { input, seen: preview.seen }).await?;
    output::print_report(&report, || {
        let copy = report.kept.as_ref();
        let kept = copy.map_or(String::new(), |copy| format!("; the previous file is kept as {copy}"));
        output::status(&format!("Changed {}{kept}. Restart the client.", report.path));
    })?;
    Ok(EXIT_SUCCESS)
}

/// Lists the clients' files and the servers in them.
async fn list(engine: &Engine, input: ClientFilesInput) -> anyhow::Result<u8> {
    let files = engine.proxies.client_files(input).await?;
    if output::is_json() {
        output::print_json(&files)?;
        return Ok(EXIT_SUCCESS);
    }
    if files.is_empty() {
        output::status("No configuration of a client with servers was found.");
        return Ok(EXIT_NO);
    }
    for file in &files {
        show_file(file);
    }
    output::status("`hintsmith install CLIENT SERVER` puts Hintsmith before a server.");
    Ok(EXIT_SUCCESS)
}

fn show_file(file: &ClientFileView) {
    let link = file.link_target.as_ref().map(|target| format!(", a link to {}", escape_line(target)));
    let link = link.unwrap_or_default();
    output::print(&format!("{}: {}{link}", file.client, escape_line(&file.path)));
    if let Some(problem) = &file.problem {
        output::print(&format!("  ! {}", escape_line(problem)));
    }
    let rows: Vec<[String; 2]> = file
        .entries
        .iter()
        .map(|entry| [format!("  {}", escape_line(&entry.server)), escape_line(&state(entry)).into_owned()])
        .collect();
    output::print_table(["  Server", "The client reaches it"], &rows);
}

fn state(entry: &ClientEntryView) -> String {
    match &entry.problem {
        Some(problem) => format!("cannot be installed: {problem}"),
        None if entry.installed => "through Hintsmith".to_owned(),
        None => "directly".to_owned(),
    }
}
