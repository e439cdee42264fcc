//! Messages pass unchanged, except for ids, corrected lists and withheld tools.

use hintsmith_mcp::proxy::{LoggedOutcome, LoggedVerdict};
use serde_json::Value;

use crate::support::{GatewayOptions, INITIALIZE, start_gateway, start_gateway_with};

#[tokio::test]
async fn initialize_passes_unchanged_except_for_server_info() {
    let gateway = start_gateway().await;
    let asking = tokio::spawn({
        let (head, address) = (gateway.head("POST", ""), gateway.address);
        async move { crate::http_client::HttpConnection::open(address).await.request(&head, INITIALIZE).await }
    });
    let mut process = gateway.servers[0].next_process().await;
    let (id, line) = process.expect_request("initialize").await;
    assert_eq!(line, INITIALIZE.replace("\"init\"", &id.to_string()));
    process
        .send(&format!(
            r#"{{"result": {{"x":1e400,"protocolVersion":"2025-06-18", "capabilities":{{"tools":{{"y":1}},"z":{{}}}},"serverInfo":{{"name":"scripted"}},"instructions":"do\n"}}, "id":{id}}}"#
        ))
        .await;
    let answer = asking.await.unwrap();
    let ours =
        concat!(r#"{"name":"hintsmith","title":"Hintsmith","version":""#, env!("CARGO_PKG_VERSION"), r#""}"#);
    assert_eq!(
        answer.body,
        format!(
            r#"{{"result": {{"x":1e400,"protocolVersion":"2025-06-18", "capabilities":{{"tools":{{"listChanged":true,"y":1}},"z":{{}}}},"serverInfo":{ours},"instructions":"do\n"}}, "id":"init"}}"#
        )
    );
}

#[tokio::test]
async fn requests_and_responses_change_only_their_ids() {
    let gateway = start_gateway().await;
    let (mut client, mut process) = gateway.connect().await;
    for (id, method) in
        [("7", "tools/call"), ("\"a\\u0062\"", "prompts/get"), ("9007199254740993", "x/unknown")]
    {
        let message = format!(
            r#"{{ "x":1.0, "params":{{"name":"t","big":12345678901234567890,"arguments":{{"id":1}},"_meta":{{"k":[1e400]}}}},"id": {id} , "method":"{method}","jsonrpc":"2.0"}}"#
        );
        client.send(&message).await;
        let (ours, line) = process.expect_request(method).await;
        assert_eq!(line, message.replace(&format!("\"id\": {id} "), &format!("\"id\": {ours} ")));
        process.send(&format!(r#"{{"_meta":{{}}, "result":{{"content":[{{"type":"odd","n":1.50}}],"id":{ours}}},"id":{ours}, "y":null}}"#)).await;
        let answer = client.connection.read_response().await;
        assert_eq!(answer.header("content-type"), Some("application/json"));
        let expected = format!(
            r#"{{"_meta":{{}}, "result":{{"content":[{{"type":"odd","n":1.50}}],"id":{ours}}},"id":{id}, "y":null}}"#
        );
        assert_eq!(answer.body, expected);
    }
}

#[tokio::test]
async fn a_list_is_corrected_and_every_other_byte_stays() {
    let gateway =
        start_gateway_with(GatewayOptions { withheld: &["delete"], ..GatewayOptions::default() }).await;
    let (mut client, mut process) = gateway.connect().await;
    client.send(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":""}}"#).await;
    let (id, _) = process.expect_request("tools/list").await;
    process.send(&format!(r#"{{"id":{id},"result":{{"tools":[{{"name":"delete"}}, {{"name":"a","fix":1.0}}],"nextCursor":"","z":1}}}}"#)).await;
    assert_eq!(
        client.connection.read_response().await.body,
        r#"{"id":1,"result":{"tools":[{"name":"a","fixed":1.0}],"nextCursor":"","z":1}}"#
    );
}

#[tokio::test]
async fn cached_lists_are_shared_between_sessions_until_the_policy_changes() {
    let gateway =
        start_gateway_with(GatewayOptions { withheld: &["delete"], ..GatewayOptions::default() }).await;
    let (mut client, mut process) = gateway.connect().await;
    let (mut other, mut theirs) = gateway.connect().await;
    let long = "x".repeat(5_000);
    let tools = |word: &str| format!(r#"{{"tools":[{word}{{"name":"a","fix":1.0,"d":"{long}"}}],"z":1}}"#);
    let delete = r#"{"name":"delete"},"#;
    let ask = |id: &str| format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/list"}}"#);
    let shown = |id: &str, word: &str| {
        let result = tools(word).replace("\"fix\"", "\"fixed\"");
        format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#)
    };
    for id in ["1", "22", "\"three\"", "4.5"] {
        client.send(&ask(id)).await;
        process.respond("tools/list", &tools(delete)).await;
        assert_eq!(client.connection.read_response().await.body, shown(id, ""), "{id}");
        other.send(&ask(id)).await;
        theirs.respond("tools/list", &tools(delete)).await;
        assert_eq!(other.connection.read_response().await.body, shown(id, ""), "{id}");
    }
    // A different list is corrected on its own, and so is the first one after it.
    for word in [r#"{"name":"b"},"#, delete] {
        client.send(&ask("5")).await;
        process.respond("tools/list", &tools(word)).await;
        assert_eq!(client.connection.read_response().await.body, shown("5", word).replace(delete, ""));
    }
    // The response to another request may look the same, and is not a list.
    client.send(r#"{"jsonrpc":"2.0","id":6,"method":"x/list"}"#).await;
    let (id, _) = process.expect_request("x/list").await;
    let mut second_client = client.new_connection(&gateway).await;
    second_client.send(&ask("7")).await;
    process.expect_request("tools/list").await;
    process.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{}}}"#, tools(delete))).await;
    assert!(client.connection.read_response().await.body.contains("delete"));
    gateway.policies[0].send(std::sync::Arc::new(crate::support::WithholdingPolicy(&[]))).unwrap();
    other.send(&ask("8")).await;
    theirs.respond("tools/list", &tools(delete)).await;
    assert_eq!(other.connection.read_response().await.body, shown("8", delete));
}

#[tokio::test]
async fn calls_of_withheld_tools_look_unknown_and_are_logged() {
    let mut gateway =
        start_gateway_with(GatewayOptions { withheld: &["delete"], ..GatewayOptions::default() }).await;
    let (mut client, mut process) = gateway.connect().await;
    for (name, shown) in [("delete", "delete"), ("Delete", "Delete"), (r"\u0064elete", "delete")] {
        let call = format!(
            r#"{{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{{"name":"{name}","arguments":{{"a":"secret"}}}}}}"#
        );
        let answer = client.post(&call).await;
        assert_eq!(
            answer.body,
            format!(
                r#"{{"jsonrpc":"2.0","id":"x","error":{{"code":-32602,"message":"Unknown tool: {shown}"}}}}"#
            )
        );
        let record = gateway.next_record().await;
        assert_eq!((record.server.as_deref(), record.client.as_deref()), (Some("one"), Some("tester")));
        assert_eq!(
            (record.tool.as_str(), record.verdict, record.outcome),
            (shown, LoggedVerdict::Unknown, LoggedOutcome::Error)
        );
        let argument = &record.arguments[0];
        assert_eq!((argument.name.as_str(), argument.kind, &argument.value), ("a", "a string", &None));
    }
    for call in [
        r#"{"id":1,"method":"tools/call","params":{"name":"fetch","name":"delete"}}"#,
        r#"{"id":1,"method":"tools/call","params":{"name":"fetch","Name":"delete"}}"#,
        r#"{"id":1,"METHOD":"tools/call","params":{"name":"delete"}}"#,
        r#"{"id":1,"method":"ping","method":"tools/call","params":{"name":"delete"}}"#,
        r#"{"id":1,"method":"tools/call"}"#,
    ] {
        let answer: Value = serde_json::from_str(&client.post(call).await.body).unwrap();
        assert!(answer["error"]["code"].as_i64().unwrap() <= -32600, "{call}: {answer}");
    }
    assert_eq!(client.post(r#"{"method":"tools/call","params":{"name":"fetch"}}"#).await.status, 202);
    client.post(r#"{"jsonrpc":"2.0","method":"notifications/mark"}"#).await;
    process.expect_only("notifications/mark").await;
}

#[tokio::test]
async fn messages_before_a_response_precede_it_on_its_stream() {
    let gateway = start_gateway().await;
    let (mut client, mut process) = gateway.connect().await;
    client.send(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","_meta":{"progressToken":"p"}}}"#).await;
    let (id, _) = process.expect_request("tools/call").await;
    let progress = r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p","progress":0.50,"x":1}}"#;
    process.send(progress).await;
    process
        .send(r#"{"jsonrpc":"2.0","id":"mine","method":"sampling/createMessage","params":{"messages":[]}}"#)
        .await;
    let answer = client.connection.read_response().await;
    assert_eq!(answer.header("content-type"), Some("text/event-stream"));
    assert_eq!(client.connection.next_event().await.unwrap(), progress);
    let question: Value = serde_json::from_str(&client.connection.next_event().await.unwrap()).unwrap();
    assert_eq!(question["method"], "sampling/createMessage");
    assert_eq!(question["params"]["systemPrompt"], "The MCP server “one” asks (not Hintsmith):");
    // The client's response arrives with another POST.
    let mut other = client.new_connection(&gateway).await;
    let response =
        format!(r#"{{"jsonrpc":"2.0","id":{},"result":{{"role":"assistant","n":1.0}}}}"#, question["id"]);
    assert_eq!(other.post(&response).await.status, 202);
    assert_eq!(
        process.read_line().await,
        r#"{"jsonrpc":"2.0","id":"mine","result":{"role":"assistant","n":1.0}}"#
    );
    // A second response is ignored.
    other.post(&response).await;
    other.post(r#"{"jsonrpc":"2.0","method":"notifications/mark"}"#).await;
    process.expect_only("notifications/mark").await;
    process.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#)).await;
    assert_eq!(client.connection.next_event().await.unwrap(), r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
    assert_eq!(client.connection.next_event().await, None);
}

#[tokio::test]
async fn cancellations_use_the_id_sent_to_the_server() {
    let mut gateway = start_gateway().await;
    let (mut client, mut process) = gateway.connect().await;
    client.send(r#"{"jsonrpc":"2.0","id":"c","method":"tools/call","params":{"name":"t"}}"#).await;
    let (id, _) = process.expect_request("tools/call").await;
    let mut other = client.new_connection(&gateway).await;
    other
        .post(
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"c","reason":"x"}}"#,
        )
        .await;
    assert_eq!(
        process.read_line().await,
        format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id},"reason":"x"}}}}"#
        )
    );
    assert_eq!(client.connection.read_response().await.status, 200);
    assert_eq!(client.connection.next_event().await, None);
    assert_eq!(gateway.next_record().await.outcome, LoggedOutcome::Cancelled);
    // A late response is dropped, and the id is free again.
    process.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#)).await;
    client.send(r#"{"jsonrpc":"2.0","id":"c","method":"ping"}"#).await;
    process.respond("ping", r#"{"n":1}"#).await;
    assert_eq!(
        client.connection.read_response().await.body,
        r#"{"jsonrpc":"2.0","id":"c","result":{"n":1}}"#
    );
}

#[tokio::test]
async fn unmatched_responses_are_dropped_and_counted() {
    let gateway = start_gateway().await;
    let (mut client, mut process) = gateway.connect().await;
    client.send(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#).await;
    let (id, _) = process.expect_request("ping").await;
    for stray in ["1000000", "\"x\"", "-1", &format!("\"{id}\"")] {
        process.send(&format!(r#"{{"jsonrpc":"2.0","id":{stray},"result":{{"stray":1}}}}"#)).await;
    }
    process.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#)).await;
    process.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"twice":1}}}}"#)).await;
    assert_eq!(client.connection.read_response().await.body, r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
    client.send(r#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#).await;
    process.respond("ping", "{}").await;
    assert_eq!(client.connection.read_response().await.body, r#"{"jsonrpc":"2.0","id":2,"result":{}}"#);
    assert_eq!(gateway.context.metrics.unmatched_responses.get(), 5);
}

#[tokio::test]
async fn policy_changes_are_sent_on_the_clients_stream() {
    let gateway = start_gateway().await;
    let (client, mut process) = gateway.connect().await;
    let mut stream = gateway.open_stream(&client).await;
    gateway.policies[0].send(std::sync::Arc::new(crate::support::WithholdingPolicy(&["x"]))).unwrap();
    assert_eq!(
        stream.next_event().await.unwrap(),
        r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#
    );
    let log = r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1.0}}"#;
    process.send(log).await;
    assert_eq!(stream.next_event().await.unwrap(), log);
}

#[tokio::test]
async fn slow_responses_become_streams_with_keep_alives() {
    let gateway = start_gateway_with(GatewayOptions {
        config: |config| config.limits.keep_alive_interval = std::time::Duration::from_millis(20),
        ..GatewayOptions::default()
    })
    .await;
    let (mut client, mut process) = gateway.connect().await;
    client.send(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#).await;
    let (id, _) = process.expect_request("ping").await;
    assert_eq!(client.connection.read_response().await.header("content-type"), Some("text/event-stream"));
    assert_eq!(client.connection.read_chunk().await, ":\n\n");
    process.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#)).await;
    assert_eq!(client.connection.next_event().await.unwrap(), r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
    assert_eq!(client.connection.next_event().await, None);
}

#[tokio::test]
async fn a_request_that_its_server_cancelled_is_not_answered() {
    let gateway = start_gateway().await;
    let (mut client, mut process) = gateway.connect().await;
    client.send(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}"#).await;
    process.expect_request("tools/call").await;
    process.send(r#"{"jsonrpc":"2.0","id":"mine","method":"roots/list"}"#).await;
    process
        .send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"mine"}}"#)
        .await;
    client.connection.read_response().await;
    let request: Value = serde_json::from_str(&client.connection.next_event().await.unwrap()).unwrap();
    let cancelled: Value = serde_json::from_str(&client.connection.next_event().await.unwrap()).unwrap();
    assert_eq!(cancelled["params"]["requestId"], request["id"]);
    // The gateway has removed the request, so that requests a server cancels do not use up its limit.
    let mut other = client.new_connection(&gateway).await;
    other.post(&format!(r#"{{"jsonrpc":"2.0","id":{},"result":{{"roots":[]}}}}"#, request["id"])).await;
    other.post(r#"{"jsonrpc":"2.0","method":"notifications/mark"}"#).await;
    process.expect_only("notifications/mark").await;
}

#[tokio::test]
async fn a_request_whose_id_is_null_is_refused() {
    let gateway = start_gateway().await;
    let (mut client, mut process) = gateway.connect().await;
    let answer = client.post(r#"{"jsonrpc":"2.0","id":null,"method":"tools/list"}"#).await;
    assert!(answer.body.contains("the id must not be null"), "{}", answer.body);
    client.post(r#"{"jsonrpc":"2.0","method":"notifications/mark"}"#).await;
    process.expect_only("notifications/mark").await;
}
