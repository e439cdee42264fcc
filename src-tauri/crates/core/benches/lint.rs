//! Linting 100,000 tools beside parsing the same JSON with serde_json, in one process; the profile has every rule on.
//!
//! `cargo bench -p hintsmith-core --bench lint` prints both, and then the ratio of their fastest runs.

use std::hint::black_box;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use hintsmith_core::decisions::{Decisions, Definition};
use hintsmith_core::infer::{Inference, ServerFacts, Settings, infer};
use hintsmith_core::lint::{Context, Finding, Known, Profile, lint_tool, rules};
use hintsmith_core::parallel;
use hintsmith_core::resolve::{Layers, resolve};
use hintsmith_core::tool::{Tool, WORTH_A_THREAD};
use serde_json::{Value, json};

const TOOLS: usize = 100_000;
const TOOLS_OF_A_SERVER: usize = 100;
/// Linting may cost this many times what parsing costs.
const BUDGET: f64 = 2.0;

static TEXTS: LazyLock<Vec<String>> = LazyLock::new(|| (0..TOOLS).map(tool).collect());

struct Ready {
    server: String,
    tool: Tool,
    inference: Inference,
}

static KNOWN: LazyLock<Vec<Ready>> = LazyLock::new(|| {
    let mut known = Vec::new();
    for (number, texts) in TEXTS.chunks(TOOLS_OF_A_SERVER).enumerate() {
        let tools = Tool::parse_list(texts.iter().map(|text| Arc::from(text.as_str())));
        let facts = ServerFacts::of(&tools);
        known.extend(tools.into_iter().map(|tool| {
            let inference = infer(&tool, &facts, Settings::default());
            Ready { server: format!("server-{number}"), tool, inference }
        }));
    }
    known
});

static EVERYTHING: LazyLock<Profile> = LazyLock::new(|| {
    let mut profile = Profile::named("openai-submission").unwrap_or_default();
    for rule in rules::every() {
        let _ = profile.set(rule.id, Some(rule.severity));
    }
    profile
});

/// A tool of ordinary size: a few sentences and half a dozen described parameters.
fn tool(number: usize) -> String {
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
    for text in TEXTS.iter() {
        black_box(serde_json::from_str::<Value>(text).expect("made of JSON"));
    }
}

fn names() -> Context<'static> {
    Context::of(KNOWN.iter().map(|known| (known.server.as_str(), &known.tool)))
}

/// How much is found about some of the tools.
fn lint_some(context: &Context, tools: &[Ready]) -> usize {
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
        let known = Known { server, tool, resolved: &resolved, inference, review: None };
        let mut found: Vec<Finding> = Vec::new();
        lint_tool(context, &EVERYTHING, &known, &mut found);
        number += found.len();
    }
    number
}

fn lint_all() {
    black_box(lint_some(&names(), &KNOWN));
}

fn lint_all_in_threads() {
    let context = names();
    black_box(parallel::parts(&KNOWN, WORTH_A_THREAD, |_, tools| vec![lint_some(&context, tools)]));
}

fn know_the_names() {
    black_box(names());
}

fn fastest(work: fn()) -> Duration {
    let time = |_| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..5).map(time).min().unwrap_or_default()
}

fn main() {
    LazyLock::force(&KNOWN);
    let parsing = fastest(parse_all);
    let told = |what: &str, took: Duration| {
        println!("{what}: {took:.2?}, {:.2} times", took.as_secs_f64() / parsing.as_secs_f64());
    };
    println!("{TOOLS} tools: parsing {parsing:.2?}, {} findings", lint_some(&names(), &KNOWN));
    told("knowing all names", fastest(know_the_names));
    told("linting in threads", fastest(lint_all_in_threads));
    let linting = fastest(lint_all);
    told("linting", linting);
    if linting.as_secs_f64() > BUDGET * parsing.as_secs_f64() {
        eprintln!("over the budget of {BUDGET} times");
        std::process::exit(1);
    }
}
