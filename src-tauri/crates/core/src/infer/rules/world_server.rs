//! Majority world of a server's tools.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::Likely;
use crate::infer::EvidenceSource;
use crate::infer::world::World;
use crate::model::hint::HintName::OpenWorld;

pub const RULE: Rule = Rule {
    id: "world-of-the-server",
    summary: "A server whose tools speak of mail, pages or customers reaches outside; one of tasks, tables or devices stays with its own.",
    rationale: "Authors choose open world for a whole server. What its tools handle tells whether others have a hand in it.",
    examples: &[
        Example {
            name: "list_drafts",
            other_tools: &["send_email", "list_contacts", "search_mailbox"],
            expected: &[(OpenWorld, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "list_drafts",
            other_tools: &["add_task", "list_projects", "update_dashboard"],
            expected: &[(OpenWorld, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let Some((world, words)) = facts.server.majority_world() else { return };
        let says = match world {
            World::Open => Conclusion(OpenWorld, true, Likely, "the server's tools speak of *{}*"),
            World::Closed => Conclusion(OpenWorld, false, Likely, "the server's tools speak of its own *{}*"),
        };
        out.emit_one(EvidenceSource::OtherTools, words, says);
    },
};
