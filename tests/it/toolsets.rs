//! Toolsets: building, editing, activating, importing and exporting, and resolving renamed tools.

use serde_json::{Value, json};

use crate::support::{Store, tool_names};

fn tool_list(tools: &[(&str, &str)]) -> String {
    let tool = |(name, description): &(&str, &str)| {
        let schema =
            json!({"type": "object", "properties": {"id": {"type": "integer"}, "text": {"type": "string"}}});
        json!({"name": name, "description": description, "inputSchema": schema})
    };
    json!({"tools": tools.iter().map(tool).collect::<Vec<_>>()}).to_string()
}

const NOTES: [(&str, &str); 3] = [
    ("get_note", "Reads one note by its number."),
    ("get_card", "Reads a card of a board."),
    ("delete_note", "Deletes a note for good."),
];

/// A store with the saved list of one server.
fn notes_store() -> Store {
    let store = Store::new();
    let path = store.file("list.json", &tool_list(&NOTES));
    store.ok(&["add", "s", "--yes", "--file", &path]);
    store
}

fn show_toolset(store: &Store, name: &str) -> Value {
    store.json(&["toolset", "show", name, "--json"])
}

fn member_references(store: &Store, name: &str) -> Vec<String> {
    let shown = show_toolset(store, name);
    let members = shown["members"].as_array().unwrap();
    members.iter().map(|member| member["reference"].as_str().unwrap().to_owned()).collect()
}

fn active_toolsets(store: &Store) -> Value {
    let sets = store.json(&["toolset", "--json"]);
    let of = |set: &Value| (set["name"].as_str().unwrap().to_owned(), set["activeIn"].clone());
    sets.as_array().unwrap().iter().map(of).collect::<serde_json::Map<_, _>>().into()
}

#[test]
fn a_toolset_is_built_from_names_a_filter_or_a_pattern() {
    let store = notes_store();
    store.ok(&["toolset", "build", "named", "s.get_note", "s.delete_note"]);
    store.ok(&[
        "toolset",
        "build",
        "safe-ones",
        "--filter",
        "server:s is:safe",
        "--description",
        "For looking",
    ]);
    store.ok(&["toolset", "build", "by-pattern", "--pattern", "*.*_note"]);
    assert_eq!(member_references(&store, "named"), ["s.delete_note", "s.get_note"]);
    assert_eq!(member_references(&store, "safe-ones"), ["s.get_card", "s.get_note"]);
    assert_eq!(member_references(&store, "by-pattern"), ["s.delete_note", "s.get_note"]);
    assert_eq!(show_toolset(&store, "safe-ones")["summary"]["description"], "For looking");

    // A toolset is also a filter.
    assert_eq!(tool_names(&store.json(&["tools", "--json", "toolset:safe-ones"])), ["get_note", "get_card"]);
    assert_eq!(tool_names(&store.json(&["tools", "--json", "-toolset:safe-ones"])), ["delete_note"]);

    // Its cost is the sum of its tools' costs.
    let cost = |tool: &str| store.json(&["explain", tool, "--json"])["tokens"].as_u64().unwrap();
    assert_eq!(
        show_toolset(&store, "named")["summary"]["tokens"],
        cost("s.get_note") + cost("s.delete_note")
    );

    for (wrong, said) in [
        (&["toolset", "build", "A", "s.get_note"][..], "is not a valid toolset name"),
        (&["toolset", "build", "named", "s.get_note"], "a toolset named named already exists"),
        (&["toolset", "build", "none", "--pattern", "x.*"], "no tools are selected"),
        (&["toolset", "build", "none", "--filter", "is:nonsense"], "the filter is not valid"),
        (&["toolset", "show", "none"], "there is no toolset named none"),
        (&["toolset", "remove", "named", "s.get_card"], "s.get_card is not in the toolset named"),
    ] {
        let run = store.run(wrong);
        assert!(run.code >= 2, "{wrong:?}");
        assert!(run.stderr.contains(said), "{}", run.stderr);
    }
}

#[test]
fn each_toolset_change_is_one_undo_step() {
    let store = notes_store();
    store.ok(&["toolset", "build", "daily", "s.get_note"]);
    store.ok(&["toolset", "add", "daily", "--pattern", "s.*"]);
    assert_eq!(member_references(&store, "daily").len(), 3);
    store.ok(&["toolset", "remove", "daily", "s.get_note", "s.delete_note"]);
    assert_eq!(member_references(&store, "daily"), ["s.get_card"]);
    store.ok(&["undo"]);
    store.ok(&["undo"]);
    assert_eq!(member_references(&store, "daily"), ["s.get_note"]);
    let again = store.json(&["toolset", "add", "daily", "s.get_note", "--json"]);
    assert_eq!((&again["changed"], &again["entry"]), (&json!(0), &Value::Null));
}

#[test]
fn the_approval_mode_of_a_toolset_follows_its_name_and_ends_with_it() {
    let store = notes_store();
    store.ok(&["toolset", "build", "daily", "s.get_note", "--activate"]);
    store.ok(&["approval", "@daily", "block", "--whole"]);
    let call_outcome = || store.json(&["approval", "s.get_note", "--json"])["treatment"].clone();
    store.ok(&["toolset", "rename", "daily", "weekly"]);
    assert_eq!(call_outcome(), "refused");
    store.ok(&["toolset", "copy", "weekly", "other"]);
    store.ok(&["toolset", "activate", "other"]);
    assert_eq!(call_outcome(), "refused");
    store.ok(&["toolset", "delete", "other"]);
    store.ok(&["toolset", "build", "other", "s.get_note", "--activate"]);
    assert_ne!(call_outcome(), "refused");
}

#[test]
fn renaming_copying_and_deleting_include_notes_and_can_be_undone() {
    let store = notes_store();
    store.ok(&["env", "add", "prod"]);
    store.ok(&["toolset", "build", "daily", "s.get_note", "--activate"]);
    store.ok(&["toolset", "activate", "daily", "--env", "prod"]);
    store.ok(&["note", "add", "s.get_note", "ask", "Ask first", "--toolset", "daily"]);
    let before = store.ok(&["export", "hintsmith"]);

    store.ok(&["toolset", "rename", "daily", "weekly"]);
    assert_eq!(active_toolsets(&store), json!({"weekly": ["base", "prod"]}));
    assert_eq!(store.json(&["note", "--json"])[0]["note"]["toolset"], "weekly");
    store.ok(&["undo"]);
    assert_eq!(store.ok(&["export", "hintsmith"]), before);

    store.ok(&["toolset", "copy", "daily", "other"]);
    assert_eq!(member_references(&store, "other"), ["s.get_note"]);
    assert_eq!(store.json(&["note", "--json"]).as_array().unwrap().len(), 2);
    assert_eq!(active_toolsets(&store), json!({"daily": ["base", "prod"], "other": []}));
    store.ok(&["undo"]);

    store.ok(&["toolset", "delete", "daily"]);
    assert_eq!(store.json(&["toolset", "--json"]), json!([]));
    assert_eq!(store.json(&["note", "--json"]), json!([]));
    store.ok(&["undo"]);
    assert_eq!(store.ok(&["export", "hintsmith"]), before);
}

#[test]
fn each_environment_has_its_own_active_toolset() {
    let store = notes_store();
    store.ok(&["toolset", "build", "one", "s.get_note"]);
    store.ok(&["toolset", "build", "two", "s.get_note"]);
    store.ok(&["env", "add", "prod"]);
    store.ok(&["toolset", "activate", "one"]);
    store.ok(&["toolset", "activate", "two", "--env", "prod"]);
    assert_eq!(active_toolsets(&store), json!({"one": ["base"], "two": ["prod"]}));
    store.ok(&["note", "add", "s.get_note", "only-two", "In production", "--toolset", "two"]);
    let reads = |environment: &str| {
        let notes = store.json(&["note", "list", "s.get_note", "--env", environment, "--json"]);
        notes["modelText"].as_str().unwrap().contains("only-two")
    };
    assert_eq!((reads("base"), reads("prod")), (false, true));

    // The activation follows copies and renames of the environment, and ends with it.
    store.ok(&["env", "copy", "prod", "test"]);
    store.ok(&["env", "rename", "prod", "live"]);
    assert_eq!(active_toolsets(&store), json!({"one": ["base"], "two": ["live", "test"]}));
    store.ok(&["env", "remove", "test"]);
    store.ok(&["toolset", "deactivate"]);
    assert_eq!(active_toolsets(&store), json!({"one": [], "two": ["live"]}));
    assert_eq!(store.run(&["toolset", "activate", "one", "--env", "nowhere"]).code, 3);
}

#[test]
fn a_missing_tool_is_marked_with_its_probable_successor() {
    let store = notes_store();
    store.ok(&["toolset", "build", "daily", "--pattern", "s.get_*"]);
    store.file("list.json", &tool_list(&[("fetch_note", NOTES[0].1), NOTES[1], NOTES[2]]));
    store.ok(&["scan", "s"]);
    let shown = show_toolset(&store, "daily");
    assert_eq!(shown["summary"]["missing"], 1);
    let gone = shown["members"].as_array().unwrap().iter().find(|m| m["reference"] == "s.get_note").unwrap();
    assert_eq!((&gone["tool"], &gone["probableRename"]), (&Value::Null, &json!("s.fetch_note")));
    assert!(store.ok(&["toolset", "show", "daily"]).contains("probably renamed to s.fetch_note"));
    // The stale member can be removed and its successor added.
    store.ok(&["toolset", "remove", "daily", "s.get_note"]);
    store.ok(&["toolset", "add", "daily", "s.fetch_note"]);
    assert_eq!(show_toolset(&store, "daily")["summary"]["missing"], 0);
}

#[test]
fn a_tool_is_resolved_by_definition_if_its_server_is_renamed() {
    let store = notes_store();
    store.ok(&["toolset", "build", "daily", "s.get_note", "--activate"]);
    let path = store.file("same.json", &tool_list(&NOTES));
    store.ok(&["remove", "s", "--yes"]);
    assert_eq!(show_toolset(&store, "daily")["summary"]["missing"], 1);
    store.ok(&["add", "renamed", "--yes", "--file", &path]);
    let member = &show_toolset(&store, "daily")["members"][0];
    assert_eq!(member["reference"], "s.get_note");
    assert_eq!(
        (&member["tool"]["key"]["server"], &member["tool"]["byId"]),
        (&json!("renamed"), &json!(true))
    );
    assert_eq!(tool_names(&store.json(&["tools", "--json", "toolset:daily"])), ["get_note"]);
    // If two tools have the same definition, the reference is ambiguous.
    store.ok(&["add", "twice", "--yes", "--file", &path]);
    assert_eq!(show_toolset(&store, "daily")["members"][0]["tool"], Value::Null);
}

#[test]
fn a_changed_tool_is_marked() {
    let store = notes_store();
    store.ok(&["toolset", "build", "daily", "s.get_note"]);
    assert_eq!(show_toolset(&store, "daily")["members"][0]["tool"]["changed"], false);
    store.file("list.json", &tool_list(&[("get_note", "Reads and marks a note."), NOTES[1]]));
    store.ok(&["scan", "s"]);
    assert_eq!(show_toolset(&store, "daily")["members"][0]["tool"]["changed"], true);
}

#[test]
fn a_hypertool_file_round_trips() {
    let store = notes_store();
    let theirs = json!({
        "version": "1.0.0",
        "mcpConfigPath": "/their/mcp.json",
        "featureFlags": {"setupWizardEnabled": true},
        "lastEquippedToolset": "gitty",
        "toolsets": {"gitty": {
            "name": "gitty", "description": "Git things", "version": "1.0.0", "createdAt": "2025-03-04T05:06:07.000Z",
            "tools": [{"namespacedName": "s.get_note"}, {"namespacedName": "git.status", "refId": "ab".repeat(32)},
                      {"refId": "cd".repeat(32)}],
            "toolNotes": [
                {"toolRef": {"namespacedName": "s.get_note"}, "notes": [{"name": "one", "note": "first"}, {"name": "two", "note": "second"}]},
                {"toolRef": {"refId": "cd".repeat(32)}, "notes": [{"name": "three", "note": "third"}]},
            ],
        }},
    });
    let path = store.file("config.json", &theirs.to_string());
    let dry = store.json(&["toolset", "import", &path, "--dry-run", "--json"]);
    let incoming = &dry["toolsets"][0];
    assert_eq!(
        (&incoming["tools"], &incoming["missing"], &incoming["notes"]),
        (&json!(3), &json!(2), &json!(3))
    );
    assert_eq!(store.run(&["toolset", "import", &path]).code, 1);
    store.ok(&["toolset", "import", &path, "--yes"]);
    store.ok(&["toolset", "activate", "gitty"]);
    let read = store.json(&["note", "list", "s.get_note", "--json"])["modelText"].clone();
    assert!(read.as_str().unwrap().ends_with("• **one**: first\n• **two**: second"));

    // Exported again, the file is equal, and foreign members are kept.
    store.ok(&["toolset", "export", "gitty", "-o", &path]);
    let again: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    assert_eq!(sorted(&again), sorted(&theirs));
    // The same through our own file and another store.
    let ours = store.file("hintsmith.json", &store.ok(&["export", "hintsmith"]));
    let other = notes_store();
    other.ok(&["apply", &ours, "--yes"]);
    let written: Value = serde_json::from_str(&other.ok(&["toolset", "export", "gitty"])).unwrap();
    let [mut one, mut two] = [sorted(&written), sorted(&theirs)];
    // The creation time is that of the other store.
    one["toolsets"]["gitty"]["createdAt"].take();
    two["toolsets"]["gitty"]["createdAt"].take();
    assert_eq!(one["toolsets"], two["toolsets"]);

    let run = store.run(&["toolset", "export", "gitty", "-o", &ours]);
    assert!(run.code == 3 && run.stderr.contains("the file is a hintsmith.json"), "{}", run.stderr);
}

/// Sorts the tools and notes of each toolset: both programs treat them as unordered.
fn sorted(config: &Value) -> Value {
    let mut config = config.clone();
    for set in config["toolsets"].as_object_mut().unwrap().values_mut() {
        for key in ["tools", "toolNotes"] {
            if let Some(list) = set.get_mut(key).and_then(Value::as_array_mut) {
                list.sort_by_key(Value::to_string);
            }
        }
    }
    config
}

#[test]
fn a_markdown_page_is_written_and_no_foreign_file_is_replaced() {
    let store = notes_store();
    store.ok(&["toolset", "build", "daily", "s.get_note", "s.delete_note"]);
    store.ok(&["note", "add", "s.get_note", "ask", "Ask *first*"]);
    let path = store.path().join("daily.md").display().to_string();
    store.ok(&["toolset", "export", "daily", "--as", "markdown", "-o", &path]);
    store.ok(&["toolset", "export", "daily", "--as", "markdown", "-o", &path]);
    let page = std::fs::read_to_string(&path).unwrap();
    assert!(page.contains("| s.delete\\_note | Delete Note | destructive |"), "{page}");
    assert!(page.contains("- **ask**: Ask \\*first\\*"), "{page}");
    let mine = store.file("mine.md", "# My own words\n");
    let run = store.run(&["toolset", "export", "daily", "--as", "markdown", "-o", &mine]);
    assert_eq!((run.code, std::fs::read_to_string(&mine).unwrap().as_str()), (3, "# My own words\n"));
}

#[test]
fn parameter_coverage_is_reported_by_server_and_toolset() {
    let store = notes_store();
    store.ok(&["toolset", "build", "daily", "s.get_note"]);
    store.ok(&["set", "s.get_note", "parameter:id=The number of the note"]);
    let coverage = store.json(&["coverage", "--json"]);
    assert_eq!(coverage["servers"][0]["coverage"], json!({"described": 1, "parameters": 6}));
    assert_eq!(coverage["toolsets"][0]["coverage"], json!({"described": 1, "parameters": 2}));
    assert!(store.ok(&["coverage"]).contains("1 of 6 parameters have a description"));
}

#[test]
fn a_server_that_the_active_toolset_hides_is_reported_with_what_to_do() {
    let store = notes_store();
    let path = store.file("other.json", &tool_list(&NOTES[..1]));
    store.ok(&["add", "far", "--yes", "--file", &path]);
    store.ok(&["toolset", "build", "daily", "s.get_note"]);
    let warning = "no tool of far is in the toolset daily, so clients see none while it is active";
    assert!(!store.run(&["servers"]).stderr.contains(warning));

    let activated = store.run(&["toolset", "activate", "daily"]);
    assert!(
        activated.stderr.contains(warning) && activated.stderr.contains("hintsmith toolset add"),
        "{}",
        activated.stderr
    );
    for arguments in [&["servers"][..], &["tools"], &["tools", "server:far"]] {
        let run = store.run(arguments);
        assert!(run.stderr.contains(warning), "{arguments:?}: {}", run.stderr);
    }
    assert_eq!(store.json(&["toolset", "--json"])[0]["hiddenServers"], json!(["far"]));

    // A disabled server is not offered anyway.
    store.ok(&["disable", "far"]);
    assert!(!store.run(&["servers"]).stderr.contains(warning));
    store.ok(&["enable", "far"]);
    store.ok(&["toolset", "add", "daily", "far.get_note"]);
    assert!(!store.run(&["tools"]).stderr.contains("clients see none"));
}
