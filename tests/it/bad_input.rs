//! Bad input: each gives an error with cause and hint, valid tools are kept, and no data is lost.

use std::process::Command;

use crate::support::{ROOT, Run, Store, tool_names, wait_for};

#[test]
fn a_failing_server_is_reported_with_cause_and_hint() {
    for (mode, said, advice) in [
        ("exits", "the command exited with code 7 before responding", "Check its last output"),
        ("exits", "| cannot open the configuration", ""),
        ("noise-only", "printed only text that is not MCP", "Some servers need an argument"),
        ("silent", "did not respond within 3 seconds", "does not wait for input"),
        ("never-lists", "did not respond within", "try again"),
        ("dies-in-list", "the server closed the connection", "the last successful scan are kept"),
        ("tools-object", "\"tools\" is an object, not a list", "the last successful scan are kept"),
        ("not-utf8", "bytes that are not UTF-8", "the last successful scan are kept"),
    ] {
        let store = Store::new();
        let run = store.add_odd_server(mode);
        assert_eq!(run.code, 3, "{mode}: {}", run.stderr);
        assert!(run.stderr.contains(said) && run.stderr.contains(advice), "{mode}: {}", run.stderr);
        assert!(store.ok(&["servers"]).contains("failed"), "{mode}");
    }
}

#[test]
fn a_command_that_does_not_exist_is_named() {
    let store = Store::new();
    let run = store.run(&["add", "x", "--yes", "--keep", "--", "no-such-program-here"]);
    assert_eq!(run.code, 3);
    assert!(run.stderr.contains("the command no-such-program-here was not found"), "{}", run.stderr);
    assert!(run.stderr.contains("Install the program, or give its full path"), "{}", run.stderr);
}

#[test]
fn one_malformed_tool_does_not_affect_the_others() {
    let store = Store::new();
    let run = store.add_odd_server("one-bad");
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        run.stderr.contains("odd.list_views: annotations.readOnlyHint is \"yes\", not true or false"),
        "{}",
        run.stderr
    );
    assert!(run.stderr.contains("odd.(tool 3): name is a number, not a string"), "{}", run.stderr);
    assert_eq!(
        tool_names(&store.json(&["tools", "--json"])),
        ["get_note", "list_views", "(tool 3)", "delete_note"]
    );
    // A hint of the wrong type counts as unset and keeps its conservative default; the bytes are unchanged.
    let raw = store.ok(&["tools", "--raw", "list_views"]);
    assert_eq!(
        raw.trim(),
        r#"{"name":"list_views","inputSchema":{},"annotations":{"readOnlyHint":"yes"},"x":1}"#
    );
}

#[test]
fn noise_pages_depth_and_unusual_numbers_are_handled() {
    for (mode, expected) in [
        ("noisy", vec!["get_note", "delete_note"]),
        ("paged", vec!["a", "b", "c"]),
        ("deep", vec!["get_note", "deep"]),
        ("odd_numbers", vec!["numbers"]),
    ] {
        let store = Store::new();
        let run = store.add_odd_server(mode);
        assert_eq!(run.code, 0, "{mode}: {}", run.stderr);
        assert_eq!(tool_names(&store.json(&["tools", "--json"])), expected, "{mode}");
        if mode == "odd_numbers" {
            assert!(
                store
                    .ok(&["tools", "--raw"])
                    .contains(r#""maximum":12345678901234567890123,"minimum":1.0,"x":1e400"#)
            );
        }
    }
}

#[test]
fn an_endless_list_is_truncated_with_a_warning() {
    let store = Store::new();
    let run = store.add_odd_server("endless");
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        run.stderr.contains("the list is incomplete: the server has more than 1000 pages"),
        "{}",
        run.stderr
    );
    assert_eq!(tool_names(&store.json(&["tools", "--json"])).len(), 1000);
}

#[test]
fn a_failed_scan_keeps_the_tools_of_the_last_successful_one() {
    let store = Store::new();
    let script = store.path().join("server.mjs");
    std::fs::write(&script, format!("import {:?}", format!("{ROOT}/tests/servers/odd.mjs"))).unwrap();
    let path = script.to_str().unwrap();
    store.ok(&["add", "odd", "--yes", "--", "node", path, "good"]);
    store.ok(&["set", "odd.get_note", "read-only=yes"]);
    std::fs::write(&script, "process.exit(1)").unwrap();
    assert_eq!(store.run(&["scan"]).code, 3);
    assert_eq!(tool_names(&store.json(&["tools", "--json"])), ["get_note", "delete_note"]);
    assert!(store.ok(&["tools", "get_note"]).contains("!read-only"));
}

#[test]
fn one_failing_server_does_not_prevent_scanning_the_others() {
    let store = Store::with_demo();
    store.add_odd_server("exits");
    let run = store.run(&["scan"]);
    assert_eq!(run.code, 3);
    assert!(
        run.stderr.contains("demo: 101 tools") && run.stderr.contains("odd: the command exited"),
        "{}",
        run.stderr
    );
}

/// A server that ignores the end of its standard input must not outlive the program that started it.
#[cfg(unix)]
#[test]
fn a_terminated_program_stops_its_servers() {
    let store = Store::new();
    let script = store.path().join("stubborn.mjs");
    let started = store.path().join("started");
    let code = format!(
        "import {{ writeFileSync }} from 'node:fs'; writeFileSync({started:?}, String(process.pid)); setInterval(() => {{}}, 1 << 30);"
    );
    std::fs::write(&script, code).unwrap();
    let mut program =
        store.command(&["add", "x", "--yes", "--", "node", script.to_str().unwrap()]).spawn().unwrap();
    let pid = wait_for(|| std::fs::read_to_string(&started).ok().filter(|pid| !pid.is_empty()));
    Command::new("kill").arg(program.id().to_string()).status().unwrap();
    assert_eq!(program.wait().unwrap().code(), Some(130));
    wait_for(|| (!std::path::Path::new(&format!("/proc/{pid}/cwd")).exists()).then_some(()));
}

#[test]
fn hostile_text_never_reaches_the_terminal_raw() {
    let store = Store::new();
    store.add_odd_server("hostile");
    let explained = store.ok(&["explain", "odd.<img src=x onerror='window.__pwned=1'>"]);
    assert!(explained.contains("‹U+202E›") && explained.contains("‹U+001B›"), "{explained}");
    assert!(!explained.contains(['\u{1b}', '\u{202e}']));
}

#[test]
fn a_database_of_a_newer_version_is_read_and_not_written() {
    let store = Store::with_demo();
    rusqlite::Connection::open(store.database()).unwrap().pragma_update(None, "user_version", 99).unwrap();
    let listing = store.run(&["tools"]);
    assert_eq!((listing.code, listing.stdout.lines().count()), (0, 101));
    assert!(listing.stderr.contains("was written by a newer Hintsmith (format 99)"), "{}", listing.stderr);
    let set = store.run(&["set", "demo.nc_notes_get_note", "read-only=no"]);
    assert_eq!(set.code, 3);
    assert!(set.stderr.contains("changes cannot be saved"), "{}", set.stderr);
}

/// Root ignores file permissions, so as root the program is run as another user.
#[cfg(unix)]
#[test]
fn a_write_protected_database_is_read_with_a_warning() {
    use std::os::unix::fs::PermissionsExt;

    let store = Store::with_demo();
    let mode = |path: &std::path::Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    // That user must be able to read the program, too.
    let program = store.path().join("hintsmith");
    std::fs::copy(env!("CARGO_BIN_EXE_hintsmith"), &program).unwrap();
    mode(store.path(), 0o755);
    mode(&store.database(), 0o444);
    mode(&store.data_dir(), 0o555);
    let run = |arguments: &[&str]| {
        let root = Command::new("id").arg("-u").output().unwrap().stdout == b"0\n";
        let mut command = if root {
            let mut command = Command::new("setpriv");
            command.args(["--reuid=65534", "--regid=65534", "--clear-groups"]).arg(&program);
            command
        } else {
            Command::new(&program)
        };
        Run::from_output(
            command
                .args(arguments)
                .env("HINTSMITH_DATA", store.data_dir())
                .env("HINTSMITH_UNATTENDED", "1")
                .output()
                .unwrap(),
        )
    };
    let listing = run(&["tools"]);
    let set = run(&["set", "demo.nc_notes_get_note", "read-only=no"]);
    mode(&store.data_dir(), 0o755);

    assert_eq!((listing.code, listing.stdout.lines().count()), (0, 101), "{}", listing.stderr);
    assert!(listing.stderr.contains("is write-protected"), "{}", listing.stderr);
    assert_eq!(set.code, 3);
    assert!(set.stderr.contains("changes cannot be saved"), "{}", set.stderr);
}

#[test]
fn a_foreign_file_is_neither_applied_nor_overwritten() {
    let store = Store::with_demo();
    let file = store.path().join("theirs.json");
    std::fs::write(&file, r#"{"mcpServers":{}}"#).unwrap();
    let path = file.to_str().unwrap();
    for (arguments, said) in [
        (
            vec!["apply", path, "--yes"],
            "cannot be applied: the key \"hintsmith\" with the version is missing",
        ),
        (vec!["export", "hintsmith", "-o", path], "already exists and is not a Hintsmith file"),
        (vec!["apply", "/no/such/file"], "cannot be read"),
        (vec!["export", "hintsmith", "-o", "/no/such/folder/x.json"], "cannot be written"),
        (vec!["backup", "/no/such/folder/x.db"], "the folder does not exist"),
        (vec!["export", "nonsense"], "there is no export target named nonsense"),
        (vec!["explain", "demo.nonsense"], "the server demo has no tool named nonsense"),
        (
            vec!["set", "demo.nc_notes_get_note", "read-only=maybe"],
            "\"maybe\" is not a valid value for read-only",
        ),
        (vec!["scan", "nonsense"], "there is no server named nonsense"),
        (vec!["add", "a.b", "--yes", "--", "true"], "\"a.b\" is not a valid name for a server"),
        (vec!["add", "demo", "--yes", "--", "true"], "a server named demo already exists"),
    ] {
        let run = store.run(&arguments);
        assert!(run.code >= 2, "{arguments:?}");
        assert!(run.stderr.contains(said), "{arguments:?}: {}", run.stderr);
        assert!(run.stderr.lines().count() >= 2, "no advice: {}", run.stderr);
    }
    assert_eq!(std::fs::read_to_string(&file).unwrap(), r#"{"mcpServers":{}}"#);
}
