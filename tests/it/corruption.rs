//! Corrupted database files: every query returns the result of the intact file or an error, and the file is not
//! modified until a backup replaces it.

use std::panic::AssertUnwindSafe;
use std::path::Path;
use std::sync::Arc;

use hintsmith_engine::api::maintenance;
use hintsmith_engine::dto::{ExportInput, HistoryInput};
use hintsmith_engine::{ApiError, Engine, ErrorCode};
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::rng::Rng;
use crate::stress;
use crate::support::Store;

/// Number of random byte changes in the quick and in the full tier.
const FLIP_ROUNDS: (u64, u64) = (60, 200);

/// A saved list whose tools have descriptions, parameters and hints.
fn list(tools: usize, word: &str) -> String {
    let tool = |at| {
        json!({
            "name": format!("{word}_{at}"), "description": format!("Does {word} to number {at}, and nothing else."),
            "inputSchema": {"type": "object", "properties": {"id": {"type": "integer"}}},
            "annotations": {"readOnlyHint": at % 2 == 0},
        })
    };
    json!({"tools": (0..tools).map(tool).collect::<Vec<_>>()}).to_string()
}

/// A closed store with data in every table and one backup.
fn populated_store() -> Store {
    let store = Store::new();
    let (one, two) = (store.file("one.json", &list(30, "get")), store.file("two.json", &list(20, "delete")));
    let export = store.path().join("hintsmith.json");
    for arguments in [
        &["add", "one", "--yes", "--file", &one][..],
        &["add", "two", "--yes", "--file", &two],
        &["edit", "two", "--yes", "--destructive", "broad"],
        &["env", "add", "staging"],
        &["env", "add", "production"],
        &[
            "set",
            "one.get_1",
            "read-only=yes",
            "destructive=no",
            "idempotent=yes",
            "open-world=no",
            "--because",
            "looked at",
        ],
        &["set", "one.get_2", "title=Second", "open-world=no"],
        &["set", "two.delete_3", "destructive=no", "--because", "there is a trash", "--env", "staging"],
        &["set", "two.delete_4", "destructive=yes", "read-only=no", "--env", "production"],
        &["rule", "add", "two.*", "open-world=no", "--because", "it is ours"],
        &["rule", "add", "one.get_*", "idempotent=yes", "--env", "production"],
        &["review", "accept", "one.get_5", "one.get_6", "two.delete_7"],
        &["review", "accept", "--agreeing", "--yes"],
        &["export", "hintsmith", "-o", export.to_str().unwrap()],
        &["set", "one.get_3", "destructive=yes"],
        &["undo"],
    ] {
        store.ok(arguments);
    }
    store.file("one.json", &list(29, "get").replace("number 4,", "number four,"));
    store.ok(&["scan", "one"]);
    // Without free pages, few bytes are unused.
    rusqlite::Connection::open(store.database()).unwrap().execute_batch("VACUUM").unwrap();
    store.ok(&["backup"]);
    assert!(!store.data_dir().join("hintsmith.db-wal").exists(), "the store is not closed");
    store
}

/// The results of all queries that are compared.
async fn query_all(engine: &Engine) -> Result<Value, ApiError> {
    let mut catalog = serde_json::to_value(engine.tools.catalog_view().await?).unwrap();
    // The read-only state is reported separately, so it is not a different result.
    catalog["readOnly"] = Value::Null;
    let mut texts = Vec::new();
    for environment in [None, Some("base"), Some("staging"), Some("production")] {
        let environment = environment.map(str::to_owned);
        let input = ExportInput { environment, ..ExportInput::new("hintsmith") };
        let (files, report) = engine.exports.files(input).await?;
        texts.push((files[0].text.clone(), report.caveats));
    }
    let history = engine.history.page(HistoryInput { before: None, limit: 500, search: None }).await?;
    Ok(json!({
        "catalog": catalog,
        "tools": engine.tools.list_matching("").await?,
        "raw": engine.tools.find_raw("").await?,
        "export": texts,
        "rules": engine.rules.list().await?,
        "queue": engine.reviews.queue().await?,
        "history": history,
        "registry": engine.registry.url().await?,
    }))
}

/// Result of reading a damaged store.
enum ReadOutcome {
    Same,
    /// A query returned an error.
    Failed(ApiError),
    /// The results are equal, but the store was opened read-only with a reason.
    ReadOnly,
    Different(Value),
    Panicked,
}

fn read_damaged(store: &Store, runtime: &Runtime, expected: &Value) -> ReadOutcome {
    let look = || {
        let engine = match runtime.block_on(Engine::open(store.options())) {
            Ok(engine) => engine,
            Err(error) => return ReadOutcome::Failed(error),
        };
        match runtime.block_on(query_all(&engine)) {
            Err(error) => ReadOutcome::Failed(error),
            Ok(found) if found != *expected => ReadOutcome::Different(found),
            Ok(_) => engine.read_only_reason().map_or(ReadOutcome::Same, |_| ReadOutcome::ReadOnly),
        }
    };
    let outcome = std::panic::catch_unwind(AssertUnwindSafe(look)).unwrap_or(ReadOutcome::Panicked);
    let doctor = std::panic::catch_unwind(|| maintenance::doctor(&store.data_dir()));
    if doctor.is_err() { ReadOutcome::Panicked } else { outcome }
}

/// The differing parts of two results, for failure messages.
fn difference(expected: &Value, found: &Value, at: &str) -> String {
    match (expected, found) {
        (Value::Object(one), Value::Object(other)) => one
            .iter()
            .filter(|(key, value)| other.get(*key) != Some(value))
            .map(|(key, value)| {
                difference(value, other.get(key).unwrap_or(&Value::Null), &format!("{at}.{key}"))
            })
            .collect(),
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            let pairs = one.iter().zip(other).enumerate().filter(|(_, (one, other))| one != other);
            pairs.map(|(index, (one, other))| difference(one, other, &format!("{at}[{index}]"))).collect()
        }
        _ => {
            let short = |value: &Value| value.to_string().chars().take(120).collect::<String>();
            format!("    {at}: {} became {}\n", short(expected), short(found))
        }
    }
}

fn query_store(store: &Store, runtime: &Runtime) -> Value {
    let engine = runtime.block_on(Engine::open(store.options())).unwrap();
    runtime.block_on(query_all(&engine)).unwrap()
}

/// Replaces the database by these bytes and removes the files beside it.
fn replace(store: &Store, bytes: &[u8]) {
    for ending in ["", "-wal", "-shm"] {
        let path = store.data_dir().join(format!("hintsmith.db{ending}"));
        assert!(std::fs::remove_file(&path).is_ok() || !path.exists());
    }
    std::fs::write(store.database(), bytes).unwrap();
}

#[test]
fn a_changed_byte_is_detected_or_has_no_effect() {
    let (seed, mut rng) = Rng::from_env();
    let flips = stress::rounds(FLIP_ROUNDS.0, FLIP_ROUNDS.1);
    let store = populated_store();
    let runtime = Runtime::new().unwrap();
    let bytes = std::fs::read(store.database()).unwrap();
    let whole = query_store(&store, &runtime);
    assert_eq!(std::fs::read(store.database()).unwrap(), bytes, "looking has changed the file");

    let (mut harmless, mut refused, mut read_only) = (0, 0, 0);
    let (mut wrong, mut codes) = (String::new(), std::collections::BTreeMap::<String, u32>::new());
    // Random positions, and all bytes of two small critical regions: the file header and a server row.
    let server = (0..bytes.len()).find(|at| bytes[*at..].starts_with(b"{\"kind\":\"file\"")).unwrap();
    let mut places: Vec<usize> = (0..100).chain(server - 50..server + 250).collect();
    places.extend((0..flips).map(|_| usize::try_from(rng.below(bytes.len() as u64)).unwrap()));
    for at in &places {
        let at = *at;
        let mut damaged = bytes.clone();
        damaged[at] ^= u8::try_from(1 + rng.below(255)).unwrap();
        replace(&store, &damaged);
        let what = format!("byte {at} from {:#04x} to {:#04x}", bytes[at], damaged[at]);
        match read_damaged(&store, &runtime, &whole) {
            ReadOutcome::Same => harmless += 1,
            ReadOutcome::ReadOnly => read_only += 1,
            ReadOutcome::Failed(error) => {
                refused += 1;
                *codes.entry(format!("{:?}", error.code)).or_default() += 1;
                if error.code != ErrorCode::Damaged {
                    println!("{what}: {:?} {}", error.code, error.message);
                }
            }
            ReadOutcome::Different(found) => {
                wrong.push_str(&format!("{what}: another answer\n{}", difference(&whole, &found, "")));
            }
            ReadOutcome::Panicked => wrong.push_str(&format!("{what}: a panic\n")),
        }
        if std::fs::read(store.database()).unwrap() != damaged {
            wrong.push_str(&format!("{what}: the file was written\n"));
        }
    }
    println!(
        "{} bytes of {}: {refused} noticed {codes:?}, {read_only} only read, {harmless} harmless",
        places.len(),
        bytes.len()
    );
    assert!(wrong.is_empty(), "seed {seed}:\n{wrong}");
    assert!(refused > 0, "nothing was noticed");
}

#[test]
fn a_truncated_or_overwritten_file_is_rejected_and_kept() {
    let store = populated_store();
    let runtime = Runtime::new().unwrap();
    let bytes = std::fs::read(store.database()).unwrap();
    let whole = query_store(&store, &runtime);
    let cut = |length: usize| bytes[..length].to_vec();
    // The file can end with the empty page of a table without rows, where a cut loses nothing.
    let used = bytes.iter().rposition(|byte| *byte != 0).unwrap();
    let with = |from: usize, to: usize, byte: u8| {
        let mut damaged = bytes.clone();
        damaged[from..to].fill(byte);
        damaged
    };
    for (what, damaged) in [
        ("cut to a page", cut(4096)),
        ("cut within a page", cut(used - 1000)),
        ("cut by a page", cut(used / 4096 * 4096)),
        ("cut in half", cut(bytes.len() / 2)),
        ("cut within its header", cut(60)),
        ("a header of nothing", with(0, 100, 0)),
        ("a page of nothing", with(4096, 8192, 0)),
        ("all of it nothing", with(0, bytes.len(), 0)),
        ("no database", b"{\"hintsmith\": 1}\n".repeat(600)),
    ] {
        replace(&store, &damaged);
        let ReadOutcome::Failed(error) = read_damaged(&store, &runtime, &whole) else {
            panic!("{what} was not noticed")
        };
        assert_eq!(error.code, ErrorCode::Damaged, "{what}: {}", error.message);
        assert!(error.hint.contains("`hintsmith restore`"), "{what}: {}", error.hint);
        assert_eq!(std::fs::read(store.database()).unwrap(), damaged, "{what}: the file was written");
    }
}

#[test]
fn an_empty_file_beside_backups_is_not_a_new_store() {
    let store = populated_store();
    replace(&store, b"");
    let run = store.run(&["tools"]);
    assert_eq!(run.code, 3, "{}{}", run.stdout, run.stderr);
    assert!(run.stderr.contains("hintsmith restore"), "{}", run.stderr);
    assert_eq!(std::fs::read(store.database()).unwrap(), b"");
}

/// A write-ahead log is bound to its database only by name, so SQLite applies the log of a copy. It must not
/// produce a mixture of two different databases.
#[test]
fn a_foreign_write_ahead_log_is_rejected_or_has_no_effect() {
    let (store, other) = (populated_store(), Store::with_demo());
    let runtime = Runtime::new().unwrap();
    let whole = query_store(&store, &runtime);
    let bytes = std::fs::read(store.database()).unwrap();
    // A write-ahead log exists while its database is open.
    let open = other.live_engine(&runtime);
    other.ok(&["set", "demo.nc_notes_create_note", "title=Elsewhere"]);
    let log = std::fs::read(other.data_dir().join("hintsmith.db-wal")).unwrap();
    assert!(log.len() > 4096);
    drop(open);
    let garbage = b"not a log at all".repeat(1000);
    for (what, log) in
        [("another's log", &log[..]), ("half of another's log", &log[..log.len() / 2]), ("garbage", &garbage)]
    {
        replace(&store, &bytes);
        std::fs::write(store.data_dir().join("hintsmith.db-wal"), log).unwrap();
        match read_damaged(&store, &runtime, &whole) {
            ReadOutcome::Same | ReadOutcome::ReadOnly => println!("{what}: no difference"),
            ReadOutcome::Failed(error) => {
                println!("{what}: {}", error.message);
                assert_eq!(error.code, ErrorCode::Damaged, "{what}: {}", error.message);
            }
            ReadOutcome::Different(found) => panic!("{what}: {}", difference(&whole, &found, "")),
            ReadOutcome::Panicked => panic!("{what}: a panic"),
        }
        assert_eq!(std::fs::read(store.database()).unwrap(), bytes, "{what}: the file was written");
    }
}

/// Changes one decision in the file without breaking the page structure.
fn corrupt_decision(store: &Store) -> Vec<u8> {
    let mut bytes = std::fs::read(store.database()).unwrap();
    let said = b"there is a trash";
    let places: Vec<usize> =
        (0..bytes.len() - said.len()).filter(|at| bytes[*at..].starts_with(said)).collect();
    assert!(!places.is_empty());
    for at in places {
        bytes[at] = b'w';
    }
    replace(store, &bytes);
    bytes
}

fn find_files(folder: &Path, holds: &str) -> Vec<std::path::PathBuf> {
    let all = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let mut found: Vec<_> =
        all.filter(|path| path.file_name().unwrap().to_string_lossy().contains(holds)).collect();
    found.sort();
    found
}

#[test]
fn restoring_puts_the_newest_backup_in_place_and_keeps_the_damaged_file() {
    let store = populated_store();
    let before = store.ok(&["tools", "--json"]);
    let damaged = corrupt_decision(&store);
    let run = store.run(&["tools"]);
    assert_eq!(run.code, 3, "{}", run.stdout);
    assert!(
        run.stderr.contains("is damaged: ") && run.stderr.contains("`hintsmith restore`"),
        "{}",
        run.stderr
    );
    assert_eq!(store.run(&["doctor"]).code, 1);

    let run = store.run(&["restore", "--yes"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(store.ok(&["tools", "--json"]), before);
    let kept = find_files(&store.data_dir(), "set-aside");
    assert_eq!(kept.len(), 1, "{kept:?}");
    assert_eq!(std::fs::read(&kept[0]).unwrap(), damaged);
    assert!(run.stderr.contains(kept[0].to_str().unwrap()), "{}", run.stderr);
}

#[test]
fn a_damaged_store_is_not_copied_over_good_backups() {
    let store = populated_store();
    let before = store.ok(&["tools", "--json"]);
    // A backup is due: the only one is old and has other decisions.
    let backups = store.data_dir().join("backups");
    let mut copies = find_files(&backups, "hintsmith-");
    let old = copies.pop().unwrap();
    copies.iter().for_each(|copy| std::fs::remove_file(copy).unwrap());
    let connection = rusqlite::Connection::open(&old).unwrap();
    connection.execute("DELETE FROM history WHERE id = (SELECT max(id) FROM history)", []).unwrap();
    drop(connection);
    std::fs::rename(old, backups.join("hintsmith-20260101-000000.db")).unwrap();
    corrupt_decision(&store);
    for _ in 0..3 {
        assert_eq!(store.run(&["tools"]).code, 3);
    }
    let asked = store.run(&["backup"]);
    assert_eq!(asked.code, 3, "a damaged store was backed up: {}", asked.stdout);
    assert!(asked.stderr.contains("`hintsmith restore`"), "{}", asked.stderr);
    assert_eq!(std::fs::read_dir(&backups).unwrap().count(), 1);
    store.ok(&["restore", "--yes"]);
    assert_eq!(store.ok(&["tools", "--json"]), before);
}

#[test]
fn a_store_that_is_open_elsewhere_is_not_replaced() {
    let store = populated_store();
    let runtime = Runtime::new().unwrap();
    let open: Arc<Engine> = store.live_engine(&runtime);
    let bytes = std::fs::read(store.database()).unwrap();
    let run = store.run(&["restore", "--yes"]);
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert!(run.stderr.contains("is open in another Hintsmith"), "{}", run.stderr);
    assert!(run.stderr.contains("Close the desktop app and every other Hintsmith"), "{}", run.stderr);
    assert_eq!(std::fs::read(store.database()).unwrap(), bytes);
    assert!(find_files(&store.data_dir(), "set-aside").is_empty());
    runtime.block_on(open.close()).unwrap();
    store.ok(&["restore", "--yes"]);
}
