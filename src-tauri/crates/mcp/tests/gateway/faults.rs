//! Servers that are killed, hang or flood, and clients that disconnect: what the other side sees.

use std::time::Duration;

use hintsmith_mcp::proxy::LoggedOutcome;
use tokio::time::Instant;

use crate::program::signal;
use crate::support::{GatewayOptions, INITIALIZE, INITIALIZED, start_gateway, start_gateway_with};

const CALL: &str =
    r#"{"jsonrpc":"2.0","id":"c","method":"tools/call","params":{"name":"t","_meta":{"progressToken":"p"}}}"#;
const MARK: &str = r#"{"jsonrpc":"2.0","method":"notifications/mark"}"#;

#[tokio::test]
async fn a_killed_server_fails_its_call_and_is_restarted() {
    let gateway = start_gateway_with(GatewayOptions {
        withheld: &["delete"],
        timeouts: |timeouts| timeouts.backoff = (Duration::from_millis(1), Duration::from_millis(2)),
        ..GatewayOptions::default()
    })
    .await;
    let (mut client, mut process) = gateway.connect().await;
    let mut stream = gateway.open_stream(&client).await;
    client.send(CALL).await;
    process.expect_request("tools/call").await;
    signal("-KILL", process.pid);
    let answer = client.connection.read_response().await;
    assert!(answer.body.starts_with(r#"{"jsonrpc":"2.0","id":"c","error":"#), "{answer:?}");
    let mut process = gateway.servers[0].next_process().await;
    process.initialize().await;
    assert_eq!(process.read_line().await, INITIALIZED);
    assert!(stream.next_event().await.unwrap().contains("notifications/tools/list_changed"));
    client.send(r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#).await;
    process.respond("tools/list", r#"{"tools":[{"name":"delete"},{"name":"t"}]}"#).await;
    assert_eq!(
        client.connection.read_response().await.body,
        r#"{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"t"}]}}"#
    );
}

#[tokio::test]
async fn a_server_that_exits_after_each_handshake_is_restarted_with_backoff() {
    let gateway = start_gateway_with(GatewayOptions {
        // A connection that lasts for the maximum delay resets the backoff: none here does, however busy the machine.
        timeouts: |timeouts| timeouts.backoff = (Duration::from_millis(10), Duration::from_secs(3600)),
        ..GatewayOptions::default()
    })
    .await;
    let (_client, mut process) = gateway.connect().await;
    let mut last = Duration::ZERO;
    // 10, 20, 40, 80, 160 and 320 ms, measured from just before the server exits.
    for _ in 0..6 {
        let begun = Instant::now();
        drop(process);
        process = gateway.servers[0].next_process().await;
        last = begun.elapsed();
        process.initialize().await;
    }
    assert!(last > Duration::from_millis(300), "{last:?}");
}

#[tokio::test]
async fn a_call_that_times_out_fails_and_is_cancelled() {
    let mut gateway = start_gateway_with(GatewayOptions {
        // Long enough for the second call to be answered on a busy machine; the test takes about as long.
        timeouts: |timeouts| timeouts.call = Duration::from_secs(2),
        ..GatewayOptions::default()
    })
    .await;
    let (mut client, mut process) = gateway.connect().await;
    client.send(CALL).await;
    let (id, _) = process.expect_request("tools/call").await;
    assert_eq!(
        client.connection.read_response().await.body,
        r#"{"jsonrpc":"2.0","id":"c","error":{"code":-32603,"message":"the server \"one\" did not respond within 2s; the request was cancelled"}}"#
    );
    assert_eq!(
        process.read_line().await,
        format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id},"reason":"timed out"}}}}"#
        )
    );
    assert_eq!(gateway.next_record().await.outcome, LoggedOutcome::Lost);
    // The late response is dropped, the id is free again, and the session goes on.
    process.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"late":true}}}}"#)).await;
    client.send(CALL).await;
    process.respond("tools/call", "{}").await;
    assert_eq!(client.connection.read_response().await.body, r#"{"jsonrpc":"2.0","id":"c","result":{}}"#);
}

#[tokio::test]
async fn a_hanging_handshake_is_reported_and_leaves_no_process() {
    let gateway = start_gateway_with(GatewayOptions {
        timeouts: |timeouts| timeouts.connect = Duration::from_millis(50),
        ..GatewayOptions::default()
    })
    .await;
    let mut connection = crate::http_client::HttpConnection::open(gateway.address).await;
    let answer = connection.request(&gateway.head("POST", ""), INITIALIZE).await;
    assert!(answer.body.contains("did not respond in time"), "{answer:?}");
    assert_eq!((answer.header("mcp-session-id"), gateway.http.session_count()), (None, 0));
    gateway.servers[0].next_process().await.wait_until_exited().await;
}

#[tokio::test]
async fn a_hanging_handshake_does_not_delay_the_other_servers() {
    let gateway = start_gateway_with(GatewayOptions {
        servers: &["one", "two"],
        // Long enough for the other server to answer on a busy machine; the test takes that long.
        timeouts: |timeouts| timeouts.handshake = Duration::from_secs(3),
        ..GatewayOptions::default()
    })
    .await;
    let asking = tokio::spawn({
        let (head, address) = (gateway.head("POST", ""), gateway.address);
        async move {
            let mut connection = crate::http_client::HttpConnection::open(address).await;
            let answer = connection.request(&head, INITIALIZE).await;
            (connection, answer)
        }
    });
    let mut hangs = gateway.servers[0].next_process().await;
    let mut greets = gateway.servers[1].next_process().await;
    greets.initialize().await;
    let (connection, response) = asking.await.unwrap();
    let mut client = gateway.client_from_response(connection, response);
    client.send(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#).await;
    greets.respond("tools/list", r#"{"tools":[{"name":"t"}]}"#).await;
    assert!(client.connection.read_response().await.body.contains("two_t"));
    // The client is notified once the server answers.
    let mut stream = gateway.open_stream(&client).await;
    client.post(INITIALIZED).await;
    hangs.initialize().await;
    assert!(stream.next_event().await.unwrap().contains("notifications/tools/list_changed"));
}

#[tokio::test]
async fn disconnecting_during_a_stream_cancels_neither_session_nor_call() {
    let mut gateway = start_gateway().await;
    let (mut client, mut process) = gateway.connect().await;
    let mut second_client = client.new_connection(&gateway).await;
    client.send(CALL).await;
    let (id, _) = process.expect_request("tools/call").await;
    process.send(r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p","progress":1}}"#).await;
    client.connection.read_response().await;
    client.connection.next_event().await.unwrap();
    drop(client);
    // With sessions, disconnecting does not cancel: only the mark reaches the server.
    second_client.post(MARK).await;
    process.expect_only("notifications/mark").await;
    process.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#)).await;
    assert_eq!(gateway.next_record().await.outcome, LoggedOutcome::Ok);
    second_client.send(CALL).await;
    process.respond("tools/call", r#"{"again":true}"#).await;
    assert_eq!(
        second_client.connection.read_response().await.body,
        r#"{"jsonrpc":"2.0","id":"c","result":{"again":true}}"#
    );
}

#[tokio::test]
async fn a_burst_of_list_changed_without_a_listener_is_kept_once() {
    let gateway = start_gateway().await;
    let (client, mut process) = gateway.connect().await;
    let changed = r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#;
    for _ in 0..10 {
        process.send(&[changed; 1_000].join("\n")).await;
    }
    // Without a listener the gateway answers the ping itself, after everything sent before it.
    process.send(r#"{"jsonrpc":"2.0","id":"here?","method":"ping"}"#).await;
    assert_eq!(process.read_line().await, r#"{"jsonrpc":"2.0","id":"here?","result":{}}"#);
    let mut stream = gateway.open_stream(&client).await;
    process.send(r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"after"}}"#).await;
    assert_eq!(stream.next_event().await.unwrap(), changed);
    assert!(stream.next_event().await.unwrap().contains("after"));
}

#[tokio::test]
async fn a_burst_of_list_changed_does_not_block_responses() {
    let gateway = start_gateway().await;
    let (mut client, mut process) = gateway.connect().await;
    let _unread = gateway.open_stream(&client).await;
    // 20 MB, more than sockets buffer for a client that does not read.
    let pad = "x".repeat(2_000);
    let changed = format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{{"_meta":{{"pad":"{pad}"}}}}}}"#
    );
    for _ in 0..100 {
        process.send(&vec![changed.as_str(); 100].join("\n")).await;
    }
    client.send(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#).await;
    process.respond("ping", "{}").await;
    assert_eq!(client.connection.read_response().await.body, r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
}
