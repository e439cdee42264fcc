//! Attacks G7 and G8: input that is too large, too slow or too much is refused and blocks no other client.

use std::time::Duration;

use crate::http_client::HttpConnection;
use crate::support::{GatewayOptions, start_gateway, start_gateway_with};

const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;

#[tokio::test]
async fn g7_oversized_and_invalid_bodies_are_refused() {
    let gateway = start_gateway().await;
    let (mut client, mut process) = gateway.connect().await;
    let session = format!("mcp-session-id: {}", client.session);
    // First declared as too large, then too large without a declared length (chunked).
    for length in ["content-length: 5000000", "content-length: 1000000000"] {
        let head = gateway.head("POST", &format!("{session}\n{length}"));
        assert_eq!(HttpConnection::open(gateway.address).await.request(&head, "").await.status, 413);
    }
    let mut connection = HttpConnection::open(gateway.address).await;
    let head = gateway.head("POST", &format!("{session}\ntransfer-encoding: chunked")).replace('\n', "\r\n");
    connection.send(format!("{head}\r\n\r\n").as_bytes()).await;
    let piece = format!("10000\r\n{}\r\n", " ".repeat(65_536));
    let flood = async {
        for _ in 0..100 {
            // The gateway may close the connection while the test still writes.
            if tokio::io::AsyncWriteExt::write_all(&mut connection.stream, piece.as_bytes()).await.is_err() {
                break;
            }
        }
    };
    flood.await;
    assert_eq!(connection.read_response().await.status, 413);
    let zipped = gateway.head("POST", &format!("{session}\ncontent-encoding: gzip"));
    assert_eq!(HttpConnection::open(gateway.address).await.request(&zipped, "x").await.status, 415);
    let deep = "[".repeat(1_000_000);
    for body in [deep.as_str(), "7", "\"x\"", "{", "{}x", "[1]", "[]", &format!("[{PING},{PING}]")] {
        let mut other = client.new_connection(&gateway).await;
        let answer = other.post(body).await;
        assert_eq!(answer.status, 400, "{}", &body[..body.len().min(40)]);
    }
    let deep = format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/deep","params":{}{}}}"#,
        deep,
        "]".repeat(1_000_000)
    );
    assert_eq!(client.post(&deep).await.status, 202);
    assert_eq!(process.read_line().await, deep, "brackets do no harm to whoever does not open them");
}

#[tokio::test]
async fn g8_slow_heads_and_bodies_time_out() {
    let gateway = start_gateway_with(GatewayOptions {
        config: |config| {
            // Long enough for a whole head to arrive on a busy machine; the test takes about as long.
            config.limits.head_timeout = Duration::from_secs(2);
            config.limits.body_timeout = Duration::from_millis(50);
        },
        ..GatewayOptions::default()
    })
    .await;
    let mut slow_head = HttpConnection::open(gateway.address).await;
    slow_head.send(b"POST /mcp HTTP/1.1\r\nhost: x").await;
    assert!(slow_head.is_closed().await);
    let mut slow_body = HttpConnection::open(gateway.address).await;
    let answer = slow_body.request(&gateway.head("POST", "content-length: 100"), "").await;
    assert_eq!(answer.status, 408);
    gateway.servers[0].assert_none_started().await;
}

#[tokio::test]
async fn g8_idle_connections_do_not_block_new_ones() {
    let gateway = start_gateway_with(GatewayOptions {
        config: |config| config.limits.max_connections = 8,
        ..GatewayOptions::default()
    })
    .await;
    let (mut client, mut process) = gateway.connect().await;
    let mut idle = Vec::new();
    for _ in 0..100 {
        idle.push(HttpConnection::open(gateway.address).await);
    }
    // Existing connections continue, and new ones are accepted.
    client.send(PING).await;
    process.respond("ping", "{}").await;
    assert_eq!(client.connection.read_response().await.status, 200);
    let mut other = client.new_connection(&gateway).await;
    other.send(PING).await;
    process.respond("ping", "{}").await;
    assert_eq!(other.connection.read_response().await.status, 200);
    assert!(idle.swap_remove(0).is_closed().await, "the oldest of those without a token had to go");
}

#[tokio::test]
async fn g8_a_client_that_does_not_read_does_not_block_other_sessions() {
    let gateway = start_gateway_with(GatewayOptions {
        timeouts: |timeouts| timeouts.client_read = Duration::from_millis(200),
        ..GatewayOptions::default()
    })
    .await;
    let (sleeper, mut noisy) = gateway.connect().await;
    let (mut client, mut process) = gateway.connect().await;
    let mut asleep = gateway.open_stream(&sleeper).await;
    let long =
        format!(r#"{{"jsonrpc":"2.0","method":"notifications/message","params":"{}"}}"#, "x".repeat(1 << 20));
    let flood = tokio::spawn(async move {
        for _ in 0..64 {
            noisy.send(&long).await;
        }
        noisy
    });
    client.send(PING).await;
    process.respond("ping", "{}").await;
    assert_eq!(client.connection.read_response().await.status, 200);
    flood.await.unwrap();
    let messages = || gateway.messages.lock().unwrap().clone();
    let closed = async {
        while !messages().iter().any(|message| message.contains("stopped reading")) {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(crate::scripted_server::TEST_TIMEOUT, closed).await.expect("the stream is closed");
    // It then reads the beginning of the stream and its end.
    let mut read = 0;
    while asleep.next_event().await.is_some() {
        read += 1;
    }
    assert!(read < 64, "{read}");
}
