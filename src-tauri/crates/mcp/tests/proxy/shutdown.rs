//! End of a connection: pending requests get an error, and messages already sent are forwarded.

use std::time::Duration;

use hintsmith_mcp::proxy::{Left, LoggedOutcome, ProxyEnd};
use serde_json::Value;

use crate::support::setup;

#[tokio::test]
async fn requests_that_wait_get_an_error_when_the_server_ends() {
    let mut setup = setup(&[]);
    for id in ["1", "\"a\"", "9007199254740993"] {
        setup.asked(&format!(r#"{{"id":{id},"method":"tools/call","params":{{"name":"x"}}}}"#)).await;
    }
    setup.asked(r#"{"method":"notifications/cancelled","params":{"requestId":"a"}}"#).await;
    // The server exits within a response; the incomplete message is not forwarded.
    setup.server.send_bytes(br#"{"id":1,"result":{"content":[{"type":"te"#).await;
    setup.server.close();
    let rest = setup.client.rest().await;
    let mut answers: Vec<&str> = rest.lines().collect();
    answers.sort_unstable();
    let expected = ["1", "9007199254740993"].map(|id| {
        format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32603,"message":"the server ended"}}}}"#)
    });
    assert_eq!(answers, expected);
    assert_eq!(setup.task.await.unwrap(), Left { why: ProxyEnd::ServerLeft, is_overdue: false });
    let mut outcomes = Vec::new();
    while let Some(record) = setup.records.recv().await {
        outcomes.push(record.outcome);
    }
    assert_eq!(outcomes, [LoggedOutcome::Cancelled, LoggedOutcome::Lost, LoggedOutcome::Lost]);
}

#[tokio::test]
async fn a_whole_message_without_a_newline_is_parted_from_what_we_say_after_it() {
    let mut setup = setup(&[]);
    setup.asked(r#"{"id":1,"method":"a"}"#).await;
    setup.asked(r#"{"id":2,"method":"a"}"#).await;
    setup.server.send_bytes(br#"{"id":1,"result":{}}"#).await;
    setup.server.close();
    assert_eq!(setup.client.line().await, r#"{"id":1,"result":{}}"#);
    let lost: Value = serde_json::from_str(&setup.client.line().await).unwrap();
    assert_eq!(lost["id"], 2);
}

#[tokio::test]
async fn when_the_client_closes_the_server_may_still_say_its_last_words() {
    let mut setup = setup(&[]);
    setup.asked(r#"{"id":1,"method":"a"}"#).await;
    setup.client.close();
    assert_eq!(setup.server.line().await, "");
    setup.server.send(r#"{"id":1,"result":{}}"#).await;
    setup.server.close();
    assert_eq!(setup.client.rest().await, "{\"id\":1,\"result\":{}}\n");
    assert_eq!(setup.task.await.unwrap(), Left { why: ProxyEnd::ClientLeft, is_overdue: false });
}

#[tokio::test(start_paused = true)]
async fn a_server_that_does_not_end_has_five_seconds() {
    let mut setup = setup(&[]);
    let begun = tokio::time::Instant::now();
    setup.client.close();
    let left = (&mut setup.task).await.unwrap();
    assert_eq!(left, Left { why: ProxyEnd::ClientLeft, is_overdue: true });
    assert_eq!(begun.elapsed().as_secs(), 5);
}

#[tokio::test]
async fn a_client_that_is_gone_in_the_middle_of_an_answer_ends_the_connection() {
    let mut setup = setup(&[]);
    setup.asked(r#"{"id":1,"method":"a"}"#).await;
    drop(setup.client.reader);
    setup.server.send(r#"{"id":1,"result":{}}"#).await;
    assert_eq!(setup.server.line().await, "");
    assert_eq!(setup.task.await.unwrap().why, ProxyEnd::ClientLeft);
}

#[tokio::test(start_paused = true)]
async fn being_told_to_stop_lets_calls_come_to_their_end_and_takes_no_new_ones() {
    let mut setup = setup(&[]);
    setup.asked(r#"{"id":1,"method":"tools/call","params":{"name":"x"}}"#).await;
    setup.asked(r#"{"id":"s","method":"subscriptions/listen"}"#).await;
    setup.stop.cancel();
    tokio::time::sleep(Duration::from_millis(1)).await;
    setup.client.send(r#"{"id":2,"method":"ping"}"#).await;
    let refused: Value = serde_json::from_str(&setup.client.line().await).unwrap();
    assert_eq!(
        (&refused["id"], &refused["error"]["message"]),
        (&2.into(), &"the connection is being closed".into())
    );
    // A call in progress may need a response from the client.
    setup.server.send(r#"{"id":9,"method":"roots/list"}"#).await;
    assert_eq!(setup.client.line().await, r#"{"id":9,"method":"roots/list"}"#);
    setup.asked(r#"{"id":9,"result":{"roots":[]}}"#).await;
    setup.server.send(r#"{"id":1,"result":{}}"#).await;
    assert_eq!(setup.client.line().await, r#"{"id":1,"result":{}}"#);
    assert_eq!(setup.server.line().await, "");
    setup.server.close();
    assert_eq!(setup.task.await.unwrap(), Left { why: ProxyEnd::Stopped, is_overdue: false });
}

#[tokio::test(start_paused = true)]
async fn stopping_takes_five_seconds_at_most() {
    let mut setup = setup(&[]);
    setup.asked(r#"{"id":1,"method":"tools/call","params":{"name":"x"}}"#).await;
    let begun = tokio::time::Instant::now();
    setup.stop.cancel();
    let answer: Value = serde_json::from_str(&setup.client.line().await).unwrap();
    assert_eq!((&answer["id"], &answer["error"]["code"]), (&1.into(), &(-32603).into()));
    assert_eq!((&mut setup.task).await.unwrap(), Left { why: ProxyEnd::Stopped, is_overdue: true });
    assert_eq!(begun.elapsed().as_secs(), 5);
}

#[tokio::test(start_paused = true)]
async fn a_client_that_closes_and_then_tells_us_to_end_is_not_kept_waiting() {
    let mut setup = setup(&[]);
    let begun = tokio::time::Instant::now();
    setup.client.close();
    assert_eq!(setup.server.line().await, "");
    // Clients ask us to stop after two seconds, and kill us after two more.
    tokio::time::sleep(Duration::from_secs(2)).await;
    setup.stop.cancel();
    let left = (&mut setup.task).await.unwrap();
    assert_eq!(left, Left { why: ProxyEnd::ClientLeft, is_overdue: true });
    assert_eq!(begun.elapsed().as_secs(), 3);
}
