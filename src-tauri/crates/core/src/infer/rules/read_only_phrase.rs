//! Descriptions that state that nothing is changed.

use super::{Example, Facts, Out, Rule, Says};
use crate::hint::HintName::{Destructive, ReadOnly};
use crate::infer::Certainty::{Likely, Strong};
use crate::infer::Place;
use crate::infer::phrases::Tells;

pub const RULE: Rule = Rule {
    id: "read-only-phrase",
    what: "A description that says read-only or does not modify means what it says.",
    why: "It is the author's own word, though it may speak of a part of the tool only; so a verb that changes something weighs more.",
    examples: &[
        Example {
            name: "nightly_report",
            description: "Runs the nightly report. Does not modify anything.",
            expect: &[(ReadOnly, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "delete_note",
            description: "Deletes a note. Not available in read-only mode.",
            expect: &[(ReadOnly, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "nightly_round",
            description: "This tool is not read-only.",
            expect: &[(ReadOnly, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &Facts, out: &mut Out| {
        for found in facts.phrases.iter().filter(|found| found.tells == Tells::ChangesNothing) {
            // "in read-only mode" describes the server, not the tool.
            if found.from > 0
                && matches!(facts.description.word(found.from - 1), "in" | "when" | "if" | "a" | "the")
            {
                continue;
            }
            let evidence = facts.description.passage(found.from, found.to);
            let certainty = if found.negated { Strong } else { Likely };
            let says = Says(ReadOnly, !found.negated, certainty, "the description says *{}*");
            out.one(Place::Description, evidence, says);
        }
        let says = [Says(Destructive, false, Likely, "the description says *{}*")];
        out.say(Place::Description, facts.phrase(Tells::LosesNothing), &says);
    },
};
