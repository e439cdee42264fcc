//! The OpenAPI parser returns tools or an error for any text, within its limits. Any arguments become a request that stays
//! within the base URL, or are refused.

use hintsmith_core::sources::openapi::server::{ServerUrl, join};
use hintsmith_core::sources::openapi::{OperationTool, parse_document};
use serde_json::{Map, Value, json};

/// Tools per document for which requests are built.
const MAX_TOOLS: usize = 20;

/// The input is a document. What follows a NUL is an argument, as JSON or as text.
pub fn run(data: &[u8]) {
    let Some(text) = super::as_text(data) else { return };
    let (document, own) = text.split_once('\0').unwrap_or((text, ""));
    let Ok(document) = parse_document(document) else { return };
    let own = serde_json::from_str(own).unwrap_or_else(|_| Value::from(own));
    for tool in document.tools.iter().take(MAX_TOOLS) {
        assert!((1..=64).contains(&tool.name.len()), "{}", tool.name);
        build_requests(tool, &own);
    }
}

fn build_requests(tool: &OperationTool, own: &Value) {
    let raw: Value = serde_json::from_str(&tool.raw).expect("a tool is JSON");
    let properties = raw["inputSchema"]["properties"].as_object().expect("a tool has properties");
    let base = ServerUrl::parse("https://api.example/v1").expect("a valid URL");
    let hostile = json!(["..", "a\r\nX-Evil: 1", "//evil.example/%2e%2e?#&=;,\u{0}é", ["a,b", null, [1]], 7.5, null, true,
        { "a]": { "b[": "c" }, "\r\n": "&" }, "data:a/b;name=\"\r\n\";base64,AA=="]);
    for value in hostile.as_array().expect("a list").iter().chain([own]) {
        let arguments: Map<String, Value> =
            properties.keys().map(|name| (name.clone(), value.clone())).collect();
        let Ok(request) = tool.plan.build(&arguments) else { continue };
        let url = join(&base, &request).expect("a request stays within its base");
        assert!(url.expose().starts_with("https://api.example/v1/"), "{}", url.expose());
        let fields = request.headers.iter().chain(&request.cookies);
        assert!(fields.clone().all(|field| !field.name.contains(['\r', '\n'])), "{}", tool.raw);
        assert!(fields.clone().all(|field| !field.value.expose().contains(['\r', '\n'])), "{}", tool.raw);
        if let Some(body) = &request.body {
            assert!(!body.media_type.contains(['\r', '\n']), "{}", body.media_type);
            let _ = body.content.encode(&body.media_type, "boundary");
        }
    }
}
