//! `hintsmith install`

use hintsmith_engine::Engine;
use hintsmith_engine::dto::{InstallChoice, InstallInput};

use crate::args::InstallArguments;
use crate::{EXIT_NO, EXIT_SUCCESS, output};

pub async fn run(engine: &Engine, arguments: InstallArguments) -> anyhow::Result<u8> {
    let InstallArguments { client, server, undo, project, dry_run, yes } = arguments;
    let input = InstallInput { client, server, project, undo };
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
