//! `tools/list`: all pages of a server's tools, each tool as raw JSON text.

use std::sync::Arc;
use std::time::Duration;

use hintsmith_core::text::json::{self, Members};
use rmcp::model::{ClientRequest, ListToolsRequest, PaginatedRequestParams};
use rmcp::service::PeerRequestOptions;
use serde_json::value::RawValue;
use tokio::time::Instant;

use super::Connection;
use crate::error::{ConnectionError, Failure};

/// Error for a server that printed non-JSON text instead of a response.
const NOT_JSON: &str = "the server sent text that is not JSON";

/// The result of reading all pages of `tools/list`.
#[derive(Debug)]
pub struct ToolList {
    /// One raw JSON text per tool, in the server's order.
    pub tools: Vec<Arc<str>>,
    pub pages: usize,
    /// The limit that ended the list early, if any.
    pub truncation: Option<String>,
    /// Name and length in bytes of tools that exceed `Limits::max_tool_bytes` and are not in `tools`.
    pub oversized: Vec<(String, usize)>,
    /// The shortest `ttlMs` of the pages; sent only by servers of the stateless protocol.
    pub ttl: Option<Duration>,
}

/// Counts reported after each page.
#[derive(Debug, Clone, Copy)]
pub struct ListProgress {
    pub tools: usize,
    pub pages: usize,
}

impl Connection {
    /// Reads all pages. When a limit is reached, the tools read so far are returned with `truncation` set; a failed
    /// page fails the whole list.
    pub async fn list_tools(&self, on_progress: impl Fn(ListProgress)) -> Result<ToolList, ConnectionError> {
        let deadline = Instant::now() + self.limits.list_timeout;
        let mut listing =
            ToolList { tools: Vec::new(), pages: 0, truncation: None, oversized: Vec::new(), ttl: None };
        let mut bytes = 0;
        let mut cursor: Option<String> = None;
        loop {
            let page = self.fetch_page(cursor.take(), deadline).await;
            let Page { tools, next_cursor: next, ttl: fresh } =
                page.map_err(|failure| self.connection_error(failure))?;
            listing.pages += 1;
            listing.ttl = listing.ttl.into_iter().chain(fresh).min();
            for tool in tools {
                bytes += tool.len();
                if listing.tools.len() == self.limits.max_tools {
                    listing.truncation = Some(format!("more than {} tools", self.limits.max_tools));
                } else if bytes > self.limits.max_bytes {
                    listing.truncation = Some(format!("more than {} MiB", self.limits.max_bytes >> 20));
                }
                if listing.truncation.is_some() {
                    return Ok(listing);
                }
                if tool.len() > self.limits.max_tool_bytes {
                    listing.oversized.push((tool_name(&tool), tool.len()));
                } else {
                    listing.tools.push(tool);
                }
            }
            on_progress(ListProgress { tools: listing.tools.len(), pages: listing.pages });
            cursor = match next {
                None => return Ok(listing),
                // An empty cursor is valid and a repeated one may be: only the limits end the list.
                Some(_) if listing.pages == self.limits.max_pages => {
                    listing.truncation = Some(format!("more than {} pages", self.limits.max_pages));
                    return Ok(listing);
                }
                next => next,
            };
        }
    }

    async fn fetch_page(&self, cursor: Option<String>, deadline: Instant) -> Result<Page, Failure> {
        let timeout = self.limits.request_timeout.min(deadline.saturating_duration_since(Instant::now()));
        let params = cursor.map(|cursor| PaginatedRequestParams::default().with_cursor(Some(cursor)));
        let request = ListToolsRequest { params, ..ListToolsRequest::default() };
        let handle = self
            .service
            .send_request_with_option(
                ClientRequest::ListToolsRequest(request),
                PeerRequestOptions::with_timeout(timeout),
            )
            .await
            .map_err(Failure::from_list_error)?;
        let id = handle.id.clone();
        let _discard = self.tap.discard_on_drop(&id);
        handle.await_response().await.map_err(|error| match Failure::from_list_error(error) {
            // The server did respond, but not with JSON.
            Failure::TimedOut(_) if self.tap.has_stray_since_request() => {
                Failure::ListFailed(NOT_JSON.to_owned())
            }
            other => other,
        })?;
        let result = self
            .tap
            .take_result(&id)
            .ok_or_else(|| Failure::ListFailed("the response was lost".to_owned()))?;
        parse_page(&result).map_err(Failure::ListFailed)
    }
}

struct Page {
    tools: Vec<Arc<str>>,
    next_cursor: Option<String>,
    ttl: Option<Duration>,
}

fn parse_page(result: &RawValue) -> Result<Page, String> {
    let members =
        Members::parse(result.get()).map_err(|_| format!("the result is {}", json::raw_kind_name(result)))?;
    let tools = members.get("tools").ok_or("the result has no tools")?;
    let tools: Vec<&RawValue> = serde_json::from_str(tools.get())
        .map_err(|_| format!("\"tools\" is {}, not a list", json::raw_kind_name(tools)))?;
    let next = match members.get("nextCursor") {
        None => None,
        Some(raw) if raw.get() == "null" => None,
        Some(raw) => Some(
            serde_json::from_str::<String>(raw.get())
                .map_err(|_| format!("\"nextCursor\" is {}, not a string", json::raw_kind_name(raw)))?,
        ),
    };
    let fresh = members.get("ttlMs").and_then(|ttl| serde_json::from_str(ttl.get()).ok());
    let tools = tools.into_iter().map(|tool| Arc::from(tool.get())).collect();
    Ok(Page { tools, next_cursor: next, ttl: fresh.map(Duration::from_millis) })
}

/// The name of an oversized tool, shortened for display.
fn tool_name(tool: &str) -> String {
    let members = Members::parse(tool).ok();
    let name = members.and_then(|members| serde_json::from_str(members.get("name")?.get()).ok());
    name.map_or_else(String::new, |name: String| {
        hintsmith_core::text::truncate_chars(&name, 128).into_owned()
    })
}

#[cfg(test)]
mod tests {
    use rmcp::service::{ClientLifecycleMode, ClientServiceExt};
    use serde_json::{Value, json};
    use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

    use super::*;
    use crate::client::McpClient;
    use crate::limits::Limits;
    use crate::stdio::TappedStdio;
    use crate::tap::Tap;

    /// A connection to a server that answers each request as `answer` says, by method.
    async fn connect(limits: Limits, answer: impl Fn(&str) -> Value + Send + 'static) -> Connection {
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        let (reader, writer) = tokio::io::split(ours);
        tokio::spawn(async move {
            let (reader, mut writer) = tokio::io::split(theirs);
            let mut lines = BufReader::new(reader).lines();
            while let Ok(Some(line)) = lines.next_line().await {
                let message: Value = serde_json::from_str(&line).unwrap();
                let (Some(id), Some(method)) = (message.get("id"), message["method"].as_str()) else {
                    continue;
                };
                let mut response = answer(method);
                response["jsonrpc"] = json!("2.0");
                response["id"] = id.clone();
                writer.write_all(format!("{response}\n").as_bytes()).await.unwrap();
            }
        });
        let (tap, client) = (Arc::new(Tap::default()), McpClient::default());
        let transport = TappedStdio::new(reader, writer, limits.max_bytes, Arc::clone(&tap));
        let service =
            client.clone().serve_with_lifecycle(transport, ClientLifecycleMode::Initialize).await.unwrap();
        Connection::from_service(service, client, tap, None, limits, Instant::now())
    }

    fn initialized() -> Value {
        json!({"result": {
            "protocolVersion": "2025-06-18",
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "scripted", "version": "1"},
        }})
    }

    #[tokio::test]
    async fn a_failed_list_leaves_nothing_pending() {
        let refused = json!({"error": {"code": -32603, "message": "not now"}});
        let connection = connect(Limits::default(), move |method| match method {
            "initialize" => initialized(),
            _ => refused.clone(),
        })
        .await;
        assert!(connection.list_tools(|_| ()).await.is_err());
        assert_eq!(connection.tap.pending_count(), 0);
    }

    #[tokio::test]
    async fn a_list_ends_at_the_limit_for_all_its_pages_together() {
        let tool = json!({"name": "read", "description": "x".repeat(1_000), "inputSchema": {}});
        let page = json!({"result": {"tools": [tool], "nextCursor": "next"}});
        let limits = Limits { max_bytes: 5_000, ..Limits::default() };
        let connection = connect(limits, move |method| match method {
            "initialize" => initialized(),
            _ => page.clone(),
        })
        .await;
        let listing = connection.list_tools(|_| ()).await.unwrap();
        assert_eq!((listing.tools.len(), listing.pages), (4, 5));
        assert!(listing.truncation.is_some());
    }
}
