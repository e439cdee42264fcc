//! `hintsmith mode`

use anyhow::bail;
use hintsmith_engine::Engine;
use hintsmith_engine::approve::ApprovalMode;
use hintsmith_engine::dto::{Comes, ModeInput};

use crate::args::ModeArguments;
use crate::{DONE, output};

pub async fn run(engine: &Engine, arguments: ModeArguments) -> anyhow::Result<u8> {
    let ModeArguments { of, mode, whole, env, json } = arguments;
    super::choose(engine, env).await?;
    let Some(word) = mode else { return show(engine, &of, json).await };
    let mode = match ApprovalMode::parse(&word) {
        Some(mode) => Some(mode),
        None if word == "inherit" => None,
        None => bail!("\"{word}\" is no mode: by-hints, always-ask, ask-first, never-ask, block or inherit"),
    };
    let told = of.clone();
    let report = match of.strip_prefix('@') {
        Some(toolset) => engine.set_toolset_mode(toolset.to_owned(), mode).await?,
        None if whole => engine.set_server_mode(of, mode).await?,
        None => {
            let key = super::tool_key(&of)?;
            engine.set_mode(ModeInput { server: key.server, tool: key.tool, mode }).await?
        }
    };
    let nothing = if report.entry.is_none() { " as before" } else { "" };
    output::talk(&format!("{told}: {}{nothing}", mode.map_or("inherit", ApprovalMode::as_str)));
    Ok(DONE)
}

async fn show(engine: &Engine, of: &str, json: bool) -> anyhow::Result<u8> {
    let approval = engine.tool_approval(&super::tool_key(of)?).await?;
    if json {
        output::json(&approval)?;
        return Ok(DONE);
    }
    let comes = match approval.comes {
        Comes::Runs => "runs",
        Comes::Asks => "is asked about",
        Comes::Refused => "is refused",
    };
    let mode = approval.mode.map_or("inherit", ApprovalMode::as_str);
    output::line(&format!("{of}: {mode}; a call {comes}: {}", approval.because));
    Ok(DONE)
}
