//! Obot: a composite server for a Git catalogue, with tool descriptions and selection.

use serde_json::{Map, Value, json};

use crate::export::model::{ExportModel, ExportOptions, ExportedServer};
use crate::export::report::{FidelityReport, TargetCapabilities};
use crate::export::target::{ExportFile, Target, TargetKind, TargetWriter, Verification};
use crate::export::yaml;

pub const TARGET: Target = Target {
    id: "obot",
    name: "Obot",
    kind: TargetKind::Gateway,
    purpose: "A composite server for a Git catalogue: descriptions with their notes, and the selection of tools",
    file_name: "hintsmith.yaml",
    locations: &[],
    capabilities: TargetCapabilities { description: true, tool_selection: true, ..TargetCapabilities::NONE },
    verification: Verification::OurSchema,
    caveats: &[
        "Copy the file to your catalogue and set each `catalogEntryID` to the `entryKey` of that server there.",
        "A server with `toolOverrides` offers only listed and enabled tools, so every tool is listed: tools that it adds \
         later stay hidden until you export again. A server without changes has no list.",
    ],
    writer: TargetWriter::NewFiles(render),
};

fn render(model: &ExportModel, _: ExportOptions, _: &mut FidelityReport) -> Vec<ExportFile> {
    let servers: Vec<Value> =
        model.servers.iter().map(|server| build_component(server, model.toolset.is_some())).collect();
    let name = model.toolset.as_deref().unwrap_or("hintsmith");
    let entry = json!({
        "name": name,
        "runtime": "composite",
        "serverUserType": "singleUser",
        "compositeConfig": {"componentServers": servers},
    });
    vec![ExportFile::new(TARGET.file_name, yaml::to_yaml(&entry))]
}

fn build_component(server: &ExportedServer, has_toolset: bool) -> Value {
    let mut entry = Map::new();
    entry.insert("catalogEntryID".to_owned(), json!(server.name));
    let has_overrides = has_toolset || server.tools.iter().any(|tool| tool.overriding_description.is_some());
    let mut listed = Vec::new();
    for tool in server.tools.iter().filter(|_| has_overrides) {
        let mut override_entry = Map::new();
        override_entry.insert("name".to_owned(), json!(tool.name));
        override_entry.insert("enabled".to_owned(), json!(tool.is_included));
        if let Some(description) = tool.overriding_description.as_ref().filter(|_| tool.is_included) {
            override_entry.insert("overrideDescription".to_owned(), json!(description));
        }
        listed.push(Value::Object(override_entry));
    }
    if !listed.is_empty() {
        entry.insert("toolOverrides".to_owned(), Value::Array(listed));
    }
    Value::Object(entry)
}
