//! Disk failures: errors at the n-th write for every n, a full disk, and a write-protected store. Earlier decisions
//! must survive, and the change in progress is complete or absent.

use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::Command;

use hintsmith_engine::Engine;
use rusqlite::Connection;
use serde_json::json;
use tokio::runtime::Runtime;

use crate::stress;
use crate::support::{ROOT, Run, Store};

/// The first calls all fail once, then this many samples of the rest, in the quick and in the full tier.
/// `HINTSMITH_ROUNDS=all` fails every call.
const FIRST_CALLS: (u64, u64) = (3, 12);
const SAMPLED_CALLS: (u64, u64) = (5, 24);

const MODES: [&str; 5] = ["eio", "once", "full", "power", "torn"];

/// Exit code with which the shim simulates a power failure.
const POWER_FAILURE_CODE: i32 = 137;

/// Compiles the shim; a C compiler is needed for SQLite anyway.
fn compile_shim(folder: &Path) -> PathBuf {
    let library = folder.join("disk.so");
    let source = format!("{ROOT}/tests/shim/disk.c");
    let done = Command::new("cc")
        .args(["-shared", "-fPIC", "-O1", "-o"])
        .args([library.as_os_str(), source.as_ref(), "-ldl".as_ref()])
        .status()
        .unwrap();
    assert!(done.success());
    library
}

/// A command that runs on a store while the disk fails.
struct Scenario {
    name: &'static str,
    arguments: &'static [&'static str],
    /// Prepares the store.
    before: fn(&Store),
    /// Text that the program prints when it is done; a simulated power failure may follow.
    success_text: &'static str,
    /// Checks the store afterwards; the flag says that the command reported success.
    after: fn(&Store, bool),
}

const SCENARIOS: [Scenario; 5] = [
    Scenario {
        name: "set",
        arguments: &[
            "set",
            "notes.tool_2",
            "read-only=yes",
            "destructive=no",
            "title=Second",
            "--because",
            "seen",
        ],
        before: add_decisions,
        success_text: "notes.tool_2: ",
        after: |store, done| {
            let connection = Connection::open(store.database()).unwrap();
            let count = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
            let rows = count("SELECT count(*) FROM override WHERE tool = 'tool_2'");
            let told = count("SELECT count(*) FROM history WHERE summary LIKE 'notes.tool_2:%'");
            assert!((rows, told) == (3, 1) || (rows, told) == (0, 0), "{rows} of 3 rows, {told} entries");
            assert!(!done || rows == 3, "an acknowledged decision is lost");
            assert_decisions(store);
        },
    },
    Scenario {
        name: "first start",
        arguments: &["tools"],
        before: |_| (),
        success_text: "0 tools",
        after: |store, _| {
            add_decisions(store);
            assert_decisions(store);
        },
    },
    Scenario {
        name: "scan",
        arguments: &["scan", "notes"],
        before: |store| {
            add_decisions(store);
            write_list(store, "again");
        },
        success_text: "40 tools",
        after: |store, done| {
            let raw = store.ok(&["tools", "--raw"]);
            let new = raw.matches("for again").count();
            assert!(new == 40 || (new == 0 && !done), "{new} of 40 tools are new");
            assert_eq!(raw.lines().count(), 40);
            assert_decisions(store);
        },
    },
    Scenario {
        name: "backup",
        arguments: &["backup"],
        before: add_decisions,
        success_text: "Backed up",
        after: |store, done| {
            let decided: Vec<i64> = backups(store).iter().map(|copy| check_backup(copy)).collect();
            assert!(!done || decided.contains(&4), "the copy is not there: {decided:?}");
            assert_decisions(store);
        },
    },
    Scenario {
        name: "new format",
        arguments: &["tools"],
        before: |store| {
            std::fs::create_dir_all(store.data_dir()).unwrap();
            let script =
                std::fs::read_to_string(format!("{ROOT}/tests/fixtures/stores/format-2.sql")).unwrap();
            let connection = Connection::open(store.database()).unwrap();
            connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(())).unwrap();
            connection.execute_batch(&script).unwrap();
        },
        success_text: "4 tools",
        after: |store, _| {
            backups(store).iter().for_each(|copy| assert_eq!(check_backup(copy), 7));
            let connection = Connection::open(store.database()).unwrap();
            let sql = "SELECT count(*) FROM override";
            assert_eq!(connection.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap(), 7);
            assert_eq!(store.ok(&["tools", "--raw"]).lines().count(), 4);
        },
    },
];

fn write_list(store: &Store, word: &str) -> String {
    let tool = |at| {
        let text = format!("Does number {at} for {word}.");
        json!({"name": format!("tool_{at}"), "description": text, "inputSchema": {"type": "object"}})
    };
    store.file("list.json", &json!({"tools": (0..40).map(tool).collect::<Vec<_>>()}).to_string())
}

/// A server, and two decisions that were acknowledged.
fn add_decisions(store: &Store) {
    let list = write_list(store, "once");
    store.ok(&["add", "notes", "--yes", "--file", &list]);
    store.ok(&["set", "notes.tool_0", "read-only=yes", "destructive=no", "--because", "looked at"]);
    store.ok(&["set", "notes.tool_1", "title=First", "open-world=no"]);
}

fn assert_decisions(store: &Store) {
    let connection = Connection::open(store.database()).unwrap();
    let sql = "SELECT tool || ' ' || field || ' ' || value FROM override WHERE tool IN ('tool_0', 'tool_1') ORDER BY 1";
    let mut select = connection.prepare(sql).unwrap();
    let rows: Vec<String> = select.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    let expected = [
        "tool_0 destructiveHint false",
        "tool_0 readOnlyHint true",
        "tool_1 openWorldHint false",
        "tool_1 title \"First\"",
    ];
    assert_eq!(rows, expected);
}

/// All files with the name of a finished backup.
fn backups(store: &Store) -> Vec<PathBuf> {
    let Ok(folder) = std::fs::read_dir(store.data_dir().join("backups")) else { return Vec::new() };
    let files = folder.map(|file| file.unwrap().path());
    files.filter(|path| path.file_name().unwrap().to_string_lossy().starts_with("hintsmith-")).collect()
}

/// Checks the integrity of a backup and returns its number of decisions.
fn check_backup(path: &Path) -> i64 {
    let connection = Connection::open(path).unwrap();
    let whole: String = connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(whole, "ok", "{}", path.display());
    connection.query_row("SELECT count(*) FROM override", [], |row| row.get(0)).unwrap()
}

fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_folder(&entry.path(), &target)
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// The calls at which the disk fails.
fn failing_calls(calls: u64) -> Vec<u64> {
    let (every, samples) = if stress::is_full_tier() {
        (FIRST_CALLS.1, SAMPLED_CALLS.1)
    } else {
        (FIRST_CALLS.0, SAMPLED_CALLS.0)
    };
    if std::env::var("HINTSMITH_ROUNDS").is_ok_and(|rounds| rounds == "all") || calls <= every + samples {
        return (1..=calls).collect();
    }
    let step = (calls - every).div_ceil(samples);
    (1..=every).chain((every + 1..=calls).step_by(usize::try_from(step).unwrap())).chain([calls]).collect()
}

impl Scenario {
    /// Runs the program on a failing disk.
    fn run(&self, store: &Store, shim: &Path, mode: &str, call: u64) -> Run {
        let mut command = store.command(self.arguments);
        command
            .env("LD_PRELOAD", shim)
            .env("DISK_FOLDER", store.data_dir())
            .env("DISK_MODE", mode)
            .env("DISK_N", call.to_string())
            .env("DISK_SEED", call.to_string())
            .env("DISK_COUNT", store.path().join("calls"));
        Run::from_output(command.output().unwrap())
    }

    /// Fails at one call after another and prints how many there are and the exit codes of the runs.
    fn fail_at_every_call(&self, shim: &Path, runtime: &Runtime) {
        let template = Store::in_memory();
        (self.before)(&template);
        let snapshot = template.path().join("kept");
        if template.data_dir().exists() {
            copy_folder(&template.data_dir(), &snapshot);
        }
        let reset = || {
            drop(std::fs::remove_dir_all(template.data_dir()));
            if snapshot.exists() {
                copy_folder(&snapshot, &template.data_dir());
            }
        };
        reset();
        let run = self.run(&template, shim, "count", 0);
        assert_eq!(run.code, 0, "{}: {}", self.name, run.stderr);
        let calls: u64 =
            std::fs::read_to_string(template.path().join("calls")).unwrap().trim().parse().unwrap();
        assert!(calls > 3, "{} makes only {calls} calls", self.name);

        let places = failing_calls(calls);
        for mode in MODES {
            let mut ended = std::collections::BTreeMap::<i32, u32>::new();
            for place in &places {
                reset();
                let run = self.run(&template, shim, mode, *place);
                let what = format!(
                    "{}: {mode} at call {place} of {calls} ended with {}: {}",
                    self.name, run.code, run.stderr
                );
                println!("{}", what.trim());
                let cut = run.code == POWER_FAILURE_CODE && ["power", "torn"].contains(&mode);
                assert!(cut || [0, 3].contains(&run.code), "{what}");
                assert!(!run.stderr.contains("panicked"), "{what}");
                assert!(run.code != 3 || run.stderr.contains("hintsmith: "), "{what}");
                *ended.entry(run.code).or_default() += 1;

                // The disk works again.
                let engine = runtime.block_on(Engine::open(template.options()));
                let engine = engine.unwrap_or_else(|error| panic!("{what}: {error}"));
                assert_eq!(engine.read_only_reason(), None, "{what}");
                runtime
                    .block_on(engine.tools.catalog_view())
                    .unwrap_or_else(|error| panic!("{what}: {error}"));
                drop(engine);
                let connection = Connection::open(template.database()).unwrap();
                let whole: String =
                    connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
                assert_eq!(whole, "ok", "{what}");
                drop(connection);
                let has_reported = format!("{}{}", run.stdout, run.stderr).contains(self.success_text);
                (self.after)(&template, run.code == 0 || has_reported);
            }
            eprintln!("{}, {mode}: {} of {calls} calls, ended with {ended:?}", self.name, places.len());
        }
    }
}

#[test]
fn a_disk_failure_at_any_call_loses_no_data() {
    let folder = tempfile::tempdir().unwrap();
    let (shim, runtime) = (compile_shim(folder.path()), Runtime::new().unwrap());
    for scenario in &SCENARIOS {
        scenario.fail_at_every_call(&shim, &runtime);
    }
}

#[test]
fn a_full_disk_is_reported_with_its_path_and_reading_works() {
    let store = Store::new();
    add_decisions(&store);
    let list = store.file(
        "many.json",
        &json!({"tools": (0..300).map(|at| json!({
            "name": format!("get_thing_{at}"), "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true},
        })).collect::<Vec<_>>()})
        .to_string(),
    );
    store.ok(&["add", "many", "--yes", "--file", &list]);
    let before = store.ok(&["tools", "--json"]);
    // 40 KiB is enough for the shared-memory file of readers, but not for this change.
    let limited = |arguments: &str| {
        let program = env!("CARGO_BIN_EXE_hintsmith");
        let script = format!("trap '' XFSZ; ulimit -f 80; exec '{program}' {arguments}");
        let mut command = Command::new("sh");
        command
            .args(["-c", &script])
            .env("HINTSMITH_DATA", store.data_dir())
            .env("HINTSMITH_UNATTENDED", "1")
            .current_dir(store.path());
        Run::from_output(command.output().unwrap())
    };
    let accept: Vec<String> = (0..300).map(|at| format!("many.get_thing_{at}")).collect();
    let accept = format!("review accept {}", accept.join(" "));
    for _ in 0..2 {
        let run = limited(&accept);
        assert_eq!(run.code, 3, "{}", run.stderr);
        assert!(run.stderr.contains(store.database().to_str().unwrap()), "{}", run.stderr);
        assert!(run.stderr.contains("Saved data was not changed"), "{}", run.stderr);
        let read = limited("tools --json");
        assert_eq!((read.code, &read.stdout), (0, &before), "{}", read.stderr);
    }
    assert_decisions(&store);
    let arguments: Vec<&str> = accept.split(' ').collect();
    store.ok(&arguments);
    assert_eq!(store.run(&["doctor"]).code, 0);
    assert_decisions(&store);
}

/// The user `nobody`, for tests that run as root.
const NOBODY: u32 = 65_534;

/// Runs the program as a user who is restricted by file permissions.
fn run_restricted(store: &Store, program: &Path, arguments: &[&str]) -> Run {
    let mut command = if is_root() {
        let mut command = Command::new("setpriv");
        command.args([
            "--reuid",
            &NOBODY.to_string(),
            "--regid",
            &NOBODY.to_string(),
            "--clear-groups",
            "--",
        ]);
        command.arg(program);
        command
    } else {
        Command::new(program)
    };
    command
        .args(arguments)
        .env("HINTSMITH_DATA", store.data_dir())
        .env("HINTSMITH_UNATTENDED", "1")
        .current_dir(store.path());
    Run::from_output(command.output().unwrap())
}

/// True if this user is root, whom file permissions do not restrict.
fn is_root() -> bool {
    std::fs::metadata("/proc/self").is_ok_and(|process| std::os::unix::fs::MetadataExt::uid(&process) == 0)
}

#[test]
fn a_write_protected_store_is_readable() {
    let store = Store::new();
    add_decisions(&store);
    let before = store.ok(&["tools", "--json"]);
    let bytes = std::fs::read(store.database()).unwrap();
    // A copy of the program that every user can execute.
    let program = store.path().join("hintsmith");
    std::fs::copy(env!("CARGO_BIN_EXE_hintsmith"), &program).unwrap();
    let mode = |path: &Path, mode: u32| {
        if is_root() {
            chown(path, Some(NOBODY), Some(NOBODY)).unwrap();
        }
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    let inside: Vec<PathBuf> =
        std::fs::read_dir(store.data_dir()).unwrap().map(|file| file.unwrap().path()).collect();
    for path in inside.iter().filter(|path| path.is_file()) {
        mode(path, 0o600);
    }
    mode(store.path(), 0o755);
    mode(&program, 0o755);
    for (what, folder, file) in
        [("the file", 0o755, 0o400), ("the folder", 0o555, 0o600), ("both", 0o555, 0o400)]
    {
        mode(&store.data_dir(), folder);
        mode(&store.database(), file);
        let read = run_restricted(&store, &program, &["tools", "--json"]);
        assert_eq!((read.code, &read.stdout), (0, &before), "{what}: {}", read.stderr);
        assert!(read.stderr.contains("is write-protected"), "{what}: {}", read.stderr);
        let run = run_restricted(&store, &program, &["set", "notes.tool_3", "read-only=yes"]);
        assert_eq!(run.code, 3, "{what}: {}", run.stderr);
        assert!(run.stderr.contains("changes cannot be saved: "), "{what}: {}", run.stderr);
        assert_eq!(std::fs::read(store.database()).unwrap(), bytes, "{what}");
    }
    // The shared-memory file was created with the mode of the database.
    mode(&store.data_dir(), 0o755);
    for file in std::fs::read_dir(store.data_dir()).unwrap().map(|file| file.unwrap().path()) {
        if file.is_file() {
            mode(&file, 0o600);
        }
    }
    let run = run_restricted(&store, &program, &["set", "notes.tool_3", "read-only=yes"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_decisions(&store);
}
