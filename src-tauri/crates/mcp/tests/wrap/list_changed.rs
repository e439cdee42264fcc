//! List-changed notifications after a policy change: sent to clients that listen for them only.

use std::time::Duration;

use tokio::time::{Instant, timeout};

use crate::support::{Setup, setup};

const CHANGED: &str = r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#;

async fn initialize(setup: &mut Setup, capabilities: &str) -> String {
    setup.send_through(r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}"#).await;
    setup.server.send(&format!(r#"{{"id":0,"result":{{"capabilities":{capabilities}}}}}"#)).await;
    setup.client.read_line().await
}

/// Returns all lines that the client receives until none arrives for ten seconds.
async fn read_until_quiet(setup: &mut Setup) -> Vec<String> {
    let mut heard = Vec::new();
    while let Ok(line) = timeout(Duration::from_secs(10), setup.client.read_line()).await {
        heard.push(line);
    }
    heard
}

#[tokio::test(start_paused = true)]
async fn initialized_client_is_notified_of_a_policy_change() {
    let mut setup = setup(&[]);
    let answer = initialize(&mut setup, r#"{"tools":{}}"#).await;
    assert_eq!(answer, r#"{"id":0,"result":{"capabilities":{"tools":{"listChanged":true}}}}"#);
    setup.withhold(&["a"]);
    assert_eq!(read_until_quiet(&mut setup).await, [""; 0]);
    setup.send_through(r#"{"method":"notifications/initialized"}"#).await;
    setup.withhold(&["b"]);
    assert_eq!(read_until_quiet(&mut setup).await, [CHANGED]);
}

#[tokio::test(start_paused = true)]
async fn no_notification_for_a_server_without_tools() {
    let mut setup = setup(&[]);
    let answer = initialize(&mut setup, r#"{"prompts":{}}"#).await;
    assert_eq!(answer, r#"{"id":0,"result":{"capabilities":{"prompts":{}}}}"#);
    setup.send_through(r#"{"method":"notifications/initialized"}"#).await;
    setup.withhold(&["a"]);
    assert_eq!(read_until_quiet(&mut setup).await, [""; 0]);
}

#[tokio::test(start_paused = true)]
async fn notifications_are_throttled_and_the_last_change_is_reported() {
    let mut setup = setup(&[]);
    initialize(&mut setup, r#"{"tools":{"listChanged":true}}"#).await;
    setup.send_through(r#"{"method":"notifications/initialized"}"#).await;
    let mut heard_at = Vec::new();
    let begun = Instant::now();
    for _ in 0..95 {
        setup.withhold(&["a"]);
        // A change every ten milliseconds; the last one falls between two notifications.
        let next = Instant::now() + Duration::from_millis(10);
        while let Ok(line) = tokio::time::timeout_at(next, setup.client.read_line()).await {
            assert_eq!(line, CHANGED);
            heard_at.push(begun.elapsed());
        }
    }
    setup.withhold(&["b"]);
    let last = begun.elapsed();
    while let Ok(line) = timeout(Duration::from_secs(10), setup.client.read_line()).await {
        assert_eq!(line, CHANGED);
        heard_at.push(begun.elapsed());
    }
    assert!((5..=7).contains(&heard_at.len()), "{heard_at:?}");
    assert!(heard_at.windows(2).all(|pair| pair[1] - pair[0] >= Duration::from_millis(200)), "{heard_at:?}");
    assert!(*heard_at.last().unwrap() >= last);
}

#[tokio::test(start_paused = true)]
async fn subscription_streams_are_notified_by_their_id() {
    let mut setup = setup(&[]);
    setup.send_through(r#"{"id":"d","method":"server/discover"}"#).await;
    setup
        .server
        .send(r#"{"id":"d","result":{"capabilities":{"tools":{},"resources":{"subscribe":true}}}}"#)
        .await;
    let expected = r#"{"id":"d","result":{"capabilities":{"tools":{"listChanged":true},"resources":{"subscribe":true}}}}"#;
    assert_eq!(setup.client.read_line().await, expected);

    for (id, wanted) in [("\"s\"", true), ("7", true), ("8", false)] {
        setup.send_through(&format!(r#"{{"id":{id},"method":"subscriptions/listen","params":{{"notifications":{{"toolsListChanged":{wanted}}}}}}}"#)).await;
    }
    // Nothing may be sent on a stream before it is acknowledged.
    setup.withhold(&["a"]);
    assert_eq!(read_until_quiet(&mut setup).await, [""; 0]);
    for id in ["\"s\"", "7", "8", "9"] {
        let acknowledged = |accepted: &str| {
            format!(
                r#"{{"method":"notifications/subscriptions/acknowledged","params":{{"_meta":{{"io.modelcontextprotocol/subscriptionId":{id}}},"notifications":{{{accepted}}}}}}}"#
            )
        };
        setup.server.send(&acknowledged("")).await;
        let expected =
            acknowledged(if ["\"s\"", "7"].contains(&id) { r#""toolsListChanged":true"# } else { "" });
        assert_eq!(setup.client.read_line().await, expected);
    }
    let changed = |id: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{{"_meta":{{"io.modelcontextprotocol/subscriptionId":{id}}}}}}}"#
        )
    };
    setup.withhold(&["b"]);
    assert_eq!(read_until_quiet(&mut setup).await, [changed("\"s\""), changed("7")]);
    // Either side may end a stream.
    setup.send_through(r#"{"method":"notifications/cancelled","params":{"requestId":"s"}}"#).await;
    setup.withhold(&["c"]);
    assert_eq!(read_until_quiet(&mut setup).await, [changed("7")]);
    setup.server.send(r#"{"method":"notifications/cancelled","params":{"requestId":7}}"#).await;
    setup.client.read_line().await;
    setup.withhold(&["d"]);
    assert_eq!(read_until_quiet(&mut setup).await, [""; 0]);
}
