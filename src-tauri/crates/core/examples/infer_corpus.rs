//! Development program: infers a corpus of tools with all rules, and again without each one. `scripts/bench-inference`
//! runs and scores it.
//!
//! Reads one tool per line from stdin (`server`, the members of a tool without annotations, and `declared`, its annotations)
//! and prints one JSON object per line: the guesses and signals with all rules and the hints that `declared-disagrees`
//! reports, then for each rule the guesses that change when it is switched off.

use std::collections::BTreeMap;
use std::io::{self, Write};

use hintsmith_core::infer::rules::{self, Rule};
use hintsmith_core::infer::{
    Inference, InferenceSettings, ServerFacts, infer, infer_uncalibrated, infer_with_rules,
};
use hintsmith_core::lint::{LintContext, LintInput, Profile, lint};
use hintsmith_core::model::decisions::{Decisions, Definition};
use hintsmith_core::model::hint::HintName;
use hintsmith_core::model::tool::Tool;
use hintsmith_core::resolve::{Layers, resolve};
use serde_json::{Value, json};

struct Server {
    name: String,
    tools: Vec<Tool>,
    /// The same tools with their annotations.
    declaring: Vec<Tool>,
    facts: ServerFacts,
}

fn main() -> io::Result<()> {
    let text = io::read_to_string(io::stdin())?;
    let servers = parse_servers(&text)?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    let complete: Vec<Vec<Inference>> = servers.iter().map(|server| infer_server(server, None)).collect();
    for (server, inferences) in servers.iter().zip(&complete) {
        for ((tool, declaring), inference) in server.tools.iter().zip(&server.declaring).zip(inferences) {
            let mut row = guesses_row(server, tool, inference);
            row["signals"] = signals_row(inference);
            row["stated"] = stated_certainties(tool, server);
            row["disagrees"] = disagreeing_hints(server, declaring).into();
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
    let mut by_server: BTreeMap<String, Vec<(&str, String)>> = BTreeMap::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let mut row: Value = serde_json::from_str(line)?;
        let server = row["server"].as_str().unwrap_or_default().to_owned();
        row["annotations"] = row["declared"].take();
        by_server.entry(server).or_default().push((line, row.to_string()));
    }
    let servers = by_server.into_iter().map(|(name, rows)| {
        let tools = Tool::parse_list(rows.iter().map(|(line, _)| (*line).into()));
        let declaring = Tool::parse_list(rows.into_iter().map(|(_, row)| row.into()));
        let facts = ServerFacts::from_tools(&tools);
        Server { name, tools, declaring, facts }
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

/// The certainties without the limits of the calibration.
fn stated_certainties(tool: &Tool, server: &Server) -> Value {
    let inference = infer_uncalibrated(tool, &server.facts, InferenceSettings::default(), |_| true);
    let stated = |hint| inference.guess(hint).map(|(_, signal)| signal.certainty.label());
    HintName::ALL.into_iter().map(|hint| (hint.key().to_owned(), Value::from(stated(hint)))).collect()
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

/// The hints of which the linter says that the declared value disagrees with the inferred one.
fn disagreeing_hints(server: &Server, tool: &Tool) -> Vec<&'static str> {
    let inference = infer(tool, &server.facts, InferenceSettings::default());
    let decisions = Decisions::default();
    let resolved = resolve(&Layers {
        name: &tool.name,
        inferred: &inference,
        declared: &tool.declared,
        decisions: &decisions,
        environment: None,
        definition: Definition::unchanged(&tool.fingerprint),
    });
    let context = LintContext::from_tools([(server.name.as_str(), tool)]);
    let input =
        LintInput { server: &server.name, tool, resolved: &resolved, inference: &inference, review: None };
    let findings = lint(&context, &Profile::default(), [input]);
    let reported = |hint: &HintName| {
        findings.iter().any(|found| found.rule == "declared-disagrees" && found.field == hint.json_path())
    };
    HintName::ALL.into_iter().filter(reported).map(HintName::key).collect()
}
