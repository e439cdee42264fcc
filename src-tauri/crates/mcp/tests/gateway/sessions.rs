//! Session lifecycle: creation, ownership and end, without leftover processes.

use std::time::Duration;

use hintsmith_mcp::gateway::{HttpConfig, Token};
use tokio::time::timeout;

use crate::http_client::HttpConnection;
use crate::scripted_server::TEST_TIMEOUT;
use crate::support::{GatewayOptions, INITIALIZE, TOKEN, start_gateway, start_gateway_with};

#[tokio::test]
async fn each_session_has_its_own_processes_and_responses() {
    let gateway = start_gateway().await;
    let (mut one, mut first) = gateway.connect().await;
    let (mut two, mut second) = gateway.connect().await;
    assert_ne!(one.session, two.session);
    one.send(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#).await;
    two.send(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#).await;
    second.respond("ping", r#"{"who":2}"#).await;
    first.respond("ping", r#"{"who":1}"#).await;
    assert_eq!(one.connection.read_response().await.body, r#"{"jsonrpc":"2.0","id":1,"result":{"who":1}}"#);
    assert_eq!(two.connection.read_response().await.body, r#"{"jsonrpc":"2.0","id":1,"result":{"who":2}}"#);
}

#[tokio::test]
async fn a_deleted_session_ends_with_its_process() {
    let gateway = start_gateway().await;
    let (mut client, mut process) = gateway.connect().await;
    let head = gateway.head("DELETE", &format!("mcp-session-id: {}", client.session));
    assert_eq!(client.connection.request(&head, "").await.status, 204);
    process.wait_until_exited().await;
    assert_eq!(client.post(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#).await.status, 404);
    assert_eq!(gateway.http.session_count(), 0);
}

#[tokio::test]
async fn a_session_exists_only_for_the_token_that_opened_it() {
    const OTHER: &str = "fedcba9876543210fedcba9876543210";
    let gateway = start_gateway().await;
    gateway.tokens.send(vec![Token::new(TOKEN).unwrap(), Token::new(OTHER).unwrap()]).unwrap();
    let (client, mut process) = gateway.connect().await;
    let mut connection = HttpConnection::open(gateway.address).await;
    let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    let named = |session: &str| gateway.head("POST", &format!("mcp-session-id: {session}"));
    for method in ["POST", "GET", "DELETE"] {
        let head = gateway.head(method, &format!("mcp-session-id: {}", client.session)).replace(TOKEN, OTHER);
        assert_eq!(
            connection.request(&head, if method == "POST" { ping } else { "" }).await.status,
            404,
            "{method}"
        );
    }
    let upper = client.session.to_ascii_uppercase();
    for guess in ["mine", "0", &upper, &client.session[1..], "../x"] {
        assert_eq!(connection.request(&named(guess), ping).await.status, 404, "{guess}");
    }
    assert_eq!(
        connection.request(&named(&format!("{0}\nmcp-session-id: {0}", client.session)), ping).await.status,
        400
    );
    assert_eq!(connection.request(&gateway.head("POST", ""), ping).await.status, 400);
    // An id chosen by the client is not adopted by `initialize`.
    assert_eq!(connection.request(&named("chosen"), INITIALIZE).await.status, 404);
    gateway.servers[0].assert_none_started().await;
    assert!(client.session.len() >= 32);
    connection.request(&named(&client.session), r#"{"jsonrpc":"2.0","method":"notifications/mark"}"#).await;
    process.expect_only("notifications/mark").await;
}

#[tokio::test]
async fn idle_sessions_end_unless_a_stream_is_open() {
    let options = GatewayOptions {
        config: |config| {
            config.limits.max_sessions = 2;
            // Long enough to open the stream on a busy machine; the test takes about as long.
            config.limits.idle_timeout = Duration::from_secs(2);
        },
        ..GatewayOptions::default()
    };
    let gateway = start_gateway_with(options).await;
    let (client, mut used) = gateway.connect().await;
    let stream = gateway.open_stream(&client).await;
    // Opened later and ended first, because it has no open stream.
    let (_unused, mut process) = gateway.connect().await;
    process.wait_until_exited().await;
    let mut second_client = client.new_connection(&gateway).await;
    second_client.send(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#).await;
    used.respond("ping", "{}").await;
    assert_eq!(second_client.connection.read_response().await.status, 200);
    drop(stream);
    used.wait_until_exited().await;
    assert_eq!(gateway.http.session_count(), 0);
}

#[tokio::test]
async fn the_session_limit_holds_for_concurrent_initializations() {
    let gateway = start_gateway_with(GatewayOptions {
        config: |config| config.limits.max_sessions = 1,
        ..GatewayOptions::default()
    })
    .await;
    let begin = || {
        let (head, address) = (gateway.head("POST", ""), gateway.address);
        tokio::spawn(
            async move { HttpConnection::open(address).await.request(&head, INITIALIZE).await.status },
        )
    };
    let asking = [begin(), begin()];
    let (mut one, mut two) =
        (gateway.servers[0].next_process().await, gateway.servers[0].next_process().await);
    one.initialize().await;
    two.initialize().await;
    let mut statuses = Vec::new();
    for asked in asking {
        statuses.push(asked.await.unwrap());
    }
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 503]);
    // At the limit, no process is even started.
    assert_eq!(begin().await.unwrap(), 503);
    gateway.servers[0].assert_none_started().await;
    gateway.stop.cancel();
    gateway.task.await.unwrap();
    one.wait_until_exited().await;
    two.wait_until_exited().await;
}

#[tokio::test]
async fn a_refused_handshake_is_reported_and_opens_no_session() {
    let gateway = start_gateway().await;
    let asking = tokio::spawn({
        let (head, address) = (gateway.head("POST", ""), gateway.address);
        async move { HttpConnection::open(address).await.request(&head, INITIALIZE).await }
    });
    let mut process = gateway.servers[0].next_process().await;
    let (id, _) = process.expect_request("initialize").await;
    process
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
    process.wait_until_exited().await;
}

#[tokio::test]
async fn a_server_that_exits_fails_its_calls_and_is_restarted() {
    let gateway = start_gateway_with(GatewayOptions {
        timeouts: |timeouts| timeouts.backoff = (Duration::from_millis(1), Duration::from_millis(2)),
        ..GatewayOptions::default()
    })
    .await;
    let (mut client, mut process) = gateway.connect().await;
    let mut stream = gateway.open_stream(&client).await;
    client.send(r#"{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"t"}}"#).await;
    process.expect_request("tools/call").await;
    drop(process);
    assert_eq!(
        client.connection.read_response().await.body,
        r#"{"jsonrpc":"2.0","id":5,"error":{"code":-32603,"message":"the server \"one\" ended before responding"}}"#
    );
    let mut process = gateway.servers[0].next_process().await;
    process.initialize().await;
    assert_eq!(process.read_line().await, crate::support::INITIALIZED);
    assert!(stream.next_event().await.unwrap().contains("notifications/tools/list_changed"));
    client.send(r#"{"jsonrpc":"2.0","id":6,"method":"ping"}"#).await;
    process.respond("ping", "{}").await;
    assert_eq!(client.connection.read_response().await.body, r#"{"jsonrpc":"2.0","id":6,"result":{}}"#);
}

#[tokio::test]
async fn shutdown_answers_pending_requests_and_leaves_no_process() {
    // So long that only completed work can end the drain.
    let day = |config: &mut HttpConfig| config.limits.drain_timeout = Duration::from_secs(86_400);
    let gateway = start_gateway_with(GatewayOptions { config: day, ..GatewayOptions::default() }).await;
    let (mut client, mut process) = gateway.connect().await;
    let (idle, mut unused) = gateway.connect().await;
    client.send(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}"#).await;
    let (id, _) = process.expect_request("tools/call").await;
    gateway.stop.cancel();
    let mut later = client.wait_until_refused(&gateway).await;
    assert!(later.take().is_none(), "no new connections");
    process.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"done":true}}}}"#)).await;
    assert_eq!(
        client.connection.read_response().await.body,
        r#"{"jsonrpc":"2.0","id":1,"result":{"done":true}}"#
    );
    timeout(TEST_TIMEOUT, gateway.task).await.expect("it ends").unwrap();
    process.wait_until_exited().await;
    unused.wait_until_exited().await;
    drop(idle);
}
