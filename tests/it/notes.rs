//! Notes for the model, templates and comments, including the canonical file.

use serde_json::{Value, json};

use crate::support::Store;

const TOOL: &str = "demo.nc_notes_get_note";
const OTHER: &str = "demo.nc_notes_delete_note";

fn note_names(store: &Store, tool: &str) -> Vec<String> {
    let notes = store.json(&["note", "list", tool, "--json"]);
    let name = |note: &Value| note["name"].as_str().unwrap().to_owned();
    notes["notes"].as_array().unwrap().iter().map(name).collect()
}

fn model_text(store: &Store, tool: &str) -> String {
    store.json(&["note", "list", tool, "--json"])["modelText"].as_str().unwrap().to_owned()
}

#[test]
fn notes_are_added_edited_renamed_and_deleted_and_keep_their_order() {
    let store = Store::with_demo();
    let bare = model_text(&store, TOOL);
    store.ok(&["note", "add", TOOL, "zebra", "First"]);
    store.ok(&["note", "add", TOOL, "apple", "Second"]);
    let section = "### Additional Tool Notes\n\n• **zebra**: First\n• **apple**: Second";
    assert_eq!(model_text(&store, TOOL), format!("{bare}\n\n{section}"));

    // An existing name is skipped with a warning.
    let again = store.json(&["note", "add", TOOL, "zebra", "Another", "--json"]);
    assert_eq!((&again["changed"], &again["entry"]), (&json!(0), &Value::Null));
    let warning = again["warnings"][0].as_str().unwrap();
    assert!(warning.contains("already has a note named zebra"), "{warning}");

    store.ok(&["note", "edit", TOOL, "zebra", "Changed"]);
    store.ok(&["note", "edit", TOOL, "zebra", "--rename", "zoo"]);
    assert_eq!(note_names(&store, TOOL), ["zoo", "apple"]);
    assert!(model_text(&store, TOOL).contains("• **zoo**: Changed"));
    store.ok(&["undo"]);
    assert_eq!(note_names(&store, TOOL), ["zebra", "apple"]);
    store.ok(&["note", "delete", TOOL, "apple"]);
    store.ok(&["undo"]);
    store.ok(&["note", "delete", TOOL, "zebra"]);
    assert_eq!(note_names(&store, TOOL), ["apple"]);

    for (wrong, said) in [
        (&["note", "delete", TOOL, "zebra"][..], "has no note named zebra"),
        (&["note", "edit", TOOL, "nope", "x"], "has no note named nope"),
        (&["note", "add", TOOL, "Bad name", "x"], "is not a valid note name"),
        (&["note", "add", TOOL, "blank", " "], "the note blank is empty"),
        (&["note", "add", "demo.nope", "a", "x"], "has no tool named nope"),
        (&["note", "add", TOOL, "a", "x", "--toolset", "nope"], "there is no toolset named nope"),
        (&["note", "add", TOOL, "no-such-template"], "the note no-such-template has no text"),
    ] {
        let run = store.run(wrong);
        assert!(run.code >= 2, "{wrong:?}");
        assert!(run.stderr.contains(said), "{}", run.stderr);
    }
    let long = "x".repeat(2_001);
    assert!(store.run(&["note", "add", TOOL, "long", &long]).stderr.contains("has 2001 characters"));
}

#[test]
fn a_toolset_note_is_shown_only_there_and_names_are_unique() {
    let store = Store::with_demo();
    store.ok(&["toolset", "build", "one", TOOL]);
    store.ok(&["toolset", "build", "two", TOOL]);
    store.ok(&["note", "add", TOOL, "same", "In one", "--toolset", "one"]);
    store.ok(&["note", "add", TOOL, "same", "In two", "--toolset", "two"]);
    store.ok(&["note", "add", TOOL, "everywhere", "Always"]);
    // It would be shown beside the two.
    let clash = store.json(&["note", "add", TOOL, "same", "Always", "--json"]);
    assert_eq!(clash["changed"], 0);
    let clash = store.json(&["note", "add", TOOL, "everywhere", "Here", "--toolset", "one", "--json"]);
    assert_eq!(clash["changed"], 0);

    assert!(!model_text(&store, TOOL).contains("same"));
    store.ok(&["toolset", "activate", "two"]);
    assert!(model_text(&store, TOOL).ends_with("• **same**: In two\n• **everywhere**: Always"));
    store.ok(&["note", "edit", TOOL, "same", "In two, changed", "--toolset", "two"]);
    store.ok(&["toolset", "activate", "one"]);
    assert!(model_text(&store, TOOL).ends_with("• **same**: In one\n• **everywhere**: Always"));
}

#[test]
fn hidden_characters_are_rejected_unless_allowed() {
    let store = Store::with_demo();
    let text = "Ask\u{200b} first\u{202e}";
    let run = store.run(&["note", "add", TOOL, "sly", text]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("invisible characters: U+200B, U+202E"), "{}", run.stderr);
    store.ok(&["note", "add", TOOL, "sly", text, "--allow-hidden"]);
    assert!(store.ok(&["note", "list", TOOL]).contains("Ask‹U+200B› first‹U+202E›"));
    assert!(model_text(&store, TOOL).ends_with(text));
}

#[test]
fn many_notes_give_a_warning() {
    let store = Store::with_demo();
    let text = "x".repeat(2_000);
    for name in ["a", "b", "c"] {
        let added = store.json(&["note", "add", TOOL, name, &text, "--json"]);
        assert_eq!(added["warnings"], json!([]));
    }
    let added = store.json(&["note", "add", TOOL, "d", &text, "--json"]);
    assert!(added["warnings"][0].as_str().unwrap().contains("have 8004 characters"), "{added}");
}

#[test]
fn notes_are_copied_without_replacing_existing_ones() {
    let store = Store::with_demo();
    store.ok(&["note", "add", TOOL, "one", "1"]);
    store.ok(&["note", "add", TOOL, "two", "2"]);
    store.ok(&["note", "add", OTHER, "two", "own"]);
    let copied = store.json(&["note", "copy", TOOL, OTHER, "demo.nc_notes_list_notes", "--json"]);
    assert_eq!(copied["changed"], 3);
    assert_eq!(copied["warnings"].as_array().unwrap().len(), 1);
    assert_eq!(note_names(&store, OTHER), ["two", "one"]);
    assert!(model_text(&store, OTHER).contains("• **two**: own"));
    store.ok(&["undo"]);
    assert_eq!(note_names(&store, OTHER), ["two"]);
    store.ok(&["note", "copy", TOOL, OTHER, "--name", "one"]);
    assert_eq!(note_names(&store, OTHER), ["two", "one"]);
    assert_eq!(store.run(&["note", "copy", TOOL, OTHER, "--name", "nope"]).code, 3);
}

#[test]
fn templates_provide_note_texts() {
    let store = Store::with_demo();
    let given = store.json(&["note", "template", "--json"]);
    let first: Vec<&str> =
        given.as_array().unwrap().iter().filter_map(|template| template["name"].as_str()).collect();
    assert_eq!(first, ["team-selection", "label-convention", "confirm-first", "prefer-another-tool"]);
    store.ok(&["note", "template", "save", "house-rule", "Mind the house rule."]);
    store.ok(&["note", "add", TOOL, "house-rule"]);
    store.ok(&["note", "add", TOOL, "confirm-first"]);
    assert!(model_text(&store, TOOL).contains("• **house-rule**: Mind the house rule."));
    store.ok(&["note", "template", "remove", "house-rule"]);
    assert_eq!(store.run(&["note", "template", "remove", "confirm-first"]).code, 3);
}

#[test]
fn a_comment_is_not_shown_to_the_model() {
    let store = Store::with_demo();
    let before = model_text(&store, TOOL);
    store.ok(&["comment", TOOL, "Ask Ann before you change this"]);
    assert_eq!(store.ok(&["comment", TOOL]).trim(), "Ask Ann before you change this");
    assert_eq!(model_text(&store, TOOL), before);
    // It is found by search, and is not a note.
    let found = store.json(&["tools", "--json", "ann"]);
    assert!(found.as_array().unwrap().iter().any(|tool| tool["name"] == "nc_notes_get_note"));
    assert_eq!(store.json(&["tools", "--json", "has:note"]), json!([]));
    store.ok(&["comment", TOOL, "--remove"]);
    store.ok(&["undo"]);
    assert_eq!(store.json(&["comment", TOOL, "--json"])["comment"], "Ask Ann before you change this");
}

#[test]
fn toolsets_notes_and_comments_round_trip_and_can_be_discarded() {
    let store = Store::with_demo();
    store.ok(&["toolset", "build", "daily", TOOL, OTHER, "--activate"]);
    store.ok(&["note", "add", TOOL, "b-first", "1", "--toolset", "daily"]);
    store.ok(&["note", "add", TOOL, "a-second", "2"]);
    store.ok(&["comment", OTHER, "careful"]);
    let text = store.ok(&["export", "hintsmith"]);
    let exported: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&exported["hintsmith"], &exported["equipped"]), (&json!(4), &json!("daily")));
    let file = store.file("hintsmith.json", &text);
    let other = Store::with_demo();
    let shown = other.run(&["apply", &file]);
    assert!(shown.stdout.contains("note b-first in daily"), "{}", shown.stdout);
    other.ok(&["apply", &file, "--yes"]);
    assert_eq!(other.ok(&["export", "hintsmith"]), text);
    assert_eq!(note_names(&other, TOOL), ["b-first", "a-second"]);
    assert!(other.run(&["apply", &file, "--yes"]).stderr.contains("Nothing to change"), "applied twice");

    // Changes since the last export are listed and discarded.
    let path = store.path().join("out.json").display().to_string();
    store.ok(&["export", "hintsmith", "-o", &path]);
    assert_eq!(store.run(&["pending"]).code, 0);
    store.ok(&["note", "edit", TOOL, "b-first", "changed", "--toolset", "daily"]);
    store.ok(&["note", "delete", TOOL, "a-second"]);
    store.ok(&["toolset", "remove", "daily", OTHER]);
    store.ok(&["toolset", "build", "more", OTHER]);
    store.ok(&["toolset", "deactivate"]);
    store.ok(&["comment", OTHER, "--remove"]);
    let pending = store.run(&["pending", "--json"]);
    let changes: Value = serde_json::from_str(&pending.stdout).unwrap();
    assert_eq!(changes["changes"].as_array().unwrap().len(), 6, "{changes:#}");
    store.ok(&["discard", "--yes"]);
    assert_eq!(store.run(&["pending"]).code, 0);
    assert_eq!(store.ok(&["export", "hintsmith"]), text);
    store.ok(&["undo"]);
    assert_eq!(store.run(&["pending", "--json"]).stdout, pending.stdout);
}
