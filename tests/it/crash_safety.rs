//! Crash safety: after `kill -9` at any time, acknowledged changes are present and none is partial.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use rusqlite::Connection;
use serde_json::{Map, Value};

use crate::rng::Rng;
use crate::stress;
use crate::support::Store;

/// Number of kills in the quick and in the full tier.
const KILL_ROUNDS: (u64, u64) = (40, 500);

/// The tables that the history covers completely, with their keys.
const TABLES: [(&str, &[&str]); 3] = [
    ("override", &["server", "tool", "environment", "field"]),
    ("environment", &["name"]),
    ("review", &["server", "tool"]),
];

/// A row of a table by column, without its checksum.
type Row = Map<String, Value>;
/// Rows by table and key.
type Rows = BTreeMap<(String, Vec<String>), Row>;

/// The program that writes; built by `cargo test --workspace`.
fn writer_path() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let writer = test.parent().unwrap().with_file_name("examples").join("writer");
    assert!(writer.exists(), "build it with `cargo build -p hintsmith-engine --example writer`");
    writer
}

/// Starts the writer, kills it at a random time, and returns the changes that it acknowledged.
fn run_and_kill(store: &Store, rng: &mut Rng) -> Vec<Value> {
    let mut child = Command::new(writer_path())
        .arg(store.data_dir())
        .arg(store.path().join("list.json"))
        .arg((rng.below(1 << 62) + 1).to_string())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let out = BufReader::new(child.stdout.take().unwrap());
    let (sender, lines) = channel();
    let reader = std::thread::spawn(move || {
        for line in out.lines() {
            sender.send(line.unwrap()).unwrap();
        }
    });
    let mut acknowledged = Vec::new();
    // One in eight is killed while it opens the store; the others up to four changes later, during a change.
    let acts = if rng.below(8) == 0 { 0 } else { 1 + rng.below(4) };
    let moment = Duration::from_micros(rng.below(if acts == 0 { 60_000 } else { 12_000 }));
    for _ in 0..acts {
        acknowledged.push(lines.recv().expect("the writer ended by itself"));
    }
    let until = Instant::now() + moment;
    while let Ok(line) = lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
        acknowledged.push(line);
    }
    child.kill().unwrap();
    let status = child.wait().unwrap();
    assert_eq!(status.code(), None, "the writer ended by itself: {status}");
    // Lines that were in the pipe when the process was killed are acknowledgements too.
    acknowledged.extend(lines);
    reader.join().unwrap();
    acknowledged.iter().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Expected rows, computed by replaying the history.
#[derive(Default)]
struct ReplayedHistory {
    rows: Rows,
    /// The newest entry.
    entry: i64,
}

impl ReplayedHistory {
    /// Replays the new entries and returns them.
    fn replay(&mut self, connection: &Connection) -> Vec<HistoryEntry> {
        let entries = entries_after(connection, self.entry);
        for entry in &entries {
            assert_eq!(entry.id, self.entry + 1, "an entry of the history is missing");
            self.entry = entry.id;
            assert_eq!(entry.size, entry.changes.len(), "entry {} is not whole", entry.id);
            for change in &entry.changes {
                let table = change["table"].as_str().unwrap();
                let Some((_, key)) = TABLES.iter().find(|(name, _)| *name == table) else { continue };
                let row = |side: &str| change[side].as_object().cloned();
                let (before, after) = (row("before"), row("after"));
                let id = (table.to_owned(), row_key(key, after.as_ref().or(before.as_ref()).unwrap()));
                assert_eq!(self.rows.get(&id), before.as_ref(), "entry {} began with another row", entry.id);
                match after {
                    Some(after) => self.rows.insert(id, after),
                    None => self.rows.remove(&id),
                };
            }
        }
        entries
    }
}

struct HistoryEntry {
    id: i64,
    act: String,
    size: usize,
    changes: Vec<Value>,
    undoes: Option<i64>,
    redoes: Option<i64>,
}

fn entries_after(connection: &Connection, id: i64) -> Vec<HistoryEntry> {
    let sql = "SELECT id, size, changes, undoes, redoes, summary FROM history WHERE id > ?1 ORDER BY id";
    let mut select = connection.prepare(sql).unwrap();
    let read = |row: &rusqlite::Row| {
        let changes: String = row.get(2)?;
        Ok(HistoryEntry {
            id: row.get(0)?,
            size: usize::try_from(row.get::<_, i64>(1)?).unwrap(),
            changes: serde_json::from_str(&changes).unwrap(),
            undoes: row.get(3)?,
            redoes: row.get(4)?,
            act: row.get(5)?,
        })
    };
    select.query_map([id], read).unwrap().map(Result::unwrap).collect()
}

fn row_key(key: &[&str], row: &Row) -> Vec<String> {
    key.iter().map(|column| row[*column].as_str().unwrap().to_owned()).collect()
}

/// The actual rows of the tables.
fn read_rows(connection: &Connection) -> Rows {
    let mut rows = Rows::new();
    for (table, key) in TABLES {
        let mut select = connection.prepare(&format!("SELECT * FROM {table}")).unwrap();
        let columns: Vec<String> = select.column_names().map(str::to_owned).collect();
        let mut found = select.query([]).unwrap();
        while let Some(row) = found.next().unwrap() {
            let value = |column: &String| row.get::<_, Option<String>>(column.as_str()).unwrap().into();
            let row: Row = columns
                .iter()
                .filter(|name| *name != "checksum")
                .map(|name| (name.clone(), value(name)))
                .collect();
            rows.insert((table.to_owned(), row_key(key, &row)), row);
        }
    }
    rows
}

/// Every acknowledged change has a matching entry; beyond those there is at most the change that was in progress.
fn assert_acknowledged(acknowledged: &[Value], entries: &[HistoryEntry]) {
    let acts: Vec<&Value> = acknowledged.iter().filter(|told| told["act"] != "read").collect();
    let in_progress = entries.len().checked_sub(acts.len()).expect("an acknowledged act is lost");
    assert!(in_progress <= 1, "{in_progress} acts were never acknowledged");
    for (told, entry) in acts.into_iter().zip(entries) {
        match told["act"].as_str().unwrap() {
            "undo" => assert_eq!(entry.undoes, told["of"].as_i64()),
            "redo" => assert_eq!(entry.redoes, told["of"].as_i64()),
            act => {
                assert_eq!(Some(entry.id), told["entry"].as_i64());
                if act == "decide" {
                    assert_decided(told, entry);
                }
            }
        }
    }
    for entry in &entries[entries.len() - in_progress..] {
        let is_decision = entry.act.contains(": read-only ");
        assert!(
            !is_decision || entry.changes.len() == 4,
            "the act under way is there by half: {}",
            entry.act
        );
    }
}

fn assert_decided(acknowledged: &Value, entry: &HistoryEntry) {
    assert_eq!(entry.changes.len(), 4, "an acknowledged decision is there by half: {acknowledged}");
    for change in &entry.changes {
        let row = &change["after"];
        let value = acknowledged["values"][row["field"].as_str().unwrap()].as_bool().unwrap();
        assert_eq!(row["value"], value.to_string(), "{acknowledged}");
        for column in ["tool", "environment", "because"] {
            assert_eq!(row[column], acknowledged[column], "{acknowledged}");
        }
    }
}

/// The list is one complete version: the last acknowledged one, unless a newer one was being written.
fn assert_one_list(connection: &Connection, acknowledged: &[Value], seen_versions: &mut Vec<u64>) {
    let mut select = connection.prepare("SELECT raw FROM tool").unwrap();
    let raws: Vec<String> = select.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    let version = |raw: &String| -> u64 {
        let (_, version) = raw.split_once("as of version ").unwrap();
        version.split_once('.').unwrap().0.parse().unwrap()
    };
    let versions: std::collections::BTreeSet<u64> = raws.iter().map(version).collect();
    assert!(versions.len() <= 1, "the list is a mixture: {versions:?}");
    assert!(raws.is_empty() || raws.len() == 40, "{} of 40 tools", raws.len());
    let read = acknowledged.iter().filter_map(|told| told["version"].as_u64());
    seen_versions.extend(read);
    let found = versions.first().copied();
    // A version that was never acknowledged was being written; an earlier one must not reappear.
    assert!(
        found == seen_versions.last().copied() || found.is_some_and(|found| !seen_versions.contains(&found)),
        "version {found:?} where {:?} was read",
        seen_versions.last()
    );
    seen_versions.extend(found.filter(|found| seen_versions.last() != Some(found)));
}

#[test]
fn a_killed_program_loses_no_acknowledged_change_and_leaves_none_partial() {
    let rounds = stress::rounds(KILL_ROUNDS.0, KILL_ROUNDS.1);
    let (seed, mut rng) = Rng::from_env();
    let store = Store::new();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let (mut history, mut list) = (ReplayedHistory::default(), Vec::new());
    let (mut acts, mut under_way) = (0, 0);
    for round in 0..rounds {
        println!("seed {seed}, round {round}");
        let acknowledged = run_and_kill(&store, &mut rng);
        // Opened as the next program would open it, with every checksum verified.
        let engine = store.live_engine(&runtime);
        assert_eq!(engine.read_only_reason(), None);
        runtime.block_on(engine.tools.catalog_view()).unwrap();
        let connection = Connection::open(store.database()).unwrap();
        let integrity: String = connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
        assert_eq!(integrity, "ok");

        // The entry for the server that the first round adds is not one of the writer's changes.
        let mut entries = history.replay(&connection);
        entries.retain(|entry| entry.changes.iter().all(|change| change["table"] != "server"));
        assert_eq!(read_rows(&connection), history.rows, "the rows are not what the history tells");
        assert_acknowledged(&acknowledged, &entries);
        assert_one_list(&connection, &acknowledged, &mut list);
        acts += acknowledged.len();
        under_way += entries.len() - acknowledged.iter().filter(|history| history["act"] != "read").count();
    }
    let mut replayed = ReplayedHistory::default();
    replayed.replay(&Connection::open(store.database()).unwrap());
    assert_eq!(replayed.rows, history.rows);
    println!(
        "{rounds} rounds, {acts} acts acknowledged, {under_way} more were made, {} entries",
        history.entry
    );
}
