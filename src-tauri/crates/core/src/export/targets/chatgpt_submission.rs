//! OpenAI's app submission file: the hints of every tool, each with a justification.

use serde_json::{Map, Value, json};

use super::parts::{full, json_file};
use super::table::leave_out;
use crate::export::offer::{Choice, Offer, OfferedServer, OfferedTool};
use crate::export::report::{Holds, Report};
use crate::export::target::{Checked, File, Kind, Target, Write};
use crate::hint::{HintName, yes_no};
use crate::text::escape_line;

pub const TARGET: Target = Target {
    id: "chatgpt-submission",
    name: "ChatGPT app submission",
    kind: Kind::Document,
    purpose: "The hints of every tool with a reason for each, to import when an app is submitted to OpenAI",
    file_name: "chatgpt-app-submission.json",
    holds: Holds {
        hints: &[HintName::ReadOnly, HintName::Destructive, HintName::OpenWorld],
        offered: true,
        ..Holds::NOTHING
    },
    checked: Checked::OurSchema,
    remarks: &[
        "OpenAI wants three hints said for every tool. Where nobody says one the careful value is written and its reason \
         begins with TODO: decide it before you submit.",
        "OpenAI means less by open world than MCP does: a tool that only searches the web is not open world there, one \
         that can change what others see is.",
        "The reasons are those given with a decision; one sentence about what the tool does is wanted. The hints must be \
         the same that the server itself declares.",
        "An app is one server: each further server gets a file of its own.",
    ],
    write: Write::Whole(write),
};

const HINTS: [(HintName, &str); 3] = [
    (HintName::ReadOnly, "read_only_justification"),
    (HintName::OpenWorld, "open_world_justification"),
    (HintName::Destructive, "destructive_justification"),
];

fn write(offer: &Offer, _: Choice, report: &mut Report) -> Vec<File> {
    leave_out(offer, report);
    let mut files = Vec::new();
    for (place, server) in offer.servers.iter().enumerate() {
        let name = match place {
            0 => TARGET.file_name.to_owned(),
            _ => format!("chatgpt-app-submission-{}.json", place + 1),
        };
        if offer.servers.len() > 1 {
            report.remarks.push(format!("{name} is about {}", server.name));
        }
        let mut tools = Map::new();
        for tool in server.tools.iter().filter(|tool| tool.offered) {
            tools.insert(tool.name.clone(), entry(server, tool, report));
        }
        files.push(File::new(&name, submission(tools)));
    }
    if files.is_empty() {
        files.push(File::new(TARGET.file_name, submission(Map::new())));
    }
    files
}

fn submission(tools: Map<String, Value>) -> String {
    json_file(&json!({
        "$schema": "https://developers.openai.com/apps-sdk/schemas/chatgpt-app-submission.v1.json",
        "schema_version": 1,
        "tools": tools,
    }))
}

fn entry(server: &OfferedServer, tool: &OfferedTool, report: &mut Report) -> Value {
    let mut annotations = Map::new();
    let mut justifications = Map::new();
    for (hint, key) in HINTS {
        let reads = tool.hint(HintName::ReadOnly) == Some(true);
        // A read-only tool is not destructive, and the form requires a value.
        let value = match tool.hint(hint) {
            Some(value) => value,
            None if hint == HintName::Destructive && reads => false,
            None => hint.careful(),
        };
        if tool.hint(hint).is_none() {
            let why = format!("nobody says it, so it is written as {}", yes_no(value));
            report.changed(&full(server, tool), hint.word(), why);
        }
        annotations.insert(hint.key().to_owned(), json!(value));
        justifications.insert(key.to_owned(), json!(reason(tool, hint, value, reads)));
    }
    json!({"annotations": annotations, "justifications": justifications})
}

/// The user's reason, otherwise the meaning of the value.
fn reason(tool: &OfferedTool, hint: HintName, value: bool, reads: bool) -> String {
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
    let follows = hint == HintName::Destructive && reads && !value;
    let decided =
        stated.is_some_and(|stated| stated.decided) || tool.declared[hint] == Some(value) || follows;
    if decided { meaning.to_owned() } else { format!("TODO: nobody has decided this yet. {meaning}") }
}
