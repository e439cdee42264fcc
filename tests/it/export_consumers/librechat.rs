//! LibreChat's schema accepts the exported section, and its own code finds the tool and server in every rule.

use serde_json::{Value, json};

use super::{ask_node, golden, goldens};
use crate::support::Store;

fn read(files: &[&str]) -> Vec<Value> {
    let answer =
        ask_node("librechat.mjs", &json!({"files": files, "servers": ["github", "linear", "openapi"]}));
    answer.as_array().unwrap().clone()
}

#[test]
fn librechat_takes_every_rule_and_finds_its_tool() {
    let goldens = goldens("librechat", ".yaml");
    let files: Vec<&str> = goldens.iter().map(|golden| golden.path.as_str()).collect();
    for (golden, answer) in goldens.iter().zip(read(&files)) {
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
fn librechat_refuses_what_it_does_not_know() {
    let store = Store::new();
    let text = golden("librechat", ".yaml", "toolset").text();
    for (known, unknown) in
        [("mode: default", "mode: sometimes"), ("deny:", "never:"), ("endpoints:", "points:")]
    {
        let broken = store.file("broken.yaml", &text.replace(known, unknown));
        assert_ne!(read(&[&broken])[0]["refused"], json!([]), "{unknown}");
    }
}
