//! Approval of calls: which calls run, which need approval, and that none runs without approval of exactly this
//! call.

use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdin, Stdio};

use serde_json::{Value, json};

use crate::support::{ROOT, Store, wait_for};
use crate::wrap::StdioClient;

/// A store with a server that records every request it receives.
pub fn store_with_spy() -> Store {
    let store = Store::new();
    let heard = store.path().join("heard").to_str().unwrap().to_owned();
    store.ok(&["add", "spy", "--yes", "--", "node", &format!("{ROOT}/tests/servers/spy.mjs"), &heard]);
    std::fs::write(&heard, "").unwrap();
    store
}

/// The number of calls that reached the server.
pub fn call_count(store: &Store) -> usize {
    let heard = std::fs::read_to_string(store.path().join("heard")).unwrap_or_default();
    heard.lines().filter(|line| line.contains("\"tools/call\"")).count()
}

pub fn spawn_wrap(store: &Store, options: &[&str]) -> StdioClient {
    let heard = store.path().join("heard").to_str().unwrap().to_owned();
    let server = ["node", &format!("{ROOT}/tests/servers/spy.mjs"), &heard];
    let wrap = [&["wrap", "--server", "spy"], options, &["--"], &server].concat();
    let mut client = StdioClient::spawn(store.command(&wrap));
    client.initialize();
    client.list_tools();
    client
}

/// A terminal with `approvals --watch`, which can answer approval requests.
pub struct Approver {
    child: Child,
    _input: Option<ChildStdin>,
}

impl Approver {
    pub fn start(store: &Store) -> Self {
        let mut command = store.command(&["approvals", "--watch"]);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let input = child.stdin.take();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        assert!(lines.next().unwrap().unwrap().contains("Waiting for calls"));
        std::thread::spawn(move || lines.for_each(drop));
        Self { child, _input: input }
    }

    pub fn stop(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

fn send_call(client: &mut StdioClient, tool: &str, arguments: &Value) {
    let call = json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": tool, "arguments": arguments}});
    client.send(&call.to_string());
}

fn receive_response(client: &StdioClient) -> Value {
    serde_json::from_str(&client.receive().replace("1e400", "1")).unwrap()
}

/// Waits for the pending approval request.
pub fn wait_for_request(store: &Store) -> Value {
    wait_for(|| {
        let all = store.json(&["approvals", "--json"]);
        all.get(0).cloned()
    })
}

pub fn answer_request(store: &Store, verb: &[&str]) {
    let id = wait_for_request(store)["id"].to_string();
    store.ok(&[&["approvals", verb[0], &id], &verb[1..]].concat());
}

#[test]
fn an_approval_covers_one_call_and_a_denied_call_never_reaches_the_server() {
    let store = store_with_spy();
    let person = Approver::start(&store);
    let mut client = spawn_wrap(&store, &["--ask"]);
    send_call(&mut client, "delete_note", &json!({"id": "seven\u{202e}"}));
    let shown = wait_for_request(&store);
    assert_eq!(
        (&shown["tool"], &shown["client"], &shown["origin"]),
        (&json!("delete_note"), &json!("a"), &json!("wrap"))
    );
    assert_eq!(shown["arguments"], "{\"id\":\"seven\u{202e}\"}");
    assert_eq!(shown["behaviour"], "destructive");
    assert!(shown["sentences"][0].as_str().unwrap().contains("may make destructive changes"), "{shown}");
    assert!(store.ok(&["approvals"]).contains("‹U+202E›"));
    // As in the window, a destructive call is not allowed for the session while each one is confirmed.
    assert_eq!(shown["offersSession"], false);
    let refused = store.run(&["approvals", "allow", &shown["id"].to_string(), "--session"]);
    assert!(refused.code == 2 && refused.stderr.contains("approval.destructive"), "{}", refused.stderr);
    assert_eq!(wait_for_request(&store)["nonce"], shown["nonce"]);
    answer_request(&store, &["deny"]);
    assert_eq!(receive_response(&client)["error"]["message"], "denied by the user");
    assert_eq!(call_count(&store), 0);

    send_call(&mut client, "delete_note", &json!({"id": "seven"}));
    answer_request(&store, &["allow"]);
    assert_eq!(receive_response(&client)["result"]["content"][0]["type"], "video");
    assert_eq!(call_count(&store), 1);
    // The approval was for one call.
    send_call(&mut client, "delete_note", &json!({"id": "seven"}));
    let again = wait_for_request(&store);
    assert_ne!(again["nonce"], shown["nonce"]);
    answer_request(&store, &["deny"]);
    receive_response(&client);
    assert_eq!(call_count(&store), 1);
    // A request can be answered only once.
    let run = store.run(&["approvals", "allow", &again["id"].to_string()]);
    assert!(run.code == 3 && run.stderr.contains("is waiting for approval"), "{}", run.stderr);
    assert_eq!(
        std::fs::read_dir(store.data_dir().join("approvals")).unwrap().count(),
        1,
        "only who can answer is left"
    );
    client.close();
    let log = store.json(&["calls", "--json"]);
    let verdicts: Vec<(&str, &str)> = log
        .as_array()
        .unwrap()
        .iter()
        .map(|call| (call["verdict"].as_str().unwrap(), call["why"].as_str().unwrap()))
        .collect();
    assert_eq!(
        verdicts,
        [
            ("denied", "denied by the user"),
            ("allowed", "allowed once by the user"),
            ("denied", "denied by the user")
        ]
    );
    person.stop();
}

#[test]
fn decided_read_only_calls_can_skip_approval_and_inferred_ones_cannot() {
    let store = store_with_spy();
    let person = Approver::start(&store);
    // get_note is read-only by inference only.
    let mut client = spawn_wrap(&store, &["--ask", "--approve-read-only"]);
    send_call(&mut client, "get_note", &json!({}));
    wait_for_request(&store);
    answer_request(&store, &["deny"]);
    receive_response(&client);
    store.ok(&["set", "spy.get_note", "read-only=yes"]);
    assert!(client.receive().contains("list_changed"));
    client.list_tools();
    send_call(&mut client, "get_note", &json!({}));
    assert!(receive_response(&client)["result"].is_object());
    client.close();
    // The first call is asked about, although read-only calls run.
    store.ok(&["approval", "spy.get_note", "ask-first"]);
    let mut client = spawn_wrap(&store, &["--ask", "--approve-read-only"]);
    for (answer, reads) in [("allow", 1), ("", 2)] {
        let before = call_count(&store);
        send_call(&mut client, "get_note", &json!({"id": reads}));
        if answer == "allow" {
            assert_eq!(wait_for_request(&store)["because"], "The first call of this tool needs approval");
            assert_eq!(call_count(&store), before);
            answer_request(&store, &[answer]);
        }
        assert!(receive_response(&client)["result"].is_object());
    }
    client.close();
    store.ok(&["approval", "spy.get_note", "inherit"]);
    // Without the option, read-only calls need approval too; an approval for the session covers later calls.
    let mut client = spawn_wrap(&store, &["--ask"]);
    send_call(&mut client, "get_note", &json!({"id": 1}));
    assert_eq!(wait_for_request(&store)["because"], "It only reads, but read-only calls need approval too");
    answer_request(&store, &["allow", "--session"]);
    receive_response(&client);
    send_call(&mut client, "get_note", &json!({"id": 2}));
    assert!(receive_response(&client)["result"].is_object());
    client.close();
    // Another client is another session.
    let mut client = spawn_wrap(&store, &["--ask"]);
    send_call(&mut client, "get_note", &json!({"id": 2}));
    wait_for_request(&store);
    answer_request(&store, &["deny"]);
    receive_response(&client);
    client.close();
    person.stop();
}

#[test]
fn an_idempotent_call_can_be_retried_only_with_the_same_arguments() {
    let store = store_with_spy();
    let person = Approver::start(&store);
    store.ok(&["set", "spy.end", "read-only=no", "destructive=no", "idempotent=yes"]);
    store.ok(&["set", "spy.delete_note", "read-only=no", "destructive=no", "idempotent=yes"]);
    store.ok(&["preferences", "approval.retries=on"]);
    let mut client = spawn_wrap(&store, &["--ask"]);
    send_call(&mut client, "delete_note", &json!({"id": 1, "at": {"x": 1, "y": 2}}));
    answer_request(&store, &["allow"]);
    receive_response(&client);
    // The same arguments in another order.
    send_call(&mut client, "delete_note", &json!({"at": {"y": 2, "x": 1}, "id": 1}));
    assert!(receive_response(&client)["result"].is_object());
    assert_eq!(call_count(&store), 2);
    send_call(&mut client, "delete_note", &json!({"id": 2}));
    answer_request(&store, &["deny"]);
    assert_eq!(receive_response(&client)["error"]["code"], 403);
    assert_eq!(call_count(&store), 2);
    client.close();
    person.stop();
}

#[test]
fn approval_modes_apply_to_tools_servers_and_toolsets() {
    let store = store_with_spy();
    store.ok(&["set", "spy.delete_note", "read-only=no", "destructive=no"]);
    assert!(
        store
            .ok(&["approval", "spy.delete_note"])
            .contains("inherit; calls need approval: It changes something")
    );
    store.ok(&["approval", "spy.delete_note", "never-ask"]);
    store.ok(&["approval", "spy", "block", "--whole"]);
    // No approver is present, and none is needed.
    let mut client = spawn_wrap(&store, &["--ask"]);
    send_call(&mut client, "delete_note", &json!({}));
    assert!(receive_response(&client)["result"].is_object());
    send_call(&mut client, "get_note", &json!({}));
    assert!(receive_response(&client)["error"]["message"].as_str().unwrap().contains("blocked"));
    client.close();
    // Also in the mode where clients ask for approval themselves.
    let mut client = spawn_wrap(&store, &[]);
    send_call(&mut client, "get_note", &json!({}));
    assert!(receive_response(&client)["error"]["message"].as_str().unwrap().contains("blocked"));
    store.ok(&["undo"]);
    wait_for(|| (!store.ok(&["approval", "spy.get_note"]).contains("refused")).then_some(()));
    client.close();
    assert_eq!(call_count(&store), 1);
    let run = store.run(&["approval", "spy.delete_note", "sometimes"]);
    assert!(run.code == 2 && run.stderr.contains("is not an approval mode"), "{}", run.stderr);
}

#[test]
fn calls_are_denied_without_an_approver_or_an_answer_in_time() {
    let store = store_with_spy();
    let mut client = spawn_wrap(&store, &["--ask"]);
    send_call(&mut client, "delete_note", &json!({}));
    let message = receive_response(&client)["error"]["message"].as_str().unwrap().to_owned();
    assert!(message.contains("Hintsmith is not open"), "{message}");
    // The hint how to change the policy goes to standard error for the user, not to the model.
    assert!(!message.contains("hintsmith "), "{message}");

    let person = Approver::start(&store);
    send_call(&mut client, "delete_note", &json!({}));
    wait_for_request(&store);
    person.stop();
    assert_eq!(receive_response(&client)["error"]["message"], "the approver was closed before answering");

    store.ok(&["preferences", "approval.patience=5"]);
    let person = Approver::start(&store);
    send_call(&mut client, "delete_note", &json!({}));
    let late = wait_for_request(&store);
    assert_eq!(receive_response(&client)["error"]["message"], "not answered within 5 seconds");
    // Too late.
    assert_eq!(store.run(&["approvals", "allow", &late["id"].to_string()]).code, 3);
    // A cancelled call withdraws its approval request.
    send_call(&mut client, "delete_note", &json!({}));
    wait_for_request(&store);
    client.send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#);
    wait_for(|| (store.json(&["approvals", "--json"]) == json!([])).then_some(()));
    // The policy of the tool changes while its approval is pending.
    send_call(&mut client, "delete_note", &json!({}));
    wait_for_request(&store);
    store.ok(&["approval", "spy.delete_note", "block"]);
    assert_eq!(call_count(&store), 0);
    answer_request(&store, &["deny"]);
    receive_response(&client);
    assert_eq!(call_count(&store), 0);
    client.close();
    person.stop();

    let mut client = spawn_wrap(&store, &["--deny-destructive"]);
    send_call(&mut client, "end", &json!({}));
    assert!(
        receive_response(&client)["error"]["message"]
            .as_str()
            .unwrap()
            .contains("set to deny destructive calls")
    );
    client.close();
}

#[test]
fn a_command_without_a_terminal_changes_no_policy_unless_it_was_allowed() {
    let store = store_with_spy();
    let run = |arguments: &[&str]| {
        let mut command = store.command(arguments);
        crate::support::Run::from_output(command.env_remove("HINTSMITH_UNATTENDED").output().unwrap())
    };
    for arguments in [
        &["set", "spy.delete_note", "destructive=no"][..],
        &["set-all", "server:spy", "destructive=no", "--yes", "--loosen"],
        &["rule", "add", "spy.*", "open-world=yes"],
        &["approval", "spy.delete_note", "never-ask"],
        &["preferences", "approval.unattended=on"],
        &["review", "accept", "spy.delete_note"],
        &["approvals", "allow", "1"],
        &["run", "spy.delete_note", "--yes"],
        &["undo"],
        &["toolset", "build", "notes", "spy.delete_note", "--activate"],
        &["note", "add", "spy.delete_note", "ids", "Ids are UUIDs."],
        &["note", "accept", "--all"],
        &["restore", "--yes"],
    ] {
        let refused = run(arguments);
        assert!(
            refused.code == 3 && refused.stderr.contains("cannot be changed without a terminal"),
            "{arguments:?}: {}",
            refused.stderr
        );
    }
    assert_eq!(call_count(&store), 0);
    // Reading commands change nothing.
    for arguments in [
        &["tools"][..],
        &["rule"],
        &["approval", "spy.delete_note"],
        &["approvals"],
        &["preferences"],
        &["toolset"],
        &["note", "proposed"],
    ] {
        assert_eq!(run(arguments).code, 0, "{arguments:?}");
    }
    store.ok(&["preferences", "approval.unattended=on"]);
    assert_eq!(run(&["set", "spy.delete_note", "destructive=no"]).code, 0);
    store.ok(&["backup"]);
    let restored = run(&["restore", "--yes"]);
    assert_eq!(restored.code, 0, "{}", restored.stderr);
}

#[test]
fn a_mode_needs_a_tool_that_exists() {
    let store = Store::with_demo();
    let run = store.run(&["approval", "demo.delete_notee", "block"]);
    assert_eq!(run.code, 3);
    assert!(run.stderr.contains("delete_notee"), "{}", run.stderr);
    assert_eq!(store.run(&["approval", "nosuch.x", "block"]).code, 3);
    // Nothing was stored that a review would mention.
    assert!(!store.ok(&["review"]).contains("delete_notee"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_client_of_a_running_proxy_changes_no_policy() {
    let store = store_with_spy();
    let heard = store.path().join("heard").to_str().unwrap().to_owned();
    let hintsmith = env!("CARGO_BIN_EXE_hintsmith");
    // The shell is the client: it starts the proxy, waits until it runs, and then runs a command itself.
    let script = format!(
        "'{hintsmith}' wrap --server spy -- node '{ROOT}/tests/servers/spy.mjs' '{heard}' <&3 >/dev/null 2>&1 &
         until ls \"$HINTSMITH_DATA\"/proxies/*.json >/dev/null 2>&1; do :; done
         '{hintsmith}' mode spy.delete_note never-ask; echo \"code $?\""
    );
    let (reader, writer) = std::io::pipe().unwrap();
    let mut command = std::process::Command::new("sh");
    let own = store.command(&[]);
    command.args(["-c", &format!("exec 3<&0; {script}")]).stdin(reader);
    for (name, value) in own.get_envs().filter(|(name, _)| *name != "HINTSMITH_UNATTENDED") {
        command.env(name, value.unwrap());
    }
    let output = crate::support::Run::from_output(command.current_dir(store.path()).output().unwrap());
    drop(writer);
    assert!(output.stdout.contains("code 3"), "{} {}", output.stdout, output.stderr);
    assert!(
        output.stderr.contains("this command was started by a client or server of a running proxy"),
        "{}",
        output.stderr
    );
    assert!(!store.ok(&["approval", "spy.delete_note"]).contains("never-ask"));
}

/// A call whose arguments are nested so deeply that recursive parsing would overflow the stack. A message of one
/// client must not stop the gateway for all others.
#[test]
fn a_deeply_nested_call_does_not_crash_the_proxy() {
    let store = store_with_spy();
    let gateway = || {
        let mut client = StdioClient::spawn(store.command(&["gateway", "spy", "--ask"]));
        client.initialize();
        client.list_tools();
        client
    };
    for mut client in [spawn_wrap(&store, &["--ask"]), gateway()] {
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        let call = format!(
            r#"{{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{{"name":"delete_note","arguments":{{"a":{deep}}}}}}}"#
        );
        let refused: Value = serde_json::from_str(&client.request(&call)).unwrap();
        assert!(refused["error"]["message"].as_str().unwrap().contains("Hintsmith is not open"), "{refused}");
        assert!(client.list_tools().contains("delete_note"));
        client.close();
    }
    assert_eq!(call_count(&store), 0);
}
