//! CSV table of tools and their hints.

use super::table::HOLDS;
use crate::csv::format_row;
use crate::export::offer::{Choice, Offer, OfferedServer, OfferedTool};
use crate::export::report::Report;
use crate::export::target::{Checked, File, Kind, Target, Write};
use crate::hint::HintName;

pub const TARGET: Target = Target {
    id: "csv",
    name: "CSV",
    kind: Kind::Document,
    purpose: "One line for each tool with its hints, for a spreadsheet",
    file_name: "tools.csv",
    holds: HOLDS,
    checked: Checked::People,
    remarks: &[
        "A cell that a spreadsheet could take for a formula begins with an apostrophe.",
        "An empty cell is a hint that nobody speaks of. `decided` names the hints that a person decided.",
    ],
    write: Write::Whole(write),
};

fn write(offer: &Offer, _: Choice, _: &mut Report) -> Vec<File> {
    let mut header = vec!["server", "tool", "offered", "title"];
    header.extend(HintName::ALL.map(HintName::key));
    header.extend(["decided", "reviewed", "description"]);
    let mut out = format_row(header.into_iter().map(str::to_owned));
    for server in &offer.servers {
        for tool in &server.tools {
            out.push_str(&format_row(cells(server, tool).into_iter()));
        }
    }
    vec![File::new(TARGET.file_name, out)]
}

fn cells(server: &OfferedServer, tool: &OfferedTool) -> Vec<String> {
    let title = tool.shown_title().unwrap_or_default().to_owned();
    let mut cells = vec![server.name.clone(), tool.name.clone(), tool.offered.to_string(), title];
    cells
        .extend(HintName::ALL.map(|hint| tool.hint(hint).map(|value| value.to_string()).unwrap_or_default()));
    let decided = HintName::ALL
        .into_iter()
        .filter(|hint| tool.hints[*hint].as_ref().is_some_and(|stated| stated.decided))
        .map(HintName::word);
    cells.push(decided.collect::<Vec<_>>().join(" "));
    cells.push(tool.reviewed.to_string());
    cells.push(tool.shown_description().to_owned());
    cells
}
