//! Correction of `tools/list` results: nothing else in the line changes.

use hintsmith_mcp::proxy::LoggedOutcome;
use serde_json::Value;

use crate::support::{Setup, setup};

const LIST: &str = r#"{"jsonrpc":"2.0","id":$ID,"method":"tools/list"}"#;

async fn list_tools(setup: &mut Setup, id: &str, answer: &str) -> String {
    setup.send_through(&LIST.replace("$ID", id)).await;
    setup.server.send(answer).await;
    setup.client.read_line().await
}

#[tokio::test]
async fn a_corrected_list_differs_in_its_tools_only() {
    let mut setup = setup(&["delete"]);
    let answer = concat!(
        r#"{ "x-top":1.0, "result" : {"nextCursor":"", "tools":[ {"name":"a","n":9007199254740993,"annotations":{"fix":true,"x-vendor":[1e400]}},"#,
        r#" {"name":"b"} , 7, {"name":"a"}],"_meta":{"tools":[{"fix":1}]}}, "id":1,"jsonrpc":"2.0"}"#
    );
    let expected = answer.replacen(r#"{"fix":true"#, r#"{"fixed":true"#, 1);
    assert_eq!(list_tools(&mut setup, "1", answer).await, expected);
    let withheld = r#"{"id":2,"result":{"tools":[{"name":"delete"}, {"name":"b"}],"nextCursor":"c"}}"#;
    assert_eq!(
        list_tools(&mut setup, "2", withheld).await,
        r#"{"id":2,"result":{"tools":[{"name":"b"}],"nextCursor":"c"}}"#
    );
}

#[tokio::test]
async fn every_page_is_corrected() {
    let mut setup = setup(&["delete"]);
    for page in 0..5 {
        let request = format!(r#"{{"id":{page},"method":"tools/list","params":{{"cursor":"{page}"}}}}"#);
        setup.send_through(&request).await;
    }
    for page in [3, 0, 4, 1, 2] {
        let tools = format!(r#"{{"name":"t{page}","fix":1}}"#);
        setup
            .server
            .send(&format!(
                r#"{{"id":{page},"result":{{"tools":[{{"name":"delete"}},{tools}],"nextCursor":"{page}+"}}}}"#
            ))
            .await;
        let expected = format!(
            r#"{{"id":{page},"result":{{"tools":[{}],"nextCursor":"{page}+"}}}}"#,
            tools.replace("fix", "fixed")
        );
        assert_eq!(setup.client.read_line().await, expected);
    }
}

#[tokio::test]
async fn results_without_a_list_are_unchanged() {
    let mut setup = setup(&["delete"]);
    for answer in [
        r#"{"id":1,"result":{"tools":{"fix":1}}}"#,
        r#"{"id":1,"result":[{"fix":1}]}"#,
        r#"{"id":1,"result":null}"#,
        r#"{"id":1,"error":{"code":-32601,"message":"no tools","data":{"tools":[{"fix":1}]}}}"#,
        r#"{"id":1,"result":{"tools":[{"name":"b"}],"ttlMs":5,"cacheScope":"public","resultType":"complete"}}"#,
    ] {
        assert_eq!(list_tools(&mut setup, "1", answer).await, answer);
    }
}

#[tokio::test]
async fn ambiguous_list_is_an_error() {
    let mut setup = setup(&["delete"]);
    for answer in [
        r#"{"id":1,"result":{"tools":[]},"result":{"tools":[{"name":"delete"}]}}"#,
        r#"{"id":1,"result":{"tools":[]},"Result":{"tools":[{"name":"delete"}]}}"#,
        r#"{"id":1,"method":"x","result":{"tools":[{"name":"delete"}]}}"#,
    ] {
        let seen: Value = serde_json::from_str(&list_tools(&mut setup, "1", answer).await).unwrap();
        assert_eq!((&seen["id"], &seen["error"]["code"]), (&1.into(), &(-32603).into()), "{answer}");
    }
    let both =
        r#"{"id":1,"result":{"tools":[{"name":"delete"}],"TOOLS":[{"name":"delete"}],"tools":[{"fix":1}]}}"#;
    assert_eq!(
        list_tools(&mut setup, "1", both).await,
        r#"{"id":1,"result":{"tools":[],"TOOLS":[],"tools":[{"fixed":1}]}}"#
    );
}

#[tokio::test]
async fn only_lists_in_a_batch_are_corrected() {
    let mut setup = setup(&["delete"]);
    setup.send_through(r#"[{"id":1,"method":"tools/list"},{"id":2,"method":"ping"}]"#).await;
    setup
        .server
        .send(r#"[ {"id":2,"result":{"tools":[{"fix":1}]}} , {"id":1,"result":{"tools":[{"fix":1}]}} ]"#)
        .await;
    let expected =
        r#"[ {"id":2,"result":{"tools":[{"fix":1}]}} , {"id":1,"result":{"tools":[{"fixed":1}]}} ]"#;
    assert_eq!(setup.client.read_line().await, expected);
    setup.server.send(r#"[{"id":1,"result":{"tools":[{"name":"delete"}]}},{"method":"x"},7]"#).await;
    assert_eq!(setup.client.read_line().await, r#"[{"method":"x"}]"#);
}

#[tokio::test]
async fn other_responses_are_unaffected_by_a_pending_list() {
    let mut setup = setup(&[]);
    setup.send_through(r#"{"id":1,"method":"tools/list"}"#).await;
    setup.send_through(r#"{"id":2,"method":"tools/call","params":{"name":"x"}}"#).await;
    setup.send_through(r#"{"id":3,"method":"initialize"}"#).await;
    let failed = r#"{"id":2,"result":{"content":[],"isError":true,"tools":[{"fix":1}]}}"#;
    setup.server.send(failed).await;
    assert_eq!(setup.client.read_line().await, failed);
    assert_eq!(setup.records.recv().await.unwrap().outcome, LoggedOutcome::ToolError);
    setup.server.send(r#"{"id":3,"result":{"capabilities":{"tools":{}}}}"#).await;
    assert_eq!(
        setup.client.read_line().await,
        r#"{"id":3,"result":{"capabilities":{"tools":{"listChanged":true}}}}"#
    );
    setup.server.send(r#"{"id":1,"result":{"tools":[{"fix":1}]}}"#).await;
    assert_eq!(setup.client.read_line().await, r#"{"id":1,"result":{"tools":[{"fixed":1}]}}"#);
}

#[tokio::test]
async fn repeated_list_is_corrected_by_the_current_policy() {
    let mut setup = setup(&["delete"]);
    let long = "x".repeat(5_000);
    let list = |id: &str, word: &str| {
        format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"tools":[{word}{{"name":"a","d":"{long}"}}]}}}}"#)
    };
    let delete = r#"{"name":"delete"},"#;
    for id in ["1", "22", "\"three\"", "4.5"] {
        assert_eq!(list_tools(&mut setup, id, &list(id, delete)).await, list(id, ""));
    }
    for word in [r#"{"name":"b"},"#, delete, ""] {
        assert_eq!(list_tools(&mut setup, "5", &list("5", word)).await, list("5", &word.replace(delete, "")));
        assert_eq!(list_tools(&mut setup, "6", &list("6", word)).await, list("6", &word.replace(delete, "")));
    }
    setup.withhold(&[]);
    assert_eq!(list_tools(&mut setup, "7", &list("7", delete)).await, list("7", delete));
    setup.withhold(&["delete"]);
    assert_eq!(list_tools(&mut setup, "8", &list("8", delete)).await, list("8", ""));
    // The same text in response to another request is not a list; a response without a request is dropped.
    setup.send_through(r#"{"jsonrpc":"2.0","id":10,"method":"x/list"}"#).await;
    setup.send_through(r#"{"jsonrpc":"2.0","id":11,"method":"tools/list","params":{"cursor":"c"}}"#).await;
    setup.server.send(&list("12", delete)).await;
    setup.server.send(&list("10", delete)).await;
    assert_eq!(setup.client.read_line().await, list("10", delete));
    setup.server.send(&list("11", delete)).await;
    assert_eq!(setup.client.read_line().await, list("11", ""));
    // The second response to one request is dropped.
    setup.send_through(r#"{"jsonrpc":"2.0","id":9,"method":"tools/list"}"#).await;
    setup.server.send(&list("9", delete)).await;
    setup.server.send(&list("9", delete)).await;
    assert_eq!(setup.client.read_line().await, list("9", ""));
    setup.assert_client_receives_nothing().await;
}

#[tokio::test]
async fn a_list_request_whose_id_is_null_is_refused() {
    let mut setup = setup(&["delete"]);
    setup.client.send(&LIST.replace("$ID", "null")).await;
    let answer: Value = serde_json::from_str(&setup.client.read_line().await).unwrap();
    assert_eq!(answer["error"]["code"], -32600, "{answer}");
    setup.assert_server_receives_nothing().await;
}
