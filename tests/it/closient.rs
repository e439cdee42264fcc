//! Requirements of a policy for the annotations of a server's own tools, by its sections: fields, policy, the table of
//! tools, wire format, new tools.

use hintsmith_engine::hint::HintName;
use serde_json::{Value, json};

use crate::requirements::{Workbench, annotated, tool};
use crate::support::Store;

/// The five tools as their server declares them: name, description, read-only.
const TOOLS: [(&str, &str, bool); 5] = [
    ("ping", "Health probe; no auth, no I/O.", true),
    ("validate_gtin", "Checks the digits of a GTIN.", true),
    ("resolve_gtin", "Resolves a GTIN against the resolver rules.", true),
    ("lookup_product", "Looks up structured product data by GTIN.", true),
    ("generate_qr_url", "Builds a Digital Link URL and records the call.", false),
];

fn declared() -> Value {
    let tools = TOOLS.map(|(name, description, read_only)| {
        let mut tool = annotated(name, json!({"readOnlyHint": read_only, "idempotentHint": true}));
        tool["description"] = json!(description);
        tool
    });
    json!(tools)
}

/// Pins of the policy, as its tests are called there.
const POLICY: &str = r#"
version = 1
profile = "closient"
new-tools = "refuse"
[pins]
"*" = { destructive = "not true" }
"ping" = { read-only = true, idempotent = true }
"validate_gtin" = { read-only = true, idempotent = true }
"resolve_gtin" = { read-only = true, idempotent = true }
"lookup_product" = { read-only = true, idempotent = true }
"generate_qr_url" = { read-only = false, idempotent = true }
[[implications]]
when = { destructive = true }
then = { read-only = "not true" }
"#;

/// Checks tools against the policy; returns the exit code and what differs.
fn check(tools: &Value) -> (i32, String) {
    let store = Store::new();
    let list = store.file("tools.json", &json!({ "tools": tools }).to_string());
    let policy = store.file("policy.toml", POLICY);
    let run = store.run(&["pins", "check", "--file", &list, "--policy", &policy]);
    (run.code, format!("{}{}", run.stdout, run.stderr))
}

fn lint(tools: Value) -> String {
    let store = Store::new();
    let list = store.file("tools.json", &json!({ "tools": tools }).to_string());
    store.run(&["lint", "--file", &list, "--profile", "closient"]).stdout
}

#[test]
fn introduction_every_tool_carries_annotations() {
    assert!(lint(json!([tool("delete_claim", "Deletes a claim.")])).contains("missing-annotations"));
    assert!(!lint(declared()).contains("missing-annotations"));
}

#[test]
fn introduction_the_directory_rejects_tools_without_annotations() {
    let store = Store::new();
    let list =
        store.file("tools.json", &json!({"tools": [tool("delete_claim", "Deletes a claim.")]}).to_string());
    let run = store.run(&["readiness", "--file", &list, "--profile", "anthropic-directory"]);
    assert!(run.code == 1 && run.stdout.contains("not ready"), "{}", run.stdout);
}

#[test]
fn fields_each_hint_and_the_title_can_be_set_alone() {
    for (key, value) in [
        ("readOnlyHint", json!(true)),
        ("destructiveHint", json!(true)),
        ("idempotentHint", json!(true)),
        ("openWorldHint", json!(false)),
        ("title", json!("Ping")),
    ] {
        let bench = Workbench::new(&json!([annotated("a", json!({key: value}))]));
        assert_eq!(bench.served("a")["annotations"][key], value, "{key}");
    }
}

#[test]
fn fields_read_only_and_destructive_exclude_each_other() {
    let both = json!([annotated("a", json!({"readOnlyHint": true, "destructiveHint": true}))]);
    assert!(lint(both.clone()).contains("error    contradictory-hints"));
    let served = Workbench::new(&both).served("a")["annotations"].take();
    assert_eq!((&served["readOnlyHint"], &served["destructiveHint"]), (&json!(false), &json!(true)));
}

#[test]
fn fields_destructive_implies_not_read_only_is_a_check() {
    let mut tools = declared();
    tools[0]["annotations"]["destructiveHint"] = json!(true);
    let (code, told) = check(&tools);
    assert!(code == 1 && told.contains("not true (because destructiveHint: true)"), "{told}");
}

#[test]
fn policy_destructive_means_delete_overwrite_revoke_and_cancel() {
    let bench = Workbench::new(&json!([
        tool("delete_brand_claim", "Deletes a brand claim."),
        tool("overwrite_rule", "Overwrites a resolver rule."),
        tool("revoke_key", "Revokes an API key."),
        tool("cancel_subscription", "Cancels a subscription."),
    ]));
    for name in ["delete_brand_claim", "overwrite_rule", "revoke_key", "cancel_subscription"] {
        assert!(bench.hints(name)[1], "{name}");
    }
}

#[test]
fn policy_adding_a_record_is_not_destructive() {
    let bench = Workbench::new(&json!([
        tool("create_brand_claim", "Adds a brand claim."),
        tool("record_audit_event", "Records an audit event."),
    ]));
    for name in ["create_brand_claim", "record_audit_event"] {
        assert_eq!(bench.hints(name)[..2], [false, false], "{name}");
    }
}

#[test]
fn policy_the_reading_of_destructive_is_a_setting() {
    let bench = Workbench::new(&json!([tool("create_brand_claim", "Adds a brand claim.")]));
    assert_eq!(bench.store.json(&["preferences", "--json"])["preferences"][0]["value"], "narrow");
    bench.store.ok(&["edit", "s", "--destructive", "broad", "--yes"]);
    assert!(bench.hints("create_brand_claim")[1]);
}

#[test]
fn policy_a_destructive_tool_is_confirmed() {
    let bench = Workbench::new(&json!([annotated("delete_claim", json!({"destructiveHint": true}))]));
    assert_eq!(bench.detail("delete_claim")["approval"]["treatment"], "asks");
}

#[test]
fn table_the_five_tools_match_the_policy() {
    let (code, told) = check(&declared());
    assert_eq!(code, 0, "{told}");
}

#[test]
fn table_what_the_server_declares_is_what_clients_get() {
    let bench = Workbench::new(&declared());
    for (name, _, read_only) in TOOLS {
        let annotations = bench.served(name)["annotations"].take();
        assert_eq!(
            (&annotations["readOnlyHint"], &annotations["destructiveHint"], &annotations["idempotentHint"]),
            (&json!(read_only), &Value::Null, &json!(true)),
            "{name}"
        );
    }
}

#[test]
fn table_flipping_a_bit_fails_the_check() {
    for (at, (name, _, read_only)) in TOOLS.iter().enumerate() {
        let mut tools = declared();
        tools[at]["annotations"]["readOnlyHint"] = json!(!read_only);
        let (code, told) = check(&tools);
        assert!(code == 1 && told.contains(name), "{name}: {told}");
    }
}

#[test]
fn table_no_tool_is_destructive() {
    let mut tools = declared();
    tools[4]["annotations"]["destructiveHint"] = json!(true);
    let (code, told) = check(&tools);
    assert!(code == 1 && told.contains("- destructiveHint: not true"), "{told}");
}

#[test]
fn wire_format_a_field_that_is_not_set_is_absent() {
    let product = json!({
        "name": "lookup_product",
        "title": "Look Up Product",
        "description": "Look up structured product data by GTIN.",
        "inputSchema": {"type": "object", "properties": {}},
        "annotations": {"title": "Look Up Product", "readOnlyHint": true, "idempotentHint": true, "openWorldHint": false},
    });
    assert_eq!(Workbench::new(&json!([product])).served("lookup_product"), product);
}

#[test]
fn wire_format_decisions_add_only_what_is_decided() {
    let bench = Workbench::new(&json!([annotated("ping", json!({"title": "Ping"}))]));
    bench.decide_hint("ping", HintName::ReadOnly, true);
    assert_eq!(bench.served("ping")["annotations"], json!({"title": "Ping", "readOnlyHint": true}));
}

#[test]
fn wire_format_the_list_of_a_running_server_can_be_checked() {
    let store = Store::new();
    let demo = [env!("CARGO_BIN_EXE_hintsmith"), "demo-server"];
    let run = store.run(&[&["lint", "--profile", "closient", "--"], demo.as_slice()].concat());
    assert!(run.stdout.contains("findings in"), "{}{}", run.stdout, run.stderr);
}

#[test]
fn new_tool_1_read_only_or_destructive_has_to_be_set() {
    assert!(
        lint(json!([annotated("a", json!({"idempotentHint": true}))]))
            .contains("error    behaviour-not-said")
    );
    assert!(!lint(json!([annotated("a", json!({"readOnlyHint": false}))])).contains("behaviour-not-said"));
}

#[test]
fn new_tool_2_a_tool_that_is_not_in_the_policy_fails_the_check() {
    let mut tools = declared();
    tools.as_array_mut().unwrap().push(annotated("new_tool", json!({"readOnlyHint": true})));
    let (code, told) = check(&tools);
    assert!(code == 1 && told.contains("new_tool"), "{told}");
}

#[test]
fn new_tool_2_the_policy_is_generated_from_the_tools() {
    let store = Store::new();
    let list = store.file("tools.json", &json!({ "tools": declared() }).to_string());
    let policy = store.ok(&["pins", "generate", "--file", &list]);
    assert!(policy.contains(r#""generate_qr_url" = { read-only = false"#), "{policy}");
}

#[test]
fn new_tool_3_a_destructive_tool_needs_a_change_of_the_policy() {
    let mut tools = declared();
    tools[3]["annotations"] = json!({"readOnlyHint": false, "destructiveHint": true, "idempotentHint": true});
    assert_eq!(check(&tools).0, 1);
}

#[test]
fn new_tool_a_missing_annotation_fails_before_it_ships() {
    let mut tools = declared();
    tools[0].as_object_mut().unwrap().shift_remove("annotations");
    assert_eq!(check(&tools).0, 1);
}

#[test]
fn new_tool_the_check_runs_as_a_test_of_the_servers_suite() {
    let store = Store::new();
    let list = store.file("tools.json", &json!({ "tools": declared() }).to_string());
    let test = store.ok(&["pins", "stubs", "pytest", "--file", &list]);
    assert!(test.contains("def test_") && test.contains("generate_qr_url"), "{test}");
}

#[test]
fn new_tool_1_destructive_alone_is_enough() {
    assert!(!lint(json!([annotated("a", json!({"destructiveHint": true}))])).contains("error"));
}

#[test]
fn table_inference_finds_what_the_table_says() {
    let bench = Workbench::new(&json!(TOOLS.map(|(name, description, _)| tool(name, description))));
    for (name, _, read_only) in TOOLS {
        // Deliberately different: building a URL reads; that the server records the call changes nothing for its user.
        let reads = read_only || name == "generate_qr_url";
        assert_eq!(bench.hints(name)[..3], [reads, false, true], "{name}");
    }
}
