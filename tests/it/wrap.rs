//! `hintsmith wrap` as a client sees it: the server with the decisions applied, and nothing else changed.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};

use crate::clients::{Sdk, SdkProcess, foreign, without_server};
use crate::support::{ROOT, Store, wait_for};

/// Time limit for a response on a busy machine.
const PATIENCE: Duration = Duration::from_secs(90);

/// A client for any program that speaks MCP over stdio.
pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Client {
    pub fn of(mut command: Command) -> Self {
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

    pub fn say(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    pub fn hear(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("a line in time")
    }

    pub fn ask(&mut self, line: &str) -> String {
        self.say(line);
        self.hear()
    }

    pub fn begin(&mut self) -> String {
        let ask = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}"#;
        let answer = self.ask(ask);
        self.say(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        answer
    }

    pub fn list(&mut self) -> String {
        self.ask(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#)
    }

    pub fn call(&mut self, tool: &str) -> Value {
        let ask = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": tool, "arguments": {"id": "a secret"}}});
        value(&self.ask(&ask.to_string()))
    }

    /// Closes the input and returns the exit code and standard error.
    pub fn leave(mut self) -> (Option<i32>, String) {
        drop(self.input.take());
        let output = self.child.wait_with_output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        // A call log sender that is not dropped would delay the exit of every proxy by seconds.
        assert!(!stderr.contains("storing them took too long"), "{stderr}");
        (output.status.code(), stderr)
    }
}

fn spy(store: &Store) -> Vec<String> {
    let heard = store.path().join("heard").to_str().unwrap().to_owned();
    ["node".to_owned(), format!("{ROOT}/tests/servers/spy.mjs"), heard].to_vec()
}

/// The requests that the server received.
fn heard(store: &Store) -> String {
    std::fs::read_to_string(store.path().join("heard")).unwrap_or_default()
}

fn wrapped(store: &Store, options: &[&str]) -> Client {
    let server = spy(store);
    let server: Vec<&str> = server.iter().map(String::as_str).collect();
    Client::of(store.command(&[&["wrap", "--server", "spy"], options, &["--"], &server].concat()))
}

fn direct(store: &Store) -> Client {
    let server = spy(store);
    let mut command = Command::new(&server[0]);
    command.args(&server[1..]);
    Client::of(command)
}

/// Parses a message after replacing numbers that a `Value` cannot hold.
fn value(message: &str) -> Value {
    serde_json::from_str(&message.replace("1e400", "1")).unwrap()
}

fn names(list: &str) -> Vec<String> {
    let list = value(list);
    let tools = list["result"]["tools"].as_array().unwrap().iter();
    tools.map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
}

/// True if a program with this text in its command line is running.
fn is_running(words: &str) -> bool {
    Command::new("pgrep").args(["-f", words]).output().unwrap().status.success()
}

/// A client with a case-insensitive JSON parser (such as Go's) would read these keys instead of the decided ones.
#[test]
fn a_decision_is_not_undone_by_another_spelling_of_its_key() {
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
    let mut client = Client::of(store.command(&["wrap", "--server", "s", "--", "node", &script]));
    client.begin();
    let list = client.list();
    assert!(list.contains(r#""name":"wipe""#), "{list}");
    assert!(!list.contains("Annotations") && !list.contains("ReadOnlyHint"), "{list}");
    client.leave();
}

/// Approval requests of Hintsmith are shown on the same connection.
#[test]
fn a_question_of_the_server_is_shown_under_its_name() {
    let store = Store::new();
    let script = format!("{ROOT}/tests/servers/odd.mjs");
    let wrap = ["wrap", "--server", "odd", "--", "node", &script, "asks-back"];
    let mut client = Client::of(store.command(&wrap));
    client.begin();
    client.say(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#);
    let heard = |method: &str| loop {
        let line = value(&client.hear());
        if line["method"] == method {
            break line["params"].clone();
        }
    };
    let named = "The MCP server “odd” asks (not Hintsmith):";
    assert_eq!(heard("sampling/createMessage")["systemPrompt"], named);
    assert_eq!(heard("elicitation/create")["message"], format!("{named}\n\nYour password?"));
    client.leave();
}

#[test]
fn what_is_not_corrected_arrives_byte_for_byte_and_what_was_decided_is_in_the_list() {
    let store = Store::new();
    let mut client = direct(&store);
    let (_, list, call) = (client.begin(), client.list(), client.ask(CALL));
    client.leave();

    // Without decisions, only inferred hints that make a client ask are added.
    let mut client = wrapped(&store, &[]);
    client.begin();
    let first = client.list();
    assert_eq!(client.ask(CALL), call);
    let delete = r#""annotations":{"title":"Delete Note","readOnlyHint":false,"destructiveHint":true}"#;
    assert!(first.contains(delete), "{first}");
    let (code, said) = client.leave();
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("the spy is here"), "{said}");

    store.ok(&["set", "spy.get_note", "read-only=yes", "title=Read a note"]);
    let mut client = wrapped(&store, &[]);
    client.begin();
    let second = client.list();
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
    client.leave();
}

const CALL: &str = r#"{"jsonrpc":"2.0","id":9007199254740993,"method":"tools/call","params":{"name":"get_note","arguments":{"id":"x"},"_meta":{"x-kept":1.0}}}"#;

#[test]
fn a_server_is_learned_as_its_tools_pass_and_what_is_called_is_written_down_without_values() {
    let store = Store::new();
    let mut client = wrapped(&store, &[]);
    client.begin();
    client.list();
    client.call("get_note");
    client.leave();
    let tools = store.json(&["tools", "--json", "server:spy"]);
    assert_eq!(tools.as_array().unwrap().len(), 3);
    let calls = store.json(&["calls", "--json"]);
    assert_eq!(calls[0]["tool"], "get_note");
    assert_eq!(calls[0]["verdict"], "allowed");
    assert_eq!(calls[0]["outcome"], "ok");
    assert_eq!(calls[0]["arguments"], json!([{"name": "id", "kind": "a string", "value": null}]));
    assert!(!store.holds("a secret"));

    // A client starting the server is not consent for us to start it.
    let before = heard(&store);
    let run = store.run(&["scan", "spy"]);
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert!(run.stderr.contains("nobody has agreed that spy is started here"), "{}", run.stderr);
    assert!(run.stderr.contains("hintsmith edit spy -- COMMAND"), "{}", run.stderr);
    store.ok(&["scan"]);
    assert!(store.run(&["gateway", "spy"]).stderr.contains("nobody has agreed"));
    assert_eq!(heard(&store), before);
    let command = spy(&store);
    let edit: Vec<&str> =
        ["edit", "spy", "--yes", "--"].into_iter().chain(command.iter().map(String::as_str)).collect();
    store.ok(&edit);
    assert_ne!(heard(&store), before);
}

#[test]
fn a_decision_reaches_a_connected_client_and_so_does_a_toolset() {
    let store = Store::new();
    let mut client = wrapped(&store, &[]);
    assert!(client.begin().contains(r#""listChanged":true"#));
    assert_eq!(names(&client.list()).len(), 3);
    // The tools are stored in the background.
    wait_for(|| store.run(&["tools", "server:spy"]).stdout.contains("delete_note").then_some(()));
    store.ok(&["set", "spy.get_note", "title=Read a note"]);
    assert!(client.hear().contains("notifications/tools/list_changed"));
    assert!(client.list().contains(r#""title":"Read a note""#));
    store.ok(&["toolset", "build", "daily", "spy.get_note", "--equip"]);
    assert!(client.hear().contains("notifications/tools/list_changed"));
    assert_eq!(names(&client.list()), ["get_note"]);
    // A hidden tool is unknown under any spelling, and its calls never reach the server.
    let before = heard(&store);
    let unknown = client.call("no_such_tool");
    for name in ["delete_note", "Delete_note", "delete_note "] {
        let mut refused = client.call(name);
        let told = refused["error"]["message"].as_str().unwrap().replace(name, "no_such_tool");
        refused["error"]["message"] = told.into();
        assert_eq!(refused, unknown);
    }
    assert_eq!(heard(&store), before);
    client.leave();
}

#[test]
fn a_file_alone_is_enough_and_no_store_is_made() {
    let store = Store::new();
    let decided = json!({"hintsmith": 4, "servers": {"spy": {"tools": {"get_note": {"annotations": {"title": "From a file"}}}}},
        "equipped": "daily", "toolsets": {"daily": {"tools": [{"tool": "spy.get_note"}]}}});
    let file = store.file("hintsmith.json", &decided.to_string());
    let mut client = wrapped(&store, &["--file", &file]);
    client.begin();
    let list = client.list();
    assert_eq!(names(&list), ["get_note"]);
    assert!(list.contains(r#""title":"From a file""#), "{list}");
    client.leave();
    assert!(!store.data().exists());
}

#[test]
fn what_cannot_be_wrapped_is_said_and_nothing_is_started() {
    let store = Store::new();
    let broken = store.file("hintsmith.json", "{");
    for (options, told) in [
        (vec!["--env", "gone"], "there is no environment named gone"),
        (vec!["--toolset", "gone"], "there is no toolset named gone"),
        (vec!["--file", &broken], "cannot be applied"),
        (vec!["--file", "/no/such/file"], "cannot be read"),
    ] {
        let (code, said) = wrapped(&store, &options).leave();
        assert_eq!(code, Some(3), "{said}");
        assert!(said.contains(told), "{said}");
    }
    assert_eq!(heard(&store), "");
    let run = store.run(&["wrap", "--server", "x", "--", "/no/such/program"]);
    assert!(run.code == 3 && run.stderr.contains("/no/such/program cannot be started"), "{}", run.stderr);
}

#[test]
fn the_proxy_ends_as_its_server_ends_and_leaves_no_process_behind() {
    let store = Store::new();
    let mut client = wrapped(&store, &[]);
    client.begin();
    // The server exits during a call.
    let lost = client.call("end");
    assert!(lost["error"]["message"].as_str().unwrap().contains("ended before it answered"), "{lost}");
    assert_eq!(client.leave().0, Some(7));

    // Terminated during a call: the server is stopped as well.
    let mut client = wrapped(&store, &[]);
    client.begin();
    client.say(r#"{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"get_note","arguments":{"wait":true}}}"#);
    wait_for(|| heard(&store).contains("\"wait\"").then_some(()));
    let words = store.path().join("heard").to_str().unwrap().to_owned();
    assert!(is_running(&words));
    Command::new("kill").arg(client.child.id().to_string()).status().unwrap();
    assert!(client.hear().contains("\"id\":5"));
    client.leave();
    assert!(!is_running(&words));
}

fn wrapping(store: &Store, server: &str, command: &[String]) -> Vec<String> {
    let program = env!("CARGO_BIN_EXE_hintsmith").to_owned();
    let data = store.data().to_str().unwrap().to_owned();
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
fn a_client_of_the_typescript_sdk_sees_the_same_but_for_what_was_decided() {
    let store = Store::new();
    let command = foreign("server-everything");
    let mut process = SdkProcess::start(Sdk::TypeScript);
    let direct = process.seen("", &command);
    let through = process.seen("", &wrapping(&store, "all", &command));
    assert_eq!(through["calls"], direct["calls"]);
    assert_eq!(without_server(&through["asked"]), direct["asked"]);

    store.ok(&["set", "all.echo", "title=Say it back", "read-only=yes"]);
    let mut decided = process.seen("", &wrapping(&store, "all", &command));
    let tools = |seen: &Value| -> Vec<Value> { seen["tools"].as_array().unwrap().clone() };
    let echo = |seen: &Value| tools(seen).iter().position(|tool| tool["name"] == "echo").unwrap();
    let at = echo(&decided);
    assert_eq!(decided["tools"][at]["title"], "Say it back");
    assert_eq!(decided["tools"][at]["annotations"]["readOnlyHint"], true);
    decided["tools"][at] = through["tools"][echo(&through)].clone();
    assert_eq!(tools(&decided), tools(&through));
}

#[test]
fn a_client_of_the_python_sdk_sees_what_was_decided_in_both_eras() {
    let store = Store::new();
    let command = foreign("server-memory");
    let add: Vec<&str> =
        ["add", "memory", "--yes", "--"].into_iter().chain(command.iter().map(String::as_str)).collect();
    store.ok(&add);
    store.ok(&["set", "memory.read_graph", "title=Look at everything", "read-only=no"]);
    let entry = json!({"command": wrapping(&store, "memory", &command), "call": ["read_graph"]});
    let mut older = entry.clone();
    older["mode"] = "legacy".into();
    for seen in crate::export_consumers::seen(&[entry, older]) {
        assert_eq!(seen["error"], Value::Null, "{seen}");
        let tool = crate::export_consumers::tool(&seen, "read_graph").unwrap();
        assert_eq!(tool["title"], "Look at everything");
        assert_eq!(tool["annotations"]["readOnlyHint"], false);
        assert!(seen["calls"]["read_graph"]["text"].as_str().unwrap().contains("entities"), "{seen}");
    }
}

#[test]
fn a_client_gets_the_wrapped_server_and_back_and_the_rest_of_its_file_stays() {
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
    assert!(said.contains("notes is wrapped already"), "{said}");
    assert_eq!(run(&["install", "cursor", "notes", "--undo", "--yes"]).0, Some(0));
    assert_eq!(read(), text);

    for (arguments, told) in [
        (["install", "cursor", "gone", "--yes"], "there is no server named gone in it"),
        (["install", "zed", "notes", "--yes"], "Zed has no configuration here"),
        (["install", "nobody", "notes", "--yes"], "there is no client named nobody"),
    ] {
        let (code, _, said) = run(&arguments);
        assert!(code == Some(3) && said.contains(told), "{said}");
    }
}
