//! Descriptions that ask for confirmation by the user.

use super::{Example, Facts, Out, Rule, Says};
use crate::hint::HintName::ReadOnly;
use crate::infer::Certainty::Likely;
use crate::infer::Place;
use crate::infer::phrases::Tells;

pub const RULE: Rule = Rule {
    id: "consent-phrase",
    what: "A tool whose description asks to confirm with the user first is not read-only.",
    why: "Nobody asks before reading.",
    examples: &[Example {
        name: "nightly_round",
        description: "Makes the nightly round. Requires confirmation.",
        expect: &[(ReadOnly, Some(false))],
        ..Example::EMPTY
    }],
    apply: |facts: &Facts, out: &mut Out| {
        let says = [Says(ReadOnly, false, Likely, "the description says *{}*")];
        out.say(Place::Description, facts.phrase(Tells::NeedsConsent), &says);
    },
};
