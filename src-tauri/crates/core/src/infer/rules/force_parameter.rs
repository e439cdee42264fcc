//! Parameters that only tools with side effects have.

use super::{Example, Facts, Out, Rule, Says};
use crate::hint::HintName::{Destructive, ReadOnly};
use crate::infer::Certainty::Likely;
use crate::infer::Place;
use crate::infer::verbs::Act;

/// Parameters that indicate possible data loss.
const LOSING: [&str; 5] = ["force", "forcedelete", "overwrite", "overwriteexisting", "purge"];

/// Parameters that indicate a side effect.
const DOING: [&str; 10] = [
    "confirm",
    "confirmation",
    "confirmed",
    "dryrun",
    "idempotencykey",
    "requestbody",
    "simulate",
    "skipconfirmation",
    "validateonly",
    "whatif",
];

pub const RULE: Rule = Rule {
    id: "force-parameter",
    what: "A tool that takes force, overwrite, confirm or dry-run does something that needs it.",
    why: "Nobody confirms or rehearses a reading; and what can be forced or overwritten can be lost.",
    examples: &[
        Example {
            name: "nightly_round",
            parameters: &["dry_run"],
            expect: &[(ReadOnly, Some(false)), (Destructive, None)],
            ..Example::EMPTY
        },
        Example {
            name: "copy_file",
            parameters: &["overwrite"],
            expect: &[(ReadOnly, Some(false)), (Destructive, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "list_files",
            parameters: &["recursive", "force"],
            expect: &[(ReadOnly, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "sweep_folder",
            parameters: &["recursive", "force"],
            expect: &[(ReadOnly, Some(false)), (Destructive, Some(true))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &Facts, out: &mut Out| {
        let doing = facts.parameter(&DOING).map(|parameter| parameter.name.as_str());
        let sentence = "a parameter is called *{}*, which only a change needs";
        out.say(Place::Parameter, doing, &[Says(ReadOnly, false, Likely, sentence)]);
        // On a reading tool, "force" means bypassing a cache.
        let reads = facts.first_act().is_some_and(|seen| seen.act == Act::Read);
        let losing = facts.parameter(&LOSING).filter(|_| !reads).map(|parameter| parameter.name.as_str());
        let certainty = if losing.is_some_and(|name| name.to_ascii_lowercase().contains("overwrite")) {
            crate::infer::Certainty::Strong
        } else {
            Likely
        };
        let says = [
            Says(ReadOnly, false, Likely, "a parameter is called *{}*, which only a change needs"),
            Says(Destructive, true, certainty, "what takes *{}* can lose something"),
        ];
        out.say(Place::Parameter, losing, &says);
    },
};
