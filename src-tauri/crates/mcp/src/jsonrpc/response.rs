//! The answers that the proxy gives itself, in place of the server.

use serde_json::Value;

/// The request cannot be taken as what it says: JSON-RPC's own codes.
pub const PARSE: i32 = -32700;
pub const INVALID: i32 = -32600;
pub const PARAMS: i32 = -32602;
/// The server cannot answer any more. The codes from -32000 on are the specification's since 2026-07-28, and it asks
/// implementations not to take new ones there; this one is JSON-RPC's "internal error" and known to every client.
pub const INTERNAL: i32 = -32603;
/// Somebody said no. Outside of the reserved range, as the specification asks of codes of our own.
pub const DENIED: i32 = 403;

/// An error for a request, one line without its newline. The id is the JSON text of the request.
pub fn error(id: &str, code: i32, message: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":{code},"message":{}}}}}"#, Value::from(message))
}

/// A result that was made here.
pub fn result(id: &str, result: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#)
}

/// The same with more about it, for programs.
pub fn error_about(id: &str, code: i32, message: &str, data: &Value) -> String {
    let message = Value::from(message);
    format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":{code},"message":{message},"data":{data}}}}}"#)
}

/// What a call gets whose tool does not exist, in the words of the specification's example. A server of its own may
/// use others: nobody can know them without asking it, so names that do not exist must be answered here as well.
pub fn unknown_tool(id: &str, name: &str) -> String {
    error(id, PARAMS, &format!("Unknown tool: {}", hintsmith_core::text::shortened(name, 512)))
}

/// Tools have changed; on a stream of 2026-07-28 the message says on which.
pub fn list_changed(stream: Option<&str>) -> String {
    let params =
        stream.map(|id| format!(r#","params":{{"_meta":{{"{SUBSCRIPTION}":{id}}}}}"#)).unwrap_or_default();
    format!(r#"{{"jsonrpc":"2.0","method":"notifications/tools/list_changed"{params}}}"#)
}

pub const SUBSCRIPTION: &str = "io.modelcontextprotocol/subscriptionId";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_one_line_of_json() {
        assert_eq!(
            unknown_tool("\"a\"", "x\n\"y"),
            r#"{"jsonrpc":"2.0","id":"a","error":{"code":-32602,"message":"Unknown tool: x\n\"y"}}"#
        );
        assert_eq!(list_changed(None), r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#);
        let tagged: Value = serde_json::from_str(&list_changed(Some("7"))).unwrap();
        assert_eq!(tagged["params"]["_meta"][SUBSCRIPTION], 7);
    }
}
