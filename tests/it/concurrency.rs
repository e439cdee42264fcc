//! Concurrent processes on one store: two writers, a reader, and a window that polls.

use std::collections::{BTreeMap, HashMap};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use hintsmith_engine::Engine;
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::stress;
use crate::support::{Store, wait_for};

/// Decisions that each writer makes, in the quick and in the full tier.
const DECISIONS_PER_WRITER: (u64, u64) = (20, 200);

/// Poll interval of the simulated window.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

/// Upper bound for the size of the write-ahead log, in bytes.
const MAX_WAL_BYTES: u64 = 64 << 20;

const TOOLS: usize = 25;
/// The tools that only the first or the second writer changes, and those that both change.
const OWN_TOOLS: [std::ops::Range<usize>; 2] = [0..10, 10..20];
const SHARED_TOOLS: std::ops::Range<usize> = 20..TOOLS;

/// A title whose decision was acknowledged, its tool, and the time.
struct AcknowledgedDecision {
    tool: usize,
    title: String,
    at: Instant,
}

/// Runs the program and returns its output; it must print no warning about locks.
fn run_without_warnings(store: &Store, arguments: &[&str]) -> String {
    let run = store.run(arguments);
    assert_eq!(run.code, 0, "{arguments:?}: {}", run.stderr);
    for word in ["busy", "locked", "panicked"] {
        assert!(!run.stderr.contains(word), "{arguments:?}: {}", run.stderr);
    }
    run.stdout
}

fn run_writer(store: &Store, writer: usize, decisions: u64) -> Vec<AcknowledgedDecision> {
    let own: Vec<usize> = OWN_TOOLS[writer].clone().collect();
    let shared: Vec<usize> = SHARED_TOOLS.collect();
    let mut acknowledged = Vec::new();
    for _ in 0..decisions {
        let count = acknowledged.len();
        // Every third decision is about a shared tool; the last one is about a tool of the writer.
        let tool = if count % 3 == 2 { shared[count / 3 % shared.len()] } else { own[count % own.len()] };
        acknowledged.push(set_title(store, writer, tool, count));
    }
    let count = acknowledged.len();
    acknowledged.push(set_title(store, writer, own[0], count));
    acknowledged
}

fn set_title(store: &Store, writer: usize, tool: usize, count: usize) -> AcknowledgedDecision {
    let title = format!("writer {writer}, number {count}");
    let open_world = if count.is_multiple_of(2) { "open-world=yes" } else { "open-world=no" };
    let key = format!("shared.tool_{tool}");
    run_without_warnings(store, &["set", &key, &format!("title={title}"), open_world, "--because", &title]);
    AcknowledgedDecision { tool, title, at: Instant::now() }
}

/// The time at which the polling window first saw each title.
type FirstSeen = Arc<Mutex<HashMap<String, Instant>>>;

fn watch(
    engine: &Engine,
    runtime: &Runtime,
    store: &Store,
    seen: &FirstSeen,
    stop: &Receiver<()>,
) -> (u64, u32) {
    let log = store.data_dir().join("hintsmith.db-wal");
    let (mut last_revision, mut largest, mut changes) = (0, 0, 0);
    while let Err(RecvTimeoutError::Timeout) = stop.recv_timeout(POLL_INTERVAL) {
        largest = largest.max(log.metadata().map_or(0, |file| file.len()));
        assert!(largest < MAX_WAL_BYTES, "the log has {largest} bytes");
        let revision = runtime.block_on(engine.revision()).unwrap();
        if revision == last_revision {
            continue;
        }
        (last_revision, changes) = (revision, changes + 1);
        let tools = runtime.block_on(engine.tools.list_matching("")).unwrap();
        let mut seen = seen.lock().unwrap();
        for tool in tools {
            seen.entry(tool.title).or_insert_with(Instant::now);
        }
    }
    (largest, changes)
}

/// The titles in the history by tool, oldest first.
fn history_titles(store: &Store) -> BTreeMap<String, Vec<String>> {
    let connection = rusqlite::Connection::open(store.database()).unwrap();
    let mut select = connection.prepare("SELECT changes FROM history ORDER BY id").unwrap();
    let mut titles = BTreeMap::<String, Vec<String>>::new();
    for changes in select.query_map([], |row| row.get::<_, String>(0)).unwrap() {
        let changes: Vec<Value> = serde_json::from_str(&changes.unwrap()).unwrap();
        for row in changes.iter().map(|change| &change["after"]).filter(|row| row["field"] == "title") {
            let title: String = serde_json::from_str(row["value"].as_str().unwrap()).unwrap();
            titles.entry(row["tool"].as_str().unwrap().to_owned()).or_default().push(title);
        }
    }
    titles
}

#[test]
fn processes_that_write_read_and_watch_together_lose_nothing_and_never_fail() {
    let decisions = stress::rounds(DECISIONS_PER_WRITER.0, DECISIONS_PER_WRITER.1);
    let store = Store::new();
    let tool = |at| json!({"name": format!("tool_{at}"), "inputSchema": {"type": "object"}});
    let list = json!({"tools": (0..TOOLS).map(tool).collect::<Vec<_>>()});
    let list = store.file("list.json", &list.to_string());
    store.ok(&["add", "shared", "--yes", "--file", &list]);

    let (runtime, seen) = (Runtime::new().unwrap(), FirstSeen::default());
    let engine = store.live_engine(&runtime);
    let (made, (largest, changes), readings) = std::thread::scope(|scope| {
        // A writer that fails drops its end of the channel, which ends the watcher.
        let (end, over) = channel();
        let (engine, runtime, store, seen) = (&engine, &runtime, &store, &seen);
        let watcher = scope.spawn(move || watch(engine, runtime, store, seen, &over));
        // Each writer holds a reference, so that the reader ends when both have ended, also after a panic.
        let writing = Arc::new(());
        let writers = [0, 1].map(|writer| {
            let writing = Arc::clone(&writing);
            scope.spawn(move || {
                let _writing = writing;
                run_writer(store, writer, decisions)
            })
        });
        let reader = scope.spawn(move || {
            let mut readings = 0;
            while Arc::strong_count(&writing) > 1 || readings == 0 {
                let tools: Value =
                    serde_json::from_str(&run_without_warnings(store, &["tools", "--json"])).unwrap();
                assert_eq!(tools.as_array().unwrap().len(), TOOLS);
                readings += 1;
            }
            readings
        });
        let made = writers.map(|writer| writer.join().unwrap());
        for made in &made {
            let title = &made.last().unwrap().title;
            wait_for(|| seen.lock().unwrap().contains_key(title).then_some(()));
        }
        let readings = reader.join().unwrap();
        end.send(()).unwrap();
        (made, watcher.join().unwrap(), readings)
    });

    let titles_by_tool = history_titles(&store);
    let shown: Value = serde_json::from_str(&run_without_warnings(&store, &["tools", "--json"])).unwrap();
    let shown: HashMap<&str, &str> = shown
        .as_array()
        .unwrap()
        .iter()
        .map(|tool| (tool["name"].as_str().unwrap(), tool["title"].as_str().unwrap()))
        .collect();
    for (writer, made) in made.iter().enumerate() {
        for at in OWN_TOOLS[writer].clone() {
            let Some(last) = made.iter().rev().find(|made| made.tool == at) else { continue };
            assert_eq!(shown[&*format!("tool_{at}")], last.title);
        }
    }
    // In any order, every acknowledged decision is in the history once, and the newest one is in effect.
    for (tool, titles) in &titles_by_tool {
        assert_eq!(shown[&**tool], titles.last().unwrap());
    }
    let mut all: Vec<&String> = titles_by_tool.values().flatten().collect();
    let mut acknowledged: Vec<&String> = made.iter().flatten().map(|made| &made.title).collect();
    all.sort();
    acknowledged.sort();
    assert_eq!(all, acknowledged);
    let left = store.data_dir().join("hintsmith.db-wal").metadata().map_or(0, |file| file.len());
    assert!(left < MAX_WAL_BYTES, "the log has {left} bytes");
    assert_eq!(store.run(&["doctor"]).code, 0);

    let seen = seen.lock().unwrap();
    let delay = |made: &AcknowledgedDecision| {
        seen.get(&made.title).map(|seen| seen.saturating_duration_since(made.at))
    };
    let latest = made.iter().map(|made| delay(made.last().unwrap()).unwrap()).max().unwrap();
    println!(
        "{} + {} decisions, {readings} readings, {changes} changes seen, the last ones after {} ms; the log had {} KiB at most",
        made[0].len(),
        made[1].len(),
        latest.as_millis(),
        largest >> 10,
    );
}
