//! Calls that wait for a decision: they block nothing else, and cancelling one withdraws it.

use std::sync::{Arc, Mutex};

use hintsmith_mcp::proxy::{Approver, CallInfo, Decision, LoggedOutcome, LoggedVerdict, Verdict};
use serde_json::Value;
use tokio::sync::oneshot;

use crate::support::{Options, Setup, setup_with};

/// Leaves every call of `ask` to the test, denies `never`, and allows the rest.
#[derive(Default)]
struct ManualApprover(Mutex<Vec<(String, oneshot::Sender<Verdict>)>>);

impl Approver for ManualApprover {
    fn decide(&self, call: &CallInfo) -> Decision {
        match call.tool {
            "never" => return Decision::Ready(Verdict::Deny("denied by the user".to_owned())),
            "ask" => {}
            _ => return Decision::Ready(Verdict::Allow),
        }
        let (sender, receiver) = oneshot::channel();
        let arguments = call.arguments.map_or("", |arguments| arguments.get()).to_owned();
        self.0.lock().unwrap().push((arguments, sender));
        Decision::Pending(Box::pin(async {
            receiver.await.unwrap_or(Verdict::Deny("nobody was there".to_owned()))
        }))
    }
}

fn setup_manual() -> (Setup, Arc<ManualApprover>) {
    let asks = Arc::new(ManualApprover::default());
    let approver: Arc<dyn Approver> = Arc::clone(&asks) as Arc<dyn Approver>;
    (setup_with(&["hidden"], Options { approver: Some(approver), ..Options::default() }), asks)
}

fn call(id: &str, tool: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"{tool}","arguments":{{"n":1.0}}}}}}"#
    )
}

impl ManualApprover {
    fn take_next(&self) -> (String, oneshot::Sender<Verdict>) {
        self.0.lock().unwrap().remove(0)
    }
}

#[tokio::test]
async fn waiting_call_blocks_nothing_and_is_forwarded_unchanged() {
    let (mut setup, asks) = setup_manual();
    setup.client.send(&call("1", "ask")).await;
    setup.client.send(&call("2", "ask")).await;
    setup.send_through(&call("3", "other")).await;
    setup.server.send(r#"{"id":3,"result":{}}"#).await;
    assert_eq!(setup.client.read_line().await, r#"{"id":3,"result":{}}"#);
    let ((arguments, first), (_, second)) = (asks.take_next(), asks.take_next());
    assert_eq!(arguments, r#"{"n":1.0}"#);
    second.send(Verdict::Allow).unwrap();
    assert_eq!(setup.server.read_line().await, call("2", "ask"));
    first.send(Verdict::Allow).unwrap();
    assert_eq!(setup.server.read_line().await, call("1", "ask"));
    setup.server.send(r#"{"id":1,"result":{"isError":true}}"#).await;
    assert_eq!(setup.client.read_line().await, r#"{"id":1,"result":{"isError":true}}"#);
    let outcomes = [setup.records.recv().await.unwrap(), setup.records.recv().await.unwrap()];
    let outcomes = outcomes.map(|record| (record.tool, record.verdict, record.outcome));
    let expected = [("other", LoggedOutcome::Ok), ("ask", LoggedOutcome::ToolError)];
    assert_eq!(outcomes, expected.map(|(tool, outcome)| (tool.to_owned(), LoggedVerdict::Allowed, outcome)));
}

#[tokio::test]
async fn denied_call_gets_the_reason_and_is_not_forwarded() {
    let (mut setup, asks) = setup_manual();
    setup.client.send(&call("\"x\"", "never")).await;
    let expected = r#"{"jsonrpc":"2.0","id":"x","error":{"code":403,"message":"denied by the user"}}"#;
    assert_eq!(setup.client.read_line().await, expected);
    setup.client.send(&call("\"x\"", "ask")).await;
    setup.assert_server_receives_nothing().await;
    asks.take_next().1.send(Verdict::Deny("denied by the user".to_owned())).unwrap();
    assert_eq!(setup.client.read_line().await, expected);
    for _ in 0..2 {
        assert_eq!(
            setup.records.recv().await.unwrap().verdict,
            LoggedVerdict::Denied("denied by the user".to_owned())
        );
    }
    setup.assert_server_receives_nothing().await;
}

#[tokio::test]
async fn cancelling_a_waiting_call_withdraws_it_without_reaching_the_server() {
    let (mut setup, asks) = setup_manual();
    setup.client.send(&call("1", "ask")).await;
    setup.client.send(r#"{"method":"notifications/cancelled","params":{"requestId":1}}"#).await;
    let record = setup.records.recv().await.unwrap();
    assert_eq!((record.verdict, record.outcome), (LoggedVerdict::Undecided, LoggedOutcome::Cancelled));
    assert!(asks.take_next().1.send(Verdict::Allow).is_err(), "nobody waits for the decision any more");
    setup.assert_server_receives_nothing().await;
    // The cancellation of a call that the server has received is forwarded.
    setup.send_through(&call("2", "other")).await;
    setup.send_through(r#"{"method":"notifications/cancelled","params":{"requestId":2}}"#).await;
    let record = setup.records.recv().await.unwrap();
    assert_eq!((record.verdict, record.outcome), (LoggedVerdict::Allowed, LoggedOutcome::Cancelled));
    setup.assert_client_receives_nothing().await;
}

#[tokio::test]
async fn a_call_in_a_batch_waits_alone() {
    let (mut setup, asks) = setup_manual();
    setup.client.send(&format!("[{},{}]", call("1", "ask"), call("2", "other"))).await;
    assert_eq!(setup.server.read_line().await, format!("[{}]", call("2", "other")));
    asks.take_next().1.send(Verdict::Allow).unwrap();
    assert_eq!(setup.server.read_line().await, call("1", "ask"));
}

#[tokio::test]
async fn a_tool_that_is_withheld_while_its_call_waits_is_not_called() {
    let (mut setup, asks) = setup_manual();
    setup.client.send(&call("1", "ask")).await;
    setup.assert_server_receives_nothing().await;
    setup.withhold(&["ask"]);
    asks.take_next().1.send(Verdict::Allow).unwrap();
    let answer: Value = serde_json::from_str(&setup.client.read_line().await).unwrap();
    assert_eq!(answer["error"]["message"], "Unknown tool: ask");
    setup.assert_server_receives_nothing().await;
}

#[tokio::test]
async fn calls_over_the_pending_limit_are_denied() {
    let (mut setup, _asks) = setup_manual();
    for id in 0..257 {
        setup.client.send(&call(&id.to_string(), "ask")).await;
    }
    let answer: Value = serde_json::from_str(&setup.client.read_line().await).unwrap();
    assert_eq!(
        (&answer["id"], &answer["error"]["message"]),
        (&256.into(), &"too many calls are waiting for approval".into())
    );
    // When the client disconnects, the waiting calls are cancelled.
    setup.client.close();
    assert_eq!(setup.server.read_to_end().await, "");
    setup.server.close();
    setup.task.await.unwrap();
    setup.records.recv().await.unwrap();
    let record = setup.records.recv().await.unwrap();
    assert_eq!((record.verdict, record.outcome), (LoggedVerdict::Undecided, LoggedOutcome::Cancelled));
}
