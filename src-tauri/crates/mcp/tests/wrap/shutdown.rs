//! End of a connection: pending requests get an error, and messages already sent are forwarded.

use std::time::Duration;

use hintsmith_mcp::proxy::LoggedOutcome;
use hintsmith_mcp::wrap::{CloseReason, RelayExit};
use serde_json::Value;

use crate::support::setup;

#[tokio::test]
async fn pending_requests_get_an_error_when_the_server_exits() {
    let mut setup = setup(&[]);
    for id in ["1", "\"a\"", "9007199254740993"] {
        setup.send_through(&format!(r#"{{"id":{id},"method":"tools/call","params":{{"name":"x"}}}}"#)).await;
    }
    setup.send_through(r#"{"method":"notifications/cancelled","params":{"requestId":"a"}}"#).await;
    // The server exits within a response; the incomplete message is not forwarded.
    setup.server.send_bytes(br#"{"id":1,"result":{"content":[{"type":"te"#).await;
    setup.server.close();
    let rest = setup.client.read_to_end().await;
    let mut answers: Vec<&str> = rest.lines().collect();
    answers.sort_unstable();
    let expected = ["1", "9007199254740993"].map(|id| {
        format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32603,"message":"the server ended"}}}}"#)
    });
    assert_eq!(answers, expected);
    assert_eq!(
        setup.task.await.unwrap(),
        RelayExit { reason: CloseReason::ServerClosed, has_timed_out: false }
    );
    let mut outcomes = Vec::new();
    while let Some(record) = setup.records.recv().await {
        outcomes.push(record.outcome);
    }
    assert_eq!(outcomes, [LoggedOutcome::Cancelled, LoggedOutcome::Lost, LoggedOutcome::Lost]);
}

#[tokio::test]
async fn unterminated_last_message_is_separated_from_our_errors() {
    let mut setup = setup(&[]);
    setup.send_through(r#"{"id":1,"method":"a"}"#).await;
    setup.send_through(r#"{"id":2,"method":"a"}"#).await;
    setup.server.send_bytes(br#"{"id":1,"result":{}}"#).await;
    setup.server.close();
    assert_eq!(setup.client.read_line().await, r#"{"id":1,"result":{}}"#);
    let lost: Value = serde_json::from_str(&setup.client.read_line().await).unwrap();
    assert_eq!(lost["id"], 2);
}

#[tokio::test]
async fn server_output_is_forwarded_after_the_client_closes() {
    let mut setup = setup(&[]);
    setup.send_through(r#"{"id":1,"method":"a"}"#).await;
    setup.client.close();
    assert_eq!(setup.server.read_line().await, "");
    setup.server.send(r#"{"id":1,"result":{}}"#).await;
    setup.server.close();
    assert_eq!(setup.client.read_to_end().await, "{\"id\":1,\"result\":{}}\n");
    assert_eq!(
        setup.task.await.unwrap(),
        RelayExit { reason: CloseReason::ClientClosed, has_timed_out: false }
    );
}

#[tokio::test(start_paused = true)]
async fn server_has_five_seconds_to_exit() {
    let mut setup = setup(&[]);
    let begun = tokio::time::Instant::now();
    setup.client.close();
    let left = (&mut setup.task).await.unwrap();
    assert_eq!(left, RelayExit { reason: CloseReason::ClientClosed, has_timed_out: true });
    assert_eq!(begun.elapsed().as_secs(), 5);
}

#[tokio::test]
async fn client_disconnect_during_a_response_closes_the_connection() {
    let mut setup = setup(&[]);
    setup.send_through(r#"{"id":1,"method":"a"}"#).await;
    drop(setup.client.reader);
    setup.server.send(r#"{"id":1,"result":{}}"#).await;
    assert_eq!(setup.server.read_line().await, "");
    assert_eq!(setup.task.await.unwrap().reason, CloseReason::ClientClosed);
}

#[tokio::test(start_paused = true)]
async fn stop_finishes_calls_in_progress_and_refuses_new_ones() {
    let mut setup = setup(&[]);
    setup.send_through(r#"{"id":1,"method":"tools/call","params":{"name":"x"}}"#).await;
    setup.send_through(r#"{"id":"s","method":"subscriptions/listen"}"#).await;
    setup.stop.cancel();
    tokio::time::sleep(Duration::from_millis(1)).await;
    setup.client.send(r#"{"id":2,"method":"ping"}"#).await;
    let refused: Value = serde_json::from_str(&setup.client.read_line().await).unwrap();
    assert_eq!(
        (&refused["id"], &refused["error"]["message"]),
        (&2.into(), &"the connection is closing".into())
    );
    // A call in progress may need a response from the client.
    setup.server.send(r#"{"id":9,"method":"roots/list"}"#).await;
    assert_eq!(setup.client.read_line().await, r#"{"id":9,"method":"roots/list"}"#);
    setup.send_through(r#"{"id":9,"result":{"roots":[]}}"#).await;
    setup.server.send(r#"{"id":1,"result":{}}"#).await;
    assert_eq!(setup.client.read_line().await, r#"{"id":1,"result":{}}"#);
    assert_eq!(setup.server.read_line().await, "");
    setup.server.close();
    assert_eq!(setup.task.await.unwrap(), RelayExit { reason: CloseReason::Stopped, has_timed_out: false });
}

#[tokio::test(start_paused = true)]
async fn stopping_takes_five_seconds_at_most() {
    let mut setup = setup(&[]);
    setup.send_through(r#"{"id":1,"method":"tools/call","params":{"name":"x"}}"#).await;
    let begun = tokio::time::Instant::now();
    setup.stop.cancel();
    let answer: Value = serde_json::from_str(&setup.client.read_line().await).unwrap();
    assert_eq!((&answer["id"], &answer["error"]["code"]), (&1.into(), &(-32603).into()));
    assert_eq!(
        (&mut setup.task).await.unwrap(),
        RelayExit { reason: CloseReason::Stopped, has_timed_out: true }
    );
    assert_eq!(begun.elapsed().as_secs(), 5);
}

#[tokio::test(start_paused = true)]
async fn stop_after_close_shortens_the_grace_period() {
    let mut setup = setup(&[]);
    let begun = tokio::time::Instant::now();
    setup.client.close();
    assert_eq!(setup.server.read_line().await, "");
    // Clients ask us to stop after two seconds, and kill us after two more.
    tokio::time::sleep(Duration::from_secs(2)).await;
    setup.stop.cancel();
    let left = (&mut setup.task).await.unwrap();
    assert_eq!(left, RelayExit { reason: CloseReason::ClientClosed, has_timed_out: true });
    assert_eq!(begun.elapsed().as_secs(), 3);
}
