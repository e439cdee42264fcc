//! Loosening: a rule or bulk change that loosens declared hints needs a separate confirmation and is shown in
//! reports.

use crate::support::Store;

/// The demo declares its delete tools destructive.
const DELETES: &str = "demo.*_delete_*";
const ONE: &str = "demo.nc_notes_delete_note";

#[test]
fn a_loosening_rule_needs_confirmation_and_is_reported_in_exports() {
    let store = Store::with_demo();
    let run = store.run(&["rule", "add", DELETES, "read-only=yes"]);
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert!(run.stderr.contains("This loosens"), "{}", run.stderr);
    assert!(
        run.stderr.contains(&format!("{ONE}: read-only Yes, though the server declares destructive Yes")),
        "{}",
        run.stderr
    );
    assert!(run.stderr.contains("--loosen"), "{}", run.stderr);
    assert!(!store.ok(&["rule"]).contains("delete"));
    // A preview lists them and saves nothing.
    assert!(
        store.run(&["rule", "add", DELETES, "read-only=yes", "--dry-run"]).stderr.contains("This loosens")
    );
    // Of several hints, none is saved if one needs confirmation.
    assert_eq!(store.run(&["rule", "add", DELETES, "open-world=yes", "read-only=yes"]).code, 3);
    assert!(!store.ok(&["rule"]).contains("delete"));

    store.ok(&["rule", "add", DELETES, "read-only=yes", "--loosen"]);
    let report = store.run(&["export", "claude-code"]).stderr;
    assert!(report.contains("though the server declares destructive Yes"), "{report}");
    assert!(store.ok(&["explain", ONE]).contains("though the server declares destructive Yes"));
    // A disputed tool is not classified as safe.
    assert!(!store.ok(&["tools", "is:safe"]).contains("nc_notes_delete_note"));
    assert!(store.ok(&["tools", "hint:read-only"]).contains("nc_notes_delete_note"));
    assert!(store.ok(&["tools", "is:modifying"]).contains("nc_notes_delete_note"));
    // Tightening needs no confirmation.
    store.ok(&["rule", "add", "demo.*_get_*", "read-only=no"]);
}

#[test]
fn a_loosening_bulk_change_needs_confirmation() {
    let store = Store::with_demo();
    let run = store.run(&["set-all", "nc_notes_delete_note", "read-only=yes", "--yes"]);
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert!(run.stderr.contains("though the server declares destructive Yes"), "{}", run.stderr);
    assert!(store.json(&["export", "hintsmith"])["servers"].as_object().unwrap().is_empty());
    store.ok(&["set-all", "nc_notes_delete_note", "read-only=yes", "--yes", "--loosen"]);
    assert!(!store.json(&["export", "hintsmith"])["servers"].as_object().unwrap().is_empty());
}

#[test]
fn accepting_inferred_hints_sets_only_undeclared_ones() {
    let store = Store::with_demo();
    store.ok(&["set-all", "server:demo", "--inferred", "--yes"]);
    let decided = store.json(&["export", "hintsmith"])["servers"]["demo"]["tools"].clone();
    assert!(decided.as_object().unwrap().len() > 10, "{decided}");
    for (name, tool) in decided.as_object().unwrap().iter().take(20) {
        let detail = store.json(&["explain", &format!("demo.{name}"), "--json"]);
        for hint in tool["annotations"].as_object().unwrap().keys() {
            let shadows = &detail["fields"][hint]["shadows"];
            let is_declared = shadows.as_array().unwrap().iter().any(|shadow| shadow["layer"] == "declared");
            assert!(!is_declared, "{name} {hint}: {shadows}");
        }
    }
    // Replacing declared hints is a separate option.
    let run = store.run(&["set-all", "server:demo", "--inferred", "--replace-declared", "--dry-run"]);
    let changing = run.stderr.lines().find_map(|line| line.split_once(" of ")?.0.parse::<u32>().ok());
    assert!(changing > Some(0), "{}", run.stderr);
}
