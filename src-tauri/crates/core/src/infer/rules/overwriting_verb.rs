//! Names whose act is replacing whole contents.

use super::{Example, Facts, Rule, Says, signals};
use crate::hint::HintName::{Destructive, Idempotent, ReadOnly};
use crate::infer::Certainty::{Certain, Likely};
use crate::infer::words::Act;

pub const RULE: Rule = Rule {
    id: "overwriting-verb",
    what: "A name whose act is writing whole contents replaces what was there.",
    why: "The earlier content is lost; writing the same content again ends in the same state.",
    examples: &[Example {
        name: "write_file",
        parameters: &[],
        http_method: None,
        expect: &[(ReadOnly, Some(false)), (Destructive, Some(true)), (Idempotent, Some(true))],
    }],
    apply: |facts: &Facts| {
        let says = [
            Says(ReadOnly, false, Certain, "the name says *{}*"),
            Says(Destructive, true, Likely, "*{}* replaces what was there"),
            Says(Idempotent, true, Likely, "writing the same twice ends the same"),
        ];
        signals(RULE.id, facts.verb(Act::Overwrite), &says)
    },
};
