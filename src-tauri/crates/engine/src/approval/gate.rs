//! Who decides about a call that passes a proxy: what people said, and where that is not enough, a person who is there.
//!
//! Where no window is open and nobody watches, the client is asked itself if it can be and that is not forbidden.
//! It fails closed: a store that cannot be read, a question that cannot be asked, an answer that does not come or is about
//! something else, and a window that goes away all mean no.

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

/// So long the same call may be repeated.
const RETRIES: Duration = Duration::from_secs(10 * 60);
/// More calls than this are not remembered.
const REMEMBERED: usize = 10_000;

/// What is done about calls that would have to be asked about.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ApprovalOptions {
    /// They are asked about here. Without it the client asks, and only what is blocked or refused is denied.
    pub asks: bool,
    pub approves_reading: bool,
    pub refuses_destruction: bool,
}

/// What is shown of each server now, by its name.
pub(crate) type CurrentPolicies = Arc<Mutex<HashMap<String, Arc<PolicySnapshot>>>>;

/// Says what is shown of a server now. Our own tools are no server.
pub(crate) fn set(now: &CurrentPolicies, server: &str, shown: &Arc<PolicySnapshot>) {
    if !server.is_empty() {
        locked(now).insert(server.to_owned(), Arc::clone(shown));
    }
}

pub(crate) struct ApprovalGate {
    engine: Weak<Engine>,
    data: PathBuf,
    now: CurrentPolicies,
    asking: ApprovalOptions,
    through: Through,
    memory: Arc<Mutex<ApprovalMemory>>,
    talk: StatusReporter,
}

/// What was allowed, as long as the proxy or the window runs.
#[derive(Default)]
pub(crate) struct ApprovalMemory {
    /// By client, server, tool and definition.
    sessions: HashSet<(u64, String, String, String)>,
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

    /// Without a store nobody can be asked; what is refused is refused all the same.
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

/// What an answer stays good for: this client, this tool as it is now, these arguments.
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

/// Whose answer it is.
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
            // A proxy in front of one server does not name it.
            None => now.iter().next(),
        };
        let Some((server, shown)) = found.map(|(name, shown)| (name.clone(), Arc::clone(shown))) else {
            return no("what is decided about this server is not known");
        };
        drop(now);
        let in_session = |print: &Fingerprint| {
            let key = (call.session, server.clone(), call.tool.to_owned(), print.0.clone());
            let memory = locked(&self.memory);
            // Most proxies have nothing to remember, and a call is not to cost more for it.
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
            // The client has been shown both definitions, so it cannot ask about the right one.
            Answer::Ask(because @ Because::Ambiguous) if !self.asking.asks => {
                Decision::Now(Verdict::Deny(refusal(because)))
            }
            // The client asks: it has been told what is decided.
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
            // What is kept for every client is not for one of them to say.
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
            // What was asked about is what runs: a tool that changed meanwhile is another one.
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
    /// Whether a person allowed the tool for the session, and whether they allowed this very call a while ago.
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
    /// Asks whoever is there, until their time is over. Why not, where nobody can be asked.
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

    /// How a person wants to be asked.
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
            // What is not known to be allowed is forbidden.
            client: is_read && is_on(preference::ASK_CLIENT),
        }
    }

    /// Remembers that a tool was allowed once. A store that cannot be written asks again.
    pub(crate) async fn granted(&self, server: &str, tool: &str, print: &str) {
        let (server, tool, print) = (server.to_owned(), tool.to_owned(), print.to_owned());
        let _ = self.db.write(move |connection| policies::grant(connection, &server, &tool, &print)).await;
    }
}

/// A call of a tool as it is asked about.
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

/// What a person set about asking.
pub(crate) struct ApprovalPreferences {
    /// How long an answer is waited for.
    pub(super) patience: Duration,
    /// It is said in sentences what a call may do.
    pub(super) says: bool,
    /// A destructive call is confirmed each time.
    pub(super) confirms: bool,
    /// The name of a destructive tool is typed to allow its call.
    pub(super) types: bool,
    /// The client may be asked.
    pub(super) client: bool,
}

/// The definition that this connection was shown last.
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

/// What a client is told where nobody is there. It reaches a model, so it does not say how to change the policy: the person
/// who runs the proxy reads that on standard error and in the documentation.
pub(crate) fn nobody(view: &ApprovalView) -> String {
    format!(
        "this call needs approval, and nobody is there to approve it ({}). Ask the user to open Hintsmith, then try again",
        view.because
    )
}

/// The same for the person who runs the proxy.
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

/// The mode as people say it.
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

    /// A state in which a list has shown this tool.
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
