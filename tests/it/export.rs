//! Exports: whole files, merges into user files, `--check` for CI, and protection of foreign files.

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
