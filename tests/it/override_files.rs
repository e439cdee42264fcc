//! `hintsmith import overrides`: preview, consent, undo, and what is skipped.

use serde_json::{Value, json};

use crate::support::Store;

/// A store with a server of three tools, of which one declares that it deletes.
fn store() -> Store {
    let store = Store::new();
    let tool = |name: &str, annotations: Value| {
        let schema = json!({"type": "object", "properties": {"id": {"type": "integer"}}});
        json!({"name": name, "description": "Does it.", "inputSchema": schema, "annotations": annotations})
    };
    let tools = [
        tool("get_note", json!({})),
        tool("edit_note", json!({})),
        tool("delete_note", json!({"readOnlyHint": false, "destructiveHint": true})),
    ];
    let list = store.file("list.json", &json!({"tools": tools}).to_string());
    store.ok(&["add", "notes", "--yes", "--file", &list]);
    store
}

fn decisions(store: &Store) -> Value {
    serde_json::from_str(&store.ok(&["export", "hintsmith"])).unwrap()
}

#[test]
fn overrides_are_previewed_imported_and_undone_at_once() {
    let store = store();
    let before = decisions(&store);
    let file = store.file(
        "vmcp.yaml",
        "aggregation:\n  tools:\n    - workload: Notes\n      filter: [get_note, edit_not]\n      overrides:\n        \
         get_note: {name: read, description: Reads a note., annotations: {title: Read note, openWorldHint: true}}\n",
    );
    let preview = store.run(&["import", "overrides", &file]);
    assert_eq!(preview.code, 1, "{}", preview.stderr);
    assert!(preview.stdout.contains("Read note"), "{}", preview.stdout);
    for expected in [
        "Overrides of ToolHive: 4 decisions",
        "skipped: Notes.get_note name: tools keep the names of their server",
        "skipped: notes.edit_not: the server has no such tool. Did you mean edit_note?",
        "nothing was changed; use --yes to import without confirmation",
    ] {
        assert!(preview.stderr.contains(expected), "{expected}: {}", preview.stderr);
    }
    assert_eq!(store.run(&["import", "overrides", &file, "--dry-run"]).code, 0);
    assert_eq!(decisions(&store), before);

    let imported = store.run(&["import", "overrides", &file, "--yes"]);
    assert_eq!(imported.code, 0, "{}", imported.stderr);
    assert!(imported.stderr.contains("hintsmith toolset activate toolhive"), "{}", imported.stderr);
    let after = decisions(&store);
    let tool = &after["servers"]["notes"]["tools"]["get_note"];
    assert_eq!(tool["annotations"], json!({"openWorldHint": true, "title": "Read note"}));
    assert_eq!(after["toolsets"]["toolhive"]["tools"].as_array().unwrap().len(), 1);
    let again = store.run(&["import", "overrides", &file, "--yes"]);
    assert!(again.stderr.contains("the store has all decisions already"), "{}", again.stderr);

    store.ok(&["undo"]);
    assert_eq!(decisions(&store), before);
}

#[test]
fn what_a_file_loosens_needs_confirmation_and_what_it_tightens_does_not() {
    let store = store();
    let rules = |list: &str, rule: &str| {
        store.file(&format!("{list}.json"), &json!({"permissions": {list: [rule]}}).to_string())
    };
    let text = json!({"permissions": {"ask": ["mcp__notes__get_note"], "deny": ["mcp__notes__delete_note"]}});
    store.ok(&["import", "overrides", &store.file("tight.json", &text.to_string()), "--yes"]);
    let modes = |store: &Store| decisions(store)["approvals"]["tools"].clone();
    let tightened = modes(&store);
    assert_eq!(tightened["notes.delete_note"]["mode"], "block");

    // A mode that is not loose by itself loosens if it replaces a stricter one.
    for file in [rules("allow", "mcp__notes__edit_note"), rules("ask", "mcp__notes__delete_note")] {
        let refused = store.run(&["import", "overrides", &file, "--yes"]);
        assert_eq!(refused.code, 3, "{}", refused.stderr);
        assert!(
            refused.stderr.contains("This loosens") && refused.stderr.contains("--loosen"),
            "{}",
            refused.stderr
        );
        assert_eq!(modes(&store), tightened);
        store.ok(&["import", "overrides", &file, "--yes", "--loosen"]);
        store.ok(&["undo"]);
    }
    let hints = store.file("hub.toml", "[servers.notes.tools.overrides.delete_note]\ndestructive = false\n");
    let refused = store.run(&["import", "overrides", &hints, "--yes"]);
    assert!(refused.code == 3 && refused.stderr.contains("--loosen"), "{}", refused.stderr);
}

#[test]
fn an_exported_permission_file_gives_the_same_file_after_its_import() {
    let store = store();
    store.ok(&["set", "notes.get_note", "read-only=yes"]);
    store.ok(&["approval", "notes.delete_note", "block"]);
    let exported = store.ok(&["export", "claude-code"]);
    assert!(exported.contains("mcp__notes__delete_note"), "{exported}");
    let file = store.file("settings.json", &exported);
    store.ok(&["unset", "notes.get_note"]);
    store.ok(&["approval", "notes.delete_note", "inherit"]);
    assert_ne!(store.ok(&["export", "claude-code"]), exported);
    store.ok(&["import", "overrides", &file, "--yes", "--loosen"]);
    // What may be destructive is confirmed, until the user turns that off.
    let careful = store.run(&["export", "claude-code"]);
    assert!(!careful.stdout.contains("allow"), "{}", careful.stdout);
    assert!(careful.stderr.contains("preference approval.destructive"), "{}", careful.stderr);
    store.ok(&["preferences", "approval.destructive=off"]);
    assert_eq!(store.ok(&["export", "claude-code"]), exported);
}

#[test]
fn a_file_of_another_kind_is_rejected_with_the_command_that_reads_it() {
    let store = store();
    for (text, expected) in [
        ("{\"hintsmith\": 1}", "hintsmith apply"),
        ("{\"mcpServers\": {}}", "toolhive, fastmcp"),
        ("{\"permissions\": {\"allow\": [], \"allow\": []}}", "twice"),
        ("{", "JSON"),
    ] {
        let file = store.file("other.json", text);
        let run = store.run(&["import", "overrides", &file]);
        assert!(run.code == 3 && run.stderr.contains(expected), "{expected}: {}", run.stderr);
    }
    let file = store.file("settings.json", "{\"permissions\": {\"allow\": []}}");
    let unknown = store.run(&["import", "overrides", &file, "--format", "codx"]);
    assert!(unknown.code == 3 && unknown.stderr.contains("Did you mean codex?"), "{}", unknown.stderr);
    let unknown = store.run(&["import", "overrides", &file, "--server", "note"]);
    assert!(unknown.code == 3 && unknown.stderr.contains("Did you mean notes?"), "{}", unknown.stderr);
}

#[test]
fn an_existing_toolset_gets_no_tools_from_a_file_that_does_not_name_it() {
    let store = store();
    store.ok(&["toolset", "build", "mcp-hub", "notes.edit_note"]);
    let file = store.file("hub.toml", "[servers.notes.tools]\nexclude = ['edit_*']\n");
    store.ok(&["import", "overrides", &file, "--yes"]);
    let count = |name: &str| decisions(&store)["toolsets"][name]["tools"].as_array().unwrap().len();
    assert_eq!((count("mcp-hub"), count("mcp-hub-2")), (1, 2));
}
