//! List-changed notifications after a policy change: sent to clients that listen for them only.

use std::time::Duration;

use tokio::time::{Instant, timeout};

use crate::support::{Setup, setup};

const CHANGED: &str = r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#;

async fn shake_hands(setup: &mut Setup, capabilities: &str) -> String {
    setup.asked(r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}"#).await;
    setup.server.send(&format!(r#"{{"id":0,"result":{{"capabilities":{capabilities}}}}}"#)).await;
    setup.client.line().await
}

/// Returns all lines that the client receives until none arrives for ten seconds.
async fn heard(setup: &mut Setup) -> Vec<String> {
    let mut heard = Vec::new();
    while let Ok(line) = timeout(Duration::from_secs(10), setup.client.line()).await {
        heard.push(line);
    }
    heard
}

#[tokio::test(start_paused = true)]
async fn a_client_hears_of_a_decision_once_it_is_initialized() {
    let mut setup = setup(&[]);
    let answer = shake_hands(&mut setup, r#"{"tools":{}}"#).await;
    assert_eq!(answer, r#"{"id":0,"result":{"capabilities":{"tools":{"listChanged":true}}}}"#);
    setup.decide(&["a"]);
    assert_eq!(heard(&mut setup).await, [""; 0]);
    setup.asked(r#"{"method":"notifications/initialized"}"#).await;
    setup.decide(&["b"]);
    assert_eq!(heard(&mut setup).await, [CHANGED]);
}

#[tokio::test(start_paused = true)]
async fn a_server_without_tools_has_none_that_change() {
    let mut setup = setup(&[]);
    let answer = shake_hands(&mut setup, r#"{"prompts":{}}"#).await;
    assert_eq!(answer, r#"{"id":0,"result":{"capabilities":{"prompts":{}}}}"#);
    setup.asked(r#"{"method":"notifications/initialized"}"#).await;
    setup.decide(&["a"]);
    assert_eq!(heard(&mut setup).await, [""; 0]);
}

#[tokio::test(start_paused = true)]
async fn many_decisions_are_told_five_times_a_second_and_the_last_is_never_lost() {
    let mut setup = setup(&[]);
    shake_hands(&mut setup, r#"{"tools":{"listChanged":true}}"#).await;
    setup.asked(r#"{"method":"notifications/initialized"}"#).await;
    let mut heard_at = Vec::new();
    let begun = Instant::now();
    for _ in 0..95 {
        setup.decide(&["a"]);
        // A change every ten milliseconds; the last one falls between two notifications.
        let next = Instant::now() + Duration::from_millis(10);
        while let Ok(line) = tokio::time::timeout_at(next, setup.client.line()).await {
            assert_eq!(line, CHANGED);
            heard_at.push(begun.elapsed());
        }
    }
    setup.decide(&["b"]);
    let last = begun.elapsed();
    while let Ok(line) = timeout(Duration::from_secs(10), setup.client.line()).await {
        assert_eq!(line, CHANGED);
        heard_at.push(begun.elapsed());
    }
    assert!((5..=7).contains(&heard_at.len()), "{heard_at:?}");
    assert!(heard_at.windows(2).all(|pair| pair[1] - pair[0] >= Duration::from_millis(200)), "{heard_at:?}");
    assert!(*heard_at.last().unwrap() >= last);
}

#[tokio::test(start_paused = true)]
async fn a_stream_of_the_newer_protocol_is_told_by_its_id() {
    let mut setup = setup(&[]);
    setup.asked(r#"{"id":"d","method":"server/discover"}"#).await;
    setup
        .server
        .send(r#"{"id":"d","result":{"capabilities":{"tools":{},"resources":{"subscribe":true}}}}"#)
        .await;
    let expected = r#"{"id":"d","result":{"capabilities":{"tools":{"listChanged":true},"resources":{"subscribe":true}}}}"#;
    assert_eq!(setup.client.line().await, expected);

    for (id, wanted) in [("\"s\"", true), ("7", true), ("8", false)] {
        setup.asked(&format!(r#"{{"id":{id},"method":"subscriptions/listen","params":{{"notifications":{{"toolsListChanged":{wanted}}}}}}}"#)).await;
    }
    // Nothing may be sent on a stream before it is acknowledged.
    setup.decide(&["a"]);
    assert_eq!(heard(&mut setup).await, [""; 0]);
    for id in ["\"s\"", "7", "8", "9"] {
        let acknowledged = |accepted: &str| {
            format!(
                r#"{{"method":"notifications/subscriptions/acknowledged","params":{{"_meta":{{"io.modelcontextprotocol/subscriptionId":{id}}},"notifications":{{{accepted}}}}}}}"#
            )
        };
        setup.server.send(&acknowledged("")).await;
        let expected =
            acknowledged(if ["\"s\"", "7"].contains(&id) { r#""toolsListChanged":true"# } else { "" });
        assert_eq!(setup.client.line().await, expected);
    }
    let changed = |id: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{{"_meta":{{"io.modelcontextprotocol/subscriptionId":{id}}}}}}}"#
        )
    };
    setup.decide(&["b"]);
    assert_eq!(heard(&mut setup).await, [changed("\"s\""), changed("7")]);
    // Either side may end a stream.
    setup.asked(r#"{"method":"notifications/cancelled","params":{"requestId":"s"}}"#).await;
    setup.decide(&["c"]);
    assert_eq!(heard(&mut setup).await, [changed("7")]);
    setup.server.send(r#"{"method":"notifications/cancelled","params":{"requestId":7}}"#).await;
    setup.client.line().await;
    setup.decide(&["d"]);
    assert_eq!(heard(&mut setup).await, [""; 0]);
}
