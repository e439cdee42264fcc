//! `hintsmith approval`

use hintsmith_engine::approval::ApprovalMode;
use hintsmith_engine::dto::{CallTreatment, ModeInput};
use hintsmith_engine::{ApiError, Engine, ErrorCode};

use crate::args::ApprovalModeArguments;
use crate::{EXIT_SUCCESS, output};

pub async fn run(engine: &Engine, arguments: ApprovalModeArguments) -> anyhow::Result<u8> {
    let ApprovalModeArguments { subject, mode, whole, env } = arguments;
    super::select_environment(engine, env).await?;
    let Some(word) = mode else { return show_mode(engine, &subject).await };
    let mode = match ApprovalMode::parse(&word) {
        Some(mode) => Some(mode),
        None if word == "inherit" => None,
        None => {
            let hint = "Use by-hints, always-ask, ask-first, never-ask, block or inherit.";
            let message = format!("{word:?} is not an approval mode");
            return Err(ApiError::new(ErrorCode::Invalid, message, hint).into());
        }
    };
    let report = match subject.strip_prefix('@') {
        Some(toolset) => engine.approvals.set_toolset_mode(toolset.to_owned(), mode).await?,
        None if whole => engine.approvals.set_server_mode(subject.clone(), mode).await?,
        None => {
            let key = super::parse_tool_key(&subject)?;
            engine.approvals.set_mode(ModeInput { server: key.server, tool: key.tool, mode }).await?
        }
    };
    output::print_report(&report, || {
        let nothing = if report.entry.is_none() { " (unchanged)" } else { "" };
        output::status(&format!("{subject}: {}{nothing}", mode.map_or("inherit", ApprovalMode::as_str)));
    })?;
    Ok(EXIT_SUCCESS)
}

async fn show_mode(engine: &Engine, target: &str) -> anyhow::Result<u8> {
    let approval = engine.approvals.tool_approval(&super::parse_tool_key(target)?).await?;
    if output::is_json() {
        output::print_json(&approval)?;
        return Ok(EXIT_SUCCESS);
    }
    let treatment = match approval.treatment {
        CallTreatment::Runs => "calls run",
        CallTreatment::Asks => "calls need approval",
        CallTreatment::Refused => "calls are denied",
    };
    let mode = approval.mode.map_or("inherit", ApprovalMode::as_str);
    output::print(&format!("{target}: {mode}; {treatment}: {}", approval.because));
    Ok(EXIT_SUCCESS)
}
