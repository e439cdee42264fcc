//! Store formats: earlier ones are migrated with all their data, later ones are opened read-only.

use std::path::PathBuf;

use rusqlite::Connection;
use serde_json::{Value, json};

use crate::support::{ROOT, Store, wait_for};

/// The format this program writes.
const CURRENT_FORMAT: u32 = 10;

const EARLIER_FORMATS: [u32; 7] = [1, 2, 3, 4, 5, 6, 7];

/// A decision as a row: server, tool, field, value, because, fingerprint, when.
type Decision = (String, String, String, String, Option<String>, Option<String>, String);

/// A store as written by the program of an earlier format.
fn store_in_format(format: u32) -> Store {
    let store = Store::new();
    std::fs::create_dir_all(store.data_dir()).unwrap();
    let script =
        std::fs::read_to_string(format!("{ROOT}/tests/fixtures/stores/format-{format}.sql")).unwrap();
    let connection = Connection::open(store.database()).unwrap();
    connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(())).unwrap();
    connection.execute_batch(&script).unwrap();
    assert_eq!(version(&connection), format);
    store
}

fn version(connection: &Connection) -> u32 {
    connection.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap()
}

fn decisions(connection: &Connection) -> Vec<Decision> {
    let sql =
        "SELECT server, tool, field, value, because, fingerprint, decided_at FROM override ORDER BY 1, 2, 3";
    let row = |row: &rusqlite::Row| {
        Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?, row.get(6)?))
    };
    connection.prepare(sql).unwrap().query_map([], row).unwrap().map(Result::unwrap).collect()
}

fn raw_tools(connection: &Connection) -> Vec<String> {
    let mut select = connection.prepare("SELECT raw FROM tool ORDER BY server, position").unwrap();
    select.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

fn open(store: &Store) -> Connection {
    Connection::open(store.database()).unwrap()
}

/// The backup that was made before the migration.
fn migration_backup(store: &Store, format: u32) -> Option<PathBuf> {
    let ending = format!("-format-{format}.db");
    let mut files =
        std::fs::read_dir(store.data_dir().join("backups")).ok()?.flatten().map(|file| file.path());
    files.find(|path| path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(&ending)))
}

/// Asserts that all data of the fixtures is present and in effect, in the current format.
fn assert_migrated(store: &Store, format: u32, before: &[Decision]) {
    let explained = |tool: &str| store.json(&["explain", tool, "--json"])["fields"].clone();
    let fields = explained("notes.get_note");
    assert_eq!(fields["readOnlyHint"]["value"], true);
    assert_eq!(fields["readOnlyHint"]["layer"], "override");
    assert_eq!(fields["readOnlyHint"]["reason"], "decided: It only looks it up");
    assert_eq!(
        (&fields["openWorldHint"]["value"], &fields["openWorldHint"]["layer"]),
        (&json!(false), &json!("override"))
    );
    let tools = store.json(&["tools", "--json"]);
    let titled = tools.as_array().unwrap().iter().find(|tool| tool["name"] == "delete_note").unwrap();
    assert_eq!(
        (&titled["title"], &titled["annotations"]["com.example/risk"]),
        (&json!("Remove for good"), &json!(3))
    );
    // Decisions for a server that does not exist are kept.
    let exported: Value = serde_json::from_str(&store.ok(&["export", "hintsmith"])).unwrap();
    let waiting = &exported["servers"]["elsewhere"]["tools"]["wipe"]["annotations"];
    assert_eq!(waiting, &json!({"destructiveHint": true, "readOnlyHint": false}));

    let connection = open(store);
    assert_eq!(version(&connection), CURRENT_FORMAT);
    assert_eq!(decisions(&connection), before);
    assert_eq!(store.ok(&["tools", "--raw"]).lines().collect::<Vec<_>>(), raw_tools(&connection));

    let servers = store.json(&["servers", "--json"]);
    assert_eq!(servers.as_array().unwrap().len(), 1);
    assert_eq!(servers[0]["name"], "notes");
    assert_eq!(servers[0]["connection"]["command"], json!(["/data/notes.json"]));
    let reading = if format == 1 { "narrow" } else { "broad" };
    assert_eq!((&servers[0]["tools"], &servers[0]["settings"]["destructive"]), (&json!(4), &json!(reading)));
    if format >= 2 {
        assert_eq!(store.ok(&["registry", "address"]).trim(), "https://registry.example");
    }
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let engine = store.live_engine(&runtime);
    let changes = runtime.block_on(engine.tools.catalog_view()).unwrap().changes;
    let last = changes.last_export.unwrap();
    // After the export, a toolset, a note and a comment were added in format 4, and in format 6 also a rule and an
    // active toolset.
    let since = match format {
        ..4 => 0,
        4 | 5 => 3,
        _ => 5,
    };
    assert_eq!((changes.count, &*last.target, &*last.path), (since, "hintsmith", "/data/hintsmith.json"));
    let notes = store.json(&["note", "list", "--json"]);
    assert_eq!(notes.to_string().contains("Ids are UUIDs."), format >= 4, "{notes}");
    assert_eq!(last.at, "2026-10-01T08:27:54Z");
    assert_eq!(store.run(&["doctor"]).code, 0);
}

#[test]
fn an_earlier_format_is_migrated_with_all_data() {
    for format in EARLIER_FORMATS {
        let store = store_in_format(format);
        let (before, raw) = (decisions(&open(&store)), raw_tools(&open(&store)));
        assert_eq!((before.len(), raw.len()), (7, 4));
        store.ok(&["tools"]);
        assert_eq!(raw_tools(&open(&store)), raw);
        assert_migrated(&store, format, &before);

        let copy = migration_backup(&store, format).unwrap();
        let copied = Connection::open(&copy).unwrap();
        assert_eq!((version(&copied), decisions(&copied), raw_tools(&copied)), (format, before.clone(), raw));
        drop(copied);
        // The backup can be restored, and is migrated again.
        store.ok(&["set", "notes.get_note", "read-only=no"]);
        store.ok(&["restore", copy.to_str().unwrap(), "--yes"]);
        assert_migrated(&store, format, &before);
    }
}

#[test]
fn a_failed_migration_leaves_the_old_format() {
    for format in EARLIER_FORMATS {
        let store = store_in_format(format);
        let before = decisions(&open(&store));
        // Makes the last migration step fail, after the data was moved to the new tables.
        open(&store).execute_batch("CREATE TABLE guess_correction (in_the_way)").unwrap();
        let run = store.run(&["tools"]);
        assert_eq!(run.code, 3, "{}", run.stderr);
        assert!(run.stderr.starts_with("hintsmith: the database "), "{}", run.stderr);
        assert_eq!((version(&open(&store)), decisions(&open(&store))), (format, before.clone()));

        open(&store).execute_batch("DROP TABLE guess_correction").unwrap();
        assert_migrated(&store, format, &before);
    }
}

#[test]
fn a_killed_migration_loses_no_data() {
    for format in EARLIER_FORMATS {
        for _ in 0..5 {
            let store = store_in_format(format);
            let before = decisions(&open(&store));
            let mut child = store.command(&["tools"]).stdout(std::process::Stdio::null()).spawn().unwrap();
            // The backup is made first; the migration follows it.
            wait_for(|| migration_backup(&store, format));
            child.kill().unwrap();
            child.wait().unwrap();
            let connection = open(&store);
            let found = version(&connection);
            assert!(found == format || found == CURRENT_FORMAT, "format {found}");
            assert_eq!(decisions(&connection), before);
            drop(connection);
            assert_migrated(&store, format, &before);
        }
    }
}

#[test]
fn the_history_of_an_earlier_format_can_be_undone_and_redone() {
    let store = store_in_format(3);
    assert!(store.ok(&["history"]).contains("undid: made the environment prod"));
    // Undo works for the user who made the change.
    let as_anna = |verb: &str| store.command(&[verb]).env("USER", "anna").status().unwrap().success();
    assert!(as_anna("redo"));
    assert_eq!(store.json(&["env", "--json"])[0]["name"], "prod");
    assert!(as_anna("undo"));
    assert_eq!(store.json(&["env", "--json"]), json!([]));
}

#[test]
fn changes_in_tables_that_were_renamed_since_can_be_undone_and_redone() {
    let store = store_in_format(6);
    let as_anna = |verb: &str| {
        let output = store.command(&[verb]).env("USER", "anna").output().unwrap();
        assert!(output.status.success(), "{verb}: {}", String::from_utf8_lossy(&output.stderr));
    };
    let active_in = || store.json(&["toolset", "--json"])[0]["activeIn"].clone();
    let comment = || store.json(&["comment", "notes.get_note", "--json"])["comment"].clone();
    assert_eq!((active_in(), comment()), (json!(["base"]), json!("Ask Ben.")));
    as_anna("redo");
    assert_eq!(active_in(), json!(["base", "staging"]));
    as_anna("undo");
    assert_eq!(active_in(), json!(["base"]));

    as_anna("undo");
    assert_eq!(store.json(&["env", "--json"]), json!([]));
    as_anna("undo");
    assert_eq!(store.json(&["suppress", "--json"]), json!([]));
    as_anna("undo");
    assert_eq!(store.json(&["rule", "--json"]), json!([]));
    as_anna("undo");
    assert_eq!(comment(), "Ask Anna.");
    as_anna("undo");
    assert_eq!(active_in(), json!([]));
    as_anna("undo");
    assert_eq!(comment(), Value::Null);
    // Everything that was undone can be redone, from the oldest.
    for _ in 0..6 {
        as_anna("redo");
    }
    assert_eq!((active_in(), comment()), (json!(["base"]), json!("Ask Ben.")));
    assert_eq!(store.json(&["suppress", "--json"]).as_array().unwrap().len(), 1);
    assert_eq!(store.run(&["doctor"]).code, 0);
}

#[test]
fn a_row_that_was_damaged_before_a_migration_stays_damaged() {
    for (damage, table, is_damaged) in [
        ("UPDATE remark SET text = 'Ask Bob.'", "comment", "text = 'Ask Bob.'"),
        ("UPDATE equipped SET toolset = 'weekly'", "active_toolset", "toolset = 'weekly'"),
        ("UPDATE former SET gone = 0", "tool_version", "gone = 0"),
        // No valid UTF-8.
        ("UPDATE remark SET author = CAST(x'ff' AS TEXT)", "comment", "author <> 'anna'"),
        ("UPDATE history SET author = CAST(x'ff' AS TEXT) WHERE id = 11", "history", "id = 11"),
        ("UPDATE history SET changes = replace(changes, 'Anna', 'Bob') WHERE id = 11", "history", "id = 11"),
        ("UPDATE rule SET value = 'false'", "rule", "value = 'false'"),
    ] {
        let store = store_in_format(6);
        let connection = open(&store);
        assert_eq!(connection.execute(damage, []).unwrap(), 1, "{damage}");
        let before = checksums(&connection);
        drop(connection);
        let run = store.run(&["doctor"]);
        assert_eq!(run.code, 1, "{damage}: {}{}", run.stdout, run.stderr);

        let connection = open(&store);
        assert_eq!(version(&connection), CURRENT_FORMAT);
        let sql = format!("SELECT checksum FROM {table} WHERE {is_damaged}");
        let kept: i64 = connection.query_row(&sql, [], |row| row.get(0)).unwrap();
        assert!(before.contains(&kept), "{damage}");
        // Once the row is gone, everything else is intact.
        connection.execute(&format!("DELETE FROM {table} WHERE {is_damaged}"), []).unwrap();
        drop(connection);
        assert_eq!(store.run(&["doctor"]).code, 0, "{damage}");
    }
}

/// The checksums of a store of format 6, of the tables that were renamed since or are part of the history.
fn checksums(connection: &Connection) -> Vec<i64> {
    let sql = "SELECT seal FROM remark UNION ALL SELECT seal FROM equipped UNION ALL SELECT seal FROM former
               UNION ALL SELECT seal FROM history UNION ALL SELECT seal FROM rule";
    connection.prepare(sql).unwrap().query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

#[test]
fn notes_and_toolsets_of_an_earlier_format_keep_their_order_and_their_tools() {
    let store = store_in_format(3);
    open(&store)
        .execute_batch(
            "INSERT INTO toolset VALUES ('daily', '2026-10-01T08:00:00Z', 0);
             INSERT INTO toolset_tool VALUES ('daily', 'notes', 'get_note', 'sha256:00', '2026-10-01T08:00:00Z', 0);
             INSERT INTO note VALUES ('notes', 'get_note', '', 'a-later', 'two', NULL, '2026-10-01T08:00:02Z', 0);
             INSERT INTO note VALUES ('notes', 'get_note', '', 'z-first', 'one', 'anna', '2026-10-01T08:00:01Z', 0);",
        )
        .unwrap();
    let notes = store.json(&["note", "list", "notes.get_note", "--json"]);
    let names: Vec<&str> =
        notes["notes"].as_array().unwrap().iter().filter_map(|note| note["name"].as_str()).collect();
    assert_eq!(names, ["z-first", "a-later"]);
    let member = &store.json(&["toolset", "show", "daily", "--json"])["members"][0];
    assert_eq!((&member["reference"], &member["tool"]["changed"]), (&json!("notes.get_note"), &json!(true)));
    assert_eq!(store.run(&["doctor"]).code, 0);
}

#[test]
fn a_later_format_is_read_and_never_written() {
    let store = store_in_format(2);
    store.ok(&["set", "notes.append_note", "destructive=no", "--because", "it only adds"]);
    let later = CURRENT_FORMAT + 1;
    let connection = open(&store);
    connection
        .execute_batch(
            "ALTER TABLE override ADD COLUMN weight TEXT DEFAULT 'heavy';
             ALTER TABLE server ADD COLUMN colour TEXT;
             CREATE TABLE later (x TEXT) STRICT;
             INSERT INTO later VALUES ('something new');",
        )
        .unwrap();
    connection.pragma_update(None, "user_version", later).unwrap();
    drop(connection);
    let bytes = std::fs::read(store.database()).unwrap();
    let sentence = format!("was written by a newer Hintsmith (format {later}) and is read-only");

    let tools = store.run(&["tools", "--json"]);
    assert_eq!(tools.code, 0, "{}", tools.stderr);
    assert!(tools.stderr.contains(&sentence), "{}", tools.stderr);
    let tools: Value = serde_json::from_str(&tools.stdout).unwrap();
    let adding = tools.as_array().unwrap().iter().find(|tool| tool["name"] == "append_note").unwrap();
    let hint = &adding["hints"]["destructiveHint"];
    assert_eq!((&hint["value"], &hint["layer"]), (&json!(false), &json!("override")));
    assert!(store.ok(&["export", "hintsmith"]).contains("it only adds"));
    assert!(store.ok(&["history"]).contains("notes.append_note: destructive No"));

    for refused in [
        &["set", "notes.append_note", "destructive=yes"][..],
        &["unset", "notes.append_note"],
        &["env", "add", "staging"],
        &["rule", "add", "notes.*", "read-only=yes", "--loosen"],
        &["review", "accept", "notes.get_note"],
        &["undo"],
        &["remove", "notes", "--yes"],
    ] {
        let run = store.run(refused);
        assert_eq!(run.code, 3, "{refused:?}: {}", run.stderr);
        assert!(run.stderr.contains("changes cannot be saved: "), "{refused:?}: {}", run.stderr);
    }
    assert_eq!(std::fs::read(store.database()).unwrap(), bytes);
}
