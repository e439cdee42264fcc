//! Editor features beyond single hints: parameter descriptions, bulk changes, saved filters, preferences,
//! discarding changes, trust and icons, and predicted client behaviour.

use hintsmith_engine::dto::{HistoryEntry, IconsInput, ToolIcon, ToolKey};
use serde_json::{Value, json};

use crate::support::Store;

const TOOL: &str = "demo.nc_notes_delete_note";

fn find_parameter(store: &Store, name: &str) -> Value {
    let explained = store.json(&["explain", TOOL, "--json"]);
    let all = explained["parameters"].as_array().unwrap();
    all.iter().find(|parameter| parameter["name"] == name).unwrap().clone()
}

#[test]
fn a_parameter_description_is_decided_like_any_field() {
    let store = Store::with_demo();
    let before = find_parameter(&store, "note_id");
    assert_eq!((&before["mark"], &before["decided"]), (&json!("declared"), &Value::Null));
    store.ok(&["set", TOOL, "parameter:note_id=The number from search_notes"]);
    let now = find_parameter(&store, "note_id");
    assert_eq!(now["description"], "The number from search_notes");
    assert_eq!((&now["mark"], &now["declared"]), (&json!("decided"), &before["declared"]));

    // The canonical file contains it, with a format version that requires support for it.
    let file = store.file("hintsmith.json", &store.ok(&["export", "hintsmith"]));
    let exported: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(exported["hintsmith"], 3);
    let tool = &exported["servers"]["demo"]["tools"]["nc_notes_delete_note"];
    assert_eq!(tool["parameters"], json!({"note_id": "The number from search_notes"}));
    let other = Store::with_demo();
    other.ok(&["apply", &file, "--yes"]);
    assert_eq!(find_parameter(&other, "note_id")["description"], "The number from search_notes");

    store.ok(&["undo"]);
    assert_eq!(find_parameter(&store, "note_id"), before);
    store.ok(&["set", TOOL, "parameter:note_id=Mine", "--env", "base"]);
    store.ok(&["unset", TOOL]);
    assert_eq!(find_parameter(&store, "note_id"), before);
}

#[test]
fn a_parameter_decided_in_an_environment_applies_only_there() {
    let store = Store::with_demo();
    store.ok(&["env", "add", "prod"]);
    store.ok(&["set", TOOL, "parameter:note_id=Ask first", "--env", "prod"]);
    assert_eq!(find_parameter(&store, "note_id")["description"], "Id of the note.");
    let compared = store.run(&["env", "compare", "base", "prod", "--json"]);
    let compared: Value = serde_json::from_str(&compared.stdout).unwrap();
    let difference = &compared["differences"][0];
    assert_eq!(
        (&difference["field"], &difference["to"]["value"]),
        (&json!("parameter:note_id"), &json!("Ask first"))
    );
}

#[test]
fn a_decision_can_be_previewed_as_a_difference_of_the_json() {
    let store = Store::new();
    store.ok(&["demo"]);
    let tool = "demo.nc_notes_get_note";
    let before = store.json(&["explain", tool, "--json"]);
    let shown = store.run(&["set", tool, "read-only=no", "title=Get one", "--dry-run"]);
    assert_eq!(shown.code, 0, "{}", shown.stderr);
    for line in ["+     \"readOnlyHint\": false", "+   \"title\": \"Get one\""] {
        assert!(shown.stdout.lines().any(|shown| shown.trim_end_matches(',') == line), "{}", shown.stdout);
    }
    assert_eq!(store.json(&["explain", tool, "--json"]), before);
    let preview = store.json(&["set", tool, "read-only=no", "--dry-run", "--json"]);
    assert!(preview["after"].as_str().unwrap().contains("\"readOnlyHint\": false"), "{preview:#}");
}

#[test]
fn a_bulk_change_is_undone_at_once() {
    let store = Store::new();
    let program = env!("CARGO_BIN_EXE_hintsmith");
    store.ok(&["add", "big", "--yes", "--", program, "demo-server", "--tools", "500"]);
    let decided = || store.json(&["tools", "--json", "is:overridden"]).as_array().unwrap().len();

    let dry = store.run(&["set-all", "server:big", "open-world=no", "--dry-run"]);
    assert!(dry.stderr.contains("500 of 500 tools change"), "{}", dry.stderr);
    assert_eq!((dry.code, decided()), (0, 0));
    // Without confirmation nothing is changed.
    assert_eq!((store.run(&["set-all", "server:big", "open-world=no"]).code, decided()), (1, 0));

    let run = store.run(&[
        "set-all",
        "server:big",
        "open-world=no",
        "--because",
        "it is our own",
        "--yes",
        "--loosen",
    ]);
    assert!(run.stderr.contains("Changed 500 tools"), "{}", run.stderr);
    assert_eq!(decided(), 500);
    let again = store.run(&["set-all", "server:big", "open-world=no", "--yes"]);
    assert!(again.stderr.contains("0 of 500 tools change"), "{}", again.stderr);
    let entries = store.json(&["history", "--json"]);
    assert_eq!(entries[0]["summary"], "500 tools: open-world No");
    store.ok(&["undo"]);
    assert_eq!(decided(), 0);

    store.ok(&["set-all", "hint:destructive", "--inferred", "--yes"]);
    assert!(decided() > 0);
    store.ok(&["set-all", "is:overridden", "--reset", "--yes"]);
    assert_eq!(decided(), 0);
}

#[test]
fn an_invalid_bulk_change_is_rejected_as_a_whole() {
    let store = Store::with_demo();
    for (arguments, expected) in [
        (&["set-all", "", "title=All alike", "--yes"][..], "only hints can be decided for many tools"),
        (&["set-all", "", "read-only=maybe", "--yes"], "is not a valid value for read-only"),
        (&["set-all", "server:demo", "read-only=yes", "--env", "nowhere", "--yes"], "no environment"),
    ] {
        let run = store.run(arguments);
        assert!(run.code >= 2, "{arguments:?}");
        assert!(run.stderr.contains(expected), "{}", run.stderr);
    }
    // An invalid filter changes nothing.
    let run = store.run(&["set-all", "hint:destructve", "read-only=yes", "--yes"]);
    assert!(run.stderr.contains("Did you mean hint:destructive"), "{}", run.stderr);
    assert_eq!(store.json(&["tools", "--json", "is:overridden"]), json!([]));
}

#[test]
fn a_filter_is_saved_used_replaced_and_removed() {
    let store = Store::with_demo();
    store.ok(&["filter", "save", "danger", "hint:destructive", "server:demo"]);
    let saved = store.json(&["filter", "--json"]);
    assert_eq!(saved, json!([{"name": "danger", "query": "hint:destructive server:demo"}]));
    let count = |arguments: &[&str]| store.json(arguments).as_array().unwrap().len();
    let all = count(&["tools", "--json", "hint:destructive"]);
    assert_eq!(count(&["tools", "--saved", "danger", "--json"]), all);
    assert!(count(&["tools", "--saved", "danger", "--json", "nc_notes"]) < all);
    // Options are accepted before and after the filter.
    assert_eq!(
        count(&["tools", "hint:destructive", "-nc_notes", "--json"]),
        count(&["tools", "--json", "hint:destructive", "-nc_notes"])
    );
    assert_eq!(store.run(&["tools", "nc_notes", "--jason"]).code, 2);
    store.ok(&["filter", "save", "danger", "is:conflict"]);
    assert_eq!(store.json(&["filter", "--json"])[0]["query"], "is:conflict");
    store.ok(&["filter", "remove", "danger"]);
    let gone = store.run(&["tools", "--saved", "danger"]);
    assert!(gone.code == 3 && gone.stderr.contains("no saved filter named danger"), "{}", gone.stderr);
    assert_eq!(store.run(&["filter", "remove", "danger"]).code, 3);
    store.ok(&["undo"]);
    assert_eq!(count(&["filter", "--json"]), 1);
}

#[test]
fn preferences_apply_to_later_commands() {
    let store = Store::new();
    let program = env!("CARGO_BIN_EXE_hintsmith");
    store.ok(&["preferences", "inference.destructive=broad", "network.tools=7"]);
    store.ok(&["add", "cut", "--yes", "--", program, "demo-server", "--tools", "30"]);
    let server = store.json(&["servers", "--json"])[0].clone();
    assert_eq!((&server["tools"], &server["settings"]["destructive"]), (&json!(7), &json!("broad")));
    assert!(server["truncation"].is_string(), "{server}");

    store.ok(&["preferences", "network.tools=default", "inference.destructive=default"]);
    store.ok(&["scan"]);
    let server = store.json(&["servers", "--json"])[0].clone();
    // The inference settings are stored with the server.
    assert_eq!((&server["tools"], &server["settings"]["destructive"]), (&json!(30), &json!("broad")));

    let refused = store.run(&["preferences", "network.tools=0"]);
    assert!(refused.code == 2 && refused.stderr.contains("from 1 to 1000000"), "{}", refused.stderr);
    assert_eq!(store.run(&["preferences", "network.nothing"]).code, 3);
    let listed = store.json(&["preferences", "--json"]);
    let all = listed["preferences"].as_array().unwrap();
    assert!(all.iter().all(|preference| preference["isDefault"] == true), "{listed}");
}

#[test]
fn discard_restores_the_last_export_and_can_be_undone() {
    let store = Store::with_demo();
    assert_eq!(store.run(&["discard", "--yes"]).code, 2);
    store.ok(&["env", "add", "prod"]);
    store.ok(&["set", TOOL, "read-only=no", "destructive=yes", "--because", "it deletes"]);
    store.ok(&["rule", "add", "demo.nc_notes_get_*", "read-only=yes"]);
    store.ok(&["export", "hintsmith", "-o", "out.json"]);
    let exported = store.ok(&["export", "hintsmith"]);
    assert_eq!(store.run(&["pending"]).code, 0);

    store.ok(&["unset", TOOL, "destructive"]);
    store.ok(&["set", TOOL, "title=Gone for good", "parameter:note_id=Which", "--env", "prod"]);
    store.ok(&["rule", "remove", "demo.nc_notes_get_*"]);
    store.ok(&["rule", "add", "demo.*", "open-world=no", "--loosen"]);
    let changed = store.ok(&["export", "hintsmith"]);
    let pending = store.run(&["pending", "--json"]);
    assert_eq!(pending.code, 1);
    let pending: Value = serde_json::from_str(&pending.stdout).unwrap();
    let reported: Vec<String> = pending["changes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|change| {
            let text = |key: &str| change[key].as_str().unwrap_or("-").to_owned();
            format!(
                "{} {} {}: {} to {}",
                text("environment"),
                text("subject"),
                text("field"),
                text("before"),
                text("after")
            )
        })
        .collect();
    assert_eq!(
        reported,
        [
            format!("- {TOOL} destructive: Yes (it deletes) to -"),
            "- demo.* open-world: - to No".to_owned(),
            "- demo.nc_notes_get_* read-only: Yes to -".to_owned(),
            format!("prod {TOOL} title: - to Gone for good"),
            format!("prod {TOOL} parameter:note_id: - to Which"),
        ]
    );

    store.ok(&["discard", "--yes"]);
    assert_eq!(store.ok(&["export", "hintsmith"]), exported);
    assert_eq!(store.run(&["pending"]).code, 0);
    store.ok(&["undo"]);
    assert_eq!(store.ok(&["export", "hintsmith"]), changed);
}

#[test]
fn client_behaviour_follows_the_effective_hints() {
    let store = Store::with_demo();
    let verdicts = |side: &str| -> Vec<String> {
        let explained = store.json(&["explain", "demo.nc_notes_get_note", "--json"]);
        let clients = explained["clients"].as_array().unwrap().iter();
        let told = |client: &Value| {
            format!("{} {}", client["id"].as_str().unwrap(), client[side]["action"].as_str().unwrap())
        };
        clients.map(told).collect()
    };
    store.ok(&["set", "demo.nc_notes_get_note", "read-only=yes", "destructive=no"]);
    assert!(verdicts("effective").contains(&"codex-auto runs".to_owned()));
    store.ok(&["set", "demo.nc_notes_get_note", "read-only=no", "destructive=yes"]);
    let (declared, effective) = (verdicts("declared"), verdicts("effective"));
    assert!(declared.contains(&"codex-auto runs".to_owned()), "{declared:?}");
    assert!(
        effective.contains(&"codex-auto asks".to_owned())
            && effective.contains(&"cursor-ask hides".to_owned()),
        "{effective:?}"
    );
    assert_eq!(effective.len(), 13);
}

#[test]
fn the_history_of_a_tool_has_only_its_own_changes() {
    let store = Store::with_demo();
    store.ok(&["set", TOOL, "destructive=yes"]);
    store.ok(&["set", "demo.nc_notes_get_note", "read-only=yes"]);
    store.ok(&["set-all", "nc_notes", "idempotent=no", "--yes"]);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let engine = store.live_engine(&runtime);
    let key = ToolKey { server: "demo".into(), tool: "nc_notes_delete_note".into() };
    let entries: Vec<HistoryEntry> = runtime.block_on(engine.history.list_for_tool(key)).unwrap();
    let reported: Vec<(&str, usize)> =
        entries.iter().map(|entry| (&*entry.summary, entry.changes.len())).collect();
    assert_eq!(reported, [("14 tools: idempotent No", 1), ("demo.nc_notes_delete_note: destructive Yes", 1)]);
}

/// One black pixel.
const PIXEL: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==";

#[test]
fn icons_are_loaded_only_for_a_trusted_source() {
    let store = Store::new();
    let tool = |name: &str, icon: &str| {
        format!(r#"{{"name":"{name}","inputSchema":{{"type":"object"}},"icons":[{{"src":"{icon}"}}]}}"#)
    };
    let list = format!(
        r#"{{"tools":[{},{},{}]}}"#,
        tool("inline", &format!("data:image/png;base64,{PIXEL}")),
        tool("remote", "https://icons.example/a.png"),
        tool("drawing", "data:image/svg+xml;base64,PHN2Zy8+"),
    );
    let (one, two) = (store.file("one.json", &list), store.file("two.json", &list));
    store.ok(&["add", "s", "--yes", "--file", &one]);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let loaded_icons = || -> Vec<bool> {
        let engine = store.live_engine(&runtime);
        let key = |tool: &str| ToolKey { server: "s".into(), tool: tool.into() };
        let tools = ["inline", "remote", "drawing"].map(key).to_vec();
        let icons: Vec<ToolIcon> = runtime.block_on(engine.tools.icons(IconsInput { tools })).unwrap();
        let ours =
            |icon: &ToolIcon| icon.image.as_ref().is_some_and(|image| image.starts_with("data:image/png;"));
        icons.iter().map(ours).collect()
    };
    assert_eq!(loaded_icons(), [false, false, false]);
    store.ok(&["edit", "s", "--trust", "yes"]);
    // An icon on another origin is not fetched: a file has no origin.
    assert_eq!(loaded_icons(), [true, false, false]);
    assert_eq!(store.json(&["servers", "--json"])[0]["trusted"], true);
    // Trust is bound to the source of the server.
    store.ok(&["edit", "s", "--yes", "--file", &two]);
    assert_eq!(store.json(&["servers", "--json"])[0]["trusted"], false);
    assert_eq!(loaded_icons(), [false, false, false]);
    store.ok(&["edit", "s", "--trust", "yes"]);
    store.ok(&["remove", "s", "--yes"]);
    store.ok(&["add", "s", "--yes", "--file", &two]);
    assert_eq!(store.json(&["servers", "--json"])[0]["trusted"], false);
}
