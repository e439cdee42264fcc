//! Markdown tables of tools and their hints. Server text is escaped.

use std::fmt::Write as _;

use super::table::{CAPABILITIES, describe_hint, hint_labels, record_excluded, servers_with_tools};
use crate::export::markdown::escape;
use crate::export::model::{ExportModel, ExportOptions};
use crate::export::report::FidelityReport;
use crate::export::target::{ExportFile, Target, TargetKind, TargetWriter, Verification};
use crate::model::hint::HintName;

pub const TARGET: Target = Target {
    id: "markdown-table",
    name: "Markdown table",
    kind: TargetKind::Document,
    purpose: "The tools of each server with their hints and the source of each, for a README or a wiki",
    file_name: "tools.md",
    locations: &[],
    capabilities: CAPABILITIES,
    verification: Verification::People,
    caveats: &["Tools outside the toolset are omitted."],
    writer: TargetWriter::NewFiles(render),
};

fn render(model: &ExportModel, _: ExportOptions, report: &mut FidelityReport) -> Vec<ExportFile> {
    record_excluded(model, report);
    let mut out = "# Tools\n".to_owned();
    let labels: Vec<&str> = hint_labels().collect();
    for (server, tools) in servers_with_tools(model) {
        let _ = writeln!(out, "\n## {}\n", escape(&server.name));
        let _ = writeln!(out, "| Tool | Title | {} | Description |", labels.join(" | "));
        let _ = writeln!(out, "| --- | --- |{} --- |", " --- |".repeat(labels.len()));
        for tool in tools {
            let title = tool.effective_title().map(escape).unwrap_or_default();
            let _ = write!(out, "| {} | {title} |", escape(&tool.name));
            for hint in HintName::ALL {
                let _ = write!(out, " {} |", describe_hint(tool, hint));
            }
            let _ = writeln!(out, " {} |", escape(tool.effective_description()));
        }
    }
    vec![ExportFile::new(TARGET.file_name, out)]
}
