//! `hintsmith calls`

use hintsmith_engine::Engine;
use hintsmith_engine::api::view::{CallView, CallsInput};
use hintsmith_engine::text::visible_line;

use crate::{DONE, output};

pub async fn list(engine: &Engine, limit: u32, json: bool) -> anyhow::Result<u8> {
    let calls = engine.calls(CallsInput { limit }).await?;
    if json {
        output::json(&calls)?;
        return Ok(DONE);
    }
    let row = |call: &CallView| {
        let names: Vec<&str> = call.arguments.iter().map(|argument| argument.name.as_str()).collect();
        let took = call.took_ms.map_or(String::new(), |took| format!("{took} ms"));
        let name = format!("{}.{}", call.server, call.tool);
        [
            call.at.clone(),
            visible_line(&name).into_owned(),
            visible_line(&format!("({})", names.join(", "))).into_owned(),
            visible_line(&call.verdict).into_owned(),
            call.outcome.clone().unwrap_or_default(),
            took,
        ]
    };
    output::table(&calls.iter().map(row).collect::<Vec<_>>());
    if calls.is_empty() {
        output::talk(
            "No call has passed yet. `hintsmith wrap --help` says how to stand between a client and a server.",
        );
    }
    Ok(DONE)
}
