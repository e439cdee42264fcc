//! What a table for people says about each tool; the same in Markdown, HTML and CSV.

use super::parts::full;
use crate::export::offer::{Offer, OfferedServer, OfferedTool};
use crate::export::report::{Holds, Report};
use crate::hint::{HintName, yes_no};

/// What a table holds.
pub(super) const HOLDS: Holds =
    Holds { title: true, hints: &HintName::ALL, description: true, offered: true, ..Holds::NOTHING };

/// The columns of hints, with their labels.
pub(super) fn labels() -> impl Iterator<Item = &'static str> {
    HintName::ALL.into_iter().map(HintName::label)
}

/// A hint and whose word it is.
pub(super) fn told(tool: &OfferedTool, hint: HintName) -> String {
    match (&tool.hints[hint], tool.declared[hint]) {
        (Some(stated), _) if stated.decided => format!("{}, decided", yes_no(stated.value)),
        (Some(stated), _) => format!("{}, guessed", yes_no(stated.value)),
        (None, Some(value)) => format!("{}, the server says", yes_no(value)),
        (None, None) => String::new(),
    }
}

/// Says of every tool that is not offered that it is left out.
pub(super) fn leave_out(offer: &Offer, report: &mut Report) {
    for server in &offer.servers {
        for tool in server.tools.iter().filter(|tool| !tool.offered) {
            report.left_out(&full(server, tool));
        }
    }
}

/// The servers that have tools, and those that are offered.
pub(super) fn servers(offer: &Offer) -> impl Iterator<Item = (&OfferedServer, Vec<&OfferedTool>)> {
    let offered =
        |server: &'_ OfferedServer| -> usize { server.tools.iter().filter(|tool| tool.offered).count() };
    offer
        .servers
        .iter()
        .filter(move |server| offered(server) > 0)
        .map(|server| (server, server.tools.iter().filter(|tool| tool.offered).collect()))
}
