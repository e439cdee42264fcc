//! Benchmark: writing the notes of 10,000 tools into their descriptions, compared with serializing the list.
//!
//! `cargo bench -p hintsmith-core --bench notes` prints both, and the ratio of the fastest runs.

use std::hint::black_box;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use hintsmith_core::model::note::{NoteEntry, append_notes};
use serde_json::{Value, json};

const TOOLS: usize = 10_000;
const NOTES: usize = 5;
/// Maximum ratio of hydration time to serialization time.
const MAX_RATIO: f64 = 2.0;

static TOOL_LIST: LazyLock<Vec<Value>> = LazyLock::new(|| (0..TOOLS).map(sample_tool).collect());

static NOTE_TEXTS: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let text = "Ask which team this is for before you call the tool, and say what you are about to do. ";
    (0..NOTES).map(|n| (format!("note-{n}"), text.repeat(2))).collect()
});

/// A tool of typical size.
fn sample_tool(number: usize) -> Value {
    let parameter =
        |what: &str| json!({"type": "string", "description": format!("The {what}, as in its settings.")});
    json!({
        "name": format!("acme_update_note_{number}"),
        "description": "Updates a note of the workspace. It needs the identifier of the note, which other tools return. \
                        Returns the note with all its fields, or an error that tells what was wrong.",
        "inputSchema": {
            "type": "object",
            "properties": {"id": parameter("identifier"), "name": parameter("name"), "owner": parameter("owner")},
            "required": ["id"]
        },
        "annotations": {"title": "Update note"}
    })
}

fn serialise() {
    black_box(serde_json::to_string(&*TOOL_LIST).expect("values serialise"));
}

fn hydrate_all() {
    for tool in TOOL_LIST.iter() {
        let description = tool["description"].as_str().unwrap_or_default();
        let notes: Vec<NoteEntry> = NOTE_TEXTS.iter().map(|(name, text)| NoteEntry { name, text }).collect();
        black_box(append_notes(description, &notes));
    }
}

#[divan::bench(sample_count = 10, sample_size = 1)]
fn serialize_list() {
    serialise();
}

#[divan::bench(sample_count = 10, sample_size = 1)]
fn hydrate_descriptions() {
    hydrate_all();
}

fn fastest_run(work: fn()) -> Duration {
    let time = |_| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..10).map(time).min().unwrap_or_default()
}

fn main() {
    LazyLock::force(&TOOL_LIST);
    divan::main();
    let (serialising, hydrating) = (fastest_run(serialise), fastest_run(hydrate_all));
    let ratio = hydrating.as_secs_f64() / serialising.as_secs_f64();
    println!(
        "{TOOLS} tools with {NOTES} notes each: serialising {serialising:.2?}, hydrating {hydrating:.2?}: {ratio:.2} times (budget {MAX_RATIO})"
    );
    if ratio > MAX_RATIO {
        eprintln!("over budget");
        std::process::exit(1);
    }
}
