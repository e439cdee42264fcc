//! Withheld tools cannot be called, however the call is written, and the server never receives such a call.

use std::sync::Arc;

use serde_json::Value;

use crate::decided::Ours;
use crate::support::{Setup, setup};
use hintsmith_mcp::proxy::{LoggedOutcome, LoggedVerdict};

async fn answer(setup: &mut Setup) -> Value {
    serde_json::from_str(&setup.client.line().await).unwrap()
}

#[tokio::test]
async fn a_withheld_tool_is_answered_like_one_that_does_not_exist() {
    let mut setup = setup(&["delete"]);
    for (name, shown) in [
        ("delete", "delete"),
        ("Delete", "Delete"),
        (r"\u0064elete", "delete"),
        (r"d\u0065let\u0065", "delete"),
    ] {
        let call = format!(
            r#"{{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{{"name":"{name}","arguments":{{"a":1}}}}}}"#
        );
        setup.client.send(&call).await;
        let expected = format!(
            r#"{{"jsonrpc":"2.0","id":"x","error":{{"code":-32602,"message":"Unknown tool: {shown}"}}}}"#
        );
        assert_eq!(setup.client.line().await, expected);
        let record = setup.records.recv().await.unwrap();
        assert_eq!(
            (record.tool.as_str(), record.verdict, record.outcome),
            (shown, LoggedVerdict::Unknown, LoggedOutcome::Error)
        );
        assert_eq!((record.arguments[0].name.as_str(), record.arguments[0].kind), ("a", "a number"));
    }
    setup.nothing_else_reached_the_server().await;
}

#[tokio::test]
async fn a_call_that_two_readers_could_take_differently_is_refused() {
    let mut setup = setup(&["delete"]);
    for call in [
        r#"{"id":1,"method":"tools/call","params":{"name":"fetch","name":"delete"}}"#,
        r#"{"id":1,"method":"tools/call","params":{"name":"delete","name":"fetch"}}"#,
        r#"{"id":1,"method":"tools/call","params":{"name":"fetch","Name":"delete"}}"#,
        r#"{"id":1,"method":"tools/call","params":{"name":"fetch","n\u0061me":"delete"}}"#,
        r#"{"id":1,"method":"tools/call","params":{"name":"fetch","arguments":{},"argumentſ":{"a":1}}}"#,
        r#"{"id":1,"method":"tools/call","params":{"name":"fetch"},"params":{"name":"delete"}}"#,
        r#"{"id":1,"method":"tools/call","params":{"name":"fetch"},"Params":{"name":"delete"}}"#,
        r#"{"id":1,"method":"ping","method":"tools/call","params":{"name":"delete"}}"#,
        r#"{"id":1,"method":"tools/call","method":"ping","params":{"name":"delete"}}"#,
        r#"{"id":1,"METHOD":"tools/call","params":{"name":"delete"}}"#,
        r#"{"id":1,"method":"tools/call","params":{"name":"delete"},"result":{}}"#,
        r#"{"id":1,"method":["tools/call"],"params":{"name":"delete"}}"#,
        r#"{"id":1,"method":"tools/call","params":{"name":["delete"]}}"#,
        r#"{"id":1,"method":"tools/call","params":["delete"]}"#,
        r#"{"id":1,"method":"tools/call","params":{"Name":"delete"}}"#,
        r#"{"id":1,"method":"tools/call"}"#,
        r#"{"id":1,"method":"tools/call","params":{"name":"delete","arguments":{"x":NaN}}}"#,
        r#"{"id":1,"method":"tools/call","params":{"name":"delete",}}"#,
        "{\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"delete\",\"\\ud800\":1}}",
    ] {
        setup.client.send(call).await;
        let answer = answer(&mut setup).await;
        assert!(answer["error"]["code"].as_i64().unwrap() < -32_599 && answer["id"] == 1, "{call}: {answer}");
    }
    setup.nothing_else_reached_the_server().await;
    let told = setup.words.lock().unwrap().clone();
    assert_eq!(told.len(), 12, "{told:?}");
}

#[tokio::test]
async fn lines_that_are_no_json_are_answered_and_not_passed() {
    let mut setup = setup(&[]);
    setup
        .client
        .send_bytes(b"tools/call delete\n{\"id\":1,\"method\":\"x\",\"params\":\"\xff\"}\n\xef\xbb\xbf{}\n")
        .await;
    for id in [Value::Null, 1.into(), Value::Null] {
        let answer = answer(&mut setup).await;
        assert_eq!((&answer["error"]["code"], &answer["id"]), (&(-32700).into(), &id));
    }
    setup.nothing_else_reached_the_server().await;
}

#[tokio::test]
async fn a_call_without_an_id_is_not_passed() {
    let mut setup = setup(&["delete"]);
    setup.client.send(r#"{"method":"tools/call","params":{"name":"delete"}}"#).await;
    setup.client.send(r#"{"method":"tools/call","params":{"name":"fetch"}}"#).await;
    setup.client.send(r#"{"method":"x","Method":"tools/call","params":{"name":"delete"}}"#).await;
    setup.nothing_else_reached_the_server().await;
    setup.nothing_else_reached_the_client().await;
}

#[tokio::test]
async fn a_call_behind_a_carriage_return_is_part_of_the_message_it_stands_in() {
    let mut setup = setup(&["delete"]);
    let call = r#"{"id":2,"method":"tools/call","params":{"name":"delete"}}"#;
    setup.client.send(&format!("{{\"id\":1,\"method\":\"ping\",\"params\":{{\"a\":\r{call}\r}}}}")).await;
    assert_eq!(setup.server.line().await, format!(r#"{{"id":1,"method":"ping","params":{{"a": {call} }}}}"#));
}

#[tokio::test]
async fn of_a_batch_only_what_may_pass_goes_on() {
    let mut setup = setup(&["delete"]);
    let fetch = r#"{"id":1,"method":"tools/call","params":{"name":"fetch"}}"#;
    let mark = r#"{"method":"notifications/x"}"#;
    let delete = r#"{"id":2,"method":"tools/call","params":{"name":"delete"}}"#;
    setup.client.send(&format!("[{fetch}, {delete},{mark}]")).await;
    assert_eq!(setup.server.line().await, format!("[{fetch},{mark}]"));
    let expected = r#"[{"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"Unknown tool: delete"}}]"#;
    assert_eq!(setup.client.line().await, expected);

    setup.client.send(&format!("[{delete}]")).await;
    assert_eq!(setup.client.line().await, expected);
    for batch in [format!("[[{delete}]]"), format!("[7,{delete}]")] {
        setup.client.send(&batch).await;
        assert_eq!(answer(&mut setup).await[0]["error"]["code"], -32600);
    }
    setup.nothing_else_reached_the_server().await;
}

#[tokio::test]
async fn a_tool_that_is_withheld_between_list_and_call_is_not_called() {
    let mut setup = setup(&[]);
    setup.asked(r#"{"id":1,"method":"tools/list"}"#).await;
    let list = r#"{"id":1,"result":{"tools":[{"name":"delete"}]}}"#;
    setup.server.send(list).await;
    assert_eq!(setup.client.line().await, list);
    setup.decide(&["delete"]);
    setup.client.send(r#"{"id":2,"method":"tools/call","params":{"name":"delete"}}"#).await;
    assert_eq!(answer(&mut setup).await["error"]["message"], "Unknown tool: delete");
    // A tool that is no longer withheld can be called immediately.
    setup.decide(&[]);
    setup.asked(r#"{"id":2,"method":"tools/call","params":{"name":"delete"}}"#).await;
}

#[tokio::test]
async fn a_request_cannot_hide_behind_the_id_of_another() {
    let mut setup = setup(&["delete"]);
    setup.asked(r#"{"id":1,"method":"tools/list"}"#).await;
    setup.client.send(r#"{"id":1,"method":"ping"}"#).await;
    assert_eq!(answer(&mut setup).await["error"]["code"], -32600);
    setup.server.send(r#"{"id":1,"result":{"tools":[{"name":"delete"}]}}"#).await;
    assert_eq!(setup.client.line().await, r#"{"id":1,"result":{"tools":[]}}"#);
    // An id can be reused after its response.
    setup.asked(r#"{"id":1,"method":"ping"}"#).await;
    setup.client.send(&format!(r#"{{"id":"{}","method":"ping"}}"#, "x".repeat(5_000))).await;
    assert_eq!(answer(&mut setup).await["error"]["message"], "Invalid Request: the id is too long");
}

#[tokio::test]
async fn a_tool_of_ours_is_in_the_list_and_its_call_is_answered_here() {
    let mut setup = setup(&[]);
    setup.states.send(Arc::new(Ours)).unwrap();
    setup.asked(r#"{"id":1,"method":"tools/list"}"#).await;
    setup.server.send(r#"{"id":1,"result":{"tools":[{"name":"t"}]}}"#).await;
    let list = r#"{"id":1,"result":{"tools":[{"name":"t"},{"name":"ours"}]}}"#;
    assert_eq!(setup.client.line().await, list);
    setup
        .client
        .send(r#"{"id":2,"method":"tools/call","params":{"name":"ours","arguments":{"n":1.0}}}"#)
        .await;
    let result = r#"{"jsonrpc":"2.0","id":2,"result":{"said":{"n":1.0},"isError":true}}"#;
    assert_eq!(setup.client.line().await, result);
    assert_eq!(setup.records.recv().await.unwrap().outcome, LoggedOutcome::ToolError);
    setup.nothing_else_reached_the_server().await;
}
