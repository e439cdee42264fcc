//! Requirements of a plan for tool annotations in a gateway, by its sections: model, `tools/list`, HTTP methods,
//! passthrough, badges, approval, editor.

use hintsmith_engine::dto::FieldDecision;
use hintsmith_engine::hint::HintName;
use serde_json::{Value, json};

use crate::approvals::{Approver, answer_request, call_count, spawn_wrap, store_with_spy, wait_for_request};
use crate::requirements::{Workbench, annotated, badges, tool};
use crate::support::Store;

const HINTS: [&str; 4] = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];

/// The approval of a call of this tool: whether it runs, and why.
fn approval(bench: &Workbench, tool: &str) -> (String, String) {
    let approval = bench.detail(tool)["approval"].take();
    (approval["treatment"].as_str().unwrap().to_owned(), approval["because"].as_str().unwrap().to_owned())
}

#[test]
fn specification_defaults_apply_where_nothing_is_set_and_nothing_can_be_inferred() {
    let bench = Workbench::new(&json!([{"name": "nightly", "inputSchema": {"type": "object"}}]));
    assert_eq!(bench.hints("nightly"), [false, true, false, true]);
    let detail = bench.detail("nightly");
    assert!((0..4).all(|at| detail["hints"][at]["layer"] == "default"), "{}", detail["hints"]);
    // The title has no default; a derived one is marked as such.
    assert_ne!(detail["title"]["layer"], "declared");
}

#[test]
fn specification_destructive_and_idempotent_have_a_meaning_only_on_tools_that_are_not_read_only() {
    let bench = Workbench::new(&json!([
        annotated("get", json!({"readOnlyHint": true, "idempotentHint": true})),
        annotated("put", json!({"readOnlyHint": false, "idempotentHint": true})),
    ]));
    let unused = |tool: &str, at: usize| !bench.detail(tool)["hints"][at]["unused"].is_null();
    assert!(unused("get", 1) && unused("get", 2));
    assert!(!unused("put", 1) && !unused("put", 2) && !unused("get", 3));
}

#[test]
fn specification_hints_are_no_guarantees() {
    // What a server declares about itself does not let a call run without asking.
    let bench = Workbench::new(&json!([annotated("get", json!({"readOnlyHint": true}))]));
    bench.prefer("approval.read-only", "on");
    let (treatment, because) = approval(&bench, "get");
    assert_eq!(treatment, "asks");
    assert!(because.contains("Only the server declares"), "{because}");
}

#[test]
fn gap_1_the_servers_of_a_gateway_expose_annotations() {
    let bench = Workbench::new(&json!([tool("delete_note", "Deletes a note.")]));
    assert_eq!(bench.served("delete_note")["annotations"]["destructiveHint"], true);
}

#[test]
fn gap_2_and_3_annotations_of_external_servers_pass_through_with_keys_that_nobody_knows() {
    let annotations =
        json!({"title": "Own", "readOnlyHint": true, "openWorldHint": false, "com.example/risk": [1.5]});
    let bench = Workbench::new(&json!([annotated("get", annotations.clone())]));
    for (key, value) in annotations.as_object().unwrap() {
        assert_eq!(&bench.served("get")["annotations"][key], value, "{key}");
    }
}

#[test]
fn gap_3_all_four_hints_are_shown() {
    let bench = Workbench::new(&json!([annotated("get", json!({}))]));
    let names: Vec<Value> =
        bench.detail("get")["hints"].as_array().unwrap().iter().map(|hint| hint["hint"].clone()).collect();
    assert_eq!(names, ["readOnly", "destructive", "idempotent", "openWorld"]);
    assert_eq!(bench.card("get")["hints"].as_array().unwrap().len(), 4);
}

#[test]
fn gap_4_approval_considers_the_hints() {
    let bench =
        Workbench::new(&json!([tool("get_note", "Reads a note."), tool("delete_note", "Deletes a note.")]));
    assert_ne!(approval(&bench, "get_note").1, approval(&bench, "delete_note").1);
}

#[test]
fn gap_5_annotations_of_http_tools_can_be_stored() {
    let bench = Workbench::with_operations(&["POST"]);
    bench.decide_hint("thing_post", HintName::Idempotent, true);
    assert_eq!(bench.served("thing_post")["annotations"]["idempotentHint"], true);
}

#[test]
fn section_1_1_the_five_fields_can_be_set_and_read() {
    let bench = Workbench::new(&json!([tool("nightly", "Runs.")]));
    let hints =
        HintName::ALL.map(|hint| FieldDecision::Hint { hint, value: Some(hint != HintName::ReadOnly) });
    let title = FieldDecision::Title { value: Some("Nightly run".to_owned()) };
    bench.decide("nightly", hints.into_iter().chain([title]).collect());
    assert_eq!(
        bench.served("nightly")["annotations"],
        json!({"title": "Nightly run", "readOnlyHint": false, "destructiveHint": true, "idempotentHint": true, "openWorldHint": true})
    );
}

#[test]
fn section_1_2_every_kind_of_tool_has_annotations() {
    for bench in [Workbench::with_operations(&["GET"]), Workbench::new(&json!([tool("thing_get", "Reads.")]))]
    {
        let tools: Value = bench.store.json(&["tools", "--json"]);
        assert!(HINTS.iter().all(|hint| tools[0]["hints"][hint]["value"].is_boolean()), "{tools}");
    }
}

#[test]
fn section_1_3_decisions_are_stored() {
    let bench = Workbench::new(&json!([tool("nightly", "Runs.")]));
    bench.decide_hint("nightly", HintName::OpenWorld, false);
    let explained = bench.store.json(&["explain", "s.nightly", "--json"]);
    assert_eq!(explained["fields"]["openWorldHint"]["layer"], "override");
}

#[test]
fn section_2_1_an_entry_has_no_empty_annotations_no_null_and_keeps_meta() {
    let bare = json!({"name": "é", "inputSchema": {"type": "object"}, "_meta": {"x": 1}});
    let bench = Workbench::new(&json!([bare, annotated("nightly", json!({"readOnlyHint": null}))]));
    assert_eq!(bench.served("é")["_meta"], json!({"x": 1}));
    let annotations = bench.served("nightly")["annotations"].take();
    assert!(annotations.as_object().unwrap().values().all(|value| !value.is_null()), "{annotations}");
    // A derived title is the only member of a tool about which nothing is known.
    assert_eq!(annotations, json!({"title": "Nightly"}));
}

#[test]
fn section_2_2_annotations_come_from_the_method_from_the_server_or_from_a_decision() {
    let operations = Workbench::with_operations(&["DELETE"]);
    assert_eq!(operations.served("thing_delete")["annotations"]["destructiveHint"], true);
    let bench = Workbench::new(&json!([annotated("run", json!({"openWorldHint": false}))]));
    assert_eq!(bench.served("run")["annotations"]["openWorldHint"], false);
    bench.decide_hint("run", HintName::OpenWorld, true);
    assert_eq!(bench.served("run")["annotations"]["openWorldHint"], true);
}

/// Method, read-only, destructive, idempotent.
const METHODS: [(&str, [bool; 3]); 7] = [
    ("GET", [true, false, true]),
    ("HEAD", [true, false, true]),
    ("OPTIONS", [true, false, true]),
    ("POST", [false, false, false]),
    ("PUT", [false, false, true]),
    ("PATCH", [false, false, false]),
    ("DELETE", [false, true, true]),
];

#[test]
fn section_2_3_hints_follow_the_http_method() {
    let bench = Workbench::with_operations(&METHODS.map(|(method, _)| method));
    for (method, expected) in METHODS {
        let [read_only, destructive, idempotent, _] =
            bench.hints(&format!("thing_{}", method.to_lowercase()));
        assert_eq!([read_only, destructive, idempotent], expected, "{method}");
    }
}

#[test]
fn section_2_3_a_decision_overrides_the_method() {
    let bench = Workbench::with_operations(&["GET"]);
    bench.decide_hint("thing_get", HintName::ReadOnly, false);
    assert!(!bench.hints("thing_get")[0]);
}

#[test]
fn section_3_1_annotations_of_external_servers_are_kept_as_sent() {
    let sent = annotated("get", json!({"title": "Own", "readOnlyHint": true}));
    let bench = Workbench::new(&json!([sent]));
    let server: Value = serde_json::from_str(bench.detail("get")["serverJson"].as_str().unwrap()).unwrap();
    assert_eq!(server, sent);
}

#[test]
fn section_3_2_a_proxy_forwards_annotations() {
    let store = store_with_spy();
    let mut client = spawn_wrap(&store, &[]);
    let list = client.list_tools();
    assert!(list.contains(r#""readOnlyHint":false,"x-kept":[1.0]"#), "{list}");
    client.close();
}

#[test]
fn section_4_1_a_card_has_the_title_and_badges() {
    let bench = Workbench::new(&json!([
        annotated("a", json!({"title": "Reads", "readOnlyHint": true, "destructiveHint": true})),
        annotated("b", json!({"readOnlyHint": false, "destructiveHint": true, "idempotentHint": true})),
        annotated("c", json!({"readOnlyHint": true, "destructiveHint": false})),
    ]));
    assert_eq!(bench.card("a")["title"], "Reads");
    assert_ne!(bench.card("b")["title"], "");
    assert!(badges(&bench.card("c")).contains(&"readOnly"));
    assert!(!badges(&bench.card("c")).contains(&"destructive"));
    let b = bench.card("b");
    assert!(badges(&b).contains(&"destructive") && badges(&b).contains(&"idempotent"), "{b}");
}

/// Deliberately different: the plan shows "Read-only" and hides "Destructive" of a tool that declares both. The two
/// contradict each other, so the careful one is shown.
#[test]
fn section_4_1_of_a_contradiction_the_careful_badge_is_shown() {
    let bench =
        Workbench::new(&json!([annotated("a", json!({"readOnlyHint": true, "destructiveHint": true}))]));
    assert_eq!(badges(&bench.card("a"))[0], "destructive");
}

#[test]
fn section_4_2_a_call_shows_title_and_behaviour() {
    let bench = Workbench::new(&json!([annotated("a", json!({"title": "Reads", "readOnlyHint": true}))]));
    let card = bench.card("a");
    assert_eq!((&card["title"], &card["behaviour"]), (&json!("Reads"), &json!("safe")));
    let bench = Workbench::new(&json!([tool("delete_note", "Deletes a note.")]));
    assert_eq!(bench.card("delete_note")["behaviour"], "destructive");
}

#[test]
fn section_4_3_a_request_for_approval_warns_of_destructive_changes() {
    let store = store_with_spy();
    store.ok(&["set", "spy.get_note", "read-only=yes"]);
    let person = Approver::start(&store);
    let mut client = spawn_wrap(&store, &["--ask"]);
    let call = |name: &str| {
        json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": name, "arguments": {}}})
            .to_string()
    };
    client.send(&call("delete_note"));
    let request = wait_for_request(&store);
    assert_eq!(request["behaviour"], "destructive");
    let sentences = request["sentences"].to_string();
    assert!(sentences.contains("destructive changes"), "{sentences}");
    answer_request(&store, &["deny"]);
    client.receive();
    client.send(&call("get_note"));
    let sentences = wait_for_request(&store)["sentences"].to_string();
    assert!(sentences.contains("only reads data"), "{sentences}");
    answer_request(&store, &["deny"]);
    client.receive();
    assert_eq!(call_count(&store), 0);
    client.close();
    person.stop();
}

#[test]
fn section_5_1_the_editor_has_a_value_a_source_and_a_reason_for_each_hint() {
    let bench = Workbench::with_operations(&["PUT"]);
    for hint in bench.detail("thing_put")["hints"].as_array().unwrap() {
        assert!(hint["value"].is_boolean() && hint["layer"].is_string(), "{hint}");
        assert!(!hint["reason"].as_str().unwrap().is_empty(), "{hint}");
        assert!(hint["decided"].is_null(), "an inferred value is not decided: {hint}");
    }
    bench.decide_hint("thing_put", HintName::Idempotent, false);
    assert_eq!(bench.detail("thing_put")["hints"][2]["decided"], false);
}

#[test]
fn section_5_2_annotations_are_set_through_the_api_and_the_command_line() {
    let bench = Workbench::new(&json!([tool("a", "Does.")]));
    bench.store.ok(&["set", "s.a", "title=Mine", "destructive=no"]);
    let explained = bench.store.json(&["explain", "s.a", "--json"]);
    assert_eq!(explained["fields"]["title"]["value"], "Mine");
    assert_eq!(explained["fields"]["destructiveHint"]["value"], false);
}

#[test]
fn design_a_and_b_each_badge_has_a_kind_that_the_page_shows_as_label_and_icon() {
    let bench = Workbench::new(&json!([annotated(
        "a",
        json!({"readOnlyHint": false, "destructiveHint": true, "idempotentHint": true, "openWorldHint": true})
    )]));
    assert_eq!(badges(&bench.card("a")), ["destructive", "idempotent", "openWorld"]);
}

#[test]
fn design_c_tools_can_be_grouped_by_behaviour() {
    let bench = Workbench::new(&json!([
        tool("get_note", "Reads a note."),
        tool("create_note", "Creates a note."),
        tool("delete_note", "Deletes a note."),
    ]));
    let of = |tool: &str| bench.card(tool)["behaviour"].take();
    assert_eq!([of("get_note"), of("create_note"), of("delete_note")], ["safe", "modifying", "destructive"]);
    let found = bench.store.json(&["tools", "--json", "is:safe"]);
    assert_eq!(found.as_array().unwrap().len(), 1);
}

#[test]
fn design_recommendation_every_value_of_a_tool_is_shown_on_hover() {
    let bench = Workbench::new(&json!([tool("create_note", "Creates a note.")]));
    let card = bench.card("create_note");
    assert_eq!(card["hints"].as_array().unwrap().len(), 4);
    assert!(card["hints"][0]["mark"].is_string());
}

#[test]
fn confirmation_modes_always_and_first_exist() {
    let bench = Workbench::new(&json!([tool("create_note", "Creates a note.")]));
    for (mode, shown) in [("always-ask", "alwaysAsk"), ("ask-first", "askFirst")] {
        bench.store.ok(&["approval", "s.create_note", mode]);
        assert_eq!(bench.detail("create_note")["approval"]["mode"], shown);
    }
}

#[test]
fn confirmation_1_read_only_tools_run_by_themselves_only_if_the_user_wants_it() {
    let bench = Workbench::new(&json!([tool("get_note", "Reads a note.")]));
    bench.decide_hint("get_note", HintName::ReadOnly, true);
    assert_eq!(approval(&bench, "get_note").0, "asks");
    bench.prefer("approval.read-only", "on");
    assert_eq!(approval(&bench, "get_note").0, "runs");
}

/// Deliberately different: the plan lets every tool with `readOnlyHint` run. A value that a server declares or that is
/// inferred is no decision of the user, so it does not.
#[test]
fn confirmation_1_a_declared_or_inferred_read_only_does_not_run_by_itself() {
    let bench =
        Workbench::new(&json!([annotated("a", json!({"readOnlyHint": true})), tool("get_note", "Reads.")]));
    bench.prefer("approval.read-only", "on");
    assert_eq!(
        (approval(&bench, "a").0, approval(&bench, "get_note").0),
        ("asks".to_owned(), "asks".to_owned())
    );
}

#[test]
fn confirmation_2_destructive_tools_are_warned_of() {
    let bench = Workbench::new(&json!([tool("delete_note", "Deletes a note.")]));
    let (treatment, because) = approval(&bench, "delete_note");
    assert_eq!(treatment, "asks");
    assert!(because.contains("destructive"), "{because}");
}

#[test]
fn confirmation_3_an_idempotent_call_may_be_repeated_with_the_same_arguments() {
    // The same call of a tool that the user decided to be idempotent; other arguments are asked about again.
    let store = store_with_spy();
    store.ok(&["set", "spy.get_note", "idempotent=yes", "destructive=no"]);
    store.ok(&["preferences", "approval.retries=on"]);
    let person = Approver::start(&store);
    let mut client = spawn_wrap(&store, &["--ask"]);
    let call = |id: u64| {
        json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "get_note", "arguments": {"id": id}}}).to_string()
    };
    client.send(&call(1));
    answer_request(&store, &["allow"]);
    client.receive();
    client.send(&call(1));
    client.receive();
    assert_eq!(call_count(&store), 2);
    client.send(&call(2));
    answer_request(&store, &["deny"]);
    client.receive();
    assert_eq!(call_count(&store), 2);
    client.close();
    person.stop();
}

#[test]
fn configuration_the_three_switches_exist_with_their_defaults() {
    let preferences = Store::new().json(&["preferences", "--json"]);
    for (key, default) in
        [("approval.read-only", "off"), ("approval.destructive", "on"), ("approval.warnings", "on")]
    {
        let found = preferences["preferences"].as_array().unwrap().iter().find(|one| one["key"] == key);
        let found = found.unwrap_or_else(|| panic!("{key}: {preferences}"));
        assert_eq!(found["value"], default, "{key}");
    }
}

#[test]
fn migration_everything_is_additive() {
    // A tool about which nothing is decided keeps its bytes, except for what is derived.
    let raw = annotated("get", json!({"title": "Get", "readOnlyHint": true}));
    let bench = Workbench::new(&json!([raw]));
    assert_eq!(bench.served("get"), raw);
}

#[test]
fn testing_explicit_values_override_inferred_ones() {
    let bench = Workbench::new(&json!([annotated("delete_note", json!({"idempotentHint": false}))]));
    assert_eq!(bench.hints("delete_note")[1..3], [true, false]);
}

#[test]
fn testing_a_tool_of_the_list_is_created_with_annotations() {
    let bench = Workbench::new(&json!([tool("a", "Does.")]));
    bench.decide("a", vec![FieldDecision::Title { value: Some("Mine".to_owned()) }]);
    assert_eq!(bench.served("a")["annotations"]["title"], "Mine");
    assert_eq!(bench.served("a")["title"], "Mine");
}

#[test]
fn question_1_open_world_is_shown() {
    let bench = Workbench::new(&json!([annotated("fetch", json!({"openWorldHint": true}))]));
    assert!(badges(&bench.card("fetch")).contains(&"openWorld"));
}

#[test]
fn question_2_hints_are_the_default_mode_of_new_tools() {
    let bench = Workbench::new(&json!([tool("a", "Does.")]));
    assert!(bench.detail("a")["approval"]["mode"].is_null(), "no mode of its own: by its hints");
}

#[test]
fn question_3_a_decision_of_the_user_wins_over_the_source() {
    let bench = Workbench::new(&json!([annotated("a", json!({"readOnlyHint": true}))]));
    bench.decide_hint("a", HintName::ReadOnly, false);
    assert_eq!(bench.served("a")["annotations"]["readOnlyHint"], false);
    assert!(bench.detail("a")["hints"][0]["reason"].as_str().unwrap().contains("the server declares Yes"));
}

#[test]
fn question_4_an_environment_can_override_annotations() {
    let bench = Workbench::new(&json!([tool("a", "Does.")]));
    bench.store.ok(&["env", "add", "prod"]);
    bench.store.ok(&["set", "s.a", "destructive=yes", "--env", "prod"]);
    bench.store.ok(&["set", "s.a", "destructive=no"]);
    let compared = bench.store.run(&["env", "compare", "base", "prod"]);
    assert!(compared.stdout.contains("destructive"), "{}", compared.stdout);
}

#[test]
fn section_2_3_the_values_of_the_method_are_served_where_the_user_trusts_methods() {
    let bench = Workbench::with_trusted_operations(&METHODS.map(|(method, _)| method));
    for (method, [read_only, destructive, idempotent]) in METHODS {
        let annotations = bench.served(&format!("thing_{}", method.to_lowercase()))["annotations"].take();
        assert_eq!(annotations["readOnlyHint"], read_only, "{method}: {annotations}");
        if !read_only {
            // Only DELETE proves it; of the others, no value is served.
            let proven = destructive.then_some(true);
            assert_eq!(annotations["destructiveHint"].as_bool(), proven, "{method}: {annotations}");
            assert_eq!(annotations["idempotentHint"], idempotent, "{method}: {annotations}");
        }
    }
}

/// The variations of a Gram project, by URN.
fn variations(store: &Store) -> Value {
    let files = store.json(&["export", "gram-variations", "--json"])["files"].clone();
    let all: Value = serde_json::from_str(files["gram-variations.json"].as_str().unwrap()).unwrap();
    let by_urn = all.as_array().unwrap().iter().map(|variation| {
        (variation["src_tool_urn"].as_str().unwrap().to_owned(), variation["confirm"].clone())
    });
    Value::Object(by_urn.collect())
}

#[test]
fn section_1_2_tools_of_documents_and_of_external_servers_have_their_own_urns() {
    let http = Workbench::with_operations(&["GET"]);
    http.decide_hint("thing_get", HintName::Destructive, false);
    assert_eq!(variations(&http.store), json!({"tools:http:s:s_thing_get": null}));
    let external = Workbench::new(&json!([tool("get_note", "Gets a note.")]));
    external.decide_hint("get_note", HintName::Destructive, false);
    assert_eq!(variations(&external.store), json!({"tools:externalmcp:s:get_note": null}));
}

#[test]
fn confirmation_modes_are_exported_as_always_session_and_never() {
    let bench = Workbench::new(&json!([tool("a", "A."), tool("b", "B."), tool("c", "C."), tool("d", "D.")]));
    for (name, mode) in [("a", "always-ask"), ("b", "ask-first"), ("c", "never-ask"), ("d", "block")] {
        bench.store.ok(&["approval", &format!("s.{name}"), mode]);
    }
    let urn = |name: &str| format!("tools:externalmcp:s:{name}");
    let expected = json!({urn("a"): "always", urn("b"): "session", urn("c"): "never", urn("d"): "always"});
    assert_eq!(variations(&bench.store), expected);
}
