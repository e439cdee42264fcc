//! Markdown tables of tools and their hints. Server text is escaped.

use std::fmt::Write as _;

use super::table::{HOLDS, labels, leave_out, servers, told};
use crate::export::markdown::escaped;
use crate::export::offer::{Choice, Offer};
use crate::export::report::Report;
use crate::export::target::{Checked, File, Kind, Target, Write};
use crate::hint::HintName;

pub const TARGET: Target = Target {
    id: "markdown-table",
    name: "Markdown table",
    kind: Kind::Document,
    purpose: "The tools of each server, their hints and whose word those are, for a README or a wiki",
    file_name: "tools.md",
    holds: HOLDS,
    checked: Checked::People,
    remarks: &["Tools outside the toolset are left out."],
    write: Write::Whole(write),
};

fn write(offer: &Offer, _: Choice, report: &mut Report) -> Vec<File> {
    leave_out(offer, report);
    let mut out = "# Tools\n".to_owned();
    let labels: Vec<&str> = labels().collect();
    for (server, tools) in servers(offer) {
        let _ = writeln!(out, "\n## {}\n", escaped(&server.name));
        let _ = writeln!(out, "| Tool | Title | {} | What it says |", labels.join(" | "));
        let _ = writeln!(out, "| --- | --- |{} --- |", " --- |".repeat(labels.len()));
        for tool in tools {
            let title = tool.shown_title().map(escaped).unwrap_or_default();
            let _ = write!(out, "| {} | {title} |", escaped(&tool.name));
            for hint in HintName::ALL {
                let _ = write!(out, " {} |", told(tool, hint));
            }
            let _ = writeln!(out, " {} |", escaped(tool.shown_description()));
        }
    }
    vec![File::new(TARGET.file_name, out)]
}
