//! Tests of the demo tools: their number, definitions, behaviour, and intentionally wrong annotations.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use super::args::validate;
use super::seeded_store;
use super::{DemoTool, Store, ToolResult, demo_tools, generated};

/// Arguments that match a schema: defaults, first choices, and values that mostly exist in the seed.
pub(super) fn sample_value(schema: &Value) -> Value {
    if let Some(default) = schema.get("default").filter(|value| !value.is_null()) {
        return default.clone();
    }
    if let Some(choice) = schema["enum"].get(0) {
        return choice.clone();
    }
    if let Some(choice) = schema["anyOf"].get(0) {
        return sample_value(choice);
    }
    match schema["type"].as_str().or(schema["type"][0].as_str()) {
        Some("integer" | "number") => schema.get("minimum").cloned().unwrap_or(json!(1)),
        Some("boolean") => json!(true),
        Some("array") => json!([sample_value(&schema["items"])]),
        Some("object") => {
            let properties = schema["properties"].as_object().into_iter().flatten();
            properties.map(|(name, property)| (name.clone(), sample_property(name, property))).collect()
        }
        _ => json!("sample"),
    }
}

fn sample_property(name: &str, schema: &Value) -> Value {
    match name {
        _ if schema.get("default").is_some() => sample_value(schema),
        "calendar" => json!("choir"),
        "date" | "from" | "to" | "due" => json!("2027-02-12"),
        "start" | "end" => json!("2027-02-12T06:45"),
        "group" => json!("climbing"),
        "key" => json!("1"),
        "path" | "source" => json!("/Documents/concert.md"),
        "query" => json!("count 1 where room = Basement"),
        "target" => json!("/Photos/concert.md"),
        "values" => json!({ "room": "Attic" }),
        _ => sample_value(schema),
    }
}

fn call(store: &mut Store, name: &str, arguments: Value) -> ToolResult {
    let tool = demo_tools().into_iter().find(|tool| tool.name() == name).expect("the suite has the tool");
    call_tool(store, &tool, arguments)
}

fn call_tool(store: &mut Store, tool: &DemoTool, arguments: Value) -> ToolResult {
    tool.call(store, serde_json::from_value::<Map<_, _>>(arguments).unwrap())
}

fn annotation<'a>(tool: &'a DemoTool, key: &str) -> &'a Value {
    &tool.definition["annotations"][key]
}

#[test]
fn the_suite_has_101_tools_with_unique_well_formed_names() {
    let suite = demo_tools();
    let names: HashSet<&str> = suite.iter().map(DemoTool::name).collect();
    assert_eq!((suite.len(), names.len()), (101, 101));
    for name in names {
        let allowed = |letter: char| letter.is_ascii_alphanumeric() || "_.-".contains(letter);
        assert!((1..=128).contains(&name.len()) && name.chars().all(allowed), "{name}");
    }
}

#[test]
fn every_tool_is_described_and_takes_an_object() {
    for tool in demo_tools() {
        let schema = &tool.definition["inputSchema"];
        assert_eq!(schema["type"], "object", "{}", tool.name());
        assert!(
            tool.definition["description"].as_str().is_some_and(|it| it.ends_with('.')),
            "{}",
            tool.name()
        );
        for required in schema["required"].as_array().into_iter().flatten() {
            assert!(schema["properties"].get(required.as_str().unwrap()).is_some(), "{}", tool.name());
        }
    }
}

#[test]
fn about_40_percent_have_no_annotations_and_a_quarter_has_all_hints() {
    let suite = demo_tools();
    let bare = suite.iter().filter(|tool| tool.definition.get("annotations").is_none()).count();
    let hints = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];
    let complete = suite.iter().filter(|tool| hints.iter().all(|hint| annotation(tool, hint).is_boolean()));
    assert!((30..=50).contains(&bare), "{bare}");
    assert!((20..=32).contains(&complete.count()));
}

#[test]
fn every_tool_runs_on_arguments_made_from_its_schema() {
    let mut refusals = Vec::new();
    for tool in demo_tools() {
        match call_tool(&mut seeded_store(), &tool, sample_value(&tool.definition["inputSchema"])) {
            Ok(value) => match tool.definition.get("outputSchema") {
                Some(schema) => validate("", schema, &value).unwrap(),
                None => assert!(value.is_object() || value.is_string(), "{}", tool.name()),
            },
            Err(error) => {
                assert!(error.to_string().ends_with('.'), "{}: {error}", tool.name());
                refusals.push(tool.name().to_owned());
            }
        }
    }
    // An invented etag is outdated, an existing path is taken, an invented URL is not reachable.
    let expected = [
        "nc_notes_update_note",
        "nc_webdav_create_directory",
        "nc_calendar_update_event",
        "nc_contacts_update_contact",
        "nc_cookbook_import_recipe",
        "nc_news_add_feed",
    ];
    assert_eq!(refusals, expected);
}

#[test]
fn a_missing_or_mistyped_argument_is_named() {
    let mut store = seeded_store();
    let cases = [
        ("nc_notes_get_note", json!({}), "Argument `note_id` is missing."),
        ("nc_notes_get_note", json!({ "note_id": "1" }), "Argument `note_id` must be of type integer."),
        ("nc_notes_get_note", json!({ "note_id": null }), "Argument `note_id` is missing."),
        ("nc_notes_list_notes", json!({ "limit": 0 }), "Argument `limit` must be at least 1."),
        ("check_logged_in", json!({ "user": "x" }), "Argument `user` is not known."),
        (
            "nc_webdav_trash",
            json!({ "action": "burn" }),
            "Argument `action` must be one of \"list\", \"restore\", \"empty\".",
        ),
        (
            "nc_contacts_create_contact",
            json!({ "name": "A", "emails": [{ "kind": "home" }] }),
            "Argument `emails[0].address` is missing.",
        ),
    ];
    for (name, arguments, sentence) in cases {
        assert_eq!(call(&mut store, name, arguments).unwrap_err().to_string(), sentence);
    }
}

#[test]
fn an_update_with_an_etag_fails_the_second_time() {
    for (noun, get, update) in [
        ("note", "nc_notes_get_note", "nc_notes_update_note"),
        ("event", "nc_calendar_get_event", "nc_calendar_update_event"),
        ("contact", "nc_contacts_get_contact", "nc_contacts_update_contact"),
    ] {
        let mut store = seeded_store();
        let id = format!("{noun}_id");
        let row = call(&mut store, get, json!({ id.as_str(): 1 })).unwrap();
        let arguments = json!({ id.as_str(): 1, "etag": row["etag"], "title": "New" });
        call(&mut store, update, arguments.clone()).unwrap();
        let error = call(&mut store, update, arguments).unwrap_err().to_string();
        assert!(error.starts_with("Precondition failed (412)"), "{error}");
    }
}

#[test]
fn deleting_twice_leaves_the_same_state_as_deleting_once() {
    let deletes = ["delete", "unsubscribe"];
    for tool in demo_tools().iter().filter(|tool| deletes.iter().any(|verb| tool.name().contains(verb))) {
        let mut store = seeded_store();
        let arguments = sample_value(&tool.definition["inputSchema"]);
        call_tool(&mut store, tool, arguments.clone()).unwrap();
        let once = format!("{store:?}");
        let error = call_tool(&mut store, tool, arguments).unwrap_err().to_string();
        assert!(error.starts_with("Not found (404)"), "{}: {error}", tool.name());
        assert_eq!(format!("{store:?}"), once, "{}", tool.name());
    }
}

#[test]
fn only_intentionally_wrong_tools_declare_read_only_and_write() {
    let untouched = format!("{:?}", seeded_store());
    let mut violations = Vec::new();
    for tool in demo_tools().iter().filter(|tool| annotation(tool, "readOnlyHint") == true) {
        let mut store = seeded_store();
        let mut arguments = sample_value(&tool.definition["inputSchema"]);
        if tool.name() == "nc_tables_run_query" {
            arguments = json!({ "query": "delete 1 where room = Basement" });
        }
        let _ = call_tool(&mut store, tool, arguments);
        if format!("{store:?}") != untouched {
            violations.push(tool.name().to_owned());
        }
    }
    assert_eq!(violations, ["nc_contacts_delete_group", "nc_tables_run_query", "nc_news_unsubscribe"]);
}

#[test]
fn the_other_intentionally_wrong_hints_are_in_place() {
    let suite = demo_tools();
    let hint = |name: &str, key: &str| {
        let tool = suite.iter().find(|tool| tool.name() == name).expect("the suite has the tool");
        annotation(tool, key).clone()
    };
    assert_eq!(hint("nc_cookbook_get_recipe", "destructiveHint"), true);
    assert_eq!(hint("nc_notes_append_content", "idempotentHint"), true);
    assert_eq!(hint("nc_calendar_update_event", "idempotentHint"), true);
    assert_eq!(hint("nc_webdav_write_file", "destructiveHint"), false);
    assert_eq!(hint("nc_cookbook_import_recipe", "openWorldHint"), false);
    assert_eq!(hint("nc_news_unsubscribe", "readOnlyHint"), true);
    assert_eq!(hint("nc_news_unsubscribe", "destructiveHint"), true);
    assert_eq!(hint("deck_list_stacks", "annotations"), json!({ "readOnlyHint": true }));

    let mut store = seeded_store();
    let mut append = || {
        let note = call(&mut store, "nc_notes_append_content", json!({ "note_id": 1, "content": "x" }));
        note.unwrap()["content"].clone()
    };
    assert_ne!(append(), append());
}

#[test]
fn an_exported_calendar_is_longer_than_a_screen() {
    let text = call(&mut seeded_store(), "nc_calendar_export_calendar", json!({ "calendar": "choir" }));
    let lines = text.unwrap().as_str().unwrap().lines().count();
    assert!((350..=450).contains(&lines), "{lines}");
}

#[test]
fn a_folder_is_moved_with_its_files_and_restored_from_trash() {
    let mut store = seeded_store();
    let inside_itself = json!({ "source": "/Documents", "target": "/Documents/Archive/again" });
    call(&mut store, "nc_webdav_move_resource", inside_itself).unwrap_err();
    let aside = json!({ "source": "/Documents", "target": "/Papers/" });
    call(&mut store, "nc_webdav_move_resource", aside).unwrap();
    let lease = json!({ "path": "Papers/Archive/lease-2019.txt" });
    call(&mut store, "nc_webdav_read_file", lease.clone()).unwrap();
    call(&mut store, "nc_webdav_delete_resource", json!({ "path": "/Papers" })).unwrap();
    call(&mut store, "nc_webdav_read_file", lease.clone()).unwrap_err();
    call(&mut store, "nc_webdav_trash", json!({ "action": "restore", "path": "/Papers" })).unwrap();
    call(&mut store, "nc_webdav_read_file", lease).unwrap();
}

#[test]
fn generated_tools_are_unique_deterministic_and_of_typical_size() {
    let tools: Vec<Value> = generated::tools(10_000).into_iter().map(|tool| tool.definition).collect();
    let again = generated::tools(10_000).into_iter().map(|tool| tool.definition);
    assert!(tools.iter().cloned().eq(again));
    let names: HashSet<&str> = tools.iter().filter_map(|tool| tool["name"].as_str()).collect();
    assert_eq!(names.len(), 10_000);
    let bytes = tools.iter().map(|tool| tool.to_string().len()).sum::<usize>() / tools.len();
    assert!((600..=900).contains(&bytes), "{bytes}");
}
