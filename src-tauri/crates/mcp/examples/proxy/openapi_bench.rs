//! Listing the operations of an OpenAPI document through the gateway, beside the same tools of an MCP server.

use std::io::{Error, Result};
use std::time::Duration;

use hintsmith_core::sources::openapi::parse_document;
use hintsmith_mcp::api_server::{ApiServer, ApiSettings};
use serde_json::{Map, Value, json};

use crate::bench::script_of;
use crate::gateway_bench::{BenchTarget, connect_target, measure, spawn_and_read_url};

const OPERATIONS: usize = 1_000;
const LISTS: usize = 40;

pub fn run(rounds: usize) -> Result<()> {
    let own = std::env::current_exe()?;
    let own = own.to_str().ok_or_else(|| Error::other("this program's path is not text"))?;
    let folder = std::env::temp_dir().join(format!("openapi-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let file = |name: &str, text: &str| -> Result<String> {
        let path = folder.join(name);
        std::fs::write(&path, text)?;
        path.to_str().map(str::to_owned).ok_or_else(|| Error::other("the folder's path is not text"))
    };
    let text = sample_document();
    let document = file("document.json", &text)?;
    let tools: Vec<String> = read(&text)?.tools.iter().map(|tool| tool.raw.to_string()).collect();
    let script = file("script", &script_of(&tools))?;
    let mut targets: Vec<BenchTarget> = Vec::new();
    // First those that the others are compared with.
    for (name, arguments) in [
        ("MCP server, stdio", vec!["gateway", "stdio", own, "scripted", &script]),
        ("OpenAPI document", vec!["gateway", "openapi", &document]),
    ] {
        targets.push(connect_target(name, spawn_and_read_url(own, &arguments)?, "")?);
    }
    measure(&format!("tools/list of {OPERATIONS}"), &mut targets, rounds, 1, LISTS, "tools/list")?;
    drop(targets);
    std::fs::remove_dir_all(folder)
}

/// The document in a file, as a server whose operations are listed and never called.
pub fn api_server(path: &str) -> Result<ApiServer> {
    let settings = ApiSettings {
        base_url: "https://api.example/v1".to_owned(),
        credentials: std::collections::HashMap::new(),
        token_url: None,
        account: None,
        call_timeout: Duration::from_secs(30),
        max_response_bytes: 1 << 20,
    };
    let document = read(&std::fs::read_to_string(path)?)?;
    ApiServer::new(document, settings, None).map_err(Error::other)
}

fn read(text: &str) -> Result<hintsmith_core::sources::openapi::OpenApiDocument> {
    parse_document(text).map_err(Error::other)
}

/// Operations whose tools are of typical size, slightly over a thousand bytes.
fn sample_document() -> String {
    let text = "What this member is, and what happens when it is left out; see the guide.";
    let member = json!({ "type": "string", "description": text });
    let schema = json!({ "type": "object", "properties": {
        "title": member, "owner": member, "due": member, "state": member, "note": member }, "required": ["title"] });
    let operation = |number: usize| {
        let parameters = json!([
            { "name": "id", "in": "path", "required": true, "schema": { "type": "string" }, "description": text },
            { "name": "limit", "in": "query", "schema": { "type": "integer" }, "description": text },
        ]);
        let body = json!({ "required": true, "content": { "application/json": { "schema": schema } } });
        let operation = json!({ "operationId": format!("tool_{number}"), "summary": format!("Tool {number}"),
            "description": text, "parameters": parameters, "requestBody": body });
        (format!("/things{number}/{{id}}"), json!({ "post": operation }))
    };
    let paths: Map<String, Value> = (0..OPERATIONS).map(operation).collect();
    json!({ "openapi": "3.1.0", "info": { "title": "Things", "version": "1" }, "paths": paths }).to_string()
}
