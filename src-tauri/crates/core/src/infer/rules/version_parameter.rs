//! A parameter that names the version a change is made against.

use super::{Example, Facts, Rule, Says, signals};
use crate::hint::HintName::Idempotent;
use crate::infer::Certainty::Certain;
use crate::infer::words::Act;

const NAMES: [&str; 8] = [
    "etag",
    "expectedversion",
    "ifmatch",
    "lastmodified",
    "lockversion",
    "resourceversion",
    "revision",
    "version",
];

pub const RULE: Rule = Rule {
    id: "version-parameter",
    what: "A change that takes an etag, version or revision cannot be repeated.",
    why: "The first call moves the version on, so the same call fails the second time.",
    examples: &[
        Example {
            name: "update_note",
            parameters: &["id", "etag"],
            http_method: None,
            expect: &[(Idempotent, Some(false))],
        },
        Example {
            name: "get_note",
            parameters: &["id", "version"],
            http_method: None,
            expect: &[(Idempotent, Some(true))],
        },
    ],
    apply: |facts: &Facts| {
        let changes = facts.verb(Act::Update).or(facts.verb(Act::Overwrite));
        let parameter = changes.and_then(|_| facts.parameter(&NAMES));
        signals(
            RULE.id,
            parameter,
            &[Says(Idempotent, false, Certain, "the second call fails: *{}* has moved on")],
        )
    },
};
