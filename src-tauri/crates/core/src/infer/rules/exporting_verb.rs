//! Verbs that export a copy.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::Likely;
use crate::infer::verbs::Action;
use crate::model::hint::HintName::ReadOnly;

pub const RULE: Rule = Rule {
    id: "exporting-verb",
    summary: "A tool that downloads or exports creates a copy and changes nothing.",
    rationale: "The source is unchanged; another rule covers copies that are saved to disk.",
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
        let conclusions = [Conclusion(ReadOnly, true, Likely, "*{}* only creates a copy")];
        out.emit_for_action(facts, Action::Export, &conclusions);
    },
};
