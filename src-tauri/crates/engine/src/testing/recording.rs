//! The answers of the engine that page tests show: `ui/test/recorded/*.json`.
//!
//! A recording lists states of a store. The first is how the store begins; every other one is reached `from` an earlier
//! one by a `call`. `reads` is what was asked there. Page tests add requests (`HINTSMITH_RECORD=1`); the test here answers
//! them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::{approvals, commands, format, gateway_port, registry, stores};
use crate::dto::ApprovalView;
use crate::{ApiError, Engine, clock};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../ui/test/recorded");
/// The home folder in the recordings, in place of a temporary one.
const HOME: &str = "/home/anna";
/// The time of every answer, in place of the time of the test.
const TIME: &str = "2026-09-12T09:30:00Z";
/// Names of recordings, separated by commas, while page tests are written. All are answered without it.
const ONLY: &str = "HINTSMITH_RECORDINGS";
/// The token of the gateway after it was renewed, in place of a random one.
const RENEWED_TOKEN: &str = "hs_5a20f7c61e8b91cc";
/// The time of every server to answer.
const LATENCY_MS: u32 = 120;
/// The time in names of files.
const FILE_TIME: &str = "%Y%m%d-%H%M%S";

#[derive(Serialize, Deserialize)]
struct Recording {
    store: String,
    states: Vec<State>,
}

#[derive(Serialize, Deserialize)]
struct State {
    /// The index of the state before the call.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<usize>,
    /// One command.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    call: BTreeMap<String, Exchange>,
    /// The call is made before a test begins, which has no use for its answer.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    prepared: bool,
    reads: BTreeMap<String, Vec<Exchange>>,
}

/// A request and one of: the answer, the error, the differences from the last answer to the same request, or from the
/// answer to another request of the same command.
#[derive(Serialize, Deserialize)]
struct Exchange {
    input: Value,
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "some")]
    answer: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    error: Option<ApiError>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    patch: Option<Map<String, Value>>,
    /// The other request: its index among those of the command in this state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    like: Option<usize>,
    /// In place of `detail` of the answer: its differences from the last answer of `tool` for the tool of the request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    detail: Option<Map<String, Value>>,
}

/// Answers from this length on are compared with those to other requests.
const LONG_ANSWER: usize = 4096;

/// Reads `null` as an answer.
fn some<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

/// Answers every request anew, and fails when a committed answer was outdated. It takes seconds, because every branch of
/// states begins with a copy of the store. A second process does it, because a home folder belongs to a process.
#[test]
fn the_recorded_answers_are_those_of_the_engine() {
    const NAME: &str = "testing::recording::the_recorded_answers_are_those_of_the_engine";
    const INSIDE: &str = "HINTSMITH_RECORDING";
    if std::env::var_os(INSIDE).is_some() {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        return runtime.block_on(answer_recordings());
    }
    let home = tempfile::tempdir().unwrap();
    let mut process = std::process::Command::new(std::env::current_exe().unwrap());
    let home = home.path().join("anna");
    // Programs that a store brings are found before those of this machine.
    let path = format!("{}:/usr/bin:/bin", home.join("bin").display());
    process.args(["--exact", NAME, "--nocapture"]).env(INSIDE, "1").env("HOME", home).env("PATH", path);
    process.env("NO_PROXY", "127.0.0.1");
    for name in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "DBUS_SESSION_BUS_ADDRESS"] {
        process.env_remove(name);
    }
    assert!(process.status().unwrap().success(), "see above");
}

async fn answer_recordings() {
    let home = PathBuf::from(std::env::var_os("HOME").unwrap());
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(FOLDER).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    if let Ok(wanted) = std::env::var(ONLY) {
        files.retain(|file| wanted.split(',').any(|name| file.file_stem() == Some(name.as_ref())));
    }
    let mut outdated = Vec::new();
    for file in files {
        let before = std::fs::read_to_string(&file).unwrap();
        let mut recording: Recording = serde_json::from_str(&before).unwrap();
        let base = tempfile::tempdir().unwrap();
        let engine = stores::open(&data_folder(&home)).await;
        stores::fill(&engine, &recording.store).await;
        engine.close().await.unwrap();
        copy_folder(&home, base.path());
        let session = Session::open(base.path(), &home, &[]).await;
        answer_state(&mut recording.states, 0, session, Vec::new(), Answers::new()).await;
        std::fs::remove_dir_all(&home).unwrap();
        let after = format::to_text(&serde_json::to_value(&recording).unwrap());
        if before != after {
            std::fs::write(&file, after).unwrap();
            outdated.push(file.file_name().unwrap().to_owned());
        }
    }
    assert!(
        outdated.is_empty(),
        "{outdated:?} in ui/test/recorded were out of date; written anew, commit them"
    );
}

type Request = (String, Value);
/// The last answers on the way to a state.
type Answers = BTreeMap<String, Value>;

fn key_of(command: &str, input: &Value) -> String {
    format!("{command} {}", format::to_text(input))
}

/// Answers what is asked in a state, and in those that are reached from it.
fn answer_state<'a>(
    states: &'a mut [State],
    index: usize,
    session: Session<'a>,
    path: Vec<Request>,
    mut known: Answers,
) -> BoxFuture<'a, ()> {
    Box::pin(async move {
        for (command, exchanges) in &mut states[index].reads {
            let mut first = None;
            for (at, exchange) in exchanges.iter_mut().enumerate() {
                let key = key_of(command, &exchange.input);
                let result = session.run(command, &exchange.input).await;
                exchange.set(result.clone(), known.get(&key));
                let Ok(answer) = result else { continue };
                match &first {
                    Some((other, like)) if !known.contains_key(&key) => exchange.shorten(*other, like),
                    Some(_) => {}
                    None => first = Some((at, answer.clone())),
                }
                known.insert(key, answer);
            }
        }
        let (base, home) = (session.base, session.home);
        let mut session = Some(session);
        for next in (0..states.len()).filter(|next| states[*next].from == Some(index)).collect::<Vec<_>>() {
            let session = match session.take() {
                Some(session) => session,
                None => Session::open(base, home, &path).await,
            };
            let State { call, prepared, .. } = &mut states[next];
            let (command, exchange) = call.iter_mut().next().unwrap();
            exchange.set(session.run(command, &exchange.input).await, None);
            exchange.answer.take_if(|_| *prepared);
            let tool = json!({ "server": exchange.input["server"], "tool": exchange.input["tool"] });
            if let Some(shown) = known.get(&key_of("tool", &tool)) {
                exchange.shorten_detail(shown);
            }
            session.settle().await;
            let mut path = path.clone();
            path.push((command.clone(), exchange.input.clone()));
            answer_state(states, next, session, path, known.clone()).await;
        }
        if let Some(session) = session {
            let _ = session.engine.close().await;
        }
    })
}

impl Exchange {
    fn set(&mut self, result: Result<Value, ApiError>, last: Option<&Value>) {
        (self.like, self.detail) = (None, None);
        (self.answer, self.error, self.patch) = match (result, last) {
            (Err(error), _) => (None, Some(error), None),
            (Ok(answer), None) => (Some(answer), None, None),
            (Ok(answer), Some(last)) => {
                let mut patch = Map::new();
                add_differences(last, &answer, "", &mut patch);
                (None, None, Some(patch))
            }
        };
    }

    /// Replaces the detail of a tool by its differences from the one that was shown before.
    fn shorten_detail(&mut self, shown: &Value) {
        let Some(detail) =
            self.answer.as_mut().and_then(Value::as_object_mut).and_then(|a| a.remove("detail"))
        else {
            return;
        };
        let mut patch = Map::new();
        add_differences(shown, &detail, "", &mut patch);
        self.detail = Some(patch);
    }

    /// Replaces a long answer by its differences from another one, where they are at most half of it.
    fn shorten(&mut self, index: usize, other: &Value) {
        let Some(answer) = &self.answer else { return };
        let length = answer.to_string().len();
        let mut patch = Map::new();
        add_differences(other, answer, "", &mut patch);
        if length >= LONG_ANSWER && Value::from(patch.clone()).to_string().len() * 2 <= length {
            (self.answer, self.patch, self.like) = (None, Some(patch), Some(index));
        }
    }
}

/// Adds what differs by its JSON pointer. Objects with other keys and lists of another length are replaced as a whole.
fn add_differences(before: &Value, after: &Value, pointer: &str, patch: &mut Map<String, Value>) {
    match (before, after) {
        _ if before == after => {}
        (Value::Object(before), Value::Object(after))
            if before.len() == after.len()
                && after.keys().all(|key| before.contains_key(key) && !key.contains(['/', '~'])) =>
        {
            for (key, value) in after {
                add_differences(&before[key], value, &format!("{pointer}/{key}"), patch);
            }
        }
        (Value::Array(before), Value::Array(after)) if before.len() == after.len() => {
            for (index, (before, after)) in before.iter().zip(after).enumerate() {
                add_differences(before, after, &format!("{pointer}/{index}"), patch);
            }
        }
        _ => {
            patch.insert(pointer.to_owned(), after.clone());
        }
    }
}

fn data_folder(home: &Path) -> PathBuf {
    home.join(".local/share/hintsmith")
}

/// An engine on a copy of a store. There is one at a time, because they share the home folder.
struct Session<'a> {
    base: &'a Path,
    home: &'a Path,
    engine: Arc<Engine>,
    opened: jiff::Timestamp,
    /// The approval requests so far. In the recordings, their number stands for the random id and nonce.
    approvals: Mutex<Vec<(u32, String)>>,
}

impl<'a> Session<'a> {
    /// Opens a copy and repeats the calls of a path.
    async fn open(base: &'a Path, home: &'a Path, path: &[Request]) -> Self {
        approvals::withdraw_all();
        std::fs::remove_dir_all(home).unwrap();
        copy_folder(base, home);
        gateway_port::free();
        // Times of the store, too, which is filled once for all branches.
        let opened = std::fs::metadata(base).unwrap().modified().unwrap().try_into().unwrap();
        let engine = stores::open(&data_folder(home)).await;
        let session = Self { base, home, engine, opened, approvals: Mutex::default() };
        session.settle().await;
        for (command, input) in path {
            let _ = session.run(command, input).await;
            session.settle().await;
        }
        session
    }

    /// Loads the catalog after each call, so that the revision counts calls and does not depend on the reads.
    async fn settle(&self) {
        let _ = self.engine.context.revision().await;
    }

    async fn run(&self, command: &str, input: &Value) -> Result<Value, ApiError> {
        let home = self.home.to_str().unwrap();
        let input = input.to_string().replace(HOME, home).replace(registry::RECORDED, registry::url());
        let port = |port: u16| format!("\"port\":{port}");
        let mut input = input.replace(&port(gateway_port::RECORDED), &port(gateway_port::get()));
        for (number, (_, nonce)) in (1..).zip(&*self.approvals.lock().unwrap()) {
            input = input.replace(&format!("nonce-{number}"), nonce);
        }
        let result = commands::run(&self.engine, command, serde_json::from_str(&input).unwrap()).await;
        for ApprovalView { id, nonce, .. } in self.engine.approvals.pending().await {
            let mut known = self.approvals.lock().unwrap();
            if known.iter().all(|(_, other)| *other != nonce) {
                known.push((id, nonce));
            }
        }
        match result {
            Ok(mut answer) => {
                set_durations(&mut answer);
                Ok(self.normalise(&answer))
            }
            Err(error) => {
                Err(serde_json::from_value(self.normalise(&serde_json::to_value(error).unwrap())).unwrap())
            }
        }
    }

    fn normalise(&self, answer: &Value) -> Value {
        let mut text = answer.to_string().replace(self.home.to_str().unwrap(), HOME);
        let recorded = TIME.parse::<jiff::Timestamp>().unwrap().strftime(FILE_TIME).to_string();
        let mut at = self.opened - jiff::SignedDuration::from_secs(60);
        while at <= jiff::Timestamp::now() + jiff::SignedDuration::from_secs(1) {
            text = text.replace(&clock::format(at), TIME);
            text = text.replace(&at.strftime(FILE_TIME).to_string(), &recorded);
            at += jiff::SignedDuration::from_secs(1);
        }
        for (number, (id, nonce)) in (1..).zip(&*self.approvals.lock().unwrap()) {
            text = text.replace(nonce, &format!("nonce-{number}"));
            text = text.replace(&format!("\"id\":{id},"), &format!("\"id\":{number},"));
        }
        text = text.replace(registry::url(), registry::RECORDED);
        for before in ["127.0.0.1:", "\"port\":", "port "] {
            let [real, recorded] =
                [gateway_port::get(), gateway_port::RECORDED].map(|port| format!("{before}{port}"));
            text = text.replace(&real, &recorded);
        }
        let mut answer = serde_json::from_str(&normalise_token(text, self.home)).unwrap();
        normalise_latency(&mut answer);
        answer
    }
}

/// Replaces the random token of a gateway whose token was renewed.
fn normalise_token(text: String, home: &Path) -> String {
    let token = std::fs::read_to_string(data_folder(home).join("gateway-token")).unwrap_or_default();
    let token = token.trim_end();
    if token.is_empty() || token == stores::TOKEN {
        return text;
    }
    let suffix = |token: &str| format!("\"tokenSuffix\":\"{}\"", &token[token.len() - 4..]);
    text.replace(token, RENEWED_TOKEN).replace(&suffix(token), &suffix(RENEWED_TOKEN))
}

/// Replaces the time that a server took to answer.
fn normalise_latency(value: &mut Value) {
    match value {
        Value::Object(members) => {
            for (key, member) in members {
                if key == "latencyMs" && member.is_number() {
                    *member = LATENCY_MS.into();
                }
                normalise_latency(member);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(normalise_latency),
        _ => {}
    }
}

/// Every call takes the same time.
fn set_durations(answer: &mut Value) {
    match answer {
        Value::Object(members) => {
            for (name, value) in members {
                match value {
                    Value::Number(_) if name == "tookMs" => *value = 84.into(),
                    _ => set_durations(value),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(set_durations),
        _ => {}
    }
}

fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy_folder(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), &target).unwrap();
        }
    }
}
