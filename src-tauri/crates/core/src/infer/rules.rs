//! The rules, one file each. A rule's examples are run as tests.

mod appending_verb;
mod creating_verb;
mod deleting_verb;
mod executing_verb;
mod http_method;
mod overwriting_verb;
mod reading_verb;
mod sending_verb;
mod updating_verb;
mod version_parameter;

use super::{Certainty, Facts, Signal};
use crate::hint::HintName;

/// One way of telling what a tool does.
pub struct Rule {
    /// Names what the rule looks at.
    pub id: &'static str,
    /// What it concludes, in a sentence for people.
    pub what: &'static str,
    /// Why that conclusion is sound.
    pub why: &'static str,
    pub examples: &'static [Example],
    pub apply: fn(&Facts) -> Vec<Signal>,
}

/// A tool, and what the whole inference must make of it.
pub struct Example {
    pub name: &'static str,
    pub parameters: &'static [&'static str],
    pub http_method: Option<&'static str>,
    pub expect: &'static [(HintName, Option<bool>)],
}

impl Example {
    pub const EMPTY: Self = Self { name: "", parameters: &[], http_method: None, expect: &[] };
}

/// The strongest kind of evidence first: among equals the first is the one that is named.
pub const ALL: &[&Rule] = &[
    &http_method::RULE,
    &version_parameter::RULE,
    &deleting_verb::RULE,
    &overwriting_verb::RULE,
    &executing_verb::RULE,
    &sending_verb::RULE,
    &appending_verb::RULE,
    &updating_verb::RULE,
    &creating_verb::RULE,
    &reading_verb::RULE,
];

/// What a verb says about one hint, and why.
struct Says(HintName, bool, Certainty, &'static str);

/// The signals of a rule that was triggered by this evidence.
fn signals(rule: &'static str, evidence: Option<&str>, says: &[Says]) -> Vec<Signal> {
    let Some(evidence) = evidence else { return Vec::new() };
    says.iter()
        .map(|Says(hint, value, certainty, sentence)| Signal {
            rule,
            hint: *hint,
            value: *value,
            certainty: *certainty,
            evidence: evidence.to_owned(),
            sentence,
        })
        .collect()
}
