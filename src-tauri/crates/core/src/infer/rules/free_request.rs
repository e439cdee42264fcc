//! Parameters that take an arbitrary HTTP request.

use super::{Example, Facts, Out, Rule, Says};
use crate::hint::HintName::{Idempotent, OpenWorld, ReadOnly};
use crate::infer::Certainty::Strong;
use crate::infer::Place;
use crate::infer::verbs::Act;

pub const RULE: Rule = Rule {
    id: "free-request",
    what: "A tool that takes a method and a path or address passes on any request.",
    why: "Whoever calls it decides whether it reads or deletes.",
    examples: &[Example {
        name: "api_call",
        parameters: &["method", "path", "body"],
        expect: &[(ReadOnly, Some(false)), (Idempotent, Some(false))],
        ..Example::EMPTY
    }],
    apply: |facts: &Facts, out: &mut Out| {
        let method = facts.parameter(&["method", "httpmethod", "verb"]);
        let goal = facts.parameter(&["path", "url", "endpoint", "uri", "requestpath"]);
        let writes = method.is_some_and(|method| {
            let reads =
                |choice: &String| matches!(choice.to_ascii_uppercase().as_str(), "GET" | "HEAD" | "OPTIONS");
            method.choices.is_empty() || !method.choices.iter().all(reads)
        });
        // "Get the documentation of this method and path" forwards no request.
        let reads = facts.first_act().is_some_and(|seen| seen.act == Act::Read);
        let Some((method, goal)) = method.zip(goal).filter(|_| writes && !reads) else { return };
        let says = [
            Says(ReadOnly, false, Strong, "*{}* is passed on, whatever it is"),
            Says(Idempotent, false, Strong, "*{}* is passed on, whatever it is"),
            Says(OpenWorld, true, Strong, "*{}* is passed on, wherever it goes"),
        ];
        out.say(Place::Parameter, Some(&format!("{} {}", method.name, goal.name)), &says);
    },
};
