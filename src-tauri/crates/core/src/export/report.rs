//! Fidelity report of an export: per tool, the fields that were carried over, changed or dropped, with reasons.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::model::{ExportModel, ExportOptions, ExportedTool, Permission};
use crate::approval::ApprovalMode;
use crate::model::hint::HintName;
use crate::model::overrides::Field;

/// The information about a tool that a format can represent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TargetCapabilities {
    pub title: bool,
    pub hints: &'static [HintName],
    /// Descriptions, and with them notes.
    pub description: bool,
    pub parameters: bool,
    pub icon: bool,
    /// The selection of tools.
    pub tool_selection: bool,
    /// Not the hints themselves, but the permission that follows from them: allow, ask or deny.
    pub permissions: bool,
}

impl TargetCapabilities {
    pub const NONE: Self = Self {
        title: false,
        hints: &[],
        description: false,
        parameters: false,
        icon: false,
        tool_selection: false,
        permissions: false,
    };

    /// The capabilities of a client's permission file.
    pub const PERMISSIONS: Self = Self { tool_selection: true, permissions: true, ..Self::NONE };

    /// Returns whether a decision of a field changes what is written.
    pub fn holds_field(&self, field: &Field) -> bool {
        match field {
            Field::Hint(hint) => self.holds_hint(*hint),
            Field::Title => self.title,
            Field::Description => self.description,
            Field::Icon => self.icon,
            Field::Parameter(_) => self.parameters,
        }
    }

    /// Permissions follow from two of the hints.
    pub fn holds_hint(&self, hint: HintName) -> bool {
        self.hints.contains(&hint)
            || self.permissions && matches!(hint, HintName::ReadOnly | HintName::Destructive)
    }

    /// The same for the name of a field in a report.
    fn holds_reported_field(&self, name: &str) -> bool {
        match name {
            "title" => self.title,
            "description" | "notes" => self.description,
            "icon" => self.icon,
            "parameters" => self.parameters,
            hint => HintName::ALL.into_iter().any(|known| known.cli_name() == hint && self.holds_hint(known)),
        }
    }

    /// The names of the capabilities, for the documentation.
    pub fn labels(&self) -> Vec<&'static str> {
        let mut labels: Vec<&'static str> = self.hints.iter().map(|hint| hint.cli_name()).collect();
        let others = [
            (self.title, "title"),
            (self.description, "description"),
            (self.parameters, "parameters"),
            (self.icon, "icon"),
            (self.tool_selection, "which tools are offered"),
            (self.permissions, "allow, ask or deny"),
        ];
        labels.extend(others.into_iter().filter(|(supported, _)| *supported).map(|(_, word)| word));
        labels
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct FidelityReport {
    /// Only tools with at least one entry.
    pub tools: Vec<ToolReport>,
    /// Remarks about the export as a whole.
    pub caveats: Vec<String>,
    /// Positions in `tools`, because targets record outcomes tool by tool.
    #[serde(skip)]
    positions: ToolPositions,
}

/// The position of each tool among those that were indexed so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct ToolPositions {
    by_name: HashMap<String, usize>,
    indexed: usize,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct ToolReport {
    /// `server.tool`
    pub tool: String,
    pub exported: Vec<String>,
    pub changed: Vec<FieldOutcome>,
    pub dropped: Vec<FieldOutcome>,
}

/// A field, and what happened to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct FieldOutcome {
    pub field: String,
    pub why: String,
}

impl FidelityReport {
    /// The report for a target with these capabilities, before the target adds its own entries.
    pub fn from_model(
        model: &ExportModel,
        capabilities: &TargetCapabilities,
        options: ExportOptions,
    ) -> Self {
        let mut report = Self::default();
        for server in &model.servers {
            for tool in &server.tools {
                let entry =
                    build_tool_report(&server.name, tool, capabilities, model.toolset.is_some(), options);
                if entry != (ToolReport { tool: entry.tool.clone(), ..ToolReport::default() }) {
                    report.tools.push(entry);
                }
            }
        }
        report
    }

    /// Records that a field was carried over.
    pub fn record_exported(&mut self, tool: &str, field: &str) {
        self.tool_entry(tool).exported.push(field.to_owned());
    }

    /// Records that a field was changed.
    pub fn record_changed(&mut self, tool: &str, field: &str, why: String) {
        self.tool_entry(tool).changed.push(FieldOutcome { field: field.to_owned(), why });
    }

    /// Records that a field could not be carried over.
    pub fn record_dropped(&mut self, tool: &str, field: &str, why: String) {
        let line = self.tool_entry(tool);
        line.exported.retain(|exported| exported != field);
        line.dropped.push(FieldOutcome { field: field.to_owned(), why });
    }

    /// Records that no field of a tool could be carried over.
    pub fn record_tool_dropped(&mut self, tool: &str, why: &str) {
        let line = self.tool_entry(tool);
        let mut fields = std::mem::take(&mut line.exported);
        if fields.is_empty() {
            fields.push("the tool".to_owned());
        }
        line.dropped.extend(fields.into_iter().map(|field| FieldOutcome { field, why: why.to_owned() }));
    }

    /// Records that a tool is left out with all of its decisions, as the toolset demands.
    pub fn record_tool_excluded(&mut self, tool: &str) {
        self.tool_entry(tool).exported.retain(|exported| exported == "not offered");
    }

    /// Records that a tool is asked about instead of being allowed or denied.
    pub fn record_ask_instead(&mut self, tool: &str, why: &str) {
        let line = self.tool_entry(tool);
        line.changed.retain(|outcome| outcome.field != "hints");
        line.changed.push(FieldOutcome { field: "hints".to_owned(), why: format!("needs approval: {why}") });
        line.exported.retain(|exported| exported != "not offered");
    }

    /// Records that nothing but the selection of a tool could be carried over.
    pub fn record_overrides_dropped(&mut self, tool: &str, why: &str) {
        let is_selection = |field: &String| field == "offered" || field == "not offered";
        let (selection, overrides): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.tool_entry(tool).exported).into_iter().partition(is_selection);
        let line = self.tool_entry(tool);
        line.exported = selection;
        line.dropped.extend(overrides.into_iter().map(|field| FieldOutcome { field, why: why.to_owned() }));
    }

    /// A report with caveats only.
    pub fn with_caveats(caveats: Vec<String>) -> Self {
        Self { caveats, ..Self::default() }
    }

    fn tool_entry(&mut self, tool: &str) -> &mut ToolReport {
        let index = self.positions.find(&self.tools, tool).unwrap_or_else(|| {
            self.tools.push(ToolReport { tool: tool.to_owned(), ..ToolReport::default() });
            self.tools.len() - 1
        });
        &mut self.tools[index]
    }
}

impl ToolPositions {
    /// The first tool with this name. Indexes the tools that were added since the last search.
    fn find(&mut self, tools: &[ToolReport], name: &str) -> Option<usize> {
        for (index, line) in tools.iter().enumerate().skip(self.indexed) {
            self.by_name.entry(line.tool.clone()).or_insert(index);
        }
        self.indexed = tools.len();
        self.by_name.get(name).copied()
    }
}

fn build_tool_report(
    server: &str,
    tool: &ExportedTool,
    capabilities: &TargetCapabilities,
    has_toolset: bool,
    options: ExportOptions,
) -> ToolReport {
    let mut report = ToolReport { tool: format!("{server}.{}", tool.name), ..ToolReport::default() };
    // For an excluded tool nothing else is written.
    let is_excluded = has_toolset && !tool.is_included && capabilities.tool_selection;
    let mut record = |is_there: bool, field: &str, is_supported: bool| {
        if is_excluded && field != "not offered" {
            return;
        }
        if is_there && is_supported {
            report.exported.push(field.to_owned());
        } else if is_there {
            let why = "the format cannot represent it".to_owned();
            report.dropped.push(FieldOutcome { field: field.to_owned(), why });
        }
    };
    for hint in HintName::ALL.into_iter().filter(|_| !capabilities.permissions) {
        record(tool.hints[hint].is_some(), hint.cli_name(), capabilities.hints.contains(&hint));
    }
    record(tool.title.is_some(), "title", capabilities.title);
    for field in tool.description_fields() {
        record(true, field, capabilities.description);
    }
    record(tool.decided_icon.is_some(), "icon", capabilities.icon);
    record(!tool.parameter_descriptions.is_empty(), "parameters", capabilities.parameters);
    record(
        has_toolset,
        if tool.is_included { "offered" } else { "not offered" },
        capabilities.tool_selection,
    );
    if capabilities.permissions {
        let why = match tool.permission(options) {
            Permission::Deny if !tool.is_included => "is denied, because the toolset leaves it out",
            Permission::Deny if tool.approval == ApprovalMode::Block => {
                "is denied, as its approval mode says"
            }
            Permission::Deny if tool.is_denied_by_file => "stays denied, because the file denies it",
            Permission::Ask if tool.approval == ApprovalMode::NeverAsk => {
                "needs approval, because it may be destructive, and such calls are confirmed whatever the approval mode \
                 (preference approval.destructive)"
            }
            Permission::Allow | Permission::Ask
                if !matches!(tool.approval, ApprovalMode::ByHints | ApprovalMode::Block) =>
            {
                "follows the approval mode that you set"
            }
            Permission::Allow => "runs without asking, as you decided that it is read-only",
            Permission::Ask if tool.effective_hint(HintName::ReadOnly) == Some(true) => {
                "needs approval, until you decide that it is read-only"
            }
            Permission::Ask => "needs approval, because it is not read-only",
            Permission::Deny => "is denied, because it is destructive",
        };
        report.changed.push(FieldOutcome { field: "hints".to_owned(), why: why.to_owned() });
    }
    let held_back = tool.withheld.iter().filter(|withheld| capabilities.holds_reported_field(withheld.field));
    report.dropped.extend(
        held_back
            .map(|withheld| FieldOutcome { field: withheld.field.to_owned(), why: withheld.reason.clone() }),
    );
    report
}
