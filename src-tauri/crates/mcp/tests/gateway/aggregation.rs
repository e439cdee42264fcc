//! Several servers aggregated into one: routing by owner, and isolation of failures.

use std::time::Duration;

use serde_json::Value;

use crate::scripted_server::ScriptedProcess;
use crate::support::{Client, GatewayOptions, TestGateway, start_gateway_with};

const ALL_CAPABILITIES: &str =
    r#"{"tools":{},"prompts":{},"resources":{"subscribe":true},"logging":{},"completions":{},"tasks":{}}"#;

async fn start_two_servers() -> (TestGateway, Client, [ScriptedProcess; 2]) {
    let gateway =
        start_gateway_with(GatewayOptions { servers: &["a", "a_b"], ..GatewayOptions::default() }).await;
    let (client, processes) =
        gateway
            .connect_all(|server_index| {
                if server_index == 0 { ALL_CAPABILITIES } else { r#"{"tools":{"listChanged":true}}"# }
            })
            .await;
    let Ok(processes) = <[ScriptedProcess; 2]>::try_from(processes) else { panic!("two servers") };
    (gateway, client, processes)
}

fn parse(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[tokio::test]
async fn only_capabilities_of_the_servers_are_announced() {
    let (_gate, client, _) = start_two_servers().await;
    let welcome = parse(&client.initialize_response.body);
    let capabilities = r#"{"tools":{"listChanged":true},"prompts":{},"resources":{"subscribe":true},"logging":{},"completions":{}}"#;
    assert_eq!(welcome["result"]["capabilities"].to_string(), capabilities);
    assert_eq!(welcome["result"]["protocolVersion"], "2025-11-25");
    assert_eq!(welcome["result"]["serverInfo"]["name"], "hintsmith");
    assert_eq!(welcome["id"], "init");
}

#[tokio::test]
async fn all_pages_of_all_servers_form_one_prefixed_list() {
    let (_gate, mut client, [mut a, mut b]) = start_two_servers().await;
    client.send(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"x":1.0}}}"#).await;
    let (id, line) = a.expect_request("tools/list").await;
    assert_eq!(
        line,
        format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/list","params":{{"_meta":{{"x":1.0}}}}}}"#)
    );
    a.send(&format!(
        r#"{{"id":{id},"result":{{"tools":[{{"x":1e400, "name" : "t","fix":1}}],"nextCursor":""}}}}"#
    ))
    .await;
    let (id, line) = a.expect_request("tools/list").await;
    assert_eq!(
        line,
        format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/list","params":{{"cursor":"","_meta":{{"x":1.0}}}}}}"#
        )
    );
    a.send(&format!(r#"{{"id":{id},"result":{{"tools":[{{"name":"u\u0064"}}]}}}}"#)).await;
    b.respond("tools/list", r#"{"tools":[{"name":"t","_meta":{"name":"t"}}]}"#).await;
    assert_eq!(
        client.connection.read_response().await.body,
        r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"x":1e400, "name" : "a_t","fixed":1},{"name":"a_ud"},{"name":"a_b_t","_meta":{"name":"t"}}]}}"#
    );
    client.send(r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"a_b_t","arguments":{"name":"a_b_t"}}}"#).await;
    let line = b.respond("tools/call", r#"{"content":[]}"#).await;
    assert!(
        line.ends_with(r#""method":"tools/call","params":{"name":"t","arguments":{"name":"a_b_t"}}}"#),
        "{line}"
    );
    assert_eq!(
        client.connection.read_response().await.body,
        r#"{"jsonrpc":"2.0","id":2,"result":{"content":[]}}"#
    );
    let answer =
        client.post(r#"{"jsonrpc":"2.0","id":3,"method":"tools/list","params":{"cursor":"x"}}"#).await;
    assert_eq!(parse(&answer.body)["error"]["code"], -32602);
}

#[tokio::test]
async fn a_tool_can_be_called_before_listing_and_unknown_names_are_refused() {
    let (_gate, mut client, [mut a, mut b]) = start_two_servers().await;
    client.send(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a_t"}}"#).await;
    a.respond("tools/list", r#"{"tools":[{"name":"t"}]}"#).await;
    b.respond("tools/list", r#"{"tools":[]}"#).await;
    a.respond("tools/call", r#"{"n":1}"#).await;
    assert_eq!(client.connection.read_response().await.body, r#"{"jsonrpc":"2.0","id":1,"result":{"n":1}}"#);
    for name in ["t", "A_t", "a_T", "a_b_t", "a_", "_t", "b_t"] {
        let call =
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{name}"}}}}"#);
        assert_eq!(
            parse(&client.post(&call).await.body)["error"]["message"],
            format!("Unknown tool: {name}")
        );
    }
    client.post(r#"{"jsonrpc":"2.0","method":"notifications/mark"}"#).await;
    a.expect_only("notifications/mark").await;
    b.expect_only("notifications/mark").await;
}

#[tokio::test]
async fn colliding_names_are_served_by_no_server_and_reported() {
    let (gateway, mut client, [mut a, mut b]) = start_two_servers().await;
    client.send(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#).await;
    a.respond("tools/list", r#"{"tools":[{"name":"b_t"},{"name":"own"}]}"#).await;
    b.respond("tools/list", r#"{"tools":[{"name":"T"}]}"#).await;
    assert_eq!(
        client.connection.read_response().await.body,
        r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a_own"}]}}"#
    );
    let call = r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"a_b_t"}}"#;
    assert_eq!(parse(&client.post(call).await.body)["error"]["message"], "Unknown tool: a_b_t");
    let messages = gateway.messages.lock().unwrap().clone();
    assert!(
        messages.iter().any(|message| message.to_lowercase().contains("not unique: a_b_t")),
        "{messages:?}"
    );
}

#[tokio::test]
async fn losing_one_server_does_not_affect_the_others() {
    let gateway = start_gateway_with(GatewayOptions {
        servers: &["a", "b"],
        timeouts: |timeouts| timeouts.backoff = (Duration::from_millis(1), Duration::from_millis(2)),
        ..GatewayOptions::default()
    })
    .await;
    let (mut client, mut processes) = gateway.connect_all(|_| r#"{"tools":{}}"#).await;
    let mut stream = gateway.open_stream(&client).await;
    drop(processes.remove(1));
    let mut a = processes.remove(0);
    assert!(stream.next_event().await.unwrap().contains("list_changed"));
    // It is restarted at once, but is not part of the list until it answers.
    let mut restarted = gateway.servers[1].next_process().await;
    client.send(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#).await;
    a.respond("tools/list", r#"{"tools":[{"name":"t"}]}"#).await;
    assert_eq!(
        client.connection.read_response().await.body,
        r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a_t"}]}}"#
    );
    restarted.initialize().await;
    assert!(stream.next_event().await.unwrap().contains("list_changed"));
    client.send(r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#).await;
    a.respond("tools/list", r#"{"tools":[]}"#).await;
    assert_eq!(restarted.read_line().await, crate::support::INITIALIZED);
    restarted.respond("tools/list", r#"{"tools":[{"name":"t"}]}"#).await;
    assert_eq!(
        client.connection.read_response().await.body,
        r#"{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"b_t"}]}}"#
    );
}

#[tokio::test]
async fn prompts_resources_completions_and_logging_are_routed() {
    let (_gate, mut client, [mut a, mut b]) = start_two_servers().await;
    let ask = |method: &str, params: &str| {
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{params}}}"#)
    };
    client.send(&ask("prompts/get", r#"{"name":"a_p"}"#)).await;
    a.respond("prompts/list", r#"{"prompts":[{"name":"p"}]}"#).await;
    assert!(a.respond("prompts/get", "{}").await.contains(r#""params":{"name":"p"}"#));
    client.connection.read_response().await;

    client.send(&ask("resources/read", r#"{"uri":"x://1"}"#)).await;
    a.respond("resources/list", r#"{"resources":[{"uri":"x://1"}]}"#).await;
    a.respond("resources/templates/list", r#"{"resourceTemplates":[{"uriTemplate":"y://{id}"}]}"#).await;
    assert!(a.respond("resources/read", "{}").await.contains(r#"{"uri":"x://1"}"#));
    client.connection.read_response().await;
    client.send(&ask("resources/subscribe", r#"{"uri":"y://2"}"#)).await;
    a.respond("resources/subscribe", "{}").await;
    client.connection.read_response().await;
    let unknown = client.post(&ask("resources/read", r#"{"uri":"z://1"}"#)).await;
    assert_eq!(parse(&unknown.body)["error"]["message"], "Unknown resource: z://1");
    assert_eq!(parse(&unknown.body)["error"]["code"], -32002);
    assert_eq!(parse(&unknown.body)["error"]["data"]["uri"], "z://1");

    client
        .send(&ask("completion/complete", r#"{"ref":{"type":"ref/prompt","name":"a_p"},"argument":{}}"#))
        .await;
    let line = a.respond("completion/complete", "{}").await;
    assert!(line.contains(r#"{"ref":{"type":"ref/prompt","name":"p"},"argument":{}}"#), "{line}");
    client.connection.read_response().await;
    client.send(&ask("completion/complete", r#"{"ref":{"type":"ref/resource","uri":"y://{id}"}}"#)).await;
    a.respond("completion/complete", "{}").await;
    client.connection.read_response().await;

    client.send(&ask("logging/setLevel", r#"{"level":"info"}"#)).await;
    a.respond("logging/setLevel", "{}").await;
    assert_eq!(client.connection.read_response().await.body, r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
    assert_eq!(parse(&client.post(&ask("tasks/list", "{}")).await.body)["error"]["code"], -32601);
    assert_eq!(client.post(&ask("ping", "{}")).await.body, r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
    client.post(r#"{"jsonrpc":"2.0","method":"notifications/mark"}"#).await;
    b.expect_only("notifications/mark").await;
}

#[tokio::test]
async fn a_server_cannot_answer_for_another_or_read_its_responses() {
    let (gateway, mut client, [mut a, mut b]) = start_two_servers().await;
    client.send(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a_t","_meta":{"progressToken":1}}}"#).await;
    a.respond("tools/list", r#"{"tools":[{"name":"t"}]}"#).await;
    b.respond("tools/list", r#"{"tools":[]}"#).await;
    let (id, _) = a.expect_request("tools/call").await;
    b.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"forged":true}}}}"#)).await;
    // Both use the same id for a request to the client, and each gets the response to its own.
    for process in [&mut b, &mut a] {
        process.send(r#"{"jsonrpc":"2.0","id":7,"method":"roots/list"}"#).await;
    }
    client.connection.read_response().await;
    let from_a = parse(&client.connection.next_event().await.unwrap())["id"].clone();
    let mut stream = gateway.open_stream(&client).await;
    let from_b = parse(&stream.next_event().await.unwrap())["id"].clone();
    let mut other = client.new_connection(&gateway).await;
    for (question, who) in [(from_b, "b"), (from_a, "a")] {
        other.post(&format!(r#"{{"jsonrpc":"2.0","id":{question},"result":{{"for":"{who}"}}}}"#)).await;
    }
    assert_eq!(a.read_line().await, r#"{"jsonrpc":"2.0","id":7,"result":{"for":"a"}}"#);
    assert_eq!(b.read_line().await, r#"{"jsonrpc":"2.0","id":7,"result":{"for":"b"}}"#);
    a.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#)).await;
    assert_eq!(client.connection.next_event().await.unwrap(), r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
    assert_eq!(gateway.context.metrics.unmatched_responses.get(), 1);
}

#[tokio::test]
async fn bursts_of_list_changed_are_coalesced() {
    let (gateway, client, [_a, mut b]) = start_two_servers().await;
    let mut stream = gateway.open_stream(&client).await;
    for _ in 0..1_000 {
        b.send(r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#).await;
    }
    b.send(r#"{"jsonrpc":"2.0","method":"notifications/message","params":"last"}"#).await;
    let (mut notified, mut is_last) = (0, false);
    while !is_last || notified == 0 {
        match stream.next_event().await.unwrap().contains("last") {
            true => is_last = true,
            false => notified += 1,
        }
    }
    assert!((1..10).contains(&notified), "{notified}");
}

#[tokio::test]
async fn list_changed_is_sent_at_most_five_times_a_second() {
    let (gateway, client, [_a, mut b]) = start_two_servers().await;
    let mut stream = gateway.open_stream(&client).await;
    let changed = r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#;
    // Taken before the first is sent, so a delayed task only lengthens the measured time.
    let begun = std::time::Instant::now();
    b.send(changed).await;
    assert_eq!(stream.next_event().await.unwrap(), changed);
    b.send(changed).await;
    assert_eq!(stream.next_event().await.unwrap(), changed);
    assert!(begun.elapsed() >= Duration::from_millis(200), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn a_list_over_the_limit_is_cut_and_reported_once() {
    let options = GatewayOptions {
        servers: &["a", "b"],
        limits: |limits| limits.max_tools = 2,
        ..GatewayOptions::default()
    };
    let gateway = start_gateway_with(options).await;
    let (mut client, mut processes) = gateway.connect_all(|_| r#"{"tools":{}}"#).await;
    for _ in 0..2 {
        client.send(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#).await;
        for process in &mut processes {
            process.respond("tools/list", r#"{"tools":[{"name":"x"},{"name":"y"}]}"#).await;
        }
        let answer = parse(&client.connection.read_response().await.body);
        assert_eq!(answer["result"]["tools"].as_array().unwrap().len(), 2, "{answer}");
    }
    let reported = gateway.messages.lock().unwrap().clone();
    let expected = "only the first 2 of 4 tools are served";
    assert_eq!(reported.iter().filter(|message| message.contains(expected)).count(), 1, "{reported:?}");
}
