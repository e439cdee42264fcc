//! Messages pass unchanged, except for ids, corrected lists and withheld tools.

use hintsmith_mcp::proxy::{LoggedOutcome, LoggedVerdict};
use serde_json::Value;

use crate::support::{INITIALIZE, Wanted, gate, gate_with};

#[tokio::test]
async fn a_server_is_greeted_with_what_the_client_said_and_its_answer_passes_with_our_name() {
    let gate = gate().await;
    let asking = tokio::spawn({
        let (head, address) = (gate.head("POST", ""), gate.address);
        async move { crate::http_client::Wire::open(address).await.ask(&head, INITIALIZE).await }
    });
    let mut puppet = gate.puppets[0].next().await;
    let (id, line) = puppet.asked("initialize").await;
    assert_eq!(line, INITIALIZE.replace("\"init\"", &id.to_string()));
    puppet
        .send(&format!(
            r#"{{"result": {{"x":1e400,"protocolVersion":"2025-06-18", "capabilities":{{"tools":{{"y":1}},"z":{{}}}},"serverInfo":{{"name":"puppet"}},"instructions":"do\n"}}, "id":{id}}}"#
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
async fn requests_and_answers_differ_only_by_their_ids() {
    let gate = gate().await;
    let (mut client, mut puppet) = gate.enter().await;
    for (id, method) in
        [("7", "tools/call"), ("\"a\\u0062\"", "prompts/get"), ("9007199254740993", "x/unknown")]
    {
        let message = format!(
            r#"{{ "x":1.0, "params":{{"name":"t","big":12345678901234567890,"arguments":{{"id":1}},"_meta":{{"k":[1e400]}}}},"id": {id} , "method":"{method}","jsonrpc":"2.0"}}"#
        );
        client.begin(&message).await;
        let (ours, line) = puppet.asked(method).await;
        assert_eq!(line, message.replace(&format!("\"id\": {id} "), &format!("\"id\": {ours} ")));
        puppet.send(&format!(r#"{{"_meta":{{}}, "result":{{"content":[{{"type":"odd","n":1.50}}],"id":{ours}}},"id":{ours}, "y":null}}"#)).await;
        let answer = client.wire.answer().await;
        assert_eq!(answer.header("content-type"), Some("application/json"));
        let expected = format!(
            r#"{{"_meta":{{}}, "result":{{"content":[{{"type":"odd","n":1.50}}],"id":{ours}}},"id":{id}, "y":null}}"#
        );
        assert_eq!(answer.body, expected);
    }
}

#[tokio::test]
async fn a_list_is_corrected_and_every_other_byte_stays() {
    let gate = gate_with(Wanted { withheld: &["delete"], ..Wanted::default() }).await;
    let (mut client, mut puppet) = gate.enter().await;
    client.begin(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":""}}"#).await;
    let (id, _) = puppet.asked("tools/list").await;
    puppet.send(&format!(r#"{{"id":{id},"result":{{"tools":[{{"name":"delete"}}, {{"name":"a","fix":1.0}}],"nextCursor":"","z":1}}}}"#)).await;
    assert_eq!(
        client.wire.answer().await.body,
        r#"{"id":1,"result":{"tools":[{"name":"a","fixed":1.0}],"nextCursor":"","z":1}}"#
    );
}

#[tokio::test]
async fn the_same_list_is_the_same_to_everybody_until_something_else_is_decided() {
    let gate = gate_with(Wanted { withheld: &["delete"], ..Wanted::default() }).await;
    let (mut client, mut puppet) = gate.enter().await;
    let (mut other, mut theirs) = gate.enter().await;
    let long = "x".repeat(5_000);
    let tools = |word: &str| format!(r#"{{"tools":[{word}{{"name":"a","fix":1.0,"d":"{long}"}}],"z":1}}"#);
    let delete = r#"{"name":"delete"},"#;
    let ask = |id: &str| format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/list"}}"#);
    let shown = |id: &str, word: &str| {
        let result = tools(word).replace("\"fix\"", "\"fixed\"");
        format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#)
    };
    for id in ["1", "22", "\"three\"", "4.5"] {
        client.begin(&ask(id)).await;
        puppet.answers("tools/list", &tools(delete)).await;
        assert_eq!(client.wire.answer().await.body, shown(id, ""), "{id}");
        other.begin(&ask(id)).await;
        theirs.answers("tools/list", &tools(delete)).await;
        assert_eq!(other.wire.answer().await.body, shown(id, ""), "{id}");
    }
    // A different list is corrected on its own, and so is the first one after it.
    for word in [r#"{"name":"b"},"#, delete] {
        client.begin(&ask("5")).await;
        puppet.answers("tools/list", &tools(word)).await;
        assert_eq!(client.wire.answer().await.body, shown("5", word).replace(delete, ""));
    }
    // The response to another request may look the same, and is not a list.
    client.begin(r#"{"jsonrpc":"2.0","id":6,"method":"x/list"}"#).await;
    let (id, _) = puppet.asked("x/list").await;
    let mut again = client.again(&gate).await;
    again.begin(&ask("7")).await;
    puppet.asked("tools/list").await;
    puppet.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{}}}"#, tools(delete))).await;
    assert!(client.wire.answer().await.body.contains("delete"));
    gate.states[0].send(std::sync::Arc::new(crate::support::Decided(&[]))).unwrap();
    other.begin(&ask("8")).await;
    theirs.answers("tools/list", &tools(delete)).await;
    assert_eq!(other.wire.answer().await.body, shown("8", delete));
}

#[tokio::test]
async fn a_withheld_tool_is_answered_like_one_that_does_not_exist_and_is_written_down() {
    let mut gate = gate_with(Wanted { withheld: &["delete"], ..Wanted::default() }).await;
    let (mut client, mut puppet) = gate.enter().await;
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
        let record = gate.record().await;
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
    puppet.gets_nothing_but("notifications/mark").await;
}

#[tokio::test]
async fn what_a_server_says_before_its_answer_comes_before_it_on_the_same_stream() {
    let gate = gate().await;
    let (mut client, mut puppet) = gate.enter().await;
    client.begin(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","_meta":{"progressToken":"p"}}}"#).await;
    let (id, _) = puppet.asked("tools/call").await;
    let progress = r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p","progress":0.50,"x":1}}"#;
    puppet.send(progress).await;
    puppet
        .send(r#"{"jsonrpc":"2.0","id":"mine","method":"sampling/createMessage","params":{"messages":[]}}"#)
        .await;
    let answer = client.wire.answer().await;
    assert_eq!(answer.header("content-type"), Some("text/event-stream"));
    assert_eq!(client.wire.event().await.unwrap(), progress);
    let question: Value = serde_json::from_str(&client.wire.event().await.unwrap()).unwrap();
    assert_eq!(question["method"], "sampling/createMessage");
    assert_eq!(question["params"]["systemPrompt"], "The MCP server “one” asks (not Hintsmith):");
    // The client's response arrives with another POST.
    let mut other = client.again(&gate).await;
    let said =
        format!(r#"{{"jsonrpc":"2.0","id":{},"result":{{"role":"assistant","n":1.0}}}}"#, question["id"]);
    assert_eq!(other.post(&said).await.status, 202);
    assert_eq!(puppet.line().await, r#"{"jsonrpc":"2.0","id":"mine","result":{"role":"assistant","n":1.0}}"#);
    // A second response is ignored.
    other.post(&said).await;
    other.post(r#"{"jsonrpc":"2.0","method":"notifications/mark"}"#).await;
    puppet.gets_nothing_but("notifications/mark").await;
    puppet.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#)).await;
    assert_eq!(client.wire.event().await.unwrap(), r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
    assert_eq!(client.wire.event().await, None);
}

#[tokio::test]
async fn a_cancelled_request_is_cancelled_under_the_id_that_the_server_knows() {
    let mut gate = gate().await;
    let (mut client, mut puppet) = gate.enter().await;
    client.begin(r#"{"jsonrpc":"2.0","id":"c","method":"tools/call","params":{"name":"t"}}"#).await;
    let (id, _) = puppet.asked("tools/call").await;
    let mut other = client.again(&gate).await;
    other
        .post(
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"c","reason":"x"}}"#,
        )
        .await;
    assert_eq!(
        puppet.line().await,
        format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id},"reason":"x"}}}}"#
        )
    );
    assert_eq!(client.wire.answer().await.status, 200);
    assert_eq!(client.wire.event().await, None);
    assert_eq!(gate.record().await.outcome, LoggedOutcome::Cancelled);
    // A late response is dropped, and the id is free again.
    puppet.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#)).await;
    client.begin(r#"{"jsonrpc":"2.0","id":"c","method":"ping"}"#).await;
    puppet.answers("ping", r#"{"n":1}"#).await;
    assert_eq!(client.wire.answer().await.body, r#"{"jsonrpc":"2.0","id":"c","result":{"n":1}}"#);
}

#[tokio::test]
async fn answers_that_nobody_asked_for_are_dropped_and_counted() {
    let gate = gate().await;
    let (mut client, mut puppet) = gate.enter().await;
    client.begin(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#).await;
    let (id, _) = puppet.asked("ping").await;
    for stray in ["1000000", "\"x\"", "-1", &format!("\"{id}\"")] {
        puppet.send(&format!(r#"{{"jsonrpc":"2.0","id":{stray},"result":{{"stray":1}}}}"#)).await;
    }
    puppet.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#)).await;
    puppet.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"twice":1}}}}"#)).await;
    assert_eq!(client.wire.answer().await.body, r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
    client.begin(r#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#).await;
    puppet.answers("ping", "{}").await;
    assert_eq!(client.wire.answer().await.body, r#"{"jsonrpc":"2.0","id":2,"result":{}}"#);
    assert_eq!(gate.offer.counts.stray_answers.get(), 5);
}

#[tokio::test]
async fn a_client_hears_of_a_decision_on_its_stream() {
    let gate = gate().await;
    let (client, mut puppet) = gate.enter().await;
    let mut stream = gate.listen(&client).await;
    gate.states[0].send(std::sync::Arc::new(crate::support::Decided(&["x"]))).unwrap();
    assert_eq!(
        stream.event().await.unwrap(),
        r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#
    );
    let log = r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1.0}}"#;
    puppet.send(log).await;
    assert_eq!(stream.event().await.unwrap(), log);
}

#[tokio::test]
async fn an_answer_that_takes_long_comes_on_a_stream_that_shows_signs_of_life() {
    let gate = gate_with(Wanted {
        settings: |settings| settings.bounds.keep_alive = std::time::Duration::from_millis(20),
        ..Wanted::default()
    })
    .await;
    let (mut client, mut puppet) = gate.enter().await;
    client.begin(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#).await;
    let (id, _) = puppet.asked("ping").await;
    assert_eq!(client.wire.answer().await.header("content-type"), Some("text/event-stream"));
    assert_eq!(client.wire.chunk().await, ":\n\n");
    puppet.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#)).await;
    assert_eq!(client.wire.event().await.unwrap(), r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
    assert_eq!(client.wire.event().await, None);
}
