//! Verbs that create something or overwrite an existing one.

use super::{Example, Facts, Out, Rule, SAID, Says};
use crate::hint::HintName::{Destructive, Idempotent, ReadOnly};
use crate::infer::Certainty::{Certain, Likely, Strong};
use crate::infer::Place;
use crate::infer::verbs::Act;

pub const RULE: Rule = Rule {
    id: "upserting-verb",
    what: "A tool that creates or updates writes over what has the same name, and writing it again ends the same.",
    why: "The caller cannot tell beforehand whether something is made or something else is replaced.",
    examples: &[
        Example {
            name: "create_or_update_page",
            expect: &[(ReadOnly, Some(false)), (Destructive, Some(true)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "upsert_rows",
            expect: &[(ReadOnly, Some(false)), (Destructive, Some(true)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &Facts, out: &mut Out| {
        let says = [
            Says(ReadOnly, false, Certain, SAID),
            Says(Destructive, true, Strong, "*{}* may write over what is there"),
            Says(Idempotent, true, Strong, "a second *{}* ends the same"),
        ];
        out.act(facts, Act::Upsert, &says);
        for place in [Place::Name, Place::Description] {
            let seen = |act| facts.acts.iter().find(|seen| seen.act == act && seen.place == place);
            let Some((create, update)) = seen(Act::Create).zip(seen(Act::Update)) else { continue };
            // In a name this outweighs what "create" alone implies; in a sentence it may be one of several
            // alternatives.
            let certainty = if place == Place::Name { Certain } else { Likely };
            let says = [
                Says(Destructive, true, Strong, "*{}* may write over what is there"),
                Says(Idempotent, true, certainty, "a second *{}* ends the same"),
            ];
            out.say(place, Some(&format!("{} or {}", create.word, update.word)), &says);
        }
    },
};
