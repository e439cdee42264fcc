//! Third-party servers: every key of their `tools/list` is stored unchanged.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use crate::support::{ROOT, Store, wait_for};

/// The stateless protocol version.
const STATELESS_VERSION: &str = "2026-07-28";

/// The tools as the server sends them in a protocol version, read without using the code under test.
fn tools_sent_by(command: &[&str], protocol: &str) -> Vec<Value> {
    let mut child = Command::new(command[0])
        .args(&command[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut ask = |message: Value| writeln!(input, "{message}").unwrap();
    let mut answer = |id: u64| -> Value {
        let mut messages =
            answers.by_ref().map(|line| serde_json::from_str::<Value>(&line.unwrap()).unwrap());
        messages.find(|message| message["id"] == id).unwrap()["result"].take()
    };
    let client = json!({"name": "test", "version": "1"});
    let mut list = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"});
    if protocol == STATELESS_VERSION {
        list["params"]["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": protocol,
            "io.modelcontextprotocol/clientInfo": client,
            "io.modelcontextprotocol/clientCapabilities": {},
        });
    } else {
        let params = json!({"protocolVersion": protocol, "capabilities": {}, "clientInfo": client});
        ask(json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}));
        answer(1);
        ask(json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    }
    ask(list);
    let tools = answer(2)["tools"].as_array().unwrap().clone();
    child.kill().unwrap();
    child.wait().unwrap();
    tools
}

const PACKAGES: &str = "tests/servers/foreign/node_modules";

/// The command of a server from npm.
fn npm_command(script: &str) -> Vec<String> {
    vec!["node".to_owned(), require_installed(&format!("{PACKAGES}/{script}"))]
}

/// The command of a server from PyPI.
fn pypi_command(program: &str) -> Vec<String> {
    vec![require_installed(&format!("target/test-venv/bin/{program}"))]
}

/// server-filesystem: every tool is annotated, some are destructive.
pub fn filesystem_command(folder: &str) -> Vec<String> {
    let mut command = npm_command("@modelcontextprotocol/server-filesystem/dist/index.js");
    command.push(folder.to_owned());
    command
}

/// mcp-server-time: no tool is destructive.
pub fn time_command() -> Vec<String> {
    pypi_command("mcp-server-time")
}

fn require_installed(path: &str) -> String {
    let path = format!("{ROOT}/{path}");
    assert!(Path::new(&path).exists(), "run `make test`: it installs {path}");
    path
}

/// Values as text: keys keep their order, so the comparison includes it.
fn to_texts(tools: &[Value]) -> Vec<String> {
    tools.iter().map(Value::to_string).collect()
}

fn stored_tools(store: &Store) -> Vec<Value> {
    store.ok(&["tools", "--raw"]).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn negotiated_version(store: &Store) -> String {
    store.json(&["servers", "--json"])[0]["protocol"].as_str().unwrap().to_owned()
}

/// Adds a server, asserts that the stored tools equal the sent ones, and returns them.
fn assert_all_keys_stored(command: &[String]) -> Vec<Value> {
    let store = Store::new();
    let command: Vec<&str> = command.iter().map(String::as_str).collect();
    let mut arguments = vec!["add", "theirs", "--yes", "--"];
    arguments.extend(&command);
    store.ok(&arguments);
    let sent = tools_sent_by(&command, &negotiated_version(&store));
    assert!(!sent.is_empty());
    assert_eq!(to_texts(&stored_tools(&store)), to_texts(&sent));
    assert_forms_complete(&store, &sent);
    sent
}

/// Asserts that the form of every tool has all parameters, and that missing required ones are rejected before
/// anything is started.
fn assert_forms_complete(store: &Store, tools: &[Value]) {
    for tool in tools {
        let name = format!("theirs.{}", tool["name"].as_str().unwrap());
        let schema = &tool["inputSchema"];
        let form = &store.json(&["run", &name, "--form", "--json"])["form"];
        assert_eq!(form["limitation"], Value::Null, "{name}");
        let fields = form["fields"].as_array().unwrap();
        let named: Vec<&str> = fields.iter().map(|field| field["name"].as_str().unwrap()).collect();
        let properties = schema["properties"].as_object();
        let expected: Vec<&str> =
            properties.into_iter().flat_map(|all| all.keys().map(String::as_str)).collect();
        assert_eq!(named, expected, "{name}");
        let required: Vec<&str> =
            schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        if !required.is_empty() {
            let run = store.run(&["run", &name, "--args", "{}", "--yes"]);
            assert_eq!(run.code, 2, "{name}: {}", run.stderr);
            for member in required {
                assert!(run.stderr.contains(&format!("/{member}: is required")), "{name}: {}", run.stderr);
            }
        }
    }
}

#[test]
fn every_key_of_server_everything_is_kept() {
    assert_all_keys_stored(&npm_command("@modelcontextprotocol/server-everything/dist/index.js"));
}

#[test]
fn every_key_of_server_filesystem_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let sent = assert_all_keys_stored(&filesystem_command(folder.path().to_str().unwrap()));
    assert!(sent.iter().any(|tool| tool["annotations"]["readOnlyHint"] == true));
}

#[test]
fn every_key_of_server_memory_is_kept() {
    assert_all_keys_stored(&npm_command("@modelcontextprotocol/server-memory/dist/index.js"));
}

/// It annotates with keys of its own.
#[test]
fn every_key_of_chrome_devtools_is_kept() {
    let mut command = npm_command("chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js");
    command.extend(["--headless".to_owned(), "--no-usage-statistics".to_owned()]);
    let sent = assert_all_keys_stored(&command);
    assert!(sent.iter().any(|tool| tool["annotations"]["category"].is_string()));
}

#[test]
fn every_key_of_mcp_server_time_is_kept() {
    assert_all_keys_stored(&time_command());
}

#[test]
fn every_key_of_mcp_server_git_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let made = Command::new("git").args(["init", "--quiet"]).arg(folder.path()).status().unwrap();
    assert!(made.success());
    let mut command = pypi_command("mcp-server-git");
    command.extend(["--repository".to_owned(), folder.path().to_str().unwrap().to_owned()]);
    assert_all_keys_stored(&command);
}

#[test]
fn every_key_of_server_everything_is_kept_over_http() {
    let server = EverythingOverHttp::start();
    let store = Store::new();
    let url = server.url();
    store.ok(&["add", "theirs", "--yes", "--url", &url]);
    let ask = format!("{ROOT}/tests/servers/ask.mjs");
    let answer =
        Command::new("node").args([&ask, &url, &negotiated_version(&store)]).output().unwrap().stdout;
    let answer: Value = serde_json::from_slice(&answer).unwrap();
    let sent = answer["result"]["tools"].as_array().unwrap();
    assert!(!sent.is_empty());
    assert_eq!(to_texts(&stored_tools(&store)), to_texts(sent));
}

/// server-everything over HTTP; stopped at the end of the test.
pub struct EverythingOverHttp {
    server: Child,
    port: u16,
}

impl EverythingOverHttp {
    pub fn start() -> Self {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let command = npm_command("@modelcontextprotocol/server-everything/dist/index.js");
        let server = Command::new(&command[0])
            .args([&command[1], "streamableHttp"])
            .env("PORT", port.to_string())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let started = Self { server, port };
        wait_for(|| TcpStream::connect(("127.0.0.1", port)).ok());
        started
    }

    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/mcp", self.port)
    }
}

impl Drop for EverythingOverHttp {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
