//! Tools without a server: OpenAPI documents and saved lists, from a file or a URL.

use serde_json::{Value, json};

use crate::odd_servers::OddServers;
use crate::support::{ROOT, Store, tool_names};

fn fixture(name: &str) -> String {
    format!("{ROOT}/tests/fixtures/{name}")
}

/// Hints by HTTP method semantics (RFC 9110): the tool, then read-only, destructive and idempotent.
const METHOD_HINTS: [(&str, [bool; 3]); 6] = [
    ("listNotes", [true, false, true]),
    ("createNote", [false, false, false]),
    ("peekNote", [true, false, true]),
    ("replaceNote", [false, true, true]),
    ("changeNote", [false, false, true]),
    ("deleteNote", [false, true, true]),
];

fn assert_method_hints(tools: &Value, what: &str) {
    let tools = tools.as_array().unwrap();
    assert_eq!(tools.len(), METHOD_HINTS.len(), "{what}: {tools:?}");
    for (name, expected) in METHOD_HINTS {
        let tool =
            tools.iter().find(|tool| tool["name"] == name).unwrap_or_else(|| panic!("{what}: no {name}"));
        let hints = ["readOnlyHint", "destructiveHint", "idempotentHint"].map(|hint| &tool["hints"][hint]);
        assert_eq!(hints.map(|hint| hint["value"].as_bool().unwrap()), expected, "{what}: {name}");
        assert!(hints.iter().all(|hint| hint["layer"] == "inferred"), "{what}: {name}: {hints:?}");
    }
}

#[test]
fn the_tools_of_an_openapi_document_follow_their_http_methods() {
    for name in ["notes.openapi.json", "notes.openapi.yaml"] {
        let store = Store::new();
        store.ok(&["add", "notes", "--yes", "--openapi", &fixture(name)]);
        assert_method_hints(&store.json(&["tools", "--json"]), name);
        let raw = store.ok(&["tools", "--raw", "deleteNote"]);
        assert!(raw.contains(r#""dev.hintsmith/http":{"method":"DELETE","path":"/notes/{id}"}"#), "{raw}");
    }
}

#[test]
fn trusted_http_methods_count_as_declared_after_confirmation() {
    let store = Store::new();
    let document = fixture("notes.openapi.json");
    // Trusting loosens, so adding with it takes the confirmation as well.
    let refused = store.run(&["add", "notes", "--yes", "--trust-methods", "--openapi", &document]);
    assert!(refused.code == 3 && refused.stderr.contains("--loosen"), "{}", refused.stderr);
    store.ok(&["add", "notes", "--yes", "--openapi", &document]);
    let refused = store.run(&["edit", "notes", "--trust-methods", "yes"]);
    assert_eq!(refused.code, 3, "{}", refused.stderr);
    for text in ["This loosens", "notes.listNotes: read-only Yes, by the HTTP method GET", "--loosen"] {
        assert!(refused.stderr.contains(text), "{text}: {}", refused.stderr);
    }
    assert_method_hints(&store.json(&["tools", "--json"]), "not trusted");

    store.ok(&["edit", "notes", "--trust-methods", "yes", "--loosen"]);
    let layer = |tool: &str, hint: &str| {
        let tools = store.json(&["tools", "--json", tool]);
        (tools[0]["hints"][hint]["value"].clone(), tools[0]["hints"][hint]["layer"].clone())
    };
    assert_eq!(layer("listNotes", "readOnlyHint"), (json!(true), json!("declared")));
    assert_eq!(layer("deleteNote", "destructiveHint"), (json!(true), json!("declared")));
    assert_eq!(layer("replaceNote", "idempotentHint"), (json!(true), json!("declared")));
    // PUT replaces, and POST can be anything: neither proves that nothing is lost.
    assert_eq!(layer("replaceNote", "destructiveHint").1, json!("inferred"));
    assert_eq!(layer("createNote", "readOnlyHint").1, json!("inferred"));
    let why = store.ok(&["explain", "notes.listNotes"]);
    assert!(why.contains("declared by the HTTP method “GET”, which you trust for this server"), "{why}");
    assert!(store.ok(&["servers", "notes"]).contains("HTTP methods: trusted"));
    let exported = store.ok(&["export", "openapi-overlay"]);
    assert!(exported.contains("readOnlyHint"), "{exported}");
    store.ok(&["undo"]);
    assert_method_hints(&store.json(&["tools", "--json"]), "undone");

    let added = Store::new();
    added.ok(&["add", "notes", "--yes", "--trust-methods", "--loosen", "--openapi", &document]);
    assert!(added.ok(&["servers", "notes"]).contains("HTTP methods: trusted"));
}

#[test]
fn an_openapi_document_is_read_from_a_url_and_rescanned() {
    let servers = OddServers::start();
    let document: Value =
        serde_json::from_str(&std::fs::read_to_string(fixture("notes.openapi.json")).unwrap()).unwrap();
    let encoded: String = document.to_string().bytes().map(|byte| format!("%{byte:02X}")).collect();
    let store = Store::new();
    store.ok(&["add", "notes", "--yes", "--openapi", &servers.url(&format!("document?text={encoded}"))]);
    assert_method_hints(&store.json(&["tools", "--json"]), "address");
    assert!(store.run(&["scan"]).stderr.contains("notes: 6 tools (0 new, 0 changed, 0 removed)"));

    drop(servers);
    let run = store.run(&["scan"]);
    assert_eq!(run.code, 3);
    assert!(run.stderr.contains("could not be reached"), "{}", run.stderr);
    assert_method_hints(&store.json(&["tools", "--json"]), "after it is gone");
}

#[test]
fn a_broken_document_says_what_is_wrong_and_where() {
    for (text, said, advice) in [
        ("{\"openapi\": \"3.1.0\",\n  \"paths\": {,}}", "invalid JSON: ", "Correct the document"),
        ("openapi: 3.1.0\npaths: [a: b", "invalid YAML: ", "Correct the document"),
        ("{\"swagger\": \"2.0\"}", "Swagger 2.0 is not supported", "Convert it to OpenAPI 3"),
        ("{\"openapi\": \"4.0.0\"}", "OpenAPI 4.0.0 is not supported", "Save the document as OpenAPI 3.1"),
        ("<html><body>Docs</body></html>", "not an OpenAPI document", "not a page that displays it"),
        ("{}", "the \"openapi\" version is missing", "not a page that displays it"),
        ("", "not an OpenAPI document", ""),
    ] {
        let store = Store::new();
        let file = store.file("broken", text);
        let run = store.run(&["add", "notes", "--yes", "--openapi", &file]);
        assert_eq!(run.code, 3, "{text}: {}", run.stderr);
        assert!(run.stderr.contains(said) && run.stderr.contains(advice), "{text}: {}", run.stderr);
    }
    let run = Store::new().run(&["add", "notes", "--yes", "--openapi", "/no/such/document"]);
    assert_eq!(run.code, 3);
    assert!(run.stderr.contains("the file /no/such/document does not exist"), "{}", run.stderr);
}

#[test]
fn one_invalid_operation_does_not_affect_the_others() {
    let store = Store::new();
    let document = json!({"openapi": "3.0.0", "info": {"title": "x", "version": "1"}, "paths": {
        "/a": {"get": {"operationId": "a", "responses": {}}},
        "/b": {"get": 7},
        "/c": {"get": {"operationId": "c", "responses": {}, "parameters": [{"$ref": "#/components/parameters/gone"}]}},
        "/d": {"get": {"operationId": "d", "responses": {}, "parameters": [{"$ref": "http://127.0.0.1:9/p.json"}]}},
    }});
    let file = store.file("document.json", &document.to_string());
    let run = store.run(&["add", "x", "--yes", "--openapi", &file]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let kept = tool_names(&store.json(&["tools", "--json"]));
    assert!(["a", "c", "d"].iter().all(|name| kept.iter().any(|kept| kept == name)), "{kept:?}");
    for place in ["GET /b", "GET /c", "GET /d"] {
        assert!(run.stderr.contains(&format!("x: {place}")), "{place}: {}", run.stderr);
    }
}

/// The bare list, the result, a response, one response per page, and an inspector's log.
#[test]
fn a_saved_list_is_read_in_every_format() {
    let (a, b) = (r#"{"name":"get_a","inputSchema":{},"x":1.0}"#, r#"{"name":"get_b","inputSchema":{}}"#);
    let page = |tool: &str| format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"tools":[{tool}]}}}}"#);
    for text in [
        format!("[{a},{b}]"),
        format!("{{\"tools\":[{a},\n  {b}]}}"),
        page(&format!("{a},{b}")),
        format!("{}\n{}\n", page(a), page(b)),
        format!("{a}\n{b}\n"),
    ] {
        let store = Store::new();
        let file = store.file("saved.json", &text);
        store.ok(&["add", "saved", "--yes", "--file", &file]);
        assert_eq!(store.ok(&["tools", "--raw"]), format!("{a}\n{b}\n"), "{text}");
    }
}

#[test]
fn an_invalid_list_is_reported_and_the_last_tools_are_kept() {
    let store = Store::new();
    let file = store.file("saved.json", r#"[{"name":"get_a","inputSchema":{}}]"#);
    store.ok(&["add", "saved", "--yes", "--file", &file]);
    for (text, said) in [
        ("", "is empty"),
        ("{\"tools\": [\n  {]}", "is not JSON: line 2, column "),
        ("{\"a\": 1}", "is JSON, but contains no tools"),
        (r#"{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"go away"}}"#, "go away"),
    ] {
        std::fs::write(&file, text).unwrap();
        let run = store.run(&["scan"]);
        assert_eq!(run.code, 3, "{text}: {}", run.stderr);
        assert!(run.stderr.contains(said), "{text}: {}", run.stderr);
        assert!(run.stderr.contains("Save the response to tools/list"), "{text}: {}", run.stderr);
        assert_eq!(tool_names(&store.json(&["tools", "--json"])), ["get_a"], "{text}");
    }
}
