//! Session lifecycle: creation, ownership and end, without leftover processes.

use std::time::Duration;

use hintsmith_mcp::gateway::{HttpConfig, Token};
use tokio::time::timeout;

use crate::http_client::Wire;
use crate::scripted_server::PATIENCE;
use crate::support::{INITIALIZE, TOKEN, Wanted, gate, gate_with};

#[tokio::test]
async fn each_session_has_processes_of_its_own_and_no_answer_is_crossed() {
    let gate = gate().await;
    let (mut one, mut first) = gate.enter().await;
    let (mut two, mut second) = gate.enter().await;
    assert_ne!(one.session, two.session);
    one.begin(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#).await;
    two.begin(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#).await;
    second.answers("ping", r#"{"who":2}"#).await;
    first.answers("ping", r#"{"who":1}"#).await;
    assert_eq!(one.wire.answer().await.body, r#"{"jsonrpc":"2.0","id":1,"result":{"who":1}}"#);
    assert_eq!(two.wire.answer().await.body, r#"{"jsonrpc":"2.0","id":1,"result":{"who":2}}"#);
}

#[tokio::test]
async fn a_session_that_was_left_is_gone_with_its_process() {
    let gate = gate().await;
    let (mut client, mut puppet) = gate.enter().await;
    let head = gate.head("DELETE", &format!("mcp-session-id: {}", client.session));
    assert_eq!(client.wire.ask(&head, "").await.status, 204);
    puppet.is_gone().await;
    assert_eq!(client.post(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#).await.status, 404);
    assert_eq!(gate.door.sessions(), 0);
}

#[tokio::test]
async fn a_session_is_known_to_nobody_but_its_holder() {
    const OTHER: &str = "fedcba9876543210fedcba9876543210";
    let gate = gate().await;
    gate.tokens.send(vec![Token::new(TOKEN).unwrap(), Token::new(OTHER).unwrap()]).unwrap();
    let (client, mut puppet) = gate.enter().await;
    let mut wire = Wire::open(gate.address).await;
    let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    let named = |session: &str| gate.head("POST", &format!("mcp-session-id: {session}"));
    for method in ["POST", "GET", "DELETE"] {
        let head = gate.head(method, &format!("mcp-session-id: {}", client.session)).replace(TOKEN, OTHER);
        assert_eq!(wire.ask(&head, if method == "POST" { ping } else { "" }).await.status, 404, "{method}");
    }
    let upper = client.session.to_ascii_uppercase();
    for guess in ["mine", "0", &upper, &client.session[1..], "../x"] {
        assert_eq!(wire.ask(&named(guess), ping).await.status, 404, "{guess}");
    }
    assert_eq!(
        wire.ask(&named(&format!("{0}\nmcp-session-id: {0}", client.session)), ping).await.status,
        400
    );
    assert_eq!(wire.ask(&gate.head("POST", ""), ping).await.status, 400);
    // An id chosen by the client is not adopted by `initialize`.
    assert_eq!(wire.ask(&named("chosen"), INITIALIZE).await.status, 404);
    gate.puppets[0].nothing_was_started().await;
    assert!(client.session.len() >= 32);
    wire.ask(&named(&client.session), r#"{"jsonrpc":"2.0","method":"notifications/mark"}"#).await;
    puppet.gets_nothing_but("notifications/mark").await;
}

#[tokio::test]
async fn a_session_that_nobody_uses_ends_and_one_with_an_open_stream_does_not() {
    let wanted = Wanted {
        settings: |settings| {
            settings.bounds.sessions = 2;
            // Long enough to open the stream on a busy machine; the test takes about as long.
            settings.bounds.idle = Duration::from_secs(2);
        },
        ..Wanted::default()
    };
    let gate = gate_with(wanted).await;
    let (client, mut used) = gate.enter().await;
    let stream = gate.listen(&client).await;
    // Opened later and ended first, because it has no open stream.
    let (_unused, mut puppet) = gate.enter().await;
    puppet.is_gone().await;
    let mut again = client.again(&gate).await;
    again.begin(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#).await;
    used.answers("ping", "{}").await;
    assert_eq!(again.wire.answer().await.status, 200);
    drop(stream);
    used.is_gone().await;
    assert_eq!(gate.door.sessions(), 0);
}

#[tokio::test]
async fn there_are_no_more_sessions_than_allowed_even_when_they_begin_at_once() {
    let gate =
        gate_with(Wanted { settings: |settings| settings.bounds.sessions = 1, ..Wanted::default() }).await;
    let begin = || {
        let (head, address) = (gate.head("POST", ""), gate.address);
        tokio::spawn(async move { Wire::open(address).await.ask(&head, INITIALIZE).await.status })
    };
    let asking = [begin(), begin()];
    let (mut one, mut two) = (gate.puppets[0].next().await, gate.puppets[0].next().await);
    one.shake_hands().await;
    two.shake_hands().await;
    let mut statuses = Vec::new();
    for asked in asking {
        statuses.push(asked.await.unwrap());
    }
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 503]);
    // At the limit, no process is even started.
    assert_eq!(begin().await.unwrap(), 503);
    gate.puppets[0].nothing_was_started().await;
    gate.stop.cancel();
    gate.task.await.unwrap();
    one.is_gone().await;
    two.is_gone().await;
}

#[tokio::test]
async fn a_server_that_cannot_be_started_is_said_so_and_no_session_begins() {
    let gate = gate().await;
    let asking = tokio::spawn({
        let (head, address) = (gate.head("POST", ""), gate.address);
        async move { Wire::open(address).await.ask(&head, INITIALIZE).await }
    });
    let mut puppet = gate.puppets[0].next().await;
    let (id, _) = puppet.asked("initialize").await;
    puppet
        .send(&format!(
            r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32001,"message":"no","data":{{"x":1.0}}}}}}"#
        ))
        .await;
    let answer = asking.await.unwrap();
    assert_eq!(
        answer.body,
        r#"{"jsonrpc":"2.0","id":"init","error":{"code":-32001,"message":"no","data":{"x":1.0}}}"#
    );
    assert_eq!(answer.header("mcp-session-id"), None);
    puppet.is_gone().await;
}

#[tokio::test]
async fn a_server_that_dies_fails_its_calls_and_comes_back() {
    let gate = gate_with(Wanted {
        patience: |patience| patience.again = (Duration::from_millis(1), Duration::from_millis(2)),
        ..Wanted::default()
    })
    .await;
    let (mut client, mut puppet) = gate.enter().await;
    let mut stream = gate.listen(&client).await;
    client.begin(r#"{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"t"}}"#).await;
    puppet.asked("tools/call").await;
    drop(puppet);
    assert_eq!(
        client.wire.answer().await.body,
        r#"{"jsonrpc":"2.0","id":5,"error":{"code":-32603,"message":"the server \"one\" ended before it answered"}}"#
    );
    let mut puppet = gate.puppets[0].next().await;
    puppet.shake_hands().await;
    assert_eq!(puppet.line().await, crate::support::INITIALIZED);
    assert!(stream.event().await.unwrap().contains("notifications/tools/list_changed"));
    client.begin(r#"{"jsonrpc":"2.0","id":6,"method":"ping"}"#).await;
    puppet.answers("ping", "{}").await;
    assert_eq!(client.wire.answer().await.body, r#"{"jsonrpc":"2.0","id":6,"result":{}}"#);
}

#[tokio::test]
async fn when_told_to_stop_requests_under_way_are_answered_and_nothing_is_left() {
    // So long that only completed work can end the drain.
    let day = |settings: &mut HttpConfig| settings.bounds.drain = Duration::from_secs(86_400);
    let gate = gate_with(Wanted { settings: day, ..Wanted::default() }).await;
    let (mut client, mut puppet) = gate.enter().await;
    let (idle, mut unused) = gate.enter().await;
    client.begin(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}"#).await;
    let (id, _) = puppet.asked("tools/call").await;
    gate.stop.cancel();
    let mut later = client.again_or_closed(&gate).await;
    assert!(later.take().is_none(), "no new connections");
    puppet.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"done":true}}}}"#)).await;
    assert_eq!(client.wire.answer().await.body, r#"{"jsonrpc":"2.0","id":1,"result":{"done":true}}"#);
    timeout(PATIENCE, gate.task).await.expect("it ends").unwrap();
    puppet.is_gone().await;
    unused.is_gone().await;
    drop(idle);
}
