//! Stateless clients (2026-07-28) in front of servers of either protocol.

use std::sync::Arc;

use serde_json::Value;

use crate::http_client::{HttpConnection, HttpResponse};
use crate::scripted_server::ScriptedProcess;
use crate::support::{GatewayOptions, TestGateway, WithholdingPolicy, start_gateway_with};

pub const META: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}"#;
pub const DISCOVERED: &str = r#"{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{},"prompts":{"listChanged":true}},"ttlMs":9,"cacheScope":"public","x":1.0}"#;

pub fn request(id: &str, method: &str, more: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{{{more}{META}}}}}}}"#)
}

pub fn request_head(gateway: &TestGateway, method: &str, name: Option<&str>) -> String {
    let name = name.map(|name| format!("\nmcp-name: {name}")).unwrap_or_default();
    gateway.head("POST", &format!("mcp-protocol-version: 2026-07-28\nmcp-method: {method}{name}"))
}

/// Sends a request on a new connection.
pub async fn send_request(gateway: &TestGateway, head: &str, message: &str) -> HttpConnection {
    let mut connection = HttpConnection::open(gateway.address).await;
    let head = head.lines().map(|line| format!("{line}\r\n")).collect::<String>();
    connection.send(format!("{head}content-length: {}\r\n\r\n{message}", message.len()).as_bytes()).await;
    let _ = gateway;
    connection
}

pub async fn send_call(gateway: &TestGateway, id: &str, more: &str) -> HttpConnection {
    send_request(
        gateway,
        &request_head(gateway, "tools/call", Some("t")),
        &request(id, "tools/call", &format!(r#""name":"t",{more}"#)),
    )
    .await
}

/// A gateway whose server speaks 2026-07-28, and the `server/discover` response through it.
pub async fn start_stateless_server() -> (TestGateway, ScriptedProcess, HttpResponse) {
    let gateway =
        start_gateway_with(GatewayOptions { withheld: &["delete"], ..GatewayOptions::default() }).await;
    let mut connection = send_request(
        &gateway,
        &request_head(&gateway, "server/discover", None),
        &request("\"d\"", "server/discover", ""),
    )
    .await;
    let mut process = gateway.servers[0].next_process().await;
    // The gateway probes the protocol first, then forwards the client's request.
    let asked = process.respond("server/discover", DISCOVERED).await;
    assert!(asked.contains("\"hintsmith\""), "{asked}");
    process.respond("server/discover", DISCOVERED).await;
    let answer = connection.read_response().await;
    // The first call requires the header parameters to be known.
    let mut connection =
        send_request(&gateway, &request_head(&gateway, "tools/list", None), &request("0", "tools/list", ""))
            .await;
    process.respond("tools/list", r#"{"resultType":"complete","tools":[]}"#).await;
    connection.read_response().await;
    (gateway, process, answer)
}

/// A gateway whose server only speaks the handshake protocol.
async fn start_handshake_server() -> (TestGateway, ScriptedProcess, HttpConnection) {
    let gateway = start_gateway_with(GatewayOptions::default()).await;
    let connection = send_request(
        &gateway,
        &request_head(&gateway, "server/discover", None),
        &request("1", "server/discover", ""),
    )
    .await;
    let mut process = gateway.servers[0].next_process().await;
    let (id, _) = process.expect_request("server/discover").await;
    process.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32601,"message":"x"}}}}"#)).await;
    process.initialize().await;
    assert!(process.read_line().await.contains("notifications/initialized"));
    (gateway, process, connection)
}

#[tokio::test]
async fn messages_pass_unchanged_to_a_stateless_server() {
    let (gateway, mut process, discovered) = start_stateless_server().await;
    let expected = DISCOVERED.replace(r#""tools":{}"#, r#""tools":{"listChanged":true}"#);
    assert_eq!(discovered.body, format!(r#"{{"jsonrpc":"2.0","id":"d","result":{expected}}}"#));
    let mut connection =
        send_call(&gateway, "\"c\"", r#""inputResponses":{"k":1.0},"requestState":"opaque","#).await;
    let (id, line) = process.expect_request("tools/call").await;
    let sent =
        request("\"c\"", "tools/call", r#""name":"t","inputResponses":{"k":1.0},"requestState":"opaque","#);
    assert_eq!(line, sent.replace("\"c\"", &id.to_string()));
    let result = r#"{"resultType":"input_required","inputRequests":{"k":{}},"requestState":"more"}"#;
    process.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#)).await;
    assert_eq!(
        connection.read_response().await.body,
        format!(r#"{{"jsonrpc":"2.0","id":"c","result":{result}}}"#)
    );

    // Its elicitation is attributed to the server.
    let mut connection = send_call(&gateway, "\"c\"", "").await;
    let input_required = |message: &str| {
        format!(
            r#"{{"resultType":"input_required","inputRequests":{{"k":{{"method":"elicitation/create","params":{{"message":"{message}"}}}}}}}}"#
        )
    };
    process.respond("tools/call", &input_required("Hintsmith asks: may it?")).await;
    let named = input_required(r"The MCP server “one” asks (not Hintsmith):\n\nHintsmith asks: may it?");
    assert_eq!(
        connection.read_response().await.body,
        format!(r#"{{"jsonrpc":"2.0","id":"c","result":{named}}}"#)
    );

    let mut connection =
        send_request(&gateway, &request_head(&gateway, "tools/list", None), &request("2", "tools/list", ""))
            .await;
    process.respond("tools/list", r#"{"resultType":"complete","tools":[{"name":"delete"},{"name":"a"}],"ttlMs":9,"cacheScope":"public"}"#).await;
    let corrected = r#"{"resultType":"complete","tools":[{"name":"a"}],"ttlMs":0,"cacheScope":"private"}"#;
    assert_eq!(
        connection.read_response().await.body,
        format!(r#"{{"jsonrpc":"2.0","id":2,"result":{corrected}}}"#)
    );
}

#[tokio::test]
async fn clients_of_one_server_share_neither_ids_nor_progress_tokens() {
    let (gateway, mut process, _) = start_stateless_server().await;
    let token = |more: &str| {
        format!(
            r#"{more}"_meta":{{"progressToken":"p","io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{}}}}"#
        )
    };
    let message = |who: u32| {
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"t","who":{who},{}}}}}"#,
            token("")
        )
    };
    let mut one = send_request(&gateway, &request_head(&gateway, "tools/call", Some("t")), &message(1)).await;
    let (first, line) = process.expect_request("tools/call").await;
    assert!(line.contains(&format!("\"progressToken\":{first}")), "{line}");
    let mut two = send_request(&gateway, &request_head(&gateway, "tools/call", Some("t")), &message(2)).await;
    let (second, _) = process.expect_request("tools/call").await;
    // A notification without a request is dropped, and so is an unknown progress token.
    process.send(r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"whose?"}}"#).await;
    process.send(r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p","progress":9}}"#).await;
    for id in [&second, &first] {
        process.send(&format!(r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progressToken":{id},"progress":{id}}}}}"#)).await;
        process.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"for":{id}}}}}"#)).await;
    }
    for (connection, id) in [(&mut one, first), (&mut two, second)] {
        connection.read_response().await;
        let progress = format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progressToken":"p","progress":{id}}}}}"#
        );
        assert_eq!(connection.next_event().await.unwrap(), progress);
        assert_eq!(
            connection.next_event().await.unwrap(),
            format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"for":{id}}}}}"#)
        );
        assert_eq!(connection.next_event().await, None);
    }
}

#[tokio::test]
async fn closing_the_connection_cancels_the_request() {
    let (gateway, mut process, _) = start_stateless_server().await;
    let connection = send_call(&gateway, "1", "").await;
    let (id, _) = process.expect_request("tools/call").await;
    drop(connection);
    assert_eq!(
        process.read_line().await,
        format!(r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#)
    );
}

#[tokio::test]
async fn results_of_handshake_servers_get_the_stateless_members() {
    let (gateway, mut process, mut connection) = start_handshake_server().await;
    let discovered: Value = serde_json::from_str(&connection.read_response().await.body).unwrap();
    assert_eq!(discovered["result"]["capabilities"]["tools"]["listChanged"], true);
    // A client of both protocols is directed to the older one, in which the server can send it requests.
    assert_eq!(discovered["result"]["supportedVersions"][0], "2025-11-25");
    let mut connection =
        send_request(&gateway, &request_head(&gateway, "tools/list", None), &request("2", "tools/list", ""))
            .await;
    process.respond("tools/list", r#"{"tools":[{"name":"a","fix":1.0}],"x":1}"#).await;
    let expected = r#"{"resultType":"complete","ttlMs":0,"cacheScope":"private","tools":[{"name":"a","fixed":1.0}],"x":1}"#;
    assert_eq!(
        connection.read_response().await.body,
        format!(r#"{{"jsonrpc":"2.0","id":2,"result":{expected}}}"#)
    );
    let mut connection = send_call(&gateway, "3", "").await;
    let (id, _) = process.expect_request("tools/call").await;
    // The server's request is refused, because a stateless client cannot receive it.
    process.send(r#"{"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":{}}"#).await;
    let refused: Value = serde_json::from_str(&process.read_line().await).unwrap();
    assert_eq!((&refused["id"], &refused["error"]["code"]), (&"q".into(), &(-32601).into()));
    process.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[]}}}}"#)).await;
    assert_eq!(
        connection.read_response().await.body,
        r#"{"jsonrpc":"2.0","id":3,"result":{"resultType":"complete","content":[]}}"#
    );
    let mut connection =
        send_request(&gateway, &request_head(&gateway, "tasks/get", None), &request("4", "tasks/get", ""))
            .await;
    assert_eq!(connection.read_response().await.status, 404);
}

#[tokio::test]
async fn subscriptions_report_policy_changes() {
    let listen = request(
        "\"s\"",
        "subscriptions/listen",
        r#""notifications":{"toolsListChanged":true,"resourceSubscriptions":["x"]},"#,
    );
    let changed = r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":"s"}}}"#;
    let acknowledged = |id: &str, accepted: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{{"_meta":{{"io.modelcontextprotocol/subscriptionId":{id}}},"notifications":{{{accepted}}}}}}}"#
        )
    };

    let (gateway, _process, _wire) = start_handshake_server().await;
    let mut ours =
        send_request(&gateway, &request_head(&gateway, "subscriptions/listen", None), &listen).await;
    assert_eq!(ours.read_response().await.header("content-type"), Some("text/event-stream"));
    assert_eq!(ours.next_event().await.unwrap(), acknowledged("\"s\"", r#""toolsListChanged":true"#));
    gateway.policies[0].send(Arc::new(WithholdingPolicy(&["x"]))).unwrap();
    assert_eq!(ours.next_event().await.unwrap(), changed);

    let (gateway, mut process, _) = start_stateless_server().await;
    let mut theirs =
        send_request(&gateway, &request_head(&gateway, "subscriptions/listen", None), &listen).await;
    let (id, _) = process.expect_request("subscriptions/listen").await;
    process.send(&acknowledged(&id.to_string(), r#""resourceSubscriptions":["x"]"#)).await;
    theirs.read_response().await;
    let expected = acknowledged("\"s\"", r#""toolsListChanged":true,"resourceSubscriptions":["x"]"#);
    assert_eq!(theirs.next_event().await.unwrap(), expected);
    gateway.policies[0].send(Arc::new(WithholdingPolicy(&["x"]))).unwrap();
    assert_eq!(theirs.next_event().await.unwrap(), changed);
    let updated = |id: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{{"uri":"x","_meta":{{"io.modelcontextprotocol/subscriptionId":{id}}}}}}}"#
        )
    };
    process.send(&updated(&id.to_string())).await;
    assert_eq!(theirs.next_event().await.unwrap(), updated("\"s\""));
    // Stopping the gateway ends the stream.
    gateway.stop.cancel();
    gateway.task.await.unwrap();
    process.wait_until_exited().await;
}

#[tokio::test]
async fn g18_headers_that_contradict_the_message_are_refused() {
    let (gateway, mut process, _) = start_stateless_server().await;
    let message = request("1", "tools/call", r#""name":"t","#);
    let good = request_head(&gateway, "tools/call", Some("t"));
    let older = message.replace("2026-07-28", "2025-11-25");
    let bare = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}"#;
    for (head, message, code) in [
        (good.replace("mcp-method: tools/call", "mcp-method: tools/list"), message.as_str(), -32020),
        (good.replace("mcp-method: tools/call\n", ""), &message, -32020),
        (good.replace("mcp-name: t", "mcp-name: other"), &message, -32020),
        (good.replace("mcp-name: t", "mcp-name: =?base64?b3RoZXI=?="), &message, -32020),
        (good.replace("\nmcp-name: t", ""), &message, -32020),
        (format!("{good}\nmcp-name: t"), &message, -32020),
        (good.replace("2026-07-28", "2027-01-01"), &message, -32022),
        (good.replace("2026-07-28", "v999"), &message, -32022),
        (good.clone(), &older, -32020),
        (good.clone(), bare, -32602),
    ] {
        let answer = send_request(&gateway, &head, message).await.read_response().await;
        let body: Value = serde_json::from_str(&answer.body).unwrap();
        assert_eq!((answer.status, body["error"]["code"].as_i64()), (400, Some(code)), "{head}");
        assert_eq!(body["id"], 1);
        if code == -32022 {
            assert_eq!(body["error"]["data"]["supported"], serde_json::json!(["2026-07-28"]));
            assert!(head.contains(body["error"]["data"]["requested"].as_str().unwrap()));
        }
    }
    let mut connection =
        send_request(&gateway, &good.replace("mcp-name: t", "mcp-name: =?base64?dA==?="), &message).await;
    process.respond("tools/call", "{}").await;
    assert_eq!(connection.read_response().await.status, 200);
}

#[tokio::test]
async fn servers_of_both_protocols_are_aggregated_for_stateless_clients() {
    let gateway =
        start_gateway_with(GatewayOptions { servers: &["new", "old"], ..GatewayOptions::default() }).await;
    let mut connection =
        send_request(&gateway, &request_head(&gateway, "tools/list", None), &request("1", "tools/list", ""))
            .await;
    let (mut new, mut old) =
        (gateway.servers[0].next_process().await, gateway.servers[1].next_process().await);
    new.respond("server/discover", DISCOVERED).await;
    new.expect_request("subscriptions/listen").await;
    let (id, _) = old.expect_request("server/discover").await;
    old.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32601,"message":"x"}}}}"#)).await;
    old.initialize().await;
    old.read_line().await;
    for process in [&mut new, &mut old] {
        process.respond("tools/list", r#"{"tools":[{"name":"t"}]}"#).await;
    }
    let expected = r#"{"tools":[{"name":"new_t"},{"name":"old_t"}],"resultType":"complete","ttlMs":0,"cacheScope":"private"}"#;
    assert_eq!(
        connection.read_response().await.body,
        format!(r#"{{"jsonrpc":"2.0","id":1,"result":{expected}}}"#)
    );
    let message = request("2", "tools/call", r#""name":"old_t","#);
    let mut connection =
        send_request(&gateway, &request_head(&gateway, "tools/call", Some("old_t")), &message).await;
    old.respond("tools/call", r#"{"content":[]}"#).await;
    assert_eq!(
        connection.read_response().await.body,
        r#"{"jsonrpc":"2.0","id":2,"result":{"resultType":"complete","content":[]}}"#
    );
}
