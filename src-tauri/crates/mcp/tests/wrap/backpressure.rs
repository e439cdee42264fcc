//! Backpressure and line limits: a side that does not read blocks only its peer, and a line over the limit is answered.

use std::time::Duration;

use hintsmith_mcp::wrap::{CloseReason, ProxyLimits};
use serde_json::Value;
use tokio::io::AsyncWriteExt;
use tokio::time::timeout;

use crate::support::{Options, Setup, setup, setup_with};

const DENIED: &str = r#"{"id":1,"method":"tools/call","params":{"name":"delete"}}"#;

#[tokio::test]
async fn both_sides_flooded_at_once_lose_nothing() {
    // The pipes hold less than one message, so every write waits for the reader.
    let setup = setup_with(&["delete"], Options { pipe_bytes: Some(16), ..Options::default() });
    let Setup { mut client, mut server, task, .. } = setup;
    let (mut from_client, mut from_server) = (client.writer.take().unwrap(), server.writer.take().unwrap());
    const MANY: usize = 2_000;
    let client_writes = async {
        for number in 0..MANY {
            let line = format!("{{\"method\":\"n{number}\"}}\n{DENIED}\n");
            from_client.write_all(line.as_bytes()).await.unwrap();
        }
    };
    let server_writes = async {
        for number in 0..MANY {
            from_server.write_all(format!("{{\"method\":\"m{number}\"}}\n").as_bytes()).await.unwrap();
        }
    };
    let server_reads = async {
        for number in 0..MANY {
            assert_eq!(server.read_line().await, format!(r#"{{"method":"n{number}"}}"#));
        }
    };
    let client_reads = async {
        let (mut answers, mut messages) = (0, 0);
        while answers + messages < 2 * MANY {
            let line = client.read_line().await;
            if line == format!(r#"{{"method":"m{messages}"}}"#) {
                messages += 1;
            } else {
                assert!(line.contains("Unknown tool"), "{line}");
                answers += 1;
            }
        }
        assert_eq!((answers, messages), (MANY, MANY));
    };
    tokio::join!(client_writes, server_writes, server_reads, client_reads);
    task.abort();
}

#[tokio::test]
async fn own_responses_are_queued_while_the_client_does_not_read() {
    let mut setup = setup_with(&["delete"], Options { pipe_bytes: Some(64), ..Options::default() });
    // The responses exceed the pipe, and the client reads nothing while it writes.
    for _ in 0..5_000 {
        setup.client.send(DENIED).await;
    }
    setup.assert_server_receives_nothing().await;
    for _ in 0..5_000 {
        assert!(setup.client.read_line().await.contains("Unknown tool"));
    }
}

#[tokio::test(start_paused = true)]
async fn a_client_that_never_reads_is_throttled() {
    let mut setup = setup_with(&["delete"], Options { pipe_bytes: Some(4096), ..Options::default() });
    let mut written = 0;
    // Paused time advances only when all tasks are idle, so a timeout means that the writer is blocked.
    while timeout(Duration::from_secs(10), setup.client.send(DENIED)).await.is_ok() {
        written += DENIED.len();
        assert!(written < 4 << 20, "it takes more and more");
    }
    assert!(written > 512 << 10, "{written}");
}

#[tokio::test(start_paused = true)]
async fn a_server_that_never_reads_blocks_only_the_client() {
    let mut setup = setup_with(&[], Options { pipe_bytes: Some(4096), ..Options::default() });
    let mut written = 0;
    while timeout(Duration::from_secs(10), setup.client.send(r#"{"method":"x"}"#)).await.is_ok() {
        written += 1;
        assert!(written < 100_000, "it takes more and more");
    }
    setup.assert_client_receives_nothing().await;
}

#[tokio::test]
async fn a_line_of_more_than_64_mib_is_answered_with_an_error_for_its_id() {
    let mut setup = setup(&[]);
    setup.send_through(r#"{"id":7,"method":"tools/call","params":{"name":"x"}}"#).await;
    let Setup { mut client, mut server, task, diagnostics: words, .. } = setup;
    // The id comes last, where the TypeScript SDK writes it.
    let mut line = format!(r#"{{"result":{{"text":"{}"}},"id":7}}"#, "x".repeat((64 << 20) + 1 - 29));
    let at_most = 64 << 20;
    assert_eq!(line.len(), at_most + 1);
    line.push('\n');
    let (_, answer) = tokio::join!(server.send_bytes(line.as_bytes()), client.read_line());
    let answer: Value = serde_json::from_str(&answer).unwrap();
    assert_eq!((&answer["id"], &answer["error"]["code"]), (&7.into(), &(-32603).into()));
    assert!(answer["error"]["message"].as_str().unwrap().contains("larger than 64 MiB"), "{answer}");
    assert_eq!(words.lock().unwrap().len(), 1);
    // One byte less passes.
    client.send(r#"{"id":8,"method":"x"}"#).await;
    server.read_line().await;
    let line = line.replacen('x', "", 1).replace("\"id\":7", "\"id\":8");
    assert_eq!(line.len(), at_most + 1);
    let (_, answer) = tokio::join!(server.send_bytes(line.as_bytes()), client.read_line());
    assert!(answer.len() == at_most && line.starts_with(&answer));
    task.abort();
}

fn setup_with_short_lines() -> Setup {
    setup_with(
        &[],
        Options {
            limits: ProxyLimits { max_line_bytes: 64, ..ProxyLimits::default() },
            ..Options::default()
        },
    )
}

#[tokio::test]
async fn oversized_lines_are_answered_to_the_waiting_peer() {
    let mut setup = setup_with_short_lines();
    let long = "y".repeat(100);
    setup.client.send(&format!(r#"{{"method":"x","params":"{long}","id":"q"}}"#)).await;
    let answer: Value = serde_json::from_str(&setup.client.read_line().await).unwrap();
    assert_eq!((&answer["id"], &answer["error"]["code"]), (&"q".into(), &(-32600).into()));
    // The client's response to a request of the server becomes an error for the server.
    setup.client.send(&format!(r#"{{"result":"{long}","id":3}}"#)).await;
    let answer: Value = serde_json::from_str(&setup.server.read_line().await).unwrap();
    assert_eq!((&answer["id"], &answer["error"]["code"]), (&3.into(), &(-32603).into()));
    // A request of the server is answered by the proxy.
    setup.server.send(&format!(r#"{{"method":"roots/list","params":"{long}","id":4}}"#)).await;
    let answer: Value = serde_json::from_str(&setup.server.read_line().await).unwrap();
    assert_eq!((&answer["id"], &answer["error"]["code"]), (&4.into(), &(-32600).into()));
    // A notification has no response; it is reported to the user only.
    setup.client.send(&format!(r#"{{"method":"n","params":"{long}"}}"#)).await;
    setup.server.send(&format!(r#"{{"method":"n","params":"{long}"}}"#)).await;
    setup.assert_server_receives_nothing().await;
    setup.assert_client_receives_nothing().await;
    assert_eq!(setup.diagnostics.lock().unwrap().len(), 2);
}

#[tokio::test]
async fn oversized_line_without_a_known_recipient_closes_the_connection() {
    let long = "y".repeat(100);
    for (from_client, line) in [
        (true, format!(r#"[{{"id":1,"method":"{long}"}}]"#)),
        (true, format!(r#"{{"id":1,"id":2,"method":"{long}"}}"#)),
        (true, long.clone()),
        (false, format!(r#"[{{"id":1,"result":"{long}"}}]"#)),
        (false, format!(r#"{{"ID":1,"result":"{long}"}}"#)),
        (false, long.clone()),
    ] {
        let mut setup = setup_with_short_lines();
        setup.send_through(r#"{"id":5,"method":"ping"}"#).await;
        if from_client {
            setup.client.send(&line).await
        } else {
            setup.server.send(&line).await
        }
        assert_eq!(setup.server.read_line().await, "", "its input is closed");
        setup.server.close();
        let answer: Value = serde_json::from_str(&setup.client.read_line().await).unwrap();
        assert_eq!(answer["id"], 5);
        let left = setup.task.await.unwrap();
        assert!(
            matches!(&left.reason, CloseReason::ProtocolError(why) if why.contains("larger than")),
            "{line}: {left:?}"
        );
    }
}
