//! Attacks G8, G10 and G11: attempts to call a withheld tool, to exhaust memory with waiting calls, and to use a
//! decision for another call.
//!
//! The scripted server records what reaches it: the next line must be the one that may.

use std::sync::{Arc, Mutex};

use hintsmith_mcp::limits::Limits;
use hintsmith_mcp::proxy::{Approver, CallFacts, Decision, LoggedOutcome, LoggedVerdict, Verdict};
use tokio::sync::oneshot;

use crate::support::{Client, Decided, Wanted, gate_with};

const MARK: &str = r#"{"jsonrpc":"2.0","method":"notifications/mark"}"#;

fn call(name: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{{"name":"{name}"}}}}"#)
}

fn unknown(name: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":"x","error":{{"code":-32602,"message":"Unknown tool: {name}"}}}}"#)
}

async fn gets(client: &mut Client, name: &str) {
    assert_eq!(client.post(&call(name)).await.body, unknown(name), "{name}");
}

#[tokio::test]
async fn g10_no_way_of_writing_it_calls_a_withheld_tool() {
    let gate = gate_with(Wanted { withheld: &["delete"], ..Wanted::default() }).await;
    let (mut client, mut puppet) = gate.enter().await;
    for params in [
        r#"{"name":"delete","task":{"ttl":1000}}"#,
        r#"{"name":"delete","_meta":{"io.modelcontextprotocol/related-task":{"taskId":"1"}}}"#,
        r#"{"name":"delete","requestState":"resumed","inputResponses":{}}"#,
        r#"{"arguments":{"name":"fetch"},"name":"delete"}"#,
        "{\"name\":\r\n\"delete\"}",
    ] {
        let message = format!(r#"{{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{params}}}"#);
        assert_eq!(client.post(&message).await.body, unknown("delete"), "{params}");
    }
    for message in [
        r#"{"jsonrpc":"2.0","id":null,"method":"tools/call","params":{"name":"delete"}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":["delete"]}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":["delete"]}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"dele\ud800te"}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools\/call","params":{"name":"delete"}}"#,
        r#"{"jsonrpc":"2.0","id":1,"m\u0065thod":"tools/call","params":{"name":"delete"}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"name":"delete"},"method":"tools/call"}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"ping","Method":"tools/call","params":{"name":"delete"}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"fetch"},"Params":{"name":"delete"}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{},"method":"tools/call","params":{"name":"delete"}}"#,
    ] {
        let answer = client.post(message).await;
        assert!(answer.body.contains("\"error\""), "{message}: {answer:?}");
    }
    for message in [
        format!("{}\n{}", r#"{"jsonrpc":"2.0","method":"notifications/x"}"#, call("delete")),
        format!("\u{feff}{}", call("delete")),
        format!("[{}]", call("delete")),
        call("delete").replace('{', "{\u{0}"),
    ] {
        assert_eq!(client.post(&message).await.status, 400, "{message}");
    }
    // A line break between tokens does not start another line.
    client.post("{\"jsonrpc\":\"2.0\",\r\n\"method\":\n\"notifications/mark\"\r}").await;
    puppet.gets_nothing_but("notifications/mark").await;
    assert_eq!(gate.offer.counts.calls.get(), 0);
}

#[tokio::test]
async fn g10_a_batch_brings_no_withheld_call_through() {
    let gate = gate_with(Wanted { withheld: &["delete"], ..Wanted::default() }).await;
    let asking = tokio::spawn({
        let (head, address) = (gate.head("POST", ""), gate.address);
        let hello = crate::support::INITIALIZE.replace("2025-11-25", "2025-03-26");
        async move {
            let mut wire = crate::http_client::Wire::open(address).await;
            let answer = wire.ask(&head, &hello).await;
            (wire, answer)
        }
    });
    let mut puppet = gate.puppets[0].next().await;
    let old = r#"{"protocolVersion":"2025-03-26","capabilities":{"tools":{}},"serverInfo":{"name":"p","version":"1"}}"#;
    puppet.answers("initialize", old).await;
    let (wire, welcome) = asking.await.unwrap();
    let mut client = gate.client(wire, welcome);
    client.begin(&format!("[{},{MARK},{}]", call("delete"), call("fetch").replace("\"x\"", "2"))).await;
    puppet.gets_nothing_but("notifications/mark").await;
    puppet.answers("tools/call", "{}").await;
    client.wire.answer().await;
    assert_eq!(client.wire.event().await.unwrap(), unknown("delete"));
    assert_eq!(client.wire.event().await.unwrap(), r#"{"jsonrpc":"2.0","id":2,"result":{}}"#);
    assert_eq!(gate.offer.counts.calls.get(), 1);
}

#[tokio::test]
async fn g10_a_tool_is_withheld_from_the_moment_it_is_decided_and_served_again_after() {
    let gate = gate_with(Wanted::default()).await;
    let (mut client, mut puppet) = gate.enter().await;
    client.begin(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#).await;
    puppet.answers("tools/list", r#"{"tools":[{"name":"delete"}]}"#).await;
    assert!(client.wire.answer().await.body.contains("delete"));
    gate.states[0].send(Arc::new(Decided(&["delete"]))).unwrap();
    gets(&mut client, "delete").await;
    gate.states[0].send(Arc::new(Decided(&[]))).unwrap();
    client.begin(&call("delete")).await;
    puppet.answers("tools/call", "{}").await;
    assert_eq!(client.wire.answer().await.body, r#"{"jsonrpc":"2.0","id":"x","result":{}}"#);
}

#[tokio::test]
async fn g10_no_prefix_leads_around_what_is_withheld() {
    let gate = gate_with(Wanted { servers: &["a", "a_b"], withheld: &["delete"], ..Wanted::default() }).await;
    let (mut client, mut puppets) = gate.enter_all(|_| r#"{"tools":{}}"#).await;
    client.begin(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#).await;
    for puppet in &mut puppets {
        puppet
            .answers("tools/list", r#"{"tools":[{"name":"delete"},{"name":"fetch"},{"name":"a_b_delete"}]}"#)
            .await;
    }
    let listed = client.wire.answer().await.body;
    assert!(listed.contains("a_fetch") && !listed.contains("\"a_delete\""), "{listed}");
    for name in [
        "delete",
        "a_delete",
        "a_b_delete",
        "A_delete",
        "a_DELETE",
        "a_a_delete",
        "a__delete",
        "a/delete",
        "a.delete",
        "a_b_ delete",
        " a_delete",
        "a_delete ",
        "a_fetch_delete",
        "",
    ] {
        gets(&mut client, name).await;
    }
    client.post(MARK).await;
    for puppet in &mut puppets {
        puppet.gets_nothing_but("notifications/mark").await;
    }
    assert_eq!(gate.offer.counts.calls.get(), 0);
}

/// Defers the decision about every call to the test.
#[derive(Default)]
struct ElicitorFactory(Mutex<Vec<(String, oneshot::Sender<Verdict>)>>);

impl Approver for ElicitorFactory {
    fn decide(&self, call: &CallFacts) -> Decision {
        let (sender, receiver) = oneshot::channel();
        self.0.lock().unwrap().push((call.params.get().to_owned(), sender));
        Decision::Later(Box::pin(async {
            receiver.await.unwrap_or(Verdict::Deny("nobody was there".to_owned()))
        }))
    }
}

impl ElicitorFactory {
    async fn next(&self) -> (String, oneshot::Sender<Verdict>) {
        let asked = async {
            loop {
                if let Some(first) = self.0.lock().unwrap().pop() {
                    return first;
                }
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(crate::scripted_server::PATIENCE, asked).await.expect("somebody is asked")
    }
}

/// Waiting calls are held in full, so a few long ones need as much memory as many short ones.
#[tokio::test]
async fn g8_calls_that_wait_for_a_decision_take_no_more_room_than_one_message() {
    let asks = Arc::new(ElicitorFactory::default());
    let approver: Option<Arc<dyn Approver>> = Some(Arc::clone(&asks) as Arc<dyn Approver>);
    let limits = |limits: &mut Limits| limits.bytes = 10_000;
    let gate = gate_with(Wanted { approver, limits, ..Wanted::default() }).await;
    let (mut client, mut puppet) = gate.enter().await;
    let call = |id: u32| {
        let long = "x".repeat(6_000);
        format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"t","arguments":{{"x":"{long}"}}}}}}"#
        )
    };
    client.begin(&call(1)).await;
    let (_, decide) = asks.next().await;
    let mut other = client.again(&gate).await;
    let refused = other.post(&call(2)).await.body;
    assert!(refused.contains("too many calls wait for approval"), "{refused:.200}");
    // A decided call makes room for another one.
    decide.send(Verdict::Deny("no".to_owned())).unwrap();
    assert!(client.wire.answer().await.body.contains(r#""message":"no""#));
    asks.0.lock().unwrap().clear();
    client.begin(&call(3)).await;
    asks.next().await.1.send(Verdict::Deny("no".to_owned())).unwrap();
    assert!(client.wire.answer().await.body.contains(r#""message":"no""#));
    client.post(MARK).await;
    puppet.gets_nothing_but("notifications/mark").await;
}

#[tokio::test]
async fn g11_a_decision_is_for_one_call_as_it_was_shown_and_for_no_other() {
    let asks = Arc::new(ElicitorFactory::default());
    let approver: Option<Arc<dyn Approver>> = Some(Arc::clone(&asks) as Arc<dyn Approver>);
    let mut gate = gate_with(Wanted { approver, ..Wanted::default() }).await;
    let (mut client, mut puppet) = gate.enter().await;
    // The call is forwarded byte for byte as it was shown.
    let params = r#"{ "name":"t", "arguments":{"n":1.0,"to":"a"} }"#;
    let message =
        |id: &str| format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{params}}}"#);
    client.begin(&message("1")).await;
    let (shown, decide) = asks.next().await;
    assert_eq!(shown, params);
    decide.send(Verdict::Allow).unwrap();
    let (id, line) = puppet.asked("tools/call").await;
    assert_eq!(line, message(&id.to_string()));
    puppet.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#)).await;
    client.wire.answer().await;
    // The same call is decided again; denied, it is not forwarded.
    client.begin(&message("2")).await;
    asks.next().await.1.send(Verdict::Deny("no".to_owned())).unwrap();
    assert!(client.wire.answer().await.body.contains(r#""message":"no""#));
    // While a call waits, its id cannot be used by another.
    client.begin(&message("3")).await;
    let (_, decide) = asks.next().await;
    let mut other = client.again(&gate).await;
    assert!(other.post(&message("3").replace("\"a\"", "\"b\"")).await.body.contains("is under way"));
    // A cancelled call is not forwarded, whatever the decision.
    other.post(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3}}"#).await;
    client.wire.answer().await;
    assert!(decide.send(Verdict::Allow).is_err(), "nobody waits for the decision");
    // Withheld while it waits, it is unknown.
    let mut late = client.again(&gate).await;
    late.begin(&message("\"x\"")).await;
    let (_, decide) = asks.next().await;
    gate.states[0].send(Arc::new(Decided(&["t"]))).unwrap();
    decide.send(Verdict::Allow).unwrap();
    assert_eq!(late.wire.answer().await.body, unknown("t"));
    late.post(MARK).await;
    puppet.gets_nothing_but("notifications/mark").await;
    let mut kept = Vec::new();
    for _ in 0..4 {
        let record = gate.record().await;
        kept.push((record.verdict, record.outcome));
    }
    assert_eq!(
        kept,
        [
            (LoggedVerdict::Allowed, LoggedOutcome::Ok),
            (LoggedVerdict::Denied("no".to_owned()), LoggedOutcome::Error),
            (LoggedVerdict::Undecided, LoggedOutcome::Cancelled),
            (LoggedVerdict::Unknown, LoggedOutcome::Error),
        ]
    );
}
