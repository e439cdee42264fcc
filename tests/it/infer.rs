//! `hintsmith infer`: every input format, both output formats, and invalid rows.

use std::io::Write;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::support::{Run, Store};

/// Runs `hintsmith infer -` on a text.
fn infer(arguments: &[&str], input: &str) -> Run {
    let store = Store::new();
    let mut all = vec!["infer", "-"];
    all.extend(arguments);
    let mut command = store.command(&all);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let run = Run::from_output(child.wait_with_output().unwrap());
    assert!(!store.database().exists(), "inferring needs no store");
    run
}

fn output_rows(run: &Run) -> Vec<Value> {
    run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn tools() -> Value {
    json!([
        {"name": "list_notes", "inputSchema": {"type": "object"}},
        {"name": "delete_note", "description": "Deletes a note. This cannot be undone.", "inputSchema": {"type": "object"}},
    ])
}

#[test]
fn every_input_format_gives_the_same_hints() {
    let lines: String = tools().as_array().unwrap().iter().map(|tool| format!("{tool}\n")).collect();
    for input in [
        tools().to_string(),
        json!({ "tools": tools() }).to_string(),
        json!({"jsonrpc": "2.0", "id": 1, "result": {"tools": tools()}}).to_string(),
        lines,
    ] {
        let run = infer(&[], &input);
        assert_eq!(run.code, 0, "{}", run.stderr);
        let rows = output_rows(&run);
        let hints =
            |row: &Value| ["readOnlyHint", "destructiveHint", "idempotentHint"].map(|key| row[key].as_bool());
        assert_eq!(rows.len(), 2, "{input}");
        assert_eq!(hints(&rows[0]), [Some(true), Some(false), Some(true)], "{input}");
        assert_eq!(hints(&rows[1]), [Some(false), Some(true), Some(true)], "{input}");
        assert_eq!((&rows[0]["name"], &rows[0]["title"]), (&json!("list_notes"), &json!("List Notes")));
    }
}

#[test]
fn each_inferred_hint_has_rule_evidence_and_certainty() {
    let run = infer(&[], &tools().to_string());
    let why = &output_rows(&run)[1]["why"]["destructiveHint"][0];
    assert_eq!((&why["rule"], &why["evidence"]), (&json!("deleting-verb"), &json!("delete")));
    assert!(why["certainty"].is_string() && why["in"] == "name", "{why}");
    let explanation = infer(&["--explain"], &tools().to_string()).stdout;
    assert!(explanation.contains("delete_note") && explanation.contains("“delete”"), "{explanation}");
}

#[test]
fn the_explanation_has_two_reasons_for_and_against_at_most() {
    let tools = json!([{
        "name": "delete_note",
        "description": "Deletes a note. Does not modify the trash. Can be undone. This operation is reversible.",
        "inputSchema": {"properties": {"force": {"type": "boolean"}}},
    }]);
    let explanation = infer(&["--explain"], &tools.to_string()).stdout;
    let destructive: Vec<&str> = explanation
        .lines()
        .skip_while(|line| !line.starts_with("  destructive: Yes"))
        .skip(1)
        .take_while(|line| line.starts_with("    "))
        .map(|line| line.trim_start().split(':').next().unwrap())
        .collect();
    assert_eq!(destructive, ["for", "for", "against"], "{explanation}");
}

#[test]
fn wrong_values_are_marked_summarized_written_and_unmarked() {
    let store = Store::with_demo();
    let (tool, path) = ("demo.nc_notes_get_note", store.path().join("corrections.json"));
    let marked = store.json(&["mark-wrong", tool, "read-only", "--json"]);
    store.ok(&["mark-wrong", "demo.nc_notes_delete_note", "destructive"]);
    let summary = store.json(&["infer", "--learn", "--json"]);
    assert_eq!((&marked["changed"], &summary["corrections"]), (&json!(1), &json!(2)));
    let table = store.ok(&["infer", "--learn"]);
    assert!(table.contains("reading-verb") && table.contains("read-only Yes"), "{table}");

    let file = path.display().to_string();
    store.ok(&["infer", "--learn", "--output", &file]);
    let shared = std::fs::read_to_string(&path).unwrap();
    let rows: Value = serde_json::from_str(&shared).unwrap();
    assert_eq!(rows["corrections"].as_array().unwrap().len(), 2);
    assert!(!shared.contains("demo") && !shared.to_lowercase().contains("description"), "{shared}");
    assert_ne!(store.run(&["infer", "--learn", "--output", &file]).code, 0, "an existing file is kept");

    store.ok(&["mark-wrong", tool, "read-only", "--remove"]);
    store.ok(&["undo"]);
    store.ok(&["undo"]);
    assert_eq!(store.json(&["infer", "--learn", "--json"])["corrections"], 1);
    assert_eq!(store.run(&["mark-wrong", tool, "loud"]).code, 2);
    assert_eq!(store.run(&["infer"]).code, 2);
}

#[test]
fn the_http_method_and_the_options_affect_the_result() {
    let row = json!({"server": "s", "http_method": "DELETE", "name": "note", "inputSchema": {}}).to_string();
    let guessed = output_rows(&infer(&[], &row));
    assert_eq!((&guessed[0]["server"], &guessed[0]["destructiveHint"]), (&json!("s"), &json!(true)));

    let created = json!([{"name": "create_note", "inputSchema": {}}]).to_string();
    for (arguments, destructive) in [(vec![], false), (vec!["--destructive", "broad"], true)] {
        assert_eq!(
            output_rows(&infer(&arguments, &created))[0]["destructiveHint"],
            destructive,
            "{arguments:?}"
        );
    }
    for (convention, open) in [("external", true), ("own", false)] {
        assert_eq!(output_rows(&infer(&["--open-world", convention], &created))[0]["openWorldHint"], open);
    }
}

#[test]
fn an_invalid_row_is_reported_and_the_others_are_processed() {
    let run = infer(
        &[],
        "{\"name\":\"list_notes\",\"inputSchema\":{}}\n{oops\n{\"name\":\"delete_note\",\"inputSchema\":{}}\n",
    );
    assert_eq!((run.code, output_rows(&run).len()), (3, 2), "{}", run.stderr);
    assert!(run.stderr.contains("line 2"), "{}", run.stderr);
}
