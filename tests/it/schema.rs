//! `docs/hintsmith.schema.json` matches the implementation: exported files validate, and rejected files do not.

use std::process::Command;

use serde_json::{Value, json};

use crate::support::{ROOT, Store};

/// Validates a document with a third-party validator.
fn is_valid(store: &Store, document: &Value) -> bool {
    let path = store.file("document.json", &document.to_string());
    let python = format!("{ROOT}/target/test-venv/bin/python");
    let script = "import json, sys, jsonschema\n\
                  schema, document = (json.load(open(path)) for path in sys.argv[1:])\n\
                  jsonschema.Draft202012Validator.check_schema(schema)\n\
                  sys.exit(0 if jsonschema.Draft202012Validator(schema).is_valid(document) else 7)";
    let schema = format!("{ROOT}/docs/hintsmith.schema.json");
    let run = Command::new(&python).args(["-c", script, &schema, &path]).output();
    let run = run.unwrap_or_else(|error| panic!("{python}: {error}; `make test` installs it"));
    let code = run.status.code();
    assert!(code == Some(0) || code == Some(7), "{}", String::from_utf8_lossy(&run.stderr));
    code == Some(0)
}

/// An export with data in every section.
fn export_everything(store: &Store) -> Value {
    let tool = "demo.nc_notes_get_note";
    store.ok(&["env", "add", "prod"]);
    store.ok(&["set", tool, "read-only=yes", "title=Read one", "--because", "it only looks"]);
    store.ok(&["set", tool, "parameter:note_id=The number", "description=Reads one note."]);
    store.ok(&["set", tool, "open-world=yes", "--env", "prod"]);
    store.ok(&["rule", "add", "demo.*_list_*", "idempotent=yes", "--because", "lists only list"]);
    store.ok(&[
        "toolset",
        "build",
        "daily",
        tool,
        "#0123456789abcdef",
        "--description",
        "For the day",
        "--activate",
    ]);
    store.ok(&["note", "add", tool, "ask", "Ask first", "--toolset", "daily"]);
    store.ok(&["comment", tool, "Ask Ann"]);
    store.ok(&["review", "accept", tool]);
    store.ok(&["approval", tool, "never-ask"]);
    store.ok(&["approval", "demo.nc_notes_delete_note", "block"]);
    serde_json::from_str(&store.ok(&["export", "hintsmith"])).unwrap()
}

#[test]
fn exported_files_match_the_published_schema() {
    let store = Store::with_demo();
    let document = export_everything(&store);
    assert_eq!(document["hintsmith"], 7);
    assert!(is_valid(&store, &document), "{document:#}");
    assert!(is_valid(&store, &json!({"hintsmith": 1, "servers": {}})));
}

#[test]
fn rejected_files_do_not_match_the_schema() {
    let store = Store::with_demo();
    let valid = export_everything(&store);
    for (pointer, value) in [
        ("/hintsmith", json!(9)),
        ("/approvals/tools/demo.nc_notes_delete_note/mode", json!("sometimes")),
        ("/reviewed/demo.nc_notes_get_note", json!(true)),
        ("/servers/demo/tools/nc_notes_get_note/annotations/readOnlyHint", json!("yes")),
        ("/servers/demo/tools/nc_notes_get_note/parameters/note_id", json!("")),
        ("/servers/demo/tools/nc_notes_get_note/description", json!("")),
        ("/toolsets/daily/tools/0", json!({})),
        ("/notes/demo.nc_notes_get_note/0/name", json!("Not a name")),
        ("/notes/demo.nc_notes_get_note/0/text", json!("x".repeat(2_001))),
    ] {
        let mut document = valid.clone();
        *document.pointer_mut(pointer).unwrap() = value;
        assert!(!is_valid(&store, &document), "{pointer}");
        let path = store.file("wrong.json", &document.to_string());
        assert_eq!(store.run(&["apply", &path, "--yes"]).code, 3, "{pointer}");
    }
}
