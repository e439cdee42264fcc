//! Benchmark: inference and resolution of 100,000 tools, compared with parsing the same JSON.
//!
//! `cargo bench -p hintsmith-core` prints both, and the ratio of the fastest runs.

use std::hint::black_box;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use hintsmith_core::infer::{InferenceSettings, ServerFacts, infer};
use hintsmith_core::model::decisions::{Decisions, Definition};
use hintsmith_core::model::tool::Tool;
use hintsmith_core::resolve::{Layers, resolve};
use serde_json::{Value, json};

const TOOLS: usize = 100_000;
const TOOLS_PER_SERVER: usize = 100;
/// Maximum ratio of inference time to parsing time.
const MAX_RATIO: f64 = 2.0;

static TOOL_TEXTS: LazyLock<Vec<String>> = LazyLock::new(|| (0..TOOLS).map(sample_tool).collect());

static SERVERS: LazyLock<Vec<Vec<Tool>>> = LazyLock::new(|| {
    let servers = TOOL_TEXTS.chunks(TOOLS_PER_SERVER);
    servers.map(|texts| Tool::parse_list(texts.iter().map(|text| Arc::from(text.as_str())))).collect()
});

/// A tool of typical size: a few sentences and half a dozen described parameters.
fn sample_tool(number: usize) -> String {
    const VERBS: [&str; 8] = ["list", "get", "create", "update", "delete", "send", "run", "export"];
    const THINGS: [&str; 7] = ["note", "board", "invoice", "message", "device", "report", "folder"];
    let (verb, thing) = (VERBS[number % VERBS.len()], THINGS[number % THINGS.len()]);
    let parameter = |what: &str| json!({ "type": "string", "description": format!("The {what} of the {thing}, as shown in its settings.") });
    let description = format!(
        "Use this tool to {verb} a {thing} of the workspace. It needs the identifier of the {thing}, which other tools \
         return. Large answers come in pages; ask for the next page with the cursor of the last one. Nothing is \
         permanently removed unless the description of a parameter says so. Returns the {thing} with all its fields, \
         or an error that tells what was wrong with the request."
    );
    json!({
        "name": format!("acme_{verb}_{thing}_{number}"),
        "title": format!("{verb} {thing}"),
        "description": description,
        "inputSchema": {
            "type": "object",
            "properties": {
                "id": parameter("identifier"),
                "name": parameter("name"),
                "owner": parameter("owner"),
                "cursor": parameter("cursor"),
                "order": { "type": "string", "enum": ["newest", "oldest", "name"], "description": "How to sort." },
                "limit": { "type": "integer", "minimum": 1, "maximum": 100, "default": 20 }
            },
            "required": ["id"],
            "additionalProperties": false
        },
        "annotations": { "title": format!("{verb} {thing}") }
    })
    .to_string()
}

fn parse_all() {
    for text in TOOL_TEXTS.iter() {
        black_box(serde_json::from_str::<Value>(text).expect("made of JSON"));
    }
}

fn infer_and_resolve_all() {
    let nothing = Decisions::default();
    for tools in SERVERS.iter() {
        let facts = ServerFacts::from_tools(tools);
        for tool in tools {
            let inferred = infer(tool, &facts, InferenceSettings::default());
            black_box(resolve(&Layers {
                name: &tool.name,
                inferred: &inferred,
                declared: &tool.declared,
                decisions: &nothing,
                environment: None,
                definition: Definition::unchanged(&tool.fingerprint),
            }));
        }
    }
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn parse_json() {
    parse_all();
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn infer_and_resolve() {
    infer_and_resolve_all();
}

fn fastest_run(work: fn()) -> Duration {
    let time = |_| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..5).map(time).min().unwrap_or_default()
}

fn main() {
    LazyLock::force(&SERVERS);
    divan::main();
    let (parsing, inferring) = (fastest_run(parse_all), fastest_run(infer_and_resolve_all));
    let ratio = inferring.as_secs_f64() / parsing.as_secs_f64();
    println!(
        "{TOOLS} tools: parsing {parsing:.2?}, inferring and resolving {inferring:.2?}: {ratio:.2} times (budget {MAX_RATIO})"
    );
    if ratio > MAX_RATIO {
        eprintln!("over budget");
        std::process::exit(1);
    }
}
