//! Smoke tests: add a server, decide, read from another process, export and apply.

use serde_json::json;

use crate::support::{Store, tool_names};

#[test]
fn the_demo_lists_101_tools_with_badges_layers_and_reasons() {
    let store = Store::new();
    let listing = store.ok(&["demo"]);
    assert_eq!(listing.lines().count(), 101);
    let line = listing.lines().find(|line| line.contains("nc_webdav_create_directory")).unwrap();
    assert!(line.contains("~modifies") && line.contains("inferred: the name contains “create”"), "{line}");

    let tools = store.json(&["tools", "--json", "nc_webdav_create_directory"]);
    let hint = &tools[0]["hints"]["readOnlyHint"];
    assert_eq!((&hint["value"], &hint["layer"]), (&json!(false), &json!("inferred")));
    assert_eq!(tools[0]["annotations"]["readOnlyHint"], json!(false));
    assert_eq!(tools[0]["title"], "Create Directory");
}

#[test]
fn all_pages_of_a_long_list_are_read() {
    let store = Store::new();
    let program = env!("CARGO_BIN_EXE_hintsmith");
    store.ok(&["add", "big", "--yes", "--", program, "demo-server", "--tools", "1234"]);
    assert_eq!(tool_names(&store.json(&["tools", "--json"])).len(), 1234);
}

#[test]
fn the_next_process_sees_a_decision_with_layer_and_reason() {
    let store = Store::with_demo();
    let tool = "demo.nc_contacts_delete_group";
    store.ok(&["set", tool, "destructive=yes", "read-only=no", "--because", "it removes the group"]);

    let explained = store.json(&["explain", tool, "--json"]);
    let field = &explained["fields"]["readOnlyHint"];
    assert_eq!((&field["value"], &field["layer"]), (&json!(false), &json!("override")));
    assert_eq!(field["reason"], "decided: it removes the group; the server declares Yes");
    let shadowed = &field["shadows"][0];
    assert_eq!((&shadowed["layer"], &shadowed["value"]), (&json!("declared"), &json!("Yes")));
    assert_eq!(shadowed["reason"], "declared by the server");
    assert!(store.ok(&["tools", "is:overridden"]).contains("!destructive"));

    store.ok(&["unset", tool, "destructive"]);
    let explained = store.json(&["explain", tool, "--json"]);
    assert_eq!(explained["fields"]["destructiveHint"]["layer"], "inferred");
    assert_eq!(explained["fields"]["readOnlyHint"]["layer"], "override");
    store.ok(&["unset", tool]);
    assert_eq!(store.ok(&["tools", "is:overridden"]), "");
}

#[test]
fn a_decision_survives_removing_and_adding_its_server() {
    let store = Store::with_demo();
    store.ok(&["set", "demo.nc_notes_create_note", "title=New note"]);
    store.ok(&["remove", "demo", "--yes"]);
    assert_eq!(store.ok(&["tools"]), "");
    store.ok(&["demo"]);
    assert_eq!(store.json(&["tools", "--json", "nc_notes_create_note"])[0]["title"], "New note");
}

#[test]
fn applying_an_exported_file_restores_the_same_state() {
    let store = Store::with_demo();
    store.ok(&["set", "demo.nc_notes_delete_note", "destructive=no", "--because", "there is a trash"]);
    store.ok(&["set", "demo.nc_notes_create_note", "title=New note", "open-world=no"]);
    let file = store.path().join("hintsmith.json");
    let path = file.to_str().unwrap();
    store.ok(&["export", "hintsmith", "-o", path]);
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(text, store.ok(&["export", "hintsmith"]));

    let written: serde_json::Value = serde_json::from_str(&text).unwrap();
    let tools = written["servers"]["demo"]["tools"].as_object().unwrap();
    assert_eq!(tools.keys().collect::<Vec<_>>(), ["nc_notes_create_note", "nc_notes_delete_note"]);
    let deleting = &tools["nc_notes_delete_note"];
    assert_eq!(deleting["annotations"], json!({"destructiveHint": false}));
    assert_eq!(deleting["because"], json!({"destructiveHint": "there is a trash"}));
    assert!(deleting["fingerprint"].as_str().unwrap().starts_with("sha256:"));

    // First into an empty store, where the server is not known yet, then after adding the server.
    let other = Store::new();
    let applied = other.run(&["apply", path, "--yes"]);
    assert!(applied.stderr.contains("its decisions apply once it is added"), "{}", applied.stderr);
    assert_eq!(other.ok(&["export", "hintsmith"]), text);
    other.ok(&["demo"]);
    assert_eq!(other.ok(&["export", "hintsmith"]), text);
    assert_eq!(other.ok(&["tools", "--json"]), store.ok(&["tools", "--json"]));
    assert!(other.run(&["apply", path]).stderr.contains("Nothing to change"));
}

#[test]
fn apply_shows_the_changes_and_needs_confirmation() {
    let (store, other) = (Store::with_demo(), Store::with_demo());
    store.ok(&["set", "demo.nc_notes_delete_note", "idempotent=no"]);
    let file = store.path().join("h.json");
    store.ok(&["export", "hintsmith", "-o", file.to_str().unwrap()]);

    let unconfirmed = other.run(&["apply", file.to_str().unwrap()]);
    assert_eq!(
        (unconfirmed.code, unconfirmed.stdout.trim()),
        (1, "demo.nc_notes_delete_note  idempotent  not decided → No")
    );
    assert_eq!(other.ok(&["tools", "is:overridden"]), "");
}

#[test]
fn concurrent_decisions_all_succeed() {
    let store = Store::with_demo();
    let tools = tool_names(&store.json(&["tools", "--json"]));
    let keys: Vec<String> = tools.iter().take(24).map(|name| format!("demo.{name}")).collect();
    let running: Vec<_> = keys
        .iter()
        .map(|key| store.command(&["set", key, "open-world=no", "title=Mine"]).spawn().unwrap())
        .collect();
    for mut process in running {
        assert!(process.wait().unwrap().success());
    }
    assert_eq!(store.ok(&["tools", "is:overridden"]).lines().count(), keys.len());
}

#[test]
fn nothing_is_started_without_confirmation() {
    let store = Store::new();
    let marker = store.path().join("started");
    let refused = store.run(&["add", "x", "--", "touch", marker.to_str().unwrap()]);
    assert_eq!(refused.code, 1);
    assert!(refused.stderr.contains("This command will be started:\n  touch\n"), "{}", refused.stderr);
    assert!(!marker.exists());
    assert_eq!(store.json(&["servers", "--json"]), json!([]));
}

#[test]
fn a_command_changed_in_the_database_is_not_started() {
    let store = Store::with_demo();
    let connection = rusqlite::Connection::open(store.database()).unwrap();
    let source = json!({"kind": "stdio", "command": ["touch", "owned"]}).to_string();
    connection.execute("UPDATE server SET source = ?1", [source]).unwrap();
    let run = store.run(&["scan"]);
    assert_eq!(run.code, 3);
    assert!(run.stderr.contains("the command of demo has changed"), "{}", run.stderr);
    assert!(!store.path().join("owned").exists());
}

#[test]
fn every_command_has_help_and_a_usage_error_exits_with_2() {
    let store = Store::new();
    let help = store.ok(&["--help"]);
    for verb in [
        "add", "edit", "servers", "enable", "disable", "remove", "login", "logout", "import", "registry",
        "scan", "tools", "explain", "infer", "set", "unset", "targets", "export", "apply", "demo",
    ] {
        assert!(help.contains(&format!("\n  {verb}")), "{verb}");
        assert!(!store.ok(&[verb, "--help"]).is_empty());
    }
    assert_eq!(store.run(&["frobnicate"]).code, 2);
    assert_eq!(store.run(&["add", "x"]).code, 2);
}

#[cfg(target_os = "linux")]
#[test]
fn the_headless_program_links_no_webkit() {
    let output = std::process::Command::new("ldd").arg(env!("CARGO_BIN_EXE_hintsmith")).output().unwrap();
    let linked = String::from_utf8(output.stdout).unwrap();
    assert!(linked.contains("libc.so"), "{linked}");
    for library in ["webkit", "gtk", "javascriptcore"] {
        assert!(!linked.contains(library), "{linked}");
    }
}
