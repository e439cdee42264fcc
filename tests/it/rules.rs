//! Rules: one decision for every tool that a selector matches.

use serde_json::{Value, json};

use crate::support::Store;

fn find_rule<'a>(rules: &'a Value, selector: &str) -> &'a Value {
    let all = rules.as_array().unwrap();
    all.iter().find(|rule| rule["selector"] == selector).unwrap_or_else(|| panic!("no rule {selector}"))
}

#[test]
fn the_narrowest_rule_decides_and_a_decision_beats_every_rule() {
    let store = Store::with_demo();
    store.ok(&["rule", "add", "demo.*", "open-world=yes"]);
    store.ok(&["rule", "add", "demo.nc_notes_*", "open-world=no", "--because", "our own notes"]);
    store.ok(&["set", "demo.nc_notes_get_note", "open-world=yes"]);
    let open_world = |tool: &str| store.json(&["explain", tool, "--json"])["fields"]["openWorldHint"].clone();
    let by_rule = open_world("demo.nc_notes_list_notes");
    assert_eq!(
        (&by_rule["value"], &by_rule["rule"], &by_rule["layer"]),
        (&json!(false), &json!("demo.nc_notes_*"), &json!("override"))
    );
    assert_eq!(by_rule["reason"], "decided by a rule: our own notes");
    assert_eq!(open_world("demo.nc_contacts_delete_group")["rule"], "demo.*");
    let decided = open_world("demo.nc_notes_get_note");
    assert_eq!((&decided["value"], &decided["rule"]), (&json!(true), &Value::Null));

    store.ok(&["rule", "remove", "demo.nc_notes_*"]);
    assert_eq!(open_world("demo.nc_notes_list_notes")["rule"], "demo.*");
    store.ok(&["undo"]);
    assert_eq!(open_world("demo.nc_notes_list_notes")["rule"], "demo.nc_notes_*");
}

#[test]
fn a_rule_without_effect_is_reported_as_redundant() {
    let store = Store::with_demo();
    store.ok(&["rule", "add", "demo.nc_notes_*", "open-world=no"]);
    store.ok(&["rule", "add", "demo.nc_notes_get_note", "open-world=no"]);
    store.ok(&["rule", "add", "demo.nc_notes_list_notes", "idempotent=no"]);
    store.ok(&["set", "demo.nc_notes_list_notes", "idempotent=no"]);
    store.ok(&["rule", "add", "nobody.*", "read-only=yes"]);
    let rules = store.json(&["rule", "--json"]);
    assert_eq!(find_rule(&rules, "demo.nc_notes_*")["redundant"], Value::Null);
    assert_eq!(find_rule(&rules, "nobody.*")["redundant"], "no tool matches");
    assert_eq!(
        find_rule(&rules, "demo.nc_notes_get_note")["redundant"],
        "every value is the same without this rule"
    );
    assert_eq!(
        find_rule(&rules, "demo.nc_notes_list_notes")["redundant"],
        "narrower rules or decisions take precedence for every tool"
    );
}

#[test]
fn a_dry_run_saves_nothing_and_an_invalid_rule_is_rejected() {
    let store = Store::with_demo();
    let run = store.run(&["rule", "add", "demo.nc_notes_*", "read-only=yes", "--dry-run"]);
    assert!(run.code == 0 && run.stderr.contains("changes"), "{}", run.stderr);
    assert_eq!(store.json(&["rule", "--json"]), json!([]));
    for (arguments, expected) in [
        (vec!["rule", "add", "get_*", "read-only=yes"], "a selector has the form SERVER.TOOL"),
        (vec!["rule", "add", "demo.*", "title=x"], "a rule cannot decide"),
        (vec!["rule", "add", "demo.*", "read-only=inherit"], "a rule cannot decide"),
        (vec!["rule", "remove", "demo.*"], "no such rule: demo.*"),
    ] {
        let run = store.run(&arguments);
        assert!(run.code >= 2 && run.stderr.contains(expected), "{arguments:?}: {}", run.stderr);
    }
}
