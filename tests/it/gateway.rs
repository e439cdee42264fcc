//! `hintsmith gateway` as clients see it: several servers as one, over stdio and HTTP.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::{ROOT, Store, wait_for};
use crate::wrap::StdioClient;

/// A store with two servers that record their requests, and a decision about one tool.
fn store_with_spies() -> Store {
    let store = Store::new();
    for name in ["one", "two"] {
        let command = spy_command(&store, name);
        store
            .ok(&[&["add", name, "--yes", "--"], command.each_ref().map(String::as_str).as_slice()].concat());
        std::fs::write(&command[2], "").unwrap();
    }
    store.ok(&["set", "one.get_note", "title=Read a note", "read-only=yes"]);
    store
}

/// The command of a server that records its requests in the file of its name.
fn spy_command(store: &Store, name: &str) -> [String; 3] {
    let received = store.path().join(name).to_str().unwrap().to_owned();
    ["node".to_owned(), format!("{ROOT}/tests/servers/spy.mjs"), received]
}

/// The requests that a server received.
fn received(store: &Store, name: &str) -> String {
    std::fs::read_to_string(store.path().join(name)).unwrap_or_default()
}

/// A gateway over HTTP; stopped at the end of the test.
pub struct Gateway {
    child: Child,
    pub address: String,
}

pub const TOKEN: &str = "a-token-of-a-test-and-long-enough";

impl Gateway {
    fn start(store: &Store, arguments: &[&str]) -> Self {
        Self::start_with_token(store.command(&[&["gateway", "--listen", "127.0.0.1:0"], arguments].concat()))
    }

    pub fn start_with_token(mut command: Command) -> Self {
        command.env("HINTSMITH_TOKEN", TOKEN);
        Self::start_with_stored_token(command)
    }

    fn start_with_stored_token(mut command: Command) -> Self {
        let mut child = command.stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let address = loop {
            let line = lines.next().expect("it says where it serves").unwrap();
            if let Some(at) = line.strip_prefix("Serving at http://") {
                break at.trim_end_matches("/mcp").to_owned();
            }
        };
        std::thread::spawn(move || lines.for_each(drop));
        Self { child, address }
    }

    /// Sends a request with these headers and returns the raw response: status, headers, body.
    pub fn send(&self, headers: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(90))).unwrap();
        let head = format!(
            "POST /mcp HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n{headers}\r\n",
            body.len()
        );
        stream.write_all(format!("{head}{body}").as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    fn request(&self, session: Option<&str>, message: &Value) -> (String, Value) {
        let session = session.map_or(String::new(), |id| {
            format!("Mcp-Session-Id: {id}\r\nMCP-Protocol-Version: 2025-06-18\r\n")
        });
        let headers = format!(
            "Host: {}\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n{session}",
            self.address, TOKEN
        );
        let answer = self.send(&headers, &message.to_string());
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let start = body.find('{').map_or(body.len(), |at| at);
        let end = body.rfind('}').map_or(start, |at| at + 1);
        (head.to_owned(), serde_json::from_str(&body[start..end].replace("1e400", "1")).unwrap_or_default())
    }

    /// Sends a request of a client without a session (2026-07-28), which carries its version and capabilities.
    pub fn request_stateless(&self, message: &Value) -> Value {
        let mut message = message.clone();
        message["params"]["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
            "io.modelcontextprotocol/clientInfo": {"name": "a", "version": "1"},
        });
        let name = message["params"]["name"].as_str();
        let headers = format!(
            "Host: {}\r\nAuthorization: Bearer {TOKEN}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\nMcp-Method: {}\r\n{}",
            self.address,
            message["method"].as_str().unwrap(),
            name.map_or(String::new(), |name| format!("Mcp-Name: {name}\r\n")),
        );
        let answer = self.send(&headers, &message.to_string());
        let (start, end) = (answer.find('{').unwrap(), answer.rfind('}').unwrap());
        serde_json::from_str(&answer[start..=end].replace("1e400", "1")).unwrap()
    }

    /// Opens a session of the `initialize` protocol.
    fn open_session(&self) -> String {
        let hello = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "a test", "version": "1"}}});
        let (head, answer) = self.request(None, &hello);
        assert!(answer["result"]["capabilities"]["tools"]["listChanged"] == true, "{head} {answer}");
        let id = head
            .lines()
            .find_map(|line| line.to_ascii_lowercase().strip_prefix("mcp-session-id: ").map(str::to_owned));
        let id = id.unwrap_or_else(|| panic!("{head}"));
        self.request(Some(&id), &json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        id
    }
}

impl Drop for Gateway {
    fn drop(&mut self) {
        let _ = Command::new("kill").arg(self.child.id().to_string()).status();
        let _ = self.child.wait();
    }
}

fn tool_call(name: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": name, "arguments": {"id": "a secret"}}})
}

fn listed_names(list: &Value) -> Vec<&str> {
    list["result"]["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect()
}

const LIST_REQUEST: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;

/// The client decides by hints when to ask, and knows nothing of approval modes.
#[test]
fn a_tool_that_is_always_asked_about_waits_for_an_answer_without_ask() {
    let store = store_with_spies();
    store.ok(&["approval", "one.get_note", "always-ask"]);
    let mut client = StdioClient::spawn(store.command(&["gateway", "one"]));
    client.initialize();
    client.list_tools();
    let refused = client.call_tool("get_note");
    assert!(refused.get("result").is_none(), "{refused}");
    client.close();
    assert!(!received(&store, "one").contains("tools/call"), "no user could be asked");

    store.ok(&["approval", "one.get_note", "by-hints"]);
    let mut client = StdioClient::spawn(store.command(&["gateway", "one"]));
    client.initialize();
    client.list_tools();
    assert!(client.call_tool("get_note").get("result").is_some());
    client.close();
}

#[test]
fn several_servers_are_served_as_one_and_hidden_tools_are_unknown() {
    let store = store_with_spies();
    store.ok(&["toolset", "build", "daily", "one.get_note", "two.delete_note"]);
    let gateway = Gateway::start(&store, &["--toolset", "daily"]);
    let session = gateway.open_session();
    let (_, list) = gateway.request(Some(&session), &serde_json::from_str(LIST_REQUEST).unwrap());
    assert_eq!(listed_names(&list), ["one_get_note", "two_delete_note"]);
    assert_eq!(list["result"]["tools"][0]["title"], "Read a note");
    assert_eq!(list["result"]["tools"][0]["annotations"]["readOnlyHint"], true);

    let (_, answer) = gateway.request(Some(&session), &tool_call("two_delete_note"));
    assert_eq!(answer["result"]["content"][0]["type"], "video", "{answer}");
    let before = (received(&store, "one"), received(&store, "two"));
    let (_, unknown) = gateway.request(Some(&session), &tool_call("no_such_tool"));
    for name in ["one_delete_note", "ONE_get_note", "get_note", "two_get_note"] {
        let (_, mut refused) = gateway.request(Some(&session), &tool_call(name));
        let message = refused["error"]["message"].as_str().unwrap().replace(name, "no_such_tool");
        refused["error"]["message"] = message.into();
        assert_eq!(refused, unknown, "{name}");
    }
    assert_eq!((received(&store, "one"), received(&store, "two")), before);
    drop(gateway);
    let calls = store.json(&["calls", "--json"]);
    let allowed = calls.as_array().unwrap().iter().find(|call| call["verdict"] == "allowed").unwrap();
    assert_eq!((&allowed["server"], &allowed["tool"]), (&json!("two"), &json!("delete_note")));
    assert_eq!(allowed["client"], "a test");
    assert!(!store.data_contains("a secret"));
}

#[test]
fn requests_need_the_token_and_a_local_host_and_origin() {
    let store = store_with_spies();
    let gateway = Gateway::start(&store, &[]);
    let host = format!("Host: {}\r\n", gateway.address);
    let json_type = "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n";
    let bearer = format!("Authorization: Bearer {}\r\n", TOKEN);
    for (headers, status) in [
        (format!("{host}{json_type}"), "401"),
        (format!("{host}{json_type}Authorization: Bearer wrong-but-long-enough\r\n"), "401"),
        (format!("Host: evil.example\r\n{json_type}{bearer}"), "403"),
        (format!("{host}{json_type}{bearer}Origin: http://evil.example\r\n"), "403"),
        (format!("{host}{json_type}{bearer}Origin: null\r\n"), "403"),
        (format!("{host}Content-Type: text/plain\r\n{bearer}"), "415"),
    ] {
        let answer = gateway.send(&headers, LIST_REQUEST);
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{headers}: {answer}");
        assert!(!answer.to_ascii_lowercase().contains("access-control"), "{answer}");
    }
    assert_eq!(received(&store, "one") + &received(&store, "two"), "");
}

#[test]
fn a_token_is_generated_and_shown_once_and_stored_privately() {
    let store = store_with_spies();
    let output_of = |arguments: &[&str]| {
        let mut command = store.command(&[&["gateway", "--http", "127.0.0.1:0"], arguments].concat());
        let mut child = command.stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let mut all = String::new();
        while let Some(Ok(line)) = lines.next() {
            all.push_str(&line);
            all.push('\n');
            if line.starts_with("Serving at") {
                break;
            }
        }
        Command::new("kill").arg(child.id().to_string()).status().unwrap();
        child.wait().unwrap();
        all
    };
    let first = output_of(&[]);
    let file = store.data_dir().join("gateway-token");
    let stored_token = || std::fs::read_to_string(&file).unwrap().trim().to_owned();
    let token = stored_token();
    assert!(token.len() == 64 && first.contains(&token), "{first}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }
    assert!(!output_of(&[]).contains(&token));
    let renewed = output_of(&["--new-token"]);
    assert!(stored_token() != token && renewed.contains(&stored_token()), "{renewed}");
}

/// The old token may have leaked, and the process that renews it does not know every running gateway.
#[test]
fn a_renewed_token_ends_the_old_one_in_every_running_gateway() {
    let store = store_with_spies();
    let serve = |arguments: &[&str]| {
        let arguments = [&["gateway", "--listen", "127.0.0.1:0"], arguments].concat();
        Gateway::start_with_stored_token(store.command(&arguments))
    };
    let stored_token =
        || std::fs::read_to_string(store.data_dir().join("gateway-token")).unwrap().trim().to_owned();
    let is_accepted = |gateway: &Gateway, token: &str| {
        let headers = format!(
            "Host: {}\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n",
            gateway.address
        );
        !gateway.send(&headers, LIST_REQUEST).starts_with("HTTP/1.1 401")
    };
    let first = serve(&[]);
    let old = stored_token();
    assert!(is_accepted(&first, &old));
    let second = serve(&["--new-token"]);
    let new = stored_token();
    assert!(is_accepted(&second, &new) && !is_accepted(&second, &old));
    wait_for(|| (!is_accepted(&first, &old)).then_some(()));
    assert!(is_accepted(&first, &new));
    // Without the file no token is valid.
    std::fs::remove_file(store.data_dir().join("gateway-token")).unwrap();
    wait_for(|| (!is_accepted(&first, &new)).then_some(()));
}

#[test]
fn invalid_gateway_arguments_are_rejected_with_a_reason() {
    let store = store_with_spies();
    let list = store.file("list.json", r#"{"tools":[{"name":"a"}]}"#);
    store.ok(&["add", "saved", "--yes", "--file", &list]);
    for (arguments, told) in [
        (vec!["--http", "0.0.0.0:0"], "every network"),
        (vec!["--http", "[::]:0"], "every network"),
        (vec!["--http", "nonsense"], "is not an address"),
        (vec!["gone"], "there is no server named gone"),
        (vec!["saved"], "saved is a saved list, so its tools cannot be called"),
    ] {
        let run = store.run(&[&["gateway"], arguments.as_slice()].concat());
        assert!(run.code >= 2, "{}", run.stderr);
        assert!(run.stderr.contains(told), "{}", run.stderr);
    }
}

#[test]
fn a_stdio_client_is_notified_of_decisions_and_a_failing_server_is_isolated() {
    let store = store_with_spies();
    // The server fails; it is added all the same.
    store.run(&["add", "dead", "--yes", "--keep", "--", "node", "-e", "process.exit(3)"]);
    let mut child = store
        .command(&["gateway"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let (sender, lines) = std::sync::mpsc::channel();
    let output = BufReader::new(child.stdout.take().unwrap());
    std::thread::spawn(move || output.lines().map_while(Result::ok).all(|line| sender.send(line).is_ok()));
    let receive =
        || lines.recv_timeout(Duration::from_secs(90)).expect("a line in time").replace("1e400", "1");
    let hello = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}"#;
    writeln!(input, "{hello}").unwrap();
    assert!(receive().contains("\"id\":0"));
    writeln!(input, r#"{{"jsonrpc":"2.0","method":"notifications/initialized"}}"#).unwrap();
    let mut list = || {
        writeln!(input, "{LIST_REQUEST}").unwrap();
        loop {
            let line: Value = serde_json::from_str(&receive()).unwrap();
            if line["id"] == 1 {
                return line;
            }
        }
    };
    let first = list();
    // Six tools of the spies, and five agent tools.
    assert_eq!(listed_names(&first).len(), 6 + 5, "{first}");
    store.ok(&["set", "two.get_note", "title=Decided meanwhile"]);
    while !receive().contains("notifications/tools/list_changed") {}
    assert!(list().to_string().contains("Decided meanwhile"));
    drop(input);
    child.wait().unwrap();
}

/// Sends a call of a tool that no list has, through each way to a server, and returns what the server received of it.
#[test]
fn a_tool_that_is_not_listed_is_never_called() {
    let store = store_with_spies();
    let unknown = |answer: &Value| {
        assert_eq!(answer["error"]["message"], "Unknown tool: hidden_tool", "{answer}");
    };
    for servers in [["one"].as_slice(), &["one", "two"]] {
        // Over HTTP, before and after the client has listed the tools; a stateless client lists none.
        let gateway = Gateway::start(&store, servers);
        let session = gateway.open_session();
        unknown(&gateway.request(Some(&session), &tool_call("hidden_tool")).1);
        gateway.request(Some(&session), &serde_json::from_str(LIST_REQUEST).unwrap());
        unknown(&gateway.request(Some(&session), &tool_call("hidden_tool")).1);
        unknown(&gateway.request_stateless(&tool_call("hidden_tool")));
        // A tool that is listed is called, whether or not the client has listed it.
        let name = if servers.len() == 1 { "get_note" } else { "one_get_note" };
        assert!(gateway.request_stateless(&tool_call(name))["result"].is_object());
        let session = gateway.open_session();
        assert!(gateway.request(Some(&session), &tool_call(name)).1["result"].is_object());
    }
    let (one, two) = (spy_command(&store, "one"), spy_command(&store, "two"));
    let file = store.file("hintsmith.json", r#"{"hintsmith":1,"servers":{}}"#);
    let scanned =
        [&["wrap", "--server", "one", "--"], one.each_ref().map(String::as_str).as_slice()].concat();
    let from_file = ["wrap", "--server", "other", "--file", &file, "--"];
    let from_file = [&from_file, two.each_ref().map(String::as_str).as_slice()].concat();
    for command in [vec!["gateway", "one"], scanned, from_file] {
        let mut client = StdioClient::spawn(store.command(&command));
        client.initialize();
        unknown(&client.call_tool("hidden_tool"));
        client.list_tools();
        unknown(&client.call_tool("hidden_tool"));
        assert!(client.call_tool("get_note")["result"].is_object());
        client.close();
    }
    for name in ["one", "two"] {
        let received = received(&store, name);
        assert!(received.contains("get_note") && !received.contains("hidden_tool"), "{received}");
    }
}
