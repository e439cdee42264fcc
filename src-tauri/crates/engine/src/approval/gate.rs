//! The approval gate: decides each call that passes a proxy, by the stored policy or by asking the user.
//!
//! When no window is open and no `approvals --watch` runs, the client's user is asked by elicitation, if the client
//! supports it and the preferences allow it. The gate fails closed: an unreadable store, a request that cannot be made,
//! a missing or mismatched answer and an approver that goes away all deny the call.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use hintsmith_core::approve::{Answer, Because, Mode, sentences};
use hintsmith_core::badge::badges;
use hintsmith_core::fingerprint::Fingerprint;
use hintsmith_core::json;
use hintsmith_core::preference;
use hintsmith_core::resolve::{Behaviour, Held};
use hintsmith_core::text;
use hintsmith_mcp::proxy::{Approver, CallFacts, ConnectionId, Decision, ElicitationAnswer, Verdict};
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};
use tokio::time::Instant;

use crate::api::proxy_host::StatusReporter;
use crate::approval::queue::{self, ApprovalRequest, PERIOD, PendingApproval};
use crate::dto::{ApprovalAnswer, ApprovalView, Through};
use crate::error::{ApiError, ErrorCode};
use crate::policy::{KnownTool, PolicySnapshot};
use crate::store::{policies, preferences};
use crate::{Engine, clock};

/// How long an approval covers identical calls, where the preference for retries allows that.
const RETRIES: Duration = Duration::from_secs(10 * 60);
/// Limit for remembered calls; further approvals cover no retries until entries expire.
const REMEMBERED: usize = 10_000;

/// How calls are handled that the policy wants approved.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ApprovalOptions {
    /// Ask for approval here. Otherwise the client is expected to ask, and only blocked or refused calls are denied.
    pub asks: bool,
    /// Read-only calls run without approval, whatever the preference says.
    pub approves_reading: bool,
    /// Destructive calls are denied without asking.
    pub refuses_destruction: bool,
}

/// The current policy snapshot of each server, by server name.
pub(crate) type CurrentPolicies = Arc<Mutex<HashMap<String, Arc<PolicySnapshot>>>>;

/// Sets the current snapshot of a server. The empty name stands for Hintsmith's own tools and is ignored.
pub(crate) fn set(now: &CurrentPolicies, server: &str, shown: &Arc<PolicySnapshot>) {
    if !server.is_empty() {
        locked(now).insert(server.to_owned(), Arc::clone(shown));
    }
}

/// The [`Approver`] of a proxy: assesses each call by its server's snapshot and asks for approval where that is needed.
pub(crate) struct ApprovalGate {
    engine: Weak<Engine>,
    data: PathBuf,
    now: CurrentPolicies,
    asking: ApprovalOptions,
    through: Through,
    memory: Arc<Mutex<ApprovalMemory>>,
    talk: StatusReporter,
}

/// Approvals given so far, kept as long as the proxy or the window runs.
#[derive(Default)]
pub(crate) struct ApprovalMemory {
    /// Session approvals by session, server, tool and fingerprint.
    sessions: HashSet<(u64, String, String, String)>,
    /// Approved calls by [`hash_call`], with the time of the approval.
    calls: HashMap<[u8; 32], Instant>,
}

impl ApprovalGate {
    pub fn of(
        engine: &Arc<Engine>,
        now: &CurrentPolicies,
        asking: ApprovalOptions,
        through: Through,
        talk: &StatusReporter,
    ) -> Arc<dyn Approver> {
        let data = engine.options.data.clone();
        Self::made(Arc::downgrade(engine), data, now, (asking, through), talk)
    }

    /// A gate without a store (`--file`): it cannot ask, but still denies what is to be denied.
    pub fn without_store(
        now: &CurrentPolicies,
        asking: ApprovalOptions,
        through: Through,
    ) -> Result<Arc<dyn Approver>, ApiError> {
        if asking.asks {
            let message = "with --file nobody can be asked about calls";
            let hint = "Leave out --ask, or leave out --file: what is asked about is kept with the store.";
            return Err(ApiError::new(ErrorCode::Invalid, message, hint));
        }
        let silent: StatusReporter = Arc::new(|_| ());
        Ok(Self::made(Weak::new(), PathBuf::new(), now, (asking, through), &silent))
    }

    fn made(
        engine: Weak<Engine>,
        data: PathBuf,
        now: &CurrentPolicies,
        (asking, through): (ApprovalOptions, Through),
        talk: &StatusReporter,
    ) -> Arc<dyn Approver> {
        let (now, memory, talk) = (Arc::clone(now), Arc::default(), Arc::clone(talk));
        Arc::new(Self { engine, data, now, asking, through, memory, talk })
    }

    fn call(&self, server: &str, call: &CallFacts, print: &Fingerprint) -> [u8; 32] {
        same_call(call.session, server, call.tool, print, call.arguments.map(RawValue::get))
    }
}

/// The key of an approved call: session, server, tool, its current definition, and the canonical arguments.
fn same_call(
    session: u64,
    server: &str,
    tool: &str,
    print: &Fingerprint,
    arguments: Option<&str>,
) -> [u8; 32] {
    let canonical = arguments.map(json::canonical_text).unwrap_or_default();
    let mut hash = Sha256::new();
    for part in [&session.to_string(), server, tool, &print.0, &*canonical] {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part.as_bytes());
    }
    hash.finalize().into()
}

/// An answer and where it came from.
enum ApprovalSource {
    ByPerson(ApprovalAnswer),
    ByClient(ElicitationAnswer),
}

impl Approver for ApprovalGate {
    fn decide(&self, call: &CallFacts) -> Decision {
        let no = |why: &str| Decision::Now(Verdict::Deny(why.to_owned()));
        let now = locked(&self.now);
        let found = match call.server {
            Some(server) => now.get_key_value(server),
            // A proxy in front of a single server does not name it.
            None => now.iter().next(),
        };
        let Some((server, shown)) = found.map(|(name, shown)| (name.clone(), Arc::clone(shown))) else {
            return no("what is decided about this server is not known");
        };
        drop(now);
        let in_session = |print: &Fingerprint| {
            let key = (call.session, server.clone(), call.tool.to_owned(), print.0.clone());
            let memory = locked(&self.memory);
            // Most proxies remember nothing; skip the hash then, so that calls cost no more.
            let same = !memory.calls.is_empty()
                && memory
                    .calls
                    .get(&self.call(&server, call, print))
                    .is_some_and(|at| at.elapsed() < RETRIES);
            (memory.sessions.contains(&key), same)
        };
        let weighed = shown.weigh(call.tool, call.connection, &in_session);
        let Some(answer) = weighed.answer else { return no("what is decided cannot be read any more") };
        match answer {
            Answer::Deny(because) => Decision::Now(Verdict::Deny(refusal(because))),
            Answer::Allow(because) => Decision::Now(Verdict::AllowFor(because.sentence().into())),
            // The client has listed both definitions, so it cannot ask about the right one.
            Answer::Ask(because @ Because::Ambiguous) if !self.asking.asks => {
                Decision::Now(Verdict::Deny(refusal(because)))
            }
            // The client asks: the list it got carries the decided hints.
            Answer::Ask(_) if !self.asking.asks => Decision::Now(Verdict::Allow),
            Answer::Ask(because) => self.ask(server, call, because, weighed.known),
        }
    }
}

impl ApprovalGate {
    fn ask(&self, server: String, call: &CallFacts, because: Because, known: Option<KnownTool>) -> Decision {
        let Some(engine) = self.engine.upgrade() else {
            return Decision::Now(Verdict::Deny("the store was closed".to_owned()));
        };
        let print = known.as_ref().map(|tool| tool.fingerprint().clone());
        let same = print.as_ref().map(|print| self.call(&server, call, print));
        let view = ApprovalView {
            client: call.client.map(str::to_owned),
            through: self.through,
            arguments: call.arguments.map(|raw| raw.get().to_owned()),
            ..question(&server, call.tool, known.as_ref().map(KnownTool::held), because)
        };
        let about = super::elicitation::about(&view, print.as_ref());
        let asks = (call.asks.0)();
        let (talk, missed) = (Arc::clone(&self.talk), nobody_there(&view));
        let (data, memory, now) = (self.data.clone(), Arc::clone(&self.memory), Arc::clone(&self.now));
        let (connection, session, tool) = (call.connection, call.session, call.tool.to_owned());
        Decision::Later(Box::pin(async move {
            let fingerprint = print.as_ref().map(|print| print.0.clone()).unwrap_or_default();
            let answered = match queue::is_answered(&data) {
                true => engine.asked(&data, view, &fingerprint).await.map(ApprovalSource::ByPerson),
                false => {
                    let answered = engine.asked_of_client(asks, view, about).await;
                    answered.inspect_err(|_| talk(&missed)).map(ApprovalSource::ByClient)
                }
            };
            // A grant applies to every client, so only the Hintsmith user can give one, not a client's user.
            let is_person = matches!(answered, Ok(ApprovalSource::ByPerson(_)));
            let (for_session, why) = match answered {
                Err(why) | Ok(ApprovalSource::ByClient(ElicitationAnswer::No(why))) => {
                    return Verdict::Deny(why);
                }
                Ok(ApprovalSource::ByPerson(ApprovalAnswer::Deny)) => {
                    return Verdict::Deny("a person said no".to_owned());
                }
                Ok(ApprovalSource::ByClient(ElicitationAnswer::Asked(result))) => {
                    return Verdict::Asked(result);
                }
                Ok(ApprovalSource::ByPerson(ApprovalAnswer::Once)) => (false, "a person allowed it once"),
                Ok(ApprovalSource::ByPerson(ApprovalAnswer::Session)) => {
                    (true, "a person allowed it for this session")
                }
                Ok(ApprovalSource::ByClient(ElicitationAnswer::Once)) => {
                    (false, "allowed by the client's user")
                }
                Ok(ApprovalSource::ByClient(ElicitationAnswer::Session)) => {
                    (true, "allowed by the client's user for this session")
                }
            };
            // The approval is for the definition that was shown: a tool that changed meanwhile is a different tool.
            if print != definition(&now, &server, &tool, connection) {
                return Verdict::Deny("the tool changed while it was asked about; call it again".to_owned());
            }
            if let (Some(print), Some(same)) = (&print, same) {
                let client = (session, server.clone(), tool.clone(), print.0.clone());
                locked(&memory).remember(same, for_session.then_some(client));
                if is_person {
                    engine.granted(&server, &tool, &print.0).await;
                }
            }
            Verdict::AllowFor(why.into())
        }))
    }
}

impl ApprovalMemory {
    /// Returns whether the tool is approved for the session, and whether this very call was approved within
    /// [`RETRY_WINDOW`].
    pub(crate) fn grants(
        &self,
        (server, tool, print): (&str, &str, &Fingerprint),
        arguments: &str,
    ) -> (bool, bool) {
        let key = (0, server.to_owned(), tool.to_owned(), print.0.clone());
        let call = same_call(0, server, tool, print, Some(arguments));
        let same = self.calls.get(&call).is_some_and(|at| at.elapsed() < RETRIES);
        (self.sessions.contains(&key), same)
    }

    /// Records an approval by the user of a call made in the window.
    pub(crate) fn allowed(
        &mut self,
        (server, tool, print): (&str, &str, &Fingerprint),
        arguments: &str,
        for_session: bool,
    ) {
        let key = (0, server.to_owned(), tool.to_owned(), print.0.clone());
        let call = same_call(0, server, tool, print, Some(arguments));
        self.remember(call, for_session.then_some(key));
    }

    fn remember(&mut self, call: [u8; 32], session: Option<(u64, String, String, String)>) {
        self.sessions.extend(session);
        if self.calls.len() >= REMEMBERED {
            self.calls.retain(|_, at| at.elapsed() < RETRIES);
        }
        if self.calls.len() < REMEMBERED {
            self.calls.insert(call, Instant::now());
        }
    }
}

impl Engine {
    /// Queues an approval request and waits for the answer until the timeout. Returns the reason for a denial when
    /// there is no answer.
    pub(crate) async fn asked(
        &self,
        data: &Path,
        mut view: ApprovalView,
        fingerprint: &str,
    ) -> Result<ApprovalAnswer, String> {
        let ApprovalPreferences { patience, says, .. } = self.wishes_for_asking().await;
        if let Ok(catalog) = self.current().await
            && let Some(entry) = catalog.entry(&view.server, &view.tool)
        {
            view.title = entry.resolved().title.winner.value.to_owned();
        }
        let random = hintsmith_mcp::gateway::Token::random().map_err(|error| error.to_string())?;
        view.nonce = random.reveal().to_owned();
        view.id = u32::from_str_radix(&view.nonce[..6], 16).unwrap_or_default();
        view.seconds_in_all = u32::try_from(patience.as_secs()).unwrap_or(u32::MAX);
        if !says {
            view.sentences.clear();
        }
        let until = queue::now() + u64::try_from(patience.as_millis()).unwrap_or(u64::MAX);
        let question = ApprovalRequest { view, fingerprint: fingerprint.to_owned(), until };
        let asked = PendingApproval::new(data, question)
            .map_err(|error| format!("nobody could be asked: {error}"))?;
        let mut ticks = tokio::time::interval(PERIOD);
        loop {
            ticks.tick().await;
            if let Some(answer) = asked.answer() {
                return Ok(answer);
            }
            if asked.is_over() {
                return Err(format!("nobody answered within {} seconds", patience.as_secs()));
            }
            if !queue::is_answered(data) {
                return Err("whoever could have answered is gone".to_owned());
            }
        }
    }

    /// The preferences for approval requests.
    pub(crate) async fn wishes_for_asking(&self) -> ApprovalPreferences {
        let read = self.db.read(preferences::all).await.ok();
        let is_read = read.is_some();
        let read = read.unwrap_or_default();
        let value = |key: &str| {
            let default = || preference::find(key).map_or("", |preference| preference.default);
            read.get(key).map_or_else(default, String::as_str).to_owned()
        };
        let is_on = |key: &str| value(key) == "on";
        ApprovalPreferences {
            patience: Duration::from_secs(value(preference::PATIENCE).parse().unwrap_or(60)),
            says: is_on(preference::SAY_WHAT_IT_DOES),
            confirms: is_on(preference::CONFIRM_DESTRUCTIVE),
            types: is_on(preference::TYPE_TO_CONFIRM),
            // Fail closed: if the preferences cannot be read, the client is not asked.
            client: is_read && is_on(preference::ASK_CLIENT),
        }
    }

    /// Stores that the user allowed this definition of a tool (`AskFirst`). If the store cannot be written, the user is
    /// asked again.
    pub(crate) async fn granted(&self, server: &str, tool: &str, print: &str) {
        let (server, tool, print) = (server.to_owned(), tool.to_owned(), print.to_owned());
        let _ = self.db.write(move |connection| policies::grant(connection, &server, &tool, &print)).await;
    }
}

/// An approval request for a call, without client, arguments and timeout.
pub(crate) fn question(server: &str, tool: &str, held: Option<&Held>, because: Because) -> ApprovalView {
    ApprovalView {
        id: 0,
        nonce: String::new(),
        server: server.to_owned(),
        tool: tool.to_owned(),
        title: tool.to_owned(),
        client: None,
        through: Through::Window,
        arguments: None,
        badges: held.map(badges).unwrap_or_default(),
        behaviour: held.map_or(Behaviour::Destructive, Held::behaviour),
        because: because.sentence().to_owned(),
        sentences: held.map(sentences).unwrap_or_default(),
        asked_at: clock::now(),
        seconds_left: 0,
        seconds_in_all: 0,
    }
}

/// The user's preferences for approval requests.
pub(crate) struct ApprovalPreferences {
    /// Timeout for an answer.
    pub(super) patience: Duration,
    /// Show in sentences what the call may do.
    pub(super) says: bool,
    /// Ask for every destructive call: no session approval is offered.
    pub(super) confirms: bool,
    /// Require typing the tool's name to allow a destructive call.
    pub(super) types: bool,
    /// Allow asking the client's user by elicitation.
    pub(super) client: bool,
}

/// The definition that this connection listed last.
fn definition(
    now: &CurrentPolicies,
    server: &str,
    tool: &str,
    connection: ConnectionId,
) -> Option<Fingerprint> {
    let shown = locked(now).get(server).cloned()?;
    let weighed = shown.weigh(tool, connection, &|_| (false, false));
    weighed.known.map(|tool| tool.fingerprint().clone())
}

/// The denial a client gets when no approver is running. It reaches a model, so it does not say how to change the
/// policy: the user who runs the proxy reads that on standard error and in the documentation.
pub(crate) fn nobody(view: &ApprovalView) -> String {
    format!(
        "this call needs approval, and nobody is there to approve it ({}). Ask the user to open Hintsmith, then try again",
        view.because
    )
}

/// The same event for the user who runs the proxy, with the ways to allow the call.
pub(crate) fn nobody_there(view: &ApprovalView) -> String {
    let ApprovalView { server, tool, because, .. } = view;
    let tool = text::visible(&format!("{server}.{tool}")).into_owned();
    format!(
        "a call of {tool} was refused because nobody was there to approve it ({because}). Open the Hintsmith window, run `hintsmith approvals --watch`, or decide about the tool with `hintsmith set {tool}` or `hintsmith mode {tool}`"
    )
}

pub(crate) fn refusal(because: Because) -> String {
    because.sentence().to_owned()
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The approval mode as shown to users.
pub const fn words(mode: Mode) -> &'static str {
    match mode {
        Mode::ByHints => "by its hints",
        Mode::AlwaysAsk => "always asked about",
        Mode::AskFirst => "asked about the first time",
        Mode::NeverAsk => "never asked about",
        Mode::Block => "blocked",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::approval::queue::{Answering, open};
    use crate::testing;
    use hintsmith_core::serve::Serving;
    use hintsmith_mcp::proxy::{ElicitorFactory, Page, ToolPolicy};

    fn silent() -> StatusReporter {
        Arc::new(|_| ())
    }

    fn raw(text: &str) -> Box<RawValue> {
        RawValue::from_string(text.to_owned()).unwrap()
    }

    /// A policy snapshot whose connection 1 has listed this tool.
    fn shown(tool: &str) -> Arc<PolicySnapshot> {
        let shown = PolicySnapshot::new(Serving { server: "s".to_owned(), ..Serving::default() }, None, None);
        shown.list(vec![&raw(tool)], Page { connection: 1, first: true, last: true });
        Arc::new(shown)
    }

    fn later(
        asker: &dyn Approver,
        arguments: &RawValue,
        params: &RawValue,
    ) -> impl Future<Output = Verdict> + use<> {
        let call = CallFacts {
            server: Some("s"),
            connection: 1,
            session: 1,
            client: None,
            tool: "t",
            arguments: Some(arguments),
            params,
            asks: ElicitorFactory(&|| None),
        };
        match asker.decide(&call) {
            Decision::Later(decision) => decision,
            Decision::Now(verdict) => panic!("{verdict:?}"),
        }
    }

    #[tokio::test]
    async fn a_tool_that_changes_while_it_is_asked_about_is_not_called() {
        let folder = tempfile::tempdir().unwrap();
        let engine = testing::engine(folder.path(), &[]).await;
        let data = engine.options.data.clone();
        let _here = Answering::new(&data).unwrap();
        let asking = ApprovalOptions { asks: true, ..ApprovalOptions::default() };
        for (after, expected) in [
            (r#"{"name":"t"}"#, Verdict::AllowFor("a person allowed it once".into())),
            (
                r#"{"name":"t","description":"Sends everything away."}"#,
                Verdict::Deny("the tool changed while it was asked about; call it again".to_owned()),
            ),
        ] {
            let now = CurrentPolicies::default();
            set(&now, "s", &shown(r#"{"name":"t"}"#));
            let asker = ApprovalGate::of(&engine, &now, asking, Through::Wrap, &silent());
            let (arguments, params) = (raw("{}"), raw("{}"));
            let deciding = tokio::spawn(later(&*asker, &arguments, &params));
            let asked = async {
                loop {
                    if let Some(question) = open(&data).first() {
                        return question.view.nonce.clone();
                    }
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
            };
            let nonce = tokio::time::timeout(Duration::from_secs(20), asked).await.expect("it is asked");
            set(&now, "s", &shown(after));
            assert!(queue::answer(&data, &nonce, ApprovalAnswer::Once));
            assert_eq!(deciding.await.unwrap(), expected);
        }
    }

    #[tokio::test]
    async fn nothing_runs_where_nobody_can_tell_what_is_decided() {
        let folder = tempfile::tempdir().unwrap();
        let engine = testing::engine(folder.path(), &[]).await;
        let now = CurrentPolicies::default();
        let asker = ApprovalGate::of(&engine, &now, ApprovalOptions::default(), Through::Gateway, &silent());
        let params = raw("{}");
        let call = CallFacts {
            server: Some("s"),
            connection: 1,
            session: 1,
            client: None,
            tool: "t",
            arguments: None,
            params: &params,
            asks: ElicitorFactory(&|| None),
        };
        let denied = |decision: Decision| matches!(decision, Decision::Now(Verdict::Deny(_)));
        assert!(denied(asker.decide(&call)), "a server that is not known");
        let (unreadable, _) = shown(r#"{"name":"t"}"#).after(None).unwrap();
        set(&now, "s", &Arc::new(unreadable));
        assert!(denied(asker.decide(&call)), "a store that cannot be read");
    }
}
