//! `hintsmith calls`

use hintsmith_engine::Engine;
use hintsmith_engine::dto::{CallView, CallsInput, CallsOnly, WriteCalls};
use hintsmith_engine::text::escape_line;

use crate::args::CallsArguments;
use crate::{EXIT_SUCCESS, output};

pub async fn list(engine: &Engine, arguments: CallsArguments) -> anyhow::Result<u8> {
    let CallsArguments { text, denied, failed, limit, output: file, clear } = arguments;
    if clear {
        let cleared = engine.calls.clear().await?;
        output::print_report(&cleared, || {
            let calls = output::pluralize(cleared.deleted, "logged call");
            output::status(&format!("deleted {calls}"));
        })?;
        return Ok(EXIT_SUCCESS);
    }
    let only = match (denied, failed) {
        (true, _) => CallsOnly::Denied,
        (_, true) => CallsOnly::Failed,
        _ => CallsOnly::All,
    };
    if let Some(path) = file {
        let path = path.display().to_string();
        let written = engine.calls.write(WriteCalls { path, only, text, replace: false }).await?;
        output::print_report(&written, || {
            output::status(&format!(
                "wrote {} to {}",
                output::pluralize(written.calls, "call"),
                written.path
            ));
        })?;
        return Ok(EXIT_SUCCESS);
    }
    let page = engine.calls.list(CallsInput { limit, before: None, only, text }).await?;
    if output::is_json() {
        output::print_json(&page.calls)?;
        return Ok(EXIT_SUCCESS);
    }
    let row = |call: &CallView| {
        let shape = call.arguments.iter().map(|argument| match &argument.value {
            Some(value) => format!("{}: {value}", argument.name),
            None => argument.name.clone(),
        });
        let verdict = match &call.why {
            Some(why) => format!("{}: {why}", call.verdict.as_str()),
            None => call.verdict.as_str().to_owned(),
        };
        [
            call.at.clone(),
            escape_line(call.client.as_deref().unwrap_or_default()).into_owned(),
            escape_line(&format!("{}.{}", call.server, call.tool)).into_owned(),
            output::styled_badges(&call.badges),
            escape_line(&format!("({})", shape.collect::<Vec<_>>().join(", "))).into_owned(),
            escape_line(&verdict).into_owned(),
            call.outcome.map_or("", |outcome| outcome.as_str()).to_owned(),
            call.took_ms.map_or(String::new(), |took| format!("{took} ms")),
        ]
    };
    output::print_table(
        ["Time", "Client", "Tool", "Hints", "Arguments", "Decision", "Outcome", "Duration"],
        &page.calls.iter().map(row).collect::<Vec<_>>(),
    );
    if page.all == 0 {
        output::status(
            "No calls were logged yet. `hintsmith wrap --help` explains how to put Hintsmith between a client and a server.",
        );
    }
    Ok(EXIT_SUCCESS)
}
