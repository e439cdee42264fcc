//! Removal of one thing from another, which deletes neither.

use super::{Example, Facts, Out, Rule, Says};
use crate::hint::HintName::{Destructive, ReadOnly};
use crate::infer::Certainty::Certain;
use crate::infer::Place;

pub const RULE: Rule = Rule {
    id: "unlinking",
    what: "Removing a thing from another undoes a link; both things are still there.",
    why: "In the narrow reading nothing is deleted, and adding it again brings the link back.",
    examples: &[
        Example {
            name: "remove_card_from_board",
            expect: &[(ReadOnly, Some(false)), (Destructive, Some(false))],
            ..Example::EMPTY
        },
        Example { name: "remove_card", expect: &[(Destructive, Some(true))], ..Example::EMPTY },
        Example { name: "delete_file_from_disk", expect: &[(Destructive, Some(true))], ..Example::EMPTY },
    ],
    apply: |facts: &Facts, out: &mut Out| {
        if unlinks(&facts.words) {
            let says = [Says(Destructive, false, Certain, "*{}* undoes a link")];
            out.say(Place::Name, Some("remove … from"), &says);
        }
    },
};

pub fn unlinks(words: &[String]) -> bool {
    let at = |wanted: &str| words.iter().position(|word| word == wanted);
    at("remove").zip(at("from")).is_some_and(|(remove, from)| remove < from)
}
