//! `hintsmith infer`

use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::Context;
use hintsmith_engine::api::infer::{InferenceRow, InferenceSettings, SignalRow, infer_list};
use hintsmith_engine::dto::{GuessKey, RuleMistakes, ToolKey, WriteCorrections};
use hintsmith_engine::hint::{HintName, yes_no};
use hintsmith_engine::text::escape_line;
use hintsmith_engine::{Engine, files};

use super::parse_tool_key;
use crate::args::{InferArguments, MarkWrongArguments, usage_error};
use crate::{EXIT_ERROR, EXIT_SUCCESS, output};

/// Maximum size of a list of tools in bytes. A corpus of all public servers is smaller.
const MAX_INPUT_BYTES: u64 = 1 << 30;

pub fn run(file: &str, arguments: &InferArguments) -> anyhow::Result<u8> {
    let listing = infer_list(&read_input(file)?, arguments.inference.apply_to(InferenceSettings::default()));
    let mut out = BufWriter::new(std::io::stdout().lock());
    for row in &listing.rows {
        let text = if arguments.explain { explain_row(row) } else { serde_json::to_string(row)? };
        if writeln!(out, "{text}").is_err() {
            // The reader has closed the pipe.
            return Ok(EXIT_SUCCESS);
        }
    }
    let _ = out.flush();
    for problem in &listing.problems {
        output::status(&format!("{}: {}", escape_line(file), escape_line(problem)));
    }
    Ok(if listing.problems.is_empty() { EXIT_SUCCESS } else { EXIT_ERROR })
}

fn read_input(file: &str) -> anyhow::Result<String> {
    if file != "-" {
        return files::read_text(Path::new(file), MAX_INPUT_BYTES)
            .with_context(|| format!("could not read {file}"));
    }
    files::read_text_from(std::io::stdin().lock(), MAX_INPUT_BYTES).context("could not read stdin")
}

/// A tool with its inferred hints and, under each, the strongest reasons for and against it.
fn explain_row(row: &InferenceRow) -> String {
    let server = row.server.as_deref().map_or(String::new(), |server| format!("{}.", escape_line(server)));
    let mut text = format!("{server}{} · {}\n", escape_line(&row.name), escape_line(&row.title));
    for hint in HintName::ALL {
        let (value, reasons) = row.hint(hint);
        text.push_str(&format!("  {}: {}\n", hint.cli_name(), value.map_or("unknown", yes_no)));
        let supporting = match value {
            Some(_) => "for".to_owned(),
            None => format!("for {}", yes_no(hint.careful_value())),
        };
        for signal in reasons.supporting {
            text.push_str(&explain_signal(&supporting, signal));
        }
        for signal in reasons.opposing {
            text.push_str(&explain_signal("against", signal));
        }
    }
    text
}

fn explain_signal(side: &str, signal: &SignalRow) -> String {
    let SignalRow { certainty, place, rule, .. } = signal;
    format!("    {side}: {}; {certainty} ({place}, {rule})\n", output::plain_reason(&signal.reason))
}

pub async fn mark_wrong(engine: &Engine, arguments: MarkWrongArguments) -> anyhow::Result<u8> {
    let MarkWrongArguments { tool, hint, remove } = arguments;
    let ToolKey { server, tool } = parse_tool_key(&tool)?;
    let Some(hint) = HintName::from_cli_name(&hint) else {
        usage_error("name a hint: read-only, destructive, idempotent or open-world");
    };
    let key = GuessKey { server, tool, hint };
    let corrections = &engine.corrections;
    let report = if remove { corrections.remove(key).await? } else { corrections.add(key).await? };
    let message = match report.entry {
        None => "it is marked already".to_owned(),
        entry if remove => format!("removed the mark{}", output::undo_hint(entry)),
        entry => format!("marked as wrong{}", output::undo_hint(entry)),
    };
    output::print_report(&report, || output::status(&message))?;
    Ok(EXIT_SUCCESS)
}

pub async fn learn(engine: &Engine, arguments: InferArguments) -> anyhow::Result<u8> {
    if let Some(path) = arguments.output {
        let written = engine.corrections.write(WriteCorrections { path }).await?;
        output::print_report(&written, || {
            let number = output::pluralize(written.corrections, "correction");
            output::status(&format!("wrote {number} to {}", escape_line(&written.path)));
        })?;
        return Ok(EXIT_SUCCESS);
    }
    let summary = engine.corrections.summary().await?;
    if output::is_json() {
        output::print_json(&summary)?;
        return Ok(EXIT_SUCCESS);
    }
    let row = |mistakes: &RuleMistakes| {
        let words = mistakes.words.iter().map(|word| format!("{} ({})", word.word, word.tools));
        [
            mistakes.rule.clone(),
            format!("{} {}", mistakes.hint.cli_name(), yes_no(mistakes.guess)),
            mistakes.tools.to_string(),
            escape_line(&words.collect::<Vec<_>>().join(", ")).into_owned(),
        ]
    };
    let rows: Vec<_> = summary.rules.iter().map(row).collect();
    output::print_table(["Rule", "Wrong value", "Tools", "Words"], &rows);
    if summary.corrections == 0 {
        output::status("No inferred value is marked as wrong. `hintsmith mark-wrong` marks one.");
    }
    Ok(EXIT_SUCCESS)
}
