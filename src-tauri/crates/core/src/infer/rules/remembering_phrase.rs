//! Descriptions of reading tools that keep a cursor between calls.

use super::{Example, Facts, Out, Rule, Says};
use crate::hint::HintName::{Idempotent, ReadOnly};
use crate::infer::Certainty::{Likely, Strong};
use crate::infer::Place;
use crate::infer::phrases::Tells;

pub const RULE: Rule = Rule {
    id: "remembering-phrase",
    what: "A reader that answers with what is new since the last call remembers where it was.",
    why: "Each call moves the mark on, and what was answered once is not answered again. So does bringing a local copy up to date.",
    examples: &[Example {
        name: "check_mentions",
        description: "Checks for mentions since the last call.",
        expect: &[(ReadOnly, Some(false)), (Idempotent, Some(false))],
        ..Example::EMPTY
    }],
    apply: |facts: &Facts, out: &mut Out| {
        let says = [
            Says(ReadOnly, false, Strong, "the description says *{}*"),
            Says(Idempotent, false, Likely, "the description says *{}*"),
        ];
        out.say(Place::Description, facts.phrase(Tells::Remembers), &says);
    },
};
