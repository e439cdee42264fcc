//! Third-party clients through `hintsmith gateway`: the TypeScript and Python SDKs and the Inspector. They must get
//! the same as directly.

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::conformance::node_22;
use crate::support::{ROOT, Store, wait_for};

pub const TOKEN: &str = "a-token-of-a-test-and-long-enough";

/// The command of a third-party server.
pub fn third_party_server(name: &str) -> Vec<String> {
    let script =
        format!("{ROOT}/tests/servers/foreign/node_modules/@modelcontextprotocol/{name}/dist/index.js");
    vec!["node".to_owned(), script]
}

/// The SDK of a client, and the protocol it starts with.
#[derive(Debug, Clone, Copy)]
pub enum Sdk {
    TypeScript,
    Python,
    /// Tries the stateless protocol first.
    PythonAuto,
}

impl Sdk {
    fn mode(self) -> &'static str {
        if matches!(self, Self::Python) { "legacy" } else { "auto" }
    }
}

/// A process with an SDK, which takes longer to load than most sessions take. Each session is a new client.
pub struct SdkProcess {
    child: Child,
    sdk: Sdk,
    input: Option<ChildStdin>,
    output: Lines<BufReader<ChildStdout>>,
}

impl SdkProcess {
    pub fn start(sdk: Sdk) -> Self {
        let python = format!("{ROOT}/target/test-venv/bin/python");
        let (program, script) = match sdk {
            Sdk::TypeScript => ("node", "client.mjs"),
            Sdk::Python | Sdk::PythonAuto => (python.as_str(), "client.py"),
        };
        let mut child = Command::new(program)
            .arg(format!("{ROOT}/tests/servers/{script}"))
            .env("HINTSMITH_TOKEN", TOKEN)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, sdk, input, output }
    }

    /// Starts a session with a command or URL. Elicitations are answered with `elicit`, or declined without it.
    pub fn start_session(&mut self, calls: &[&str], target: &[String], elicit: Option<&str>) {
        let mut session = json!({"calls": calls, "target": target, "mode": self.sdk.mode()});
        if let Some(answer) = elicit {
            session["elicit"] = serde_json::from_str(answer).unwrap();
        }
        writeln!(self.input.as_ref().unwrap(), "{session}").unwrap();
    }

    /// Waits for the end of the session: the tools that the client received, results of its calls, and requests of
    /// the server.
    pub fn finish_session(&mut self) -> Value {
        let line = self.output.next().unwrap_or_else(|| panic!("{:?} has ended", self.sdk)).unwrap();
        let seen: Value = serde_json::from_str(&line).unwrap();
        assert!(seen.get("error").is_none(), "{:?}: {}", self.sdk, seen["error"].as_str().unwrap());
        seen
    }

    /// Runs a session and returns what the client received: tools, calls with progress, cancellation, sampling and
    /// elicitation. `prefix` precedes the names of server-everything's tools.
    pub fn observe_session(&mut self, prefix: &str, target: &[String]) -> Value {
        let calls = [
            r#"echo={"message":"hello"}"#,
            r#"trigger-long-running-operation={"duration":0.2,"steps":4}"#,
            r#"trigger-long-running-operation!={"duration":2,"steps":8}"#,
            r#"trigger-sampling-request={"prompt":"x","maxTokens":5}"#,
            "trigger-elicitation-request",
        ];
        let calls = calls.map(|call| format!("{prefix}{call}"));
        self.start_session(&calls.each_ref().map(String::as_str), target, None);
        let mut seen = self.finish_session();
        for call in seen["calls"].as_array_mut().unwrap() {
            // The last progress and the result arrive together, and the SDK may finish before it has counted all.
            call["progress"] = (call["progress"].as_u64().unwrap() > 0).into();
            call["name"] = call["name"].as_str().unwrap().trim_start_matches(prefix).into();
        }
        assert_eq!(seen["calls"][1]["progress"], true, "{seen}");
        assert!(seen["calls"][2]["failed"].as_str().unwrap().contains("enough"), "{seen}");
        assert_eq!(seen["asked"].as_array().unwrap().len(), 2, "{seen}");
        seen
    }
}

impl Drop for SdkProcess {
    fn drop(&mut self) {
        // Both exit when their standard input is closed; killing them would leave the server of a session behind.
        drop(self.input.take());
        let _ = self.child.wait();
    }
}

/// A store with one or both servers.
fn store_with_servers(names: &[&str]) -> Store {
    let store = Store::new();
    for (name, package) in names.iter().zip(["server-everything", "server-memory"]) {
        let command = third_party_server(package);
        let words = ["add", name, "--yes", "--"].into_iter().chain(command.iter().map(String::as_str));
        store.ok(&words.collect::<Vec<_>>());
    }
    store
}

/// `hintsmith gateway` as a command that a client starts.
pub fn gateway_command(store: &Store) -> Vec<String> {
    let program = env!("CARGO_BIN_EXE_hintsmith").to_owned();
    let data = store.data_dir().to_str().unwrap().to_owned();
    [program, "--data".to_owned(), data, "gateway".to_owned()].to_vec()
}

/// `hintsmith gateway --http`; stopped at the end of the test.
pub struct HttpGateway {
    child: Child,
    pub url: String,
}

impl HttpGateway {
    fn start(store: &Store) -> Self {
        Self::start_with(store, &[])
    }

    pub fn start_with(store: &Store, options: &[&str]) -> Self {
        let mut child = store
            .command(&[&["gateway", "--http", "127.0.0.1:0"], options].concat())
            .env("HINTSMITH_TOKEN", TOKEN)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let url = lines.find_map(|line| line.unwrap().strip_prefix("Serving at ").map(str::to_owned));
        std::thread::spawn(move || lines.for_each(drop));
        Self { child, url: url.expect("it says where it serves") }
    }
}

impl Drop for HttpGateway {
    fn drop(&mut self) {
        let _ = Command::new("kill").arg(self.child.id().to_string()).status();
        let _ = self.child.wait();
    }
}

/// The tools of server-everything that a client received through the gateway, with their original names.
fn tools_without_prefix(seen: &Value, prefix: &str) -> Vec<Value> {
    let tools = seen["tools"].as_array().unwrap().iter();
    let theirs = tools.filter_map(|tool| {
        let name = tool["name"].as_str()?.strip_prefix(prefix)?;
        // Over stdio the gateway adds tools of its own.
        if crate::agents::AGENT_TOOLS.contains(&name) {
            return None;
        }
        let mut tool = tool.clone();
        tool["name"] = name.into();
        Some(tool)
    });
    theirs.collect()
}

/// The requests that a client received, without the server name that the gateway puts before every elicitation.
pub fn strip_server_name(asked: &Value) -> Value {
    let mut asked = asked.clone();
    for question in asked.as_array_mut().unwrap() {
        if let Some(message) = question.get_mut("elicitation") {
            let text = message.as_str().unwrap();
            let own = text.strip_prefix("The MCP server “").and_then(|rest| rest.split_once(":\n\n"));
            *message = own.unwrap_or_else(|| panic!("{text}")).1.into();
        }
    }
    asked
}

fn assert_same_session(sdk: Sdk, through: &Value, direct: &Value, prefix: &str) {
    assert_eq!(through["calls"], direct["calls"], "{sdk:?}");
    assert_eq!(strip_server_name(&through["asked"]), direct["asked"], "{sdk:?}");
    let names =
        |tools: &[Value]| -> Vec<String> { tools.iter().map(|tool| tool["name"].to_string()).collect() };
    let (ours, theirs) = (tools_without_prefix(through, prefix), tools_without_prefix(direct, ""));
    assert_eq!(names(&ours), names(&theirs), "{sdk:?}");
    for (ours, theirs) in ours.iter().zip(&theirs) {
        for key in ["title", "inputSchema", "outputSchema", "_meta", "execution"] {
            assert_eq!(ours.get(key), theirs.get(key), "{sdk:?} {}", theirs["name"]);
        }
    }
}

#[test]
fn both_sdks_get_the_same_through_the_gateway_as_directly() {
    let store = store_with_servers(&["all"]);
    let served = HttpGateway::start(&store);
    for sdk in [Sdk::TypeScript, Sdk::Python, Sdk::PythonAuto] {
        let mut process = SdkProcess::start(sdk);
        let direct = process.observe_session("", &third_party_server("server-everything"));
        for target in [gateway_command(&store), vec![served.url.clone()]] {
            assert_same_session(sdk, &process.observe_session("", &target), &direct, "");
        }
    }
}

#[test]
fn both_sdks_see_several_servers_as_one() {
    let store = store_with_servers(&["all", "memory"]);
    let served = HttpGateway::start(&store);
    for sdk in [Sdk::TypeScript, Sdk::PythonAuto] {
        let mut process = SdkProcess::start(sdk);
        let direct = process.observe_session("", &third_party_server("server-everything"));
        for target in [gateway_command(&store), vec![served.url.clone()]] {
            let through = process.observe_session("all_", &target);
            assert_same_session(sdk, &through, &direct, "all_");
            assert!(
                tools_without_prefix(&through, "memory_").iter().any(|tool| tool["name"] == "read_graph"),
                "{sdk:?}"
            );
        }
    }
}

#[test]
fn a_legacy_client_uses_a_stateless_server() {
    let store = Store::new();
    let fixture = format!("{ROOT}/tests/conformance/upstream/server.mjs");
    store.ok(&["add", "new", "--yes", "--", "node", &fixture, "stdio", "modern"]);
    let served = HttpGateway::start(&store);
    let mut process = SdkProcess::start(Sdk::TypeScript);
    let calls = [
        "test_simple_text",
        "test_tool_with_progress",
        "test_input_required_result_elicitation",
        "test_input_required_result_multiple_inputs",
    ];
    for target in [gateway_command(&store), vec![served.url.clone()]] {
        process.start_session(&calls, &target, None);
        let seen = process.finish_session();
        assert!(seen["tools"].as_array().unwrap().len() > 20, "{seen}");
        assert_eq!(seen["calls"][0]["text"], "This is a simple text response for testing.");
        assert_eq!(seen["calls"][1]["progress"], 3, "{seen}");
        // The client got the elicitation in its protocol, and the server got the response in its own.
        assert_eq!(seen["calls"][2]["text"], "Hello, undefined!", "{seen}");
        let question = json!({"elicitation": "What is your name?"});
        assert_eq!(strip_server_name(&seen["asked"]), json!([question, question, {"sampling": 1}]), "{seen}");
    }
}

/// Output of the Inspector's command line for a method.
fn run_inspector(options: &[&str], target: &[String]) -> Value {
    let run = node_22("node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js")
        .arg("--cli")
        .args(options)
        .arg("--")
        .args(target)
        // A server that is left behind would hold the pipe open, and the test would wait for it.
        .stderr(Stdio::inherit())
        .output()
        .unwrap();
    let output = String::from_utf8_lossy(&run.stdout);
    serde_json::from_str(&output).unwrap_or_else(|_| panic!("{output}"))
}

/// True if a program with this text in its command line is running.
fn is_running(words: &str) -> bool {
    Command::new("pgrep").args(["-f", words]).output().unwrap().status.success()
}

#[test]
fn the_inspector_lists_and_calls_through_wrap_and_gateway_and_leaves_no_process_behind() {
    let store = store_with_servers(&["all"]);
    store.ok(&["set", "all.echo", "title=Say it back"]);
    // A path of its own distinguishes the processes of this test from others.
    let mark = store.path().join("marked").to_str().unwrap().to_owned();
    let mut command = third_party_server("server-everything");
    command.extend(["stdio".to_owned(), mark.clone()]);
    let data = store.data_dir().to_str().unwrap().to_owned();
    let ours = [env!("CARGO_BIN_EXE_hintsmith"), "--data", &data, "wrap", "--server", "all", "--"];
    let wrapped: Vec<String> = ours.iter().map(|word| (*word).to_owned()).chain(command).collect();
    let served = HttpGateway::start(&store);
    let token = format!("Authorization: Bearer {TOKEN}");
    for (options, target) in [
        (vec![], wrapped),
        (vec![], gateway_command(&store)),
        (vec!["--transport", "http", "--header", &token], vec![served.url.clone()]),
    ] {
        let list = run_inspector(&[options.as_slice(), &["--method", "tools/list"]].concat(), &target);
        let echo = list["tools"].as_array().unwrap().iter().find(|tool| tool["name"] == "echo").unwrap();
        assert_eq!(echo["title"], "Say it back", "{target:?}");
        let call = ["--method", "tools/call", "--tool-name", "echo", "--tool-arg", "message=hello"];
        let answer = run_inspector(&[options.as_slice(), &call].concat(), &target);
        assert_eq!(answer["content"], json!([{"type": "text", "text": "Echo: hello"}]), "{target:?}");
        // The server waits a minute for a response that never comes, and the Inspector not even five seconds.
        wait_for(|| (!is_running(&mark)).then_some(()));
    }
}
