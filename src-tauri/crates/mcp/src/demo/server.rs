//! MCP service of the demo: rmcp handles everything that its types can represent, the tool list is sent raw.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ClientNotification, ClientRequest, ContentBlock,
    CustomResult, ErrorCode, Implementation, ListToolsResult, PaginatedRequestParams, ServerCapabilities,
    ServerConfig, ServerResult,
};
use rmcp::service::{NotificationContext, RequestContext};
use rmcp::{ErrorData, RoleServer, ServerHandler, Service};
use serde_json::{Map, Value};

use super::{DemoTool, Store};

const PAGE_SIZE: usize = 250;
const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";

/// The service that rmcp runs. It delegates to [`DemoHandler`], so that versions, metadata, `resultType` and cache
/// hints follow rmcp's rules for both protocol lifecycles, and then puts the raw tools into the list result: rmcp's
/// own `Tool` would drop every key that it does not know.
pub(super) struct DemoServer(DemoHandler);

struct DemoHandler {
    tools: Vec<DemoTool>,
    positions: HashMap<String, usize>,
    store: Mutex<Store>,
}

impl DemoServer {
    pub(super) fn new(tools: Vec<DemoTool>) -> Self {
        let names = tools.iter().map(|tool| tool.name().to_owned());
        Self(DemoHandler {
            positions: names.zip(0..).collect(),
            tools,
            store: Mutex::new(super::seeded_store()),
        })
    }
}

impl Service<RoleServer> for DemoServer {
    async fn handle_request(
        &self,
        request: ClientRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<ServerResult, ErrorData> {
        reject_unsupported(&request)?;
        let is_stateless = context.protocol_version().is_some_and(|version| !version.has_initialize());
        let cursor = requested_cursor(&request);
        let mut result = self.0.handle_request(request, context).await?;
        if is_stateless {
            add_server_info(&mut result);
        }
        match result {
            ServerResult::ListToolsResult(envelope) => {
                let tools = &self.0.tools[self.0.page_range(cursor.as_deref())?];
                let tools = tools.iter().map(|tool| tool.definition.clone()).collect();
                replace_tools(&envelope, tools)
            }
            other => Ok(other),
        }
    }

    async fn handle_notification(
        &self,
        notification: ClientNotification,
        context: NotificationContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.0.handle_notification(notification, context).await
    }

    fn get_info(&self) -> ServerConfig {
        ServerHandler::get_info(&self.0)
    }
}

impl ServerHandler for DemoHandler {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(server_info())
            .with_instructions(
                "A personal cloud with invented data, kept in memory: try anything. \
                 Some annotations are wrong on purpose.",
            )
    }

    /// Returns an empty page; [`DemoServer`] fills in the tools.
    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let page = self.page_range(request.and_then(|params| params.cursor).as_deref())?;
        Ok(ListToolsResult {
            next_cursor: (page.end < self.tools.len()).then(|| encode_cursor(page.end)),
            ..ListToolsResult::default()
        })
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(position) = self.positions.get(request.name.as_ref()) else {
            let message = format!("unknown tool: {}", request.name);
            return Err(ErrorData::invalid_params(message, None));
        };
        let tool = &self.tools[*position];
        let answer = {
            // A panic in a handler leaves at worst a partly written row in memory.
            let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
            tool.call(&mut store, request.arguments.unwrap_or_default())
        };
        Ok(match answer {
            Ok(Value::String(text)) => CallToolResult::success(vec![ContentBlock::text(text)]),
            Ok(value) => {
                let text = ContentBlock::text(format!("{value:#}"));
                let mut result = CallToolResult::success(vec![text]);
                result.structured_content = tool.definition.get("outputSchema").map(|_| value);
                result
            }
            Err(error) => CallToolResult::error(vec![ContentBlock::text(error.to_string())]),
        }
        .into())
    }
}

impl DemoHandler {
    fn page_range(&self, cursor: Option<&str>) -> Result<Range<usize>, ErrorData> {
        let start = match cursor {
            None => 0,
            Some(text) => decode_cursor(text)
                .filter(|start| *start < self.tools.len())
                .ok_or_else(|| ErrorData::invalid_params("unknown cursor", None))?,
        };
        Ok(start..self.tools.len().min(start + PAGE_SIZE))
    }
}

/// Encodes the start of a page as an opaque cursor.
fn encode_cursor(start: usize) -> String {
    format!("page-{start:06x}")
}

/// Decodes a cursor; accepts only what [`encode_cursor`] returns.
fn decode_cursor(text: &str) -> Option<usize> {
    let start = usize::from_str_radix(text.strip_prefix("page-")?, 16).ok()?;
    (start > 0 && start % PAGE_SIZE == 0 && encode_cursor(start) == text).then_some(start)
}

fn requested_cursor(request: &ClientRequest) -> Option<String> {
    match request {
        ClientRequest::ListToolsRequest(request) => request.params.as_ref()?.cursor.clone(),
        _ => None,
    }
}

/// rmcp answers some methods with empty lists even if the server lacks the capability, and parses a known method
/// with malformed parameters as a custom request. Both get the correct error here.
fn reject_unsupported(request: &ClientRequest) -> Result<(), ErrorData> {
    let method = request.method();
    match request {
        ClientRequest::InitializeRequest(_)
        | ClientRequest::DiscoverRequest(_)
        | ClientRequest::PingRequest(_)
        | ClientRequest::ListToolsRequest(_)
        | ClientRequest::CallToolRequest(_) => Ok(()),
        ClientRequest::CustomRequest(_) if ["tools/list", "tools/call"].contains(&method) => {
            let message = format!("malformed parameters for {method}");
            Err(ErrorData::invalid_params(message, None))
        }
        _ => Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, method.to_owned(), None)),
    }
}

fn server_info() -> Implementation {
    Implementation::new("hintsmith-demo", env!("CARGO_PKG_VERSION"))
        .with_title("Hintsmith demo: a personal cloud")
}

/// 2026-07-28: results should contain the server info; rmcp adds it to discovery results only.
fn add_server_info(result: &mut ServerResult) {
    let meta = match result {
        ServerResult::ListToolsResult(result) => &mut result.meta,
        ServerResult::CallToolResult(result) => &mut result.meta,
        _ => return,
    };
    if let Ok(info) = serde_json::to_value(server_info()) {
        meta.get_or_insert_default().insert(SERVER_INFO.to_owned(), info);
    }
}

fn replace_tools(envelope: &ListToolsResult, tools: Vec<Value>) -> Result<ServerResult, ErrorData> {
    let mut page: Map<String, Value> = serde_json::to_value(envelope)
        .and_then(serde_json::from_value)
        .map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
    page.insert("tools".to_owned(), Value::Array(tools));
    Ok(ServerResult::CustomResult(CustomResult::new(page.into())))
}
