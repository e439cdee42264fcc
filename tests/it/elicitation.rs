//! Approval through client elicitation when no window is open: the TypeScript SDK (`initialize` protocol) and the
//! Python SDK (stateless protocol) through `hintsmith gateway --ask`, and a scripted client through `hintsmith wrap
//! --ask`.

use serde_json::{Value, json};

use crate::approvals::{Approver, answer_request, call_count, spawn_wrap, store_with_spy};
use crate::clients::{HttpGateway, Sdk, SdkProcess, gateway_command};
use crate::support::{ROOT, Store, wait_for};

const ALLOW: &str = r#"{"action":"accept","content":{"answer":"allow once"}}"#;
const DENY: &str = r#"{"action":"accept","content":{"answer":"deny"}}"#;

/// Starts a session of a client that calls a destructive tool and answers elicitations with `answer`.
fn start_session(process: &mut SdkProcess, answer: &str, target: &[String]) {
    process.start_session(&[r#"delete_note={"note":"seven","plain":true}"#], target, Some(answer));
}

fn run_session(process: &mut SdkProcess, answer: &str, target: &[String]) -> Value {
    start_session(process, answer, target);
    process.finish_session()
}

/// Targets for the gateway of a store: over stdio and over HTTP.
fn gateway_targets(store: &Store) -> (HttpGateway, [Vec<String>; 2]) {
    let served = HttpGateway::start_with(store, &["--ask"]);
    let stdio = [gateway_command(store), vec!["--ask".to_owned()]].concat();
    let http = vec![served.url.clone()];
    (served, [stdio, http])
}

/// Verdicts and reasons in the call log, newest first, without repetitions.
fn logged_verdicts(store: &Store) -> Vec<(String, String)> {
    let log = store.json(&["calls", "--json"]);
    let word = |call: &Value, key: &str| call[key].as_str().unwrap_or_default().to_owned();
    let mut all: Vec<_> =
        log.as_array().unwrap().iter().map(|call| (word(call, "verdict"), word(call, "why"))).collect();
    all.dedup();
    all
}

#[test]
fn clients_of_both_protocols_approve_calls_by_elicitation() {
    let store = Store::new();
    let (spy, heard) = (format!("{ROOT}/tests/servers/spy.mjs"), store.path().join("heard"));
    store.ok(&["add", "spy", "--yes", "--", "node", &spy, heard.to_str().unwrap(), "modern"]);
    let (_served, ways) = gateway_targets(&store);
    let sdks = [Sdk::TypeScript, Sdk::PythonAuto];
    let mut processes = sdks.map(SdkProcess::start);
    for (sdk, process) in sdks.iter().zip(&mut processes) {
        for way in &ways {
            let before = call_count(&store);
            for no in [DENY, r#"{"action":"decline"}"#, r#"{"action":"cancel"}"#] {
                let seen = run_session(process, no, way);
                assert!(seen["calls"][0]["failed"].as_str().unwrap().contains("client's user"), "{seen}");
                assert_eq!(call_count(&store), before, "{sdk:?} {way:?}");
            }
            let seen = run_session(process, ALLOW, way);
            assert_eq!(seen["calls"][0]["text"], "done", "{sdk:?} {way:?} {seen}");
            let asked = seen["asked"].as_array().unwrap();
            assert_eq!(asked.len(), 1, "{seen}");
            let message = asked[0]["elicitation"].as_str().unwrap();
            for words in [
                "allow a call of the tool “delete_note” of the server “spy”?",
                "Reason: It may make destructive changes.",
                "Effects: ",
                r#"Arguments: {"note":"seven","plain":true}"#,
            ] {
                assert!(message.contains(words), "{message}");
            }
            assert_eq!(call_count(&store), before + 1, "{sdk:?} {way:?}");
        }
    }
    // Only a stateless client gets the elicitation in the result of its call.
    let asked = wait_for(|| {
        let log = store.json(&["calls", "--json"]);
        let asked = log.as_array().unwrap().iter().filter(|call| call["verdict"] == "undecided");
        let asked: Vec<String> = asked.map(|call| call["client"].to_string()).collect();
        (asked.len() >= 8).then_some(asked)
    });
    assert!(asked.len() == 8 && !asked.iter().any(|client| client.contains("client of a test")), "{asked:?}");
    // An approver at a terminal is asked first, and a client only if the preference allows it.
    let before = call_count(&store);
    let person = Approver::start(&store);
    for (process, way) in processes.iter_mut().zip([&ways[1], &ways[0]]) {
        start_session(process, DENY, way);
        answer_request(&store, &["allow"]);
        let seen = process.finish_session();
        assert_eq!((&seen["calls"][0]["text"], &seen["asked"]), (&json!("done"), &json!([])), "{seen}");
    }
    person.stop();
    assert_eq!(call_count(&store), before + 2);
    store.ok(&["preferences", "approval.client=off"]);
    for (process, way) in processes.iter_mut().zip([&ways[0], &ways[1]]) {
        let seen = run_session(process, ALLOW, way);
        assert!(seen["calls"][0]["failed"].as_str().unwrap().contains("Hintsmith is not open"), "{seen}");
        assert_eq!(seen["asked"], json!([]), "{seen}");
    }
    assert_eq!(call_count(&store), before + 2);
}

#[test]
fn wrap_elicits_approval_and_logs_who_answered() {
    let store = store_with_spy();
    let mut client = spawn_wrap(&store, &["--ask"]);
    let call = |id: u32, more: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"delete_note","arguments":{{"n":1.0}},"_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{"elicitation":{{}}}}}}{more}}}}}"#
        )
    };
    let with_answer = |state: &Value, answer: &str| {
        format!(r#","inputResponses":{{"hintsmith-approval":{answer}}},"requestState":{state}"#)
    };
    let value = |line: String| -> Value { serde_json::from_str(&line.replace("1e400", "1")).unwrap() };
    let asked = value(client.request(&call(2, "")));
    let state = &asked["result"]["requestState"];
    assert!(state.is_string(), "{asked}");
    let refused = value(client.request(&call(3, &with_answer(state, DENY))));
    assert_eq!(refused["error"]["message"], "the client's user denied the call");
    // A denial uses the approval token up as well.
    let again = value(client.request(&call(4, &with_answer(state, ALLOW))));
    let state = &again["result"]["requestState"];
    assert!(state.is_string(), "{again}");
    assert_eq!(call_count(&store), 0);
    // The tool's hints change meanwhile, so the approval request is outdated.
    store.ok(&["set", "spy.delete_note", "idempotent=yes"]);
    assert!(client.receive().contains("list_changed"));
    client.list_tools();
    let other = value(client.request(&call(5, &with_answer(state, ALLOW))));
    let state = &other["result"]["requestState"];
    assert!(state.is_string(), "{other}");
    assert!(value(client.request(&call(6, &with_answer(state, ALLOW))))["result"]["content"].is_array());
    assert_eq!(call_count(&store), 1);
    let heard = std::fs::read_to_string(store.path().join("heard")).unwrap();
    assert!(heard.lines().any(|line| line == call(6, "")), "{heard}");
    assert!(!heard.contains("hintsmith-approval"), "{heard}");
    client.close();
    let verdict_and_reason = |verdict: &str, why: &str| (verdict.to_owned(), why.to_owned());
    assert_eq!(
        logged_verdicts(&store),
        [
            verdict_and_reason("allowed", "allowed by the client's user"),
            verdict_and_reason("undecided", "the client asks its user"),
            verdict_and_reason("denied", "the client's user denied the call"),
            verdict_and_reason("undecided", "the client asks its user"),
        ]
    );
}
