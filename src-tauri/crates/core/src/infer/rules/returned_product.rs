//! Generated content that is returned and not stored.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::Likely;
use crate::infer::EvidenceSource;
use crate::infer::verbs::Action;
use crate::model::hint::HintName::ReadOnly;

const PRODUCTS: [&str; 23] = [
    "chart",
    "code",
    "commands",
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
];

/// Texts that are returned, unless the tool takes a path where it could write them.
const TEXTS: [&str; 23] = [
    "caption",
    "captions",
    "ddl",
    "deeplink",
    "description",
    "explanation",
    "hashtags",
    "ideas",
    "names",
    "passphrase",
    "password",
    "policy",
    "recommendations",
    "schema",
    "script",
    "slug",
    "summary",
    "template",
    "title",
    "titles",
    "types",
    "typescript",
    "uuid",
];

/// Number of words at the beginning of a description in which its object occurs: "Generates a strong random password".
const MAX_OBJECT_DISTANCE: usize = 6;

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
        Example {
            name: "generate",
            description: "Generates a strong password.",
            expected: &[(ReadOnly, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "generate_schema",
            parameters: &["output_dir"],
            expected: &[(ReadOnly, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let makes = facts.actions.iter().all(|matched| matched.action.is_harmless())
            && facts.actions.iter().any(|matched| matched.action == Action::Generate);
        if !makes {
            return;
        }
        let conclusion = Conclusion(ReadOnly, true, Likely, "a *{}* is only returned");
        let text = || facts.find_word(&TEXTS).filter(|_| !facts.has_path_parameter());
        let product = facts.find_word(&PRODUCTS).or_else(text);
        out.emit(EvidenceSource::Name, product, &[conclusion]);
        if facts.words.len() == 1 && !facts.has_path_parameter() {
            out.emit(EvidenceSource::Description, described_text(facts), &[conclusion]);
        }
    },
};

/// The object of the description of a tool whose name is only "generate".
fn described_text<'a>(facts: &'a ToolFacts) -> Option<&'a str> {
    let mut words =
        facts.description.words().take(MAX_OBJECT_DISTANCE.min(facts.description.first_sentence_len()));
    words.find(|word| TEXTS.contains(word))
}
