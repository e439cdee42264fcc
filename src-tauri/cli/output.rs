//! Terminal output. Server text is always sanitized, and everything is readable without colour. Data goes to stdout,
//! everything else to stderr.

pub mod progress;
pub mod style;
pub mod table;

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::sync::{Mutex, OnceLock, PoisonError};

use clap::builder::styling::Style;
use hintsmith_engine::ApiError;
use hintsmith_engine::badge::Badge;
use hintsmith_engine::drift::DiffSpan;
use hintsmith_engine::dto::{BulkGroup, LoosenedTool, Loosening, MarkedHint};
use hintsmith_engine::hint::yes_no;
use hintsmith_engine::text;
use hintsmith_engine::wire::{DiffLine, DiffSign};
use serde::Serialize;

use style::ColorChoice;

/// How much is printed to stderr.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Verbosity {
    /// Errors, and what a question is about
    Quiet,
    #[default]
    Normal,
    Verbose,
}

#[derive(Debug, Clone, Copy, Default)]
pub struct OutputOptions {
    pub color: ColorChoice,
    pub verbosity: Verbosity,
    pub json: bool,
}

static OPTIONS: OnceLock<OutputOptions> = OnceLock::new();
/// Status messages that `--quiet` held back. A question prints them, because it is about them.
static HELD_BACK: Mutex<String> = Mutex::new(String::new());
/// The first error of writing to stdout.
static STDOUT_ERROR: Mutex<Option<io::Error>> = Mutex::new(None);

/// Sets the options, before anything is printed.
pub fn init(options: OutputOptions) {
    let _ = OPTIONS.set(options);
}

fn options() -> OutputOptions {
    OPTIONS.get().copied().unwrap_or_default()
}

/// Prints data to stdout.
pub fn print(text: &str) {
    write_stdout(&format!("{text}\n"));
}

fn write_stdout(text: &str) {
    if let Err(error) = io::stdout().write_all(text.as_bytes()) {
        STDOUT_ERROR.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }
}

/// Writes what is buffered, and returns the first error since the start. A closed pipe is not an error: its reader has
/// read enough.
pub fn finish() -> io::Result<()> {
    let flushed = io::stdout().flush();
    let first = STDOUT_ERROR.lock().unwrap_or_else(PoisonError::into_inner).take();
    match first.map_or(flushed, Err) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// Prints a status message to stderr, unless `--quiet` is set.
pub fn status(text: &str) {
    if options().verbosity == Verbosity::Quiet {
        let mut held_back = HELD_BACK.lock().unwrap_or_else(PoisonError::into_inner);
        held_back.push_str(text);
        held_back.push('\n');
    } else {
        write_stderr(text);
    }
}

/// Prints details that only `--verbose` shows.
pub fn details(text: &str) {
    if options().verbosity == Verbosity::Verbose {
        write_stderr(text);
    }
}

/// Errors of stderr have nowhere to go.
fn write_stderr(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

pub fn error(error: &anyhow::Error) {
    let name = stderr_styled(style::ERROR, "hintsmith:");
    write_stderr(&format!("{name} {}", text::escape_line(&format!("{error:#}"))));
    if let Some(ApiError { hint, .. }) = error.downcast_ref::<ApiError>()
        && !hint.is_empty()
    {
        write_stderr(&format!("  {}", text::escape_line(hint)));
    }
}

/// Text for stdout in a style, if stdout is coloured.
pub fn styled(style: Style, text: &str) -> String {
    paint(style, text, is_colored())
}

/// Returns whether stdout is coloured.
pub fn is_colored() -> bool {
    options().color.applies_to(&io::stdout())
}

/// Text for stderr in a style, if stderr is coloured.
pub fn stderr_styled(style: Style, text: &str) -> String {
    paint(style, text, options().color.applies_to(&io::stderr()))
}

fn paint(style: Style, text: &str, colored: bool) -> String {
    if colored && !text.is_empty() { format!("{style}{text}{style:#}") } else { text.to_owned() }
}

/// A line of stderr that is drawn over while work is in progress. Not drawn unless stderr is a terminal.
pub fn progress(line: &str) {
    if io::stderr().is_terminal() && options().verbosity != Verbosity::Quiet {
        let width = terminal_width(&io::stderr()).unwrap_or(80);
        let line: String = line.chars().take(width.saturating_sub(1)).collect();
        let _ = write!(io::stderr(), "\r\x1b[K{line}");
    }
}

/// Columns of a stream, or `None` if it is not a terminal.
fn terminal_width(stream: &impl IsTerminal) -> Option<usize> {
    if !stream.is_terminal() {
        return None;
    }
    let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    columns.or_else(|| terminal_size::terminal_size().map(|(width, _)| width.0.into()))
}

/// Returns whether data is printed as JSON.
pub fn is_json() -> bool {
    options().json
}

/// Prints the result of a command: as JSON with `--json`, or else as text.
pub fn print_report(report: &impl Serialize, print_text: impl FnOnce()) -> anyhow::Result<()> {
    if is_json() {
        return print_json(report);
    }
    print_text();
    Ok(())
}

/// Prints indented JSON. On a terminal, control characters are escaped, which does not change the value.
pub fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    // Through a value, so that each type is serialised by one serialiser only.
    let json = serde_json::to_string_pretty(&serde_json::to_value(value)?)?;
    print(&if io::stdout().is_terminal() { escape_json(&json) } else { json });
    Ok(())
}

/// Prints the text of a file: the exact bytes into a pipe, sanitized on a terminal.
pub fn print_file(text: &str) {
    write_stdout(&if io::stdout().is_terminal() { text::escape_hidden(text) } else { text.into() });
}

/// Prints text that is already sanitized.
pub fn print_sanitized(text: &str) {
    write_stdout(text);
}

/// Prints a server's JSON on one line: unescaped into a pipe, with control characters escaped on a terminal.
pub fn print_server_json(raw: &str) {
    // A server may send indented JSON; the output is one line per tool.
    let one_line = raw.replace(['\n', '\r'], " ");
    print(&if io::stdout().is_terminal() { escape_json(&one_line) } else { one_line });
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
    badges.iter().map(badge_text).collect::<Vec<_>>().join(" ")
}

/// [`badges_text`] for stdout, in the colours of the window.
pub fn styled_badges(badges: &[Badge]) -> String {
    let styled = |badge: &Badge| styled(style::badge(badge.kind), &badge_text(badge));
    badges.iter().map(styled).collect::<Vec<_>>().join(" ")
}

fn badge_text(badge: &Badge) -> String {
    format!("{}{}", badge.mark.symbol(), badge.kind.as_str())
}

/// Formats a word difference as `[-removed-]{+added+}`, like `git diff --word-diff`. Further lines are indented.
pub fn word_difference(words: &[DiffSpan]) -> String {
    let words = words.iter().map(|word| match word.sign {
        DiffSign::Same => text::escape_hidden(&word.text).into_owned(),
        DiffSign::Add => format!("{{+{}+}}", text::escape_hidden(&word.text)),
        DiffSign::Remove => format!("[-{}-]", text::escape_hidden(&word.text)),
    });
    words.collect::<String>().replace('\n', "\n    ")
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

/// Prints how many tools a change moves from one hint value to another.
pub fn print_transitions(groups: &[BulkGroup]) {
    let hint_text = |hint: MarkedHint| format!("{}{}", hint.mark.symbol(), yes_no(hint.value));
    let row = |group: &BulkGroup| {
        let values = format!("{} → {}", hint_text(group.before), hint_text(group.after));
        let effect = if group.before == group.after { "stays" } else { "changes" };
        [group.hint.cli_name().to_owned(), values, effect.to_owned(), pluralize(group.tools, "tool")]
    };
    print_table(["Hint", "Change", "", "Tools"], &groups.iter().map(row).collect::<Vec<_>>());
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

/// Prints the changed lines of a file.
pub fn print_difference(lines: &[DiffLine]) {
    changed_lines(lines).for_each(|(style, line)| print(&styled(style, &line)));
}

/// Prints a unified diff of a file, as `patch` reads it.
pub fn print_unified_difference(text: &str) {
    for line in text.lines() {
        let style = match line.as_bytes().first() {
            Some(b'+') => style::ADDED,
            Some(b'-') => style::REMOVED,
            _ => Style::new(),
        };
        print(&styled(style, &text::escape_hidden(line)));
    }
}

/// [`print_difference`] on stderr.
pub fn report_difference(lines: &[DiffLine]) {
    changed_lines(lines).for_each(|(style, line)| status(&stderr_styled(style, &line)));
}

fn changed_lines(lines: &[DiffLine]) -> impl Iterator<Item = (Style, String)> {
    lines.iter().filter_map(|line| {
        let text = format!("{} {}", line.sign.symbol()?, line.text);
        let style = if line.sign == DiffSign::Add { style::ADDED } else { style::REMOVED };
        Some((style, text::escape_hidden(&text).into_owned()))
    })
}

/// "; `hintsmith undo 3` reverts this", for the end of a message about a change.
pub fn undo_hint(entry: Option<u32>) -> String {
    entry.map_or(String::new(), |entry| format!("; `hintsmith undo {entry}` reverts this"))
}

/// "1 tool", "2 tools"
pub fn pluralize(number: impl TryInto<u64>, noun: &str) -> String {
    let number = number.try_into().unwrap_or(u64::MAX);
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// Prints a line, which wraps on a terminal and keeps its indentation.
pub fn print_wrapped(line: &str) {
    let Some(width) = terminal_width(&io::stdout()) else { return print(line) };
    let start = line.trim_start();
    let indent = line.len() - start.len();
    let lines = table::wrap(start, width.saturating_sub(indent + table::INDENT.len()));
    for (at, part) in lines.into_iter().enumerate() {
        let extra = if at == 0 { "" } else { table::INDENT };
        print(&format!("{}{extra}{part}", " ".repeat(indent)));
    }
}

/// Prints rows in columns, each a line of its own in a pipe. On a terminal they have a header, and the last column wraps.
pub fn print_table<const N: usize>(header: [&str; N], rows: &[[String; N]]) {
    let width = terminal_width(&io::stdout());
    if width.is_none() || rows.is_empty() {
        table::layout(rows, width).iter().for_each(|line| print(line));
        return;
    }
    let header = header.map(|name| styled(style::HEADER, name));
    let rows: Vec<[String; N]> = std::iter::once(&header).chain(rows).cloned().collect();
    table::layout(&rows, width).iter().for_each(|line| print(line));
}

/// Asks for one of `count` numbered choices and returns its index; an empty line takes the preset one. None at the end of
/// the input.
pub fn choose(count: usize, preset: usize) -> Option<usize> {
    let held_back = std::mem::take(&mut *HELD_BACK.lock().unwrap_or_else(PoisonError::into_inner));
    let _ = write!(io::stderr(), "{held_back}");
    loop {
        let _ = write!(io::stderr(), "Choose 1 to {count} [{}] ", preset + 1);
        let mut answer = String::new();
        if io::stdin().read_line(&mut answer).ok()? == 0 {
            return None;
        }
        match answer.trim() {
            "" => return Some(preset),
            number => match number.parse::<usize>() {
                Ok(number @ 1..) if number <= count => return Some(number - 1),
                _ => {}
            },
        }
    }
}

/// Asks a yes-or-no question; anything but yes is a no. None if stdin is not a terminal.
pub fn ask(question: &str) -> Option<bool> {
    if !io::stdin().is_terminal() {
        return None;
    }
    let held_back = std::mem::take(&mut *HELD_BACK.lock().unwrap_or_else(PoisonError::into_inner));
    let _ = write!(io::stderr(), "{held_back}{question} [y/N] ");
    let mut answer = String::new();
    io::stdin().read_line(&mut answer).ok()?;
    Some(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
}
