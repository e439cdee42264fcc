//! Demo of an HTTP API with an OpenAPI document: notes with ETags and paging, files, problem documents, an endpoint that
//! is slow and one that fails twice. It keeps everything in memory.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Incoming;
use hyper::header::{
    AUTHORIZATION, CONTENT_TYPE, ETAG, HeaderName, HeaderValue, IF_MATCH, LINK, LOCATION, RETRY_AFTER,
};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{HeaderMap, Method, Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use url::form_urlencoded;

const DOCUMENT: &str = include_str!("http_api.json");
const MAX_BODY_BYTES: usize = 8 << 20;
const KEY_HEADER: HeaderName = HeaderName::from_static("x-demo-key");
/// Number of failures before the flaky endpoint responds.
const FAILURES: u32 = 2;
/// Number of requests that an access token is valid for.
const TOKEN_USES: u32 = 2;

type Reply = Response<Full<Bytes>>;

struct Note {
    title: String,
    text: String,
    tags: Vec<String>,
    version: u32,
}

struct StoredFile {
    media_type: String,
    content: Bytes,
}

#[derive(Default)]
struct State {
    notes: BTreeMap<u64, Note>,
    files: BTreeMap<String, StoredFile>,
    next_id: u64,
    flaky_attempts: u32,
    /// The number of the newest access token, and of the requests that it is still valid for.
    issued_tokens: u32,
    remaining_uses: u32,
}

/// The API, which listens until it is dropped.
pub struct DemoApi {
    pub address: SocketAddr,
    listener: TcpListener,
    state: Arc<Mutex<State>>,
}

impl DemoApi {
    /// Listens on this machine only; port 0 selects a free port.
    pub async fn bind(port: u16) -> std::io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", port)).await?;
        let mut state = State { next_id: 1, ..State::default() };
        for (title, tag) in [("Groceries", "home"), ("Ideas", "work"), ("Holiday", "home")] {
            let text = format!("The note \"{title}\".");
            state.add(Note { title: title.to_owned(), text, tags: vec![tag.to_owned()], version: 1 });
        }
        Ok(Self { address: listener.local_addr()?, listener, state: Arc::new(Mutex::new(state)) })
    }

    /// Serves until the future is dropped.
    pub async fn serve(self) -> Infallible {
        let mut connections = JoinSet::new();
        loop {
            let Ok((stream, _)) = self.listener.accept().await else {
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            };
            let state = Arc::clone(&self.state);
            connections.spawn(async move {
                let answer = service_fn(|request| {
                    let state = Arc::clone(&state);
                    async move { Ok::<_, Infallible>(answer(request, &state).await) }
                });
                let _ = http1::Builder::new().serve_connection(TokioIo::new(stream), answer).await;
            });
            while connections.try_join_next().is_some() {}
        }
    }
}

impl State {
    fn add(&mut self, note: Note) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        self.notes.insert(id, note);
        id
    }
}

impl Note {
    /// `None` if a member is missing or of another type.
    fn from_json(body: &[u8], version: u32) -> Option<Self> {
        let body: Value = serde_json::from_slice(body).ok()?;
        let text = body.get("text").map_or(Some(""), Value::as_str)?.to_owned();
        let tags = body.get("tags").cloned().unwrap_or_else(|| json!([]));
        let tags = serde_json::from_value(tags).ok()?;
        let title = body.get("title")?.as_str().filter(|title| !title.is_empty())?.to_owned();
        Some(Self { title, text, tags, version })
    }

    fn to_json(&self, id: u64) -> Value {
        json!({"id": id, "title": self.title, "text": self.text, "tags": self.tags, "version": self.version})
    }

    fn etag(&self) -> String {
        format!("\"{}\"", self.version)
    }
}

async fn answer(request: Request<Incoming>, state: &Mutex<State>) -> Reply {
    let (head, body) = request.into_parts();
    let Ok(body) = Limited::new(body, MAX_BODY_BYTES).collect().await else {
        return problem(StatusCode::PAYLOAD_TOO_LARGE, "the body is too large");
    };
    let body = body.to_bytes();
    let query: Vec<(String, String)> =
        form_urlencoded::parse(head.uri.query().unwrap_or_default().as_bytes()).into_owned().collect();
    let path: Vec<String> = head.uri.path().split('/').skip(1).map(percent_decode).collect();
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    let headers = &head.headers;
    match (&head.method, path.as_slice()) {
        (&Method::GET, ["openapi.json"]) => with_type("application/json", DOCUMENT),
        (&Method::GET, ["notes"]) => list_notes(&lock(state), &query),
        (&Method::POST, ["notes"]) => create_note(&mut lock(state), &body),
        (method, ["notes", id]) => match id.parse() {
            Ok(id) => one_note(&mut lock(state), method, id, headers, &body),
            Err(_) => problem(StatusCode::NOT_FOUND, "the id of a note is a number"),
        },
        (&Method::POST, ["files"]) => upload(&mut lock(state), headers, &body),
        (&Method::GET, ["files", name]) => download(&lock(state), name),
        (&Method::GET, ["slow"]) => wait(&query).await,
        (&Method::GET, ["flaky"]) => flaky(&mut lock(state)),
        (&Method::GET, ["account"]) => account(&mut lock(state), headers),
        (&Method::POST, ["oauth", "token"]) => issue_token(&mut lock(state), headers, &body),
        _ => problem(StatusCode::NOT_FOUND, "there is nothing at this path"),
    }
}

fn list_notes(state: &State, query: &[(String, String)]) -> Reply {
    let first = |name: &str| query.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
    let limit = first("limit").and_then(|limit| limit.parse().ok()).unwrap_or(10_usize).clamp(1, 100);
    let after: u64 = first("cursor").and_then(|cursor| cursor.parse().ok()).unwrap_or(0);
    let tags: Vec<&String> = query.iter().filter(|(key, _)| key == "tag").map(|(_, tag)| tag).collect();
    let is_wanted = |note: &Note| {
        let contains = |key, text: &str| first(key).is_none_or(|part| text.contains(part));
        tags.iter().all(|tag| note.tags.contains(tag))
            && contains("where[title]", &note.title)
            && contains("where[text]", &note.text)
    };
    let mut found = state.notes.range(after + 1..).filter(|(_, note)| is_wanted(note));
    let page: Vec<_> = found.by_ref().take(limit).collect();
    let next = page.last().filter(|_| found.next().is_some()).map(|(id, _)| id.to_string());
    let items: Vec<Value> = page.iter().map(|(id, note)| note.to_json(**id)).collect();
    let mut reply = json_reply(StatusCode::OK, &json!({"items": items, "nextCursor": next}));
    if let Some(next) = next {
        set(&mut reply, LINK, &format!("</notes?limit={limit}&cursor={next}>; rel=\"next\""));
    }
    reply
}

fn create_note(state: &mut State, body: &[u8]) -> Reply {
    let Some(note) = Note::from_json(body, 1) else {
        return problem(StatusCode::UNPROCESSABLE_ENTITY, "a note needs a title");
    };
    let id = state.add(note);
    let mut reply = note_reply(state, id, StatusCode::CREATED);
    set(&mut reply, LOCATION, &format!("/notes/{id}"));
    reply
}

fn one_note(state: &mut State, method: &Method, id: u64, headers: &HeaderMap, body: &[u8]) -> Reply {
    let Some(note) = state.notes.get(&id) else {
        return problem(StatusCode::NOT_FOUND, &format!("there is no note {id}"));
    };
    match *method {
        Method::GET => note_reply(state, id, StatusCode::OK),
        Method::PUT if headers.get(IF_MATCH).is_none_or(|etag| etag != note.etag().as_str()) => {
            problem(StatusCode::PRECONDITION_FAILED, "the note has changed since it was read")
        }
        Method::PUT => match Note::from_json(body, note.version + 1) {
            Some(replaced) => {
                state.notes.insert(id, replaced);
                note_reply(state, id, StatusCode::OK)
            }
            None => problem(StatusCode::UNPROCESSABLE_ENTITY, "a note needs a title"),
        },
        Method::DELETE if headers.get(KEY_HEADER).is_none_or(|key| key != "demo") => {
            problem(StatusCode::UNAUTHORIZED, "deleting needs the key")
        }
        Method::DELETE => {
            state.notes.remove(&id);
            reply(StatusCode::NO_CONTENT, Bytes::new())
        }
        _ => problem(StatusCode::METHOD_NOT_ALLOWED, "notes are read, replaced and deleted"),
    }
}

fn note_reply(state: &State, id: u64, status: StatusCode) -> Reply {
    let Some(note) = state.notes.get(&id) else { return problem(StatusCode::NOT_FOUND, "the note is gone") };
    let mut reply = json_reply(status, &note.to_json(id));
    set(&mut reply, ETAG, &note.etag());
    reply
}

fn upload(state: &mut State, headers: &HeaderMap, body: &Bytes) -> Reply {
    let media_type = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let boundary = media_type.split("boundary=").nth(1).map(|rest| rest.trim_matches('"'));
    let parts = boundary.map(|boundary| form_parts(body, boundary)).unwrap_or_default();
    let part = |name: &str| parts.iter().find(|part| part.name == name);
    let (Some(name), Some(content)) = (part("name"), part("content")) else {
        return problem(StatusCode::UNPROCESSABLE_ENTITY, "the form needs a name and a content");
    };
    let name = String::from_utf8_lossy(name.content).into_owned();
    let bytes = content.content.len();
    let file =
        StoredFile { media_type: media_type_of(&name).to_owned(), content: body.slice_ref(content.content) };
    state.files.insert(name.clone(), file);
    json_reply(StatusCode::CREATED, &json!({"name": name, "bytes": bytes}))
}

fn download(state: &State, name: &str) -> Reply {
    match state.files.get(name) {
        Some(file) => with_type(&file.media_type, file.content.clone()),
        None => problem(StatusCode::NOT_FOUND, &format!("there is no file {name}")),
    }
}

async fn wait(query: &[(String, String)]) -> Reply {
    let seconds = query.iter().find(|(key, _)| key == "seconds").and_then(|(_, text)| text.parse().ok());
    let seconds: f64 = seconds.unwrap_or(1.0_f64).clamp(0.0, 600.0);
    tokio::time::sleep(Duration::from_secs_f64(seconds)).await;
    with_type("text/plain", format!("Waited {seconds} s."))
}

fn flaky(state: &mut State) -> Reply {
    state.flaky_attempts += 1;
    if state.flaky_attempts <= FAILURES {
        let mut reply = problem(StatusCode::SERVICE_UNAVAILABLE, "try again");
        set(&mut reply, RETRY_AFTER, "0");
        return reply;
    }
    let attempts = std::mem::take(&mut state.flaky_attempts);
    json_reply(StatusCode::OK, &json!({"attempts": attempts}))
}

/// The client credentials flow of OAuth 2.0.
fn issue_token(state: &mut State, headers: &HeaderMap, body: &[u8]) -> Reply {
    let is_known = headers.get(AUTHORIZATION).is_some_and(|value| value == "Basic ZGVtbzpkZW1v");
    let form: Vec<_> = form_urlencoded::parse(body).collect();
    let has = |name: &str, value: &str| form.iter().any(|(key, given)| key == name && given == value);
    if !is_known {
        return json_reply(StatusCode::UNAUTHORIZED, &json!({"error": "invalid_client"}));
    }
    if !has("grant_type", "client_credentials") || !has("scope", "account") {
        return json_reply(StatusCode::BAD_REQUEST, &json!({"error": "invalid_request"}));
    }
    state.issued_tokens += 1;
    state.remaining_uses = TOKEN_USES;
    let token = format!("issued-{}", state.issued_tokens);
    json_reply(StatusCode::OK, &json!({"access_token": token, "token_type": "Bearer", "expires_in": 3_600}))
}

fn account(state: &mut State, headers: &HeaderMap) -> Reply {
    let authorization = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    if authorization == Some(&format!("Bearer issued-{}", state.issued_tokens)) && state.remaining_uses > 0 {
        state.remaining_uses -= 1;
        return json_reply(StatusCode::OK, &json!({"by": format!("client token {}", state.issued_tokens)}));
    }
    match authorization {
        Some("Bearer demo") => json_reply(StatusCode::OK, &json!({"by": "token"})),
        // demo:demo in base64.
        Some("Basic ZGVtbzpkZW1v") => json_reply(StatusCode::OK, &json!({"by": "password"})),
        _ => problem(StatusCode::UNAUTHORIZED, "the account needs a token or a password"),
    }
}

struct FormPart<'a> {
    name: String,
    content: &'a [u8],
}

/// The parts of a multipart form.
fn form_parts<'a>(body: &'a [u8], boundary: &str) -> Vec<FormPart<'a>> {
    let delimiter = format!("--{boundary}");
    let finder = memchr::memmem::Finder::new(delimiter.as_bytes());
    let ends: Vec<usize> = finder.find_iter(body).collect();
    let parts = ends.windows(2).filter_map(|ends| {
        let [from, to] = ends else { return None };
        let part = body.get(from + delimiter.len() + 2..to.checked_sub(2)?)?;
        let split = memchr::memmem::find(part, b"\r\n\r\n")?;
        let head = String::from_utf8_lossy(&part[..split]).into_owned();
        let name = head.split("name=\"").nth(1)?.split('"').next()?.to_owned();
        Some(FormPart { name, content: &part[split + 4..] })
    });
    parts.collect()
}

fn media_type_of(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("txt") => "text/plain; charset=utf-8",
        Some("png") => "image/png",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    }
}

fn percent_decode(segment: &str) -> String {
    // A form decodes the same, except for `+`.
    let form = segment.replace('+', "%2B").replace('&', "%26").replace('=', "%3D");
    form_urlencoded::parse(form.as_bytes()).next().map(|(key, _)| key.into_owned()).unwrap_or_default()
}

fn problem(status: StatusCode, detail: &str) -> Reply {
    let title = status.canonical_reason().unwrap_or_default();
    let body = json!({"title": title, "detail": detail, "status": status.as_u16()}).to_string();
    let mut reply = reply(status, body);
    set(&mut reply, CONTENT_TYPE, "application/problem+json");
    reply
}

fn json_reply(status: StatusCode, body: &Value) -> Reply {
    let mut reply = reply(status, body.to_string());
    set(&mut reply, CONTENT_TYPE, "application/json");
    reply
}

fn with_type(media_type: &str, body: impl Into<Bytes>) -> Reply {
    let mut reply = reply(StatusCode::OK, body);
    set(&mut reply, CONTENT_TYPE, media_type);
    reply
}

fn reply(status: StatusCode, body: impl Into<Bytes>) -> Reply {
    let mut reply = Response::new(Full::new(body.into()));
    *reply.status_mut() = status;
    reply
}

fn set(reply: &mut Reply, name: HeaderName, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        reply.headers_mut().insert(name, value);
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    // The state is consistent between any two statements, so a panic elsewhere does not corrupt it.
    state.lock().unwrap_or_else(PoisonError::into_inner)
}
