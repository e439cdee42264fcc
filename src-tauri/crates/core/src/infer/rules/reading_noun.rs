//! Names without a verb that end in a noun for information.

use super::{Example, Facts, Out, Rule, Says};
use crate::hint::HintName::ReadOnly;
use crate::infer::Certainty::Likely;
use crate::infer::Place;

const NOUNS: [&str; 35] = [
    "activity",
    "changelog",
    "contents",
    "count",
    "counts",
    "definitions",
    "details",
    "docs",
    "documentation",
    "examples",
    "graph",
    "guide",
    "health",
    "help",
    "history",
    "index",
    "info",
    "information",
    "instructions",
    "logs",
    "metadata",
    "metrics",
    "overview",
    "permissions",
    "resources",
    "results",
    "schema",
    "screenshot",
    "stats",
    "statistics",
    "status",
    "summary",
    "tree",
    "usage",
    "versions",
];

pub const RULE: Rule = Rule {
    id: "reading-noun",
    what: "A name without a verb that ends in info, status, history or the like shows it.",
    why: "Where a name says only what is there, calling it looks at it.",
    examples: &[
        Example { name: "board_history", expect: &[(ReadOnly, Some(true))], ..Example::EMPTY },
        Example { name: "change_status", expect: &[(ReadOnly, Some(false))], ..Example::EMPTY },
    ],
    apply: |facts: &Facts, out: &mut Out| {
        let acts = facts.acts.iter().any(|seen| matches!(seen.place, Place::Name | Place::Title));
        let noun = facts.words.last().filter(|word| !acts && NOUNS.contains(&word.as_str()));
        out.say(
            Place::Name,
            noun.map(String::as_str),
            &[Says(ReadOnly, true, Likely, "*{}* is something to look at")],
        );
    },
};
