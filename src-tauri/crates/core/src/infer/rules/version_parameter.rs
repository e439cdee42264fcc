//! Parameters for optimistic concurrency control: etag, version, revision.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::Certain;
use crate::infer::EvidenceSource;
use crate::infer::facts::normalize_name;
use crate::infer::verbs::Action;
use crate::model::hint::HintName::Idempotent;
use crate::model::tool::Parameter;

const VERSION_PARAMETERS: [&str; 12] = [
    "baseversion",
    "currentversion",
    "etag",
    "expectedrevision",
    "expectedversion",
    "ifmatch",
    "lastmodified",
    "lockversion",
    "resourceversion",
    "revision",
    "sha",
    "version",
];

/// Returns whether a parameter of this name states the version that a change is based on.
pub fn is_version_parameter(parameter: &str) -> bool {
    VERSION_PARAMETERS.contains(&normalize_name(parameter).as_str())
}

pub const RULE: Rule = Rule {
    id: "version-parameter",
    summary: "A change that takes an etag, version or revision cannot be repeated.",
    rationale: "The first call changes the version, so an identical second call fails.",
    examples: &[
        Example {
            name: "update_note",
            parameters: &["id", "etag"],
            expected: &[(Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "write_page",
            parameters: &["If-Match"],
            expected: &[(Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "get_note",
            parameters: &["id", "version"],
            expected: &[(Idempotent, Some(true))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let changes = facts
            .actions
            .iter()
            .any(|matched| matches!(matched.action, Action::Update | Action::Edit | Action::Overwrite));
        // An optional `version` or `sha` may just as well be a field of the thing.
        let is_precondition = |parameter: &&Parameter| {
            parameter.required
                || !matches!(normalize_name(&parameter.name).as_str(), "version" | "revision" | "sha")
        };
        let parameter = facts.find_parameter(&VERSION_PARAMETERS).filter(|_| changes).filter(is_precondition);
        let conclusions =
            [Conclusion(Idempotent, false, Certain, "a second call fails, because *{}* has changed")];
        out.emit(EvidenceSource::Parameter, parameter.map(|parameter| parameter.name.as_str()), &conclusions);
    },
};
