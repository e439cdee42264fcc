//! History: every change is one entry that can be undone and redone across processes, unless a newer change
//! conflicts.

use serde_json::{Value, json};

use crate::support::{Run, Store};

const TOOL: &str = "demo.nc_notes_delete_note";

/// Runs a command as another user of the same store.
fn as_user(store: &Store, user: &str, arguments: &[&str]) -> Run {
    Run::from_output(store.command(arguments).env("USER", user).output().unwrap())
}

fn tool_title(store: &Store) -> String {
    store.json(&["tools", "--json", "nc_notes_delete_note"])[0]["title"].as_str().unwrap().to_owned()
}

#[test]
fn undo_and_redo_cover_changes_of_other_processes() {
    let store = Store::with_demo();
    let first = tool_title(&store);
    for name in ["One", "Two", "Three"] {
        store.ok(&["set", TOOL, &format!("title={name}")]);
    }
    for expected in ["Two", "One", first.as_str()] {
        store.ok(&["undo"]);
        assert_eq!(tool_title(&store), expected);
    }
    for expected in ["One", "Two"] {
        store.ok(&["redo"]);
        assert_eq!(tool_title(&store), expected);
    }
    // A new change clears the redo stack.
    store.ok(&["set", TOOL, "idempotent=no"]);
    let run = store.run(&["redo"]);
    assert!(run.code == 3 && run.stderr.contains("nothing to redo"), "{}", run.stderr);
    store.ok(&["undo"]);
    store.ok(&["undo"]);
    assert_eq!(tool_title(&store), "One");
}

#[test]
fn a_change_of_several_fields_is_one_entry_with_before_and_after() {
    let store = Store::with_demo();
    store.ok(&["set", TOOL, "destructive=no", "title=Gone", "--because", "kept for a month"]);
    let entries = store.json(&["history", "--json"]);
    let entry = &entries[0];
    assert_eq!(entry["summary"], format!("{TOOL}: destructive No, title “Gone”"));
    assert_eq!((&entry["via"], &entry["undoable"]), (&json!("CLI"), &json!(true)));
    let change = entry["changes"]
        .as_array()
        .unwrap()
        .iter()
        .find(|change| change["subject"].as_str().unwrap().ends_with("destructive"));
    assert_eq!(change.unwrap()["after"], "No");
    assert_eq!(change.unwrap()["before"], Value::Null);
    store.ok(&["set", TOOL, "destructive=no", "title=Gone", "--because", "kept for a month"]);
    assert_eq!(store.json(&["history", "--json"])[0]["id"], entry["id"], "the same again is no change");
    store.ok(&["undo"]);
    assert_eq!(store.json(&["export", "hintsmith"])["servers"], json!({}));
}

#[test]
fn undo_never_overwrites_a_later_change_of_another_user() {
    let store = Store::with_demo();
    assert_eq!(as_user(&store, "anna", &["set", TOOL, "destructive=no"]).code, 0);
    assert_eq!(as_user(&store, "bert", &["set", TOOL, "destructive=yes"]).code, 0);
    let run = as_user(&store, "anna", &["undo"]);
    assert_eq!(run.code, 3);
    let expected = format!("destructive of {TOOL} was changed since by bert (entry");
    assert!(run.stderr.contains(&expected), "{}", run.stderr);
    assert!(run.stderr.contains("Nothing was changed."), "{}", run.stderr);
    let value = || store.json(&["explain", TOOL, "--json"])["fields"]["destructiveHint"]["value"].clone();
    assert_eq!(value(), true);
    // Bert can undo his change; then Anna can undo hers.
    assert_eq!(as_user(&store, "bert", &["undo"]).code, 0);
    assert_eq!(value(), false);
    assert_eq!(as_user(&store, "anna", &["undo"]).code, 0);
    let run = as_user(&store, "anna", &["undo"]);
    assert!(run.stderr.contains("there is nothing to undo"), "{}", run.stderr);
}

#[test]
fn server_changes_are_logged_but_only_settings_can_be_undone() {
    let store = Store::with_demo();
    store.ok(&["disable", "demo"]);
    store.ok(&["edit", "demo", "--yes", "--destructive", "broad"]);
    let server = || store.json(&["servers", "--json"])[0].clone();
    assert_eq!(server()["settings"]["destructive"], "broad");
    store.ok(&["undo"]);
    assert_eq!(server()["settings"]["destructive"], "narrow");
    assert_eq!(server()["enabled"], false);
    store.ok(&["undo"]);
    assert_eq!(server()["enabled"], true);
    store.ok(&["remove", "demo", "--yes"]);
    let entry = store.json(&["history", "--json"])[0].clone();
    assert_eq!((&entry["summary"], &entry["undoable"]), (&json!("removed the server demo"), &json!(false)));
    let run = store.run(&["undo", &entry["id"].to_string()]);
    assert!(run.code == 3 && run.stderr.contains("cannot be undone"), "{}", run.stderr);
}

#[test]
fn an_unknown_entry_number_is_rejected() {
    let store = Store::with_demo();
    store.ok(&["set", TOOL, "idempotent=no"]);
    let id = store.json(&["history", "--json"])[0]["id"].to_string();
    store.ok(&["undo", &id]);
    for (id, expected) in [(id.as_str(), "is already undone"), ("999", "there is no entry 999")] {
        let run = store.run(&["undo", id]);
        assert!(run.code == 3 && run.stderr.contains(expected), "{}", run.stderr);
    }
    let run = store.run(&["history", "999"]);
    assert!(run.code == 3 && run.stderr.contains("there is no entry 999"), "{}", run.stderr);
}

#[test]
fn undo_takes_back_the_newest_change_or_says_why_it_cannot() {
    let store = Store::with_demo();
    store.ok(&["set", TOOL, "title=Decided"]);
    // The server fails; it is added all the same.
    store.run(&["add", "other", "--yes", "--keep", "--", "node", "-e", "process.exit(3)"]);
    let run = store.run(&["undo"]);
    assert_eq!(tool_title(&store), "Decided", "an older change is not taken back in its place");
    assert!(run.code == 3 && run.stderr.contains("added the server other"), "{}", run.stderr);
    // The error names the previous change, which can be undone by its number.
    let id = run.stderr.split("`hintsmith undo ").nth(1).and_then(|rest| rest.split('`').next()).unwrap();
    store.ok(&["undo", id]);
    assert_ne!(tool_title(&store), "Decided");
}
