//! Targets whose program cannot run here: their files match our own schema, written from what the target's parser
//! accepts.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{golden_file, golden_files, run_python};
use crate::support::{ROOT, Store};

/// A change to a golden file that the target would reject or ignore.
struct Case {
    target: &'static str,
    fixture: &'static str,
    known: &'static str,
    broken: &'static str,
}

const fn case(
    target: &'static str,
    fixture: &'static str,
    known: &'static str,
    broken: &'static str,
) -> Case {
    Case { target, fixture, known, broken }
}

/// One per schema: the change with which the schema must reject a golden file.
const CASES: &[Case] = &[
    case("1mcp", "toolset", "\"disabledTools\": [", "\"disabledTools\": [\"\","),
    case("agentgateway", "toolset", "stdio:", "std:"),
    case("apollo", "decided", "read_only_hint: true", "readOnlyHint: true"),
    case("chatgpt-submission", "decided", "\"read_only_justification\"", "\"reason\""),
    case("claude-code", "toolset", "mcp__github__list_issues", "github__list_issues"),
    case("cloudflare", "toolset", "\"enabled\": true", "\"enabled\": \"yes\""),
    case("codex", "toolset", "command =", "program ="),
    case("contextforge", "decided", "\"readOnlyHint\": true", "\"read_only\": true"),
    case("cursor", "toolset", "github:list_issues", "list_issues"),
    case("docker", "toolset", "  - list_issues", "  - {name: list_issues}"),
    case("envoy", "toolset", "exclude:", "excludes:"),
    case("gemini", "toolset", "priority = 250", "priority = 1250"),
    case("goose", "toolset", "  ask_before:\n    - github__create_issue\n", ""),
    case("gram", "decided", "\"read_only_hint\": true", "\"readOnlyHint\": true"),
    case("gram-variations", "decided", "tools:externalmcp:github:", "github:"),
    case("hypertool", "toolset", "\"daily\"", "\"Daily tools\""),
    case("kong", "openapi", "method: GET", "method: get"),
    case("litellm", "decided", "tool_name_to_description", "tool_descriptions"),
    case("mcphub", "toolset", "\"enabled\": false", "\"description\": \"\""),
    case("mcpproxy-go", "toolset", "\"disabled_tools\":", "\"enabled_tools\": [], \"disabled_tools\":"),
    case("metamcp", "toolset", "\"status\": \"ACTIVE\"", "\"status\": \"on\""),
    case("obot", "toolset", "overrideDescription:", "description:"),
    case("opencode", "toolset", "\"allow\"", "\"yes\""),
    case("tbxark", "toolset", "\"block\"", "\"hide\""),
    case("toolhive-cedar", "toolset", "type: cedarv1", "type: cedar"),
    case("toolhive-cli", "decided", "\"description\"", "\"annotations\""),
    case("toolhive-server", "toolset", "description: \"Lists", "about: \"Lists"),
    case("toolhive-tool-config", "toolset", "description: \"Lists", "about: \"Lists"),
    case("toolhive-vmcp", "toolset", "workload: github", "server: github"),
    case("vscode", "toolset", "\"tools\": [", "\"tool\": ["),
];

/// The file extension of a target's file, if it is not a script.
fn file_extension(target: &str) -> &'static str {
    let folder = format!("{ROOT}/tests/golden/export/{target}/toolset");
    let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
    let is_there = |end: &&str| names.iter().any(|name| name.ends_with(end) && name != "report.json");
    [".toml", ".yaml", ".jsonc", ".json"].into_iter().find(is_there).unwrap()
}

fn schema_input(target: &str, file: &str) -> Value {
    json!({"schema": format!("{ROOT}/tests/export_consumers/schemas/{target}.json"), "file": file})
}

#[test]
fn every_file_matches_the_schema_of_its_target() {
    let mut pairs = Vec::new();
    for case in CASES {
        let files = golden_files(case.target, file_extension(case.target));
        // An empty file has nothing to check.
        let files = files.iter().filter(|golden| !golden.text().is_empty());
        pairs.extend(files.map(|golden| schema_input(case.target, &golden.path)));
    }
    let complaints = run_python("fits.py", &json!(pairs));
    for (pair, complaints) in pairs.iter().zip(complaints.as_array().unwrap()) {
        assert_eq!(*complaints, json!([]), "{}", pair["file"]);
    }
    assert!(pairs.len() > 150, "{}", pairs.len());
}

#[test]
fn every_schema_rejects_a_broken_file() {
    let store = Store::new();
    let mut pairs = Vec::new();
    for Case { target, fixture, known, broken } in CASES {
        let end = file_extension(target);
        let text = golden_file(target, end, fixture).text();
        assert!(text.contains(known), "{target}: {known}");
        let path = store.file(&format!("{target}{end}"), &text.replacen(known, broken, 1));
        pairs.push(schema_input(target, &path));
    }
    let complaints = run_python("fits.py", &json!(pairs));
    for (case, complaints) in CASES.iter().zip(complaints.as_array().unwrap()) {
        assert_ne!(*complaints, json!([]), "{}: {}", case.target, case.broken);
    }
}

/// The targets that other tests here run or validate; the canonical file has a schema and a test of its own.
const TESTED_ELSEWHERE: [(&str, &str); 7] = [
    ("fastmcp", "run"),
    ("fastmcp-script", "run"),
    ("hintsmith", "run"),
    ("librechat", "schema"),
    ("mcp-hub", "run"),
    ("openapi-overlay", "run"),
    ("toolhive-cedar", "run"),
];

#[test]
fn the_checked_field_of_every_target_is_correct() {
    let targets = Store::new().json(&["targets", "--json"]);
    for target in targets.as_array().unwrap() {
        let (id, said) = (target["id"].as_str().unwrap(), target["checked"].as_str().unwrap());
        let has_schema = CASES.iter().any(|case| case.target == id);
        match TESTED_ELSEWHERE.iter().find(|(known, _)| *known == id) {
            Some((_, how)) => assert_eq!(said, *how, "{id}"),
            None if has_schema => assert!(["ourSchema", "docs"].contains(&said), "{id}: {said}"),
            None => assert!(["source", "docs", "people"].contains(&said), "{id}: {said}"),
        }
    }
}

#[test]
fn every_schema_is_used_and_states_its_origin() {
    let folder = format!("{ROOT}/tests/export_consumers/schemas");
    let mut found = BTreeSet::new();
    for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let schema: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let comment = schema["$comment"].as_str().unwrap();
        assert!(comment.starts_with("Ours, not the project's: "), "{}: {comment}", path.display());
        found.insert(path.file_stem().unwrap().to_str().unwrap().to_owned());
    }
    assert_eq!(found, CASES.iter().map(|case| case.target.to_owned()).collect());
}
