//! Withheld tools cannot be called, however the call is written, and the server never receives such a call.

use std::sync::Arc;

use serde_json::Value;

use crate::support::{Setup, setup};
use crate::test_policies::AddedToolPolicy;
use hintsmith_mcp::proxy::{LoggedOutcome, LoggedVerdict};

async fn read_response(setup: &mut Setup) -> Value {
    serde_json::from_str(&setup.client.read_line().await).unwrap()
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
        assert_eq!(setup.client.read_line().await, expected);
        let record = setup.records.recv().await.unwrap();
        assert_eq!(
            (record.tool.as_str(), record.verdict, record.outcome),
            (shown, LoggedVerdict::Unknown, LoggedOutcome::Error)
        );
        assert_eq!((record.arguments[0].name.as_str(), record.arguments[0].kind), ("a", "a number"));
    }
    setup.assert_server_receives_nothing().await;
}

#[tokio::test]
async fn ambiguous_calls_are_refused() {
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
        let answer = read_response(&mut setup).await;
        assert!(answer["error"]["code"].as_i64().unwrap() < -32_599 && answer["id"] == 1, "{call}: {answer}");
    }
    setup.assert_server_receives_nothing().await;
    let told = setup.diagnostics.lock().unwrap().clone();
    assert_eq!(told.len(), 12, "{told:?}");
}

#[tokio::test]
async fn invalid_json_is_answered_and_not_forwarded() {
    let mut setup = setup(&[]);
    setup
        .client
        .send_bytes(b"tools/call delete\n{\"id\":1,\"method\":\"x\",\"params\":\"\xff\"}\n\xef\xbb\xbf{}\n")
        .await;
    for id in [Value::Null, 1.into(), Value::Null] {
        let answer = read_response(&mut setup).await;
        assert_eq!((&answer["error"]["code"], &answer["id"]), (&(-32700).into(), &id));
    }
    setup.assert_server_receives_nothing().await;
}

#[tokio::test]
async fn a_call_without_an_id_is_not_forwarded() {
    let mut setup = setup(&["delete"]);
    setup.client.send(r#"{"method":"tools/call","params":{"name":"delete"}}"#).await;
    setup.client.send(r#"{"method":"tools/call","params":{"name":"fetch"}}"#).await;
    setup.client.send(r#"{"method":"x","Method":"tools/call","params":{"name":"delete"}}"#).await;
    setup.assert_server_receives_nothing().await;
    setup.assert_client_receives_nothing().await;
}

#[tokio::test]
async fn carriage_return_cannot_split_a_client_message() {
    let mut setup = setup(&["delete"]);
    let call = r#"{"id":2,"method":"tools/call","params":{"name":"delete"}}"#;
    setup.client.send(&format!("{{\"id\":1,\"method\":\"ping\",\"params\":{{\"a\":\r{call}\r}}}}")).await;
    assert_eq!(
        setup.server.read_line().await,
        format!(r#"{{"id":1,"method":"ping","params":{{"a": {call} }}}}"#)
    );
}

#[tokio::test]
async fn refused_calls_are_removed_from_a_batch() {
    let mut setup = setup(&["delete"]);
    let fetch = r#"{"id":1,"method":"tools/call","params":{"name":"fetch"}}"#;
    let mark = r#"{"method":"notifications/x"}"#;
    let delete = r#"{"id":2,"method":"tools/call","params":{"name":"delete"}}"#;
    setup.client.send(&format!("[{fetch}, {delete},{mark}]")).await;
    assert_eq!(setup.server.read_line().await, format!("[{fetch},{mark}]"));
    let expected = r#"[{"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"Unknown tool: delete"}}]"#;
    assert_eq!(setup.client.read_line().await, expected);

    setup.client.send(&format!("[{delete}]")).await;
    assert_eq!(setup.client.read_line().await, expected);
    for batch in [format!("[[{delete}]]"), format!("[7,{delete}]")] {
        setup.client.send(&batch).await;
        assert_eq!(read_response(&mut setup).await[0]["error"]["code"], -32600);
    }
    setup.assert_server_receives_nothing().await;
}

#[tokio::test]
async fn a_tool_that_is_withheld_between_list_and_call_is_not_called() {
    let mut setup = setup(&[]);
    setup.send_through(r#"{"id":1,"method":"tools/list"}"#).await;
    let list = r#"{"id":1,"result":{"tools":[{"name":"delete"}]}}"#;
    setup.server.send(list).await;
    assert_eq!(setup.client.read_line().await, list);
    setup.withhold(&["delete"]);
    setup.client.send(r#"{"id":2,"method":"tools/call","params":{"name":"delete"}}"#).await;
    assert_eq!(read_response(&mut setup).await["error"]["message"], "Unknown tool: delete");
    // A tool that is no longer withheld can be called immediately.
    setup.withhold(&[]);
    setup.send_through(r#"{"id":2,"method":"tools/call","params":{"name":"delete"}}"#).await;
}

#[tokio::test]
async fn a_request_cannot_reuse_a_pending_id() {
    let mut setup = setup(&["delete"]);
    setup.send_through(r#"{"id":1,"method":"tools/list"}"#).await;
    setup.client.send(r#"{"id":1,"method":"ping"}"#).await;
    assert_eq!(read_response(&mut setup).await["error"]["code"], -32600);
    setup.server.send(r#"{"id":1,"result":{"tools":[{"name":"delete"}]}}"#).await;
    assert_eq!(setup.client.read_line().await, r#"{"id":1,"result":{"tools":[]}}"#);
    // An id can be reused after its response.
    setup.send_through(r#"{"id":1,"method":"ping"}"#).await;
    setup.client.send(&format!(r#"{{"id":"{}","method":"ping"}}"#, "x".repeat(5_000))).await;
    assert_eq!(read_response(&mut setup).await["error"]["message"], "Invalid Request: the id is too long");
}

#[tokio::test]
async fn added_tool_is_listed_and_answered_by_the_proxy() {
    let mut setup = setup(&[]);
    setup.policy.send(Arc::new(AddedToolPolicy)).unwrap();
    setup.send_through(r#"{"id":1,"method":"tools/list"}"#).await;
    setup.server.send(r#"{"id":1,"result":{"tools":[{"name":"t"}]}}"#).await;
    let list = r#"{"id":1,"result":{"tools":[{"name":"t"},{"name":"ours"}]}}"#;
    assert_eq!(setup.client.read_line().await, list);
    setup
        .client
        .send(r#"{"id":2,"method":"tools/call","params":{"name":"ours","arguments":{"n":1.0}}}"#)
        .await;
    let result = r#"{"jsonrpc":"2.0","id":2,"result":{"said":{"n":1.0},"isError":true}}"#;
    assert_eq!(setup.client.read_line().await, result);
    assert_eq!(setup.records.recv().await.unwrap().outcome, LoggedOutcome::ToolError);
    setup.assert_server_receives_nothing().await;
}
