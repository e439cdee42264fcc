//! CSV table of tools and their hints.

use super::table::CAPABILITIES;
use crate::export::model::{ExportModel, ExportOptions, ExportedServer, ExportedTool};
use crate::export::report::FidelityReport;
use crate::export::target::{ExportFile, Target, TargetKind, TargetWriter, Verification};
use crate::model::hint::HintName;
use crate::text::csv::format_row;

pub const TARGET: Target = Target {
    id: "csv",
    name: "CSV",
    kind: TargetKind::Document,
    purpose: "One line for each tool with its hints, for a spreadsheet",
    file_name: "tools.csv",
    locations: &[],
    capabilities: CAPABILITIES,
    verification: Verification::People,
    caveats: &[
        "A cell that a spreadsheet could interpret as a formula starts with an apostrophe.",
        "An empty cell is a hint without a value. `decided` lists the hints that are decided.",
    ],
    writer: TargetWriter::NewFiles(render),
};

fn render(model: &ExportModel, _: ExportOptions, _: &mut FidelityReport) -> Vec<ExportFile> {
    let mut header = vec!["server", "tool", "offered", "title"];
    header.extend(HintName::ALL.map(HintName::key));
    header.extend(["decided", "reviewed", "description"]);
    let mut out = format_row(header.into_iter().map(str::to_owned));
    for server in &model.servers {
        for tool in &server.tools {
            out.push_str(&format_row(cells(server, tool).into_iter()));
        }
    }
    vec![ExportFile::new(TARGET.file_name, out)]
}

fn cells(server: &ExportedServer, tool: &ExportedTool) -> Vec<String> {
    let title = tool.effective_title().unwrap_or_default().to_owned();
    let mut cells = vec![server.name.clone(), tool.name.clone(), tool.is_included.to_string(), title];
    cells.extend(
        HintName::ALL
            .map(|hint| tool.effective_hint(hint).map(|value| value.to_string()).unwrap_or_default()),
    );
    let decided = HintName::ALL
        .into_iter()
        .filter(|hint| tool.hints[*hint].as_ref().is_some_and(|stated| stated.is_decided))
        .map(HintName::cli_name);
    cells.push(decided.collect::<Vec<_>>().join(" "));
    cells.push(tool.is_reviewed.to_string());
    cells.push(tool.effective_description().to_owned());
    cells
}
