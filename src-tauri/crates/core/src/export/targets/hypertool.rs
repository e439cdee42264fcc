//! hypertool-mcp: a toolset with its notes, in `config.json`.

use std::collections::{BTreeMap, HashSet};

use super::shared::qualified_name;
use crate::export::hypertool::{self, HypertoolError, HypertoolToolset};
use crate::export::location::{BaseFolder, FileLocation};
use crate::export::model::{ExportModel, ExportOptions};
use crate::export::report::{FidelityReport, TargetCapabilities};
use crate::export::target::{MergeError, Target, TargetKind, TargetWriter, Verification};
use crate::model::toolset::{self, ToolReference};

pub const TARGET: Target = Target {
    id: "hypertool",
    name: "hypertool-mcp",
    kind: TargetKind::Gateway,
    purpose: "A toolset with the notes of its tools",
    file_name: "config.json",
    locations: &[FileLocation::user(BaseFolder::Home, ".toolprint/hypertool-mcp/config.json")],
    capabilities: TargetCapabilities { description: true, tool_selection: true, ..TargetCapabilities::NONE },
    verification: Verification::OurSchema,
    caveats: &[
        "The file is `~/.toolprint/hypertool-mcp/config.json`; use the toolset with `mcp run --equip-toolset NAME`. Other \
         toolsets in it are kept.",
        "hypertool appends the notes to the server's description; a decided description is not exported.",
        "Without a toolset, all tools are written as the toolset `hintsmith`; tools that a server adds later are not in it.",
    ],
    writer: TargetWriter::MergeInto { merge, denials: None },
};

fn merge(
    model: &ExportModel,
    _: ExportOptions,
    existing: &str,
    report: &mut FidelityReport,
) -> Result<String, MergeError> {
    let name = model.toolset.as_deref().unwrap_or("hintsmith");
    toolset::check_name(name).map_err(|error| MergeError::Unsupported(error.to_string()))?;
    let mut listed =
        hypertool::parse_config(existing).unwrap_or_default().toolsets.remove(name).unwrap_or_default();
    listed = HypertoolToolset {
        notes: Vec::new(),
        toolset: toolset::Toolset { tools: Vec::new(), ..listed.toolset },
        ..listed
    };
    let mut offered = Vec::new();
    let mut seen = HashSet::new();
    for server in &model.servers {
        for tool in &server.tools {
            if server.name.contains('.') || server.name.is_empty() || tool.name.is_empty() {
                report.record_tool_dropped(
                    &qualified_name(server, tool),
                    "hypertool treats a dot as the end of the server's name",
                );
                continue;
            }
            if tool.is_included && tool.decided_description.is_some() {
                let why = "hypertool adds notes to the server's description and cannot replace it".to_owned();
                report.record_dropped(&qualified_name(server, tool), "description", why);
            }
            if tool.is_included && seen.insert((&server.name, &tool.name)) {
                let reference = ToolReference::from_names(&server.name, &tool.name);
                if !tool.notes.is_empty() {
                    listed.notes.push((reference.clone(), tool.notes.clone()));
                }
                offered.push(reference);
            }
        }
    }
    listed.toolset.extend(offered);
    let text = (!existing.trim().is_empty()).then_some(existing);
    match hypertool::render_config(&BTreeMap::from([(name.to_owned(), listed)]), text) {
        Ok(text) => Ok(text),
        Err(error @ HypertoolError::EmptyToolset(_)) => {
            report.caveats.push(format!("Nothing was written: {error}."));
            Ok(existing.to_owned())
        }
        Err(HypertoolError::NotJson(why)) => Err(MergeError::Syntax { format: "JSON", why }),
        Err(error) => Err(MergeError::Unsupported(error.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::model::{ExportedServer, ExportedTool};

    #[test]
    fn other_toolsets_and_the_metadata_of_ours_are_preserved() {
        let existing = r#"{"version": "1.0.0", "toolsets": {
            "other": {"name": "other", "tools": [{"namespacedName": "x.y"}]},
            "daily": {"name": "daily", "description": "For the day", "createdAt": "2026-01-02", "tools": []}}}"#;
        let notes = vec![("team".to_owned(), "Ask.".to_owned())];
        let tool = ExportedTool { name: "t".to_owned(), is_included: true, notes, ..ExportedTool::default() };
        let server = ExportedServer { name: "s".to_owned(), tools: vec![tool], ..ExportedServer::default() };
        let model = ExportModel { toolset: Some("daily".to_owned()), servers: vec![server] };
        let text = merge(&model, ExportOptions::default(), existing, &mut FidelityReport::default()).unwrap();
        let read = hypertool::parse_config(&text).unwrap().toolsets;
        assert!(read.contains_key("other"));
        assert_eq!(read["daily"].toolset.description.as_deref(), Some("For the day"));
        assert_eq!(read["daily"].created_at.as_deref(), Some("2026-01-02"));
        assert_eq!(read["daily"].notes[0].1[0].1, "Ask.");
    }
}
