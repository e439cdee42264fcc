//! Fields of the output schema that report a change.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::Likely;
use crate::infer::EvidenceSource;
use crate::infer::facts::normalize_name;
use crate::model::hint::HintName::{Destructive, ReadOnly};
use crate::model::tool::ParameterType;

const DELETION_FIELDS: [&str; 5] = ["deleted", "deletedcount", "removed", "removedcount", "revoked"];
const CHANGE_FIELDS: [&str; 9] = [
    "affectedrows",
    "created",
    "createdcount",
    "inserted",
    "modified",
    "modifiedcount",
    "rowsaffected",
    "sent",
    "updated",
];

pub const RULE: Rule = Rule {
    id: "output-schema",
    summary: "An answer that reports whether something was created, updated or deleted comes from a tool that does it.",
    rationale: "A reader has nothing of the kind to report. Only yes-or-no values and counts are looked at; dates are not.",
    examples: &[
        Example {
            name: "nightly_round",
            output: &["deleted"],
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "nightly_round",
            output: &["updated"],
            expected: &[(ReadOnly, Some(false)), (Destructive, None)],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        for property in &facts.tool.output_properties {
            if !matches!(property.kind, ParameterType::Boolean | ParameterType::Number) {
                continue;
            }
            let name = normalize_name(&property.name);
            let deletes = DELETION_FIELDS.contains(&name.as_str());
            if deletes || CHANGE_FIELDS.contains(&name.as_str()) {
                let says = Conclusion(ReadOnly, false, Likely, "the answer reports *{}*");
                out.emit_one(EvidenceSource::Output, &property.name, says);
            }
            if deletes {
                let says = Conclusion(Destructive, true, Likely, "the answer reports *{}*");
                out.emit_one(EvidenceSource::Output, &property.name, says);
            }
        }
    },
};
