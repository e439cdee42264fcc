//! Fields of the output schema that report a change.

use super::{Example, Facts, Out, Rule, Says};
use crate::hint::HintName::{Destructive, ReadOnly};
use crate::infer::Certainty::Likely;
use crate::infer::Place;
use crate::infer::facts::plain;
use crate::tool::Kind;

const DELETED: [&str; 5] = ["deleted", "deletedcount", "removed", "removedcount", "revoked"];
const CHANGED: [&str; 9] = [
    "affectedrows",
    "created",
    "createdcount",
    "inserted",
    "modified",
    "modifiedcount",
    "rowsaffected",
    "sent",
    "updated",
];

pub const RULE: Rule = Rule {
    id: "output-schema",
    what: "An answer that reports whether something was created, updated or deleted comes from a tool that does it.",
    why: "A reader has nothing of the kind to report. Only yes-or-no values and counts are looked at; dates are not.",
    examples: &[
        Example {
            name: "nightly_round",
            output: &["deleted"],
            expect: &[(ReadOnly, Some(false)), (Destructive, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "nightly_round",
            output: &["updated"],
            expect: &[(ReadOnly, Some(false)), (Destructive, None)],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &Facts, out: &mut Out| {
        for property in &facts.tool.output {
            if !matches!(property.kind, Kind::Boolean | Kind::Number) {
                continue;
            }
            let name = plain(&property.name);
            let deletes = DELETED.contains(&name.as_str());
            if deletes || CHANGED.contains(&name.as_str()) {
                let says = Says(ReadOnly, false, Likely, "the answer reports *{}*");
                out.one(Place::Output, &property.name, says);
            }
            if deletes {
                let says = Says(Destructive, true, Likely, "the answer reports *{}*");
                out.one(Place::Output, &property.name, says);
            }
        }
    },
};
