//! Own tools beside those of the servers, and the status reported to the operator.

use std::sync::Arc;
use std::time::Duration;

use hintsmith_mcp::proxy::{LoggedOutcome, ToolPolicy};
use tokio::sync::watch;
use tokio::time::timeout;

use crate::decided::Ours;
use crate::program::signal;
use crate::scripted_server::PATIENCE;
use crate::support::{INITIALIZED, Wanted, gate, gate_with};

/// Forwarded to every server, so anything sent earlier has arrived before it.
const MARK: &str = r#"{"jsonrpc":"2.0","method":"x/mark"}"#;

fn ours() -> watch::Receiver<Arc<dyn ToolPolicy>> {
    watch::channel(Arc::new(Ours) as Arc<dyn ToolPolicy>).1
}

#[tokio::test]
async fn a_tool_of_ours_stands_beside_those_of_several_servers_and_reaches_none_of_them() {
    let wanted = Wanted { servers: &["a", "b"], own: Some(ours()), ..Wanted::default() };
    let mut gate = gate_with(wanted).await;
    let (mut client, mut puppets) = gate.enter_all(|_| r#"{"tools":{}}"#).await;
    client.begin(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#).await;
    for puppet in &mut puppets {
        puppet.answers("tools/list", r#"{"tools":[{"name":"ours"}]}"#).await;
    }
    let list = r#"{"tools":[{"name":"a_ours"},{"name":"b_ours"},{"name":"ours"}]}"#;
    assert_eq!(client.wire.answer().await.body, format!(r#"{{"jsonrpc":"2.0","id":1,"result":{list}}}"#));
    let call =
        r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"ours","arguments":{"n":1.0}}}"#;
    let result = r#"{"jsonrpc":"2.0","id":2,"result":{"said":{"n":1.0},"isError":true}}"#;
    assert_eq!(client.post(call).await.body, result);
    let record = gate.record().await;
    assert_eq!(
        (record.server, record.tool.as_str(), record.outcome),
        (None, "ours", LoggedOutcome::ToolError)
    );
    assert_eq!(client.post(MARK).await.status, 202);
    for puppet in &mut puppets {
        puppet.gets_nothing_but("x/mark").await;
    }
}

#[tokio::test]
async fn a_servers_tool_of_the_same_name_stays_the_servers() {
    let wanted = Wanted { servers: &["a", "b"], own: Some(ours()), prefix: Some(false), ..Wanted::default() };
    let gate = gate_with(wanted).await;
    let (mut client, mut puppets) = gate.enter_all(|_| r#"{"tools":{}}"#).await;
    client.begin(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ours"}}"#).await;
    puppets[0].answers("tools/list", r#"{"tools":[{"name":"ours"}]}"#).await;
    puppets[1].answers("tools/list", r#"{"tools":[]}"#).await;
    puppets[0].answers("tools/call", r#"{"theirs":1}"#).await;
    assert_eq!(client.wire.answer().await.body, r#"{"jsonrpc":"2.0","id":1,"result":{"theirs":1}}"#);
    client.begin(r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#).await;
    puppets[0].answers("tools/list", r#"{"tools":[{"name":"ours"}]}"#).await;
    puppets[1].answers("tools/list", r#"{"tools":[]}"#).await;
    let list = r#"{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"ours"}]}}"#;
    assert_eq!(client.wire.answer().await.body, list);
}

#[tokio::test]
async fn one_server_alone_shows_ours_in_its_own_list() {
    let gate = gate().await;
    gate.states[0].send(Arc::new(Ours)).unwrap();
    let (mut client, mut puppet) = gate.enter().await;
    client.begin(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#).await;
    puppet.answers("tools/list", r#"{"tools":[{"name":"t"}]}"#).await;
    let list = r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"t"},{"name":"ours"}]}}"#;
    assert_eq!(client.wire.answer().await.body, list);
    let call = r#"{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"ours"}}"#;
    let result = r#"{"jsonrpc":"2.0","id":"x","result":{"said":null,"isError":true}}"#;
    assert_eq!(client.post(call).await.body, result);
    assert_eq!(client.post(MARK).await.status, 202);
    puppet.gets_nothing_but("x/mark").await;
}

#[tokio::test]
async fn clients_and_servers_are_seen_and_a_server_is_reached_anew_when_that_is_asked_for() {
    let mut gate = gate().await;
    assert!(gate.offer.clients().is_empty());
    let idle = &gate.offer.states()[0];
    assert_eq!((idle.name.as_str(), idle.ready, idle.connecting), ("one", 0, 0));
    let (mut client, mut puppet) = gate.enter().await;
    client.begin(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}"#).await;
    puppet.answers("tools/call", "{}").await;
    client.wire.answer().await;
    let seen = gate.offer.clients().remove(0);
    let who = seen.client.unwrap();
    assert_eq!((who.name.as_str(), who.version.as_deref(), seen.calls), ("tester", Some("1"), 1));
    assert!(seen.last_call.is_some_and(|last| last >= seen.since));
    assert_eq!(gate.offer.states()[0].ready, 1);
    assert_eq!(gate.record().await.client.as_deref(), Some("tester"));

    gate.offer.reach_again("one");
    assert_eq!(puppet.line().await, "", "its input is closed");
    let _again = gate.puppets[0].next().await;
    let state = gate.offer.states().remove(0);
    assert!(state.words.is_some_and(|words| words.contains("reached anew")), "{:?}", gate.words);
}

#[tokio::test]
async fn a_server_that_is_reached_anew_by_wish_has_not_failed_once_more() {
    let patience = |patience: &mut hintsmith_mcp::gateway::Timeouts| {
        patience.again = (Duration::from_secs(600), Duration::from_secs(600));
    };
    let gate = gate_with(Wanted { patience, ..Wanted::default() }).await;
    let attempt = async |expected: u32| {
        let waits = async {
            while gate.offer.states()[0].waiting.is_none_or(|(attempt, _)| attempt != expected) {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        timeout(PATIENCE, waits).await.expect("it waits for this attempt");
    };
    let (_client, puppet) = gate.enter().await;
    signal("-KILL", puppet.pid);
    attempt(1).await;
    // A requested reconnect skips the ten-minute delay.
    gate.offer.reach_again("one");
    let mut puppet = gate.puppets[0].next().await;
    puppet.shake_hands().await;
    assert_eq!(puppet.line().await, INITIALIZED);
    gate.offer.reach_again("one");
    let puppet = gate.puppets[0].next().await;
    signal("-KILL", puppet.pid);
    attempt(2).await;
}
