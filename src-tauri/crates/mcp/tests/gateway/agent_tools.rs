//! Own tools beside those of the servers, and the status reported to the operator.

use std::sync::Arc;
use std::time::Duration;

use hintsmith_mcp::proxy::{LoggedOutcome, ToolPolicy};
use tokio::sync::watch;
use tokio::time::timeout;

use crate::program::signal;
use crate::scripted_server::TEST_TIMEOUT;
use crate::support::{GatewayOptions, INITIALIZED, start_gateway, start_gateway_with};
use crate::test_policies::AddedToolPolicy;

/// Forwarded to every server, so anything sent earlier has arrived before it.
const MARK: &str = r#"{"jsonrpc":"2.0","method":"x/mark"}"#;

fn own_tools() -> watch::Receiver<Arc<dyn ToolPolicy>> {
    watch::channel(Arc::new(AddedToolPolicy) as Arc<dyn ToolPolicy>).1
}

#[tokio::test]
async fn own_tools_are_listed_beside_several_servers_and_reach_none() {
    let options =
        GatewayOptions { servers: &["a", "b"], own_tools: Some(own_tools()), ..GatewayOptions::default() };
    let mut gateway = start_gateway_with(options).await;
    let (mut client, mut processes) = gateway.connect_all(|_| r#"{"tools":{}}"#).await;
    client.send(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#).await;
    for process in &mut processes {
        process.respond("tools/list", r#"{"tools":[{"name":"ours"}]}"#).await;
    }
    let list = r#"{"tools":[{"name":"a_ours"},{"name":"b_ours"},{"name":"ours"}]}"#;
    assert_eq!(
        client.connection.read_response().await.body,
        format!(r#"{{"jsonrpc":"2.0","id":1,"result":{list}}}"#)
    );
    let call =
        r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"ours","arguments":{"n":1.0}}}"#;
    let result = r#"{"jsonrpc":"2.0","id":2,"result":{"said":{"n":1.0},"isError":true}}"#;
    assert_eq!(client.post(call).await.body, result);
    let record = gateway.next_record().await;
    assert_eq!(
        (record.server, record.tool.as_str(), record.outcome),
        (None, "ours", LoggedOutcome::ToolError)
    );
    assert_eq!(client.post(MARK).await.status, 202);
    for process in &mut processes {
        process.expect_only("x/mark").await;
    }
}

#[tokio::test]
async fn a_server_tool_takes_precedence_over_an_own_tool() {
    let options = GatewayOptions {
        servers: &["a", "b"],
        own_tools: Some(own_tools()),
        prefix: Some(false),
        ..GatewayOptions::default()
    };
    let gateway = start_gateway_with(options).await;
    let (mut client, mut processes) = gateway.connect_all(|_| r#"{"tools":{}}"#).await;
    client.send(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ours"}}"#).await;
    processes[0].respond("tools/list", r#"{"tools":[{"name":"ours"}]}"#).await;
    processes[1].respond("tools/list", r#"{"tools":[]}"#).await;
    processes[0].respond("tools/call", r#"{"theirs":1}"#).await;
    assert_eq!(
        client.connection.read_response().await.body,
        r#"{"jsonrpc":"2.0","id":1,"result":{"theirs":1}}"#
    );
    client.send(r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#).await;
    processes[0].respond("tools/list", r#"{"tools":[{"name":"ours"}]}"#).await;
    processes[1].respond("tools/list", r#"{"tools":[]}"#).await;
    let list = r#"{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"ours"}]}}"#;
    assert_eq!(client.connection.read_response().await.body, list);
}

#[tokio::test]
async fn a_single_server_lists_own_tools_itself() {
    let gateway = start_gateway().await;
    gateway.policies[0].send(Arc::new(AddedToolPolicy)).unwrap();
    let (mut client, mut process) = gateway.connect().await;
    client.send(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#).await;
    process.respond("tools/list", r#"{"tools":[{"name":"t"}]}"#).await;
    let list = r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"t"},{"name":"ours"}]}}"#;
    assert_eq!(client.connection.read_response().await.body, list);
    let call = r#"{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"ours"}}"#;
    let result = r#"{"jsonrpc":"2.0","id":"x","result":{"said":null,"isError":true}}"#;
    assert_eq!(client.post(call).await.body, result);
    assert_eq!(client.post(MARK).await.status, 202);
    process.expect_only("x/mark").await;
}

#[tokio::test]
async fn clients_and_servers_are_reported_and_a_server_can_be_reconnected() {
    let mut gateway = start_gateway().await;
    assert!(gateway.context.clients().is_empty());
    let idle = &gateway.context.server_statuses()[0];
    assert_eq!((idle.name.as_str(), idle.ready, idle.connecting), ("one", 0, 0));
    let (mut client, mut process) = gateway.connect().await;
    client.send(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}"#).await;
    process.respond("tools/call", "{}").await;
    client.connection.read_response().await;
    let snapshot = gateway.context.clients().remove(0);
    let who = snapshot.client.unwrap();
    assert_eq!((who.name.as_str(), who.version.as_deref(), snapshot.calls), ("tester", Some("1"), 1));
    assert!(snapshot.last_call.is_some_and(|last| last >= snapshot.connected_at));
    assert_eq!(gateway.context.server_statuses()[0].ready, 1);
    assert_eq!(gateway.next_record().await.client.as_deref(), Some("tester"));

    gateway.context.reconnect_server("one");
    assert_eq!(process.read_line().await, "", "its input is closed");
    let _again = gateway.servers[0].next_process().await;
    let state = gateway.context.server_statuses().remove(0);
    assert!(
        state.last_error.is_some_and(|error| error.contains("being reconnected")),
        "{:?}",
        gateway.messages
    );
}

#[tokio::test]
async fn a_requested_reconnect_does_not_count_as_a_failure() {
    let timeouts = |timeouts: &mut hintsmith_mcp::gateway::Timeouts| {
        timeouts.backoff = (Duration::from_secs(600), Duration::from_secs(600));
    };
    let gate = start_gateway_with(GatewayOptions { timeouts, ..GatewayOptions::default() }).await;
    let attempt = async |expected: u32| {
        let waits = async {
            while gate.context.server_statuses()[0]
                .next_attempt
                .is_none_or(|(attempt, _)| attempt != expected)
            {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        timeout(TEST_TIMEOUT, waits).await.expect("it waits for this attempt");
    };
    let (_client, process) = gate.connect().await;
    signal("-KILL", process.pid);
    attempt(1).await;
    // A requested reconnect skips the ten-minute delay.
    gate.context.reconnect_server("one");
    let mut process = gate.servers[0].next_process().await;
    process.initialize().await;
    assert_eq!(process.read_line().await, INITIALIZED);
    gate.context.reconnect_server("one");
    let process = gate.servers[0].next_process().await;
    signal("-KILL", process.pid);
    attempt(2).await;
}
