//! Requirements of a guide to annotations in a framework for functions, by its sections: what clients do, the fields,
//! the defaults, passthrough.

use hintsmith_engine::hint::HintName;
use serde_json::{Value, json};

use crate::approvals::{spawn_wrap, store_with_spy};
use crate::requirements::{Workbench, annotated, badges};

/// The tools of the guide's two examples.
fn delete_user() -> Value {
    let mut tool = annotated(
        "delete_user",
        json!({"title": "Delete User", "destructiveHint": true, "readOnlyHint": false, "idempotentHint": true, "openWorldHint": false}),
    );
    tool["description"] = json!("Permanently delete a user account");
    tool
}

fn get_weather() -> Value {
    annotated("get_weather", json!({"readOnlyHint": true, "destructiveHint": false, "openWorldHint": true}))
}

/// What a client does with the tool, by its effective hints.
fn client(bench: &Workbench, tool: &str, name: &str) -> String {
    let clients = bench.detail(tool)["clients"].take();
    let found = clients.as_array().unwrap().iter().find(|client| client["name"] == name).cloned();
    found.unwrap_or_else(|| panic!("{clients}"))["effective"]["action"].as_str().unwrap().to_owned()
}

#[test]
fn introduction_annotations_say_what_a_tool_does() {
    let bench = Workbench::new(&json!([delete_user()]));
    assert_eq!(badges(&bench.card("delete_user")), ["destructive", "idempotent"]);
}

#[test]
fn introduction_clients_treat_reading_and_destroying_tools_differently() {
    let bench = Workbench::new(&json!([delete_user(), get_weather()]));
    assert_ne!(client(&bench, "delete_user", "VS Code"), client(&bench, "get_weather", "VS Code"));
}

#[test]
fn introduction_without_annotations_a_client_assumes_the_worst() {
    let bench = Workbench::new(&json!([{"name": "nightly", "inputSchema": {"type": "object"}}]));
    assert_eq!(bench.hints("nightly"), [false, true, false, true]);
    assert_eq!(bench.card("nightly")["behaviour"], "destructive");
}

#[test]
fn example_delete_user_keeps_its_annotations() {
    let bench = Workbench::new(&json!([delete_user()]));
    assert_eq!(bench.served("delete_user"), delete_user());
    assert_eq!(bench.card("delete_user")["title"], "Delete User");
}

#[test]
fn fields_title_read_only_destructive_idempotent_and_open_world_have_the_types_and_defaults_of_the_table() {
    let bench = Workbench::new(&json!([{"name": "nightly", "inputSchema": {"type": "object"}}]));
    let detail = bench.detail("nightly");
    for (at, default) in [false, true, false, true].into_iter().enumerate() {
        assert_eq!(
            (&detail["hints"][at]["value"], &detail["hints"][at]["layer"]),
            (&json!(default), &json!("default"))
        );
    }
    // A value of another type is reported and does not count.
    let bench = Workbench::new(&json!([annotated("odd", json!({"readOnlyHint": "true", "title": 7}))]));
    let problems = bench.detail("odd")["problems"].as_array().unwrap().len();
    assert_eq!((bench.hints("odd")[0], problems), (false, 2));
}

#[test]
fn fields_are_hints_and_no_basis_for_security() {
    let bench = Workbench::new(&json!([get_weather()]));
    bench.prefer("approval.read-only", "on");
    assert_eq!(bench.detail("get_weather")["approval"]["treatment"], "asks", "the server is not trusted");
}

#[test]
fn defaults_are_careful_where_nothing_is_said() {
    let bench = Workbench::new(&json!([{"name": "nightly", "inputSchema": {"type": "object"}}]));
    assert_eq!(bench.detail("nightly")["approval"]["treatment"], "asks");
}

#[test]
fn defaults_explicit_annotations_inform_the_client() {
    let bench = Workbench::new(&json!([get_weather()]));
    assert_eq!(bench.hints("get_weather")[0..2], [true, false]);
    assert_eq!(bench.card("get_weather")["behaviour"], "safe");
    assert!(badges(&bench.card("get_weather")).contains(&"openWorld"));
}

/// Deliberately different: the guide writes `destructiveHint: false` on a read-only tool. It has no meaning there, so it
/// is kept where a server declares it and never added.
#[test]
fn defaults_a_hint_without_meaning_is_kept_but_not_added() {
    let bench =
        Workbench::new(&json!([get_weather(), annotated("list_users", json!({"readOnlyHint": true}))]));
    assert_eq!(bench.served("get_weather")["annotations"]["destructiveHint"], false);
    assert!(bench.served("list_users")["annotations"]["destructiveHint"].is_null());
}

#[test]
fn passthrough_annotations_reach_the_clients_of_a_proxy_without_configuration() {
    let store = store_with_spy();
    let mut client = spawn_wrap(&store, &[]);
    assert!(client.list_tools().contains(r#""x-kept":[1.0]"#));
    client.close();
}

#[test]
fn passthrough_the_code_for_the_framework_can_be_exported() {
    let bench = Workbench::new(&json!([annotated("delete_user", json!({}))]));
    for (hint, value) in
        [(HintName::ReadOnly, false), (HintName::Destructive, true), (HintName::Idempotent, true)]
    {
        bench.decide_hint("delete_user", hint, value);
    }
    let snippets = bench.store.ok(&["export", "snippets"]);
    let code = snippets.split("Gram Functions").nth(1).unwrap();
    for line in ["annotations: {", "readOnlyHint: false", "destructiveHint: true", "idempotentHint: true"] {
        assert!(code.contains(line), "{line}: {code}");
    }
}
