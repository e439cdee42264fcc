//! Attacks G8, G10 and G11: attempts to call a withheld tool, to exhaust memory with waiting calls, and to use a
//! decision for another call.
//!
//! The scripted server records what reaches it: the next line must be the one that may.

use std::sync::{Arc, Mutex};

use hintsmith_mcp::limits::Limits;
use hintsmith_mcp::proxy::{Approver, CallInfo, Decision, LoggedOutcome, LoggedVerdict, Verdict};
use tokio::sync::oneshot;

use crate::support::{Client, GatewayOptions, WithholdingPolicy, start_gateway_with};

const MARK: &str = r#"{"jsonrpc":"2.0","method":"notifications/mark"}"#;

fn call(name: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{{"name":"{name}"}}}}"#)
}

fn unknown_tool(name: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":"x","error":{{"code":-32602,"message":"Unknown tool: {name}"}}}}"#)
}

async fn assert_unknown(client: &mut Client, name: &str) {
    assert_eq!(client.post(&call(name)).await.body, unknown_tool(name), "{name}");
}

#[tokio::test]
async fn g10_no_spelling_calls_a_withheld_tool() {
    let gateway =
        start_gateway_with(GatewayOptions { withheld: &["delete"], ..GatewayOptions::default() }).await;
    let (mut client, mut process) = gateway.connect().await;
    for params in [
        r#"{"name":"delete","task":{"ttl":1000}}"#,
        r#"{"name":"delete","_meta":{"io.modelcontextprotocol/related-task":{"taskId":"1"}}}"#,
        r#"{"name":"delete","requestState":"resumed","inputResponses":{}}"#,
        r#"{"arguments":{"name":"fetch"},"name":"delete"}"#,
        "{\"name\":\r\n\"delete\"}",
    ] {
        let message = format!(r#"{{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{params}}}"#);
        assert_eq!(client.post(&message).await.body, unknown_tool("delete"), "{params}");
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
    process.expect_only("notifications/mark").await;
    assert_eq!(gateway.context.metrics.calls.get(), 0);
}

#[tokio::test]
async fn g10_batches_do_not_call_withheld_tools() {
    let gateway =
        start_gateway_with(GatewayOptions { withheld: &["delete"], ..GatewayOptions::default() }).await;
    let asking = tokio::spawn({
        let (head, address) = (gateway.head("POST", ""), gateway.address);
        let hello = crate::support::INITIALIZE.replace("2025-11-25", "2025-03-26");
        async move {
            let mut connection = crate::http_client::HttpConnection::open(address).await;
            let answer = connection.request(&head, &hello).await;
            (connection, answer)
        }
    });
    let mut process = gateway.servers[0].next_process().await;
    let old = r#"{"protocolVersion":"2025-03-26","capabilities":{"tools":{}},"serverInfo":{"name":"p","version":"1"}}"#;
    process.respond("initialize", old).await;
    let (connection, response) = asking.await.unwrap();
    let mut client = gateway.client_from_response(connection, response);
    client.send(&format!("[{},{MARK},{}]", call("delete"), call("fetch").replace("\"x\"", "2"))).await;
    process.expect_only("notifications/mark").await;
    process.respond("tools/call", "{}").await;
    client.connection.read_response().await;
    assert_eq!(client.connection.next_event().await.unwrap(), unknown_tool("delete"));
    assert_eq!(client.connection.next_event().await.unwrap(), r#"{"jsonrpc":"2.0","id":2,"result":{}}"#);
    assert_eq!(gateway.context.metrics.calls.get(), 1);
}

#[tokio::test]
async fn g10_withholding_a_tool_takes_effect_at_once() {
    let gateway = start_gateway_with(GatewayOptions::default()).await;
    let (mut client, mut process) = gateway.connect().await;
    client.send(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#).await;
    process.respond("tools/list", r#"{"tools":[{"name":"delete"}]}"#).await;
    assert!(client.connection.read_response().await.body.contains("delete"));
    gateway.policies[0].send(Arc::new(WithholdingPolicy(&["delete"]))).unwrap();
    assert_unknown(&mut client, "delete").await;
    gateway.policies[0].send(Arc::new(WithholdingPolicy(&[]))).unwrap();
    client.send(&call("delete")).await;
    process.respond("tools/call", "{}").await;
    assert_eq!(client.connection.read_response().await.body, r#"{"jsonrpc":"2.0","id":"x","result":{}}"#);
}

#[tokio::test]
async fn g10_no_prefix_reaches_a_withheld_tool() {
    let gateway = start_gateway_with(GatewayOptions {
        servers: &["a", "a_b"],
        withheld: &["delete"],
        ..GatewayOptions::default()
    })
    .await;
    let (mut client, mut processes) = gateway.connect_all(|_| r#"{"tools":{}}"#).await;
    client.send(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#).await;
    for process in &mut processes {
        process
            .respond("tools/list", r#"{"tools":[{"name":"delete"},{"name":"fetch"},{"name":"a_b_delete"}]}"#)
            .await;
    }
    let listed = client.connection.read_response().await.body;
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
        assert_unknown(&mut client, name).await;
    }
    client.post(MARK).await;
    for process in &mut processes {
        process.expect_only("notifications/mark").await;
    }
    assert_eq!(gateway.context.metrics.calls.get(), 0);
}

/// Defers the decision about every call to the test.
#[derive(Default)]
struct DeferringApprover(Mutex<Vec<(String, oneshot::Sender<Verdict>)>>);

impl Approver for DeferringApprover {
    fn decide(&self, call: &CallInfo) -> Decision {
        let (sender, receiver) = oneshot::channel();
        self.0.lock().unwrap().push((call.params.get().to_owned(), sender));
        Decision::Pending(Box::pin(async {
            receiver.await.unwrap_or(Verdict::Deny("nobody was there".to_owned()))
        }))
    }
}

impl DeferringApprover {
    async fn next_call(&self) -> (String, oneshot::Sender<Verdict>) {
        let asked = async {
            loop {
                if let Some(first) = self.0.lock().unwrap().pop() {
                    return first;
                }
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(crate::scripted_server::TEST_TIMEOUT, asked).await.expect("somebody is asked")
    }
}

/// Waiting calls are held in full, so a few long ones need as much memory as many short ones.
#[tokio::test]
async fn g8_calls_waiting_for_approval_are_bounded_in_bytes() {
    let deferring = Arc::new(DeferringApprover::default());
    let approver: Option<Arc<dyn Approver>> = Some(Arc::clone(&deferring) as Arc<dyn Approver>);
    let limits = |limits: &mut Limits| limits.max_bytes = 10_000;
    let gateway = start_gateway_with(GatewayOptions { approver, limits, ..GatewayOptions::default() }).await;
    let (mut client, mut process) = gateway.connect().await;
    let call = |id: u32| {
        let long = "x".repeat(6_000);
        format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"t","arguments":{{"x":"{long}"}}}}}}"#
        )
    };
    client.send(&call(1)).await;
    let (_, decide) = deferring.next_call().await;
    let mut other = client.new_connection(&gateway).await;
    let refused = other.post(&call(2)).await.body;
    assert!(refused.contains("too many calls are waiting for approval"), "{refused:.200}");
    // A decided call makes room for another one.
    decide.send(Verdict::Deny("no".to_owned())).unwrap();
    assert!(client.connection.read_response().await.body.contains(r#""message":"no""#));
    deferring.0.lock().unwrap().clear();
    client.send(&call(3)).await;
    deferring.next_call().await.1.send(Verdict::Deny("no".to_owned())).unwrap();
    assert!(client.connection.read_response().await.body.contains(r#""message":"no""#));
    client.post(MARK).await;
    process.expect_only("notifications/mark").await;
}

#[tokio::test]
async fn g11_a_decision_applies_to_exactly_one_call() {
    let deferring = Arc::new(DeferringApprover::default());
    let approver: Option<Arc<dyn Approver>> = Some(Arc::clone(&deferring) as Arc<dyn Approver>);
    let mut gateway = start_gateway_with(GatewayOptions { approver, ..GatewayOptions::default() }).await;
    let (mut client, mut process) = gateway.connect().await;
    // The call is forwarded byte for byte as it was shown.
    let params = r#"{ "name":"t", "arguments":{"n":1.0,"to":"a"} }"#;
    let message =
        |id: &str| format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{params}}}"#);
    client.send(&message("1")).await;
    let (shown, decide) = deferring.next_call().await;
    assert_eq!(shown, params);
    decide.send(Verdict::Allow).unwrap();
    let (id, line) = process.expect_request("tools/call").await;
    assert_eq!(line, message(&id.to_string()));
    process.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#)).await;
    client.connection.read_response().await;
    // The same call is decided again; denied, it is not forwarded.
    client.send(&message("2")).await;
    deferring.next_call().await.1.send(Verdict::Deny("no".to_owned())).unwrap();
    assert!(client.connection.read_response().await.body.contains(r#""message":"no""#));
    // While a call waits, its id cannot be used by another.
    client.send(&message("3")).await;
    let (_, decide) = deferring.next_call().await;
    let mut other = client.new_connection(&gateway).await;
    assert!(other.post(&message("3").replace("\"a\"", "\"b\"")).await.body.contains("is in progress"));
    // A cancelled call is not forwarded, whatever the decision.
    other.post(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3}}"#).await;
    client.connection.read_response().await;
    assert!(decide.send(Verdict::Allow).is_err(), "nobody waits for the decision");
    // Withheld while it waits, it is unknown.
    let mut late = client.new_connection(&gateway).await;
    late.send(&message("\"x\"")).await;
    let (_, decide) = deferring.next_call().await;
    gateway.policies[0].send(Arc::new(WithholdingPolicy(&["t"]))).unwrap();
    decide.send(Verdict::Allow).unwrap();
    assert_eq!(late.connection.read_response().await.body, unknown_tool("t"));
    late.post(MARK).await;
    process.expect_only("notifications/mark").await;
    let mut kept = Vec::new();
    for _ in 0..4 {
        let record = gateway.next_record().await;
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
