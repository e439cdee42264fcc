//! Descriptions that mention saving to disk.

use super::{Example, Facts, Out, Rule, Says};
use crate::hint::HintName::{Destructive, ReadOnly};
use crate::infer::Certainty::{Likely, Strong};
use crate::infer::Place;
use crate::infer::phrases::Tells;

pub const RULE: Rule = Rule {
    id: "saving-phrase",
    what: "A reader that saves what it reads to disk writes.",
    why: "A file is made on the machine where the server runs.",
    examples: &[Example {
        name: "get_report",
        description: "Gets a report and saves it to a folder.",
        expect: &[(ReadOnly, Some(false))],
        ..Example::EMPTY
    }],
    apply: |facts: &Facts, out: &mut Out| {
        let says = [
            Says(ReadOnly, false, Strong, "the description says *{}*"),
            Says(Destructive, false, Likely, "saving adds a file"),
        ];
        out.say(Place::Description, facts.phrase(Tells::SavesToDisk), &says);
    },
};
