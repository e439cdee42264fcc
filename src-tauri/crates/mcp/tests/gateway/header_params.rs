//! Header parameters from clients and to servers, and cancellation of 2026-07-28 requests upstream.

use std::time::Duration;

use serde_json::Value;

use crate::http_upstreams::{Exchange, Played};
use crate::stateless::{DISCOVERED, begin, head, request};
use crate::support::{Gate, Wanted, gate_of, gate_with};

/// A tool with header parameters: one at the top level, one nested.
const TOOLS: &str = r#"{"resultType":"complete","tools":[{"name":"t","inputSchema":{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"},"deep":{"type":"object","properties":{"level":{"type":"integer","x-mcp-header":"Level"}}}}}},{"name":"hidden","inputSchema":{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"}}}}]}"#;

fn call(tool: &str, arguments: &str) -> String {
    request("7", "tools/call", &format!(r#""name":"{tool}","arguments":{arguments},"#))
}

fn with(gate: &Gate, tool: &str, headers: &str) -> String {
    format!("{}{headers}", head(gate, "tools/call", Some(tool)))
}

#[tokio::test]
async fn a_call_whose_headers_do_not_say_what_its_arguments_say_is_refused() {
    let gate = gate_with(Wanted { withheld: &["hidden"], ..Wanted::default() }).await;
    let arguments = r#"{"region":"Zürich","deep":{"level":42}}"#;
    let good = "\nmcp-param-region: =?base64?WsO8cmljaA==?=\nMCP-PARAM-LEVEL: 42.0";
    let mut wire = begin(&gate, &with(&gate, "t", good), &call("t", arguments)).await;
    let mut puppet = gate.puppets[0].next().await;
    puppet.answers("server/discover", DISCOVERED).await;
    // The tools have not been listed yet, so the gateway lists them once for header parameters.
    puppet.answers("tools/list", TOOLS).await;
    puppet.answers("tools/call", r#"{"resultType":"complete"}"#).await;
    assert_eq!(wire.answer().await.status, 200);
    for headers in [
        "",
        "\nmcp-param-region: =?base64?WsO8cmljaA==?=",
        "\nmcp-param-region: Zurich\nmcp-param-level: 42",
        "\nmcp-param-region: =?base64?WsO8cmljaA?=\nmcp-param-level: 42",
        "\nmcp-param-region: =?base64?WsO8cmljaA==?=\nmcp-param-level: 43",
        "\nmcp-param-region: =?base64?WsO8cmljaA==?=\nmcp-param-level: 42\nmcp-param-level: 42",
    ] {
        let answer = begin(&gate, &with(&gate, "t", headers), &call("t", arguments)).await.answer().await;
        let body: Value = serde_json::from_str(&answer.body).unwrap();
        assert_eq!((answer.status, &body["error"]["code"]), (400, &(-32020).into()), "{headers}");
    }
    // An argument that is absent or null must not be in a header either.
    let nothing = r#"{"region":null}"#;
    let answer =
        begin(&gate, &with(&gate, "t", "\nmcp-param-region: x"), &call("t", nothing)).await.answer().await;
    assert_eq!(answer.status, 400);
    let mut wire = begin(&gate, &with(&gate, "t", ""), &call("t", nothing)).await;
    puppet.answers("tools/call", r#"{"resultType":"complete"}"#).await;
    assert_eq!(wire.answer().await.status, 200);
    // A withheld tool looks unknown, whatever the headers are.
    let answer = begin(&gate, &with(&gate, "hidden", ""), &call("hidden", arguments)).await.answer().await;
    let body: Value = serde_json::from_str(&answer.body).unwrap();
    assert_eq!((answer.status, &body["error"]["message"]), (200, &"Unknown tool: hidden".into()));
}

#[tokio::test]
async fn a_list_that_another_session_was_given_says_here_too_what_stands_in_headers() {
    let gate = gate_with(Wanted::default()).await;
    // Long enough to be cached.
    let pad = format!(r#","x":"{}"}}"#, "x".repeat(8 << 10));
    let [without, with_headers] = [r#"{"resultType":"complete","tools":[{"name":"t"}]}"#, TOOLS]
        .map(|tools| format!("{}{pad}", tools.strip_suffix('}').unwrap()));
    let list = request("1", "tools/list", "");
    let mut wire = begin(&gate, &head(&gate, "tools/list", None), &list).await;
    let mut puppet = gate.puppets[0].next().await;
    puppet.answers("server/discover", DISCOVERED).await;
    puppet.answers("tools/list", &without).await;
    wire.answer().await;
    let (mut client, mut theirs) = gate.enter().await;
    client.begin(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#).await;
    theirs.answers("tools/list", &with_headers).await;
    client.wire.answer().await;
    let mut wire = begin(&gate, &head(&gate, "tools/list", None), &list).await;
    puppet.answers("tools/list", &with_headers).await;
    assert_eq!(wire.answer().await.body, format!(r#"{{"jsonrpc":"2.0","id":1,"result":{with_headers}}}"#));
    let answer = begin(&gate, &with(&gate, "t", ""), &call("t", r#"{"region":"x"}"#)).await.answer().await;
    assert!(answer.body.contains("-32020"), "{answer:?}");
    // Conversely, the header parameters are removed again.
    client.begin(r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#).await;
    theirs.answers("tools/list", &without).await;
    client.wire.answer().await;
    let mut wire = begin(&gate, &head(&gate, "tools/list", None), &list).await;
    puppet.answers("tools/list", &without).await;
    wire.answer().await;
    let mut wire = begin(&gate, &with(&gate, "t", ""), &call("t", r#"{"region":"x"}"#)).await;
    puppet.answers("tools/call", r#"{"resultType":"complete"}"#).await;
    assert_eq!(wire.answer().await.status, 200);
}

/// A gateway in front of a remote 2026-07-28 server.
async fn far() -> (Gate, Played) {
    let played = Played::new().await;
    let patience = |patience: &mut hintsmith_mcp::gateway::Timeouts| {
        patience.again = (Duration::from_millis(1), Duration::from_millis(2));
    };
    let gate = gate_of(vec![("far", played.source())], Wanted { patience, ..Wanted::default() }).await;
    (gate, played)
}

async fn asked(played: &Played, method: &str) -> Exchange {
    let exchange = played.asked(&format!("\"method\":\"{method}\"")).await;
    assert!(exchange.head.contains(&format!("mcp-method: {method}\r\n")), "{}", exchange.head);
    assert!(exchange.head.contains("mcp-protocol-version: 2026-07-28\r\n"), "{}", exchange.head);
    exchange
}

#[tokio::test]
async fn a_server_behind_an_address_is_told_in_headers_what_a_call_says() {
    let (gate, played) = far().await;
    let headers = "\nmcp-param-region: x\nmcp-param-level: -7\nmcp-param-other: not passed on";
    let arguments = r#"{"region":"x","deep":{"level":-7}}"#;
    let mut wire = begin(&gate, &with(&gate, "t", headers), &call("t", arguments)).await;
    asked(&played, "server/discover").await.result(DISCOVERED).await;
    asked(&played, "tools/list").await.result(TOOLS).await;
    let exchange = asked(&played, "tools/call").await;
    for said in ["mcp-name: t\r\n", "mcp-param-region: x\r\n", "mcp-param-level: -7\r\n"] {
        assert!(exchange.head.contains(said), "{}", exchange.head);
    }
    assert!(!exchange.head.contains("not passed on"), "{}", exchange.head);
    exchange.result(r#"{"resultType":"complete"}"#).await;
    assert_eq!(wire.answer().await.status, 200);
    // The task id is sent as `Mcp-Name` as well.
    let head = head(&gate, "tasks/get", Some("one"));
    let mut wire = begin(&gate, &head, &request("8", "tasks/get", r#""taskId":"one","#)).await;
    let exchange = asked(&played, "tasks/get").await;
    assert!(exchange.head.contains("mcp-name: one\r\n"), "{}", exchange.head);
    exchange.result(r#"{"resultType":"complete"}"#).await;
    assert_eq!(wire.answer().await.status, 200);
}

#[tokio::test]
async fn whoever_closes_the_stream_of_a_request_closes_the_one_behind_us() {
    let (gate, played) = far().await;
    let listen = request("\"s\"", "subscriptions/listen", r#""notifications":{"toolsListChanged":true},"#);
    let mut wire = begin(&gate, &head(&gate, "subscriptions/listen", None), &listen).await;
    asked(&played, "server/discover").await.result(DISCOVERED).await;
    let mut exchange = asked(&played, "subscriptions/listen").await;
    exchange.events().await;
    let id = exchange.id();
    exchange.send(&format!("data: {{\"jsonrpc\":\"2.0\",\"method\":\"notifications/subscriptions/acknowledged\",\"params\":{{\"_meta\":{{\"io.modelcontextprotocol/subscriptionId\":{id}}},\"notifications\":{{\"toolsListChanged\":true}}}}}}\n\n")).await;
    wire.answer().await;
    assert!(wire.event().await.unwrap().contains("acknowledged"));
    drop(wire);
    exchange.hung_up().await;
    // No cancellation is sent: the next message is the next request.
    let mut wire = begin(&gate, &head(&gate, "prompts/list", None), &request("9", "prompts/list", "")).await;
    asked(&played, "prompts/list").await.result(r#"{"resultType":"complete","prompts":[]}"#).await;
    assert_eq!(wire.answer().await.status, 200);
}

#[tokio::test]
async fn a_call_that_is_never_answered_is_called_off_by_closing_its_connection() {
    let played = Played::new().await;
    let patience =
        |patience: &mut hintsmith_mcp::gateway::Timeouts| patience.call = Duration::from_millis(50);
    let gate = gate_of(vec![("far", played.source())], Wanted { patience, ..Wanted::default() }).await;
    let mut wire = begin(&gate, &with(&gate, "t", ""), &call("t", "{}")).await;
    asked(&played, "server/discover").await.result(DISCOVERED).await;
    asked(&played, "tools/list").await.result(TOOLS).await;
    let hangs = asked(&played, "tools/call").await;
    let answer = wire.answer().await;
    assert!(answer.body.contains("did not answer in"), "{answer:?}");
    hangs.hung_up().await;
    // No cancellation is sent: the next message is the next request.
    let mut wire = begin(&gate, &head(&gate, "prompts/list", None), &request("9", "prompts/list", "")).await;
    asked(&played, "prompts/list").await.result(r#"{"resultType":"complete","prompts":[]}"#).await;
    assert_eq!(wire.answer().await.status, 200);
}

#[tokio::test]
async fn a_stream_on_which_we_hear_of_changes_is_opened_again_when_it_breaks() {
    let (one, two) = (Played::new().await, Played::new().await);
    let patience = |patience: &mut hintsmith_mcp::gateway::Timeouts| {
        patience.again = (Duration::from_millis(1), Duration::from_millis(2));
    };
    let sources = vec![("one", one.source()), ("two", two.source())];
    let gate = gate_of(sources, Wanted { patience, ..Wanted::default() }).await;
    let listen = request("\"s\"", "subscriptions/listen", r#""notifications":{"toolsListChanged":true},"#);
    let mut wire = begin(&gate, &head(&gate, "subscriptions/listen", None), &listen).await;
    asked(&two, "server/discover").await.result(DISCOVERED).await;
    asked(&one, "server/discover").await.result(DISCOVERED).await;
    // One server does not support subscriptions and is not asked again.
    let refusal = asked(&two, "subscriptions/listen").await;
    let body =
        format!(r#"{{"jsonrpc":"2.0","id":{},"error":{{"code":-32601,"message":"x"}}}}"#, refusal.id());
    refusal.answer("404 Not Found", "content-type: application/json\r\n", &body).await;
    let mut first = asked(&one, "subscriptions/listen").await;
    first.events().await;
    wire.answer().await;
    assert!(wire.event().await.unwrap().contains("acknowledged"));
    drop(first);
    let mut second = asked(&one, "subscriptions/listen").await;
    second.events().await;
    // Changes in between may have been missed.
    assert!(wire.event().await.unwrap().contains("notifications/tools/list_changed"));
    let id = second.id();
    second.send(&format!("data: {{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\",\"params\":{{\"_meta\":{{\"io.modelcontextprotocol/subscriptionId\":{id}}}}}}}\n\n")).await;
    assert!(wire.event().await.unwrap().contains("notifications/tools/list_changed"));
}
