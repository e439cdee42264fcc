//! The built-in demo: a real MCP server over stdio, 101 tools of a personal cloud kept in memory.
//!
//! Its annotations are incomplete and partly wrong on purpose, like the world's; names, schemas,
//! descriptions and behaviour are honest. Nothing here touches the disk or the network.

mod args;
mod calendar;
mod contacts;
mod cookbook;
mod deck;
mod files;
mod generated;
mod news;
mod notes;
mod semantic;
mod server;
mod sharing;
mod sign_in;
mod store;
mod tables;
#[cfg(test)]
mod tests;
mod todos;
mod tree;
#[cfg(test)]
mod wire_tests;

use rmcp::ServiceExt;
use rmcp::service::ServerInitializeError;
use serde_json::Value;

use args::Args;
use server::DemoServer;
use store::{Store, ToolError};

/// What the demo serves.
#[derive(Debug, Clone, Default)]
pub struct DemoOptions {
    /// Serve this many generated tools instead of the suite, for tests of scale.
    pub tools: Option<u32>,
}

/// Why the demo stopped although its client had not closed the connection.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    #[error("the client did not open the connection")]
    Open(#[source] Box<ServerInitializeError>),
    #[error("the server task failed")]
    Task(#[from] tokio::task::JoinError),
}

/// Serves on standard input and output until the client closes them.
pub async fn serve_stdio(options: DemoOptions) -> Result<(), DemoError> {
    let tools = match options.tools {
        Some(count) => generated::tools(count),
        None => suite(),
    };
    match DemoServer::new(tools).serve(rmcp::transport::io::stdio_pipes()).await {
        Ok(running) => running.waiting().await.map(drop).map_err(DemoError::from),
        // A client may ask for `server/discover`, or for nothing, and leave.
        Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
        Err(error) => Err(DemoError::Open(Box::new(error))),
    }
}

/// The suite's tools as `tools/list` sends them.
pub fn tools() -> Vec<Value> {
    suite().into_iter().map(|tool| tool.definition).collect()
}

/// What a handler answers: a JSON value, or a plain text as `Value::String`.
type ToolResult = Result<Value, ToolError>;

/// A tool as the client sees it, and what it does.
struct DemoTool {
    definition: Value,
    run: fn(&mut Store, &Args) -> ToolResult,
}

/// A tool by the JSON text of its definition. Text takes a tenth of the room that code building the same value does.
fn tool(definition: &str, run: fn(&mut Store, &Args) -> ToolResult) -> DemoTool {
    // A text that is no JSON is no tool; the tests look at every one.
    tool_with(serde_json::from_str(definition).unwrap_or_default(), run)
}

fn tool_with(definition: Value, run: fn(&mut Store, &Args) -> ToolResult) -> DemoTool {
    DemoTool { definition, run }
}

impl DemoTool {
    fn name(&self) -> &str {
        self.definition["name"].as_str().unwrap_or_default()
    }

    fn call(&self, store: &mut Store, arguments: serde_json::Map<String, Value>) -> ToolResult {
        let args = Args::checked(&self.definition["inputSchema"], arguments)?;
        (self.run)(store, &args)
    }
}

fn suite() -> Vec<DemoTool> {
    [
        notes::tools(),
        files::tools(),
        calendar::tools(),
        todos::tools(),
        semantic::tools(),
        contacts::tools(),
        deck::tools(),
        tables::tools(),
        sharing::tools(),
        cookbook::tools(),
        news::tools(),
        sign_in::tools(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
