//! Servers that are killed, hang or flood, and clients that disconnect: what the other side sees.

use std::time::Duration;

use hintsmith_mcp::proxy::LoggedOutcome;
use tokio::time::Instant;

use crate::program::signal;
use crate::support::{INITIALIZE, INITIALIZED, Wanted, gate, gate_with};

const CALL: &str =
    r#"{"jsonrpc":"2.0","id":"c","method":"tools/call","params":{"name":"t","_meta":{"progressToken":"p"}}}"#;
const MARK: &str = r#"{"jsonrpc":"2.0","method":"notifications/mark"}"#;

#[tokio::test]
async fn a_server_that_is_killed_in_mid_call_fails_it_at_once_and_is_back_with_its_tools() {
    let gate = gate_with(Wanted {
        withheld: &["delete"],
        patience: |patience| patience.again = (Duration::from_millis(1), Duration::from_millis(2)),
        ..Wanted::default()
    })
    .await;
    let (mut client, mut puppet) = gate.enter().await;
    let mut stream = gate.listen(&client).await;
    client.begin(CALL).await;
    puppet.asked("tools/call").await;
    signal("-KILL", puppet.pid);
    let answer = client.wire.answer().await;
    assert!(answer.body.starts_with(r#"{"jsonrpc":"2.0","id":"c","error":"#), "{answer:?}");
    let mut puppet = gate.puppets[0].next().await;
    puppet.shake_hands().await;
    assert_eq!(puppet.line().await, INITIALIZED);
    assert!(stream.event().await.unwrap().contains("notifications/tools/list_changed"));
    client.begin(r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#).await;
    puppet.answers("tools/list", r#"{"tools":[{"name":"delete"},{"name":"t"}]}"#).await;
    assert_eq!(
        client.wire.answer().await.body,
        r#"{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"t"}]}}"#
    );
}

#[tokio::test]
async fn a_server_that_ends_whenever_it_was_greeted_is_started_less_and_less_often() {
    let gate = gate_with(Wanted {
        // A connection that lasts for the maximum delay resets the backoff: none here does, however busy the machine.
        patience: |patience| patience.again = (Duration::from_millis(10), Duration::from_secs(3600)),
        ..Wanted::default()
    })
    .await;
    let (_client, mut puppet) = gate.enter().await;
    let mut last = Duration::ZERO;
    // 10, 20, 40, 80, 160 and 320 ms, measured from just before the server exits.
    for _ in 0..6 {
        let begun = Instant::now();
        drop(puppet);
        puppet = gate.puppets[0].next().await;
        last = begun.elapsed();
        puppet.shake_hands().await;
    }
    assert!(last > Duration::from_millis(300), "{last:?}");
}

#[tokio::test]
async fn a_call_that_is_never_answered_ends_with_an_error_and_is_called_off() {
    let mut gate = gate_with(Wanted {
        // Long enough for the second call to be answered on a busy machine; the test takes about as long.
        patience: |patience| patience.call = Duration::from_secs(2),
        ..Wanted::default()
    })
    .await;
    let (mut client, mut puppet) = gate.enter().await;
    client.begin(CALL).await;
    let (id, _) = puppet.asked("tools/call").await;
    assert_eq!(
        client.wire.answer().await.body,
        r#"{"jsonrpc":"2.0","id":"c","error":{"code":-32603,"message":"the server \"one\" did not answer in 2s; it was told to stop"}}"#
    );
    assert_eq!(
        puppet.line().await,
        format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id},"reason":"it took too long"}}}}"#
        )
    );
    assert_eq!(gate.record().await.outcome, LoggedOutcome::Lost);
    // The late response is dropped, the id is free again, and the session goes on.
    puppet.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"late":true}}}}"#)).await;
    client.begin(CALL).await;
    puppet.answers("tools/call", "{}").await;
    assert_eq!(client.wire.answer().await.body, r#"{"jsonrpc":"2.0","id":"c","result":{}}"#);
}

#[tokio::test]
async fn a_server_that_hangs_in_its_greeting_is_said_so_and_leaves_no_process() {
    let gate = gate_with(Wanted {
        patience: |patience| patience.connect = Duration::from_millis(50),
        ..Wanted::default()
    })
    .await;
    let mut wire = crate::http_client::Wire::open(gate.address).await;
    let answer = wire.ask(&gate.head("POST", ""), INITIALIZE).await;
    assert!(answer.body.contains("did not answer in time"), "{answer:?}");
    assert_eq!((answer.header("mcp-session-id"), gate.door.sessions()), (None, 0));
    gate.puppets[0].next().await.is_gone().await;
}

#[tokio::test]
async fn a_server_that_hangs_in_its_greeting_does_not_keep_the_others_from_the_client() {
    let gate = gate_with(Wanted {
        servers: &["one", "two"],
        // Long enough for the other server to answer on a busy machine; the test takes that long.
        patience: |patience| patience.greeting = Duration::from_secs(3),
        ..Wanted::default()
    })
    .await;
    let asking = tokio::spawn({
        let (head, address) = (gate.head("POST", ""), gate.address);
        async move {
            let mut wire = crate::http_client::Wire::open(address).await;
            let answer = wire.ask(&head, INITIALIZE).await;
            (wire, answer)
        }
    });
    let mut hangs = gate.puppets[0].next().await;
    let mut greets = gate.puppets[1].next().await;
    greets.shake_hands().await;
    let (wire, welcome) = asking.await.unwrap();
    let mut client = gate.client(wire, welcome);
    client.begin(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#).await;
    greets.answers("tools/list", r#"{"tools":[{"name":"t"}]}"#).await;
    assert!(client.wire.answer().await.body.contains("two_t"));
    // The client is notified once the server answers.
    let mut stream = gate.listen(&client).await;
    client.post(INITIALIZED).await;
    hangs.shake_hands().await;
    assert!(stream.event().await.unwrap().contains("notifications/tools/list_changed"));
}

#[tokio::test]
async fn a_client_that_goes_in_mid_stream_leaves_its_session_and_its_call_alone() {
    let mut gate = gate().await;
    let (mut client, mut puppet) = gate.enter().await;
    let mut again = client.again(&gate).await;
    client.begin(CALL).await;
    let (id, _) = puppet.asked("tools/call").await;
    puppet.send(r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p","progress":1}}"#).await;
    client.wire.answer().await;
    client.wire.event().await.unwrap();
    drop(client);
    // With sessions, disconnecting does not cancel: only the mark reaches the server.
    again.post(MARK).await;
    puppet.gets_nothing_but("notifications/mark").await;
    puppet.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#)).await;
    assert_eq!(gate.record().await.outcome, LoggedOutcome::Ok);
    again.begin(CALL).await;
    puppet.answers("tools/call", r#"{"again":true}"#).await;
    assert_eq!(again.wire.answer().await.body, r#"{"jsonrpc":"2.0","id":"c","result":{"again":true}}"#);
}

#[tokio::test]
async fn of_a_storm_of_changes_that_nobody_hears_one_is_kept() {
    let gate = gate().await;
    let (client, mut puppet) = gate.enter().await;
    let changed = r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#;
    for _ in 0..10 {
        puppet.send(&[changed; 1_000].join("\n")).await;
    }
    // Without a listener the gateway answers the ping itself, after everything sent before it.
    puppet.send(r#"{"jsonrpc":"2.0","id":"here?","method":"ping"}"#).await;
    assert_eq!(puppet.line().await, r#"{"jsonrpc":"2.0","id":"here?","result":{}}"#);
    let mut stream = gate.listen(&client).await;
    puppet.send(r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"after"}}"#).await;
    assert_eq!(stream.event().await.unwrap(), changed);
    assert!(stream.event().await.unwrap().contains("after"));
}

#[tokio::test]
async fn a_storm_of_changes_holds_up_no_answer_of_a_client_that_does_not_read_its_stream() {
    let gate = gate().await;
    let (mut client, mut puppet) = gate.enter().await;
    let _unread = gate.listen(&client).await;
    // 20 MB, more than sockets buffer for a client that does not read.
    let pad = "x".repeat(2_000);
    let changed = format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{{"_meta":{{"pad":"{pad}"}}}}}}"#
    );
    for _ in 0..100 {
        puppet.send(&vec![changed.as_str(); 100].join("\n")).await;
    }
    client.begin(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#).await;
    puppet.answers("ping", "{}").await;
    assert_eq!(client.wire.answer().await.body, r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
}
