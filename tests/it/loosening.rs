//! Loosening: a rule or bulk change that loosens declared hints needs a separate confirmation and is shown in
//! reports; accepting, applying a file, promoting and moving decisions as well.

use serde_json::{Value, json};

use crate::support::Store;

/// The demo declares its delete tools destructive.
const DELETES: &str = "demo.*_delete_*";
const ONE: &str = "demo.nc_notes_delete_note";

#[test]
fn a_loosening_rule_needs_confirmation_and_is_reported_in_exports() {
    let store = Store::with_demo();
    let run = store.run(&["rule", "add", DELETES, "read-only=yes"]);
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert!(run.stderr.contains("This loosens"), "{}", run.stderr);
    assert!(
        run.stderr.contains(&format!("{ONE}: read-only Yes, though the server declares destructive Yes")),
        "{}",
        run.stderr
    );
    assert!(run.stderr.contains("--loosen"), "{}", run.stderr);
    assert!(!store.ok(&["rule"]).contains("delete"));
    // A preview lists them and saves nothing.
    assert!(
        store.run(&["rule", "add", DELETES, "read-only=yes", "--dry-run"]).stderr.contains("This loosens")
    );
    // Of several hints, none is saved if one needs confirmation.
    assert_eq!(store.run(&["rule", "add", DELETES, "open-world=yes", "read-only=yes"]).code, 3);
    assert!(!store.ok(&["rule"]).contains("delete"));

    store.ok(&["rule", "add", DELETES, "read-only=yes", "--loosen"]);
    let report = store.run(&["export", "claude-code"]).stderr;
    assert!(report.contains("though the server declares destructive Yes"), "{report}");
    assert!(store.ok(&["explain", ONE]).contains("though the server declares destructive Yes"));
    // A disputed tool is not classified as safe.
    assert!(!store.ok(&["tools", "is:safe"]).contains("nc_notes_delete_note"));
    assert!(store.ok(&["tools", "hint:read-only"]).contains("nc_notes_delete_note"));
    assert!(store.ok(&["tools", "is:modifying"]).contains("nc_notes_delete_note"));
    // Tightening needs no confirmation.
    store.ok(&["rule", "add", "demo.*_get_*", "read-only=no"]);
}

#[test]
fn a_loosening_bulk_change_needs_confirmation() {
    let store = Store::with_demo();
    let run = store.run(&["set-all", "nc_notes_delete_note", "read-only=yes", "--yes"]);
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert!(run.stderr.contains("though the server declares destructive Yes"), "{}", run.stderr);
    assert!(store.json(&["export", "hintsmith"])["servers"].as_object().unwrap().is_empty());
    store.ok(&["set-all", "nc_notes_delete_note", "read-only=yes", "--yes", "--loosen"]);
    assert!(!store.json(&["export", "hintsmith"])["servers"].as_object().unwrap().is_empty());
}

#[test]
fn accepting_inferred_hints_sets_only_undeclared_ones() {
    let store = Store::with_demo();
    store.ok(&["set-all", "server:demo", "--inferred", "--yes"]);
    let decided = store.json(&["export", "hintsmith"])["servers"]["demo"]["tools"].clone();
    assert!(decided.as_object().unwrap().len() > 10, "{decided}");
    for (name, tool) in decided.as_object().unwrap().iter().take(20) {
        let detail = store.json(&["explain", &format!("demo.{name}"), "--json"]);
        for hint in tool["annotations"].as_object().unwrap().keys() {
            let shadows = &detail["fields"][hint]["shadows"];
            let is_declared = shadows.as_array().unwrap().iter().any(|shadow| shadow["layer"] == "declared");
            assert!(!is_declared, "{name} {hint}: {shadows}");
        }
    }
    // Replacing declared hints is a separate option.
    let run = store.run(&["set-all", "server:demo", "--inferred", "--replace-declared", "--dry-run"]);
    let changing = run.stderr.lines().find_map(|line| line.split_once(" of ")?.0.parse::<u32>().ok());
    assert!(changing > Some(0), "{}", run.stderr);
}

/// The effective read-only hint of a tool in an environment.
fn is_read_only(store: &Store, tool: &str, environment: &str) -> bool {
    let explained = store.json(&["explain", tool, "--json", "--env", environment]);
    explained["fields"]["readOnlyHint"]["value"].as_bool().unwrap()
}

/// Runs a command that is refused because it loosens, and then with `--loosen`.
fn assert_needs_confirmation(store: &Store, command: &[&str], expected: &str) {
    let before = store.json(&["history", "--json"]);
    let run = store.run(command);
    assert_eq!(run.code, 3, "{command:?}: {}", run.stderr);
    assert!(run.stderr.contains(expected) && run.stderr.contains("--loosen"), "{command:?}: {}", run.stderr);
    assert_eq!(store.json(&["history", "--json"]), before, "{command:?} changed something");
    store.ok(&[command, &["--loosen"]].concat());
    assert_ne!(store.json(&["history", "--json"]), before, "{command:?} changed nothing");
}

#[test]
fn promoting_decisions_that_loosen_needs_confirmation() {
    let store = Store::with_demo();
    for environment in ["dev", "prod"] {
        store.ok(&["env", "add", environment]);
    }
    store.ok(&["set", ONE, "read-only=yes", "--env", "dev"]);
    let promote = ["env", "promote", "dev", "prod", "--yes"];
    assert_needs_confirmation(
        &store,
        &promote,
        &format!("{ONE}: read-only Yes, though the server declares destructive Yes"),
    );
    assert!(is_read_only(&store, ONE, "prod") && !is_read_only(&store, ONE, "base"));
    // A rule counts as well, also when it is promoted into the base.
    store.ok(&["undo"]);
    store.ok(&["rule", "add", DELETES, "destructive=no", "--env", "dev", "--loosen"]);
    assert_needs_confirmation(&store, &["env", "promote", "dev", "base", "--yes"], "destructive No, though");
}

#[test]
fn applying_a_file_that_loosens_needs_confirmation() {
    let theirs = |content: Value| {
        let mut file = json!({"hintsmith": 1, "servers": {}});
        file.as_object_mut().unwrap().extend(content.as_object().unwrap().clone());
        file.to_string()
    };
    let hints = json!({"nc_notes_delete_note": {"annotations": {"readOnlyHint": true}}});
    let layer = json!({"servers": {"demo": {"tools": hints}}});
    for (content, expected) in [
        (layer.clone(), "read-only Yes, though the server declares destructive Yes"),
        (
            json!({"environments": {"prod": layer}}),
            "read-only Yes, though the server declares destructive Yes",
        ),
        (
            json!({"approvals": {"tools": {ONE: {"mode": "never-ask"}}}}),
            "nc_notes_delete_note: approval mode never-ask",
        ),
    ] {
        let store = Store::with_demo();
        let file = store.file("theirs.json", &theirs(content));
        assert_needs_confirmation(&store, &["apply", &file, "--yes"], expected);
    }
}

#[test]
fn changes_of_a_file_that_are_not_applied_need_no_confirmation() {
    let store = Store::with_demo();
    store.ok(&["set", ONE, "read-only=no"]);
    let tools = json!({"nc_notes_delete_note": {"annotations": {"readOnlyHint": true, "title": "Delete"}}});
    let file = json!({"hintsmith": 1, "servers": {"demo": {"tools": tools}}});
    let file = store.file("theirs.json", &file.to_string());
    store.ok(&["apply", &file, "--yes", "--prefer", "ours"]);
    assert_eq!(store.json(&["explain", ONE, "--json"])["fields"]["title"]["value"], "Delete");
    assert!(!is_read_only(&store, ONE, "base"));
}

/// A store with one tool of a server, whose list can be replaced.
fn store_with_tool(tool: &Value) -> Store {
    let store = Store::new();
    let path = store.file("list.json", &json!({ "tools": [tool] }).to_string());
    store.ok(&["add", "s", "--yes", "--file", &path]);
    store
}

#[test]
fn accepting_a_changed_tool_does_not_renew_a_decision_that_now_loosens() {
    let tool =
        |name: &str, description: &str| json!({"name": name, "description": description, "inputSchema": {}});
    let store = store_with_tool(&tool("sync", "Compares two folders."));
    store.ok(&["set", "s.sync", "read-only=yes"]);
    let mut changed = tool("sync", "Compares two folders and deletes what differs.");
    changed["annotations"] = json!({"destructiveHint": true});
    store.file("list.json", &json!({ "tools": [changed] }).to_string());
    store.ok(&["scan"]);
    assert!(!is_read_only(&store, "s.sync", "base"));
    assert_needs_confirmation(
        &store,
        &["review", "accept", "s.sync"],
        "s.sync: read-only Yes, though the server declares destructive Yes",
    );
    assert!(is_read_only(&store, "s.sync", "base"));
}

#[test]
fn accepting_a_declaration_against_strong_evidence_needs_confirmation() {
    let mut tool = json!({"name": "delete_note", "description": "Deletes a note.", "inputSchema": {}});
    tool["annotations"] = json!({"readOnlyHint": true});
    let store = store_with_tool(&tool);
    assert_needs_confirmation(
        &store,
        &["review", "accept", "s.delete_note"],
        "read-only Yes, though No is inferred",
    );
}

#[test]
fn a_renamed_tool_gets_a_loosening_decision_only_with_confirmation() {
    let tool = json!({"name": "get_note", "description": "Reads one note by its number.", "inputSchema": {}});
    let store = store_with_tool(&tool);
    store.ok(&["set", "s.get_note", "read-only=yes"]);
    let mut renamed = tool.clone();
    renamed["name"] = json!("read_note");
    renamed["annotations"] = json!({"destructiveHint": true});
    store.file("list.json", &json!({ "tools": [renamed] }).to_string());
    store.ok(&["scan"]);
    assert_needs_confirmation(
        &store,
        &["review", "move", "s.get_note", "read_note"],
        "s.read_note: read-only Yes, though the server declares destructive Yes",
    );
}

#[test]
fn accepting_all_agreeing_tools_shows_what_it_does_and_asks() {
    let store = Store::with_demo();
    let run = store.run(&["review", "accept", "--agreeing"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(
        run.stdout.contains("demo.nc_notes_get_note") && run.stdout.contains("read-only"),
        "{}",
        run.stdout
    );
    assert!(run.stderr.contains("use --yes"), "{}", run.stderr);
    assert_eq!(store.json(&["review", "--json"])["reviewed"], 0);
}
