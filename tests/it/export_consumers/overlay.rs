//! Redocly applies the exported overlays, and each operation then has what was decided about its tool.

use serde_json::{Value, json};

use super::{golden_file, golden_files, run_node};
use crate::support::{ROOT, Store};

fn apply_overlays(pairs: &[(&str, &str)]) -> Vec<Value> {
    let pairs: Vec<Value> =
        pairs.iter().map(|(document, overlay)| json!({"document": document, "overlay": overlay})).collect();
    run_node("overlay.mjs", &json!(pairs)).as_array().unwrap().clone()
}

fn document_path() -> String {
    format!("{ROOT}/tests/export_consumers/openapi.json")
}

#[test]
fn every_overlay_can_be_applied_to_its_document() {
    let goldens: Vec<_> = golden_files("openapi-overlay", ".yaml");
    let goldens: Vec<_> = goldens.into_iter().filter(|golden| !golden.text().is_empty()).collect();
    let document = document_path();
    let pairs: Vec<_> = goldens.iter().map(|golden| (document.as_str(), golden.path.as_str())).collect();
    let answer = &apply_overlays(&pairs)[0];
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
fn a_fresh_overlay_applies_to_the_source_document() {
    let store = Store::new();
    let document = format!("{ROOT}/tests/fixtures/notes.openapi.json");
    store.ok(&["add", "notes", "--yes", "--openapi", &document]);
    let tools = store.json(&["tools", "--json"]);
    let name = format!("notes.{}", tools[0]["name"].as_str().unwrap());
    store.ok(&["set", &name, "title=My own words"]);
    let path = store.path().join("overlay.yaml").to_str().unwrap().to_owned();
    store.ok(&["export", "openapi-overlay", "-o", &path]);
    let answer = &apply_overlays(&[(&document, &path)])[0];
    assert_eq!(answer["refused"], json!([]));
    let paths = answer["document"]["paths"].as_object().unwrap();
    let said = paths.values().flat_map(|path| path.as_object().unwrap().values());
    let titles = said.filter(|request| request["x-speakeasy-mcp"]["title"] == "My own words");
    assert_eq!(titles.count(), 1);
}

/// Control: Redocly must reject invalid overlays, or applying would prove nothing.
#[test]
fn redocly_rejects_an_invalid_overlay() {
    let store = Store::new();
    let text = golden_file("openapi-overlay", ".yaml", "openapi").text();
    for (known, unknown) in [("info:", "about:"), ("$.paths[", "$.paths[["), ("overlay: \"1", "overlay: \"7")]
    {
        let broken = text.replace(known, unknown);
        assert_ne!(broken, text);
        let broken = store.file("broken.yaml", &broken);
        assert_ne!(apply_overlays(&[(&document_path(), &broken)])[0]["refused"], json!([]), "{unknown}");
    }
}
