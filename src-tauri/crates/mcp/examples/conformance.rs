//! Client for the MCP conformance suite: runs the crate's connection and sign-in for one scenario.
//!
//! Usage: `conformance URL`, with the scenario in MCP_CONFORMANCE_SCENARIO and MCP_CONFORMANCE_CONTEXT.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use hintsmith_mcp::client::McpClient;
use hintsmith_mcp::connection::Connection;
use hintsmith_mcp::endpoint::{Endpoint, HttpEndpoint};
use hintsmith_mcp::error::Failure;
use hintsmith_mcp::limits::Limits;
use hintsmith_mcp::sign_in::{self, CredentialBackend, SignIn, SignInError};
use serde_json::{Map, Value, json};
use tokio::sync::Mutex;

/// Maximum number of sign-ins, for a server that accepts none.
const MAX_SIGN_INS: usize = 3;

/// The suite does not kill a client that hangs.
const DEADLINE: Duration = Duration::from_secs(25);

/// URL of the client metadata document that the suite expects (SEP-991).
const CLIENT_METADATA_URL: &str = "https://conformance-test.local/client-metadata.json";

type BoxError = Box<dyn Error + Send + Sync>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), BoxError> {
    let url = std::env::args().nth(1).ok_or("the address of the server is missing")?;
    let scenario = std::env::var("MCP_CONFORMANCE_SCENARIO").unwrap_or_default();
    let context = std::env::var("MCP_CONFORMANCE_CONTEXT").unwrap_or_default();
    let context: Value = serde_json::from_str(&context).unwrap_or_default();
    tokio::time::timeout(DEADLINE, run_scenario(&url, &scenario, &context)).await?
}

async fn run_scenario(url: &str, scenario: &str, context: &Value) -> Result<(), BoxError> {
    let credentials: Arc<dyn CredentialBackend> = Arc::new(MemoryCredentials::default());
    let text = |key: &str| context[key].as_str().map(str::to_owned);
    let client = sign_in::OAuthClient {
        id: text("client_id"),
        secret: text("client_secret"),
        metadata_url: Some(CLIENT_METADATA_URL.to_owned()),
        issuer: text("issuer"),
    };
    let address = HttpEndpoint {
        url: url.into(),
        headers: Vec::new(),
        credentials: Some(Arc::clone(&credentials)),
        oauth_client: client.clone(),
    };
    for _ in 0..MAX_SIGN_INS {
        match connect_and_run(&Endpoint::Http(address.clone()), scenario, context).await {
            Err(Failure::SignInRequired { challenge }) => {
                let begin =
                    |client| SignIn::start(url, Arc::clone(&credentials), client, Some(challenge.clone()));
                let begun = match begin(client.clone()).await {
                    // The user confirms the authorization server of a known client.
                    Err(SignInError::UnconfirmedIssuer(issuer)) => {
                        begin(sign_in::OAuthClient { issuer: Some(issuer), ..client.clone() }).await?
                    }
                    begun => begun?,
                };
                let page = begun.authorization_url.clone();
                // Stands in for the browser: the page redirects back at once.
                let browser = tokio::spawn(async move { reqwest::get(page).await });
                begun.finish(Duration::from_secs(10)).await?;
                browser.await??;
            }
            done => return Ok(done?),
        }
    }
    Err("the server is not content with any sign-in".into())
}

async fn connect_and_run(endpoint: &Endpoint, scenario: &str, context: &Value) -> Result<(), Failure> {
    let us = McpClient { elicit: Some(accept_defaults), ..McpClient::default() };
    let connection =
        Connection::open_with_client(us, endpoint, Limits::default()).await.map_err(|error| error.failure)?;
    let outcome = run_steps(&connection, scenario, context).await;
    connection.close().await;
    outcome
}

/// Performs the steps of a scenario on an open connection.
async fn run_steps(connection: &Connection, scenario: &str, context: &Value) -> Result<(), Failure> {
    let listing = connection.list_tools(|_| {}).await.map_err(|error| error.failure)?;
    let tools: Vec<Value> = listing.tools.iter().filter_map(|raw| serde_json::from_str(raw).ok()).collect();
    let calls: Vec<(String, Value)> = match scenario {
        "tools_call" => vec![("add_numbers".to_owned(), json!({ "a": 2, "b": 3 }))],
        "http-custom-headers" => {
            let calls = context["toolCalls"].as_array().cloned().unwrap_or_default();
            calls.iter().map(|call| (name(call), call["arguments"].clone())).collect()
        }
        "http-invalid-tool-headers" => vec![("valid_tool".to_owned(), json!({ "region": "north" }))],
        "json-schema-2020-12-preservation" => {
            let schema = tools.iter().find(|tool| tool["name"] == "json_schema_2020_12_tool");
            let schema = schema.map(|tool| tool["inputSchema"].clone()).unwrap_or_default();
            vec![("json_schema_echo".to_owned(), json!({ "schema": schema }))]
        }
        // The scenario only examines the list.
        "json-schema-ref-no-deref" => Vec::new(),
        _ => tools.iter().map(|tool| (name(tool), json!({}))).collect(),
    };
    for (tool, arguments) in calls {
        let arguments = arguments.as_object().cloned().unwrap_or_default();
        connection.call(&tool, arguments).await.map_err(|error| error.failure)?;
    }
    Ok(())
}

fn name(tool: &Value) -> String {
    tool["name"].as_str().unwrap_or_default().to_owned()
}

/// Fills in a form with its defaults, and `true` for booleans without one.
fn accept_defaults(schema: &Value) -> Option<Value> {
    let mut content = Map::new();
    for (name, property) in schema["properties"].as_object()? {
        let value = match (&property["default"], property["type"].as_str()) {
            (Value::Null, Some("boolean")) => Value::Bool(true),
            (default, _) => default.clone(),
        };
        content.insert(name.clone(), value);
    }
    Some(Value::Object(content))
}

#[derive(Default)]
struct MemoryCredentials {
    text: Mutex<Option<String>>,
}

#[async_trait]
impl CredentialBackend for MemoryCredentials {
    async fn load(&self) -> Result<Option<String>, String> {
        Ok(self.text.lock().await.clone())
    }

    async fn save(&self, text: String) -> Result<(), String> {
        *self.text.lock().await = Some(text);
        Ok(())
    }

    async fn clear(&self) -> Result<(), String> {
        *self.text.lock().await = None;
        Ok(())
    }
}
