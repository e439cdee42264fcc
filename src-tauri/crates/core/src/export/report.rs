//! Fidelity report of an export: per tool, the fields that were carried over, changed or dropped, with reasons.

use serde::{Deserialize, Serialize};

use super::offer::{Choice, Offer, OfferedTool, Permission};
use crate::hint::HintName;

/// The information about a tool that a format can represent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Holds {
    pub title: bool,
    pub hints: &'static [HintName],
    /// Descriptions, and with them notes.
    pub description: bool,
    pub parameters: bool,
    /// The selection of tools.
    pub offered: bool,
    /// Not the hints themselves, but the permission that follows from them: allow, ask or deny.
    pub permissions: bool,
}

impl Holds {
    pub const NOTHING: Self = Self {
        title: false,
        hints: &[],
        description: false,
        parameters: false,
        offered: false,
        permissions: false,
    };

    /// The capabilities of a client's permission file.
    pub const PERMISSIONS: Self = Self { offered: true, permissions: true, ..Self::NOTHING };

    /// The names of the capabilities, for the documentation.
    pub fn words(&self) -> Vec<&'static str> {
        let mut words: Vec<&'static str> = self.hints.iter().map(|hint| hint.word()).collect();
        let others = [
            (self.title, "title"),
            (self.description, "description"),
            (self.parameters, "parameters"),
            (self.offered, "which tools are offered"),
            (self.permissions, "allow, ask or deny"),
        ];
        words.extend(others.into_iter().filter(|(holds, _)| *holds).map(|(_, word)| word));
        words
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct Report {
    /// Only tools with at least one entry.
    pub tools: Vec<ToolReport>,
    /// Remarks about the export as a whole.
    pub remarks: Vec<String>,
    /// Index of the last accessed tool, a search hint: targets process the tools in order.
    #[serde(skip)]
    last: usize,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct ToolReport {
    /// `server.tool`
    pub tool: String,
    pub carried: Vec<String>,
    pub changed: Vec<Told>,
    pub dropped: Vec<Told>,
}

/// A field, and what happened to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct Told {
    pub field: String,
    pub why: String,
}

impl Report {
    /// The report for a target with these capabilities, before the target adds its own entries.
    pub fn of(offer: &Offer, holds: &Holds, choice: Choice) -> Self {
        let mut report = Self::default();
        for server in &offer.servers {
            for tool in &server.tools {
                let line = tool_report(&server.name, tool, holds, offer.toolset.is_some(), choice);
                if line != (ToolReport { tool: line.tool.clone(), ..ToolReport::default() }) {
                    report.tools.push(line);
                }
            }
        }
        report
    }

    /// Records that a field was changed.
    pub fn changed(&mut self, tool: &str, field: &str, why: String) {
        self.line(tool).changed.push(Told { field: field.to_owned(), why });
    }

    /// Records that a field could not be carried over.
    pub fn dropped(&mut self, tool: &str, field: &str, why: String) {
        let line = self.line(tool);
        line.carried.retain(|carried| carried != field);
        line.dropped.push(Told { field: field.to_owned(), why });
    }

    /// Records that no field of a tool could be carried over.
    pub fn dropped_whole(&mut self, tool: &str, why: &str) {
        let line = self.line(tool);
        let mut fields = std::mem::take(&mut line.carried);
        if fields.is_empty() {
            fields.push("the tool".to_owned());
        }
        line.dropped.extend(fields.into_iter().map(|field| Told { field, why: why.to_owned() }));
    }

    /// Records that a tool is left out with all of its decisions, as the toolset demands.
    pub fn left_out(&mut self, tool: &str) {
        self.line(tool).carried.retain(|carried| carried == "not offered");
    }

    /// Records that a tool is asked about instead of being allowed or denied.
    pub fn asked_instead(&mut self, tool: &str, why: &str) {
        let line = self.line(tool);
        line.changed.retain(|told| told.field != "hints");
        line.changed.push(Told { field: "hints".to_owned(), why: format!("is asked about: {why}") });
        line.carried.retain(|carried| carried != "not offered");
    }

    /// Records that nothing but the selection of a tool could be carried over.
    pub fn dropped_news(&mut self, tool: &str, why: &str) {
        let is_offer = |field: &String| field == "offered" || field == "not offered";
        let (offer, news): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.line(tool).carried).into_iter().partition(is_offer);
        let line = self.line(tool);
        line.carried = offer;
        line.dropped.extend(news.into_iter().map(|field| Told { field, why: why.to_owned() }));
    }

    /// A report with remarks only.
    pub fn remarking(remarks: Vec<String>) -> Self {
        Self { remarks, ..Self::default() }
    }

    fn line(&mut self, tool: &str) -> &mut ToolReport {
        let after = self.tools.iter().enumerate().skip(self.last);
        let before = self.tools.iter().enumerate().take(self.last);
        let found = after.chain(before).find(|(_, line)| line.tool == tool).map(|(place, _)| place);
        self.last = found.unwrap_or_else(|| {
            self.tools.push(ToolReport { tool: tool.to_owned(), ..ToolReport::default() });
            self.tools.len() - 1
        });
        &mut self.tools[self.last]
    }
}

fn tool_report(server: &str, tool: &OfferedTool, holds: &Holds, chosen: bool, choice: Choice) -> ToolReport {
    let mut report = ToolReport { tool: format!("{server}.{}", tool.name), ..ToolReport::default() };
    // For an excluded tool nothing else is written.
    let hidden = chosen && !tool.offered && holds.offered;
    let mut put = |is_there: bool, field: &str, held: bool| {
        if hidden && field != "not offered" {
            return;
        }
        if is_there && held {
            report.carried.push(field.to_owned());
        } else if is_there {
            let why = "the format has no place for it".to_owned();
            report.dropped.push(Told { field: field.to_owned(), why });
        }
    };
    for hint in HintName::ALL.into_iter().filter(|_| !holds.permissions) {
        put(tool.hints[hint].is_some(), hint.word(), holds.hints.contains(&hint));
    }
    put(tool.title.is_some(), "title", holds.title);
    put(tool.annotated.is_some(), "notes", holds.description);
    put(!tool.parameters.is_empty(), "parameters", holds.parameters);
    put(chosen, if tool.offered { "offered" } else { "not offered" }, holds.offered);
    if holds.permissions {
        let why = match tool.permission(choice) {
            Permission::Allow => "runs without a question",
            Permission::Ask => "is asked about",
            Permission::Deny => "is refused",
        };
        report.changed.push(Told { field: "hints".to_owned(), why: why.to_owned() });
    }
    let held_back = tool.held_back.iter();
    report.dropped.extend(held_back.map(|held| Told { field: held.field.to_owned(), why: held.why.clone() }));
    report
}
