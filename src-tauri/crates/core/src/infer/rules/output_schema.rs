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
    summary: "A tool whose result reports whether something was created, updated or deleted does that.",
    rationale: "A reading tool has nothing like that to report. Only booleans and counts are considered, not dates.",
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
                let conclusion = Conclusion(ReadOnly, false, Likely, "the result reports *{}*");
                out.emit_one(EvidenceSource::Output, &property.name, conclusion);
            }
            if deletes {
                let conclusion = Conclusion(Destructive, true, Likely, "the result reports *{}*");
                out.emit_one(EvidenceSource::Output, &property.name, conclusion);
            }
        }
    },
};
