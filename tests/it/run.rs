//! Running a tool by hand: arguments, approval, result and history.

use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::approvals::{Approver, answer_request, call_count, store_with_spy, wait_for_request};
use crate::support::{ROOT, Store, wait_for};

/// The report of a run; a denied run has one too.
fn run_report(store: &Store, arguments: &[&str]) -> Value {
    let run = store.run(&[&["run"], arguments, &["--json"]].concat());
    serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{}{}", run.stdout, run.stderr))
}

fn store_with_demo() -> Store {
    let store = Store::new();
    store.ok(&["demo"]);
    store
}

#[test]
fn a_run_makes_one_call_and_shows_the_raw_result() {
    let store = store_with_spy();
    let report = run_report(&store, &["spy.delete_note", "id=seven", "--yes"]);
    assert_eq!((&report["verdict"], &report["outcome"]), (&json!("allowed"), &json!("ok")));
    // Numbers beyond the range of f64 are preserved.
    let raw = r#"{"content":[{"type":"video","x-kept":1e400}],"structuredContent":{"tools":[]}}"#;
    assert_eq!(report["raw"], raw);
    assert_eq!(
        report["content"][0],
        json!({"kind": "unknown", "json": r#"{"type":"video","x-kept":1e400}"#})
    );
    assert_eq!(report["structured"], r#"{"tools":[]}"#);
    assert_eq!(call_count(&store), 1);
    let heard = std::fs::read_to_string(store.path().join("heard")).unwrap();
    assert!(heard.contains(r#""arguments":{"id":"seven"}"#), "{heard}");

    // The printed command repeats the call.
    let words = shlex::split(report["command"].as_str().unwrap()).unwrap();
    let again: Vec<&str> = words[1..].iter().map(String::as_str).chain(["--yes"]).collect();
    store.ok(&again);
    assert_eq!(call_count(&store), 2);

    let log = store.json(&["calls", "--json"]);
    assert_eq!(log[0]["client"], "hintsmith run");
    assert_eq!(
        (&log[0]["tool"], &log[0]["why"]),
        (&json!("delete_note"), &json!("Confirmed when it was started"))
    );
    let view = store.json(&["run", "spy.delete_note", "--form", "--json"]);
    assert_eq!(view["recent"].as_array().unwrap().len(), 2);
    assert_eq!(view["recent"][0]["arguments"], r#"{"id":"seven"}"#);
}

#[test]
fn no_call_reaches_the_server_without_approval() {
    let store = store_with_spy();
    // No approver is present.
    let run = store.run(&["run", "spy.delete_note"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stderr.contains("hintsmith approvals --watch"), "{}", run.stderr);
    // An approver is present and denies, then allows.
    let person = Approver::start(&store);
    for (word, expected) in [("deny", 0), ("allow", 1)] {
        let running =
            store.command(&["run", "spy.delete_note", "id=x"]).stdout(Stdio::null()).spawn().unwrap();
        let asked = wait_for_request(&store);
        assert_eq!((&asked["origin"], &asked["arguments"]), (&json!("terminal"), &json!(r#"{"id":"x"}"#)));
        answer_request(&store, &[word]);
        assert_eq!(running.wait_with_output().unwrap().status.code(), Some(1 - expected));
        assert_eq!(call_count(&store), usize::try_from(expected).unwrap());
    }
    person.stop();
    // A blocked tool stays blocked, even with --yes.
    store.ok(&["approval", "spy.delete_note", "block"]);
    let refused = run_report(&store, &["spy.delete_note", "--yes"]);
    assert_eq!(refused["verdict"], "denied");
    assert!(refused["why"].as_str().unwrap().starts_with("The user blocked this tool"), "{refused}");
    // A tool decided as read-only runs without approval only if the preference allows it.
    store.ok(&["set", "spy.get_note", "read-only=yes"]);
    assert_eq!(run_report(&store, &["spy.get_note"])["verdict"], "denied");
    store.ok(&["preferences", "approval.read-only=on"]);
    assert_eq!(run_report(&store, &["spy.get_note"])["why"], "It is decided to be read-only");
    assert_eq!(call_count(&store), 2);
}

#[test]
fn a_cancelled_call_notifies_the_server() {
    let store = store_with_spy();
    let mut running = store
        .command(&["run", "spy.delete_note", "--args", r#"{"wait": true}"#, "--yes", "--anyway", "--json"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    wait_for(|| (call_count(&store) == 1).then_some(()));
    assert!(Command::new("kill").arg(running.id().to_string()).status().unwrap().success());
    let mut text = String::new();
    std::io::Read::read_to_string(running.stdout.as_mut().unwrap(), &mut text).unwrap();
    running.wait().unwrap();
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(report["outcome"], "cancelled");
    let heard = std::fs::read_to_string(store.path().join("heard")).unwrap();
    assert!(heard.contains("notifications/cancelled"), "{heard}");
}

#[test]
fn arguments_are_validated_before_anything_is_started() {
    let store = store_with_demo();
    for (given, part) in [
        (vec!["demo.nc_notes_get_note"], "/note_id: is required"),
        (vec!["demo.nc_notes_get_note", "--args", r#"{"note_id": "x"}"#], "/note_id"),
        (vec!["demo.nc_notes_get_note", "--args", "[1]"], "not an object"),
        (vec!["demo.nc_notes_get_note", "--args", "{"], "not JSON"),
        (vec!["demo.nc_notes_get_note", "--args", r#"{"note_id": 123456789012345678901234}"#], "too large"),
        (vec!["demo.nc_notes_get_note", "note_id=x"], "takes JSON"),
        (vec!["demo.nc_notes_get_note", "note_id"], "NAME=VALUE"),
        (vec!["demo.no_such_tool"], "no_such_tool"),
        (vec!["demo.nc_notes_get_note", "--saved", "nothing"], "there is no saved call named nothing"),
    ] {
        let run = store.run(&[&["run"], given.as_slice(), &["--yes"]].concat());
        assert!(run.code >= 2, "{given:?}: {}", run.stderr);
        assert!(run.stderr.contains(part), "{given:?}: {}", run.stderr);
    }
    assert_eq!(store.json(&["calls", "--json"]), json!([]));
    // Servers can be tested with invalid arguments, and their response is shown.
    let run = store.run(&["run", "demo.nc_notes_get_note", "--args", "{}", "--yes", "--anyway"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
}

#[test]
fn a_call_is_saved_by_name_without_secrets() {
    let store = store_with_demo();
    store.ok(&["run", "demo.nc_notes_get_note", "note_id=1", "--save", "first", "--yes"]);
    store.ok(&["run", "demo.nc_notes_get_note", "--saved", "first", "--yes"]);
    let view = store.json(&["run", "demo.nc_notes_get_note", "--form", "--json"]);
    assert_eq!(view["saved"][0]["arguments"], r#"{"note_id":1}"#);
    assert_eq!(view["saved"][0]["outdated"], false);
    store.ok(&["undo"]);
    assert_eq!(store.json(&["run", "demo.nc_notes_get_note", "--form", "--json"])["saved"], json!([]));

    let spy = store_with_spy();
    spy.ok(&[
        "run",
        "spy.delete_note",
        "--args",
        r#"{"id": "1", "api_key": "sk-1234567890abcdef"}"#,
        "--yes",
    ]);
    let recent = &spy.json(&["run", "spy.delete_note", "--form", "--json"])["recent"][0];
    assert_eq!((&recent["arguments"], &recent["redacted"]), (&json!(r#"{"id":"1"}"#), &json!(["api_key"])));
    let stored = std::fs::read(spy.database()).unwrap();
    assert!(!stored.windows(7).any(|part| part == b"sk-1234"), "the secret is in the store");
}

#[test]
fn a_tool_changed_since_the_scan_is_not_run() {
    let store = Store::new();
    let telling = format!("{ROOT}/tests/servers/telling.mjs");
    // The tool's description depends on the folder that the server is started in.
    store.ok(&["add", "t", "--yes", "--", "node", &telling]);
    let mut elsewhere = store.command(&["run", "t.update_note", "--yes"]);
    let run = elsewhere.current_dir(std::env::temp_dir()).output().unwrap();
    assert_eq!(run.status.code(), Some(1));
    let stderr = String::from_utf8_lossy(&run.stderr);
    assert!(stderr.contains("changed this tool after the last scan"), "{stderr}");
}

#[test]
fn a_saved_list_cannot_be_run() {
    let store = Store::new();
    let list = store.path().join("list.json");
    std::fs::write(&list, json!({"tools": [{"name": "t", "inputSchema": {"type": "object"}}]}).to_string())
        .unwrap();
    store.ok(&["add", "saved", "--yes", "--file", list.to_str().unwrap()]);
    let run = store.run(&["run", "saved.t", "--yes"]);
    assert!(run.code == 2 && run.stderr.contains("a saved list"), "{}", run.stderr);
}

#[test]
fn calling_twice_records_an_observation() {
    let store = store_with_demo();
    let twice = |arguments: &[&str]| {
        let run = store.run(&[&["run"], arguments, &["--twice", "--yes", "--json"]].concat());
        serde_json::from_str::<Value>(&run.stdout).unwrap_or_else(|_| panic!("{}", run.stderr))
    };
    // The second deletion finds nothing to delete.
    let deleted = twice(&["demo.nc_notes_delete_note", "note_id=1"]);
    assert_eq!(deleted["observation"]["verdict"], "differs", "{deleted}");
    // Two notes are created.
    let note = r#"{"title": "t", "content": "c", "category": "x"}"#;
    let created = twice(&[
        "demo.nc_notes_create_note",
        "--args",
        note,
        "--reader",
        "nc_notes_search_notes",
        "--reader-args",
        r#"{"query": "t"}"#,
    ]);
    assert_eq!(created["observation"]["verdict"], "differs", "{created}");
    assert!(
        created["observation"]["sentence"].as_str().unwrap().contains("nc_notes_search_notes"),
        "{created}"
    );
    let read = twice(&["demo.nc_notes_get_note", "note_id=2"]);
    assert_eq!(read["observation"]["verdict"], "same", "{read}");

    // The observation is shown beside the hint, changes nothing, and can be undone.
    let before = store.json(&["explain", "demo.nc_notes_create_note", "--json"]);
    assert_eq!(before["observations"][0]["verdict"], "differs");
    assert_ne!(before["fields"]["idempotentHint"]["layer"], "override");
    assert!(
        store.ok(&["explain", "demo.nc_notes_create_note"]).contains("after the first and the second call")
    );
    store.ok(&["undo"]);
    store.ok(&["undo"]);
    assert_eq!(store.json(&["explain", "demo.nc_notes_create_note", "--json"])["observations"], json!([]));
}

#[test]
fn the_log_is_written_only_to_a_new_file() {
    let store = store_with_spy();
    store.ok(&["run", "spy.delete_note", "--yes"]);
    store.run(&["run", "spy.get_note"]);
    let file = |name: &str| store.path().join(name).to_str().unwrap().to_owned();
    store.ok(&["calls", "--output", &file("calls.jsonl")]);
    let lines: Vec<Value> = std::fs::read_to_string(file("calls.jsonl"))
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 2);
    assert_eq!((&lines[0]["tool"], &lines[1]["verdict"]), (&json!("delete_note"), &json!("denied")));
    assert_eq!((&lines[0]["outcome"], &lines[1]["outcome"]), (&json!("ok"), &json!("error")));
    store.ok(&["calls", "--denied", "--output", &file("calls.csv")]);
    let table = std::fs::read_to_string(file("calls.csv")).unwrap();
    assert_eq!(table.lines().count(), 2, "{table}");
    // No character that a spreadsheet interprets as a formula.
    assert!(table.contains("destructive (assumed)") && !table.contains("'="), "{table}");
    assert!(
        table.starts_with("at,client,server,tool,hints,arguments,decision,why,outcome,ms\r\n"),
        "{table}"
    );
    let again = store.run(&["calls", "--output", &file("calls.csv")]);
    assert!(again.code == 3 && again.stderr.contains("already exists"), "{}", again.stderr);
}
