//! Reading verbs that undo another tool of the server ("show" if there is a "hide").

use super::{Example, Facts, Out, Rule, Says};
use crate::hint::HintName::{Destructive, Idempotent, ReadOnly};
use crate::infer::Certainty::{Likely, Strong};
use crate::infer::Place;

/// A reading verb, and the verb whose effect it undoes if the server has a tool with it. `ServerFacts` collects tools
/// by the second verb of each pair.
const PAIRS: [(&str, &str); 3] = [("show", "hide"), ("recall", "send"), ("read", "unread")];

pub const RULE: Rule = Rule {
    id: "paired-verb",
    what: "Where a server can hide a thing, showing the same thing undoes that.",
    why: "The two tools share the rest of their name, so the harmless verb stands for the opposite of the other.",
    examples: &[
        Example {
            name: "comment_show",
            others: &["comment_hide", "comment_list"],
            expect: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example { name: "comment_show", expect: &[(ReadOnly, Some(true))], ..Example::EMPTY },
    ],
    apply: |facts: &Facts, out: &mut Out| {
        for (verb, opposite) in PAIRS {
            let Some(at) = facts.words.iter().position(|word| word == verb) else { continue };
            let mut other: Vec<&str> = facts.words.iter().map(String::as_str).collect();
            other[at] = opposite;
            if facts.server.has_tool_ending(&other.concat()) {
                let says = [
                    Says(ReadOnly, false, Strong, "*{}* is there to be undone"),
                    Says(Destructive, false, Likely, "*{}* is there to be undone"),
                    Says(Idempotent, true, Likely, "a second time ends the same"),
                ];
                out.say(Place::OtherTools, Some(&other.join("_")), &says);
            }
        }
    },
};
