//! Correction of a server's response before the client receives it: tool lists, list-changed capabilities, and the
//! server's name in requests for input.

use crate::jsonrpc::frame::Frame;
use crate::proxy::attribution::{self, Attribution};
use crate::proxy::list_changed;
use crate::proxy::policy::{ConnectionId, ToolPolicy};
use crate::proxy::request_kind::RequestKind;
use crate::proxy::tool_list;
use hintsmith_core::text::json_edit::Splices;

/// Returns the edits of a response, which may be none. Fails if it must not reach the client, with the reason.
pub fn correct_response<'a>(
    kind: &RequestKind,
    text: &'a str,
    message: &Frame<'a>,
    (policy, connection): (&'a dyn ToolPolicy, ConnectionId),
    attribution: Attribution,
) -> Result<Splices<'a>, String> {
    let corrected = message.result.and_then(|result| match kind {
        RequestKind::List { is_first_page } => {
            tool_list::correct_list(text, message, (*is_first_page, connection), policy)
        }
        RequestKind::Initialize => list_changed::correct_initialize_result(text, result),
        RequestKind::Discover => list_changed::correct_discover_result(text, result),
        _ => None,
    });
    let mut splices = corrected.unwrap_or_else(|| Splices::new(text));
    attribution.attribute_response(message, &mut splices)?;
    Ok(splices)
}

/// Returns whether a response is a complete list of tools, which may be cached.
pub fn is_complete_list(kind: &RequestKind, message: &Frame) -> bool {
    matches!(kind, RequestKind::List { is_first_page: true })
        && tool_list::is_last_page(message)
        && message.result.is_some_and(|result| !attribution::may_require_input(result.get().as_bytes()))
}
