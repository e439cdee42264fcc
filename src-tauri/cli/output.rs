//! Terminal output. Server text is always sanitized, and everything is readable without colour.

use std::io::{IsTerminal, Write};

use hintsmith_engine::ApiError;
use hintsmith_engine::badge::Badge;
use hintsmith_engine::dto::{LoosenedTool, Loosening};
use hintsmith_engine::text;
use serde::Serialize;

/// Prints data to stdout. A closed pipe is not an error.
pub fn print(text: &str) {
    let _ = writeln!(std::io::stdout(), "{text}");
}

/// Prints a status message to stderr.
pub fn status(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

pub fn error(error: &anyhow::Error) {
    status(&format!("hintsmith: {}", text::escape_line(&format!("{error:#}"))));
    if let Some(ApiError { hint, .. }) = error.downcast_ref::<ApiError>()
        && !hint.is_empty()
    {
        status(&format!("  {}", text::escape_line(hint)));
    }
}

/// Prints indented JSON. On a terminal, control characters are escaped, which does not change the value.
pub fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    let text = serde_json::to_string_pretty(value)?;
    print(&if std::io::stdout().is_terminal() { escape_json(&text) } else { text });
    Ok(())
}

/// Prints the text of a file: the exact bytes into a pipe, sanitized on a terminal.
pub fn print_file(text: &str) {
    let mut out = std::io::stdout();
    let sanitized = if out.is_terminal() { text::escape_hidden(text) } else { text.into() };
    let _ = out.write_all(sanitized.as_bytes());
}

/// Prints text that is already sanitized.
pub fn print_sanitized(text: &str) {
    let _ = std::io::stdout().write_all(text.as_bytes());
}

/// Prints a server's JSON on one line: unescaped into a pipe, with control characters escaped on a terminal.
pub fn print_server_json(raw: &str) {
    // A server may send indented JSON; the output is one line per tool.
    let one_line = raw.replace(['\n', '\r'], " ");
    print(&if std::io::stdout().is_terminal() { escape_json(&one_line) } else { one_line });
}

fn escape_json(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for character in json.chars() {
        if text::is_hidden(character) {
            let mut units = [0; 2];
            for unit in character.encode_utf16(&mut units) {
                out.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            out.push(character);
        }
    }
    out
}

/// `!destructive ~idempotent`
pub fn badges_text(badges: &[Badge]) -> String {
    let texts = badges.iter().map(|badge| format!("{}{}", badge.mark.symbol(), badge.kind.as_str()));
    texts.collect::<Vec<_>>().join(" ")
}

/// Replaces the emphasis marks of a reason with quotes.
pub fn plain_reason(reason: &str) -> String {
    let mut parts = reason.split('*');
    let mut out = text::escape_line(parts.next().unwrap_or_default()).into_owned();
    for (position, part) in parts.enumerate() {
        out.push_str(if position % 2 == 0 { "“" } else { "”" });
        out.push_str(&text::escape_line(part));
    }
    out
}

/// Lists the tools for which a change loosens a declared or certainly inferred hint.
pub fn print_loosening(loosening: &Loosening) {
    let Loosening { tools, examples } = loosening;
    if *tools > 0 {
        status(&format!("This loosens {}:", pluralize(*tools, "tool")));
    }
    for LoosenedTool { server, tool, summary } in examples {
        let line = format!("{server}.{tool}: {summary}");
        status(&format!("  {}", text::escape_line(&line)));
    }
    let others = tools.saturating_sub(u32::try_from(examples.len()).unwrap_or(u32::MAX));
    if others > 0 {
        status(&format!("  and {others} more"));
    }
}

/// "1 tool", "2 tools"
pub fn pluralize(number: impl TryInto<u64>, noun: &str) -> String {
    let number = number.try_into().unwrap_or(u64::MAX);
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// Pads columns to their widest cell, except the last one.
pub fn print_table<const N: usize>(rows: &[[String; N]]) {
    let mut widths = [0; N];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    for row in rows {
        let last = row.iter().rposition(|cell| !cell.is_empty()).unwrap_or(0);
        let cells = row.iter().zip(widths).take(last + 1).enumerate();
        let padded = cells.map(|(at, (cell, width))| {
            let gap = if at == last { 0 } else { width - cell.chars().count() };
            format!("{cell}{}", " ".repeat(gap))
        });
        print(&padded.collect::<Vec<_>>().join("  "));
    }
}

/// Asks a yes-or-no question; anything but yes is a no. None if stdin is not a terminal.
pub fn ask(question: &str) -> Option<bool> {
    if !std::io::stdin().is_terminal() {
        return None;
    }
    let _ = write!(std::io::stderr(), "{question} [y/N] ");
    let mut answer = String::new();
    std::io::stdin().read_line(&mut answer).ok()?;
    Some(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
}
