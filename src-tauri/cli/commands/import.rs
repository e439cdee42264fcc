//! `hintsmith import`

mod overrides;

use std::collections::BTreeMap;
use std::sync::Arc;

use hintsmith_engine::Engine;
use hintsmith_engine::dto::{
    ImportChoice, ImportEntry, ImportFile, ImportFileInput, ImportServersInput, ServerView, StorageChoice,
};
use hintsmith_engine::text::escape_line;

use super::{add, scan};
use crate::args::{ImportArguments, ImportCommand, usage_error};
use crate::{EXIT_ERROR, EXIT_NO, EXIT_SUCCESS, output};

pub async fn run(engine: &Arc<Engine>, arguments: ImportArguments) -> anyhow::Result<u8> {
    let ImportArguments { command, file, from, project, dry_run, yes, secret, plain } = arguments;
    if let Some(ImportCommand::Overrides(arguments)) = command {
        return overrides::run(engine, arguments).await;
    }
    let mut storage = storage_by_server(&secret, &plain)?;
    let files = match file {
        Some(path) => {
            vec![engine.imports.read_file(ImportFileInput { path, client: from, taken: Vec::new() }).await?]
        }
        None => {
            let project = project.map_or_else(std::env::current_dir, std::path::absolute)?;
            output::progress::with_progress(
                "Searching",
                engine.imports.find_files(from.as_deref(), Some(project)),
            )
            .await?
        }
    };
    if output::is_json() && !yes {
        output::print_json(&files)?;
        return Ok(EXIT_SUCCESS);
    }
    if files.is_empty() {
        output::status("No client configurations were found. Import a file with `hintsmith import FILE`.");
        return Ok(EXIT_NO);
    }
    let mut choices = Vec::new();
    for file in &files {
        show_file(file);
        for entry in &file.entries {
            show_entry(entry);
            let Some(preview) = &entry.preview else { continue };
            if dry_run || entry.known.is_some() {
                continue;
            }
            // A server that is disabled in the client is added only if the user confirms it individually.
            if (yes && !entry.disabled)
                || (!yes && output::ask(&format!("  Add {}?", entry.name)) == Some(true))
            {
                choices.push(ImportChoice {
                    path: file.path.clone(),
                    client: file.client.clone(),
                    entry: entry.entry.clone(),
                    name: entry.name.clone(),
                    consent: preview.consent.clone(),
                    storage: storage.remove(&entry.name).unwrap_or_default(),
                });
            }
        }
    }
    if !dry_run && let Some(server) = storage.keys().next() {
        anyhow::bail!("no server named {server} is being added; --secret and --plain require SERVER.VALUE");
    }
    let broken = files.iter().any(|file| file.problem.is_some());
    if dry_run {
        return Ok(if broken { EXIT_ERROR } else { EXIT_SUCCESS });
    }
    if choices.is_empty() {
        output::status("nothing was added");
        return Ok(if broken { EXIT_ERROR } else { EXIT_NO });
    }
    let report =
        output::progress::with_progress("Importing", engine.imports.import(ImportServersInput { choices }))
            .await?;
    for problem in &report.problems {
        output::status(&format!("{}: {}", escape_line(&problem.name), escape_line(&problem.message)));
        output::status(&format!("  {}", escape_line(&problem.hint)));
    }
    let added: Vec<String> = report.added.into_iter().map(|server: ServerView| server.name).collect();
    output::status(&format!("added {}", output::pluralize(added.len(), "server")));
    let code = scan::run(engine, added).await?;
    Ok(if broken || !report.problems.is_empty() { EXIT_ERROR } else { code })
}

/// Explicit storage choices, by server.
fn storage_by_server(
    secret: &[String],
    plain: &[String],
) -> anyhow::Result<BTreeMap<String, Vec<StorageChoice>>> {
    let mut servers: BTreeMap<String, Vec<StorageChoice>> = BTreeMap::new();
    for choice in add::storage_choices(secret, plain) {
        let Some((server, value)) = choice.value.split_once('.') else {
            usage_error(&format!("{:?} is not SERVER.VALUE", choice.value))
        };
        let choice = StorageChoice { value: value.to_owned(), secret: choice.secret };
        servers.entry(server.to_owned()).or_default().push(choice);
    }
    Ok(servers)
}

fn show_file(file: &ImportFile) {
    output::status(&format!("{} ({})", file.client_name, escape_line(&file.path)));
    if let Some(problem) = &file.problem {
        output::status(&format!("  ! skipped: {}", escape_line(problem)));
    }
}

fn show_entry(entry: &ImportEntry) {
    let disabled = if entry.disabled { ", disabled in the client" } else { "" };
    output::status(&format!("- {}{disabled}", escape_line(&entry.name)));
    if let Some(known) = &entry.known {
        output::status(&format!("  already added as {}", escape_line(known)));
        return;
    }
    if let Some(problem) = &entry.problem {
        output::status(&format!("  cannot be added: {}", escape_line(problem)));
    }
    if let Some(preview) = &entry.preview {
        add::show_preview(preview);
    }
    for note in &entry.notes {
        output::status(&format!("  note: {}", escape_line(note)));
    }
}
