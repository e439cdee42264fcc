//! Environments: layers of decisions above the base; comparing, promoting and undoing.

use serde_json::json;

use crate::support::Store;

const TOOL: &str = "demo.nc_notes_delete_note";

/// The layer and value of a hint of [`TOOL`].
fn effective_hint(store: &Store, environment: &[&str], hint: &str) -> (String, bool) {
    let explained = store.json(&[&["explain", TOOL, "--json"], environment].concat());
    let field = &explained["fields"][hint];
    (field["layer"].as_str().unwrap().to_owned(), field["value"].as_bool().unwrap())
}

#[test]
fn an_environment_overrides_the_base_and_does_not_change_it() {
    let store = Store::with_demo();
    store.ok(&["set", TOOL, "destructive=yes"]);
    store.ok(&["env", "add", "dev"]);
    store.ok(&["set", TOOL, "destructive=no", "--env", "dev"]);
    assert_eq!(effective_hint(&store, &[], "destructiveHint"), ("override".to_owned(), true));
    assert_eq!(effective_hint(&store, &["--env", "base"], "destructiveHint"), ("override".to_owned(), true));
    assert_eq!(
        effective_hint(&store, &["--env", "dev"], "destructiveHint"),
        ("environment".to_owned(), false)
    );
    let explained = store.json(&["explain", TOOL, "--json"]);
    assert_eq!(explained["fields"]["destructiveHint"]["elsewhere"], json!(["dev"]));

    store.ok(&["unset", TOOL, "--env", "dev"]);
    assert_eq!(effective_hint(&store, &["--env", "dev"], "destructiveHint"), ("override".to_owned(), true));
}

/// The approval mode of [`TOOL`] in an environment.
fn approval_mode(store: &Store, environment: &str) -> serde_json::Value {
    store.json(&["approval", TOOL, "--env", environment, "--json"])["mode"].clone()
}

#[test]
fn approval_modes_follow_their_environment_and_end_with_it() {
    let store = Store::with_demo();
    store.ok(&["env", "add", "prod"]);
    store.ok(&["approval", TOOL, "block", "--env", "prod"]);
    store.ok(&["env", "copy", "prod", "stage"]);
    store.ok(&["env", "rename", "prod", "live"]);
    assert_eq!([approval_mode(&store, "stage"), approval_mode(&store, "live")], ["block", "block"]);
    store.ok(&["undo"]);
    assert_eq!(approval_mode(&store, "prod"), "block");
    store.ok(&["redo"]);
    // A later environment of the same name starts without them.
    store.ok(&["env", "remove", "live"]);
    store.ok(&["env", "add", "live"]);
    store.ok(&["env", "add", "prod"]);
    assert_eq!([approval_mode(&store, "live"), approval_mode(&store, "prod")], [json!(null), json!(null)]);
}

#[test]
fn environments_are_copied_renamed_removed_and_restored() {
    let store = Store::with_demo();
    store.ok(&["env", "add", "dev"]);
    store.ok(&["set", TOOL, "idempotent=no", "title=Away with it", "--env", "dev"]);
    store.ok(&["rule", "add", "demo.nc_files_*", "open-world=no", "--env", "dev"]);
    store.ok(&["env", "copy", "dev", "prod"]);
    store.ok(&["env", "rename", "prod", "live"]);
    let listed = || store.json(&["env", "--json"]);
    let two =
        json!([{"name": "dev", "decisions": 2, "rules": 1}, {"name": "live", "decisions": 2, "rules": 1}]);
    assert_eq!(listed(), two);
    assert_eq!(
        effective_hint(&store, &["--env", "live"], "idempotentHint"),
        ("environment".to_owned(), false)
    );

    assert_eq!(store.json(&["env", "list", "--json"]), two);
    store.ok(&["env", "delete", "live"]);
    assert_eq!(listed().as_array().unwrap().len(), 1);
    store.ok(&["undo"]);
    assert_eq!(listed(), two);
    assert_eq!(store.run(&["tools", "--env", "prod"]).code, 3);
}

#[test]
fn an_invalid_environment_name_is_rejected() {
    let store = Store::with_demo();
    store.ok(&["env", "add", "dev"]);
    for (name, expected) in [
        ("base", "an environment named base already exists"),
        ("dev", "an environment named dev already exists"),
        ("Prod", "is not a valid name for an environment"),
        ("", "is not a valid name for an environment"),
        ("a b", "is not a valid name for an environment"),
    ] {
        let run = store.run(&["env", "add", name]);
        assert!(run.code >= 2, "{name}");
        assert!(run.stderr.contains(expected), "{name}: {}", run.stderr);
    }
    let run = store.run(&["set", TOOL, "destructive=no", "--env", "nowhere"]);
    assert!(run.code == 3 && run.stderr.contains("there is no environment named nowhere"), "{}", run.stderr);
}

#[test]
fn promoting_needs_confirmation_and_keeps_other_decisions_of_the_target() {
    let store = Store::with_demo();
    store.ok(&["env", "add", "dev"]);
    store.ok(&["env", "add", "prod"]);
    store.ok(&["set", TOOL, "destructive=no", "read-only=no", "--env", "dev"]);
    store.ok(&["set", TOOL, "read-only=no", "open-world=no", "--env", "prod"]);
    let compared = store.run(&["env", "compare", "dev", "prod", "--json"]);
    assert_eq!(compared.code, 1);
    let compared: serde_json::Value = serde_json::from_str(&compared.stdout).unwrap();
    let fields: Vec<&str> =
        compared["differences"].as_array().unwrap().iter().map(|d| d["field"].as_str().unwrap()).collect();
    assert!(fields.contains(&"destructive"), "{fields:?}");
    // The same decision in both is listed as equal, and does not count as a difference.
    let equal: Vec<_> = compared["equal"].as_array().unwrap().iter().map(|equal| &equal["field"]).collect();
    assert_eq!(equal, ["read-only"]);

    let refused = store.run(&["env", "promote", "dev", "prod"]);
    assert_eq!(refused.code, 1);
    assert!(refused.stdout.contains("not decided → No  loosens"), "{}", refused.stdout);
    assert!(effective_hint(&store, &["--env", "prod"], "destructiveHint").1);
    store.ok(&["env", "promote", "dev", "prod", "--yes", "--loosen"]);
    assert!(!effective_hint(&store, &["--env", "prod"], "destructiveHint").1);
    assert_eq!(
        effective_hint(&store, &["--env", "prod"], "openWorldHint"),
        ("environment".to_owned(), false)
    );
    assert!(store.run(&["env", "promote", "dev", "prod"]).stderr.contains("Nothing to promote"));
    store.ok(&["undo"]);
    assert!(effective_hint(&store, &["--env", "prod"], "destructiveHint").1);
}

#[test]
fn an_export_contains_all_layers_or_the_result_of_one() {
    let store = Store::with_demo();
    store.ok(&["set", TOOL, "destructive=yes"]);
    store.ok(&["env", "add", "dev"]);
    store.ok(&["set", TOOL, "idempotent=no", "--env", "dev", "--because", "it counts"]);
    store.ok(&["rule", "add", "demo.nc_notes_get_*", "read-only=yes"]);
    let path = store.path().join("all.json").display().to_string();
    store.ok(&["export", "hintsmith", "-o", &path]);
    let flat = store.json(&["export", "hintsmith", "--env", "dev"]);
    assert_eq!(flat["hintsmith"], 1);
    let tools = &flat["servers"]["demo"]["tools"];
    assert_eq!(
        tools["nc_notes_delete_note"]["annotations"],
        json!({"destructiveHint": true, "idempotentHint": false})
    );
    assert_eq!(tools["nc_notes_get_note"]["annotations"], json!({"readOnlyHint": true}));

    // The complete file reproduces the store elsewhere.
    let other = Store::with_demo();
    other.ok(&["apply", &path, "--yes"]);
    assert_eq!(other.ok(&["export", "hintsmith"]), std::fs::read_to_string(&path).unwrap());
    other.ok(&["undo"]);
    assert_eq!(other.json(&["export", "hintsmith"]), json!({"hintsmith": 1, "servers": {}}));
}
