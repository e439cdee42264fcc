//! `hintsmith wrap` as a client sees it: the server with the decisions applied, and nothing else changed.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};

use crate::clients::{Sdk, SdkProcess, strip_server_name, third_party_server};
use crate::support::{ROOT, Store, wait_for};

/// Time limit for a response on a busy machine.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(90);

/// A client for any program that speaks MCP over stdio.
pub struct StdioClient {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl StdioClient {
    pub fn spawn(mut command: Command) -> Self {
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            output.lines().map_while(Result::ok).all(|line| sender.send(line).is_ok())
        });
        let input = child.stdin.take();
        Self { child, input, lines }
    }

    pub fn send(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    pub fn receive(&self) -> String {
        self.lines.recv_timeout(RESPONSE_TIMEOUT).expect("a line in time")
    }

    pub fn request(&mut self, line: &str) -> String {
        self.send(line);
        self.receive()
    }

    pub fn initialize(&mut self) -> String {
        let ask = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}"#;
        let answer = self.request(ask);
        self.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        answer
    }

    pub fn list_tools(&mut self) -> String {
        self.request(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#)
    }

    pub fn call_tool(&mut self, tool: &str) -> Value {
        let ask = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": tool, "arguments": {"id": "a secret"}}});
        parse_message(&self.request(&ask.to_string()))
    }

    /// Closes the input and returns the exit code and standard error.
    pub fn close(mut self) -> (Option<i32>, String) {
        drop(self.input.take());
        let output = self.child.wait_with_output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        // A call log sender that is not dropped would delay the exit of every proxy by seconds.
        assert!(!stderr.contains("the store did not respond in time"), "{stderr}");
        (output.status.code(), stderr)
    }
}

fn spy_command(store: &Store) -> Vec<String> {
    let heard = store.path().join("heard").to_str().unwrap().to_owned();
    ["node".to_owned(), format!("{ROOT}/tests/servers/spy.mjs"), heard].to_vec()
}

/// The requests that the server received.
fn received(store: &Store) -> String {
    std::fs::read_to_string(store.path().join("heard")).unwrap_or_default()
}

fn spawn_wrap(store: &Store, options: &[&str]) -> StdioClient {
    let server = spy_command(store);
    let server: Vec<&str> = server.iter().map(String::as_str).collect();
    StdioClient::spawn(store.command(&[&["wrap", "--server", "spy"], options, &["--"], &server].concat()))
}

fn spawn_direct(store: &Store) -> StdioClient {
    let server = spy_command(store);
    let mut command = Command::new(&server[0]);
    command.args(&server[1..]);
    StdioClient::spawn(command)
}

/// Parses a message after replacing numbers that a `Value` cannot hold.
fn parse_message(message: &str) -> Value {
    serde_json::from_str(&message.replace("1e400", "1")).unwrap()
}

fn listed_names(list: &str) -> Vec<String> {
    let list = parse_message(list);
    let tools = list["result"]["tools"].as_array().unwrap().iter();
    tools.map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
}

/// True if a program with this text in its command line is running.
fn is_running(words: &str) -> bool {
    Command::new("pgrep").args(["-f", words]).output().unwrap().status.success()
}

/// A client with a case-insensitive JSON parser (such as Go's) would read these keys instead of the decided ones.
#[test]
fn a_decision_is_not_bypassed_by_another_spelling_of_its_key() {
    let store = Store::new();
    let server = r#"
        import { createInterface } from "node:readline";
        const tool = { name: "wipe", inputSchema: {}, annotations: { ReadOnlyHint: true }, Annotations: { readOnlyHint: true } };
        for await (const line of createInterface({ input: process.stdin })) {
          const { id, method } = JSON.parse(line);
          if (id === undefined) continue;
          const hello = { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } };
          const result = method === "initialize" ? hello : { tools: [tool] };
          console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
        }"#;
    let script = store.file("server.mjs", server);
    let mut client = StdioClient::spawn(store.command(&["wrap", "--server", "s", "--", "node", &script]));
    client.initialize();
    let list = client.list_tools();
    assert!(list.contains(r#""name":"wipe""#), "{list}");
    assert!(!list.contains("Annotations") && !list.contains("ReadOnlyHint"), "{list}");
    client.close();
}

/// Approval requests of Hintsmith are shown on the same connection.
#[test]
fn a_question_of_the_server_is_shown_under_its_name() {
    let store = Store::new();
    let script = format!("{ROOT}/tests/servers/odd.mjs");
    let wrap = ["wrap", "--server", "odd", "--", "node", &script, "asks-back"];
    let mut client = StdioClient::spawn(store.command(&wrap));
    client.initialize();
    client.send(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#);
    let heard = |method: &str| loop {
        let line = parse_message(&client.receive());
        if line["method"] == method {
            break line["params"].clone();
        }
    };
    let named = "The MCP server “odd” asks (not Hintsmith):";
    assert_eq!(heard("sampling/createMessage")["systemPrompt"], named);
    assert_eq!(heard("elicitation/create")["message"], format!("{named}\n\nYour password?"));
    client.close();
}

#[test]
fn uncorrected_messages_are_unchanged_and_decisions_are_in_the_list() {
    let store = Store::new();
    let mut client = spawn_direct(&store);
    let (_, list, call) = (client.initialize(), client.list_tools(), client.request(CALL));
    client.close();

    // Without decisions, only inferred hints that make a client ask are added.
    let mut client = spawn_wrap(&store, &[]);
    client.initialize();
    let first = client.list_tools();
    assert_eq!(client.request(CALL), call);
    let delete = r#""annotations":{"title":"Delete Note","readOnlyHint":false,"destructiveHint":true}"#;
    assert!(first.contains(delete), "{first}");
    let (code, said) = client.close();
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("the spy is here"), "{said}");

    store.ok(&["set", "spy.get_note", "read-only=yes", "title=Read a note"]);
    let mut client = spawn_wrap(&store, &[]);
    client.initialize();
    let second = client.list_tools();
    let decided = r#""annotations":{"readOnlyHint":true,"x-kept":[1.0],"title":"Read a note"}"#;
    assert!(second.contains(decided), "{second}");
    for kept in [
        r#""x-kept":-0.0"#,
        r#""x-kept":9007199254740993"#,
        r#""x-kept":1e400"#,
        r#""_meta":{"x-kept":1e400}"#,
    ] {
        assert_eq!(second.matches(kept).count(), list.matches(kept).count(), "{kept}: {second}");
    }
    client.close();
}

const CALL: &str = r#"{"jsonrpc":"2.0","id":9007199254740993,"method":"tools/call","params":{"name":"get_note","arguments":{"id":"x"},"_meta":{"x-kept":1.0}}}"#;

#[test]
fn a_wrapped_server_is_stored_and_its_calls_are_logged_without_values() {
    let store = Store::new();
    let mut client = spawn_wrap(&store, &[]);
    client.initialize();
    client.list_tools();
    client.call_tool("get_note");
    client.close();
    let tools = store.json(&["tools", "--json", "server:spy"]);
    assert_eq!(tools.as_array().unwrap().len(), 3);
    let calls = store.json(&["calls", "--json"]);
    assert_eq!(calls[0]["tool"], "get_note");
    assert_eq!(calls[0]["verdict"], "allowed");
    assert_eq!(calls[0]["outcome"], "ok");
    assert_eq!(calls[0]["arguments"], json!([{"name": "id", "kind": "a string", "value": null}]));
    assert!(!store.data_contains("a secret"));

    // A client starting the server is not consent for us to start it.
    let before = received(&store);
    let run = store.run(&["scan", "spy"]);
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert!(run.stderr.contains("the command of spy is not confirmed"), "{}", run.stderr);
    assert!(run.stderr.contains("hintsmith edit spy -- COMMAND"), "{}", run.stderr);
    store.ok(&["scan"]);
    assert!(store.run(&["gateway", "spy"]).stderr.contains("is not confirmed"));
    assert_eq!(received(&store), before);
    let command = spy_command(&store);
    let edit: Vec<&str> =
        ["edit", "spy", "--yes", "--"].into_iter().chain(command.iter().map(String::as_str)).collect();
    store.ok(&edit);
    assert_ne!(received(&store), before);
}

#[test]
fn a_connected_client_is_notified_of_decisions_and_toolsets() {
    let store = Store::new();
    let mut client = spawn_wrap(&store, &[]);
    assert!(client.initialize().contains(r#""listChanged":true"#));
    assert_eq!(listed_names(&client.list_tools()).len(), 3);
    // The tools are stored in the background.
    wait_for(|| store.run(&["tools", "server:spy"]).stdout.contains("delete_note").then_some(()));
    store.ok(&["set", "spy.get_note", "title=Read a note"]);
    assert!(client.receive().contains("notifications/tools/list_changed"));
    assert!(client.list_tools().contains(r#""title":"Read a note""#));
    store.ok(&["toolset", "build", "daily", "spy.get_note", "--activate"]);
    assert!(client.receive().contains("notifications/tools/list_changed"));
    assert_eq!(listed_names(&client.list_tools()), ["get_note"]);
    // A hidden tool is unknown under any spelling, and its calls never reach the server.
    let before = received(&store);
    let unknown = client.call_tool("no_such_tool");
    for name in ["delete_note", "Delete_note", "delete_note "] {
        let mut refused = client.call_tool(name);
        let told = refused["error"]["message"].as_str().unwrap().replace(name, "no_such_tool");
        refused["error"]["message"] = told.into();
        assert_eq!(refused, unknown);
    }
    assert_eq!(received(&store), before);
    client.close();
}

#[test]
fn a_file_is_enough_and_no_store_is_created() {
    let store = Store::new();
    let decided = json!({"hintsmith": 4, "servers": {"spy": {"tools": {"get_note": {"annotations": {"title": "From a file"}}}}},
        "equipped": "daily", "toolsets": {"daily": {"tools": [{"tool": "spy.get_note"}]}}});
    let file = store.file("hintsmith.json", &decided.to_string());
    let mut client = spawn_wrap(&store, &["--file", &file]);
    client.initialize();
    let list = client.list_tools();
    assert_eq!(listed_names(&list), ["get_note"]);
    assert!(list.contains(r#""title":"From a file""#), "{list}");
    client.close();
    assert!(!store.data_dir().exists());
}

#[test]
fn invalid_arguments_are_reported_and_nothing_is_started() {
    let store = Store::new();
    let broken = store.file("hintsmith.json", "{");
    for (options, told) in [
        (vec!["--env", "gone"], "there is no environment named gone"),
        (vec!["--toolset", "gone"], "there is no toolset named gone"),
        (vec!["--file", &broken], "cannot be applied"),
        (vec!["--file", "/no/such/file"], "cannot be read"),
    ] {
        let (code, said) = spawn_wrap(&store, &options).close();
        assert_eq!(code, Some(3), "{said}");
        assert!(said.contains(told), "{said}");
    }
    assert_eq!(received(&store), "");
    let run = store.run(&["wrap", "--server", "x", "--", "/no/such/program"]);
    assert!(run.code == 3 && run.stderr.contains("/no/such/program cannot be started"), "{}", run.stderr);
}

#[test]
fn the_proxy_exits_with_its_server_and_leaves_no_process_behind() {
    let store = Store::new();
    let mut client = spawn_wrap(&store, &[]);
    client.initialize();
    client.list_tools();
    // The server exits during a call.
    let lost = client.call_tool("end");
    assert!(lost["error"]["message"].as_str().unwrap().contains("ended before responding"), "{lost}");
    assert_eq!(client.close().0, Some(7));

    // Terminated during a call: the server is stopped as well.
    let mut client = spawn_wrap(&store, &[]);
    client.initialize();
    client.list_tools();
    client.send(r#"{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"get_note","arguments":{"wait":true}}}"#);
    wait_for(|| received(&store).contains("\"wait\"").then_some(()));
    let words = store.path().join("heard").to_str().unwrap().to_owned();
    assert!(is_running(&words));
    Command::new("kill").arg(client.child.id().to_string()).status().unwrap();
    assert!(client.receive().contains("\"id\":5"));
    client.close();
    assert!(!is_running(&words));
}

fn wrap_command(store: &Store, server: &str, command: &[String]) -> Vec<String> {
    let program = env!("CARGO_BIN_EXE_hintsmith").to_owned();
    let data = store.data_dir().to_str().unwrap().to_owned();
    let ours = [
        program,
        "--data".to_owned(),
        data,
        "wrap".to_owned(),
        "--server".to_owned(),
        server.to_owned(),
        "--".to_owned(),
    ];
    [&ours, command].concat()
}

#[test]
fn the_typescript_sdk_gets_the_same_except_for_decisions() {
    let store = Store::new();
    let command = third_party_server("server-everything");
    let mut process = SdkProcess::start(Sdk::TypeScript);
    let direct = process.observe_session("", &command);
    let through = process.observe_session("", &wrap_command(&store, "all", &command));
    assert_eq!(through["calls"], direct["calls"]);
    assert_eq!(strip_server_name(&through["asked"]), direct["asked"]);

    store.ok(&["set", "all.echo", "title=Say it back", "read-only=yes"]);
    let mut decided = process.observe_session("", &wrap_command(&store, "all", &command));
    let tools = |seen: &Value| -> Vec<Value> { seen["tools"].as_array().unwrap().clone() };
    let echo = |seen: &Value| tools(seen).iter().position(|tool| tool["name"] == "echo").unwrap();
    let at = echo(&decided);
    assert_eq!(decided["tools"][at]["title"], "Say it back");
    assert_eq!(decided["tools"][at]["annotations"]["readOnlyHint"], true);
    decided["tools"][at] = through["tools"][echo(&through)].clone();
    assert_eq!(tools(&decided), tools(&through));
}

#[test]
fn the_python_sdk_gets_decisions_in_both_protocols() {
    let store = Store::new();
    let command = third_party_server("server-memory");
    let add: Vec<&str> =
        ["add", "memory", "--yes", "--"].into_iter().chain(command.iter().map(String::as_str)).collect();
    store.ok(&add);
    store.ok(&["set", "memory.read_graph", "title=Look at everything", "read-only=no"]);
    let entry = json!({"command": wrap_command(&store, "memory", &command), "call": ["read_graph"]});
    let mut older = entry.clone();
    older["mode"] = "legacy".into();
    for seen in crate::export_consumers::list_tools(&[entry, older]) {
        assert_eq!(seen["error"], Value::Null, "{seen}");
        let tool = crate::export_consumers::find_tool(&seen, "read_graph").unwrap();
        assert_eq!(tool["title"], "Look at everything");
        assert_eq!(tool["annotations"]["readOnlyHint"], false);
        assert!(seen["calls"]["read_graph"]["text"].as_str().unwrap().contains("entities"), "{seen}");
    }
}

#[test]
fn install_wraps_and_unwraps_a_server_in_a_client_configuration() {
    let store = Store::new();
    let home = store.path().to_str().unwrap().to_owned();
    let run = |arguments: &[&str]| {
        let output =
            store.command(arguments).env("HOME", &home).env("XDG_CONFIG_HOME", &home).output().unwrap();
        (
            output.status.code(),
            String::from_utf8(output.stdout).unwrap(),
            String::from_utf8(output.stderr).unwrap(),
        )
    };
    let text = "{\n  // mine\n  \"mcpServers\": {\n    \"notes\": { \"command\": \"npx\", \"args\": [\"-y\", \"x\"] }\n  }\n}\n";
    let file = store.file(".cursor/mcp.json", text);
    let read = || std::fs::read_to_string(&file).unwrap();

    // The change is shown first, and not made without confirmation.
    let (code, shown, _) = run(&["install", "cursor", "notes"]);
    assert!(code == Some(1) && shown.contains("\"wrap\""), "{shown}");
    assert_eq!(read(), text);

    let (code, _, said) = run(&["install", "cursor", "notes", "--yes"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("mcp.json.before-hintsmith"), "{said}");
    assert!(read().starts_with("{\n  // mine\n") && read().contains("\"--server\""), "{}", read());
    assert_eq!(std::fs::read_to_string(format!("{file}.before-hintsmith")).unwrap(), text);
    let imports: Value = serde_json::from_str(&run(&["import", "--dry-run", "--json"]).1).unwrap_or_default();
    assert!(!imports.to_string().contains("\"wrap\""), "{imports}");

    let (_, _, said) = run(&["install", "cursor", "notes", "--yes"]);
    assert!(said.contains("notes is already wrapped"), "{said}");
    assert_eq!(run(&["install", "cursor", "notes", "--undo", "--yes"]).0, Some(0));
    assert_eq!(read(), text);

    for (arguments, told) in [
        (["install", "cursor", "gone", "--yes"], "the file has no server named gone"),
        (["install", "zed", "notes", "--yes"], "no configuration of Zed was found"),
        (["install", "nobody", "notes", "--yes"], "there is no client named nobody"),
    ] {
        let (code, _, said) = run(&arguments);
        assert!(code >= Some(2) && said.contains(told), "{said}");
    }
}
