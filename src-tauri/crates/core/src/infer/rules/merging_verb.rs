//! Verbs that merge.

use super::{Conclusion, DEFAULT_REASON, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Certain, Likely, Strong};
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

pub const RULE: Rule = Rule {
    id: "merging-verb",
    summary: "A tool that merges cannot be undone by merging again.",
    rationale: "The merged parts no longer exist separately.",
    examples: &[Example {
        name: "merge_branches",
        expected: &[(ReadOnly, Some(false)), (Destructive, Some(true)), (Idempotent, Some(false))],
        ..Example::EMPTY
    }],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let conclusions = [
            Conclusion(ReadOnly, false, Certain, DEFAULT_REASON),
            Conclusion(Destructive, true, Strong, "*{}* removes the separate parts"),
            Conclusion(Idempotent, false, Likely, "a second *{}* finds nothing to merge"),
        ];
        out.emit_for_action(facts, Action::Merge, &conclusions);
    },
};
