//! Reading verbs that undo another tool of the server ("show" if there is a "hide").

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Likely, Strong};
use crate::infer::EvidenceSource;
use crate::infer::verbs::OPPOSITE_VERBS;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

pub const RULE: Rule = Rule {
    id: "paired-verb",
    summary: "If a server can hide something, showing the same thing undoes that.",
    rationale: "The two tools share the rest of their name, so the harmless verb means the opposite of the other.",
    examples: &[
        Example {
            name: "comment_show",
            other_tools: &["comment_hide", "comment_list"],
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example { name: "comment_show", expected: &[(ReadOnly, Some(true))], ..Example::EMPTY },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        for (verb, opposite) in OPPOSITE_VERBS {
            let Some(at) = facts.words.iter().position(|word| word == verb) else { continue };
            let mut other: Vec<&str> = facts.words.iter().map(String::as_str).collect();
            other[at] = opposite;
            if facts.server.has_paired_tool(&other.concat()) {
                let conclusions = [
                    Conclusion(ReadOnly, false, Strong, "it undoes *{}*"),
                    Conclusion(Destructive, false, Likely, "it undoes *{}*"),
                    Conclusion(Idempotent, true, Likely, "a second call has the same result"),
                ];
                // A name with two such verbs says the same twice.
                return out.emit(EvidenceSource::OtherTools, Some(&other.join("_")), &conclusions);
            }
        }
    },
};
