//! `hintsmith infer`

use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::Context;
use hintsmith_engine::api::infer::{InferenceRow, InferenceSettings, infer_list};
use hintsmith_engine::files;
use hintsmith_engine::hint::{HintName, yes_no};
use hintsmith_engine::text::escape_line;

use crate::args::InferArguments;
use crate::{EXIT_ERROR, EXIT_SUCCESS, output};

/// Maximum size of a list of tools in bytes. A corpus of all public servers is smaller.
const MAX_INPUT_BYTES: u64 = 1 << 30;

pub fn run(arguments: &InferArguments) -> anyhow::Result<u8> {
    let listing =
        infer_list(&read_input(&arguments.file)?, arguments.inference.apply_to(InferenceSettings::default()));
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
        output::status(&format!("{}: {}", escape_line(&arguments.file), escape_line(problem)));
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

/// A tool with its inferred hints and, under each, all evidence with the deciding one first.
fn explain_row(row: &InferenceRow) -> String {
    let server = row.server.as_deref().map_or(String::new(), |server| format!("{}.", escape_line(server)));
    let mut text = format!("{server}{} · {}\n", escape_line(&row.name), escape_line(&row.title));
    for hint in HintName::ALL {
        let (value, signals) = row.hint(hint);
        text.push_str(&format!("  {}: {}\n", hint.cli_name(), value.map_or("unknown", yes_no)));
        for signal in signals {
            let value_text = signal.value.map_or("no conclusion", yes_no).to_lowercase();
            let reason = output::plain_reason(&signal.reason);
            text.push_str(&format!(
                "    {value_text}, {}: {reason} ({}, {})\n",
                signal.certainty, signal.place, signal.rule
            ));
        }
    }
    text
}
