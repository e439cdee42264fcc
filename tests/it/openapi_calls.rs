//! Operations of an OpenAPI document as tools that are called: the demo's HTTP API through `run`, the gateway and
//! clients of other people.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use crate::clients::{HttpGateway, Sdk, SdkProcess, gateway_command};
use crate::support::{Store, tool_names};

/// `hintsmith demo-server --http-api`; stopped at the end of the test.
pub struct DemoApi {
    child: Child,
    pub document: String,
    pub base: String,
}

impl DemoApi {
    pub fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_hintsmith"))
            .args(["demo-server", "--http-api"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let document = line.trim().to_owned();
        let base = document.trim_end_matches("/openapi.json").to_owned();
        Self { child, document, base }
    }

    /// The OpenAPI document of this API.
    pub fn read_document(&self) -> String {
        let address = self.base.trim_start_matches("http://");
        let mut stream = TcpStream::connect(address).unwrap();
        write!(stream, "GET /openapi.json HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n").unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        let start = response.find('{').unwrap();
        let end = response.rfind('}').unwrap();
        response[start..=end].to_owned()
    }

    /// A store with this API as the server `notes`.
    fn store(&self, options: &[&str]) -> Store {
        let store = Store::new();
        let add = ["add", "notes", "--yes", "--openapi", &self.document, "--base-url", &self.base];
        store.ok(&[&add, options].concat());
        store
    }
}

impl Drop for DemoApi {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn run(store: &Store, tool: &str, arguments: &Value) -> Value {
    let run = store.run(&["run", tool, "--args", &arguments.to_string(), "--yes", "--json"]);
    serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{tool}: {}", run.stderr))
}

/// The first text of the result of a run.
fn text(report: &Value) -> String {
    let found = find(report, "text").and_then(Value::as_str);
    found.unwrap_or_else(|| panic!("{report:#}")).to_owned()
}

fn find<'a>(value: &'a Value, key: &str) -> Option<&'a Value> {
    match value {
        Value::Object(members) => {
            members.get(key).or_else(|| members.values().find_map(|member| find(member, key)))
        }
        Value::Array(items) => items.iter().find_map(|item| find(item, key)),
        _ => None,
    }
}

#[test]
fn operations_are_run_from_the_command_line_and_credentials_stay_secret() {
    let api = DemoApi::start();
    let store = api.store(&["--credential", "key=demo", "--credential", "password=demo:demo"]);
    let shown = store.json(&["servers", "notes", "--json"]);
    assert!(shown.to_string().contains(&api.base) && !shown.to_string().contains("demo:demo"), "{shown}");

    let created = run(&store, "notes.create_note", &json!({"title": "New", "tags": ["a", "b"]}));
    assert!(text(&created).contains("\"id\":4"), "{created:#}");
    assert!(text(&run(&store, "notes.list_notes", &json!({"tag": ["a", "b"]}))).contains("New"));
    let missing = run(&store, "notes.get_note", &json!({"id": 99}));
    assert_eq!(text(&missing), "HTTP status 404 Not Found: Not Found: there is no note 99");
    assert!(text(&run(&store, "notes.delete_note", &json!({"id": 4}))).contains("204"));
    assert!(text(&run(&store, "notes.get_account", &json!({}))).contains("password"));

    let wrong = store.run(&["run", "notes.get_note", "--args", r#"{"id": "x"}"#, "--yes"]);
    assert!(wrong.code == 2 && wrong.stderr.contains("/id"), "{}", wrong.stderr);
    let unset = ["edit", "notes", "--yes", "--openapi", &api.document, "--base-url", &api.base];
    let empty = store.run(&[&unset[..], &["--credential", "key="]].concat());
    assert!(empty.code == 2 && empty.stderr.contains("the credential key has no value"), "{}", empty.stderr);
    assert!(!store.data_contains("demo:demo"));
    let calls = store.ok(&["calls", "--json"]);
    assert!(calls.contains("get_account") && !calls.contains("demo:demo"), "{calls}");
}

#[test]
fn a_document_without_a_base_url_is_listed_and_not_called() {
    let api = DemoApi::start();
    let store = Store::new();
    store.ok(&["add", "notes", "--yes", "--openapi", &api.document]);
    assert_eq!(tool_names(&store.json(&["tools", "--json"])).len(), 10);
    for refused in [&["run", "notes.list_notes", "--yes"][..], &["gateway", "notes"]] {
        let run = store.run(refused);
        assert!(run.code >= 2 && run.stderr.contains("--base-url"), "{refused:?}: {}", run.stderr);
    }
    // Calls need the consent that the base URL gets.
    let edit = ["edit", "notes", "--openapi", &api.document, "--base-url", &api.base];
    let unconfirmed = store.run(&edit);
    assert!(unconfirmed.code == 1 && unconfirmed.stderr.contains(&api.base), "{}", unconfirmed.stderr);
    assert!(store.run(&["run", "notes.list_notes", "--yes"]).code >= 2);
    store.ok(&[&edit[..], &["--yes"]].concat());
    assert!(text(&run(&store, "notes.list_notes", &json!({}))).contains("Groceries"));
    for (url, told) in [
        ("ftp://127.0.0.1", "not an http or https URL"),
        ("http://u:hunter2@127.0.0.1", "user name or password"),
        ("http://127.0.0.1/?key=hunter2", "query or fragment"),
    ] {
        let run = store.run(&["edit", "notes", "--openapi", &api.document, "--base-url", url, "--yes"]);
        assert!(run.code == 2 && run.stderr.contains(told), "{url}: {}", run.stderr);
        assert!(!run.stderr.contains("hunter2"), "{}", run.stderr);
    }
}

#[test]
fn chosen_operations_become_tools_and_a_choice_that_matches_nothing_is_reported() {
    let api = DemoApi::start();
    let store = api.store(&["--operations", "tag:notes", "--operations", "-DELETE *"]);
    let names = ["list_notes", "create_note", "get_note", "replace_note"];
    assert_eq!(tool_names(&store.json(&["tools", "--json"])), names);
    let edit = ["edit", "notes", "--yes", "--openapi", &api.document, "--operations", "tag:birds"];
    let run = store.run(&edit);
    let shown = store.json(&["servers", "notes", "--json"]).to_string();
    assert!(shown.contains("matches no operation") || run.stderr.contains("matches no operation"), "{shown}");
}

#[test]
fn a_failed_call_is_repeated_only_after_a_decision_that_it_is_idempotent() {
    let api = DemoApi::start();
    let store = api.store(&[]);
    // GET is idempotent by the document, which is the server's word alone.
    let once = run(&store, "notes.read_flaky", &json!({}));
    assert!(text(&once).starts_with("HTTP status 503"), "{once:#}");
    store.ok(&["set", "notes.read_flaky", "read-only=yes"]);
    let repeated = run(&store, "notes.read_flaky", &json!({}));
    assert_eq!(text(&repeated), r#"{"attempts":3}"#, "{repeated:#}");
}

/// More than a second: SDKs of other people load, and a call is cancelled after two seconds of progress.
#[test]
fn clients_call_operations_through_the_gateway() {
    let api = DemoApi::start();
    let store = api.store(&[]);
    store.ok(&["set", "notes.create_note", "title=Write a note", "destructive=no"]);
    store.ok(&["preferences", "approval.destructive=off"]);
    let http = HttpGateway::start_with(&store, &[]);
    let command = gateway_command(&store);
    for (number, sdk) in [Sdk::TypeScript, Sdk::Python].into_iter().enumerate() {
        let mut client = SdkProcess::start(sdk);
        for (way, target) in [command.as_slice(), std::slice::from_ref(&http.url)].into_iter().enumerate() {
            let title = format!("Of {number} {way}");
            let create = format!(r#"create_note={}"#, json!({"title": title}));
            let calls = [
                create.as_str(),
                r#"list_notes={"limit":100}"#,
                r#"upload_file={"name":"a.txt","content":"aGVsbG8="}"#,
                r#"download_file={"name":"a.txt"}"#,
                r#"get_note={"id":999}"#,
                r#"wait!={"seconds":600}"#,
            ];
            client.start_session(&calls, target, None);
            let seen = client.finish_session();
            let tools = seen["tools"].as_array().unwrap();
            let create = tools.iter().find(|tool| tool["name"] == "create_note").unwrap();
            assert_eq!(create["annotations"]["title"], "Write a note", "{sdk:?}");
            let said = |at: usize| seen["calls"][at]["text"].as_str().unwrap_or_default().to_owned();
            assert!(said(0).contains(&title), "{sdk:?} {way}: {seen:#}");
            assert!(said(1).contains(&title) && said(1).contains("Groceries"), "{sdk:?}: {seen:#}");
            assert_eq!(said(3), "hello", "{sdk:?}: {seen:#}");
            assert_eq!(seen["calls"][4]["isError"], true, "{sdk:?}: {seen:#}");
            assert!(seen["calls"][5]["failed"].as_str().is_some(), "{sdk:?}: {seen:#}");
        }
    }
    let denied = store.ok(&["calls", "--denied", "--json"]);
    assert_eq!(denied.trim(), "[]");
}
