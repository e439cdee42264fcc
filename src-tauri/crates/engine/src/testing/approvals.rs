//! Calls that wait for approval, decided by the real gate for a client that is only a name.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hintsmith_mcp::proxy::{CallInfo, Decision, ElicitorFactory, Verdict};
use serde_json::value::RawValue;
use tokio::task::JoinHandle;

use crate::approval::StatusReporter;
use crate::approval::gate::{self, ApprovalGate, ApprovalOptions, CurrentPolicies};
use crate::approval::queue::ApproverRegistration;
use crate::dto::{AnswerInput, ApprovalView, CallOrigin};
use crate::policy::{PolicyRequest, PolicySnapshot};
use crate::{ApiError, Engine};

const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// A call of a client.
#[derive(serde::Deserialize)]
pub struct RequestedCall {
    server: String,
    tool: String,
    client: Option<String>,
    origin: CallOrigin,
    arguments: Option<String>,
}

/// The calls of the engine that is open. There is one at a time.
struct PendingCalls {
    by_nonce: BTreeMap<String, JoinHandle<Verdict>>,
    approver: Option<ApproverRegistration>,
}

static PENDING: Mutex<PendingCalls> = Mutex::new(PendingCalls { by_nonce: BTreeMap::new(), approver: None });

fn lock_pending() -> MutexGuard<'static, PendingCalls> {
    PENDING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Lets the gate decide, which has to ask.
fn decide(engine: &Arc<Engine>, policies: &CurrentPolicies, call: &RequestedCall) -> JoinHandle<Verdict> {
    let options = ApprovalOptions { asks_for_approval: true, ..ApprovalOptions::default() };
    let ignore_status: StatusReporter = Arc::new(|_| ());
    let gate = ApprovalGate::with_store(&engine.approvals, policies, options, call.origin, &ignore_status);
    let arguments = call.arguments.clone().map(|text| RawValue::from_string(text).unwrap());
    let info = CallInfo {
        server: Some(&call.server),
        connection: 1,
        session: 1,
        client: call.client.as_deref(),
        tool: &call.tool,
        arguments: arguments.as_deref(),
        params: RawValue::NULL,
        elicitor: ElicitorFactory(&|| None),
    };
    match gate.decide(&info) {
        Decision::Pending(decision) => tokio::spawn(decision),
        Decision::Ready(verdict) => panic!("the call does not wait: {verdict:?}"),
    }
}

/// Makes a call and returns when it waits for approval.
pub async fn request(engine: &Arc<Engine>, call: RequestedCall) {
    lock_pending().approver.get_or_insert_with(|| engine.approvals.register_responder().unwrap());
    let request = PolicyRequest {
        server: call.server.clone(),
        environment: engine.context.catalog.environment(),
        decides_calls: true,
        ..PolicyRequest::default()
    };
    let policy = engine.context.load_server_policy(&request).await.unwrap();
    let policies = CurrentPolicies::default();
    gate::set_policy(&policies, &call.server, &Arc::new(PolicySnapshot::new(policy, None, None)));
    let decision = decide(engine, &policies, &call);
    loop {
        let is_new = |view: &ApprovalView| !lock_pending().by_nonce.contains_key(&view.nonce);
        if let Some(view) = engine.approvals.pending().await.into_iter().find(is_new) {
            lock_pending().by_nonce.insert(view.nonce, decision);
            return;
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

/// Answers a call and waits until its gate has taken the answer.
pub async fn answer(engine: &Engine, input: AnswerInput) -> Result<(), ApiError> {
    let nonce = input.nonce.clone();
    engine.approvals.answer(input).await?;
    let decision = lock_pending().by_nonce.remove(&nonce);
    if let Some(decision) = decision {
        decision.await.unwrap();
    }
    Ok(())
}

/// Withdraws every call.
pub fn withdraw_all() {
    let mut pending = lock_pending();
    pending.by_nonce.values().for_each(JoinHandle::abort);
    pending.by_nonce.clear();
    pending.approver = None;
}
