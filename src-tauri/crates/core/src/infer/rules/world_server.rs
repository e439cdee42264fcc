//! Majority world of a server's tools.

use super::{Example, Facts, Out, Rule, Says};
use crate::hint::HintName::OpenWorld;
use crate::infer::Certainty::Likely;
use crate::infer::Place;
use crate::infer::world::World;

pub const RULE: Rule = Rule {
    id: "world-of-the-server",
    what: "A server whose tools speak of mail, pages or customers reaches outside; one of tasks, tables or devices stays with its own.",
    why: "Authors choose open world for a whole server. What its tools handle tells whether others have a hand in it.",
    examples: &[
        Example {
            name: "list_drafts",
            others: &["send_email", "list_contacts", "search_mailbox"],
            expect: &[(OpenWorld, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "list_drafts",
            others: &["add_task", "list_projects", "update_dashboard"],
            expect: &[(OpenWorld, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &Facts, out: &mut Out| {
        let Some((world, words)) = facts.server.world() else { return };
        let says = match world {
            World::Outside => Says(OpenWorld, true, Likely, "the server's tools speak of *{}*"),
            World::Own => Says(OpenWorld, false, Likely, "the server's tools speak of its own *{}*"),
        };
        out.one(Place::OtherTools, words, says);
    },
};
