//! `hintsmith apply`: conflict resolution, preview, and completeness of the canonical file.

use serde_json::{Value, json};

use crate::support::Store;

const TOOL: &str = "demo.nc_notes_get_note";

/// A colleague's file: one decision that is new here, one that conflicts.
fn write_their_file(store: &Store) -> String {
    let tools = json!({"nc_notes_get_note": {"annotations": {"readOnlyHint": true, "title": "Read a note"}}});
    store.file("theirs.json", &json!({"hintsmith": 1, "servers": {"demo": {"tools": tools}}}).to_string())
}

/// The decided read-only hint and title of the tool.
fn decisions(store: &Store) -> (Option<bool>, Option<String>) {
    let file: Value = serde_json::from_str(&store.ok(&["export", "hintsmith"])).unwrap();
    let annotations = &file["servers"]["demo"]["tools"]["nc_notes_get_note"]["annotations"];
    (annotations["readOnlyHint"].as_bool(), annotations["title"].as_str().map(str::to_owned))
}

#[test]
fn prefer_resolves_conflicting_decisions() {
    for (prefer, title) in [("theirs", "Read a note"), ("ours", "Mine")] {
        let store = Store::with_demo();
        store.ok(&["set", TOOL, "title=Mine"]);
        let file = write_their_file(&store);
        store.ok(&["apply", &file, "--yes", "--prefer", prefer]);
        assert_eq!(decisions(&store), (Some(true), Some(title.to_owned())), "{prefer}");
        store.ok(&["undo"]);
        assert_eq!(decisions(&store), (None, Some("Mine".to_owned())), "{prefer}");
    }
}

#[test]
fn prefer_ask_needs_a_terminal() {
    let store = Store::with_demo();
    store.ok(&["set", TOOL, "title=Mine"]);
    let file = write_their_file(&store);
    let run = store.run(&["apply", &file, "--yes", "--prefer", "ask"]);
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert!(run.stderr.contains("--prefer ours or --prefer theirs"), "{}", run.stderr);
    assert_eq!(decisions(&store), (None, Some("Mine".to_owned())));
}

#[test]
fn changes_are_printed_as_json_and_not_applied_without_confirmation() {
    let store = Store::with_demo();
    store.ok(&["set", TOOL, "title=Mine"]);
    let file = write_their_file(&store);
    let run = store.run(&["apply", &file, "--json"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    let shown: Value = serde_json::from_str(&run.stdout).unwrap();
    let changes = shown["changes"].as_array().unwrap();
    let reported: Vec<_> = changes.iter().map(|c| (&c["field"], &c["before"], &c["after"])).collect();
    let [title, read_only] = ["title", "read-only"].map(Value::from);
    let [mine, read, yes] = ["Mine", "Read a note", "Yes"].map(Value::from);
    assert_eq!(reported, [(&title, &mine, &read), (&read_only, &Value::Null, &yes)]);
    assert_eq!(decisions(&store), (None, Some("Mine".to_owned())));
}

#[test]
fn a_decision_for_another_definition_is_shown_as_a_change() {
    let store = Store::with_demo();
    store.ok(&["set", TOOL, "read-only=yes"]);
    let other =
        json!({"nc_notes_get_note": {"fingerprint": "sha256:old", "annotations": {"readOnlyHint": true}}});
    let file =
        store.file("old.json", &json!({"hintsmith": 1, "servers": {"demo": {"tools": other}}}).to_string());
    let run = store.run(&["apply", &file]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stdout.contains("Yes, for another definition → Yes"), "{}", run.stdout);
    store.ok(&["apply", &file, "--prefer", "ours", "--yes"]);
    assert_eq!(store.run(&["apply", &file]).code, 1, "ours was kept");
}

#[test]
fn a_yaml_file_can_be_applied() {
    let store = Store::with_demo();
    let text = "hintsmith: 1\nservers:\n  demo:\n    tools:\n      # it only looks\n      nc_notes_get_note:\n        annotations:\n          readOnlyHint: true\n";
    let file = store.file("hintsmith.yaml", text);
    store.ok(&["apply", &file, "--yes"]);
    assert_eq!(decisions(&store), (Some(true), None));
}

#[test]
fn an_exported_file_is_complete_and_round_trips() {
    let store = Store::with_demo();
    store.ok(&["env", "add", "prod"]);
    store.ok(&["env", "add", "empty"]);
    store.ok(&["set", TOOL, "read-only=yes", "title=Read one", "--because", "it only looks"]);
    store.ok(&["set", TOOL, "parameter:note_id=The number", "--env", "prod"]);
    store.ok(&["rule", "add", "demo.*_list_*", "idempotent=yes", "--because", "lists only list"]);
    store.ok(&["toolset", "build", "daily", TOOL, "--activate"]);
    store.ok(&["note", "add", TOOL, "ask", "Ask first", "--toolset", "daily"]);
    store.ok(&["comment", TOOL, "Ask Ann"]);
    store.ok(&["review", "accept", "demo.nc_notes_delete_note"]);
    let file = store.ok(&["export", "hintsmith"]);
    assert!(file.contains("\"reviewed\""), "{file}");
    // With the server, and without it: then everything is applied once the server is added.
    let reviewed =
        |store: &Store| store.ok(&["tools", "is:reviewed", "--json"]).contains("nc_notes_delete_note");
    for (other, has_server) in [(Store::with_demo(), true), (Store::new(), false)] {
        let path = other.file("hintsmith.json", &file);
        other.ok(&["apply", &path, "--yes"]);
        assert_eq!(other.ok(&["export", "hintsmith"]), file);
        assert!(other.run(&["apply", &path]).stderr.contains("Nothing to change"));
        assert_eq!(reviewed(&other), has_server);
        other.ok(&["undo"]);
        assert!(!reviewed(&other));
        assert!(!other.ok(&["export", "hintsmith"]).contains("reviewed"));
    }
}
