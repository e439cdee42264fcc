//! Removal of one thing from another, which deletes neither.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::Certain;
use crate::infer::EvidenceSource;
use crate::model::hint::HintName::{Destructive, ReadOnly};

pub const RULE: Rule = Rule {
    id: "unlinking",
    summary: "Removing one thing from another only removes a link; both things still exist.",
    rationale: "By the narrow definition of destructive, nothing is deleted, and adding it again restores the link.",
    examples: &[
        Example {
            name: "remove_card_from_board",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false))],
            ..Example::EMPTY
        },
        Example { name: "remove_card", expected: &[(Destructive, Some(true))], ..Example::EMPTY },
        Example { name: "delete_file_from_disk", expected: &[(Destructive, Some(true))], ..Example::EMPTY },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        if is_unlinking(&facts.words) {
            let conclusions = [Conclusion(Destructive, false, Certain, "*{}* only removes a link")];
            out.emit(EvidenceSource::Name, Some("remove … from"), &conclusions);
        }
    },
};

pub fn is_unlinking(words: &[String]) -> bool {
    let at = |searched: &str| words.iter().position(|word| word == searched);
    at("remove").zip(at("from")).is_some_and(|(remove, from)| remove < from)
}
