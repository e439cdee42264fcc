//! Verbs that export a copy.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::Likely;
use crate::infer::verbs::Action;
use crate::model::hint::HintName::ReadOnly;

pub const RULE: Rule = Rule {
    id: "exporting-verb",
    summary: "A tool that downloads or exports takes a copy out and changes nothing.",
    rationale: "The source stays as it was; where the copy is saved to disk another rule says so.",
    examples: &[
        Example { name: "download_attachment", expected: &[(ReadOnly, Some(true))], ..Example::EMPTY },
        Example {
            name: "download_attachment",
            description: "Downloads an attachment and saves it to the given folder.",
            expected: &[(ReadOnly, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let says = [Conclusion(ReadOnly, true, Likely, "*{}* takes a copy out")];
        out.emit_for_action(facts, Action::Export, &says);
    },
};
