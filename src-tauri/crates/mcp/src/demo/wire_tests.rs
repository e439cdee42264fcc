//! Tests of the demo as raw JSON lines, in both protocol lifecycles.

use rmcp::ServiceExt;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf};

use super::tests::sample_value;
use super::{DemoServer, DemoTool, demo_tools, generated};

struct Client {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    writer: WriteHalf<DuplexStream>,
    last_id: u32,
}

impl Client {
    fn connect(tools: Vec<DemoTool>) -> Self {
        let (near, far) = tokio::io::duplex(64 * 1024);
        // Ends when the test drops its end of the pipe.
        tokio::spawn(async move {
            if let Ok(running) = DemoServer::new(tools).serve(far).await {
                let _ = running.waiting().await;
            }
        });
        let (reader, writer) = tokio::io::split(near);
        Self { lines: BufReader::new(reader).lines(), writer, last_id: 0 }
    }

    async fn initialized(tools: Vec<DemoTool>, version: &str) -> Self {
        let mut client = Self::connect(tools);
        let answer = client
            .request(
                "initialize",
                json!({ "protocolVersion": version, "capabilities": {},
                    "clientInfo": { "name": "test", "version": "1" } }),
            )
            .await;
        assert_eq!(answer["result"]["protocolVersion"], version);
        assert_eq!(answer["result"]["serverInfo"]["name"], "hintsmith-demo");
        client.send(json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })).await;
        client
    }

    async fn send(&mut self, message: Value) {
        self.writer.write_all(format!("{message}\n").as_bytes()).await.unwrap();
    }

    async fn request(&mut self, method: &str, params: Value) -> Value {
        self.last_id += 1;
        let id = self.last_id;
        self.send(json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })).await;
        let line = self.lines.next_line().await.unwrap().expect("the server is still there");
        let answer: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(answer["id"], id);
        answer
    }

    async fn request_stateless(&mut self, method: &str, mut params: Value) -> Value {
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
            "io.modelcontextprotocol/clientCapabilities": {}
        });
        self.request(method, params).await
    }
}

/// Asserts that the raw list equals the demo tools, key by key and in order.
fn assert_lists_demo_tools(result: &Value) {
    let sent = result["tools"].to_string();
    assert_eq!(sent, Value::from(super::tool_definitions()).to_string());
    for unknown in ["com.example/risk", "category", "securitySchemes", "x-vendor", "execution", "_meta"] {
        assert!(sent.contains(&format!("\"{unknown}\":")), "{unknown}");
    }
}

#[tokio::test]
async fn a_legacy_client_gets_the_complete_list_without_stateless_keys() {
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let mut client = Client::initialized(demo_tools(), version).await;
        let answer = client.request("tools/list", json!({})).await;
        assert_lists_demo_tools(&answer["result"]);
        let keys: Vec<&String> = answer["result"].as_object().unwrap().keys().collect();
        assert_eq!(keys, ["tools"]);
        assert_eq!(client.request("ping", json!({})).await["result"], json!({}));
    }
}

#[tokio::test]
async fn a_legacy_call_returns_text_and_structured_content() {
    let mut client = Client::initialized(demo_tools(), "2025-11-25").await;
    let call = json!({ "name": "nc_notes_get_note", "arguments": { "note_id": 2 } });
    let result = client.request("tools/call", call).await["result"].take();
    assert_eq!(result["structuredContent"]["title"], "Boiler");
    let text: Value = serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(text, result["structuredContent"]);
    assert_eq!((&result["isError"], result.get("resultType")), (&json!(false), None));

    let call = json!({ "name": "nc_notes_get_note", "arguments": { "note_id": 99 } });
    let result = client.request("tools/call", call).await["result"].take();
    assert_eq!(result["isError"], true);
    assert_eq!(result["content"][0]["text"], "Not found (404): there is no note `99`.");
}

#[tokio::test]
async fn a_stateless_client_gets_the_complete_list_with_cache_hints() {
    let mut client = Client::connect(demo_tools());
    let discovered = client.request_stateless("server/discover", json!({})).await["result"].take();
    assert!(discovered["supportedVersions"].as_array().unwrap().contains(&json!("2026-07-28")));
    assert_eq!(discovered["resultType"], "complete");

    let list = client.request_stateless("tools/list", json!({})).await["result"].take();
    assert_lists_demo_tools(&list);
    assert_eq!((&list["resultType"], &list["ttlMs"]), (&json!("complete"), &json!(0)));
    assert_eq!(list["cacheScope"], "private");
    assert_eq!(list["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "hintsmith-demo");

    let call = json!({ "name": "check_logged_in", "arguments": {} });
    let result = client.request_stateless("tools/call", call).await["result"].take();
    assert_eq!(
        (&result["resultType"], &result["structuredContent"]["user"]),
        (&json!("complete"), &json!("demo"))
    );

    assert_eq!(client.request("tools/list", json!({})).await["error"]["code"], -32602);
    assert_eq!(client.request_stateless("ping", json!({})).await["error"]["code"], -32601);
}

#[tokio::test]
async fn long_lists_come_in_pages() {
    let mut client = Client::initialized(generated::tools(600), "2025-11-25").await;
    let (mut params, mut sizes, mut names) = (json!({}), Vec::new(), Vec::new());
    loop {
        let page = client.request("tools/list", params).await["result"].take();
        let tools = page["tools"].as_array().unwrap();
        sizes.push(tools.len());
        names.extend(tools.iter().map(|tool| tool["name"].clone()));
        match page.get("nextCursor") {
            Some(cursor) => params = json!({ "cursor": cursor }),
            None => break,
        }
    }
    assert_eq!(sizes, [250, 250, 100]);
    assert!(names.iter().eq(generated::tools(600).iter().map(|tool| &tool.definition["name"])));
}

#[tokio::test]
async fn invalid_requests_get_protocol_errors() {
    let mut client = Client::initialized(generated::tools(300), "2025-11-25").await;
    let cases = [
        ("tools/list", json!({ "cursor": "" }), -32602),
        ("tools/list", json!({ "cursor": "page-000001" }), -32602),
        ("tools/list", json!({ "cursor": "page-0001f4" }), -32602),
        ("tools/call", json!({ "name": "no_such_tool", "arguments": {} }), -32602),
        ("tools/call", json!({ "name": "no_such_tool", "arguments": [1] }), -32602),
        ("tools/call", json!({}), -32602),
        ("prompts/list", json!({}), -32601),
        ("resources/list", json!({}), -32601),
        ("tools/resolve", json!({}), -32601),
    ];
    for (method, params, code) in cases {
        let answer = client.request(method, params.clone()).await;
        assert_eq!(answer["error"]["code"], code, "{method} {params}: {answer}");
    }
}

#[tokio::test]
async fn every_tool_answers_a_call_over_the_wire() {
    let mut client = Client::initialized(demo_tools(), "2025-11-25").await;
    for tool in demo_tools() {
        let arguments = sample_value(&tool.definition["inputSchema"]);
        let answer =
            client.request("tools/call", json!({ "name": tool.name(), "arguments": arguments })).await;
        let result = &answer["result"];
        assert!(result["content"][0]["text"].is_string(), "{}: {answer}", tool.name());
        let structured = result["isError"] == false && tool.definition.get("outputSchema").is_some();
        assert_eq!(result.get("structuredContent").is_some(), structured, "{}", tool.name());
    }
}
