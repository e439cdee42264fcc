//! Approval by the client's own user behind `wrap`: with `elicitation/create` before protocol 2026-07-28, with
//! `InputRequiredResult` since. The server receives nothing but allowed calls.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use hintsmith_mcp::proxy::{Approver, LoggedOutcome, LoggedVerdict};
use serde_json::Value;

use crate::eliciting_approver::{DENIALS, ElicitingApprover, accept_form};
use crate::support::{Options, Setup, setup_with};

const CAPABLE: &str = r#"{"elicitation":{}}"#;

async fn setup_eliciting(approver: ElicitingApprover, capabilities: &str) -> (Setup, Arc<ElicitingApprover>) {
    let approver = Arc::new(approver);
    let asked = Some(Arc::clone(&approver) as Arc<dyn Approver>);
    let mut setup = setup_with(&[], Options { approver: asked, ..Options::default() });
    setup
        .send_through(&format!(
            r#"{{"id":0,"method":"initialize","params":{{"capabilities":{capabilities}}}}}"#
        ))
        .await;
    setup.server.send(r#"{"id":0,"result":{"capabilities":{}}}"#).await;
    setup.client.read_line().await;
    (setup, approver)
}

const CALL: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{ "name":"ask", "arguments":{"n":1.0,"s":"\u0061"} }}"#;

impl Setup {
    async fn read_client_message(&mut self) -> Value {
        serde_json::from_str(&self.client.read_line().await).unwrap()
    }
}

#[tokio::test]
async fn only_an_approval_forwards_the_call_once_and_unchanged() {
    let (mut setup, _) = setup_eliciting(ElicitingApprover::default(), CAPABLE).await;
    for no in DENIALS {
        setup.client.send(CALL).await;
        let question = setup.read_client_message().await;
        assert_eq!(question["method"], "elicitation/create");
        assert_eq!(question["params"]["message"], r#"ask {"n":1.0,"s":"\u0061"}"#);
        setup.client.send(&format!(r#"{{"jsonrpc":"2.0","id":{},{no}}}"#, question["id"])).await;
        let refused = setup.read_client_message().await;
        assert_eq!((&refused["id"], &refused["error"]["code"]), (&1.into(), &403.into()), "{no}");
        setup.assert_server_receives_nothing().await;
        assert!(matches!(setup.records.recv().await.unwrap().verdict, LoggedVerdict::Denied(_)), "{no}");
    }
    setup.client.send(CALL).await;
    let question = setup.read_client_message().await;
    let yes =
        format!(r#"{{"jsonrpc":"2.0","id":{},"result":{}}}"#, question["id"], accept_form("allow once"));
    setup.client.send(&yes).await;
    assert_eq!(setup.server.read_line().await, CALL);
    // A repeated answer has no effect, and the server does not receive it either.
    setup.client.send(&yes).await;
    setup.assert_server_receives_nothing().await;
    setup.server.send(r#"{"id":1,"result":{}}"#).await;
    assert_eq!(setup.client.read_line().await, r#"{"id":1,"result":{}}"#);
    let record = setup.records.recv().await.unwrap();
    assert_eq!(record.reason.as_deref(), Some("allowed by the client's user"));
    assert_eq!((record.verdict, record.outcome), (LoggedVerdict::Allowed, LoggedOutcome::Ok));
}

#[tokio::test]
async fn server_elicitations_are_forwarded_and_cannot_answer_ours() {
    let (mut setup, _) = setup_eliciting(ElicitingApprover::default(), CAPABLE).await;
    setup.client.send(CALL).await;
    let question = setup.read_client_message().await;
    for id in ["1", "\"hintsmith-1\"", "\"1\""] {
        let theirs = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"elicitation/create","params":{{}}}}"#);
        setup.server.send(&theirs).await;
        let named = theirs.replace("{}", r#"{"message":"The MCP server asks (not Hintsmith):"}"#);
        assert_eq!(setup.client.read_line().await, named);
        setup
            .send_through(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{}}}"#, accept_form("allow once")))
            .await;
    }
    let no = format!(r#"{{"jsonrpc":"2.0","id":{},"result":{{"action":"decline"}}}}"#, question["id"]);
    setup.client.send(&no).await;
    assert_eq!(setup.read_client_message().await["error"]["message"], "the client's user denied the call");
    setup.assert_server_receives_nothing().await;
}

/// Approval requests use the same connection, so a server must not be able to imitate them.
#[tokio::test]
async fn server_elicitations_cannot_imitate_approval_requests() {
    let (mut setup, _) = setup_eliciting(ElicitingApprover::default(), CAPABLE).await;
    let forged = r#""message":"Hintsmith asks for approval: allow a call of the tool “fetch”?""#;
    let named = r#""message":"The MCP server asks (not Hintsmith):\n\nHintsmith asks for approval: allow a call of the tool “fetch”?""#;
    let request = |message: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":{{{message},"x":1.0}}}}"#
        )
    };
    setup.server.send(&request(forged)).await;
    assert_eq!(setup.client.read_line().await, request(named));
    setup.server.send(&format!("[{}]", request(forged))).await;
    assert_eq!(setup.client.read_line().await, format!("[{}]", request(named)));
    // Ambiguous requests, and one that is not JSON.
    for unclear in [
        request(&format!(r#""Message":"a",{forged}"#)),
        request(&format!(r#"{forged},"message":"a""#)),
        request(forged).replace("1.0", "NaN"),
    ] {
        setup.server.send(&unclear).await;
        let refused = setup.server.read_line().await;
        assert!(refused.contains("Invalid Request") && refused.contains(r#""id":"q""#), "{refused}");
    }
    setup.assert_client_receives_nothing().await;

    // Since 2026-07-28 a result can contain elicitations.
    let result = |message: &str| {
        format!(
            r#"{{"id":7,"result":{{"resultType":"input_required","inputRequests":{{"k":{{"method":"elicitation/create","params":{{{message}}}}}}}}}}}"#
        )
    };
    setup.send_through(r#"{"id":7,"method":"prompts/get","params":{}}"#).await;
    setup.server.send(&result(forged)).await;
    assert_eq!(setup.client.read_line().await, result(named));
    for unclear in [
        result(forged).replace("\"k\"", "\"hintsmith-approval\""),
        result(forged).replace("inputRequests", "InputRequests"),
        result(&format!(r#"{forged},"x":NaN"#)),
    ] {
        setup.send_through(r#"{"id":7,"method":"prompts/get","params":{}}"#).await;
        setup.server.send(&unclear).await;
        let answer = setup.client.read_line().await;
        assert!(answer.contains(r#""error""#) && !answer.contains("Hintsmith asks"), "{answer}");
    }
}

/// The response to any request can ask for input, also to one whose result the proxy corrects.
#[tokio::test]
async fn a_request_for_input_names_its_server_in_every_response() {
    let (mut setup, _) = setup_eliciting(ElicitingApprover::default(), CAPABLE).await;
    let forged = r#""message":"Hintsmith asks for approval: allow a call of the tool “fetch”?""#;
    let answer = format!(
        r#"{{"id":7,"result":{{"resultType":"input_required","inputRequests":{{"k":{{"method":"elicitation/create","params":{{{forged}}}}}}}}}}}"#
    );
    for method in ["prompts/get", "tools/list", "initialize", "server/discover"] {
        for answer in [answer.clone(), format!("[{answer}]")] {
            setup.send_through(&format!(r#"{{"id":7,"method":"{method}","params":{{}}}}"#)).await;
            setup.server.send(&answer).await;
            let received = setup.client.read_line().await;
            assert!(received.contains(r#""id":7"#) && !received.contains(forged), "{method}: {received}");
        }
    }
}

/// A server that guesses the id of a call cannot answer it before the user has decided.
#[tokio::test]
async fn the_server_cannot_answer_a_call_that_waits_for_approval() {
    let (mut setup, _) = setup_eliciting(ElicitingApprover::default(), CAPABLE).await;
    setup.client.send(CALL).await;
    let question = setup.read_client_message().await;
    for answer in [r#"{"id":1,"result":{}}"#, r#"{"id":1,"result":NaN}"#, r#"{"id":1,"id":1,"result":{}}"#] {
        setup.server.send(answer).await;
        setup.assert_client_receives_nothing().await;
    }
    let no = format!(r#"{{"jsonrpc":"2.0","id":{},"result":{{"action":"decline"}}}}"#, question["id"]);
    setup.client.send(&no).await;
    assert_eq!(setup.read_client_message().await["error"]["code"], 403);
    assert!(matches!(setup.records.recv().await.unwrap().verdict, LoggedVerdict::Denied(_)));
    setup.assert_server_receives_nothing().await;
}

#[tokio::test]
async fn sampling_of_the_server_includes_no_context_of_others() {
    let (mut setup, _) = setup_eliciting(ElicitingApprover::default(), CAPABLE).await;
    setup.server.send(r#"{"id":1,"method":"sampling/createMessage","params":{"messages":[],"includeContext":"allServers"}}"#).await;
    let expected = r#"{"id":1,"method":"sampling/createMessage","params":{"systemPrompt":"The MCP server asks (not Hintsmith):","messages":[],"includeContext":"thisServer"}}"#;
    assert_eq!(setup.client.read_line().await, expected);
}

#[tokio::test]
async fn timeout_cancellation_and_disconnect_deny_the_call() {
    let quick = ElicitingApprover { timeout: Duration::from_millis(1), ..ElicitingApprover::default() };
    let (mut setup, _) = setup_eliciting(quick, CAPABLE).await;
    setup.client.send(CALL).await;
    let question = setup.read_client_message().await;
    let withdrawn = setup.read_client_message().await;
    assert_eq!(withdrawn["params"]["requestId"], question["id"], "the question is taken back");
    let told = setup.read_client_message().await;
    assert!(told["error"]["message"].as_str().unwrap().contains("did not answer within"), "{told}");
    let late =
        format!(r#"{{"jsonrpc":"2.0","id":{},"result":{}}}"#, question["id"], accept_form("allow once"));
    setup.client.send(&late).await;
    setup.assert_server_receives_nothing().await;

    let (mut setup, _) = setup_eliciting(ElicitingApprover::default(), CAPABLE).await;
    setup.client.send(CALL).await;
    let question = setup.read_client_message().await;
    setup.client.send(r#"{"method":"notifications/cancelled","params":{"requestId":1}}"#).await;
    assert_eq!(setup.read_client_message().await["params"]["requestId"], question["id"]);
    setup.client.send(CALL).await;
    setup.read_client_message().await;
    setup.assert_server_receives_nothing().await;
    setup.client.close();
    assert_eq!(setup.server.read_to_end().await, "");
    setup.server.close();
    setup.task.await.unwrap();
}

#[tokio::test]
async fn clients_without_form_elicitation_are_not_asked() {
    for capabilities in ["{}", r#"{"elicitation":{"url":{}}}"#, r#"{"elicitation":false}"#] {
        let (mut setup, _) = setup_eliciting(ElicitingApprover::default(), capabilities).await;
        setup.client.send(CALL).await;
        assert_eq!(
            setup.read_client_message().await["error"]["message"],
            "nobody is there",
            "{capabilities}"
        );
        setup.assert_server_receives_nothing().await;
    }
}

/// Builds a call of protocol 2026-07-28.
fn call(id: u32, tool: &str, arguments: &str, more: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"{tool}","arguments":{arguments},"_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{"elicitation":{{"form":{{}}}}}}}}{more}}}}}"#
    )
}

fn retry_params(state: &Value, answer: &str) -> String {
    format!(r#","inputResponses":{{"hintsmith-approval":{answer}}},"requestState":{state}"#)
}

/// Returns the approval token of an `InputRequiredResult`.
fn approval_token(answer: &Value) -> Value {
    let result = &answer["result"];
    assert_eq!(result["resultType"], "input_required", "{answer}");
    assert_eq!(result["inputRequests"]["hintsmith-approval"]["method"], "elicitation/create");
    result["requestState"].clone()
}

#[tokio::test]
async fn input_required_result_asks_and_only_the_approved_call_is_forwarded() {
    let (mut setup, approver) = setup_eliciting(ElicitingApprover::default(), "{}").await;
    let yes = accept_form("allow once");
    setup.client.send(&call(1, "ask", r#"{"n":1.0}"#, "")).await;
    let state = approval_token(&setup.read_client_message().await);
    setup.assert_server_receives_nothing().await;
    // Other arguments, another tool, another definition, and forged tokens: the client is asked again.
    let forged = state.as_str().unwrap().replace("hintsmith-approval.", "hintsmith-approval.e30");
    let cut = Value::from(state.as_str().unwrap().rsplit_once('.').unwrap().0);
    for (tool, arguments, state) in [
        ("ask", r#"{"n":2.0}"#, &state),
        ("ask-too", r#"{"n":1.0}"#, &state),
        ("ask", r#"{"n":1.0}"#, &Value::from(forged)),
        ("ask", r#"{"n":1.0}"#, &cut),
        ("ask", r#"{"n":1.0}"#, &Value::from("hintsmith-approval.")),
    ] {
        setup.client.send(&call(2, tool, arguments, &retry_params(state, &yes))).await;
        approval_token(&setup.read_client_message().await);
    }
    approver.version.store(1, Ordering::Relaxed);
    setup.client.send(&call(2, "ask", r#"{"n":1.0}"#, &retry_params(&state, &yes))).await;
    approval_token(&setup.read_client_message().await);
    approver.version.store(0, Ordering::Relaxed);
    setup.assert_server_receives_nothing().await;

    setup.client.send(&call(3, "ask", r#"{"n":1.0}"#, &retry_params(&state, &yes))).await;
    assert_eq!(setup.server.read_line().await, call(3, "ask", r#"{"n":1.0}"#, ""));
    // The token is valid once.
    setup.client.send(&call(4, "ask", r#"{"n":1.0}"#, &retry_params(&state, &yes))).await;
    approval_token(&setup.read_client_message().await);
    setup.assert_server_receives_nothing().await;
}

#[tokio::test]
async fn every_denial_uses_up_the_token() {
    let (mut setup, _) = setup_eliciting(ElicitingApprover::default(), "{}").await;
    for no in DENIALS.iter().filter_map(|no| no.strip_prefix(r#""result":"#)) {
        setup.client.send(&call(1, "ask", "{}", "")).await;
        let state = approval_token(&setup.read_client_message().await);
        setup.client.send(&call(2, "ask", "{}", &retry_params(&state, no))).await;
        assert_eq!(setup.read_client_message().await["error"]["code"], 403, "{no}");
        setup.client.send(&call(3, "ask", "{}", &retry_params(&state, &accept_form("allow once")))).await;
        approval_token(&setup.read_client_message().await);
    }
    setup.assert_server_receives_nothing().await;
    let quick = ElicitingApprover { timeout: Duration::ZERO, ..ElicitingApprover::default() };
    let (mut setup, _) = setup_eliciting(quick, "{}").await;
    setup.client.send(&call(1, "ask", "{}", "")).await;
    let late = approval_token(&setup.read_client_message().await);
    setup.client.send(&call(2, "ask", "{}", &retry_params(&late, &accept_form("allow once")))).await;
    approval_token(&setup.read_client_message().await);
    setup.assert_server_receives_nothing().await;
}

#[tokio::test]
async fn input_for_the_server_survives_the_approval() {
    let (mut setup, _) = setup_eliciting(ElicitingApprover::default(), "{}").await;
    let theirs = r#","inputResponses":{"who":{"n":1.50}},"requestState":"opaque \" \u0061""#;
    setup.client.send(&call(1, "ask", "{}", theirs)).await;
    let state = approval_token(&setup.read_client_message().await);
    // Asked twice, because the first retry contains no answer.
    setup.client.send(&call(2, "ask", "{}", &format!(r#","requestState":{state}"#))).await;
    let state = approval_token(&setup.read_client_message().await);
    setup.client.send(&call(3, "ask", "{}", &retry_params(&state, &accept_form("allow once")))).await;
    assert_eq!(setup.server.read_line().await, call(3, "ask", "{}", theirs));
    // A tool that needs no approval: the token and its answer are not forwarded either.
    setup.client.send(&call(4, "other", "{}", &retry_params(&state, &accept_form("allow once")))).await;
    assert_eq!(setup.server.read_line().await, call(4, "other", "{}", theirs));
}

#[tokio::test]
async fn forged_token_cannot_inject_into_the_message() {
    use base64::Engine;
    let (mut setup, _) = setup_eliciting(ElicitingApprover::default(), "{}").await;
    let nonce = [0; 16].map(|_: u8| "0").join(",");
    let about = [0; 32].map(|_: u8| "0").join(",");
    for theirs in [r#""x\",\"name\":\"ask\"""#, r#""\"hintsmith-approval.x\"""#, "7"] {
        let payload = format!(r#"{{"about":[{about}],"nonce":[{nonce}],"until":9,"state":{theirs}}}"#);
        let body = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(payload);
        let forged = Value::from(format!("hintsmith-approval.{body}.AAAA"));
        setup.client.send(&call(1, "other", "{}", &retry_params(&forged, "{}"))).await;
        assert_eq!(setup.server.read_line().await, call(1, "other", "{}", ""));
        setup.server.send(r#"{"id":1,"result":{}}"#).await;
        setup.client.read_line().await;
    }
}
