//! An API described by an OpenAPI document, as an MCP server in this process: it answers messages without a connection
//! or a process, and sends one HTTP request for each call.

mod access_token;
mod call;
mod http_call;
mod outcome;
pub mod sign_in;
#[cfg(test)]
mod tests;
mod token_endpoint;

use std::collections::HashMap;
use std::fmt;
use std::future::ready;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use hintsmith_core::sources::openapi::security::{self, SignInRequestError};
use hintsmith_core::sources::openapi::server::{ServerUrl, ServerUrlError};
use hintsmith_core::sources::openapi::{OpenApiDocument, OperationTool};
use hintsmith_core::sources::secret_text::SecretText;
use serde_json::{Value, json};
use thiserror::Error;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream};
use tokio::task::{AbortHandle, JoinSet};

use access_token::AccessTokens;
use sign_in::{ApiAccount, UserTokens};
use token_endpoint::TokenEndpoint;

use crate::address::AddressPolicy;
use crate::http;
use crate::jsonrpc::frame::{Frame, MessageKind, ParsedLine};
use crate::jsonrpc::id::RequestId;
use crate::jsonrpc::response::{self, INVALID_REQUEST, METHOD_NOT_FOUND};
use crate::jsonrpc::single_line::to_line;

/// Protocol versions with an `initialize` handshake, the newest first.
const VERSIONS: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];
/// Bytes in either direction of an in-memory connection that its other end has not read.
const PIPE_BYTES: usize = 64 << 10;

/// How the API is called. The user has agreed to the base URL.
#[derive(Clone)]
pub struct ApiSettings {
    pub base_url: String,
    /// Credentials by the name of their security scheme.
    pub credentials: HashMap<String, SecretText>,
    /// Where access tokens are requested with a client's secret, if not at the API itself. The user has agreed to it.
    pub token_url: Option<String>,
    /// The client that the user signs in with, if there is one.
    pub account: Option<ApiAccount>,
    /// For one call, with its retries.
    pub call_timeout: Duration,
    pub max_response_bytes: usize,
}

#[derive(Debug, Error)]
pub enum ApiServerError {
    #[error("the base URL {0}")]
    BaseUrl(#[from] ServerUrlError),
    #[error("the HTTP client could not be started: {0}")]
    Client(reqwest::Error),
}

/// Returns whether a failed call of this tool may be sent again.
pub type RetryPolicy = Arc<dyn Fn(&str) -> Pin<Box<dyn Future<Output = bool> + Send>> + Send + Sync>;

pub struct ApiServer {
    operations: HashMap<String, Operation>,
    /// The result of `initialize`, without its protocol version.
    identity: Value,
    /// The result of `tools/list`, as text.
    tool_list: String,
    base: ServerUrl,
    settings: ApiSettings,
    policy: AddressPolicy,
    client: reqwest::Client,
    endpoint: TokenEndpoint,
    tokens: AccessTokens,
    /// The tokens of the user who signed in, or why nobody can.
    user_tokens: Option<Result<UserTokens, SignInRequestError>>,
    may_retry: RetryPolicy,
}

/// A tool, with its schemas parsed when they are first needed.
struct Operation {
    tool: OperationTool,
    schemas: OnceLock<Schemas>,
}

struct Schemas {
    input: Option<Value>,
    output: Option<Value>,
}

impl From<OperationTool> for Operation {
    fn from(tool: OperationTool) -> Self {
        Self { tool, schemas: OnceLock::new() }
    }
}

impl Operation {
    fn schemas(&self) -> &Schemas {
        self.schemas.get_or_init(|| {
            let mut tool: Value = serde_json::from_str(&self.tool.raw).unwrap_or_default();
            let mut take = |key: &str| tool.get_mut(key).map(Value::take);
            Schemas { input: take("inputSchema"), output: take("outputSchema") }
        })
    }
}

impl ApiServer {
    /// Without `may_retry`, no call is sent twice.
    pub fn new(
        document: OpenApiDocument,
        settings: ApiSettings,
        may_retry: Option<RetryPolicy>,
    ) -> Result<Self, ApiServerError> {
        let base = ServerUrl::parse(&settings.base_url)?;
        let policy = AddressPolicy::new(base.url());
        let client = http::client_builder(http::same_origin_redirects())
            .dns_resolver(Arc::new(policy.clone()))
            .build()
            .map_err(ApiServerError::Client)?;
        let endpoint = TokenEndpoint::new(policy.clone()).map_err(ApiServerError::Client)?;
        let user_tokens = settings.account.clone().map(|account| {
            let request = security::sign_in_request(&document, &base, settings.token_url.as_deref());
            request.map(|request| UserTokens::new(request.token_url, account))
        });
        let raw: Vec<&str> = document.tools.iter().map(|tool| &*tool.raw).collect();
        let tool_list = format!(r#"{{"tools":[{}]}}"#, raw.join(","));
        let name = document.title.as_deref().unwrap_or("OpenAPI");
        let version = document.version.as_deref().unwrap_or("unknown");
        let identity = json!({
            "capabilities": {"tools": {}},
            "serverInfo": {"name": name, "version": version},
        });
        let tools = document.tools.into_iter();
        let operations = tools.map(|tool| (tool.name.to_string(), Operation::from(tool))).collect();
        let may_retry = may_retry.unwrap_or_else(|| Arc::new(|_| Box::pin(ready(false))));
        Ok(Self {
            operations,
            identity,
            tool_list,
            base,
            settings,
            policy,
            client,
            endpoint,
            tokens: AccessTokens::default(),
            user_tokens,
            may_retry,
        })
    }

    /// Handles one message. Returns the response if it is a request; `notify` sends notifications about it.
    pub async fn answer(&self, line: &[u8], notify: &(dyn Fn(Vec<u8>) + Sync)) -> Option<Vec<u8>> {
        let text = std::str::from_utf8(line).ok()?;
        let reply = match ParsedLine::parse(text) {
            ParsedLine::Single(frame) if frame.kind() == MessageKind::Request => {
                self.answer_request(&frame, notify).await
            }
            ParsedLine::Single(_) => return None,
            ParsedLine::Batch(_) | ParsedLine::NotJson => {
                response::error("null", INVALID_REQUEST, "the message is not a request")
            }
        };
        Some(to_line(&reply))
    }

    async fn answer_request(&self, frame: &Frame<'_>, notify: &(dyn Fn(Vec<u8>) + Sync)) -> String {
        let id = frame.id.map_or("null", |id| id.get());
        if let Some(why) = &frame.ambiguity {
            return response::error(id, INVALID_REQUEST, why);
        }
        match frame.method() {
            "initialize" => response::result(id, &self.initialize(frame).to_string()),
            "ping" => response::result(id, "{}"),
            "tools/list" => response::result(id, &self.tool_list),
            "tools/call" => self.call(id, frame.params, notify).await,
            method => response::error(id, METHOD_NOT_FOUND, &format!("unknown method: {method}")),
        }
    }

    fn initialize(&self, frame: &Frame) -> Value {
        let params: Option<Value> = frame.params.and_then(|params| serde_json::from_str(params.get()).ok());
        let wanted = params.as_ref().and_then(|params| params["protocolVersion"].as_str());
        let version = VERSIONS.into_iter().find(|known| wanted == Some(known)).unwrap_or(VERSIONS[0]);
        let mut result = self.identity.clone();
        result["protocolVersion"] = version.into();
        result
    }

    /// An in-memory connection to this server. The server stops when the other end is dropped.
    pub fn connect(self: &Arc<Self>) -> DuplexStream {
        let (ours, theirs) = tokio::io::duplex(PIPE_BYTES);
        tokio::spawn(serve(Arc::clone(self), ours));
        theirs
    }
}

/// Answers requests until the other end is closed; those in progress are then cancelled.
async fn serve(server: Arc<ApiServer>, stream: DuplexStream) {
    let (reader, mut writer) = tokio::io::split(stream);
    let (sender, mut outgoing) = tokio::sync::mpsc::unbounded_channel::<Vec<u8>>();
    let mut lines = BufReader::new(reader).split(b'\n');
    let mut requests = JoinSet::new();
    let mut by_id: HashMap<RequestId, AbortHandle> = HashMap::new();
    loop {
        tokio::select! {
            line = lines.next_segment() => {
                let Ok(Some(line)) = line else { return };
                let (id, cancelled) = ids(&line);
                if let Some(request) = cancelled.and_then(|id| by_id.remove(&id)) {
                    request.abort();
                    continue;
                }
                let (server, sender) = (Arc::clone(&server), sender.clone());
                let task = requests.spawn(async move {
                    let notify = |line| drop(sender.send(line));
                    if let Some(reply) = server.answer(&line, &notify).await {
                        notify(reply);
                    }
                });
                by_id.retain(|_, task| !task.is_finished());
                by_id.extend(id.map(|id| (id, task)));
            }
            Some(line) = outgoing.recv() => {
                if writer.write_all(&line).await.is_err() {
                    return;
                }
            }
            Some(_) = requests.join_next() => {}
        }
    }
}

/// The id of a message, and that of the request which it cancels.
fn ids(line: &[u8]) -> (Option<RequestId>, Option<RequestId>) {
    let frame = std::str::from_utf8(line).ok().and_then(Frame::parse);
    let Some(frame) = frame else { return (None, None) };
    let is_cancellation = frame.id.is_none() && frame.method() == "notifications/cancelled";
    (frame.id.map(RequestId::from_raw), frame.cancelled_request_id().filter(|_| is_cancellation))
}

impl fmt::Debug for ApiServer {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "ApiServer of {}", self.base.origin())
    }
}
