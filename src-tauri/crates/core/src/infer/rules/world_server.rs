//! Majority world of a server's tools.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::Likely;
use crate::infer::EvidenceSource;
use crate::infer::world::World;
use crate::model::hint::HintName::OpenWorld;

pub const RULE: Rule = Rule {
    id: "world-of-the-server",
    summary: "A server whose tools mention mail, pages or customers is open world; one whose tools mention tasks, tables or devices is not.",
    rationale: "Authors choose open world for a whole server. The data that its tools handle shows whether others change it too.",
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
        let conclusion = match world {
            World::Open => Conclusion(OpenWorld, true, Likely, "the server's tools mention *{}*"),
            World::Closed => Conclusion(OpenWorld, false, Likely, "the server's tools mention its own *{}*"),
        };
        out.emit_one(EvidenceSource::OtherTools, words, conclusion);
    },
};
