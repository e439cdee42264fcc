//! Generated content that is returned and not stored.

use super::{Example, Facts, Out, Rule, Says};
use crate::hint::HintName::ReadOnly;
use crate::infer::Certainty::Likely;
use crate::infer::Place;
use crate::infer::verbs::Act;

const PRODUCTS: [&str; 22] = [
    "chart",
    "code",
    "completion",
    "diagram",
    "expression",
    "graph",
    "histogram",
    "image",
    "link",
    "locator",
    "map",
    "plot",
    "preview",
    "query",
    "regex",
    "screenshot",
    "snippet",
    "sql",
    "text",
    "url",
    "visualization",
    "commands",
];

pub const RULE: Rule = Rule {
    id: "returned-product",
    what: "Generating a chart, a diagram, a link or a piece of code returns it and keeps nothing.",
    why: "The thing made is the answer. Where it is saved, another rule says so.",
    examples: &[
        Example { name: "generate_pie_chart", expect: &[(ReadOnly, Some(true))], ..Example::EMPTY },
        Example {
            name: "generate_pie_chart",
            description: "Generates a chart and saves it to a file.",
            expect: &[(ReadOnly, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &Facts, out: &mut Out| {
        let makes = facts.first_act().is_some_and(|seen| seen.act == Act::Generate);
        let product = facts.has_word(&PRODUCTS).filter(|_| makes);
        out.say(Place::Name, product, &[Says(ReadOnly, true, Likely, "a *{}* is simply returned")]);
    },
};
