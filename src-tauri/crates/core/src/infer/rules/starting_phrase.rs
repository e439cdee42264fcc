//! Descriptions that mention starting a job.

use super::{Example, Facts, Out, Rule, Says};
use crate::hint::HintName::{Destructive, Idempotent, ReadOnly};
use crate::infer::Certainty::{Likely, Strong};
use crate::infer::Place;
use crate::infer::phrases::Tells;

pub const RULE: Rule = Rule {
    id: "starting-phrase",
    what: "A reader that starts a job, run or session sets something going.",
    why: "The work goes on after the answer, costs something, and starts again with every call.",
    examples: &[Example {
        name: "analyze_board",
        description: "Looks at the board. Kicks off an analysis of all cards.",
        expect: &[(ReadOnly, Some(false)), (Idempotent, Some(false))],
        ..Example::EMPTY
    }],
    apply: |facts: &Facts, out: &mut Out| {
        for found in facts.phrases.iter().filter(|found| found.tells == Tells::StartsWork && !found.negated) {
            // In the middle of a sentence, the phrase may refer to another tool.
            let begins = found.from == 0 || !facts.description.together(found.from - 1, found.from);
            let certainty = if begins { Strong } else { Likely };
            let says = [
                Says(ReadOnly, false, certainty, "the description says *{}*"),
                Says(Destructive, false, Likely, "what is started leaves alone what was there"),
                Says(Idempotent, false, Likely, "the description says *{}*"),
            ];
            out.say(Place::Description, Some(facts.description.passage(found.from, found.to)), &says);
        }
    },
};
