//! Rust test with rmcp.

use super::{
    StubInput, StubPin, ToolExpectation, braced_escape, constraints, file_header, new_tool_test, quote,
    render_tables,
};

pub fn render(input: &StubInput) -> String {
    let needs = "Needs, for tests: `rmcp` with the features client and transport-child-process, and `tokio` with full.";
    let mut out = file_header("//", input, needs);
    let command: Vec<String> = input.command.iter().map(|word| quote_string(word)).collect();
    let tables = render_tables(input, render_row, |implication| {
        format!("    ({}, {}),\n", render_demands(&implication.when), render_demands(&implication.then))
    });
    out.push_str(IMPORTS);
    out.push_str(&format!(
        "/// The command that starts the server: the program, then its arguments.\n\
         const COMMAND: &[&str] = &[{}];\n\n\
         type Demands = &'static [(&'static str, &'static str)];\n\
         type Pin = (&'static str, usize, Demands);\n\n\
         /// The expected hints of each tool, and how narrow the pin is: of the pins that constrain a hint of a tool, the\n\
         /// narrowest apply. A hint that is not listed may have any value.\n\
         const PINS: &[Pin] = &{};\n\n\
         /// The same for tools by name, with * for any text and ? for one character.\n\
         const PATTERNS: &[Pin] = &{};\n\n\
         /// A tool that meets the first expectation must also meet the second.\n\
         const IMPLICATIONS: &[(Demands, Demands)] = &{};\n",
        command.join(", "),
        render_block(&tables.pins),
        render_block(&tables.patterns),
        render_block(&tables.implications)
    ));
    out.push_str(HELPERS);
    out.push_str(TESTS);
    out.push_str(&new_tool_test(input, IS_NAMED, OTHERS_ANNOTATED, NO_OTHERS));
    out
}

fn render_row(pin: &StubPin) -> String {
    format!("    ({}, {}, {}),\n", quote_string(pin.name), pin.narrowness, render_demands(&pin.expected))
}

fn render_demands(expected: &ToolExpectation) -> String {
    let demands: Vec<String> =
        constraints(expected).map(|(hint, word)| format!("(\"{hint}\", \"{word}\")")).collect();
    format!("&[{}]", demands.join(", "))
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
use rmcp::model::Tool;
use rmcp::transport::TokioChildProcess;
use tokio::process::Command;
use tokio::sync::OnceCell;
use tokio::time::timeout;

"#;

const HELPERS: &str = r#"
const HINTS: [&str; 4] = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];

static TOOLS: OnceCell<Vec<Tool>> = OnceCell::const_new();

async fn listed() -> Vec<Tool> {
    let (program, arguments) = COMMAND.split_first().expect("set COMMAND to the command that starts the server");
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

fn demanded(name: &str) -> Vec<(&'static str, &'static str)> {
    let own = PINS.iter().filter(|(tool, _, _)| *tool == name);
    let matching: Vec<&Pin> = own.chain(PATTERNS.iter().filter(|(pattern, _, _)| fits(pattern, name))).collect();
    let mut all = Vec::new();
    for hint in HINTS.iter().chain(&["annotations"]) {
        let about = matching.iter().flat_map(|(_, narrowness, demands)| {
            demands.iter().filter(|(key, _)| key == hint).map(move |demand| (*narrowness, *demand))
        });
        let about: Vec<_> = about.collect();
        let narrowest = about.iter().map(|(narrowness, _)| *narrowness).max();
        all.extend(about.iter().filter(|(narrowness, _)| Some(*narrowness) == narrowest).map(|(_, demand)| *demand));
    }
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
        "openWorldHint" => annotations.open_world_hint,
        _ => HINTS.iter().any(|hint| found(tool, hint).is_some()).then_some(true),
    }
}

fn meets(tool: &Tool, demands: Demands) -> bool {
    demands.iter().all(|(hint, expected)| holds(expected, found(tool, hint)))
}

async fn names(which: impl Fn(&Tool) -> bool) -> Vec<&'static str> {
    tools().await.iter().filter(|tool| which(tool)).map(|tool| &*tool.name).collect()
}
"#;

const TESTS: &str = r#"
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
async fn every_implication_holds() {
    let mut wrong = Vec::new();
    for tool in tools().await {
        for (when, then) in IMPLICATIONS {
            if meets(tool, when) && !meets(tool, then) {
                wrong.push(format!("{:?} is {when:?}, so it must be {then:?}", tool.name));
            }
        }
    }
    assert!(wrong.is_empty(), "not as implied:\n{}", wrong.join("\n"));
}

#[tokio::test]
async fn no_pinned_tool_is_missing() {
    let there = names(|_| true).await;
    let missing: Vec<&str> = PINS.iter().map(|(name, _, _)| *name).filter(|name| !there.contains(name)).collect();
    assert_eq!(missing, [""; 0]);
}
"#;

const IS_NAMED: &str = r#"
fn is_named(name: &str) -> bool {
    PINS.iter().any(|(tool, _, _)| *tool == name)
}
"#;

const OTHERS_ANNOTATED: &str = r#"
#[tokio::test]
async fn every_tool_that_is_not_pinned_by_name_has_annotations() {
    assert_eq!(names(|tool| found(tool, "annotations").is_none() && !is_named(&tool.name)).await, [""; 0]);
}
"#;

const NO_OTHERS: &str = r#"
#[tokio::test]
async fn every_tool_is_pinned_by_name() {
    assert_eq!(names(|tool| !is_named(&tool.name)).await, [""; 0]);
}
"#;
