//! Built-in demo server: a real MCP server over stdio with 101 tools of a personal cloud that is kept in memory.
//!
//! Its annotations are incomplete and partly wrong on purpose, as on real servers; names, schemas, descriptions and
//! behaviour are correct. The demo accesses neither the disk nor the network.

mod args;
mod calendar;
mod contacts;
mod cookbook;
mod deck;
mod files;
mod generated;
pub mod http_api;
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

/// Options of the demo server.
#[derive(Debug, Clone, Default)]
pub struct DemoOptions {
    /// Serves this many generated tools instead of the demo tools, for tests with long lists.
    pub tools: Option<u32>,
}

/// Reasons for the demo to stop before its client closed the connection.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    #[error("the client did not open the connection")]
    Open(#[source] Box<ServerInitializeError>),
    #[error("the server task failed")]
    Task(#[from] tokio::task::JoinError),
}

/// Serves over standard input and output until the client closes them.
pub async fn serve_stdio(options: DemoOptions) -> Result<(), DemoError> {
    let tools = match options.tools {
        Some(count) => generated::tools(count),
        None => demo_tools(),
    };
    match DemoServer::new(tools).serve(rmcp::transport::io::stdio_pipes()).await {
        Ok(running) => running.waiting().await.map(drop).map_err(DemoError::from),
        // A client may close the connection after `server/discover`, or without any request.
        Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
        Err(error) => Err(DemoError::Open(Box::new(error))),
    }
}

/// The demo tools as sent by `tools/list`.
pub fn tool_definitions() -> Vec<Value> {
    demo_tools().into_iter().map(|tool| tool.definition).collect()
}

/// Result of a tool handler: a JSON value, or plain text as `Value::String`.
type ToolResult = Result<Value, ToolError>;

/// A tool definition and its handler.
struct DemoTool {
    definition: Value,
    run: fn(&mut Store, &Args) -> ToolResult,
}

/// Creates a tool from the JSON text of its definition. The text takes a tenth of the binary size of code that
/// builds the same value.
fn tool(definition: &str, run: fn(&mut Store, &Args) -> ToolResult) -> DemoTool {
    // Invalid JSON gives a tool without a name; the tests check every definition.
    tool_from_value(serde_json::from_str(definition).unwrap_or_default(), run)
}

fn tool_from_value(definition: Value, run: fn(&mut Store, &Args) -> ToolResult) -> DemoTool {
    DemoTool { definition, run }
}

impl DemoTool {
    fn name(&self) -> &str {
        self.definition["name"].as_str().unwrap_or_default()
    }

    fn call(&self, store: &mut Store, arguments: serde_json::Map<String, Value>) -> ToolResult {
        let args = Args::validated(&self.definition["inputSchema"], arguments)?;
        (self.run)(store, &args)
    }
}

fn demo_tools() -> Vec<DemoTool> {
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

/// The sample data of a new server, indexed for search.
fn seeded_store() -> Store {
    let mut store = Store::seeded();
    semantic::rebuild_index(&mut store);
    store
}
