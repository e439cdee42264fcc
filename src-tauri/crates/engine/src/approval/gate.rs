//! The approval gate: decides each call that passes a proxy, by the stored policy or by asking the user.
//!
//! When no window is open and no `approvals --watch` runs, the client's user is asked by elicitation, if the client
//! supports it and the preferences allow it. The gate fails closed: an unreadable store, a request that cannot be made,
//! a missing or mismatched answer and an approver that goes away all deny the call.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use hintsmith_core::approval::{ApprovalMode, CallDecision, DecisionReason, describe_hints};
use hintsmith_core::model::fingerprint::Fingerprint;
use hintsmith_core::resolve::badge::badges_for;
use hintsmith_core::resolve::{Behaviour, EffectiveHints};
use hintsmith_core::server_policy::EarlierApprovals;
use hintsmith_core::text::json;
use hintsmith_mcp::proxy::{Approver, CallInfo, ConnectionId, Decision, ElicitationAnswer, Verdict};
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};
use tokio::time::Instant;

use crate::approval::elicitation::no_approver_warning;
use crate::approval::preferences::ApprovalPreferences;
use crate::approval::queue::{self, ApprovalRequest, POLL_INTERVAL, PendingApproval};
use crate::approval::{ApprovalService, StatusReporter};
use crate::clock;
use crate::dto::{ApprovalAnswer, ApprovalView, CallOrigin};
use crate::error::{ApiError, ErrorCode};
use crate::policy::{KnownTool, PolicySnapshot};
use crate::store::policies;

/// Time for which an approval covers identical calls, if the preference for retries allows it.
const RETRY_WINDOW: Duration = Duration::from_secs(10 * 60);
/// Limit for remembered calls; further approvals cover no retries until entries expire.
const MAX_REMEMBERED_CALLS: usize = 10_000;

/// Options for calls that require approval by policy.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ApprovalOptions {
    /// Ask for approval here. Otherwise the client is expected to ask, and only blocked or refused calls are denied.
    pub asks_for_approval: bool,
    /// Read-only calls run without approval, whatever the preference says.
    pub allows_read_only: bool,
    /// Destructive calls are denied without asking.
    pub denies_destructive: bool,
}

/// The current policy snapshot of each server, by server name.
pub(crate) type CurrentPolicies = Arc<Mutex<HashMap<String, Arc<PolicySnapshot>>>>;

/// Sets the current snapshot of a server. The empty name stands for Hintsmith's own tools and is ignored.
pub(crate) fn set_policy(policies: &CurrentPolicies, server: &str, snapshot: &Arc<PolicySnapshot>) {
    if !server.is_empty() {
        lock(policies).insert(server.to_owned(), Arc::clone(snapshot));
    }
}

/// The [`Approver`] of a proxy: assesses each call by its server's snapshot and asks for approval where that is needed.
pub(crate) struct ApprovalGate {
    service: Weak<ApprovalService>,
    data_folder: PathBuf,
    policies: CurrentPolicies,
    options: ApprovalOptions,
    origin: CallOrigin,
    memory: Arc<Mutex<ApprovalMemory>>,
    report_status: StatusReporter,
}

/// Approvals given so far, kept as long as the proxy or the window runs.
#[derive(Default)]
pub(crate) struct ApprovalMemory {
    /// Session approvals by session, server, tool and fingerprint.
    session_approvals: HashSet<(u64, String, String, String)>,
    /// Approved calls by [`hash_call`], with the time of the approval.
    approved_calls: HashMap<[u8; 32], Instant>,
    /// The fingerprint of the definition that the user allowed last, by server and tool.
    granted: HashMap<(String, String), String>,
}

impl ApprovalGate {
    pub fn with_store(
        service: &Arc<ApprovalService>,
        policies: &CurrentPolicies,
        options: ApprovalOptions,
        origin: CallOrigin,
        report_status: &StatusReporter,
    ) -> Arc<dyn Approver> {
        let data = service.context.options.data_folder.clone();
        Self::build(Arc::downgrade(service), data, policies, (options, origin), report_status)
    }

    /// A gate without a store (`--file`): it cannot ask, but still denies what is to be denied.
    pub fn without_store(
        policies: &CurrentPolicies,
        options: ApprovalOptions,
        origin: CallOrigin,
    ) -> Result<Arc<dyn Approver>, ApiError> {
        if options.asks_for_approval {
            let message = "--ask cannot be used with --file";
            let hint = "Omit one of the two options: approvals require the store.";
            return Err(ApiError::new(ErrorCode::Invalid, message, hint));
        }
        let ignore_status: StatusReporter = Arc::new(|_| ());
        Ok(Self::build(Weak::new(), PathBuf::new(), policies, (options, origin), &ignore_status))
    }

    fn build(
        service: Weak<ApprovalService>,
        data_folder: PathBuf,
        policies: &CurrentPolicies,
        (options, origin): (ApprovalOptions, CallOrigin),
        report_status: &StatusReporter,
    ) -> Arc<dyn Approver> {
        Arc::new(Self {
            service,
            data_folder,
            policies: Arc::clone(policies),
            options,
            origin,
            memory: Arc::default(),
            report_status: Arc::clone(report_status),
        })
    }

    fn call_key(&self, server: &str, call: &CallInfo, fingerprint: &Fingerprint) -> [u8; 32] {
        hash_call(call.session, server, call.tool, fingerprint, call.arguments.map(RawValue::get))
    }
}

/// The key of an approved call: session, server, tool, its current definition, and the canonical arguments.
fn hash_call(
    session: u64,
    server: &str,
    tool: &str,
    fingerprint: &Fingerprint,
    arguments: Option<&str>,
) -> [u8; 32] {
    let canonical = arguments.map(json::canonicalize_text).unwrap_or_default();
    let mut hash = Sha256::new();
    for part in [&session.to_string(), server, tool, &fingerprint.0, &*canonical] {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part.as_bytes());
    }
    hash.finalize().into()
}

/// An answer and where it came from.
enum ApprovalSource {
    User(ApprovalAnswer),
    Client(ElicitationAnswer),
}

impl Approver for ApprovalGate {
    fn decide(&self, call: &CallInfo) -> Decision {
        let deny = |why: &str| Decision::Ready(Verdict::Deny(why.to_owned()));
        let policies = lock(&self.policies);
        let entry = match call.server {
            Some(server) => policies.get_key_value(server),
            // A proxy in front of a single server does not name it.
            None => policies.iter().next(),
        };
        let Some((server, snapshot)) = entry.map(|(name, snapshot)| (name.clone(), Arc::clone(snapshot)))
        else {
            return deny("the decisions about this server are not available");
        };
        drop(policies);
        let approvals = |print: &Fingerprint| {
            let key = (call.session, server.clone(), call.tool.to_owned(), print.0.clone());
            let memory = lock(&self.memory);
            // Most proxies remember nothing; skip the hash then, so that calls cost no more.
            let is_retry = !memory.approved_calls.is_empty()
                && memory
                    .approved_calls
                    .get(&self.call_key(&server, call, print))
                    .is_some_and(|at| at.elapsed() < RETRY_WINDOW);
            let (_, server, tool, print) = &key;
            let granted = memory.granted.get(&(server.clone(), tool.clone()));
            EarlierApprovals {
                in_session: memory.session_approvals.contains(&key),
                of_definition: granted == Some(print),
                of_same_call: is_retry,
            }
        };
        let assessment = snapshot.assess_call(call.tool, call.connection, &approvals);
        let Some(answer) = assessment.answer else { return deny("the decisions can no longer be read") };
        match answer {
            CallDecision::Deny(because) => Decision::Ready(Verdict::Deny(denial_reason(because))),
            CallDecision::Allow(because) => Decision::Ready(Verdict::AllowBecause(because.sentence().into())),
            // The client has listed both definitions, so it cannot ask about the right one.
            CallDecision::Ask(because @ DecisionReason::Ambiguous) if !self.options.asks_for_approval => {
                Decision::Ready(Verdict::Deny(denial_reason(because)))
            }
            // The client asks: the list it got carries the decided hints. It knows nothing of approval modes.
            CallDecision::Ask(_) if !self.options.asks_for_approval && !assessment.is_always_asked => {
                Decision::Ready(Verdict::Allow)
            }
            CallDecision::Ask(because) => self.request_approval(server, call, because, assessment.tool),
        }
    }
}

impl ApprovalGate {
    fn request_approval(
        &self,
        server: String,
        call: &CallInfo,
        because: DecisionReason,
        known_tool: Option<KnownTool>,
    ) -> Decision {
        let Some(service) = self.service.upgrade() else {
            let why = "calls of this tool need an approval, and there is no way to ask for one here";
            return Decision::Ready(Verdict::Deny(why.to_owned()));
        };
        let print = known_tool.as_ref().map(|tool| tool.fingerprint().clone());
        let same = print.as_ref().map(|print| self.call_key(&server, call, print));
        let view = ApprovalView {
            client: call.client.map(str::to_owned),
            origin: self.origin,
            arguments: call.arguments.map(|raw| raw.get().to_owned()),
            ..approval_view(&server, call.tool, known_tool.as_ref().map(KnownTool::hints), because)
        };
        let about = crate::approval::elicitation::approval_digest(&view, print.as_ref());
        let asks = (call.elicitor.0)();
        let (report_status, missed) = (Arc::clone(&self.report_status), no_approver_warning(&view));
        let (data, memory, now) =
            (self.data_folder.clone(), Arc::clone(&self.memory), Arc::clone(&self.policies));
        let (connection, session, tool) = (call.connection, call.session, call.tool.to_owned());
        Decision::Pending(Box::pin(async move {
            let fingerprint = print.as_ref().map(|print| print.0.clone()).unwrap_or_default();
            let answered = match queue::has_approver(&data) {
                true => service.ask_user(&data, view, &fingerprint).await.map(ApprovalSource::User),
                false => {
                    let answered = service.ask_client(asks, view, about).await;
                    answered.inspect_err(|_| report_status(&missed)).map(ApprovalSource::Client)
                }
            };
            // A grant applies to every client, so only the Hintsmith user can give one, not a client's user.
            let is_person = matches!(answered, Ok(ApprovalSource::User(_)));
            let (for_session, why) = match answered {
                Err(why) | Ok(ApprovalSource::Client(ElicitationAnswer::Deny(why))) => {
                    return Verdict::Deny(why);
                }
                Ok(ApprovalSource::User(ApprovalAnswer::Deny)) => {
                    return Verdict::Deny("denied by the user".to_owned());
                }
                Ok(ApprovalSource::Client(ElicitationAnswer::InputRequired(result))) => {
                    return Verdict::InputRequired(result);
                }
                Ok(ApprovalSource::User(ApprovalAnswer::Once)) => (false, "allowed once by the user"),
                Ok(ApprovalSource::User(ApprovalAnswer::Session)) => {
                    (true, "allowed by the user for this session")
                }
                Ok(ApprovalSource::Client(ElicitationAnswer::AllowOnce)) => {
                    (false, "allowed by the client's user")
                }
                Ok(ApprovalSource::Client(ElicitationAnswer::AllowForSession)) => {
                    (true, "allowed by the client's user for this session")
                }
            };
            // The approval is for the definition that was shown: a tool that changed meanwhile is a different tool.
            if print != current_definition(&now, &server, &tool, connection) {
                return Verdict::Deny(
                    "the tool changed while the call was waiting for approval; call it again".to_owned(),
                );
            }
            if let (Some(print), Some(same)) = (&print, same) {
                let client = (session, server.clone(), tool.clone(), print.0.clone());
                lock(&memory).insert(same, for_session.then_some(client));
                if is_person {
                    lock(&memory).granted.insert((server.clone(), tool.clone()), print.0.clone());
                    service.record_grant(&server, &tool, &print.0).await;
                }
            }
            Verdict::AllowBecause(why.into())
        }))
    }
}

impl ApprovalMemory {
    /// Returns whether the tool is approved for the session, and whether this very call was approved within
    /// [`RETRY_WINDOW`].
    pub(crate) fn check(
        &self,
        (server, tool, print): (&str, &str, &Fingerprint),
        arguments: &str,
    ) -> (bool, bool) {
        let key = (0, server.to_owned(), tool.to_owned(), print.0.clone());
        let call = hash_call(0, server, tool, print, Some(arguments));
        let same = self.approved_calls.get(&call).is_some_and(|at| at.elapsed() < RETRY_WINDOW);
        (self.session_approvals.contains(&key), same)
    }

    /// Records an approval by the user of a call made in the window.
    pub(crate) fn record(
        &mut self,
        (server, tool, print): (&str, &str, &Fingerprint),
        arguments: &str,
        for_session: bool,
    ) {
        let key = (0, server.to_owned(), tool.to_owned(), print.0.clone());
        let call = hash_call(0, server, tool, print, Some(arguments));
        self.insert(call, for_session.then_some(key));
    }

    fn insert(&mut self, call: [u8; 32], session: Option<(u64, String, String, String)>) {
        self.session_approvals.extend(session);
        if self.approved_calls.len() >= MAX_REMEMBERED_CALLS {
            self.approved_calls.retain(|_, at| at.elapsed() < RETRY_WINDOW);
        }
        if self.approved_calls.len() < MAX_REMEMBERED_CALLS {
            self.approved_calls.insert(call, Instant::now());
        }
    }
}

impl ApprovalService {
    /// Queues an approval request and waits for the answer until the timeout. Returns the reason for a denial when
    /// there is no answer.
    pub(crate) async fn ask_user(
        &self,
        data_folder: &Path,
        mut view: ApprovalView,
        fingerprint: &str,
    ) -> Result<ApprovalAnswer, String> {
        let ApprovalPreferences { timeout, shows_effects, .. } = self.context.approval_preferences().await;
        if let Ok(catalog) = self.context.current_catalog().await
            && let Some(entry) = catalog.entry(&view.server, &view.tool)
        {
            view.title = entry.resolve().title.winner.value.to_owned();
        }
        let random = hintsmith_mcp::gateway::Token::random().map_err(|error| error.to_string())?;
        view.nonce = random.reveal().to_owned();
        view.id = u32::from_str_radix(&view.nonce[..6], 16).unwrap_or_default();
        view.seconds_in_all = u32::try_from(timeout.as_secs()).unwrap_or(u32::MAX);
        if !shows_effects {
            view.sentences.clear();
        }
        let until = queue::now_millis() + u64::try_from(timeout.as_millis()).unwrap_or(u64::MAX);
        let request = ApprovalRequest { view, fingerprint: fingerprint.to_owned(), until };
        let pending = PendingApproval::new(data_folder, request)
            .map_err(|error| format!("the approval request could not be stored: {error}"))?;
        let mut ticks = tokio::time::interval(POLL_INTERVAL);
        loop {
            ticks.tick().await;
            if let Some(answer) = pending.poll_answer() {
                return Ok(answer);
            }
            if pending.is_expired() {
                return Err(format!("not answered within {} seconds", timeout.as_secs()));
            }
            if !queue::has_approver(data_folder) {
                return Err("the approver was closed before answering".to_owned());
            }
        }
    }

    /// Stores that the user allowed this definition of a tool (`AskFirst`). If the store cannot be written, the user is
    /// asked again.
    pub(crate) async fn record_grant(&self, server: &str, tool: &str, fingerprint: &str) {
        let (server, tool, print) = (server.to_owned(), tool.to_owned(), fingerprint.to_owned());
        let _ = self
            .context
            .db
            .write(move |connection| policies::record_grant(connection, &server, &tool, &print))
            .await;
    }
}

/// An approval request for a call, without client, arguments and timeout.
pub(crate) fn approval_view(
    server: &str,
    tool: &str,
    hints: Option<&EffectiveHints>,
    because: DecisionReason,
) -> ApprovalView {
    ApprovalView {
        id: 0,
        nonce: String::new(),
        server: server.to_owned(),
        tool: tool.to_owned(),
        title: tool.to_owned(),
        client: None,
        origin: CallOrigin::Window,
        arguments: None,
        badges: hints.map(badges_for).unwrap_or_default(),
        behaviour: hints.map_or(Behaviour::Destructive, EffectiveHints::behaviour),
        because: because.sentence().to_owned(),
        sentences: hints.map(describe_hints).unwrap_or_default(),
        offers_session: false,
        asked_at: clock::now(),
        seconds_left: 0,
        seconds_in_all: 0,
    }
}

/// The definition that this connection listed last.
fn current_definition(
    policies: &CurrentPolicies,
    server: &str,
    tool: &str,
    connection: ConnectionId,
) -> Option<Fingerprint> {
    let shown = lock(policies).get(server).cloned()?;
    let weighed = shown.assess_call(tool, connection, &|_| EarlierApprovals::default());
    weighed.tool.map(|tool| tool.fingerprint().clone())
}

pub(crate) fn denial_reason(because: DecisionReason) -> String {
    because.sentence().to_owned()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The approval mode as shown to users.
pub const fn mode_label(mode: ApprovalMode) -> &'static str {
    match mode {
        ApprovalMode::ByHints => "by hints",
        ApprovalMode::AlwaysAsk => "always ask",
        ApprovalMode::AskFirst => "ask first",
        ApprovalMode::NeverAsk => "never ask",
        ApprovalMode::Block => "block",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::approval::queue::{ApproverRegistration, list_pending};
    use crate::testing;
    use hintsmith_core::server_policy::ServerPolicy;
    use hintsmith_mcp::proxy::{ElicitorFactory, Page, ToolPolicy};

    fn ignore_status() -> StatusReporter {
        Arc::new(|_| ())
    }

    fn raw(text: &str) -> Box<RawValue> {
        RawValue::from_string(text.to_owned()).unwrap()
    }

    /// A policy snapshot whose connection 1 has listed this tool.
    fn snapshot_with_tool(tool: &str) -> Arc<PolicySnapshot> {
        let shown = PolicySnapshot::new(
            ServerPolicy { server: "s".to_owned(), ..ServerPolicy::default() },
            None,
            None,
        );
        shown.correct_tools(vec![&raw(tool)], Page { connection: 1, is_first: true, is_last: true });
        Arc::new(shown)
    }

    fn decide_later(
        gate: &dyn Approver,
        arguments: &RawValue,
        params: &RawValue,
    ) -> impl Future<Output = Verdict> + use<> {
        let call = CallInfo {
            server: Some("s"),
            connection: 1,
            session: 1,
            client: None,
            tool: "t",
            arguments: Some(arguments),
            params,
            elicitor: ElicitorFactory(&|| None),
        };
        match gate.decide(&call) {
            Decision::Pending(decision) => decision,
            Decision::Ready(verdict) => panic!("{verdict:?}"),
        }
    }

    #[tokio::test]
    async fn a_tool_that_changes_while_approval_is_pending_is_not_called() {
        let folder = tempfile::tempdir().unwrap();
        let engine = testing::open_engine(folder.path(), &[]).await;
        let data = engine.context.options.data_folder.clone();
        let _here = ApproverRegistration::new(&data).unwrap();
        let asking = ApprovalOptions { asks_for_approval: true, ..ApprovalOptions::default() };
        for (after, expected) in [
            (r#"{"name":"t"}"#, Verdict::AllowBecause("allowed once by the user".into())),
            (
                r#"{"name":"t","description":"Sends everything away."}"#,
                Verdict::Deny(
                    "the tool changed while the call was waiting for approval; call it again".to_owned(),
                ),
            ),
        ] {
            let policies = CurrentPolicies::default();
            set_policy(&policies, "s", &snapshot_with_tool(r#"{"name":"t"}"#));
            let gate = ApprovalGate::with_store(
                &engine.approvals,
                &policies,
                asking,
                CallOrigin::Wrap,
                &ignore_status(),
            );
            let (arguments, params) = (raw("{}"), raw("{}"));
            let deciding = tokio::spawn(decide_later(&*gate, &arguments, &params));
            let asked = async {
                loop {
                    if let Some(question) = list_pending(&data).first() {
                        return question.view.nonce.clone();
                    }
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
            };
            let nonce = tokio::time::timeout(Duration::from_secs(20), asked).await.expect("it is asked");
            set_policy(&policies, "s", &snapshot_with_tool(after));
            assert!(queue::submit_answer(&data, &nonce, ApprovalAnswer::Once));
            assert_eq!(deciding.await.unwrap(), expected);
        }
    }

    #[tokio::test]
    async fn calls_are_denied_without_a_readable_policy() {
        let folder = tempfile::tempdir().unwrap();
        let engine = testing::open_engine(folder.path(), &[]).await;
        let now = CurrentPolicies::default();
        let asker = ApprovalGate::with_store(
            &engine.approvals,
            &now,
            ApprovalOptions::default(),
            CallOrigin::Gateway,
            &ignore_status(),
        );
        let params = raw("{}");
        let call = CallInfo {
            server: Some("s"),
            connection: 1,
            session: 1,
            client: None,
            tool: "t",
            arguments: None,
            params: &params,
            elicitor: ElicitorFactory(&|| None),
        };
        let denied = |decision: Decision| matches!(decision, Decision::Ready(Verdict::Deny(_)));
        assert!(denied(asker.decide(&call)), "a server that is not known");
        let (unreadable, _) = snapshot_with_tool(r#"{"name":"t"}"#).with_policy(None).unwrap();
        set_policy(&now, "s", &Arc::new(unreadable));
        assert!(denied(asker.decide(&call)), "a store that cannot be read");
    }
}
