//! What every command prints: JSON, colour, quiet and verbose, errors of stdout, completion and manual pages.

use std::process::Stdio;

use serde_json::Value;

use crate::support::{Run, Store};

const TOOL: &str = "demo.nc_notes_delete_note";

#[test]
fn commands_that_change_something_print_json() {
    let store = Store::with_demo();
    let list = store.file("tools.json", r#"{"tools":[{"name":"get"}]}"#);
    for arguments in [
        &["add", "saved", "--yes", "--file", &list][..],
        &["scan", "saved"],
        &["disable", "saved"],
        &["set", TOOL, "destructive=yes"],
        &["set-all", "server:demo", "--inferred", "--yes"],
        &["undo"],
        &["redo"],
        &["unset", TOOL],
        &["rule", "add", "demo.nc_*_list_*", "read-only=yes"],
        &["rule", "remove", "demo.nc_*_list_*"],
        &["env", "add", "prod"],
        &["env", "remove", "prod"],
        &["filter", "save", "risky", "hint:destructive"],
        &["filter", "remove", "risky"],
        &["review", "accept", TOOL],
        &["review", "reopen", TOOL],
        &["suppress", TOOL, "title-missing", "--because", "a test"],
        &["approval", TOOL, "always-ask"],
        &["preferences", "approval.client=off"],
        &["toolset", "build", "daily", TOOL],
        &["note", "add", TOOL, "a", "Text"],
        &["backup"],
        &["lint", "--fail-on", "never"],
        &["remove", "saved", "--yes"],
    ] {
        let run = store.run(&[arguments, &["--json"]].concat());
        assert_eq!(run.code, 0, "{arguments:?}: {}", run.stderr);
        let value: Result<Value, _> = serde_json::from_str(&run.stdout);
        assert!(value.is_ok(), "{arguments:?}: {}", run.stdout);
    }
}

#[test]
fn the_version_names_the_build_when_asked_for_details() {
    let store = Store::new();
    let plain = store.run(&["--version"]);
    assert_eq!((plain.code, plain.stdout), (0, format!("hintsmith {}\n", env!("CARGO_PKG_VERSION"))));
    for arguments in [["--version", "--verbose"], ["--verbose", "-V"], ["-v", "--version"]] {
        let run = store.run(&arguments);
        assert_eq!(run.code, 0, "{}", run.stderr);
        let labels: Vec<&str> = run
            .stdout
            .lines()
            .skip(1)
            .filter_map(|line| line.split_once(": "))
            .map(|(label, _)| label)
            .collect();
        assert_eq!(labels, ["commit", "platform", "build", "store format"], "{}", run.stdout);
    }
}

#[test]
fn an_error_of_stdout_is_an_error() {
    let store = Store::with_demo();
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = store.command(&["tools"]).stdout(full).stderr(Stdio::piped()).output().unwrap();
    let run = Run::from_output(output);
    assert_eq!(run.code, 3);
    assert!(run.stderr.contains("could not write to stdout"), "{}", run.stderr);
}

#[test]
fn a_pipe_gets_plain_text_and_color_can_be_forced() {
    let store = Store::with_demo();
    let plain = store.ok(&["tools", "delete_note"]);
    assert!(!plain.contains('\x1b') && plain.lines().count() == 1, "{plain}");
    assert!(!plain.contains("Hints"), "a pipe gets no header: {plain}");
    let colored = store.ok(&["--color", "always", "tools", "delete_note"]);
    assert!(colored.contains("\x1b[31m"), "{colored:?}");
    let mut never = store.command(&["--color", "auto", "tools", "delete_note"]);
    let never = Run::from_output(never.env("NO_COLOR", "1").output().unwrap());
    assert_eq!(never.stdout, plain);
}

#[test]
fn quiet_hides_status_messages_and_verbose_shows_details() {
    let store = Store::with_demo();
    let change = |option: &str, value: &str| store.run(&[option, "set", TOOL, value]);
    assert_eq!(change("--quiet", "idempotent=yes").stderr, "");
    let verbose = change("--verbose", "idempotent=no").stderr;
    assert!(verbose.contains("Store: ") && verbose.contains("Finished in "), "{verbose}");
    let refused = store.run(&["--quiet", "set", "demo.nonsense", "idempotent=no"]);
    assert_eq!(refused.code, 3);
    assert!(refused.stderr.contains("no tool named nonsense"), "{}", refused.stderr);
}

#[test]
fn bash_completes_names_from_the_store() {
    let store = Store::with_demo();
    let complete = |line: &str| {
        let program = store.command(&[]).get_program().to_owned();
        let folder = std::path::Path::new(&program).parent().unwrap().to_owned();
        let script = format!(
            "PATH={}:$PATH; eval \"$(hintsmith completions bash)\"; COMP_LINE='{line}'; COMP_POINT=${{#COMP_LINE}}; \
             _hintsmith; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
            folder.display()
        );
        let mut shell = std::process::Command::new("bash");
        shell.args(["-c", &script]).env("HINTSMITH_DATA", store.data_dir()).current_dir(store.path());
        Run::from_output(shell.output().unwrap()).stdout.trim().to_owned()
    };
    assert_eq!(complete("hintsmith explain demo.nc_notes_delete"), TOOL);
    assert_eq!(complete("hintsmith scan de"), "demo");
    assert_eq!(complete("hintsmith tools hint:destr"), "destructive");
    assert_eq!(complete("hintsmith export claude-c"), "claude-code");
    // Completing creates no store.
    let empty = Store::new();
    let run = empty.run(&["complete", "fish", "hintsmith scan "]);
    assert_eq!((run.code, &*run.stdout), (0, ""));
    assert!(!empty.data_dir().exists());
}

#[test]
fn help_covers_commands_and_topics() {
    let store = Store::new();
    for (subject, expected) in [
        ("filters", "hint:destructive"),
        ("hints", "idempotent"),
        ("targets", "claude-code"),
        ("set", "FIELD=VALUE"),
    ] {
        let text = store.ok(&["help", subject]);
        assert!(text.contains(expected), "{subject}: {text}");
    }
    assert_eq!(store.run(&["help", "exprt"]).code, 3);
    assert!(store.run(&["help", "exprt"]).stderr.contains("Did you mean export?"));
    let folder = store.path().join("man");
    store.ok(&["man-pages", folder.to_str().unwrap()]);
    let page = std::fs::read_to_string(folder.join("hintsmith-export.1")).unwrap();
    assert!(page.contains(".SH SYNOPSIS"), "{page}");
}

#[test]
fn names_that_are_misspelled_are_suggested() {
    let store = Store::with_demo();
    store.ok(&["env", "add", "prod"]);
    for (arguments, suggestion) in [
        (&["scan", "dmeo"][..], "Did you mean demo?"),
        (&["explain", "demo.nc_notes_delet_note"], "Did you mean nc_notes_delete_note?"),
        (&["explain", "dem.nc_notes_delete_note"], "Did you mean demo?"),
        (&["export", "claude-cod"], "Did you mean claude-code?"),
        (&["tools", "--env", "prd"], "Did you mean prod?"),
        (&["lint", "--profile", "openai"], "Did you mean openai-submission?"),
        (&["lint", "--explain", "titel-missing"], "Did you mean title-missing?"),
        (&["set", TOOL, "destuctive=yes"], "Did you mean destructive?"),
        (&["preferences", "aproval.client=off"], "Did you mean approval.client?"),
        (&["import", "--from", "cursr"], "Did you mean cursor?"),
    ] {
        let run = store.run(arguments);
        assert_ne!(run.code, 0, "{arguments:?}");
        assert!(run.stderr.contains(suggestion), "{arguments:?}: {}", run.stderr);
    }
    for spelling in ["readOnlyHint=true", "read_only=yes", "READ-ONLY=on", "readonly=Yes"] {
        store.ok(&["set", "demo.nc_notes_get_note", spelling]);
    }
}
