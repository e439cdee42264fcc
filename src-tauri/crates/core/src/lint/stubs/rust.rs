//! Rust test with rmcp.

use super::{HintExpectation, StubInput, braced_escape, constrained_hints, file_header, quote, render_rows};
use crate::model::hint::PerHint;

pub fn render(input: &StubInput) -> String {
    let needs = "Needs, for tests: `rmcp` with the features client and transport-child-process, and `tokio` with full.";
    let mut out = file_header("//", input, needs);
    let command: Vec<String> = input.command.iter().map(|word| quote_string(word)).collect();
    let (pins, patterns) = render_rows(input, render_row);
    out.push_str(IMPORTS);
    out.push_str(&format!(
        "/// The command that starts the server: the program, then its arguments.\n\
         const COMMAND: &[&str] = &[{}];\n\n\
         type Pin = (&'static str, &'static [(&'static str, &'static str)]);\n\n\
         /// What each tool has to be. A hint that is not listed may be anything.\n\
         const PINS: &[Pin] = &{};\n\n\
         /// The same for tools by name, with * for any text and ? for one character. A tool's own pin goes first.\n\
         const PATTERNS: &[Pin] = &{};\n",
        command.join(", "),
        render_block(&pins),
        render_block(&patterns)
    ));
    out.push_str(HELPERS);
    out.push_str(if input.annotations_required { ALL_ANNOTATED } else { OTHERS_ANNOTATED });
    out.push_str(TESTS);
    out.push_str(if input.forbids_other_tools { NO_OTHERS } else { "" });
    out
}

fn render_row(name: &str, hints: &PerHint<HintExpectation>) -> String {
    let hints: Vec<String> =
        constrained_hints(hints).map(|(hint, word)| format!("(\"{hint}\", \"{word}\")")).collect();
    format!("    ({}, &[{}]),\n", quote_string(name), hints.join(", "))
}

fn render_block(rows: &str) -> String {
    if rows.is_empty() { "[]".to_owned() } else { format!("[\n{rows}]") }
}

fn quote_string(text: &str) -> String {
    quote(text, braced_escape)
}

const IMPORTS: &str = r#"
#![cfg_attr(rustfmt, rustfmt_skip)]

use std::time::Duration;

use rmcp::ServiceExt;
use rmcp::model::{Tool, ToolAnnotations};
use rmcp::transport::TokioChildProcess;
use tokio::process::Command;
use tokio::sync::OnceCell;
use tokio::time::timeout;

"#;

const HELPERS: &str = r#"
static TOOLS: OnceCell<Vec<Tool>> = OnceCell::const_new();

async fn listed() -> Vec<Tool> {
    let (program, arguments) = COMMAND.split_first().expect("COMMAND has to say how the server is started");
    let mut command = Command::new(program);
    command.args(arguments);
    let server = TokioChildProcess::new(command).expect("the server starts");
    let client = ().serve(server).await.expect("the server answers");
    let tools = client.list_all_tools().await.expect("the server lists its tools");
    client.cancel().await.expect("the server stops");
    tools
}

async fn tools() -> &'static [Tool] {
    let listing = TOOLS.get_or_init(listed);
    timeout(Duration::from_secs(60), listing).await.expect("the server answers within a minute")
}

fn fits(pattern: &str, name: &str) -> bool {
    let Some(sign) = pattern.chars().next() else { return name.is_empty() };
    let rest = &pattern[sign.len_utf8()..];
    let mut behind = name.char_indices().map(|(at, first)| (first, &name[at + first.len_utf8()..]));
    match sign {
        '*' => fits(rest, name) || behind.any(|(_, name)| fits(rest, name)),
        _ => behind.next().is_some_and(|(first, name)| (sign == '?' || sign == first) && fits(rest, name)),
    }
}

fn is_pinned(name: &str) -> bool {
    PINS.iter().any(|(tool, _)| *tool == name) || PATTERNS.iter().any(|(pattern, _)| fits(pattern, name))
}

fn demanded(name: &str) -> Vec<(&'static str, &'static str)> {
    let own = PINS.iter().filter(|(tool, _)| *tool == name).flat_map(|(_, hints)| *hints);
    let mut all: Vec<_> = own.copied().collect();
    let is_own = all.clone();
    let general = PATTERNS.iter().filter(|(pattern, _)| fits(pattern, name)).flat_map(|(_, hints)| *hints);
    all.extend(general.filter(|(hint, _)| is_own.iter().all(|(own, _)| own != hint)));
    all
}

fn holds(expected: &str, found: Option<bool>) -> bool {
    match expected {
        "true" => found == Some(true),
        "false" => found == Some(false),
        "unset" => found.is_none(),
        "not true" => found != Some(true),
        "not false" => found != Some(false),
        _ => found.is_some(),
    }
}

fn found(tool: &Tool, hint: &str) -> Option<bool> {
    let annotations = tool.annotations.as_ref()?;
    match hint {
        "readOnlyHint" => annotations.read_only_hint,
        "destructiveHint" => annotations.destructive_hint,
        "idempotentHint" => annotations.idempotent_hint,
        _ => annotations.open_world_hint,
    }
}

fn is_bare(tool: &Tool) -> bool {
    tool.annotations.as_ref().is_none_or(|annotations| *annotations == ToolAnnotations::default())
}

async fn names(which: impl Fn(&Tool) -> bool) -> Vec<&'static str> {
    tools().await.iter().filter(|tool| which(tool)).map(|tool| &*tool.name).collect()
}
"#;

const ALL_ANNOTATED: &str = r#"
#[tokio::test]
async fn every_tool_has_annotations() {
    assert_eq!(names(is_bare).await, [""; 0]);
}
"#;

const OTHERS_ANNOTATED: &str = r#"
#[tokio::test]
async fn every_tool_that_is_not_pinned_has_annotations() {
    assert_eq!(names(|tool| is_bare(tool) && !is_pinned(&tool.name)).await, [""; 0]);
}
"#;

const TESTS: &str = r#"
#[tokio::test]
async fn no_destructive_tool_is_read_only() {
    let both = ["readOnlyHint", "destructiveHint"];
    let is_both = |tool: &Tool| both.iter().all(|hint| found(tool, hint) == Some(true));
    assert_eq!(names(is_both).await, [""; 0]);
}

#[tokio::test]
async fn every_tool_is_as_pinned() {
    let mut wrong = Vec::new();
    for tool in tools().await {
        for (hint, expected) in demanded(&tool.name) {
            let found = found(tool, hint);
            if !holds(expected, found) {
                let shown = found.map_or("unset".to_owned(), |found| found.to_string());
                wrong.push(format!("{:?}: {hint} must be {expected}, but is {shown}", tool.name));
            }
        }
    }
    assert!(wrong.is_empty(), "not as pinned:\n{}", wrong.join("\n"));
}

#[tokio::test]
async fn no_pinned_tool_is_missing() {
    let there = names(|_| true).await;
    let missing: Vec<&str> = PINS.iter().map(|(name, _)| *name).filter(|name| !there.contains(name)).collect();
    assert_eq!(missing, [""; 0]);
}
"#;

const NO_OTHERS: &str = r#"
#[tokio::test]
async fn every_tool_is_pinned() {
    assert_eq!(names(|tool| !is_pinned(&tool.name)).await, [""; 0]);
}
"#;
