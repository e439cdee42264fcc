//! Tools with several actions, selected by a parameter.

use super::{Example, Facts, Out, Rule, Says};
use crate::hint::HintName::{Destructive, Idempotent, ReadOnly};
use crate::infer::Certainty::{Certain, Likely, Strong};
use crate::infer::Place;
use crate::infer::verbs::{self, Act};
use crate::infer::words;
use crate::tool::{Kind, Parameter};

/// Parameters that select the action.
pub(crate) const CHOOSING: [&str; 8] =
    ["action", "actions", "cmd", "command", "method", "mode", "operation", "op"];

/// Those that select the action even without a list of allowed values.
const FREE: [&str; 4] = ["action", "command", "operation", "op"];

pub const RULE: Rule = Rule {
    id: "many-acts",
    what: "An action, method or operation parameter that lists acts tells all the tool can do; a free one leaves it open.",
    why: "A list of values with one that writes is proof. Free text is only a suspicion, so nothing is claimed.",
    examples: &[
        Example {
            name: "board",
            choices: Some(("action", &["get", "create", "delete"])),
            expect: &[(ReadOnly, Some(false)), (Destructive, Some(true)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "board",
            choices: Some(("method", &["list", "get_details"])),
            expect: &[(ReadOnly, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "get_board",
            parameters: &["operation"],
            expect: &[(ReadOnly, None)],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &Facts, out: &mut Out| {
        // On a reading tool, an optional parameter of this name is a filter.
        let reads = facts.first_act().is_some_and(|seen| seen.act == Act::Read);
        let chooses = |parameter: &&Parameter| parameter.required || !reads;
        let Some(parameter) = facts.parameter(&CHOOSING).filter(chooses) else { return };
        if !parameter.choices.is_empty() {
            return listed(parameter, out);
        }
        let is_text = |parameter: &&Parameter| matches!(parameter.kind, Kind::Text | Kind::Unknown);
        let free = facts.parameter(&FREE).filter(chooses).filter(is_text);
        if let Some(free) = free {
            let sentence = "what *{}* takes is not listed, so it may ask for any act";
            out.cannot_say(Place::Parameter, &free.name, ReadOnly, Strong, sentence);
        }
    },
};

fn listed(parameter: &Parameter, out: &mut Out) {
    let acts: Vec<(&str, Act)> = parameter
        .choices
        .iter()
        .filter_map(|choice| {
            let first = words::split(choice).into_iter().find_map(|word| verbs::verb(&word));
            first.map(|verb| (choice.as_str(), verb.act))
        })
        .collect();
    let writing = |(_, act): &&(&str, Act)| !act.is_harmless();
    if let Some((choice, _)) = acts.iter().find(writing) {
        let says = Says(ReadOnly, false, Certain, "one of the acts to choose from is *{}*");
        out.one(Place::Parameter, choice, says);
        if acts.len() > 1 {
            let says = Says(Idempotent, false, Likely, "one of the acts to choose from is *{}*");
            out.one(Place::Parameter, choice, says);
        }
    } else if acts.len() == parameter.choices.len() {
        let evidence = parameter.choices.join(", ");
        out.one(Place::Parameter, &evidence, Says(ReadOnly, true, Certain, "all it can do is *{}*"));
    }
    let loses =
        |act: Act| matches!(act, Act::Delete | Act::Overwrite | Act::Execute | Act::Manage | Act::Archive);
    if let Some((choice, _)) = acts.iter().find(|(_, act)| loses(*act)) {
        let says = Says(Destructive, true, Strong, "one of the acts to choose from is *{}*");
        out.one(Place::Parameter, choice, says);
    } else if acts.len() == parameter.choices.len() {
        let says = Says(Destructive, false, Strong, "none of the acts to choose from deletes: *{}*");
        out.one(Place::Parameter, &parameter.choices.join(", "), says);
    }
}
