//! Approval of calls: which calls run, which need approval, and that none runs without approval of exactly this
//! call.

use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdin, Stdio};

use serde_json::{Value, json};

use crate::support::{ROOT, Store, wait_for};
use crate::wrap::Client;

/// A store with a server that records every request it receives.
pub fn with_spy() -> Store {
    let store = Store::new();
    let heard = store.path().join("heard").to_str().unwrap().to_owned();
    store.ok(&["add", "spy", "--yes", "--", "node", &format!("{ROOT}/tests/servers/spy.mjs"), &heard]);
    std::fs::write(&heard, "").unwrap();
    store
}

/// The number of calls that reached the server.
pub fn calls(store: &Store) -> usize {
    let heard = std::fs::read_to_string(store.path().join("heard")).unwrap_or_default();
    heard.lines().filter(|line| line.contains("\"tools/call\"")).count()
}

pub fn wrapped(store: &Store, options: &[&str]) -> Client {
    let heard = store.path().join("heard").to_str().unwrap().to_owned();
    let server = ["node", &format!("{ROOT}/tests/servers/spy.mjs"), &heard];
    let wrap = [&["wrap", "--server", "spy"], options, &["--"], &server].concat();
    let mut client = Client::of(store.command(&wrap));
    client.begin();
    client.list();
    client
}

/// A terminal with `approvals --watch`, which can answer approval requests.
pub struct Person {
    child: Child,
    _input: Option<ChildStdin>,
}

impl Person {
    pub fn at(store: &Store) -> Self {
        let mut command = store.command(&["approvals", "--watch"]);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let input = child.stdin.take();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        assert!(lines.next().unwrap().unwrap().contains("Waiting for calls"));
        std::thread::spawn(move || lines.for_each(drop));
        Self { child, _input: input }
    }

    pub fn leave(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

fn ask(client: &mut Client, tool: &str, arguments: &Value) {
    let call = json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": tool, "arguments": arguments}});
    client.say(&call.to_string());
}

fn answer(client: &Client) -> Value {
    serde_json::from_str(&client.hear().replace("1e400", "1")).unwrap()
}

/// Waits for the pending approval request.
pub fn waiting(store: &Store) -> Value {
    wait_for(|| {
        let all = store.json(&["approvals", "--json"]);
        all.get(0).cloned()
    })
}

pub fn say(store: &Store, verb: &[&str]) {
    let id = waiting(store)["id"].to_string();
    store.ok(&[&["approvals", verb[0], &id], &verb[1..]].concat());
}

#[test]
fn a_call_runs_once_for_each_yes_and_a_no_never_reaches_the_server() {
    let store = with_spy();
    let person = Person::at(&store);
    let mut client = wrapped(&store, &["--ask"]);
    ask(&mut client, "delete_note", &json!({"id": "seven\u{202e}"}));
    let shown = waiting(&store);
    assert_eq!(
        (&shown["tool"], &shown["client"], &shown["through"]),
        (&json!("delete_note"), &json!("a"), &json!("wrap"))
    );
    assert_eq!(shown["arguments"], "{\"id\":\"seven\u{202e}\"}");
    assert_eq!(shown["behaviour"], "destructive");
    assert!(shown["sentences"][0].as_str().unwrap().contains("may make destructive changes"), "{shown}");
    assert!(store.ok(&["approvals"]).contains("‹U+202E›"));
    say(&store, &["deny"]);
    assert_eq!(answer(&client)["error"]["message"], "a person said no");
    assert_eq!(calls(&store), 0);

    ask(&mut client, "delete_note", &json!({"id": "seven"}));
    say(&store, &["allow"]);
    assert_eq!(answer(&client)["result"]["content"][0]["type"], "video");
    assert_eq!(calls(&store), 1);
    // The approval was for one call.
    ask(&mut client, "delete_note", &json!({"id": "seven"}));
    let again = waiting(&store);
    assert_ne!(again["nonce"], shown["nonce"]);
    say(&store, &["deny"]);
    answer(&client);
    assert_eq!(calls(&store), 1);
    // A request can be answered only once.
    let run = store.run(&["approvals", "allow", &again["id"].to_string()]);
    assert!(run.code == 3 && run.stderr.contains("waits"), "{}", run.stderr);
    assert_eq!(
        std::fs::read_dir(store.data().join("approvals")).unwrap().count(),
        1,
        "only who can answer is left"
    );
    client.leave();
    let log = store.json(&["calls", "--json"]);
    let said: Vec<(&str, &str)> = log
        .as_array()
        .unwrap()
        .iter()
        .map(|call| (call["verdict"].as_str().unwrap(), call["why"].as_str().unwrap()))
        .collect();
    assert_eq!(
        said,
        [
            ("denied", "a person said no"),
            ("allowed", "a person allowed it once"),
            ("denied", "a person said no")
        ]
    );
    person.leave();
}

#[test]
fn what_is_decided_and_wished_is_not_asked_about_and_a_guess_is() {
    let store = with_spy();
    let person = Person::at(&store);
    // get_note is read-only by inference only.
    let mut client = wrapped(&store, &["--ask", "--approve-read-only"]);
    ask(&mut client, "get_note", &json!({}));
    waiting(&store);
    say(&store, &["deny"]);
    answer(&client);
    store.ok(&["set", "spy.get_note", "read-only=yes"]);
    assert!(client.hear().contains("list_changed"));
    client.list();
    ask(&mut client, "get_note", &json!({}));
    assert!(answer(&client)["result"].is_object());
    client.leave();
    // Without the option, read-only calls need approval too; an approval for the session covers later calls.
    let mut client = wrapped(&store, &["--ask"]);
    ask(&mut client, "get_note", &json!({"id": 1}));
    assert_eq!(waiting(&store)["because"], "It only reads; read-only calls are asked about too");
    say(&store, &["allow", "--session"]);
    answer(&client);
    ask(&mut client, "get_note", &json!({"id": 2}));
    assert!(answer(&client)["result"].is_object());
    client.leave();
    // Another client is another session.
    let mut client = wrapped(&store, &["--ask"]);
    ask(&mut client, "get_note", &json!({"id": 2}));
    waiting(&store);
    say(&store, &["deny"]);
    answer(&client);
    client.leave();
    person.leave();
}

#[test]
fn an_idempotent_call_is_repeated_with_the_same_arguments_and_asked_about_with_others() {
    let store = with_spy();
    let person = Person::at(&store);
    store.ok(&["set", "spy.end", "read-only=no", "destructive=no", "idempotent=yes"]);
    store.ok(&["set", "spy.delete_note", "read-only=no", "destructive=no", "idempotent=yes"]);
    store.ok(&["preferences", "approval.retries=on"]);
    let mut client = wrapped(&store, &["--ask"]);
    ask(&mut client, "delete_note", &json!({"id": 1, "at": {"x": 1, "y": 2}}));
    say(&store, &["allow"]);
    answer(&client);
    // The same arguments in another order.
    ask(&mut client, "delete_note", &json!({"at": {"y": 2, "x": 1}, "id": 1}));
    assert!(answer(&client)["result"].is_object());
    assert_eq!(calls(&store), 2);
    ask(&mut client, "delete_note", &json!({"id": 2}));
    say(&store, &["deny"]);
    assert_eq!(answer(&client)["error"]["code"], 403);
    assert_eq!(calls(&store), 2);
    client.leave();
    person.leave();
}

#[test]
fn modes_hold_for_a_tool_a_server_and_a_toolset_and_a_blocked_tool_is_refused_without_asking() {
    let store = with_spy();
    store.ok(&["set", "spy.delete_note", "read-only=no", "destructive=no"]);
    assert!(
        store
            .ok(&["mode", "spy.delete_note"])
            .contains("inherit; a call is asked about: It changes something")
    );
    store.ok(&["mode", "spy.delete_note", "never-ask"]);
    store.ok(&["mode", "spy", "block", "--whole"]);
    // No approver is present, and none is needed.
    let mut client = wrapped(&store, &["--ask"]);
    ask(&mut client, "delete_note", &json!({}));
    assert!(answer(&client)["result"].is_object());
    ask(&mut client, "get_note", &json!({}));
    assert!(answer(&client)["error"]["message"].as_str().unwrap().contains("blocked"));
    client.leave();
    // Also in the mode where clients ask for approval themselves.
    let mut client = wrapped(&store, &[]);
    ask(&mut client, "get_note", &json!({}));
    assert!(answer(&client)["error"]["message"].as_str().unwrap().contains("blocked"));
    store.ok(&["undo"]);
    wait_for(|| (!store.ok(&["mode", "spy.get_note"]).contains("refused")).then_some(()));
    client.leave();
    assert_eq!(calls(&store), 1);
    let run = store.run(&["mode", "spy.delete_note", "sometimes"]);
    assert!(run.code == 3 && run.stderr.contains("is no mode"), "{}", run.stderr);
}

#[test]
fn it_fails_closed_when_nobody_is_there_or_goes_away_or_does_not_answer() {
    let store = with_spy();
    let mut client = wrapped(&store, &["--ask"]);
    ask(&mut client, "delete_note", &json!({}));
    let told = answer(&client)["error"]["message"].as_str().unwrap().to_owned();
    assert!(told.contains("nobody is there to approve it"), "{told}");
    // The hint how to change the policy goes to standard error for the user, not to the model.
    assert!(!told.contains("hintsmith "), "{told}");

    let person = Person::at(&store);
    ask(&mut client, "delete_note", &json!({}));
    waiting(&store);
    person.leave();
    assert_eq!(answer(&client)["error"]["message"], "whoever could have answered is gone");

    store.ok(&["preferences", "approval.patience=5"]);
    let person = Person::at(&store);
    ask(&mut client, "delete_note", &json!({}));
    let late = waiting(&store);
    assert_eq!(answer(&client)["error"]["message"], "nobody answered within 5 seconds");
    // Too late.
    assert_eq!(store.run(&["approvals", "allow", &late["id"].to_string()]).code, 3);
    // A cancelled call withdraws its approval request.
    ask(&mut client, "delete_note", &json!({}));
    waiting(&store);
    client.say(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#);
    wait_for(|| (store.json(&["approvals", "--json"]) == json!([])).then_some(()));
    // The policy of the tool changes while its approval is pending.
    ask(&mut client, "delete_note", &json!({}));
    waiting(&store);
    store.ok(&["mode", "spy.delete_note", "block"]);
    assert_eq!(calls(&store), 0);
    say(&store, &["deny"]);
    answer(&client);
    assert_eq!(calls(&store), 0);
    client.leave();
    person.leave();

    let mut client = wrapped(&store, &["--deny-destructive"]);
    ask(&mut client, "end", &json!({}));
    assert!(answer(&client)["error"]["message"].as_str().unwrap().contains("refused here"));
    client.leave();
}

#[test]
fn a_command_without_a_terminal_changes_no_policy_unless_it_was_allowed() {
    let store = with_spy();
    let run = |arguments: &[&str]| {
        let mut command = store.command(arguments);
        crate::support::Run::of(command.env_remove("HINTSMITH_UNATTENDED").output().unwrap())
    };
    for arguments in [
        &["set", "spy.delete_note", "destructive=no"][..],
        &["set-all", "server:spy", "destructive=no", "--yes", "--loosen"],
        &["rule", "add", "spy.*", "open-world=yes"],
        &["mode", "spy.delete_note", "never-ask"],
        &["preferences", "approval.unattended=on"],
        &["review", "accept", "spy.delete_note"],
        &["approvals", "allow", "1"],
        &["run", "spy.delete_note", "--yes"],
        &["undo"],
        &["toolset", "build", "notes", "spy.delete_note", "--equip"],
        &["note", "add", "spy.delete_note", "ids", "Ids are UUIDs."],
        &["note", "accept", "--all"],
        &["restore", "--yes"],
    ] {
        let refused = run(arguments);
        assert!(
            refused.code == 3 && refused.stderr.contains("there is no terminal"),
            "{arguments:?}: {}",
            refused.stderr
        );
    }
    assert_eq!(calls(&store), 0);
    // Reading commands change nothing.
    for arguments in [
        &["tools"][..],
        &["rule"],
        &["mode", "spy.delete_note"],
        &["approvals"],
        &["preferences"],
        &["toolset"],
        &["note", "proposed"],
    ] {
        assert_eq!(run(arguments).code, 0, "{arguments:?}");
    }
    store.ok(&["preferences", "approval.unattended=on"]);
    assert_eq!(run(&["set", "spy.delete_note", "destructive=no"]).code, 0);
}

#[cfg(target_os = "linux")]
#[test]
fn a_client_of_a_running_proxy_changes_no_policy() {
    let store = with_spy();
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
    let output = crate::support::Run::of(command.current_dir(store.path()).output().unwrap());
    drop(writer);
    assert!(output.stdout.contains("code 3"), "{} {}", output.stdout, output.stderr);
    assert!(
        output.stderr.contains("a client or server of a running proxy started this command"),
        "{}",
        output.stderr
    );
    assert!(!store.ok(&["mode", "spy.delete_note"]).contains("never-ask"));
}

/// A call whose arguments are nested so deeply that recursive parsing would overflow the stack. A message of one
/// client must not stop the gateway for all others.
#[test]
fn a_call_nested_beyond_any_stack_is_answered_and_the_proxy_stays() {
    let store = with_spy();
    let gateway = || {
        let mut client = Client::of(store.command(&["gateway", "spy", "--ask"]));
        client.begin();
        client.list();
        client
    };
    for mut client in [wrapped(&store, &["--ask"]), gateway()] {
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        let call = format!(
            r#"{{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{{"name":"delete_note","arguments":{{"a":{deep}}}}}}}"#
        );
        let refused: Value = serde_json::from_str(&client.ask(&call)).unwrap();
        assert!(refused["error"]["message"].as_str().unwrap().contains("nobody is there"), "{refused}");
        assert!(client.list().contains("delete_note"));
        client.leave();
    }
    assert_eq!(calls(&store), 0);
}
