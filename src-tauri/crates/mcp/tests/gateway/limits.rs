//! Attacks G7 and G8: input that is too large, too slow or too much is refused and blocks no other client.

use std::time::Duration;

use crate::http_client::Wire;
use crate::support::{Wanted, gate, gate_with};

const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;

#[tokio::test]
async fn g7_what_is_too_large_or_no_message_is_refused() {
    let gate = gate().await;
    let (mut client, mut puppet) = gate.enter().await;
    let session = format!("mcp-session-id: {}", client.session);
    // First declared as too large, then too large without a declared length (chunked).
    for length in ["content-length: 5000000", "content-length: 1000000000"] {
        let head = gate.head("POST", &format!("{session}\n{length}"));
        assert_eq!(Wire::open(gate.address).await.ask(&head, "").await.status, 413);
    }
    let mut wire = Wire::open(gate.address).await;
    let head = gate.head("POST", &format!("{session}\ntransfer-encoding: chunked")).replace('\n', "\r\n");
    wire.send(format!("{head}\r\n\r\n").as_bytes()).await;
    let piece = format!("10000\r\n{}\r\n", " ".repeat(65_536));
    let flood = async {
        for _ in 0..100 {
            // The gateway may close the connection while the test still writes.
            if tokio::io::AsyncWriteExt::write_all(&mut wire.stream, piece.as_bytes()).await.is_err() {
                break;
            }
        }
    };
    flood.await;
    assert_eq!(wire.answer().await.status, 413);
    let zipped = gate.head("POST", &format!("{session}\ncontent-encoding: gzip"));
    assert_eq!(Wire::open(gate.address).await.ask(&zipped, "x").await.status, 415);
    let deep = "[".repeat(1_000_000);
    for body in [deep.as_str(), "7", "\"x\"", "{", "{}x", "[1]", "[]", &format!("[{PING},{PING}]")] {
        let mut other = client.again(&gate).await;
        let answer = other.post(body).await;
        assert_eq!(answer.status, 400, "{}", &body[..body.len().min(40)]);
    }
    let deep = format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/deep","params":{}{}}}"#,
        deep,
        "]".repeat(1_000_000)
    );
    assert_eq!(client.post(&deep).await.status, 202);
    assert_eq!(puppet.line().await, deep, "brackets do no harm to whoever does not open them");
}

#[tokio::test]
async fn g8_whoever_is_slow_is_not_waited_for() {
    let gate = gate_with(Wanted {
        settings: |settings| {
            // Long enough for a whole head to arrive on a busy machine; the test takes about as long.
            settings.bounds.head_time = Duration::from_secs(2);
            settings.bounds.body_time = Duration::from_millis(50);
        },
        ..Wanted::default()
    })
    .await;
    let mut slow_head = Wire::open(gate.address).await;
    slow_head.send(b"POST /mcp HTTP/1.1\r\nhost: x").await;
    assert!(slow_head.is_closed().await);
    let mut slow_body = Wire::open(gate.address).await;
    let answer = slow_body.ask(&gate.head("POST", "content-length: 100"), "").await;
    assert_eq!(answer.status, 408);
    gate.puppets[0].nothing_was_started().await;
}

#[tokio::test]
async fn g8_idle_connections_keep_nobody_out() {
    let gate =
        gate_with(Wanted { settings: |settings| settings.bounds.connections = 8, ..Wanted::default() }).await;
    let (mut client, mut puppet) = gate.enter().await;
    let mut idle = Vec::new();
    for _ in 0..100 {
        idle.push(Wire::open(gate.address).await);
    }
    // Existing connections continue, and new ones are accepted.
    client.begin(PING).await;
    puppet.answers("ping", "{}").await;
    assert_eq!(client.wire.answer().await.status, 200);
    let mut other = client.again(&gate).await;
    other.begin(PING).await;
    puppet.answers("ping", "{}").await;
    assert_eq!(other.wire.answer().await.status, 200);
    assert!(idle.swap_remove(0).is_closed().await, "the oldest of those without a token had to go");
}

#[tokio::test]
async fn g8_a_client_that_does_not_read_holds_up_nobody_else() {
    let gate = gate_with(Wanted {
        patience: |patience| patience.reading = Duration::from_millis(200),
        ..Wanted::default()
    })
    .await;
    let (sleeper, mut noisy) = gate.enter().await;
    let (mut client, mut puppet) = gate.enter().await;
    let mut asleep = gate.listen(&sleeper).await;
    let long =
        format!(r#"{{"jsonrpc":"2.0","method":"notifications/message","params":"{}"}}"#, "x".repeat(1 << 20));
    let flood = tokio::spawn(async move {
        for _ in 0..64 {
            noisy.send(&long).await;
        }
        noisy
    });
    client.begin(PING).await;
    puppet.answers("ping", "{}").await;
    assert_eq!(client.wire.answer().await.status, 200);
    flood.await.unwrap();
    let words = || gate.words.lock().unwrap().clone();
    let closed = async {
        while !words().iter().any(|said| said.contains("does not read")) {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(crate::scripted_server::PATIENCE, closed).await.expect("the stream is closed");
    // It then reads the beginning of the stream and its end.
    let mut read = 0;
    while asleep.event().await.is_some() {
        read += 1;
    }
    assert!(read < 64, "{read}");
}
