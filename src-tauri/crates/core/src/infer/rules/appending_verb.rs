//! Names whose act is adding to something.

use super::{Example, Facts, Rule, Says, signals};
use crate::hint::HintName::{Destructive, Idempotent, ReadOnly};
use crate::infer::Certainty::{Certain, Likely};
use crate::infer::words::Act;

pub const RULE: Rule = Rule {
    id: "appending-verb",
    what: "A name whose act is appending adds to what is there with every call.",
    why: "Nothing is lost, but a second call adds the content a second time.",
    examples: &[Example {
        name: "append_content",
        parameters: &[],
        http_method: None,
        expect: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(false))],
    }],
    apply: |facts: &Facts| {
        let says = [
            Says(ReadOnly, false, Certain, "the name says *{}*"),
            Says(Destructive, false, Likely, "*{}* adds and loses nothing"),
            Says(Idempotent, false, Certain, "each *{}* adds again"),
        ];
        signals(RULE.id, facts.verb(Act::Append), &says)
    },
};
