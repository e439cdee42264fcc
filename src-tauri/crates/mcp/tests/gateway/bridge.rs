//! Handshake-protocol clients in front of servers that only speak 2026-07-28.

use serde_json::Value;

use crate::http_client::Wire;
use crate::http_upstreams::Played;
use crate::scripted_server::Puppet;
use crate::support::{Client, Gate, INITIALIZE, INITIALIZED, Wanted, gate_of, gate_with};

const DISCOVERED: &str = r#"{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{},"resources":{"subscribe":true,"x":1.0},"extensions":{"a":{}}},"instructions":"Go on.","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"new","version":"1"}}}"#;
const META: &str = r#""io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"sampling":{}},"io.modelcontextprotocol/clientInfo":{"name":"tester","version":"1"}"#;

/// A gateway with such a server, and a client with a session.
async fn entered() -> (Gate, Client, Puppet) {
    let gate = gate_with(Wanted::default()).await;
    let (head, address) = (gate.head("POST", ""), gate.address);
    let asking = tokio::spawn(async move {
        let mut wire = Wire::open(address).await;
        let answer = wire.ask(&head, INITIALIZE).await;
        (wire, answer)
    });
    let mut puppet = gate.puppets[0].next().await;
    let (id, _) = puppet.asked("initialize").await;
    let refusal = r#"{"code":-32022,"message":"x","data":{"supported":["2026-07-28"]}}"#;
    puppet.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{refusal}}}"#)).await;
    let asked = puppet.answers("server/discover", DISCOVERED).await;
    assert!(asked.contains(&format!(r#""_meta":{{{META}}}"#)), "{asked}");
    puppet.asked("subscriptions/listen").await;
    let (wire, welcome) = asking.await.unwrap();
    let mut client = gate.client(wire, welcome);
    // Belongs to the handshake and is not forwarded.
    assert_eq!(client.post(INITIALIZED).await.status, 202);
    (gate, client, puppet)
}

#[tokio::test]
async fn what_both_protocols_have_is_translated_exactly() {
    let (gate, mut client, mut puppet) = entered().await;
    let welcome: Value = serde_json::from_str(&client.welcome.body).unwrap();
    let result = &welcome["result"];
    assert_eq!(result["protocolVersion"], "2025-11-25");
    assert_eq!(result["instructions"], "Go on.");
    assert_eq!(
        result["capabilities"],
        serde_json::json!({"tools": {"listChanged": true}, "resources": {"x": 1.0}})
    );

    let call = |meta: &str| {
        format!(r#"{{"jsonrpc":"2.0","id":"c","method":"tools/call","params":{{"name":"t"{meta}}}}}"#)
    };
    for (given, sent) in [
        ("", format!(r#"{{"_meta":{{{META}}},"name":"t"}}"#)),
        (
            r#","_meta":{"progressToken":9}"#,
            format!(r#"{{"name":"t","_meta":{{{META},"progressToken":9}}}}"#),
        ),
    ] {
        let mut asking = client.again(&gate).await;
        asking.begin(&call(given)).await;
        let (id, line) = puppet.asked("tools/call").await;
        assert_eq!(line, format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{sent}}}"#));
        let result = r#"{"resultType":"complete","content":[],"x":1.0}"#;
        puppet.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#)).await;
        let answer = asking.wire.answer().await;
        assert_eq!(answer.body, format!(r#"{{"jsonrpc":"2.0","id":"c","result":{result}}}"#));
    }
    let mut asking = client.again(&gate).await;
    asking.begin(r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#).await;
    let (id, line) = puppet.asked("tools/list").await;
    assert!(line.starts_with(&format!(r#"{{"params":{{"_meta":{{{META}}}}},"#)), "{line}");
    puppet.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"tools":[]}}}}"#)).await;
    assert_eq!(asking.wire.answer().await.body, r#"{"jsonrpc":"2.0","id":2,"result":{"tools":[]}}"#);

    // The log level is sent with every later request; the gateway answers pings itself.
    for message in [
        r#"{"jsonrpc":"2.0","id":3,"method":"logging/setLevel","params":{"level":"debug"}}"#,
        r#"{"jsonrpc":"2.0","id":3,"method":"ping"}"#,
    ] {
        assert_eq!(client.post(message).await.body, r#"{"jsonrpc":"2.0","id":3,"result":{}}"#);
    }
    let mut asking = client.again(&gate).await;
    asking.begin(r#"{"jsonrpc":"2.0","id":4,"method":"prompts/list"}"#).await;
    let line = puppet.answers("prompts/list", r#"{"prompts":[]}"#).await;
    assert!(line.contains(r#""io.modelcontextprotocol/logLevel":"debug""#), "{line}");
    asking.wire.answer().await;
}

#[tokio::test]
async fn what_has_no_counterpart_or_would_speak_for_us_is_refused_in_words() {
    let (_gate, mut client, mut puppet) = entered().await;
    let forged = r#"{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"t","_meta":{"io.modelcontextprotocol/clientCapabilities":{}}}}"#;
    for (message, code, words) in [
        (
            r#"{"jsonrpc":"2.0","id":5,"method":"resources/subscribe","params":{"uri":"x"}}"#,
            -32601,
            "speaks a newer protocol",
        ),
        (r#"{"jsonrpc":"2.0","id":5,"method":"tasks/list"}"#, -32601, "speaks a newer protocol"),
        (forged, -32600, "only we may say"),
    ] {
        let answer: Value = serde_json::from_str(&client.post(message).await.body).unwrap();
        assert_eq!(answer["error"]["code"], code, "{answer}");
        assert!(answer["error"]["message"].as_str().unwrap().contains(words), "{answer}");
    }
    // None of these reached the server, and client notifications do not either.
    client.post(r#"{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}"#).await;
    client.begin(r#"{"jsonrpc":"2.0","id":6,"method":"prompts/list"}"#).await;
    puppet.answers("prompts/list", r#"{"prompts":[]}"#).await;
}

#[tokio::test]
async fn what_the_server_still_has_to_be_told_is_asked_of_the_client() {
    let (gate, mut client, mut puppet) = entered().await;
    let mut asking = client.again(&gate).await;
    asking
        .begin(
            r#"{"jsonrpc":"2.0","id":"c","method":"tools/call","params":{"name":"t","arguments":{"n":1.0}}}"#,
        )
        .await;
    let (id, first) = puppet.asked("tools/call").await;
    let more = r#"{"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create","params":{"message":"Who?"}},"b":{"method":"roots/list"}},"requestState":"opaque"}"#;
    puppet.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{more}}}"#)).await;
    asking.wire.answer().await;
    for (method, result) in [
        ("elicitation/create", r#"{"action":"accept","content":{"n":2.0}}"#),
        ("roots/list", r#"{"roots":[]}"#),
    ] {
        let question: Value = serde_json::from_str(&asking.wire.event().await.unwrap()).unwrap();
        assert_eq!(question["method"], method);
        if method == "elicitation/create" {
            let message = question["params"]["message"].as_str().unwrap();
            assert!(message.contains("asks (not Hintsmith):\n\nWho?"), "{message}");
        }
        let answer = format!(r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#, question["id"]);
        assert_eq!(client.post(&answer).await.status, 202);
    }
    let (again, line) = puppet.asked("tools/call").await;
    let told = r#""inputResponses":{"a":{"action":"accept","content":{"n":2.0}},"b":{"roots":[]}},"requestState":"opaque","#;
    let expected = first.replacen(&format!("\"id\":{id}"), &format!("\"id\":{again}"), 1);
    assert_eq!(line, expected.replacen(r#""params":{"#, &format!(r#""params":{{{told}"#), 1));
    puppet
        .send(&format!(
            r#"{{"jsonrpc":"2.0","id":{again},"result":{{"resultType":"complete","content":[]}}}}"#
        ))
        .await;
    let answer = r#"{"jsonrpc":"2.0","id":"c","result":{"resultType":"complete","content":[]}}"#;
    assert_eq!(asking.wire.event().await.unwrap(), answer);

    // A client that refuses to answer fails the call, not the connection.
    let mut asking = client.again(&gate).await;
    asking.begin(r#"{"jsonrpc":"2.0","id":"d","method":"tools/call","params":{"name":"t"}}"#).await;
    let (id, _) = puppet.asked("tools/call").await;
    puppet.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{more}}}"#)).await;
    asking.wire.answer().await;
    let question: Value = serde_json::from_str(&asking.wire.event().await.unwrap()).unwrap();
    let refusal =
        format!(r#"{{"jsonrpc":"2.0","id":{},"error":{{"code":-1,"message":"no"}}}}"#, question["id"]);
    assert_eq!(client.post(&refusal).await.status, 202);
    asking.wire.event().await;
    let answer: Value = serde_json::from_str(&asking.wire.event().await.unwrap()).unwrap();
    assert!(answer["error"]["message"].as_str().unwrap().contains("did not answer elicitation/create"));
}

#[tokio::test]
async fn a_server_behind_an_address_that_knows_no_handshake_is_bridged_as_well() {
    let played = Played::new().await;
    let gate = gate_of(vec![("far", played.source())], Wanted::default()).await;
    let (head, address) = (gate.head("POST", ""), gate.address);
    let asking = tokio::spawn(async move {
        let mut wire = Wire::open(address).await;
        let answer = wire.ask(&head, INITIALIZE).await;
        (wire, answer)
    });
    // The error has no id, as the server may not have read the message at all.
    let body = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32020,"message":"x"}}"#;
    played
        .asked("initialize")
        .await
        .answer("400 Bad Request", "content-type: application/json\r\n", body)
        .await;
    let discover = played.asked("server/discover").await;
    assert!(discover.head.contains("mcp-method: server/discover"), "{}", discover.head);
    discover.result(DISCOVERED).await;
    let (wire, welcome) = asking.await.unwrap();
    assert!(welcome.body.contains(r#""protocolVersion":"2025-11-25""#), "{}", welcome.body);
    drop(gate.client(wire, welcome));
}
