//! Messages built by the proxy itself: results, errors and list-changed notifications.

use serde_json::Value;

// JSON-RPC error codes for invalid input.
pub const PARSE_ERROR: i32 = -32700;
pub const INVALID_REQUEST: i32 = -32600;
pub const METHOD_NOT_FOUND: i32 = -32601;
pub const INVALID_PARAMS: i32 = -32602;
/// JSON-RPC "internal error", for requests that get no response from the server. Every client knows this code; the
/// range from -32000 is MCP's since 2026-07-28, which asks implementations not to define new codes there.
pub const INTERNAL_ERROR: i32 = -32603;
/// A call that was denied. Outside the range reserved by JSON-RPC, as MCP asks for implementation-defined codes.
pub const CALL_DENIED: i32 = 403;

/// Builds an error response without a trailing newline. `id` is JSON text.
pub fn error(id: &str, code: i32, message: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":{code},"message":{}}}}}"#, Value::from(message))
}

/// Builds a result response. `id` and `result` are JSON text.
pub fn result(id: &str, result: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#)
}

/// Builds an error response with a `data` member.
pub fn error_with_data(id: &str, code: i32, message: &str, data: &Value) -> String {
    let message = Value::from(message);
    format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":{code},"message":{message},"data":{data}}}}}"#)
}

/// Builds the error for a call of a tool that does not exist, with the message of the specification's example. A server
/// may word it differently, which would reveal withheld tools, so names that do not exist must be answered here too.
pub fn unknown_tool(id: &str, name: &str) -> String {
    error(id, INVALID_PARAMS, &format!("Unknown tool: {}", hintsmith_core::text::truncate_chars(name, 512)))
}

/// Builds `notifications/tools/list_changed`. On a `subscriptions/listen` stream (2026-07-28) its `_meta` carries the
/// subscription id, which is JSON text.
pub fn tools_list_changed(subscription_id: Option<&str>) -> String {
    let params = subscription_id
        .map(|id| format!(r#","params":{{"_meta":{{"{META_SUBSCRIPTION_ID}":{id}}}}}"#))
        .unwrap_or_default();
    format!(r#"{{"jsonrpc":"2.0","method":"notifications/tools/list_changed"{params}}}"#)
}

/// `_meta` key that assigns a notification to a `subscriptions/listen` stream (2026-07-28).
pub const META_SUBSCRIPTION_ID: &str = "io.modelcontextprotocol/subscriptionId";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_single_lines_of_json() {
        assert_eq!(
            unknown_tool("\"a\"", "x\n\"y"),
            r#"{"jsonrpc":"2.0","id":"a","error":{"code":-32602,"message":"Unknown tool: x\n\"y"}}"#
        );
        assert_eq!(
            tools_list_changed(None),
            r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#
        );
        let tagged: Value = serde_json::from_str(&tools_list_changed(Some("7"))).unwrap();
        assert_eq!(tagged["params"]["_meta"][META_SUBSCRIPTION_ID], 7);
    }
}
