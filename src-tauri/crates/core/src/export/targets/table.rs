//! Content of the tables of tools, shared by the Markdown, HTML and CSV targets.

use super::shared::qualified_name;
use crate::export::model::{ExportModel, ExportedServer, ExportedTool};
use crate::export::report::{FidelityReport, TargetCapabilities};
use crate::model::hint::{HintName, yes_no};

/// The capabilities of a table.
pub(super) const CAPABILITIES: TargetCapabilities = TargetCapabilities {
    title: true,
    hints: &HintName::ALL,
    description: true,
    tool_selection: true,
    ..TargetCapabilities::NONE
};

/// The labels of the hint columns.
pub(super) fn hint_labels() -> impl Iterator<Item = &'static str> {
    HintName::ALL.into_iter().map(HintName::label)
}

/// The value of a hint with its origin.
pub(super) fn describe_hint(tool: &ExportedTool, hint: HintName) -> String {
    match (&tool.hints[hint], tool.declared[hint]) {
        (Some(stated), _) if stated.is_decided => format!("{}, decided", yes_no(stated.value)),
        (Some(stated), _) if stated.is_guessed() => format!("{}, guessed", yes_no(stated.value)),
        (Some(stated), _) => format!("{}, by the HTTP method", yes_no(stated.value)),
        (None, Some(value)) => format!("{}, declared", yes_no(value)),
        (None, None) => String::new(),
    }
}

/// Records every excluded tool as left out.
pub(super) fn record_excluded(model: &ExportModel, report: &mut FidelityReport) {
    for server in &model.servers {
        for tool in server.tools.iter().filter(|tool| !tool.is_included) {
            report.record_tool_excluded(&qualified_name(server, tool));
        }
    }
}

/// The servers with at least one included tool, each with those tools.
pub(super) fn servers_with_tools(
    model: &ExportModel,
) -> impl Iterator<Item = (&ExportedServer, Vec<&ExportedTool>)> {
    let included_count =
        |server: &'_ ExportedServer| -> usize { server.tools.iter().filter(|tool| tool.is_included).count() };
    model
        .servers
        .iter()
        .filter(move |server| included_count(server) > 0)
        .map(|server| (server, server.tools.iter().filter(|tool| tool.is_included).collect()))
}
