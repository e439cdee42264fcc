//! Redocly applies the exported overlays, and each operation then has what was decided about its tool.

use serde_json::{Value, json};

use super::{ask_node, golden, goldens};
use crate::support::{ROOT, Store};

fn applied(pairs: &[(&str, &str)]) -> Vec<Value> {
    let pairs: Vec<Value> =
        pairs.iter().map(|(document, overlay)| json!({"document": document, "overlay": overlay})).collect();
    ask_node("overlay.mjs", &json!(pairs)).as_array().unwrap().clone()
}

fn document() -> String {
    format!("{ROOT}/tests/export_consumers/openapi.json")
}

#[test]
fn every_overlay_can_be_applied_to_its_document() {
    let goldens: Vec<_> = goldens("openapi-overlay", ".yaml");
    let goldens: Vec<_> = goldens.into_iter().filter(|golden| !golden.text().is_empty()).collect();
    let document = document();
    let pairs: Vec<_> = goldens.iter().map(|golden| (document.as_str(), golden.path.as_str())).collect();
    let answer = &applied(&pairs)[0];
    assert_eq!(goldens.iter().map(|golden| golden.fixture.as_str()).collect::<Vec<_>>(), ["openapi"]);
    assert_eq!(answer["refused"], json!([]));
    let paths = &answer["document"]["paths"];
    let said = |path: &str, method: &str| paths[path][method]["x-speakeasy-mcp"].clone();
    let path = "/repos/{owner}/it's";
    assert_eq!(said(path, "get"), json!({"title": "List GitHub issues", "readOnlyHint": true}));
    assert_eq!(said(path, "delete")["destructiveHint"], true);
    assert!(said(path, "post")["description"].as_str().unwrap().contains("Ask which \"team\""));
    assert_eq!(said("/", "delete"), json!({"disabled": true}));
    assert_eq!(paths[path]["get"]["operationId"], "list_issues", "the rest of the document stays");
}

#[test]
fn a_fresh_overlay_fits_the_document_that_the_tools_come_from() {
    let store = Store::new();
    let document = format!("{ROOT}/tests/fixtures/notes.openapi.json");
    store.ok(&["add", "notes", "--yes", "--openapi", &document]);
    let tools = store.json(&["tools", "--json"]);
    let name = format!("notes.{}", tools[0]["name"].as_str().unwrap());
    store.ok(&["set", &name, "title=My own words"]);
    let path = store.path().join("overlay.yaml").to_str().unwrap().to_owned();
    store.ok(&["export", "openapi-overlay", "-o", &path]);
    let answer = &applied(&[(&document, &path)])[0];
    assert_eq!(answer["refused"], json!([]));
    let paths = answer["document"]["paths"].as_object().unwrap();
    let said = paths.values().flat_map(|path| path.as_object().unwrap().values());
    let titles = said.filter(|request| request["x-speakeasy-mcp"]["title"] == "My own words");
    assert_eq!(titles.count(), 1);
}

/// Control: Redocly must reject invalid overlays, or applying would prove nothing.
#[test]
fn redocly_refuses_an_overlay_that_is_none() {
    let store = Store::new();
    let text = golden("openapi-overlay", ".yaml", "openapi").text();
    for (known, unknown) in [("info:", "about:"), ("$.paths[", "$.paths[["), ("overlay: \"1", "overlay: \"7")]
    {
        let broken = text.replace(known, unknown);
        assert_ne!(broken, text);
        let broken = store.file("broken.yaml", &broken);
        assert_ne!(applied(&[(&document(), &broken)])[0]["refused"], json!([]), "{unknown}");
    }
}
