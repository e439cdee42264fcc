//! Requirements of a decision record about annotating the hundred tools of one server, by its sections: titles, hints by
//! kind of operation, parameter descriptions, priorities.

use hintsmith_engine::dto::FieldDecision;
use hintsmith_engine::hint::HintName;
use serde_json::{Value, json};

use crate::requirements::{Workbench, annotated, tool};
use crate::support::{Store, tool_names};

/// Tools of each category of the record, with descriptions as their server would write them.
const READS: [&str; 6] = [
    "nc_notes_search_notes",
    "nc_notes_get_note",
    "nc_webdav_list_directory",
    "nc_calendar_list_calendars",
    "nc_contacts_get_contact",
    "nc_semantic_search",
];
const CREATES: [&str; 5] = [
    "nc_notes_create_note",
    "nc_calendar_create_event",
    "nc_contacts_create_contact",
    "deck_create_card",
    "nc_tables_create_row",
];
const UPDATES: [&str; 4] =
    ["nc_notes_update_note", "nc_calendar_update_event", "nc_contacts_update_contact", "deck_update_card"];
const DELETES: [&str; 4] = [
    "nc_notes_delete_note",
    "nc_webdav_delete_resource",
    "nc_calendar_delete_event",
    "nc_contacts_delete_contact",
];

fn server() -> Workbench {
    let plain = |names: &[&str], verb: &str| -> Vec<Value> {
        names.iter().map(|name| tool(name, &format!("{verb} on the user's Nextcloud."))).collect()
    };
    let update = |name: &&str| {
        let mut update = tool(name, "Updates an entry. It fails if the etag is stale.");
        update["inputSchema"]["properties"] = json!({"id": {"type": "integer"}, "etag": {"type": "string"}});
        update
    };
    let others = [
        tool("nc_notes_append_content", "Appends content to a note."),
        tool("nc_webdav_write_file", "Writes content to a file with HTTP PUT, without version control."),
        tool("nc_set_property", "Sets a property of a file to a value."),
        tool("provision_nextcloud_access", "Starts a new OAuth session in which the user signs in."),
        tool("check_logged_in", "Checks whether the server is logged in."),
    ];
    let tools: Vec<Value> = plain(&READS, "Reads")
        .into_iter()
        .chain(plain(&CREATES, "Creates something"))
        .chain(UPDATES.iter().map(update))
        .chain(plain(&DELETES, "Deletes something"))
        .chain(others)
        .collect();
    Workbench::new(&json!(tools))
}

/// The tools of which read-only, destructive and idempotent differ from what is expected.
fn unexpected(bench: &Workbench, tools: &[&str], expected: [bool; 3]) -> Vec<String> {
    let differs = |tool: &&&str| bench.hints(tool)[..3] != expected;
    tools.iter().filter(differs).map(|tool| format!("{tool} {:?}", bench.hints(tool))).collect()
}

#[test]
fn context_a_name_in_snake_case_becomes_a_title() {
    assert_eq!(server().card("nc_notes_create_note")["title"], "Create Note");
}

#[test]
fn context_tools_without_hints_and_undescribed_parameters_are_found() {
    let bench = server();
    let lint = bench.store.run(&["lint", "--profile", "anthropic-directory"]);
    assert_eq!(lint.code, 1);
    assert!(
        lint.stdout.contains("missing-annotations") && lint.stdout.contains("title-missing"),
        "{}",
        lint.stdout
    );
    let described = bench.store.ok(&["coverage"]);
    assert!(described.contains('8'), "the parameters of four tools: {described}");
}

#[test]
fn annotations_1_title_description_hints_and_icons_of_a_tool_can_be_decided() {
    let bench = server();
    let text = |value: &str| Some(value.to_owned());
    bench.decide(
        "check_logged_in",
        vec![
            FieldDecision::Title { value: text("Check Server Login Status") },
            FieldDecision::Description { value: text("Tells whether the user is signed in.") },
            FieldDecision::Hint { hint: HintName::ReadOnly, value: Some(true) },
            FieldDecision::Icon { value: text("https://icons.example/login.png") },
        ],
    );
    let served = bench.served("check_logged_in");
    assert_eq!(served["title"], "Check Server Login Status");
    assert_eq!(served["description"], "Tells whether the user is signed in.");
    assert_eq!(served["annotations"]["readOnlyHint"], true);
    assert_eq!(served["icons"], json!([{"src": "https://icons.example/login.png"}]));
}

#[test]
fn annotations_2_the_title_of_the_tool_precedes_that_of_its_annotations() {
    let mut both = annotated("a", json!({"title": "Alternative"}));
    both["title"] = json!("Main");
    assert_eq!(Workbench::new(&json!([both])).card("a")["title"], "Main");
}

#[test]
fn annotations_3_parameters_can_be_described() {
    let bench = server();
    let described =
        FieldDecision::Parameter { name: "etag".to_owned(), value: Some("From get_note.".to_owned()) };
    bench.decide("nc_notes_update_note", vec![described]);
    let served = bench.served("nc_notes_update_note");
    assert_eq!(served["inputSchema"]["properties"]["etag"]["description"], "From get_note.");
}

#[test]
fn idempotency_an_update_with_an_etag_is_not_idempotent() {
    assert_eq!(unexpected(&server(), &UPDATES, [false, false, false]), [""; 0]);
}

#[test]
fn idempotency_a_create_is_not_idempotent() {
    assert_eq!(unexpected(&server(), &CREATES, [false, false, false]), [""; 0]);
}

#[test]
fn idempotency_an_append_is_not_idempotent() {
    assert_eq!(unexpected(&server(), &["nc_notes_append_content"], [false, false, false]), [""; 0]);
}

#[test]
fn idempotency_a_delete_is_idempotent() {
    assert_eq!(unexpected(&server(), &DELETES, [false, true, true]), [""; 0]);
}

#[test]
fn idempotency_writing_a_whole_file_is_idempotent() {
    assert!(server().hints("nc_webdav_write_file")[2]);
}

#[test]
fn idempotency_setting_a_property_is_idempotent() {
    assert_eq!(unexpected(&server(), &["nc_set_property"], [false, false, true]), [""; 0]);
}

#[test]
fn idempotency_a_read_is_idempotent_and_never_destructive() {
    assert_eq!(unexpected(&server(), &READS, [true, false, true]), [""; 0]);
}

#[test]
fn phase_1_every_tool_gets_a_title() {
    let bench = server();
    let tools = bench.store.json(&["tools", "--json"]);
    for tool in tools.as_array().unwrap() {
        let title = tool["title"].as_str().unwrap();
        assert!(!title.contains('_') && title.starts_with(char::is_uppercase), "{tool}");
    }
}

#[test]
fn phase_1_derived_titles_are_those_of_the_record() {
    let bench = server();
    for (name, title) in [
        ("nc_notes_search_notes", "Search Notes"),
        ("nc_calendar_list_calendars", "List Calendars"),
        ("nc_contacts_get_contact", "Get Contact"),
        ("nc_semantic_search", "Semantic Search"),
        ("nc_notes_create_note", "Create Note"),
        ("nc_calendar_create_event", "Create Calendar Event"),
        ("nc_contacts_create_contact", "Create Contact"),
        ("nc_notes_update_note", "Update Note"),
        ("nc_calendar_update_event", "Update Calendar Event"),
        ("nc_contacts_update_contact", "Update Contact"),
        ("nc_notes_delete_note", "Delete Note"),
        ("nc_calendar_delete_event", "Delete Calendar Event"),
        ("nc_contacts_delete_contact", "Delete Contact"),
    ] {
        assert_eq!(bench.card(name)["title"], title, "{name}");
    }
}

/// Deliberately different: these titles say what no word of the name says, so they are decided, not derived.
#[test]
fn phase_1_titles_with_other_words_than_the_name_are_decided() {
    let bench = server();
    for (name, title) in [
        ("nc_webdav_list_directory", "List Files and Directories"),
        ("nc_webdav_delete_resource", "Delete File or Directory"),
        ("nc_notes_append_content", "Append to Note"),
        ("deck_create_card", "Create Kanban Card"),
        ("deck_update_card", "Update Kanban Card"),
        ("nc_tables_create_row", "Create Table Row"),
        ("provision_nextcloud_access", "Grant Server Access to Nextcloud"),
        ("check_logged_in", "Check Server Login Status"),
    ] {
        assert_ne!(bench.card(name)["title"], title, "{name}");
        bench.decide(name, vec![FieldDecision::Title { value: Some(title.to_owned()) }]);
        assert_eq!(bench.card(name)["title"], title, "{name}");
    }
}

#[test]
fn phase_2_hints_are_decided_for_many_tools_at_once() {
    let bench = server();
    bench.store.ok(&["set-all", "delete", "--inferred", "--yes"]);
    for name in DELETES {
        assert_eq!(bench.served(name)["annotations"]["idempotentHint"], true, "{name}");
    }
    bench.store.ok(&["undo"]);
}

#[test]
fn phase_3_described_parameters_are_counted_by_server() {
    let bench = server();
    let described =
        FieldDecision::Parameter { name: "etag".to_owned(), value: Some("From get_note.".to_owned()) };
    let before = bench.store.ok(&["coverage"]);
    bench.decide("nc_notes_update_note", vec![described]);
    assert_ne!(bench.store.ok(&["coverage"]), before);
}

#[test]
fn categories_nextcloud_is_external_to_the_server_if_the_user_says_so() {
    // Whose world is open is a matter of reading: the setting of the server decides it for all tools.
    let bench = server();
    bench.store.ok(&["edit", "s", "--open-world", "external", "--yes"]);
    for name in READS.iter().chain(&CREATES).chain(&UPDATES).chain(&DELETES) {
        assert!(bench.hints(name)[3], "{name}");
    }
}

#[cfg(unix)]
#[test]
fn categories_a_new_server_is_asked_for_what_its_tools_reach() {
    let tools =
        json!({"tools": [{"name": "nc_notes_get_note", "description": "Gets a note.", "inputSchema": {}}]});
    let open_world = |answers: &str| {
        let store = Store::new();
        let list = store.file("list.json", &tools.to_string());
        let run = store.run_at_terminal(&["add", "s", "--file", &list], answers);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(run.stderr.contains("What do the tools of s reach?"), "{}", run.stderr);
        assert!(run.stderr.contains("Nextcloud") && run.stderr.contains("(guess: "), "{}", run.stderr);
        store.json(&["tools", "--json"])[0]["hints"]["openWorldHint"]["value"].as_bool().unwrap()
    };
    // Its own data, an external system, and the preset guess: each tool by itself, as far as one can tell.
    assert_eq!(["y\n2\n", "y\n3\n", "y\n\n"].map(open_world), [false, true, false]);
}

#[test]
fn special_case_an_oauth_session_is_neither_read_only_nor_idempotent() {
    let [read_only, _, idempotent, _] = server().hints("provision_nextcloud_access");
    assert!(!read_only && !idempotent);
}

#[test]
fn special_case_and_question_2_semantic_search_is_open_or_closed_as_decided() {
    // The record contradicts itself: closed in its special case, open in its resolved question. Either can be decided.
    let bench = server();
    for open in [false, true] {
        bench.decide_hint("nc_semantic_search", HintName::OpenWorld, open);
        assert_eq!(bench.served("nc_semantic_search")["annotations"]["openWorldHint"], open);
    }
}

fn store_with_tools(names: &[&str]) -> Store {
    let store = Store::new();
    let tools: Vec<Value> = names.iter().map(|name| tool(name, "Does it.")).collect();
    let path = store.file("s.json", &json!({ "tools": tools }).to_string());
    store.ok(&["add", "s", "--yes", "--file", &path]);
    store
}

/// Calls of tools, by a proxy in front of a server with modules.
fn store_with_calls() -> Store {
    let store =
        store_with_tools(&["notes_delete_note", "notes_list_notes", "deck_get_board", "deck_list_boards"]);
    let insert = "INSERT INTO call (at, server, tool, arguments, verdict) VALUES ('2026-01-01T00:00:00Z', 's', ?1, '{}', ?2)";
    let database = rusqlite::Connection::open(store.database()).unwrap();
    for (tool, verdict) in
        [("deck_list_boards", "allowed"), ("deck_list_boards", "denied"), ("notes_list_notes", "allowed")]
    {
        database.execute(insert, [tool, verdict]).unwrap();
    }
    // A call of a tool that did not exist says nothing about the tool of that name.
    for _ in 0..3 {
        database.execute(insert, ["deck_get_board", "unknown"]).unwrap();
    }
    store
}

fn queue(store: &Store, by: &[&str]) -> Vec<String> {
    let queue = store.json(&[&["review", "list", "--json"], by].concat());
    let names = |item: &Value| item["card"]["name"].as_str().unwrap().to_owned();
    queue["items"].as_array().unwrap().iter().map(names).collect()
}

#[test]
fn priority_critical_the_most_dangerous_tools_come_first() {
    assert_eq!(queue(&store_with_calls(), &[])[0], "notes_delete_note");
}

#[test]
fn priority_high_the_most_called_tools_come_first() {
    let store = store_with_calls();
    let order = queue(&store, &["--by", "calls"]);
    assert_eq!(order, ["deck_list_boards", "notes_list_notes", "notes_delete_note", "deck_get_board"]);
    let table = store.ok(&["review", "list", "--by", "calls"]);
    let first: Vec<&str> = table.lines().next().unwrap().split_whitespace().collect();
    assert_eq!(first[..3], ["s.deck_list_boards", "~read-only", "2"], "{table}");
}

#[test]
fn priority_medium_and_low_tools_are_reviewed_module_by_module() {
    let store = store_with_tools(&[
        "notes_delete_note",
        "notes_list_notes",
        "notes_get_note",
        "deck_get_board",
        "deck_list_boards",
        "deck_delete_board",
    ]);
    let order = queue(&store, &["--by", "module"]);
    let modules: Vec<&str> = order.iter().map(|name| name.split('_').next().unwrap()).collect();
    assert_eq!(modules, ["deck", "deck", "deck", "notes", "notes", "notes"]);
}

#[test]
fn priority_readiness_says_which_tools_to_do_first() {
    let store = store_with_calls();
    let run = store.run(&["readiness", "s", "--profile", "anthropic-directory", "--json"]);
    let readiness: Value = serde_json::from_str(&run.stdout).unwrap();
    let first: Vec<&str> =
        readiness[0]["first"].as_array().unwrap().iter().map(|tool| tool["tool"].as_str().unwrap()).collect();
    assert_eq!(first, ["deck_list_boards", "notes_list_notes", "notes_delete_note", "deck_get_board"]);
    assert_eq!(readiness[0]["first"][0]["calls"], 2);
    let text = store.run(&["readiness", "s", "--profile", "anthropic-directory"]).stdout;
    assert!(text.contains("first:  s.deck_list_boards: safe, called 2 times, "), "{text}");
    let markdown = store.run(&["readiness", "s", "--profile", "anthropic-directory", "--markdown"]).stdout;
    assert!(markdown.contains("Do first:\n\n1. s.deck_list_boards"), "{markdown}");
}

#[test]
fn week_1_and_3_a_list_of_tools_with_titles_can_be_put_into_a_readme() {
    let table = server().store.ok(&["export", "markdown-table"]);
    assert!(table.contains(r"| nc\_notes\_create\_note | Create Note |"), "{table}");
}

#[test]
fn week_2_a_test_validates_that_annotations_are_there() {
    let store = server().store;
    let file = store
        .file("pins.toml", "version = 1\nnew-tools = \"allow\"\n[pins]\n\"*\" = { annotations = \"set\" }\n");
    let run = store.run(&["pins", "check", "s", "--policy", &file]);
    assert_eq!(run.code, 1);
    assert!(run.stdout.contains("nc_notes_create_note"), "{}", run.stdout);
}

#[test]
fn benefits_for_clients_what_each_client_does_with_the_hints_is_shown() {
    let bench = server();
    let clients = bench.detail("nc_notes_delete_note")["clients"].take();
    let names: Vec<&str> =
        clients.as_array().unwrap().iter().map(|client| client["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"Claude") && names.contains(&"VS Code"), "{names:?}");
}

#[test]
fn benefits_for_clients_tools_are_organised_by_behaviour() {
    let bench = server();
    let safe = tool_names(&bench.store.json(&["tools", "--json", "is:safe"]));
    assert!(READS.iter().all(|name| safe.contains(&(*name).to_owned())), "{safe:?}");
    assert!(DELETES.iter().all(|name| !safe.contains(&(*name).to_owned())), "{safe:?}");
}

#[test]
fn mitigation_wrong_annotations_are_found() {
    let bench = Workbench::new(&json!([annotated("delete_note", json!({"readOnlyHint": true}))]));
    let findings = bench.detail("delete_note")["findings"].to_string();
    assert!(findings.contains("delete"), "{findings}");
}

#[test]
fn mitigation_new_tools_without_annotations_fail_a_check() {
    let store = Store::new();
    let list = |tools: Value| store.file("s.json", &json!({ "tools": tools }).to_string());
    let annotated_tool = annotated("get", json!({"readOnlyHint": true}));
    let path = list(json!([annotated_tool]));
    let policy = store.path().join("pins.toml").display().to_string();
    store.ok(&["pins", "generate", "--file", &path, "--output", &policy]);
    assert_eq!(store.run(&["pins", "check", "--file", &path, "--policy", &policy]).code, 0);
    let path = list(json!([annotated_tool, tool("new", "Does.")]));
    assert_eq!(store.run(&["pins", "check", "--file", &path, "--policy", &policy]).code, 1);
}

#[test]
fn mitigation_guidelines_are_part_of_every_finding() {
    let rule = Store::new().ok(&["lint", "--explain", "missing-annotations"]);
    assert!(rule.contains("annotations"), "{rule}");
}

#[test]
fn examples_the_three_complete_tools_are_served_as_the_record_writes_them() {
    let bench = server();
    bench.store.ok(&["edit", "s", "--open-world", "external", "--yes"]);
    bench.store.ok(&["set-all", "server:s", "--inferred", "--yes"]);
    for (name, title, members) in [
        (
            "nc_notes_delete_note",
            "Delete Note",
            json!({"destructiveHint": true, "idempotentHint": true, "openWorldHint": true}),
        ),
        ("nc_notes_update_note", "Update Note", json!({"idempotentHint": false, "openWorldHint": true})),
        ("nc_notes_search_notes", "Search Notes", json!({"readOnlyHint": true, "openWorldHint": true})),
    ] {
        let annotations = bench.served(name)["annotations"].take();
        assert_eq!(annotations["title"], title);
        for (key, value) in members.as_object().unwrap() {
            assert_eq!(&annotations[key], value, "{name} {key}");
        }
    }
}

#[test]
fn testing_the_unit_test_of_the_record_can_be_generated_for_the_server() {
    let store = server().store;
    store.ok(&["set", "s.nc_notes_delete_note", "destructive=yes", "idempotent=yes", "title=Delete Note"]);
    let test = store.ok(&["pins", "stubs", "pytest", "s"]);
    assert!(test.contains("nc_notes_delete_note"), "{test}");
}

#[test]
fn question_1_writing_a_file_is_idempotent() {
    let bench = server();
    let why = bench.detail("nc_webdav_write_file")["hints"][2]["reason"].as_str().unwrap().to_owned();
    assert!(bench.hints("nc_webdav_write_file")[2], "{why}");
}

#[test]
fn question_3_logging_does_not_make_a_tool_modifying() {
    let bench =
        Workbench::new(&json!([tool("search_notes", "Searches notes. Each query is logged for analytics.")]));
    assert!(bench.hints("search_notes")[0]);
}

#[test]
fn future_1_icons_can_be_decided() {
    let bench = server();
    bench.store.ok(&["set", "s.check_logged_in", "icon=https://icons.example/a.png"]);
    assert_eq!(bench.served("check_logged_in")["icons"][0]["src"], "https://icons.example/a.png");
    bench.store.ok(&["unset", "s.check_logged_in", "icon"]);
    assert!(bench.served("check_logged_in")["icons"].is_null());
}

#[test]
fn future_2_parameters_that_are_not_described_are_found() {
    let lint = server().store.run(&["lint"]);
    assert!(lint.stdout.contains("parameter-undescribed"), "{}", lint.stdout);
}

#[test]
fn categories_checking_a_login_is_inferred_to_be_read_only() {
    assert!(server().hints("check_logged_in")[0]);
}
