//! Decided icons of tools: through `wrap`, `gateway` and exports, redrawn, with environments, history, review and drift.

use serde_json::{Value, json};

use crate::requirements::{Workbench, annotated};
use crate::support::{ROOT, Store};
use crate::wrap::StdioClient;

/// A PNG of eight by four grey pixels, with metadata.
const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAECAAAAACWpiEsAAAABGdBTUEAALGPC/xhBQAAAAJiS0dEAP+Hj8y/AAAAB3RJTUUH6gsRBwkbupb3jwAAABBJREFUCNdjrGeAACYGnAwAEhEAh4wCDQAAAAAldEVYdGRhdGU6Y3JlYXRlADIwMjYtMTEtMTdUMDc6MDk6MjcrMDA6MDCwU6A7AAAAJXRFWHRkYXRlOm1vZGlmeQAyMDI2LTExLTE3VDA3OjA5OjI3KzAwOjAwwQ4YhwAAAABJRU5ErkJggg==";
const URL: &str = "https://icons.example/a.png";

fn source_of(bench: &Workbench) -> Value {
    bench.served("get")["icons"][0]["src"].clone()
}

fn bench() -> Workbench {
    Workbench::new(&json!([annotated("get", json!({"readOnlyHint": true}))]))
}

#[test]
fn a_decided_icon_is_on_the_wire_and_nothing_else_changes() {
    let store = Store::new();
    let heard = store.path().join("heard").display().to_string();
    let script = format!("{ROOT}/tests/servers/spy.mjs");
    let server = ["node", script.as_str(), heard.as_str()];
    store.ok(&[&["add", "spy", "--yes", "--"], server.as_slice()].concat());
    let wrap = [&["wrap", "--server", "spy", "--"], server.as_slice()].concat();
    let list = |command: &[&str]| {
        let mut client = StdioClient::spawn(store.command(command));
        client.initialize();
        let list = client.list_tools();
        client.close();
        list
    };
    let before = list(&wrap);
    store.ok(&["set", "spy.get_note", &format!("icon={URL}"), "--because", "our own"]);
    let icons = format!(r#","icons":[{{"src":"{URL}"}}]"#);
    let after = list(&wrap);
    assert_eq!(after.matches(&icons).count(), 1, "{after}");
    assert_eq!(after.replace(&icons, ""), before);
    assert!(list(&["gateway", "spy"]).contains(&icons));
    store.ok(&["unset", "spy.get_note", "icon"]);
    assert_eq!(list(&wrap), before);
    store.ok(&["undo"]);
    assert_eq!(list(&wrap), after);
    let history = store.ok(&["history"]);
    assert!(history.contains("icon"), "{history}");
}

#[test]
fn an_image_is_redrawn_before_it_is_stored() {
    let bench = bench();
    bench.store.ok(&["set", "s.get", &format!("icon=data:image/png;base64,{PNG}")]);
    let drawn = source_of(&bench).as_str().unwrap().to_owned();
    assert!(drawn.starts_with("data:image/png;base64,") && !drawn.contains(PNG), "{drawn}");
    assert_eq!(bench.served("get")["icons"][0]["mimeType"], "image/png");
    // So is an image in a file of decisions.
    let exported = bench.store.ok(&["export", "hintsmith"]);
    assert!(exported.contains(&drawn));
    let file = bench
        .store
        .file("decisions.json", &exported.replace(&drawn, &format!("data:image/png;base64,{PNG}")));
    bench.store.ok(&["unset", "s.get", "icon"]);
    bench.store.ok(&["apply", &file, "--yes"]);
    assert_eq!(source_of(&bench), drawn.as_str());
}

#[test]
fn an_icon_is_shown_redrawn_even_of_a_server_that_is_not_trusted() {
    let bench = bench();
    assert_eq!(bench.card("get")["icon"], Value::Null);
    bench.store.ok(&["set", "s.get", &format!("icon=data:image/png;base64,{PNG}")]);
    assert!(bench.card("get")["icon"].is_string());
    let key = hintsmith_engine::dto::ToolKey { server: "s".to_owned(), tool: "get".to_owned() };
    let icons =
        bench.wait(bench.engine.tools.icons(hintsmith_engine::dto::IconsInput { tools: vec![key] })).unwrap();
    assert!(icons[0].image.as_deref().is_some_and(|image| image.starts_with("data:image/png;base64,")));
}

#[test]
fn what_is_no_picture_is_refused() {
    let bench = bench();
    for (source, told) in [
        ("http://icons.example/a.png", "neither an image in base64 nor an https URL"),
        ("data:image/svg+xml;base64,PHN2Zy8+", "only PNG, JPEG and WebP are supported"),
        ("data:image/png;base64,%%", "it is not base64"),
        ("/no/such/file.png", "cannot be read"),
    ] {
        let run = bench.store.run(&["set", "s.get", &format!("icon={source}")]);
        assert!(run.code >= 2 && run.stderr.contains(told), "{source}: {}", run.stderr);
    }
    let file = json!({"hintsmith": 8, "servers": {"s": {"tools": {"get": {"icon": "javascript:alert(1)"}}}}});
    let file = bench.store.file("bad.json", &file.to_string());
    let run = bench.store.run(&["apply", &file, "--yes"]);
    assert!(run.code == 3 && run.stderr.contains("icon"), "{}", run.stderr);
    assert!(bench.served("get")["icons"].is_null());
}

#[test]
fn an_icon_is_exported_imported_compared_and_reported() {
    let bench = bench();
    let store = &bench.store;
    store.ok(&["env", "add", "prod"]);
    store.ok(&["set", "s.get", &format!("icon={URL}")]);
    store.ok(&["set", "s.get", "icon=https://icons.example/prod.png", "--env", "prod"]);
    let compared = store.run(&["env", "compare", "base", "prod"]);
    assert!(compared.stdout.contains("prod.png"), "{}", compared.stdout);
    let exported: Value = serde_json::from_str(&store.ok(&["export", "hintsmith"])).unwrap();
    assert_eq!(exported["hintsmith"], 8);
    assert_eq!(exported["servers"]["s"]["tools"]["get"]["icon"], URL);
    let snippets = store.ok(&["export", "snippets"]);
    assert!(snippets.contains(&format!("icons=[Icon(src=\"{URL}\")]")), "{snippets}");
    // A format without a place for it says so.
    let run = store.run(&["export", "fastmcp"]);
    assert!(run.stderr.contains("icon"), "{}", run.stderr);
}

#[test]
fn an_icon_of_the_server_that_changes_after_the_decision_is_reported() {
    let with_icon = |source: &str| {
        let mut tool = annotated("get", json!({"readOnlyHint": true}));
        tool["icons"] = json!([{ "src": source }]);
        // An icon alone is no new definition.
        tool["description"] = json!(format!("Shows {source}"));
        json!([tool])
    };
    let bench = Workbench::new(&with_icon("https://icons.example/old.png"));
    bench.store.ok(&["set", "s.get", &format!("icon={URL}")]);
    let superseded = || bench.detail("get")["icon"]["superseded"].clone();
    assert_eq!(superseded(), Value::Null);
    bench.store.file("s.json", &json!({"tools": with_icon("https://icons.example/new.png")}).to_string());
    bench.store.ok(&["scan"]);
    assert_eq!(superseded(), "contradicted");
    let lint = bench.store.run(&["lint"]);
    assert!(lint.stdout.contains("the icon was decided for an earlier definition"), "{}", lint.stdout);
    bench.store.ok(&["review", "accept", "s.get"]);
    assert_eq!(superseded(), Value::Null);
    bench.store.file("s.json", &json!({"tools": with_icon(URL)}).to_string());
    bench.store.ok(&["scan"]);
    assert_eq!(superseded(), "redundant");
}
