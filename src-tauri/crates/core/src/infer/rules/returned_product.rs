//! Generated content that is returned and not stored.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::Likely;
use crate::infer::EvidenceSource;
use crate::infer::verbs::Action;
use crate::model::hint::HintName::ReadOnly;

const PRODUCTS: [&str; 23] = [
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
    "snapshot",
    "snippet",
    "sql",
    "text",
    "url",
    "visualization",
    "commands",
];

pub const RULE: Rule = Rule {
    id: "returned-product",
    summary: "A tool that generates a chart, a diagram, a link or code only returns it.",
    rationale: "The result is returned and not stored; another rule covers results that are saved.",
    examples: &[
        Example { name: "generate_pie_chart", expected: &[(ReadOnly, Some(true))], ..Example::EMPTY },
        Example {
            name: "generate_pie_chart",
            description: "Generates a chart and saves it to a file.",
            expected: &[(ReadOnly, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let makes = facts.actions.iter().all(|matched| matched.action.is_harmless())
            && facts.actions.iter().any(|matched| matched.action == Action::Generate);
        let product = facts.find_word(&PRODUCTS).filter(|_| makes);
        out.emit(
            EvidenceSource::Name,
            product,
            &[Conclusion(ReadOnly, true, Likely, "a *{}* is only returned")],
        );
    },
};
