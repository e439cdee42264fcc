//! Parameters for optimistic concurrency control: etag, version, revision.

use super::{Example, Facts, Out, Rule, Says};
use crate::hint::HintName::Idempotent;
use crate::infer::Certainty::Certain;
use crate::infer::Place;
use crate::infer::facts::plain;
use crate::infer::verbs::Act;

const NAMES: [&str; 12] = [
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
pub fn names_a_version(parameter: &str) -> bool {
    NAMES.contains(&plain(parameter).as_str())
}

pub const RULE: Rule = Rule {
    id: "version-parameter",
    what: "A change that takes an etag, version or revision cannot be repeated.",
    why: "The first call moves the version on, so the same call fails the second time.",
    examples: &[
        Example {
            name: "update_note",
            parameters: &["id", "etag"],
            expect: &[(Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "write_page",
            parameters: &["If-Match"],
            expect: &[(Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "get_note",
            parameters: &["id", "version"],
            expect: &[(Idempotent, Some(true))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &Facts, out: &mut Out| {
        let changes =
            facts.acts.iter().any(|seen| matches!(seen.act, Act::Update | Act::Edit | Act::Overwrite));
        let parameter = facts.parameter(&NAMES).filter(|_| changes);
        let says = [Says(Idempotent, false, Certain, "the second call fails: *{}* has moved on")];
        out.say(Place::Parameter, parameter.map(|parameter| parameter.name.as_str()), &says);
    },
};
