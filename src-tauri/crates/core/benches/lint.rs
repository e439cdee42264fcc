//! Benchmark: linting 100,000 tools with all rules, compared with parsing the same JSON.
//!
//! `cargo bench -p hintsmith-core --bench lint` runs both alternately, and prints times and ratio.

use std::hint::black_box;
use std::sync::{Arc, LazyLock};
use std::time::Instant;

use hintsmith_core::infer::{Inference, InferenceSettings, ServerFacts, infer};
use hintsmith_core::lint::{Finding, LintContext, LintInput, Profile, lint_tool, rules};
use hintsmith_core::model::decisions::{Decisions, Definition};
use hintsmith_core::model::tool::{MIN_TOOLS_PER_THREAD, Tool};
use hintsmith_core::parallel;
use hintsmith_core::resolve::{Layers, resolve};
use serde_json::{Value, json};

const TOOLS: usize = 100_000;
const TOOLS_PER_SERVER: usize = 100;
const ROUNDS: usize = 9;
/// Maximum ratio of linting time to parsing time.
const MAX_RATIO: f64 = 2.0;

static TOOL_TEXTS: LazyLock<Vec<String>> = LazyLock::new(|| (0..TOOLS).map(sample_tool).collect());

struct PreparedTool {
    server: String,
    tool: Tool,
    inference: Inference,
}

static PREPARED_TOOLS: LazyLock<Vec<PreparedTool>> = LazyLock::new(|| {
    let mut known = Vec::new();
    for (number, texts) in TOOL_TEXTS.chunks(TOOLS_PER_SERVER).enumerate() {
        let tools = Tool::parse_list(texts.iter().map(|text| Arc::from(text.as_str())));
        let facts = ServerFacts::from_tools(&tools);
        known.extend(tools.into_iter().map(|tool| {
            let inference = infer(&tool, &facts, InferenceSettings::default());
            PreparedTool { server: format!("server-{number}"), tool, inference }
        }));
    }
    known
});

static ALL_RULES: LazyLock<Profile> = LazyLock::new(|| {
    let mut profile = Profile::builtin("openai-submission").unwrap_or_default();
    for rule in rules::all() {
        let _ = profile.set_severity(rule.id, Some(rule.default_severity));
    }
    profile
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

fn parse_json() {
    for text in TOOL_TEXTS.iter() {
        black_box(serde_json::from_str::<Value>(text).expect("made of JSON"));
    }
}

/// Parses as in production: all fields of a tool, and its fingerprint.
fn parse_tools() {
    for (position, text) in TOOL_TEXTS.iter().enumerate() {
        black_box(Tool::parse(Arc::from(text.as_str()), position));
    }
}

fn build_context() -> LintContext<'static> {
    LintContext::from_tools(PREPARED_TOOLS.iter().map(|known| (known.server.as_str(), &known.tool)))
}

/// Lints the tools and returns the number of findings.
fn lint_tools(context: &LintContext, tools: &[PreparedTool]) -> usize {
    let nothing = Decisions::default();
    let mut number = 0;
    for known in tools {
        let resolved = resolve(&Layers {
            name: &known.tool.name,
            inferred: &known.inference,
            declared: &known.tool.declared,
            decisions: &nothing,
            environment: None,
            definition: Definition::unchanged(&known.tool.fingerprint),
        });
        let (server, tool, inference) = (known.server.as_str(), &known.tool, &known.inference);
        let known = LintInput { server, tool, resolved: &resolved, inference, review: None };
        let mut found: Vec<Finding> = Vec::new();
        lint_tool(context, &ALL_RULES, &known, &mut found);
        number += found.len();
    }
    number
}

fn lint_all() {
    black_box(lint_tools(&build_context(), &PREPARED_TOOLS));
}

fn lint_all_in_threads() {
    let context = build_context();
    black_box(parallel::map_chunks(&PREPARED_TOOLS, MIN_TOOLS_PER_THREAD, |_, tools| {
        vec![lint_tools(&context, tools)]
    }));
}

fn build_context_only() {
    black_box(build_context());
}

fn time_run(work: fn()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

fn median(mut times: [f64; ROUNDS]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[ROUNDS / 2]
}

fn main() {
    LazyLock::force(&PREPARED_TOOLS);
    println!(
        "{TOOLS} tools, {} findings, medians of {ROUNDS} rounds",
        lint_tools(&build_context(), &PREPARED_TOOLS)
    );
    let works: [(&str, fn()); 5] = [
        ("parsing into JSON values", parse_json),
        ("parsing into tools", parse_tools),
        ("knowing all names", build_context_only),
        ("linting in threads", lint_all_in_threads),
        ("linting", lint_all),
    ];
    let mut times = [[0.0; ROUNDS]; 5];
    for round in 0..ROUNDS {
        for (times, (_, work)) in times.iter_mut().zip(works) {
            times[round] = time_run(work);
        }
    }
    // Ratios are taken within a round, because a temporary slowdown of the machine affects both.
    let beside = |own: &[f64; ROUNDS], other: &[f64; ROUNDS]| {
        median(std::array::from_fn(|round| own[round] / other[round]))
    };
    for ((name, _), own) in works.iter().zip(&times) {
        let [values, tools] = [beside(own, &times[0]), beside(own, &times[1])];
        println!("{name}: {:.2} s, {values:.2} times JSON values, {tools:.2} times tools", median(*own));
    }
    if beside(&times[4], &times[0]) > MAX_RATIO {
        eprintln!("over the budget of {MAX_RATIO} times");
        std::process::exit(1);
    }
}
