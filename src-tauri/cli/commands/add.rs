//! `hintsmith add`

use hintsmith_engine::Engine;
use hintsmith_engine::api::view::{AddServerInput, NewServer, NewSource, ServerPreview};
use hintsmith_engine::text::visible;

use super::scan;
use crate::args::AddArguments;
use crate::{NO, output};

pub async fn run(engine: &Engine, arguments: AddArguments) -> anyhow::Result<u8> {
    let AddArguments { name, yes, folder, command } = arguments;
    // The folder is stored, so it must not depend on where this command was typed.
    let folder = folder.map(std::path::absolute).transpose()?.map(|folder| folder.display().to_string());
    let server = NewServer { name, source: NewSource::Command { command, folder } };
    add(engine, server, yes).await
}

/// Shows what would run, asks, adds, and reads the tools.
pub async fn add(engine: &Engine, server: NewServer, yes: bool) -> anyhow::Result<u8> {
    let preview = engine.preview_server(server.clone()).await?;
    show(&preview);
    if !yes {
        match output::ask("Start it now?") {
            Some(true) => {}
            Some(false) => {
                output::talk("not added");
                return Ok(NO);
            }
            None => {
                output::talk("not added: there is nobody to ask; say --yes when the command is right");
                return Ok(NO);
            }
        }
    }
    let added = engine.add_server(AddServerInput { server, consent: preview.consent }).await?;
    scan::run(engine, vec![added.name]).await
}

fn show(preview: &ServerPreview) {
    output::talk("This will run:");
    for (position, part) in preview.command.iter().enumerate() {
        let indent = if position == 0 { "  " } else { "    " };
        output::talk(&format!("{indent}{}", visible(part)));
    }
    match &preview.program {
        Some(path) => output::talk(&format!("Program: {}", visible(path))),
        None => output::talk("Program: not found on this machine"),
    }
    if let Some(folder) = &preview.folder {
        output::talk(&format!("Folder: {}", visible(folder)));
    }
    for warning in &preview.warnings {
        output::talk(&format!("Note: {}", visible(warning)));
    }
}
