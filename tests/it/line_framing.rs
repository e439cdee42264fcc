//! Message framing: line breaks in an upstream's JSON do not split messages to a stdio client.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use crate::support::{ROOT, Store};
use crate::wrap::StdioClient;

/// `tests/servers/line-breaks.mjs`; stopped at the end of the test.
struct LineBreakServer {
    child: Child,
    address: String,
}

impl LineBreakServer {
    fn start() -> Self {
        let mut child = Command::new("node")
            .arg(format!("{ROOT}/tests/servers/line-breaks.mjs"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut address = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut address).unwrap();
        Self { child, address: address.trim().to_owned() }
    }

    fn url(&self, path: &str) -> String {
        format!("{}/{path}", self.address)
    }
}

impl Drop for LineBreakServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A client of `hintsmith gateway` over stdio that checks every line it receives.
struct StdioGateway(StdioClient);

impl StdioGateway {
    fn start(store: &Store, arguments: &[&str]) -> Self {
        let mut gateway = Self(StdioClient::spawn(store.command(&[&["gateway"], arguments].concat())));
        let hello = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": "2025-11-25", "capabilities": {"elicitation": {}}, "clientInfo": {"name": "a test", "version": "1"}}});
        gateway.send(&hello);
        assert_eq!(gateway.next()["id"], 0);
        gateway.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        gateway
    }

    fn send(&mut self, message: &Value) {
        self.0.send(&message.to_string());
    }

    /// The next line: a complete message without a carriage return, which some readers treat as a line end.
    fn next(&self) -> Value {
        let line = self.0.receive();
        assert!(!line.contains('\r'), "a carriage return survives: {line:?}");
        let message: Value =
            serde_json::from_str(&line).unwrap_or_else(|_| panic!("half a message: {line:?}"));
        assert!(message["id"] != 99 && message["id"] != 77, "a forged message arrived: {line}");
        message
    }

    /// Sends a request and returns its response; notifications before it are skipped.
    fn request(&mut self, id: u32, method: &str, params: &Value) -> Value {
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        loop {
            let message = self.next();
            if message["id"] == id && message["method"].is_null() {
                return message;
            }
            assert!(message["id"].is_null(), "{message}");
        }
    }
}

#[test]
fn aggregated_lists_and_capabilities_reach_a_stdio_client_as_one_line_each() {
    let upstream = LineBreakServer::start();
    let store = Store::new();
    for name in ["one", "two"] {
        store.ok(&["add", name, "--yes", "--url", &upstream.url("older")]);
    }
    for arguments in [
        &["--prefix", "yes", "one", "two"][..],
        &["--prefix", "no", "one"],
        &["--prefix", "no", "one", "two"],
    ] {
        let mut gateway = StdioGateway::start(&store, arguments);
        for (id, method) in
            [(1, "tools/list"), (2, "prompts/list"), (3, "resources/list"), (4, "resources/templates/list")]
        {
            let answer = gateway.request(id, method, &json!({}));
            assert!(answer["result"].is_object(), "{arguments:?} {method}: {answer}");
        }
        gateway.request(5, "resources/read", &json!({"uri": "note://1"}));
        // A message that was split would arrive now.
        gateway.request(6, "ping", &json!({}));
        gateway.0.close();
    }
}

#[test]
fn elicitations_of_a_stateless_server_reach_a_legacy_client_as_one_line_each() {
    let upstream = LineBreakServer::start();
    let store = Store::new();
    store.ok(&["add", "newer", "--yes", "--url", &upstream.url("newer")]);
    let mut gateway = StdioGateway::start(&store, &["--prefix", "no", "newer"]);
    gateway.request(1, "tools/list", &json!({}));
    gateway.send(&json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "read_note", "arguments": {}}}));
    let mut methods = BTreeSet::new();
    let answer = loop {
        let message = gateway.next();
        match message["method"].as_str() {
            Some("elicitation/create") => {
                methods.insert("elicitation/create");
                gateway.send(&json!({"jsonrpc": "2.0", "id": message["id"], "result": {"action": "accept", "content": {}}}));
            }
            Some(_) => {}
            None => break message,
        }
    };
    assert_eq!(methods, BTreeSet::from(["elicitation/create"]));
    assert_eq!(answer["result"]["content"][0]["text"], "done", "{answer}");
    gateway.request(3, "ping", &json!({}));
    gateway.0.close();
}
