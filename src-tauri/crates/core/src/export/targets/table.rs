//! Content of the tables of tools, shared by the Markdown, HTML and CSV targets.

use super::parts::full;
use crate::export::offer::{Offer, OfferedServer, OfferedTool};
use crate::export::report::{Holds, Report};
use crate::hint::{HintName, yes_no};

/// The capabilities of a table.
pub(super) const HOLDS: Holds =
    Holds { title: true, hints: &HintName::ALL, description: true, offered: true, ..Holds::NOTHING };

/// The labels of the hint columns.
pub(super) fn labels() -> impl Iterator<Item = &'static str> {
    HintName::ALL.into_iter().map(HintName::label)
}

/// The value of a hint with its origin.
pub(super) fn told(tool: &OfferedTool, hint: HintName) -> String {
    match (&tool.hints[hint], tool.declared[hint]) {
        (Some(stated), _) if stated.decided => format!("{}, decided", yes_no(stated.value)),
        (Some(stated), _) => format!("{}, guessed", yes_no(stated.value)),
        (None, Some(value)) => format!("{}, the server says", yes_no(value)),
        (None, None) => String::new(),
    }
}

/// Records every excluded tool as left out.
pub(super) fn leave_out(offer: &Offer, report: &mut Report) {
    for server in &offer.servers {
        for tool in server.tools.iter().filter(|tool| !tool.offered) {
            report.left_out(&full(server, tool));
        }
    }
}

/// The servers with at least one included tool, each with those tools.
pub(super) fn servers(offer: &Offer) -> impl Iterator<Item = (&OfferedServer, Vec<&OfferedTool>)> {
    let offered =
        |server: &'_ OfferedServer| -> usize { server.tools.iter().filter(|tool| tool.offered).count() };
    offer
        .servers
        .iter()
        .filter(move |server| offered(server) > 0)
        .map(|server| (server, server.tools.iter().filter(|tool| tool.offered).collect()))
}
