//! Deletions that name their target by its position.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::Strong;
use crate::infer::EvidenceSource;
use crate::infer::facts::normalize_name;
use crate::infer::verbs::Action;
use crate::model::hint::HintName::Idempotent;
use crate::model::tool::{Parameter, ParameterType};

pub const RULE: Rule = Rule {
    id: "position-parameter",
    summary: "A tool that deletes what is at a position deletes something else with a second call.",
    rationale: "After the first call, the next thing has moved to that position.",
    examples: &[
        Example {
            name: "delete_paragraph",
            parameters: &["paragraph_index"],
            expected: &[(Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "delete_index",
            parameters: &["index"],
            expected: &[(Idempotent, Some(true))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        if !facts.primary_action().is_some_and(|matched| matched.action == Action::Delete) {
            return;
        }
        // What is in a slot of its own leaves the others where they are.
        let is_slot = facts.find_word(&["clip", "index", "slot"]).is_some();
        let position = facts.tool.parameters.iter().find(|parameter| is_position(parameter));
        let position = position.filter(|_| !is_slot).map(|parameter| parameter.name.as_str());
        let sentence = "after a deletion, another thing is at the same *{}*";
        out.emit(EvidenceSource::Parameter, position, &[Conclusion(Idempotent, false, Strong, sentence)]);
    },
};

fn is_position(parameter: &Parameter) -> bool {
    let name = normalize_name(&parameter.name);
    let counts = matches!(parameter.kind, ParameterType::Number | ParameterType::Unknown);
    let is_named =
        matches!(name.as_str(), "index" | "pos" | "position" | "rownumber" | "startrow" | "startline");
    parameter.required && counts && (is_named || name.len() > "index".len() && name.ends_with("index"))
}
