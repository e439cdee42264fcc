//! Handshake-protocol clients in front of servers that only speak 2026-07-28.

use serde_json::Value;

use crate::http_client::HttpConnection;
use crate::http_upstreams::ScriptedHttpServer;
use crate::scripted_server::ScriptedProcess;
use crate::support::{
    Client, GatewayOptions, INITIALIZE, INITIALIZED, TestGateway, start_gateway_for, start_gateway_with,
};

const DISCOVERED: &str = r#"{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{},"resources":{"subscribe":true,"x":1.0},"extensions":{"a":{}}},"instructions":"Go on.","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"new","version":"1"}}}"#;
const META: &str = r#""io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"sampling":{}},"io.modelcontextprotocol/clientInfo":{"name":"tester","version":"1"}"#;

/// A gateway with such a server, and a client with a session.
async fn connect_client() -> (TestGateway, Client, ScriptedProcess) {
    let gateway = start_gateway_with(GatewayOptions::default()).await;
    let (head, address) = (gateway.head("POST", ""), gateway.address);
    let asking = tokio::spawn(async move {
        let mut connection = HttpConnection::open(address).await;
        let answer = connection.request(&head, INITIALIZE).await;
        (connection, answer)
    });
    let mut process = gateway.servers[0].next_process().await;
    let (id, _) = process.expect_request("initialize").await;
    let refusal = r#"{"code":-32022,"message":"x","data":{"supported":["2026-07-28"]}}"#;
    process.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{refusal}}}"#)).await;
    let asked = process.respond("server/discover", DISCOVERED).await;
    assert!(asked.contains(&format!(r#""_meta":{{{META}}}"#)), "{asked}");
    process.expect_request("subscriptions/listen").await;
    let (connection, response) = asking.await.unwrap();
    let mut client = gateway.client_from_response(connection, response);
    // Belongs to the handshake and is not forwarded.
    assert_eq!(client.post(INITIALIZED).await.status, 202);
    (gateway, client, process)
}

#[tokio::test]
async fn shared_methods_are_translated_exactly() {
    let (gateway, mut client, mut process) = connect_client().await;
    let welcome: Value = serde_json::from_str(&client.initialize_response.body).unwrap();
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
        let mut asking = client.new_connection(&gateway).await;
        asking.send(&call(given)).await;
        let (id, line) = process.expect_request("tools/call").await;
        assert_eq!(line, format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{sent}}}"#));
        let result = r#"{"resultType":"complete","content":[],"x":1.0}"#;
        process.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#)).await;
        let answer = asking.connection.read_response().await;
        assert_eq!(answer.body, format!(r#"{{"jsonrpc":"2.0","id":"c","result":{result}}}"#));
    }
    let mut asking = client.new_connection(&gateway).await;
    asking.send(r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#).await;
    let (id, line) = process.expect_request("tools/list").await;
    assert!(line.starts_with(&format!(r#"{{"params":{{"_meta":{{{META}}}}},"#)), "{line}");
    process.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"tools":[]}}}}"#)).await;
    assert_eq!(
        asking.connection.read_response().await.body,
        r#"{"jsonrpc":"2.0","id":2,"result":{"tools":[]}}"#
    );

    // The log level is sent with every later request; the gateway answers pings itself.
    for message in [
        r#"{"jsonrpc":"2.0","id":3,"method":"logging/setLevel","params":{"level":"debug"}}"#,
        r#"{"jsonrpc":"2.0","id":3,"method":"ping"}"#,
    ] {
        assert_eq!(client.post(message).await.body, r#"{"jsonrpc":"2.0","id":3,"result":{}}"#);
    }
    let mut asking = client.new_connection(&gateway).await;
    asking.send(r#"{"jsonrpc":"2.0","id":4,"method":"prompts/list"}"#).await;
    let line = process.respond("prompts/list", r#"{"prompts":[]}"#).await;
    assert!(line.contains(r#""io.modelcontextprotocol/logLevel":"debug""#), "{line}");
    asking.connection.read_response().await;
}

#[tokio::test]
async fn unbridgeable_methods_and_reserved_meta_are_refused() {
    let (_gate, mut client, mut process) = connect_client().await;
    let forged = r#"{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"t","_meta":{"io.modelcontextprotocol/clientCapabilities":{}}}}"#;
    for (message, code, text) in [
        (
            r#"{"jsonrpc":"2.0","id":5,"method":"resources/subscribe","params":{"uri":"x"}}"#,
            -32601,
            "not available in the protocol version of the server",
        ),
        (
            r#"{"jsonrpc":"2.0","id":5,"method":"tasks/list"}"#,
            -32601,
            "not available in the protocol version of the server",
        ),
        (forged, -32600, "reserved for the protocol"),
    ] {
        let answer: Value = serde_json::from_str(&client.post(message).await.body).unwrap();
        assert_eq!(answer["error"]["code"], code, "{answer}");
        assert!(answer["error"]["message"].as_str().unwrap().contains(text), "{answer}");
    }
    // None of these reached the server, and client notifications do not either.
    client.post(r#"{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}"#).await;
    client.send(r#"{"jsonrpc":"2.0","id":6,"method":"prompts/list"}"#).await;
    process.respond("prompts/list", r#"{"prompts":[]}"#).await;
}

#[tokio::test]
async fn input_requests_are_forwarded_to_the_client() {
    let (gateway, mut client, mut process) = connect_client().await;
    let mut asking = client.new_connection(&gateway).await;
    asking
        .send(
            r#"{"jsonrpc":"2.0","id":"c","method":"tools/call","params":{"name":"t","arguments":{"n":1.0}}}"#,
        )
        .await;
    let (id, first) = process.expect_request("tools/call").await;
    let more = r#"{"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create","params":{"message":"Who?"}},"b":{"method":"roots/list"}},"requestState":"opaque"}"#;
    process.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{more}}}"#)).await;
    asking.connection.read_response().await;
    for (method, result) in [
        ("elicitation/create", r#"{"action":"accept","content":{"n":2.0}}"#),
        ("roots/list", r#"{"roots":[]}"#),
    ] {
        let question: Value = serde_json::from_str(&asking.connection.next_event().await.unwrap()).unwrap();
        assert_eq!(question["method"], method);
        if method == "elicitation/create" {
            let message = question["params"]["message"].as_str().unwrap();
            assert!(message.contains("asks (not Hintsmith):\n\nWho?"), "{message}");
        }
        let answer = format!(r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#, question["id"]);
        assert_eq!(client.post(&answer).await.status, 202);
    }
    let (retry_id, line) = process.expect_request("tools/call").await;
    let input = r#""inputResponses":{"a":{"action":"accept","content":{"n":2.0}},"b":{"roots":[]}},"requestState":"opaque","#;
    let expected = first.replacen(&format!("\"id\":{id}"), &format!("\"id\":{retry_id}"), 1);
    assert_eq!(line, expected.replacen(r#""params":{"#, &format!(r#""params":{{{input}"#), 1));
    process
        .send(&format!(
            r#"{{"jsonrpc":"2.0","id":{retry_id},"result":{{"resultType":"complete","content":[]}}}}"#
        ))
        .await;
    let answer = r#"{"jsonrpc":"2.0","id":"c","result":{"resultType":"complete","content":[]}}"#;
    assert_eq!(asking.connection.next_event().await.unwrap(), answer);

    // A client that refuses to answer fails the call, not the connection.
    let mut asking = client.new_connection(&gateway).await;
    asking.send(r#"{"jsonrpc":"2.0","id":"d","method":"tools/call","params":{"name":"t"}}"#).await;
    let (id, _) = process.expect_request("tools/call").await;
    process.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{more}}}"#)).await;
    asking.connection.read_response().await;
    let question: Value = serde_json::from_str(&asking.connection.next_event().await.unwrap()).unwrap();
    let refusal =
        format!(r#"{{"jsonrpc":"2.0","id":{},"error":{{"code":-1,"message":"no"}}}}"#, question["id"]);
    assert_eq!(client.post(&refusal).await.status, 202);
    asking.connection.next_event().await;
    let cancelled = asking.connection.next_event().await.unwrap();
    assert!(cancelled.contains("notifications/cancelled"), "the other request is withdrawn: {cancelled}");
    let answer: Value = serde_json::from_str(&asking.connection.next_event().await.unwrap()).unwrap();
    assert!(answer["error"]["message"].as_str().unwrap().contains("did not respond to elicitation/create"));
}

#[tokio::test]
async fn cancelling_a_call_cancels_the_input_requests_made_for_it() {
    let (gateway, mut client, mut process) = connect_client().await;
    let mut asking = client.new_connection(&gateway).await;
    asking.send(r#"{"jsonrpc":"2.0","id":"c","method":"tools/call","params":{"name":"t"}}"#).await;
    let (id, _) = process.expect_request("tools/call").await;
    let more = r#"{"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create","params":{"message":"Who?"}},"b":{"method":"roots/list"}}}"#;
    process.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{more}}}"#)).await;
    asking.connection.read_response().await;
    let mut next = async || -> Value {
        serde_json::from_str(&asking.connection.next_event().await.expect("a message")).unwrap()
    };
    let requests = [next().await["id"].clone(), next().await["id"].clone()];
    client.post(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"c"}}"#).await;
    let cancelled = [next().await, next().await];
    assert_eq!(cancelled.each_ref().map(|message| message["params"]["requestId"].clone()), requests);
    assert!(cancelled.iter().all(|message| message["method"] == "notifications/cancelled"));
}

#[tokio::test]
async fn http_servers_without_a_handshake_are_bridged() {
    let server = ScriptedHttpServer::new().await;
    let gateway = start_gateway_for(vec![("far", server.source())], GatewayOptions::default()).await;
    let (head, address) = (gateway.head("POST", ""), gateway.address);
    let asking = tokio::spawn(async move {
        let mut connection = HttpConnection::open(address).await;
        let answer = connection.request(&head, INITIALIZE).await;
        (connection, answer)
    });
    // The error has no id, as the server may not have read the message at all.
    let body = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32020,"message":"x"}}"#;
    server
        .expect_request("initialize")
        .await
        .respond("400 Bad Request", "content-type: application/json\r\n", body)
        .await;
    let discover = server.expect_request("server/discover").await;
    assert!(discover.head.contains("mcp-method: server/discover"), "{}", discover.head);
    discover.respond_result(DISCOVERED).await;
    let (connection, response) = asking.await.unwrap();
    assert!(response.body.contains(r#""protocolVersion":"2025-11-25""#), "{}", response.body);
    drop(gateway.client_from_response(connection, response));
}
