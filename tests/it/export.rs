//! Exports: whole files, merges into user files, `--check` for CI, and protection of foreign files.

use std::path::Path;

use serde_json::{Value, json};

use crate::support::Store;

const READ: &str = "demo.nc_notes_get_note";

/// A store with one tool decided as read-only and in a toolset.
fn store_with_decision() -> Store {
    let store = Store::with_demo();
    store.ok(&["set", READ, "read-only=yes", "--because", "it only looks"]);
    store.ok(&["toolset", "build", "reading", READ]);
    store
}

#[test]
fn every_target_is_exported_and_checked() {
    let store = store_with_decision();
    let targets = store.json(&["targets", "--json"]);
    let targets = targets.as_array().unwrap();
    assert!(targets.len() >= 35, "{}", targets.len());
    for target in targets {
        let id = target["id"].as_str().unwrap();
        let path = store.path().join(format!("out-{id}")).join(target["fileName"].as_str().unwrap());
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        let path = path.display().to_string();
        let mut export = vec!["export", id, "-o", &path];
        // The canonical file always holds every decision.
        if id != "hintsmith" {
            export.extend(["--toolset", "reading"]);
        }
        let run = store.run(&export);
        assert_eq!(run.code, 0, "{id}: {}", run.stderr);
        // A second export is identical, which `--check` confirms.
        let check = [&export[..], &["--check"]].concat();
        assert_eq!(store.run(&check).code, 0, "{id}");
        store.ok(&export);
    }
    assert_eq!(store.run(&["export", "nonsense"]).code, 3);
}

#[test]
fn merging_into_a_user_file_keeps_the_rest_and_a_backup() {
    let store = store_with_decision();
    let mine =
        "{\n  // my own words\n  \"model\": \"x\",\n  \"permissions\": { \"allow\": [\"Bash(ls)\"] }\n}\n";
    let path = store.file("settings.json", mine);
    let run = store.run(&["export", "claude-code", "--into", &path]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let now = std::fs::read_to_string(&path).unwrap();
    assert!(now.contains("// my own words") && now.contains("\"Bash(ls)\""), "{now}");
    assert!(now.contains("mcp__demo__nc_notes_get_note"), "{now}");
    assert_eq!(std::fs::read_to_string(format!("{path}.before-hintsmith")).unwrap(), mine);

    // Only decided tools are allowed, and `--check` detects changes.
    let settings: Value = serde_json::from_str(&now.replace("// my own words", "")).unwrap();
    assert_eq!(settings["permissions"]["allow"], json!(["Bash(ls)", "mcp__demo__nc_notes_get_note"]));
    let check = ["export", "claude-code", "--into", &path, "--check"];
    assert_eq!(store.run(&check).code, 0);
    store.ok(&["unset", READ]);
    let stale = store.run(&check);
    assert_eq!(stale.code, 1);
    assert!(stale.stderr.contains("is out of date"), "{}", stale.stderr);
    assert!(stale.stdout.lines().any(|line| line.starts_with('-') && line.contains("nc_notes_get_note")));
}

#[test]
fn tools_that_the_user_denies_stay_denied_and_those_of_an_export_do_not() {
    let store = store_with_decision();
    let rule = "mcp__demo__nc_notes_get_note";
    let path = store.file("settings.json", &json!({"permissions": {"deny": [rule]}}).to_string());
    let export = |options: &[&str]| {
        let run = store.run(&[&["export", "claude-code", "--into", &path], options].concat());
        assert_eq!(run.code, 0, "{}", run.stderr);
        let settings: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let denied = settings["permissions"]["deny"].as_array().unwrap().iter();
        let denied: Vec<String> = denied.map(|rule| rule.as_str().unwrap().to_owned()).collect();
        (denied, run.stderr)
    };
    let (denied, report) = export(&[]);
    assert_eq!(denied, [rule]);
    assert!(report.contains("stay denied: demo.nc_notes_get_note."), "{report}");
    assert!(report.contains("stays denied, because the file denies it"), "{report}");
    // An export with a toolset denies all others, and the next one releases them.
    let (denied, _) = export(&["--toolset", "reading"]);
    assert!(denied.len() > 20 && denied.contains(&rule.to_owned()), "{denied:?}");
    assert_eq!(export(&["--all-tools"]).0, [rule]);
    assert_eq!(store.run(&["export", "claude-code", "--into", &path, "--all-tools", "--check"]).code, 0);
    // Without its rule, the decision applies.
    std::fs::write(&path, "{}").unwrap();
    store.ok(&["export", "claude-code", "--into", &path, "--all-tools"]);
    let settings: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    assert_eq!(settings["permissions"]["allow"], json!([rule]));
}

#[test]
fn a_foreign_file_is_replaced_only_on_request() {
    let store = store_with_decision();
    let path = store.file("tools.yaml", "mine: true\n");
    let run = store.run(&["export", "docker", "-o", &path, "--toolset", "reading"]);
    assert_eq!(run.code, 3);
    assert!(run.stderr.contains("is not a Hintsmith file"), "{}", run.stderr);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "mine: true\n");
    store.ok(&["export", "docker", "-o", &path, "--toolset", "reading", "--replace"]);
    assert!(std::fs::read_to_string(&path).unwrap().contains("nc_notes_get_note"));
    assert_eq!(std::fs::read_to_string(format!("{path}.before-hintsmith")).unwrap(), "mine: true\n");
    // Now it is our file, until another program changes it.
    store.ok(&["export", "docker", "-o", &path, "--toolset", "reading"]);
    std::fs::write(&path, "mine: again\n").unwrap();
    assert_eq!(store.run(&["export", "docker", "-o", &path, "--toolset", "reading"]).code, 3);
}

#[test]
fn an_unwritable_target_is_unchanged_and_reported() {
    let store = store_with_decision();
    let broken = store.file("settings.json", "{ \"permissions\": ");
    let wrong = store.file("odd.json", "{ \"permissions\": 3 }");
    let real = store.file("real.json", "{}");
    let link = store.path().join("link.json");
    std::os::unix::fs::symlink(&real, &link).unwrap();
    let link = link.display().to_string();
    for (path, said) in [
        (broken.as_str(), "invalid JSON"),
        (wrong.as_str(), "permissions is not an object"),
        (link.as_str(), "is a symbolic link"),
        ("/nowhere/at/all.json", "cannot be written"),
    ] {
        let before = std::fs::read(path).ok();
        let run = store.run(&["export", "claude-code", "--into", path]);
        assert_eq!(run.code, 3, "{path}: {}", run.stderr);
        assert!(run.stderr.contains(said), "{path}: {}", run.stderr);
        assert_eq!(std::fs::read(path).ok(), before);
    }
}

#[test]
fn reviewed_only_omits_unreviewed_tools() {
    let store = store_with_decision();
    let text = |more: &[&str]| store.ok(&[&["export", "toolhive-vmcp"], more].concat());
    assert!(text(&[]).contains("readOnlyHint: true"));
    assert!(!text(&["--reviewed-only"]).contains("readOnlyHint"));
    store.ok(&["review", "accept", READ]);
    assert!(text(&["--reviewed-only"]).contains("readOnlyHint: true"));
}

#[test]
fn no_export_contains_a_secret() {
    let store = Store::with_demo();
    let secret = "ghp_0123456789abcdefghijABCDEFGHIJ456789";
    let list = store.file("list.json", r#"{"tools":[{"name":"get_x","inputSchema":{}}]}"#);
    store.ok(&["add", "hub", "--yes", "--file", &list]);
    let add = store.run(&[
        "add",
        "keyed",
        "--yes",
        "--keep",
        "--env-var",
        &format!("GITHUB_TOKEN={secret}"),
        "--",
        "node",
        "-e",
        "0",
    ]);
    // The server exits without an answer.
    assert!(add.code == 0 || add.code == 3, "{}", add.stderr);
    assert!(store.ok(&["servers"]).contains("keyed"));
    for target in store.json(&["targets", "--json"]).as_array().unwrap() {
        let run = store.run(&["export", target["id"].as_str().unwrap()]);
        assert!(!run.stdout.contains(secret) && !run.stderr.contains(secret), "{}", target["id"]);
    }
}

#[test]
fn only_the_tools_of_the_named_servers_are_exported() {
    let store = Store::with_demo();
    let list = store.file("list.json", r#"{"tools":[{"name":"drop","inputSchema":{}}]}"#);
    store.ok(&["add", "hub", "--yes", "--file", &list]);
    store.ok(&["set", READ, "read-only=yes"]);
    let other: Value =
        serde_json::from_str(&store.ok(&["export", "claude-code", "--server", "hub"])).unwrap();
    assert_eq!(other, json!({"permissions": {"ask": ["mcp__hub__drop"]}}));

    // Both reports are about the same tools.
    let path = store.path().join("settings.json").display().to_string();
    let export = ["export", "claude-code", "--into", &path, "--server", "hub"];
    let report: Value = serde_json::from_str(&store.ok(&[&export[..], &["--json"]].concat())).unwrap();
    let tools = report["report"]["tools"].as_array().unwrap();
    assert_eq!(tools.len(), 1, "{report:#}");
    assert_eq!(tools[0]["tool"], "hub.drop");
    let text = store.run(&export).stderr;
    assert!(text.contains("hints of hub.drop") && !text.contains("demo"), "{text}");

    let unknown = store.run(&["export", "claude-code", "--server", "hug"]);
    assert!(unknown.code == 3 && unknown.stderr.contains("hub"), "{}", unknown.stderr);
    let canonical = store.run(&["export", "hintsmith", "--server", "hub"]);
    assert!(canonical.code == 2 && canonical.stderr.contains("--server"), "{}", canonical.stderr);
}

#[test]
fn an_export_goes_to_the_file_that_the_program_reads() {
    let store = store_with_decision();
    let project = store.path().join("project");
    std::fs::create_dir(&project).unwrap();
    let folder = project.display().to_string();
    for (scope, file) in [("project", ".claude/settings.json"), ("local", ".claude/settings.local.json")] {
        let export = ["export", "claude-code", "--scope", scope, "--project", &folder];
        store.ok(&export);
        let text = std::fs::read_to_string(project.join(file)).unwrap();
        assert!(text.contains("mcp__demo__nc_notes_get_note"), "{text}");
        assert_eq!(store.run(&[&export[..], &["--check"]].concat()).code, 0);
    }
    let run = store.run(&["export", "goose", "--scope", "project", "--project", &folder]);
    assert!(run.code == 2 && run.stderr.contains("Scopes of Goose: user"), "{}", run.stderr);
    let missing = project.join("nowhere").display().to_string();
    let run = store.run(&["export", "claude-code", "--scope", "project", "--project", &missing]);
    assert!(run.code == 3 && run.stderr.contains("is not a folder"), "{}", run.stderr);
    assert!(!Path::new(&missing).exists());
}

#[test]
fn the_active_toolset_is_the_default() {
    let store = store_with_decision();
    store.ok(&["toolset", "activate", "reading"]);
    let run = store.run(&["export", "claude-code"]);
    assert!(run.stderr.contains("Exporting the active toolset reading"), "{}", run.stderr);
    let of_toolset = store.run(&["export", "claude-code", "--toolset", "reading"]);
    assert_eq!((&run.stdout, of_toolset.stderr.contains("active toolset")), (&of_toolset.stdout, false));
    let all = store.ok(&["export", "claude-code", "--all-tools"]);
    assert!(!all.contains("\"deny\"") && run.stdout.contains("\"deny\""), "{all}");
    store.ok(&["export", "hintsmith"]);
}

#[test]
fn pending_changes_are_listed_per_file() {
    let store = store_with_decision();
    let [mine, other] =
        ["hintsmith.json", "settings.json"].map(|name| store.path().join(name).display().to_string());
    store.ok(&["export", "hintsmith", "-o", &mine]);
    store.ok(&["set", READ, "idempotent=yes"]);
    store.ok(&["export", "claude-code", "--into", &other]);
    let run = store.run(&["pending"]);
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains(&format!("{mine} (Hintsmith): 1 change")), "{}", run.stderr);
    assert!(run.stderr.contains(&format!("{other} (Claude Code): up to date")), "{}", run.stderr);
    assert_eq!(store.run(&["pending", &other]).code, 0);
    assert_eq!(store.run(&["pending", &mine]).code, 1);
    store.ok(&["pending", &mine, "--forget"]);
    assert_eq!(store.run(&["pending"]).code, 0);
    assert_eq!(store.run(&["pending", &mine]).code, 3);
}
