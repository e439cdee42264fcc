//! OpenAI's app submission file: the hints of every tool, each with a justification.

use serde_json::{Map, Value, json};

use super::shared::{qualified_name, to_json_file};
use super::table::record_excluded;
use crate::export::model::{ExportModel, ExportOptions, ExportedServer, ExportedTool};
use crate::export::report::{FidelityReport, TargetCapabilities};
use crate::export::target::{ExportFile, Target, TargetKind, TargetWriter, Verification};
use crate::model::hint::{HintName, yes_no};
use crate::text::escape_line;

pub const TARGET: Target = Target {
    id: "chatgpt-submission",
    name: "ChatGPT app submission",
    kind: TargetKind::Document,
    purpose: "The hints of every tool with a reason for each, to import when an app is submitted to OpenAI",
    file_name: "chatgpt-app-submission.json",
    locations: &[],
    capabilities: TargetCapabilities {
        hints: &[HintName::ReadOnly, HintName::Destructive, HintName::OpenWorld],
        tool_selection: true,
        ..TargetCapabilities::NONE
    },
    verification: Verification::OurSchema,
    caveats: &[
        "OpenAI requires three hints for every tool. For a hint that is not set, the careful value is written with a reason \
         that starts with TODO: decide it before you submit.",
        "OpenAI's open world is narrower than MCP's: a tool that only searches the web is not open world, a tool that \
         changes what others see is.",
        "The reasons are those of your decisions; OpenAI expects one sentence about what the tool does. The hints must be \
         the same as those that the server declares.",
        "An app is one server: each further server gets a separate file.",
    ],
    writer: TargetWriter::NewFiles(render),
};

const JUSTIFICATION_KEYS: [(HintName, &str); 3] = [
    (HintName::ReadOnly, "read_only_justification"),
    (HintName::OpenWorld, "open_world_justification"),
    (HintName::Destructive, "destructive_justification"),
];

fn render(model: &ExportModel, _: ExportOptions, report: &mut FidelityReport) -> Vec<ExportFile> {
    record_excluded(model, report);
    let mut files = Vec::new();
    for (index, server) in model.servers.iter().enumerate() {
        let name = match index {
            0 => TARGET.file_name.to_owned(),
            _ => format!("chatgpt-app-submission-{}.json", index + 1),
        };
        if model.servers.len() > 1 {
            report.caveats.push(format!("{name} contains {}", server.name));
        }
        let mut tools = Map::new();
        for tool in server.tools.iter().filter(|tool| tool.is_included) {
            tools.insert(tool.name.clone(), build_entry(server, tool, report));
        }
        files.push(ExportFile::new(&name, render_submission(tools)));
    }
    if files.is_empty() {
        files.push(ExportFile::new(TARGET.file_name, render_submission(Map::new())));
    }
    files
}

fn render_submission(tools: Map<String, Value>) -> String {
    to_json_file(&json!({
        "$schema": "https://developers.openai.com/apps-sdk/schemas/chatgpt-app-submission.v1.json",
        "schema_version": 1,
        "tools": tools,
    }))
}

fn build_entry(server: &ExportedServer, tool: &ExportedTool, report: &mut FidelityReport) -> Value {
    let mut annotations = Map::new();
    let mut justifications = Map::new();
    for (hint, key) in JUSTIFICATION_KEYS {
        let is_read_only = tool.effective_hint(HintName::ReadOnly) == Some(true);
        // A read-only tool is not destructive, and the form requires a value.
        let value = match tool.effective_hint(hint) {
            Some(value) => value,
            None if hint == HintName::Destructive && is_read_only => false,
            None => hint.careful_value(),
        };
        if tool.effective_hint(hint).is_none() {
            let why = format!("it is not set, so it is written as {}", yes_no(value));
            report.record_changed(&qualified_name(server, tool), hint.cli_name(), why);
        }
        annotations.insert(hint.key().to_owned(), json!(value));
        justifications.insert(key.to_owned(), json!(justification(tool, hint, value, is_read_only)));
    }
    json!({"annotations": annotations, "justifications": justifications})
}

/// The user's reason, otherwise the meaning of the value.
fn justification(tool: &ExportedTool, hint: HintName, value: bool, is_read_only: bool) -> String {
    let stated = tool.hints[hint].as_ref();
    if let Some(because) = stated.and_then(|stated| stated.because.as_deref()) {
        return escape_line(because.trim()).into_owned();
    }
    let meaning = match (hint, value) {
        (HintName::ReadOnly, true) => "The tool only reads and changes nothing.",
        (HintName::ReadOnly, false) => "The tool can change something.",
        (HintName::Destructive, true) => "The tool can delete or overwrite something, or cannot be undone.",
        (HintName::Destructive, false) => "The tool deletes and overwrites nothing.",
        (HintName::OpenWorld, true) => "The tool can change something outside of the service itself.",
        (HintName::OpenWorld, false) => "The tool changes nothing outside of the service itself.",
        (HintName::Idempotent, _) => "",
    };
    let is_implied = hint == HintName::Destructive && is_read_only && !value;
    let decided =
        stated.is_some_and(|stated| !stated.is_guessed()) || tool.declared[hint] == Some(value) || is_implied;
    if decided { meaning.to_owned() } else { format!("TODO: not decided yet. {meaning}") }
}
