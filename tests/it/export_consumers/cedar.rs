//! Cedar parses the exported ToolHive policies and decides as intended.

use serde_json::{Value, json};

use super::{golden_file, golden_files, run_node};

fn evaluate(questions: &[Value]) -> Vec<Value> {
    run_node("cedar.mjs", &json!(questions)).as_array().unwrap().clone()
}

#[test]
fn cedar_parses_every_policy() {
    let goldens = golden_files("toolhive-cedar", ".yaml");
    let files: Vec<Value> = goldens.iter().map(|golden| json!({"file": golden.path})).collect();
    for (golden, answer) in goldens.iter().zip(evaluate(&files)) {
        assert_eq!(answer["refused"], json!([]), "{}", golden.fixture);
    }
    let broken =
        golden_file("toolhive-cedar", ".yaml", "decided").text().replace("resource ==", "resource =");
    assert_ne!(evaluate(&[json!({"text": broken})])[0]["refused"], json!([]));
}

#[test]
fn cedar_allows_read_only_tools_and_others_by_role() {
    let file = golden_file("toolhive-cedar", ".yaml", "toolset").path;
    let destroys = json!({"destructiveHint": true});
    let cases = [
        ("github_list_issues", json!({}), json!([]), "allow"),
        ("github_create_issue", json!({}), json!([]), "deny"),
        ("github_create_issue", json!({}), json!(["mcp-writer"]), "allow"),
        ("github_create_issue", destroys.clone(), json!(["mcp-writer"]), "deny"),
        ("github_create_issue", destroys, json!(["mcp-writer", "mcp-destructive"]), "allow"),
        // Outside the toolset.
        ("github_delete_repository", json!({}), json!(["mcp-writer", "mcp-destructive"]), "deny"),
    ];
    let questions: Vec<Value> = cases
        .iter()
        .map(|(tool, hints, roles, _)| json!({"tool": tool, "hints": hints, "roles": roles}))
        .collect();
    let expected: Vec<&str> = cases.iter().map(|case| case.3).collect();
    assert_eq!(evaluate(&[json!({"file": file, "questions": questions})])[0]["decisions"], json!(expected));
}

/// Special characters in a name are preserved by Cedar.
#[test]
fn cedar_preserves_unusual_names() {
    let file = golden_file("toolhive-cedar", ".yaml", "odd-names").path;
    let ask = |tool: &str| json!({"tool": tool, "hints": {}, "roles": ["mcp-writer"]});
    let questions = [ask("github_löschen 🔥/all"), ask("github_loeschen")];
    let answer = &evaluate(&[json!({"file": file, "questions": questions})])[0];
    assert_eq!(answer["decisions"], json!(["allow", "deny"]));
}
