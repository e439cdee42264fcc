//! Header parameters from clients and to servers, and cancellation of 2026-07-28 requests upstream.

use std::time::Duration;

use serde_json::Value;

use crate::http_upstreams::{Exchange, ScriptedHttpServer};
use crate::stateless::{DISCOVERED, request, request_head, send_request};
use crate::support::{GatewayOptions, TestGateway, start_gateway_for, start_gateway_with};

/// A tool with header parameters: one at the top level, one nested.
const TOOLS: &str = r#"{"resultType":"complete","tools":[{"name":"t","inputSchema":{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"},"deep":{"type":"object","properties":{"level":{"type":"integer","x-mcp-header":"Level"}}}}}},{"name":"hidden","inputSchema":{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"}}}}]}"#;

fn call(tool: &str, arguments: &str) -> String {
    request("7", "tools/call", &format!(r#""name":"{tool}","arguments":{arguments},"#))
}

fn call_head(gateway: &TestGateway, tool: &str, headers: &str) -> String {
    format!("{}{headers}", request_head(gateway, "tools/call", Some(tool)))
}

#[tokio::test]
async fn calls_whose_param_headers_contradict_their_arguments_are_refused() {
    let gateway =
        start_gateway_with(GatewayOptions { withheld: &["hidden"], ..GatewayOptions::default() }).await;
    let arguments = r#"{"region":"Zürich","deep":{"level":42}}"#;
    let good = "\nmcp-param-region: =?base64?WsO8cmljaA==?=\nMCP-PARAM-LEVEL: 42.0";
    let mut connection = send_request(&gateway, &call_head(&gateway, "t", good), &call("t", arguments)).await;
    let mut process = gateway.servers[0].next_process().await;
    process.respond("server/discover", DISCOVERED).await;
    // The tools have not been listed yet, so the gateway lists them once for header parameters.
    process.respond("tools/list", TOOLS).await;
    process.respond("tools/call", r#"{"resultType":"complete"}"#).await;
    assert_eq!(connection.read_response().await.status, 200);
    for headers in [
        "",
        "\nmcp-param-region: =?base64?WsO8cmljaA==?=",
        "\nmcp-param-region: Zurich\nmcp-param-level: 42",
        "\nmcp-param-region: =?base64?WsO8cmljaA?=\nmcp-param-level: 42",
        "\nmcp-param-region: =?base64?WsO8cmljaA==?=\nmcp-param-level: 43",
        "\nmcp-param-region: =?base64?WsO8cmljaA==?=\nmcp-param-level: 42\nmcp-param-level: 42",
    ] {
        let answer = send_request(&gateway, &call_head(&gateway, "t", headers), &call("t", arguments))
            .await
            .read_response()
            .await;
        let body: Value = serde_json::from_str(&answer.body).unwrap();
        assert_eq!((answer.status, &body["error"]["code"]), (400, &(-32020).into()), "{headers}");
    }
    // An argument that is absent or null must not be in a header either.
    let nothing = r#"{"region":null}"#;
    let answer =
        send_request(&gateway, &call_head(&gateway, "t", "\nmcp-param-region: x"), &call("t", nothing))
            .await
            .read_response()
            .await;
    assert_eq!(answer.status, 400);
    let mut connection = send_request(&gateway, &call_head(&gateway, "t", ""), &call("t", nothing)).await;
    process.respond("tools/call", r#"{"resultType":"complete"}"#).await;
    assert_eq!(connection.read_response().await.status, 200);
    // A withheld tool looks unknown, whatever the headers are.
    let answer = send_request(&gateway, &call_head(&gateway, "hidden", ""), &call("hidden", arguments))
        .await
        .read_response()
        .await;
    let body: Value = serde_json::from_str(&answer.body).unwrap();
    assert_eq!((answer.status, &body["error"]["message"]), (200, &"Unknown tool: hidden".into()));
}

#[tokio::test]
async fn cached_lists_update_the_header_params_of_every_session() {
    let gateway = start_gateway_with(GatewayOptions::default()).await;
    // Long enough to be cached.
    let pad = format!(r#","x":"{}"}}"#, "x".repeat(8 << 10));
    let [without, with_headers] = [r#"{"resultType":"complete","tools":[{"name":"t"}]}"#, TOOLS]
        .map(|tools| format!("{}{pad}", tools.strip_suffix('}').unwrap()));
    let list = request("1", "tools/list", "");
    let mut connection = send_request(&gateway, &request_head(&gateway, "tools/list", None), &list).await;
    let mut process = gateway.servers[0].next_process().await;
    process.respond("server/discover", DISCOVERED).await;
    process.respond("tools/list", &without).await;
    connection.read_response().await;
    let (mut client, mut theirs) = gateway.connect().await;
    client.send(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#).await;
    theirs.respond("tools/list", &with_headers).await;
    client.connection.read_response().await;
    let mut connection = send_request(&gateway, &request_head(&gateway, "tools/list", None), &list).await;
    process.respond("tools/list", &with_headers).await;
    assert_eq!(
        connection.read_response().await.body,
        format!(r#"{{"jsonrpc":"2.0","id":1,"result":{with_headers}}}"#)
    );
    let answer = send_request(&gateway, &call_head(&gateway, "t", ""), &call("t", r#"{"region":"x"}"#))
        .await
        .read_response()
        .await;
    assert!(answer.body.contains("-32020"), "{answer:?}");
    // Conversely, the header parameters are removed again.
    client.send(r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#).await;
    theirs.respond("tools/list", &without).await;
    client.connection.read_response().await;
    let mut connection = send_request(&gateway, &request_head(&gateway, "tools/list", None), &list).await;
    process.respond("tools/list", &without).await;
    connection.read_response().await;
    let mut connection =
        send_request(&gateway, &call_head(&gateway, "t", ""), &call("t", r#"{"region":"x"}"#)).await;
    process.respond("tools/call", r#"{"resultType":"complete"}"#).await;
    assert_eq!(connection.read_response().await.status, 200);
}

/// A gateway in front of a remote 2026-07-28 server.
async fn start_http_server() -> (TestGateway, ScriptedHttpServer) {
    let server = ScriptedHttpServer::new().await;
    let timeouts = |timeouts: &mut hintsmith_mcp::gateway::Timeouts| {
        timeouts.backoff = (Duration::from_millis(1), Duration::from_millis(2));
    };
    let gate = start_gateway_for(
        vec![("far", server.source())],
        GatewayOptions { timeouts, ..GatewayOptions::default() },
    )
    .await;
    (gate, server)
}

async fn expect_request(server: &ScriptedHttpServer, method: &str) -> Exchange {
    let exchange = server.expect_request(&format!("\"method\":\"{method}\"")).await;
    assert!(exchange.head.contains(&format!("mcp-method: {method}\r\n")), "{}", exchange.head);
    assert!(exchange.head.contains("mcp-protocol-version: 2026-07-28\r\n"), "{}", exchange.head);
    exchange
}

#[tokio::test]
async fn calls_to_http_servers_carry_param_headers() {
    let (gateway, server) = start_http_server().await;
    let headers = "\nmcp-param-region: x\nmcp-param-level: -7\nmcp-param-other: not passed on";
    let arguments = r#"{"region":"x","deep":{"level":-7}}"#;
    let mut connection =
        send_request(&gateway, &call_head(&gateway, "t", headers), &call("t", arguments)).await;
    expect_request(&server, "server/discover").await.respond_result(DISCOVERED).await;
    expect_request(&server, "tools/list").await.respond_result(TOOLS).await;
    let exchange = expect_request(&server, "tools/call").await;
    for header in ["mcp-name: t\r\n", "mcp-param-region: x\r\n", "mcp-param-level: -7\r\n"] {
        assert!(exchange.head.contains(header), "{}", exchange.head);
    }
    assert!(!exchange.head.contains("not passed on"), "{}", exchange.head);
    exchange.respond_result(r#"{"resultType":"complete"}"#).await;
    assert_eq!(connection.read_response().await.status, 200);
    // The task id is sent as `Mcp-Name` as well.
    let head = request_head(&gateway, "tasks/get", Some("one"));
    let mut connection =
        send_request(&gateway, &head, &request("8", "tasks/get", r#""taskId":"one","#)).await;
    let exchange = expect_request(&server, "tasks/get").await;
    assert!(exchange.head.contains("mcp-name: one\r\n"), "{}", exchange.head);
    exchange.respond_result(r#"{"resultType":"complete"}"#).await;
    assert_eq!(connection.read_response().await.status, 200);
}

#[tokio::test]
async fn closing_a_client_stream_closes_the_upstream_stream() {
    let (gateway, server) = start_http_server().await;
    let listen = request("\"s\"", "subscriptions/listen", r#""notifications":{"toolsListChanged":true},"#);
    let mut connection =
        send_request(&gateway, &request_head(&gateway, "subscriptions/listen", None), &listen).await;
    expect_request(&server, "server/discover").await.respond_result(DISCOVERED).await;
    let mut exchange = expect_request(&server, "subscriptions/listen").await;
    exchange.start_events().await;
    let id = exchange.id();
    exchange.send(&format!("data: {{\"jsonrpc\":\"2.0\",\"method\":\"notifications/subscriptions/acknowledged\",\"params\":{{\"_meta\":{{\"io.modelcontextprotocol/subscriptionId\":{id}}},\"notifications\":{{\"toolsListChanged\":true}}}}}}\n\n")).await;
    connection.read_response().await;
    assert!(connection.next_event().await.unwrap().contains("acknowledged"));
    drop(connection);
    exchange.wait_until_closed().await;
    // No cancellation is sent: the next message is the next request.
    let mut connection = send_request(
        &gateway,
        &request_head(&gateway, "prompts/list", None),
        &request("9", "prompts/list", ""),
    )
    .await;
    expect_request(&server, "prompts/list")
        .await
        .respond_result(r#"{"resultType":"complete","prompts":[]}"#)
        .await;
    assert_eq!(connection.read_response().await.status, 200);
}

#[tokio::test]
async fn a_timed_out_stateless_call_is_cancelled_by_closing_its_connection() {
    let server = ScriptedHttpServer::new().await;
    let timeouts =
        |timeouts: &mut hintsmith_mcp::gateway::Timeouts| timeouts.call = Duration::from_millis(50);
    let gate = start_gateway_for(
        vec![("far", server.source())],
        GatewayOptions { timeouts, ..GatewayOptions::default() },
    )
    .await;
    let mut connection = send_request(&gate, &call_head(&gate, "t", ""), &call("t", "{}")).await;
    expect_request(&server, "server/discover").await.respond_result(DISCOVERED).await;
    expect_request(&server, "tools/list").await.respond_result(TOOLS).await;
    let hangs = expect_request(&server, "tools/call").await;
    let answer = connection.read_response().await;
    assert!(answer.body.contains("did not respond within"), "{answer:?}");
    hangs.wait_until_closed().await;
    // No cancellation is sent: the next message is the next request.
    let mut connection =
        send_request(&gate, &request_head(&gate, "prompts/list", None), &request("9", "prompts/list", ""))
            .await;
    expect_request(&server, "prompts/list")
        .await
        .respond_result(r#"{"resultType":"complete","prompts":[]}"#)
        .await;
    assert_eq!(connection.read_response().await.status, 200);
}

#[tokio::test]
async fn a_broken_subscription_stream_is_reopened() {
    let (one, two) = (ScriptedHttpServer::new().await, ScriptedHttpServer::new().await);
    let timeouts = |timeouts: &mut hintsmith_mcp::gateway::Timeouts| {
        timeouts.backoff = (Duration::from_millis(1), Duration::from_millis(2));
    };
    let sources = vec![("one", one.source()), ("two", two.source())];
    let gate = start_gateway_for(sources, GatewayOptions { timeouts, ..GatewayOptions::default() }).await;
    let listen = request("\"s\"", "subscriptions/listen", r#""notifications":{"toolsListChanged":true},"#);
    let mut connection =
        send_request(&gate, &request_head(&gate, "subscriptions/listen", None), &listen).await;
    expect_request(&two, "server/discover").await.respond_result(DISCOVERED).await;
    expect_request(&one, "server/discover").await.respond_result(DISCOVERED).await;
    // One server does not support subscriptions and is not asked again.
    let refusal = expect_request(&two, "subscriptions/listen").await;
    let body =
        format!(r#"{{"jsonrpc":"2.0","id":{},"error":{{"code":-32601,"message":"x"}}}}"#, refusal.id());
    refusal.respond("404 Not Found", "content-type: application/json\r\n", &body).await;
    let mut first = expect_request(&one, "subscriptions/listen").await;
    first.start_events().await;
    connection.read_response().await;
    assert!(connection.next_event().await.unwrap().contains("acknowledged"));
    drop(first);
    let mut second = expect_request(&one, "subscriptions/listen").await;
    second.start_events().await;
    // Changes in between may have been missed.
    assert!(connection.next_event().await.unwrap().contains("notifications/tools/list_changed"));
    let id = second.id();
    second.send(&format!("data: {{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\",\"params\":{{\"_meta\":{{\"io.modelcontextprotocol/subscriptionId\":{id}}}}}}}\n\n")).await;
    assert!(connection.next_event().await.unwrap().contains("notifications/tools/list_changed"));
}
