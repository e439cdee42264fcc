//! Several servers aggregated into one: routing by owner, and isolation of failures.

use std::time::Duration;

use serde_json::Value;

use crate::scripted_server::Puppet;
use crate::support::{Client, Gate, Wanted, gate_with};

const ALL: &str =
    r#"{"tools":{},"prompts":{},"resources":{"subscribe":true},"logging":{},"completions":{},"tasks":{}}"#;

async fn two() -> (Gate, Client, [Puppet; 2]) {
    let gate = gate_with(Wanted { servers: &["a", "a_b"], ..Wanted::default() }).await;
    let (client, puppets) =
        gate.enter_all(|place| if place == 0 { ALL } else { r#"{"tools":{"listChanged":true}}"# }).await;
    let Ok(puppets) = <[Puppet; 2]>::try_from(puppets) else { panic!("two servers") };
    (gate, client, puppets)
}

fn read(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[tokio::test]
async fn what_the_servers_have_is_promised_once_and_nothing_else() {
    let (_gate, client, _) = two().await;
    let welcome = read(&client.welcome.body);
    let capabilities = r#"{"tools":{"listChanged":true},"prompts":{},"resources":{"subscribe":true},"logging":{},"completions":{}}"#;
    assert_eq!(welcome["result"]["capabilities"].to_string(), capabilities);
    assert_eq!(welcome["result"]["protocolVersion"], "2025-11-25");
    assert_eq!(welcome["result"]["serverInfo"]["name"], "hintsmith");
    assert_eq!(welcome["id"], "init");
}

#[tokio::test]
async fn all_pages_of_all_servers_are_one_list_under_names_of_their_own() {
    let (_gate, mut client, [mut a, mut b]) = two().await;
    client.begin(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"x":1.0}}}"#).await;
    let (id, line) = a.asked("tools/list").await;
    assert_eq!(
        line,
        format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/list","params":{{"_meta":{{"x":1.0}}}}}}"#)
    );
    a.send(&format!(
        r#"{{"id":{id},"result":{{"tools":[{{"x":1e400, "name" : "t","fix":1}}],"nextCursor":""}}}}"#
    ))
    .await;
    let (id, line) = a.asked("tools/list").await;
    assert_eq!(
        line,
        format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/list","params":{{"cursor":"","_meta":{{"x":1.0}}}}}}"#
        )
    );
    a.send(&format!(r#"{{"id":{id},"result":{{"tools":[{{"name":"u\u0064"}}]}}}}"#)).await;
    b.answers("tools/list", r#"{"tools":[{"name":"t","_meta":{"name":"t"}}]}"#).await;
    assert_eq!(
        client.wire.answer().await.body,
        r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"x":1e400, "name" : "a_t","fixed":1},{"name":"a_ud"},{"name":"a_b_t","_meta":{"name":"t"}}]}}"#
    );
    client.begin(r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"a_b_t","arguments":{"name":"a_b_t"}}}"#).await;
    let line = b.answers("tools/call", r#"{"content":[]}"#).await;
    assert!(
        line.ends_with(r#""method":"tools/call","params":{"name":"t","arguments":{"name":"a_b_t"}}}"#),
        "{line}"
    );
    assert_eq!(client.wire.answer().await.body, r#"{"jsonrpc":"2.0","id":2,"result":{"content":[]}}"#);
    let answer =
        client.post(r#"{"jsonrpc":"2.0","id":3,"method":"tools/list","params":{"cursor":"x"}}"#).await;
    assert_eq!(read(&answer.body)["error"]["code"], -32602);
}

#[tokio::test]
async fn a_tool_can_be_called_without_a_list_and_what_nobody_has_is_unknown() {
    let (_gate, mut client, [mut a, mut b]) = two().await;
    client.begin(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a_t"}}"#).await;
    a.answers("tools/list", r#"{"tools":[{"name":"t"}]}"#).await;
    b.answers("tools/list", r#"{"tools":[]}"#).await;
    a.answers("tools/call", r#"{"n":1}"#).await;
    assert_eq!(client.wire.answer().await.body, r#"{"jsonrpc":"2.0","id":1,"result":{"n":1}}"#);
    for name in ["t", "A_t", "a_T", "a_b_t", "a_", "_t", "b_t"] {
        let call =
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{name}"}}}}"#);
        assert_eq!(read(&client.post(&call).await.body)["error"]["message"], format!("Unknown tool: {name}"));
    }
    client.post(r#"{"jsonrpc":"2.0","method":"notifications/mark"}"#).await;
    a.gets_nothing_but("notifications/mark").await;
    b.gets_nothing_but("notifications/mark").await;
}

#[tokio::test]
async fn what_two_servers_call_the_same_is_served_by_neither_and_said() {
    let (gate, mut client, [mut a, mut b]) = two().await;
    client.begin(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#).await;
    a.answers("tools/list", r#"{"tools":[{"name":"b_t"},{"name":"own"}]}"#).await;
    b.answers("tools/list", r#"{"tools":[{"name":"T"}]}"#).await;
    assert_eq!(
        client.wire.answer().await.body,
        r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a_own"}]}}"#
    );
    let call = r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"a_b_t"}}"#;
    assert_eq!(read(&client.post(call).await.body)["error"]["message"], "Unknown tool: a_b_t");
    let words = gate.words.lock().unwrap().clone();
    assert!(words.iter().any(|said| said.to_lowercase().contains("called so: a_b_t")), "{words:?}");
}

#[tokio::test]
async fn one_server_that_is_gone_takes_nothing_of_the_others_with_it() {
    let gate = gate_with(Wanted {
        servers: &["a", "b"],
        patience: |patience| patience.again = (Duration::from_millis(1), Duration::from_millis(2)),
        ..Wanted::default()
    })
    .await;
    let (mut client, mut puppets) = gate.enter_all(|_| r#"{"tools":{}}"#).await;
    let mut stream = gate.listen(&client).await;
    drop(puppets.remove(1));
    let mut a = puppets.remove(0);
    assert!(stream.event().await.unwrap().contains("list_changed"));
    // It is restarted at once, but is not part of the list until it answers.
    let mut again = gate.puppets[1].next().await;
    client.begin(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#).await;
    a.answers("tools/list", r#"{"tools":[{"name":"t"}]}"#).await;
    assert_eq!(
        client.wire.answer().await.body,
        r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a_t"}]}}"#
    );
    again.shake_hands().await;
    assert!(stream.event().await.unwrap().contains("list_changed"));
    client.begin(r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#).await;
    a.answers("tools/list", r#"{"tools":[]}"#).await;
    assert_eq!(again.line().await, crate::support::INITIALIZED);
    again.answers("tools/list", r#"{"tools":[{"name":"t"}]}"#).await;
    assert_eq!(
        client.wire.answer().await.body,
        r#"{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"b_t"}]}}"#
    );
}

#[tokio::test]
async fn prompts_resources_completions_and_logs_go_to_whoever_has_them() {
    let (_gate, mut client, [mut a, mut b]) = two().await;
    let ask = |method: &str, params: &str| {
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{params}}}"#)
    };
    client.begin(&ask("prompts/get", r#"{"name":"a_p"}"#)).await;
    a.answers("prompts/list", r#"{"prompts":[{"name":"p"}]}"#).await;
    assert!(a.answers("prompts/get", "{}").await.contains(r#""params":{"name":"p"}"#));
    client.wire.answer().await;

    client.begin(&ask("resources/read", r#"{"uri":"x://1"}"#)).await;
    a.answers("resources/list", r#"{"resources":[{"uri":"x://1"}]}"#).await;
    a.answers("resources/templates/list", r#"{"resourceTemplates":[{"uriTemplate":"y://{id}"}]}"#).await;
    assert!(a.answers("resources/read", "{}").await.contains(r#"{"uri":"x://1"}"#));
    client.wire.answer().await;
    client.begin(&ask("resources/subscribe", r#"{"uri":"y://2"}"#)).await;
    a.answers("resources/subscribe", "{}").await;
    client.wire.answer().await;
    let unknown = client.post(&ask("resources/read", r#"{"uri":"z://1"}"#)).await;
    assert_eq!(read(&unknown.body)["error"]["message"], "Unknown resource: z://1");
    assert_eq!(read(&unknown.body)["error"]["code"], -32002);
    assert_eq!(read(&unknown.body)["error"]["data"]["uri"], "z://1");

    client
        .begin(&ask("completion/complete", r#"{"ref":{"type":"ref/prompt","name":"a_p"},"argument":{}}"#))
        .await;
    let line = a.answers("completion/complete", "{}").await;
    assert!(line.contains(r#"{"ref":{"type":"ref/prompt","name":"p"},"argument":{}}"#), "{line}");
    client.wire.answer().await;
    client.begin(&ask("completion/complete", r#"{"ref":{"type":"ref/resource","uri":"y://{id}"}}"#)).await;
    a.answers("completion/complete", "{}").await;
    client.wire.answer().await;

    client.begin(&ask("logging/setLevel", r#"{"level":"info"}"#)).await;
    a.answers("logging/setLevel", "{}").await;
    assert_eq!(client.wire.answer().await.body, r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
    assert_eq!(read(&client.post(&ask("tasks/list", "{}")).await.body)["error"]["code"], -32601);
    assert_eq!(client.post(&ask("ping", "{}")).await.body, r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
    client.post(r#"{"jsonrpc":"2.0","method":"notifications/mark"}"#).await;
    b.gets_nothing_but("notifications/mark").await;
}

#[tokio::test]
async fn a_server_can_neither_answer_for_another_nor_read_its_answers() {
    let (gate, mut client, [mut a, mut b]) = two().await;
    client.begin(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a_t","_meta":{"progressToken":1}}}"#).await;
    a.answers("tools/list", r#"{"tools":[{"name":"t"}]}"#).await;
    b.answers("tools/list", r#"{"tools":[]}"#).await;
    let (id, _) = a.asked("tools/call").await;
    b.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"forged":true}}}}"#)).await;
    // Both use the same id for a request to the client, and each gets the response to its own.
    for puppet in [&mut b, &mut a] {
        puppet.send(r#"{"jsonrpc":"2.0","id":7,"method":"roots/list"}"#).await;
    }
    client.wire.answer().await;
    let from_a = read(&client.wire.event().await.unwrap())["id"].clone();
    let mut stream = gate.listen(&client).await;
    let from_b = read(&stream.event().await.unwrap())["id"].clone();
    let mut other = client.again(&gate).await;
    for (question, who) in [(from_b, "b"), (from_a, "a")] {
        other.post(&format!(r#"{{"jsonrpc":"2.0","id":{question},"result":{{"for":"{who}"}}}}"#)).await;
    }
    assert_eq!(a.line().await, r#"{"jsonrpc":"2.0","id":7,"result":{"for":"a"}}"#);
    assert_eq!(b.line().await, r#"{"jsonrpc":"2.0","id":7,"result":{"for":"b"}}"#);
    a.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#)).await;
    assert_eq!(client.wire.event().await.unwrap(), r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
    assert_eq!(gate.offer.counts.stray_answers.get(), 1);
}

#[tokio::test]
async fn a_storm_of_changes_is_told_a_few_times() {
    let (gate, client, [_a, mut b]) = two().await;
    let mut stream = gate.listen(&client).await;
    for _ in 0..1_000 {
        b.send(r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#).await;
    }
    b.send(r#"{"jsonrpc":"2.0","method":"notifications/message","params":"last"}"#).await;
    let (mut told, mut is_last) = (0, false);
    while !is_last || told == 0 {
        match stream.event().await.unwrap().contains("last") {
            true => is_last = true,
            false => told += 1,
        }
    }
    assert!((1..10).contains(&told), "{told}");
}

#[tokio::test]
async fn two_changes_are_not_told_faster_than_five_times_a_second() {
    let (gate, client, [_a, mut b]) = two().await;
    let mut stream = gate.listen(&client).await;
    let changed = r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#;
    // Taken before the first is sent, so a delayed task only lengthens the measured time.
    let begun = std::time::Instant::now();
    b.send(changed).await;
    assert_eq!(stream.event().await.unwrap(), changed);
    b.send(changed).await;
    assert_eq!(stream.event().await.unwrap(), changed);
    assert!(begun.elapsed() >= Duration::from_millis(200), "{:?}", begun.elapsed());
}
