//! `tools/list`: all pages of a server's tools, each tool as raw JSON text.

use std::sync::Arc;
use std::time::Duration;

use hintsmith_core::json::{self, Members};
use rmcp::model::{ClientRequest, ListToolsRequest, PaginatedRequestParams};
use rmcp::service::PeerRequestOptions;
use serde_json::value::RawValue;
use tokio::time::Instant;

use super::Connection;
use crate::failure::{ConnectionError, Failure};

/// Error for a server that printed non-JSON text instead of a response.
const NOT_JSON: &str = "it sent text that is not JSON";

/// The result of reading all pages of `tools/list`.
#[derive(Debug)]
pub struct Listing {
    /// One raw JSON text per tool, in the server's order.
    pub tools: Vec<Arc<str>>,
    pub pages: usize,
    /// The limit that ended the list early, if any.
    pub cut: Option<String>,
    /// Name and length in bytes of tools that exceed `Limits::max_tool_bytes` and are not in `tools`.
    pub left_out: Vec<(String, usize)>,
    /// The shortest `ttlMs` of the pages; sent only by servers of the stateless protocol.
    pub fresh: Option<Duration>,
}

/// Counts reported after each page.
#[derive(Debug, Clone, Copy)]
pub struct Progress {
    pub tools: usize,
    pub pages: usize,
}

impl Connection {
    /// Reads all pages. When a limit is reached, the tools read so far are returned with `truncation` set; a failed
    /// page fails the whole list.
    pub async fn list_tools(&self, progress: impl Fn(Progress)) -> Result<Listing, ConnectionError> {
        let deadline = Instant::now() + self.limits.list;
        let mut listing =
            Listing { tools: Vec::new(), pages: 0, cut: None, left_out: Vec::new(), fresh: None };
        let mut bytes = 0;
        let mut cursor: Option<String> = None;
        loop {
            let page = self.page(cursor.take(), deadline).await;
            let Page { tools, next, fresh } = page.map_err(|failure| self.error(failure))?;
            listing.pages += 1;
            listing.fresh = listing.fresh.into_iter().chain(fresh).min();
            for tool in tools {
                bytes += tool.len();
                if listing.tools.len() == self.limits.tools {
                    listing.cut = Some(format!("more than {} tools", self.limits.tools));
                } else if bytes > self.limits.bytes {
                    listing.cut = Some(format!("more than {} MiB", self.limits.bytes >> 20));
                }
                if listing.cut.is_some() {
                    return Ok(listing);
                }
                if tool.len() > self.limits.tool_bytes {
                    listing.left_out.push((name_of(&tool), tool.len()));
                } else {
                    listing.tools.push(tool);
                }
            }
            progress(Progress { tools: listing.tools.len(), pages: listing.pages });
            cursor = match next {
                None => return Ok(listing),
                // An empty cursor is valid and a repeated one may be: only the limits end the list.
                Some(_) if listing.pages == self.limits.pages => {
                    listing.cut = Some(format!("more than {} pages", self.limits.pages));
                    return Ok(listing);
                }
                next => next,
            };
        }
    }

    async fn page(&self, cursor: Option<String>, deadline: Instant) -> Result<Page, Failure> {
        let patience = self.limits.request.min(deadline.saturating_duration_since(Instant::now()));
        let params = cursor.map(|cursor| PaginatedRequestParams::default().with_cursor(Some(cursor)));
        let request = ListToolsRequest { params, ..ListToolsRequest::default() };
        let handle = self
            .service
            .send_request_with_option(
                ClientRequest::ListToolsRequest(request),
                PeerRequestOptions::with_timeout(patience),
            )
            .await
            .map_err(Failure::of_list)?;
        let id = handle.id.clone();
        handle.await_response().await.map_err(|error| match Failure::of_list(error) {
            // The server did respond, but not with JSON.
            Failure::Silent(_) if self.tap.stray_since_asked() => Failure::List(NOT_JSON.to_owned()),
            other => other,
        })?;
        let result = self.tap.take(&id).ok_or_else(|| Failure::List("the answer was lost".to_owned()))?;
        read_page(&result).map_err(Failure::List)
    }
}

struct Page {
    tools: Vec<Arc<str>>,
    next: Option<String>,
    fresh: Option<Duration>,
}

fn read_page(result: &RawValue) -> Result<Page, String> {
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
    Ok(Page { tools, next, fresh: fresh.map(Duration::from_millis) })
}

/// The name of an oversized tool, shortened for display.
fn name_of(tool: &str) -> String {
    let members = Members::parse(tool).ok();
    let name = members.and_then(|members| serde_json::from_str(members.get("name")?.get()).ok());
    name.map_or_else(String::new, |name: String| {
        hintsmith_core::text::truncate_chars(&name, 128).into_owned()
    })
}
