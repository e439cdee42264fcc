//! Verbs that start or import something.

use super::{Example, Facts, Out, Rule, Says};
use crate::hint::HintName::{Destructive, Idempotent, ReadOnly};
use crate::infer::Certainty::{Likely, Strong};
use crate::infer::verbs::Act;

pub const RULE: Rule = Rule {
    id: "starting-verb",
    what: "A tool that starts, triggers, uploads or imports adds a run, a file or a session.",
    why: "Something new begins with every call; what was there before is left alone. A session made anew each time is not the same one.",
    examples: &[
        Example {
            name: "trigger_backup",
            expect: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "upload_photo",
            expect: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &Facts, out: &mut Out| {
        let says = [
            Says(ReadOnly, false, Strong, "*{}* sets something going"),
            Says(Destructive, false, Likely, "*{}* leaves alone what was there"),
            Says(Idempotent, false, Strong, "a second *{}* happens again"),
        ];
        out.act(facts, Act::Start, &says);
    },
};
