//! `hintsmith servers` and `hintsmith remove`

use hintsmith_engine::Engine;
use hintsmith_engine::api::view::{ServerKey, ServerState, ServerView};
use hintsmith_engine::text::{visible, visible_line};

use crate::{DONE, output};

pub async fn list(engine: &Engine, json: bool) -> anyhow::Result<u8> {
    let servers = engine.servers().await?;
    if json {
        output::json(&servers)?;
        return Ok(DONE);
    }
    if servers.is_empty() {
        output::talk(
            "There are no servers yet. `hintsmith add NAME -- COMMAND` adds one, `hintsmith demo` the demo.",
        );
    }
    let row = |server: &ServerView| {
        let tools = output::counted(server.tools, "tool");
        [
            server.name.clone(),
            state(server).to_owned(),
            tools,
            visible_line(&server.command.join(" ")).into_owned(),
        ]
    };
    output::table(&servers.iter().map(row).collect::<Vec<_>>());
    Ok(DONE)
}

pub async fn remove(engine: &Engine, server: String) -> anyhow::Result<u8> {
    engine.remove_server(ServerKey { server: server.clone() }).await?;
    output::talk(&format!("Removed {}. What was decided for its tools is kept.", visible(&server)));
    Ok(DONE)
}

fn state(server: &ServerView) -> &'static str {
    match server.state {
        ServerState::Idle => "not read yet",
        ServerState::Connecting => "connecting",
        ServerState::Ready => "ready",
        ServerState::Failed => "failed",
    }
}
