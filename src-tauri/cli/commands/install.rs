//! `hintsmith install`

use hintsmith_engine::Engine;
use hintsmith_engine::dto::{InstallChoice, InstallInput};
use hintsmith_engine::text::escape_line;

use crate::args::InstallArguments;
use crate::{EXIT_NO, EXIT_SUCCESS, output};

pub async fn run(engine: &Engine, arguments: InstallArguments) -> anyhow::Result<u8> {
    let InstallArguments { client, server, undo, project, yes } = arguments;
    let input = InstallInput { client, server, project, undo };
    let preview = engine.proxies.preview_install(input.clone()).await?;
    output::print(&preview.path);
    for line in &preview.difference {
        if let Some(sign) = line.sign.symbol() {
            output::print(&format!("{sign} {}", escape_line(&line.text)));
        }
    }
    if !yes && !output::ask("Change this file?").unwrap_or(false) {
        output::status("nothing was changed; use --yes to change the file without confirmation");
        return Ok(EXIT_NO);
    }
    let report = engine.proxies.install(InstallChoice { input, seen: preview.seen }).await?;
    let suffix = report.kept.map_or(String::new(), |copy| format!("; the previous file is kept as {copy}"));
    output::status(&format!("Changed {}{suffix}. Restart the client.", report.path));
    Ok(EXIT_SUCCESS)
}
