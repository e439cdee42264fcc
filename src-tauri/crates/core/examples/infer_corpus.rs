//! Development program: infers a corpus of tools with all rules, and again without each one. `scripts/bench-inference`
//! runs and scores it.
//!
//! Reads one tool per line from stdin (`server` and the members of a tool) and prints one JSON object per line: the
//! guesses and signals with all rules, then for each rule the guesses that change when it is switched off.

use std::collections::BTreeMap;
use std::io::{self, Write};

use hintsmith_core::infer::rules::{self, Rule};
use hintsmith_core::infer::{Inference, InferenceSettings, ServerFacts, infer_with_rules};
use hintsmith_core::model::hint::HintName;
use hintsmith_core::model::tool::Tool;
use serde_json::{Value, json};

struct Server {
    name: String,
    tools: Vec<Tool>,
    facts: ServerFacts,
}

fn main() -> io::Result<()> {
    let text = io::read_to_string(io::stdin())?;
    let servers = parse_servers(&text)?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    let complete: Vec<Vec<Inference>> = servers.iter().map(|server| infer_server(server, None)).collect();
    for (server, inferences) in servers.iter().zip(&complete) {
        for (tool, inference) in server.tools.iter().zip(inferences) {
            let mut row = guesses_row(server, tool, inference);
            row["signals"] = signals_row(inference);
            writeln!(out, "{row}")?;
        }
    }
    for rule in rules::ALL {
        for (server, inferences) in servers.iter().zip(&complete) {
            let reduced = infer_server(server, Some(rule));
            for ((tool, before), after) in server.tools.iter().zip(inferences).zip(&reduced) {
                if before.hints() != after.hints() {
                    let mut row = guesses_row(server, tool, after);
                    row["without"] = rule.id.into();
                    writeln!(out, "{row}")?;
                }
            }
        }
    }
    out.flush()
}

fn parse_servers(text: &str) -> io::Result<Vec<Server>> {
    let mut by_server: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let row: Value = serde_json::from_str(line)?;
        let server = row["server"].as_str().unwrap_or_default().to_owned();
        by_server.entry(server).or_default().push(line);
    }
    let servers = by_server.into_iter().map(|(name, lines)| {
        let tools = Tool::parse_list(lines.into_iter().map(Into::into));
        let facts = ServerFacts::from_tools(&tools);
        Server { name, tools, facts }
    });
    Ok(servers.collect())
}

fn infer_server(server: &Server, without: Option<&Rule>) -> Vec<Inference> {
    let is_enabled = |rule: &Rule| without.is_none_or(|without| without.id != rule.id);
    let infer = |tool| infer_with_rules(tool, &server.facts, InferenceSettings::default(), is_enabled);
    server.tools.iter().map(infer).collect()
}

/// The guessed values and their certainties.
fn guesses_row(server: &Server, tool: &Tool, inference: &Inference) -> Value {
    let mut row = json!({ "server": server.name, "name": tool.name });
    for hint in HintName::ALL {
        let guess = inference.guess(hint);
        row[hint.key()] = guess.map(|(value, _)| value).into();
        row["certainty"][hint.key()] = guess.map(|(_, signal)| signal.certainty.label()).into();
        row["rule"][hint.key()] = guess.map(|(_, signal)| signal.rule).into();
    }
    row
}

fn signals_row(inference: &Inference) -> Value {
    let row = |signal: &hintsmith_core::infer::Signal| {
        json!([
            signal.hint.key(),
            signal.rule,
            signal.value,
            signal.certainty.label(),
            signal.source.label(),
            signal.evidence,
        ])
    };
    inference.signals.iter().map(row).collect()
}
