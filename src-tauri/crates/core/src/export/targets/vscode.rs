//! VS Code: tool sets for the chat.

use serde_json::{Map, Value, json};

use super::shared::to_json_file;
use crate::export::location::{BaseFolder, FileLocation};
use crate::export::model::{ExportModel, ExportOptions, ExportedServer, ExportedTool, Permission};
use crate::export::report::{FidelityReport, TargetCapabilities};
use crate::export::target::{ExportFile, Target, TargetKind, TargetWriter, Verification};
use crate::model::hint::HintName;

pub const TARGET: Target = Target {
    id: "vscode",
    name: "VS Code",
    kind: TargetKind::Client,
    purpose: "Tool sets for the chat: the toolset, and the tools of each server decided to be read-only",
    file_name: "hintsmith.toolsets.jsonc",
    locations: &[FileLocation::user(BaseFolder::Application, "Code/User/prompts/hintsmith.toolsets.jsonc")],
    // Not the hint itself, but the set of the tools that have it.
    capabilities: TargetCapabilities {
        hints: &[HintName::ReadOnly],
        tool_selection: true,
        ..TargetCapabilities::NONE
    },
    verification: Verification::Docs,
    caveats: &[
        "Copy it to the folder `prompts` of your VS Code profile; the command Chat: Configure Tool Sets opens it.",
        "A tool set only groups tools. It approves nothing: VS Code runs a tool without asking if the server declares it \
         read-only, and no documented file lists approvals by tool.",
        "The name format `server/tool` is not documented for tools of MCP servers and was not tested.",
        "Tools that a server adds later are in no set until you export again.",
    ],
    writer: TargetWriter::NewFiles(render),
};

fn render(model: &ExportModel, options: ExportOptions, _: &mut FidelityReport) -> Vec<ExportFile> {
    let mut sets = Map::new();
    let matching_names = |predicate: &dyn Fn(&ExportedTool) -> bool, server: &ExportedServer| -> Vec<Value> {
        let tools = server.tools.iter().filter(|tool| predicate(tool));
        tools.map(|tool| json!(format!("{}/{}", server.name, tool.name))).collect()
    };
    if let Some(toolset) = &model.toolset {
        let tools: Vec<Value> = model
            .servers
            .iter()
            .flat_map(|server| matching_names(&|tool| tool.is_included, server))
            .collect();
        add_set(&mut sets, toolset, tools, "The tools of the toolset", "tools");
    }
    for server in &model.servers {
        let tools = matching_names(&|tool| tool.permission(options) == Permission::Allow, server);
        add_set(&mut sets, &format!("{}-read-only", server.name), tools, "Decided to be read-only", "book");
    }
    vec![ExportFile::new(TARGET.file_name, to_json_file(&Value::Object(sets)))]
}

/// Adds a tool set, unless it is empty or the name is taken.
fn add_set(sets: &mut Map<String, Value>, name: &str, tools: Vec<Value>, description: &str, icon: &str) {
    if !tools.is_empty() && !sets.contains_key(name) {
        sets.insert(name.to_owned(), json!({"tools": tools, "description": description, "icon": icon}));
    }
}
