//! Servers nobody here wrote: every key of their `tools/list` must be found again in what was stored.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::support::{ROOT, Store};

/// The era without a handshake: every request carries what it needs.
const MODERN: &str = "2026-07-28";

/// The tools as the server sends them in a protocol version, read without any of our code between the pipe and
/// serde_json.
fn sent_by(command: &[&str], protocol: &str) -> Vec<Value> {
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
    if protocol == MODERN {
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

fn everything_is_kept(command: &[&str]) {
    assert!(
        Path::new(command.last().unwrap()).exists(),
        "run `make test`: it installs {}",
        command.last().unwrap()
    );
    let store = Store::new();
    let mut arguments = vec!["add", "theirs", "--yes", "--"];
    arguments.extend(command);
    store.ok(&arguments);
    let protocol = store.json(&["servers", "--json"])[0]["protocol"].as_str().unwrap().to_owned();
    let sent = sent_by(command, &protocol);
    assert!(!sent.is_empty());

    let stored: Vec<Value> =
        store.ok(&["tools", "--raw"]).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    // As text: values keep the order of their keys, so this compares order, too.
    let text = |tools: &[Value]| tools.iter().map(Value::to_string).collect::<Vec<_>>();
    assert_eq!(text(&stored), text(&sent));
}

#[test]
fn every_key_of_server_everything_is_kept() {
    let script = format!(
        "{ROOT}/tests/servers/foreign/node_modules/@modelcontextprotocol/server-everything/dist/index.js"
    );
    everything_is_kept(&["node", &script]);
}

#[test]
fn every_key_of_mcp_server_time_is_kept() {
    everything_is_kept(&[&format!("{ROOT}/target/test-venv/bin/mcp-server-time")]);
}
