//! LibreChat's schema accepts the exported section, and its own code finds the tool and server in every rule.

use serde_json::{Value, json};

use super::{golden_file, golden_files, run_node};
use crate::support::Store;

fn parse_files(files: &[&str]) -> Vec<Value> {
    let answer =
        run_node("librechat.mjs", &json!({"files": files, "servers": ["github", "linear", "openapi"]}));
    answer.as_array().unwrap().clone()
}

#[test]
fn librechat_accepts_every_rule_and_finds_its_tool() {
    let goldens = golden_files("librechat", ".yaml");
    let files: Vec<&str> = goldens.iter().map(|golden| golden.path.as_str()).collect();
    for (golden, answer) in goldens.iter().zip(parse_files(&files)) {
        assert_eq!(answer["refused"], json!([]), "{}", golden.fixture);
        let rules = ["allow", "ask", "deny"].map(|list| answer[list].as_array().unwrap().clone());
        for rule in rules.iter().flatten() {
            assert!(rule[1].is_string(), "{}: {rule}", golden.fixture);
        }
        if golden.fixture == "toolset" {
            assert_eq!(json!(rules[0]), json!([["list_issues", "github"]]));
            assert_eq!(json!(rules[2]), json!([["delete_repository", "github"]]));
        }
    }
}

#[test]
fn librechat_rejects_unknown_values() {
    let store = Store::new();
    let text = golden_file("librechat", ".yaml", "toolset").text();
    for (known, unknown) in
        [("mode: default", "mode: sometimes"), ("deny:", "never:"), ("endpoints:", "points:")]
    {
        let broken = store.file("broken.yaml", &text.replace(known, unknown));
        assert_ne!(parse_files(&[&broken])[0]["refused"], json!([]), "{unknown}");
    }
}
