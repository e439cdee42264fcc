//! Stateless clients (2026-07-28) in front of servers of either protocol.

use std::sync::Arc;

use serde_json::Value;

use crate::http_client::{Answer, Wire};
use crate::scripted_server::Puppet;
use crate::support::{Decided, Gate, Wanted, gate_with};

pub const META: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}"#;
pub const DISCOVERED: &str = r#"{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{},"prompts":{"listChanged":true}},"ttlMs":9,"cacheScope":"public","x":1.0}"#;

pub fn request(id: &str, method: &str, more: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{{{more}{META}}}}}}}"#)
}

pub fn head(gate: &Gate, method: &str, name: Option<&str>) -> String {
    let name = name.map(|name| format!("\nmcp-name: {name}")).unwrap_or_default();
    gate.head("POST", &format!("mcp-protocol-version: 2026-07-28\nmcp-method: {method}{name}"))
}

/// Sends a request on a new connection.
pub async fn begin(gate: &Gate, head: &str, message: &str) -> Wire {
    let mut wire = Wire::open(gate.address).await;
    let head = head.lines().map(|line| format!("{line}\r\n")).collect::<String>();
    wire.send(format!("{head}content-length: {}\r\n\r\n{message}", message.len()).as_bytes()).await;
    let _ = gate;
    wire
}

pub async fn call(gate: &Gate, id: &str, more: &str) -> Wire {
    begin(
        gate,
        &head(gate, "tools/call", Some("t")),
        &request(id, "tools/call", &format!(r#""name":"t",{more}"#)),
    )
    .await
}

/// A gateway whose server speaks 2026-07-28, and the `server/discover` response through it.
pub async fn modern() -> (Gate, Puppet, Answer) {
    let gate = gate_with(Wanted { withheld: &["delete"], ..Wanted::default() }).await;
    let mut wire =
        begin(&gate, &head(&gate, "server/discover", None), &request("\"d\"", "server/discover", "")).await;
    let mut puppet = gate.puppets[0].next().await;
    // The gateway probes the protocol first, then forwards the client's request.
    let asked = puppet.answers("server/discover", DISCOVERED).await;
    assert!(asked.contains("\"hintsmith\""), "{asked}");
    puppet.answers("server/discover", DISCOVERED).await;
    let answer = wire.answer().await;
    // The first call requires the header parameters to be known.
    let mut wire = begin(&gate, &head(&gate, "tools/list", None), &request("0", "tools/list", "")).await;
    puppet.answers("tools/list", r#"{"resultType":"complete","tools":[]}"#).await;
    wire.answer().await;
    (gate, puppet, answer)
}

/// A gateway whose server only speaks the handshake protocol.
async fn legacy() -> (Gate, Puppet, Wire) {
    let gate = gate_with(Wanted::default()).await;
    let wire =
        begin(&gate, &head(&gate, "server/discover", None), &request("1", "server/discover", "")).await;
    let mut puppet = gate.puppets[0].next().await;
    let (id, _) = puppet.asked("server/discover").await;
    puppet.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32601,"message":"x"}}}}"#)).await;
    puppet.shake_hands().await;
    assert!(puppet.line().await.contains("notifications/initialized"));
    (gate, puppet, wire)
}

#[tokio::test]
async fn in_front_of_a_server_of_the_same_protocol_messages_pass_as_they_are() {
    let (gate, mut puppet, discovered) = modern().await;
    let expected = DISCOVERED.replace(r#""tools":{}"#, r#""tools":{"listChanged":true}"#);
    assert_eq!(discovered.body, format!(r#"{{"jsonrpc":"2.0","id":"d","result":{expected}}}"#));
    let mut wire = call(&gate, "\"c\"", r#""inputResponses":{"k":1.0},"requestState":"opaque","#).await;
    let (id, line) = puppet.asked("tools/call").await;
    let sent =
        request("\"c\"", "tools/call", r#""name":"t","inputResponses":{"k":1.0},"requestState":"opaque","#);
    assert_eq!(line, sent.replace("\"c\"", &id.to_string()));
    let result = r#"{"resultType":"input_required","inputRequests":{"k":{}},"requestState":"more"}"#;
    puppet.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#)).await;
    assert_eq!(wire.answer().await.body, format!(r#"{{"jsonrpc":"2.0","id":"c","result":{result}}}"#));

    // Its elicitation is attributed to the server.
    let mut wire = call(&gate, "\"c\"", "").await;
    let asks = |message: &str| {
        format!(
            r#"{{"resultType":"input_required","inputRequests":{{"k":{{"method":"elicitation/create","params":{{"message":"{message}"}}}}}}}}"#
        )
    };
    puppet.answers("tools/call", &asks("Hintsmith asks: may it?")).await;
    let named = asks(r"The MCP server “one” asks (not Hintsmith):\n\nHintsmith asks: may it?");
    assert_eq!(wire.answer().await.body, format!(r#"{{"jsonrpc":"2.0","id":"c","result":{named}}}"#));

    let mut wire = begin(&gate, &head(&gate, "tools/list", None), &request("2", "tools/list", "")).await;
    puppet.answers("tools/list", r#"{"resultType":"complete","tools":[{"name":"delete"},{"name":"a"}],"ttlMs":9,"cacheScope":"public"}"#).await;
    let corrected = r#"{"resultType":"complete","tools":[{"name":"a"}],"ttlMs":0,"cacheScope":"private"}"#;
    assert_eq!(wire.answer().await.body, format!(r#"{{"jsonrpc":"2.0","id":2,"result":{corrected}}}"#));
}

#[tokio::test]
async fn clients_that_share_a_server_share_neither_ids_nor_tokens() {
    let (gate, mut puppet, _) = modern().await;
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
    let mut one = begin(&gate, &head(&gate, "tools/call", Some("t")), &message(1)).await;
    let (first, line) = puppet.asked("tools/call").await;
    assert!(line.contains(&format!("\"progressToken\":{first}")), "{line}");
    let mut two = begin(&gate, &head(&gate, "tools/call", Some("t")), &message(2)).await;
    let (second, _) = puppet.asked("tools/call").await;
    // A notification without a request is dropped, and so is an unknown progress token.
    puppet.send(r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"whose?"}}"#).await;
    puppet.send(r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p","progress":9}}"#).await;
    for id in [&second, &first] {
        puppet.send(&format!(r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progressToken":{id},"progress":{id}}}}}"#)).await;
        puppet.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"for":{id}}}}}"#)).await;
    }
    for (wire, id) in [(&mut one, first), (&mut two, second)] {
        wire.answer().await;
        let progress = format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progressToken":"p","progress":{id}}}}}"#
        );
        assert_eq!(wire.event().await.unwrap(), progress);
        assert_eq!(
            wire.event().await.unwrap(),
            format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"for":{id}}}}}"#)
        );
        assert_eq!(wire.event().await, None);
    }
}

#[tokio::test]
async fn a_client_that_closes_its_connection_withdraws_its_request() {
    let (gate, mut puppet, _) = modern().await;
    let wire = call(&gate, "1", "").await;
    let (id, _) = puppet.asked("tools/call").await;
    drop(wire);
    assert_eq!(
        puppet.line().await,
        format!(r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#)
    );
}

#[tokio::test]
async fn the_results_of_an_older_server_get_what_the_newer_protocol_wants() {
    let (gate, mut puppet, mut wire) = legacy().await;
    let discovered: Value = serde_json::from_str(&wire.answer().await.body).unwrap();
    assert_eq!(discovered["result"]["capabilities"]["tools"]["listChanged"], true);
    // A client of both protocols is directed to the older one, in which the server can send it requests.
    assert_eq!(discovered["result"]["supportedVersions"][0], "2025-11-25");
    let mut wire = begin(&gate, &head(&gate, "tools/list", None), &request("2", "tools/list", "")).await;
    puppet.answers("tools/list", r#"{"tools":[{"name":"a","fix":1.0}],"x":1}"#).await;
    let expected = r#"{"resultType":"complete","ttlMs":0,"cacheScope":"private","tools":[{"name":"a","fixed":1.0}],"x":1}"#;
    assert_eq!(wire.answer().await.body, format!(r#"{{"jsonrpc":"2.0","id":2,"result":{expected}}}"#));
    let mut wire = call(&gate, "3", "").await;
    let (id, _) = puppet.asked("tools/call").await;
    // The server's request is refused, because a stateless client cannot receive it.
    puppet.send(r#"{"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":{}}"#).await;
    let refused: Value = serde_json::from_str(&puppet.line().await).unwrap();
    assert_eq!((&refused["id"], &refused["error"]["code"]), (&"q".into(), &(-32601).into()));
    puppet.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[]}}}}"#)).await;
    assert_eq!(
        wire.answer().await.body,
        r#"{"jsonrpc":"2.0","id":3,"result":{"resultType":"complete","content":[]}}"#
    );
    let mut wire = begin(&gate, &head(&gate, "tasks/get", None), &request("4", "tasks/get", "")).await;
    assert_eq!(wire.answer().await.status, 404);
}

#[tokio::test]
async fn a_stream_hears_of_decisions_whoever_keeps_it() {
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

    let (gate, _puppet, _wire) = legacy().await;
    let mut ours = begin(&gate, &head(&gate, "subscriptions/listen", None), &listen).await;
    assert_eq!(ours.answer().await.header("content-type"), Some("text/event-stream"));
    assert_eq!(ours.event().await.unwrap(), acknowledged("\"s\"", r#""toolsListChanged":true"#));
    gate.states[0].send(Arc::new(Decided(&["x"]))).unwrap();
    assert_eq!(ours.event().await.unwrap(), changed);

    let (gate, mut puppet, _) = modern().await;
    let mut theirs = begin(&gate, &head(&gate, "subscriptions/listen", None), &listen).await;
    let (id, _) = puppet.asked("subscriptions/listen").await;
    puppet.send(&acknowledged(&id.to_string(), r#""resourceSubscriptions":["x"]"#)).await;
    theirs.answer().await;
    let expected = acknowledged("\"s\"", r#""toolsListChanged":true,"resourceSubscriptions":["x"]"#);
    assert_eq!(theirs.event().await.unwrap(), expected);
    gate.states[0].send(Arc::new(Decided(&["x"]))).unwrap();
    assert_eq!(theirs.event().await.unwrap(), changed);
    let updated = |id: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{{"uri":"x","_meta":{{"io.modelcontextprotocol/subscriptionId":{id}}}}}}}"#
        )
    };
    puppet.send(&updated(&id.to_string())).await;
    assert_eq!(theirs.event().await.unwrap(), updated("\"s\""));
    // Stopping the gateway ends the stream.
    gate.stop.cancel();
    gate.task.await.unwrap();
    puppet.is_gone().await;
}

#[tokio::test]
async fn g18_headers_that_do_not_say_what_the_message_says_are_refused() {
    let (gate, mut puppet, _) = modern().await;
    let message = request("1", "tools/call", r#""name":"t","#);
    let good = head(&gate, "tools/call", Some("t"));
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
        let answer = begin(&gate, &head, message).await.answer().await;
        let body: Value = serde_json::from_str(&answer.body).unwrap();
        assert_eq!((answer.status, body["error"]["code"].as_i64()), (400, Some(code)), "{head}");
        assert_eq!(body["id"], 1);
        if code == -32022 {
            assert_eq!(body["error"]["data"]["supported"], serde_json::json!(["2026-07-28"]));
            assert!(head.contains(body["error"]["data"]["requested"].as_str().unwrap()));
        }
    }
    let mut wire = begin(&gate, &good.replace("mcp-name: t", "mcp-name: =?base64?dA==?="), &message).await;
    puppet.answers("tools/call", "{}").await;
    assert_eq!(wire.answer().await.status, 200);
}

#[tokio::test]
async fn several_servers_of_both_protocols_are_one_to_a_client_of_the_newer() {
    let gate = gate_with(Wanted { servers: &["new", "old"], ..Wanted::default() }).await;
    let mut wire = begin(&gate, &head(&gate, "tools/list", None), &request("1", "tools/list", "")).await;
    let (mut new, mut old) = (gate.puppets[0].next().await, gate.puppets[1].next().await);
    new.answers("server/discover", DISCOVERED).await;
    new.asked("subscriptions/listen").await;
    let (id, _) = old.asked("server/discover").await;
    old.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32601,"message":"x"}}}}"#)).await;
    old.shake_hands().await;
    old.line().await;
    for puppet in [&mut new, &mut old] {
        puppet.answers("tools/list", r#"{"tools":[{"name":"t"}]}"#).await;
    }
    let expected = r#"{"tools":[{"name":"new_t"},{"name":"old_t"}],"resultType":"complete","ttlMs":0,"cacheScope":"private"}"#;
    assert_eq!(wire.answer().await.body, format!(r#"{{"jsonrpc":"2.0","id":1,"result":{expected}}}"#));
    let message = request("2", "tools/call", r#""name":"old_t","#);
    let mut wire = begin(&gate, &head(&gate, "tools/call", Some("old_t")), &message).await;
    old.answers("tools/call", r#"{"content":[]}"#).await;
    assert_eq!(
        wire.answer().await.body,
        r#"{"jsonrpc":"2.0","id":2,"result":{"resultType":"complete","content":[]}}"#
    );
}
