//! Tools with several actions, selected by a parameter.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Certain, Likely, Strong};
use crate::infer::EvidenceSource;
use crate::infer::actions::ActionMatch;
use crate::infer::verbs::{self, Action};
use crate::infer::words;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};
use crate::model::tool::{Parameter, ParameterType};

/// Parameters that select the action.
pub(crate) const ACTION_PARAMETERS: [&str; 8] =
    ["action", "actions", "cmd", "command", "method", "mode", "operation", "op"];

/// Those that select the action even without a list of allowed values.
const FREE_TEXT_ACTION_PARAMETERS: [&str; 4] = ["action", "command", "operation", "op"];

pub const RULE: Rule = Rule {
    id: "many-acts",
    summary: "An action, method or operation parameter with a list of values shows all the tool can do; a free-text one leaves it open.",
    rationale: "If one of the listed values writes, the tool writes. Free text is only a suspicion, so no value is inferred.",
    examples: &[
        Example {
            name: "board",
            choices: Some(("action", &["get", "create", "delete"])),
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(true)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "board",
            choices: Some(("method", &["list", "get_details"])),
            expected: &[(ReadOnly, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "get_board",
            parameters: &["operation"],
            expected: &[(ReadOnly, None)],
            ..Example::EMPTY
        },
        Example {
            name: "update_board",
            choices: Some(("type", &["replace_cards", "insert_cards"])),
            expected: &[(Destructive, Some(true)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "read_board",
            description: "Runs a read-only operation of the board.",
            parameters: &["operation"],
            expected: &[(ReadOnly, Some(true))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        // On a reading tool, an optional parameter of this name is a filter.
        let reads = facts.primary_action().is_some_and(|matched| matched.action == Action::Read);
        let chooses = |parameter: &&Parameter| parameter.required || !reads;
        let typed = || facts.find_parameter(&["type"]).filter(|parameter| !reads && lists_actions(parameter));
        let Some(parameter) = facts.find_parameter(&ACTION_PARAMETERS).or_else(typed).filter(chooses) else {
            return;
        };
        if !parameter.choices.is_empty() {
            return emit_for_choices(parameter, out);
        }
        let is_text =
            |parameter: &&Parameter| matches!(parameter.kind, ParameterType::Text | ParameterType::Unknown);
        let free = facts.find_parameter(&FREE_TEXT_ACTION_PARAMETERS).filter(chooses).filter(is_text);
        // Where name and description both say that the tool reads, it chooses between ways of reading.
        let described = |matched: &ActionMatch| matched.source == EvidenceSource::Description;
        let only_reads = reads
            && facts.actions.iter().any(described)
            && facts.actions.iter().all(|matched| matched.action.is_harmless());
        if let Some(free) = free.filter(|_| !only_reads && !facts.reads_by_name_and_statement()) {
            let sentence = "*{}* accepts any text, so it may select any action";
            out.emit_unknown(EvidenceSource::Parameter, &free.name, ReadOnly, Strong, sentence);
        }
    },
};

/// Returns whether all values begin with a verb and several words follow in one of them: `replace_content`.
fn lists_actions(parameter: &Parameter) -> bool {
    let begins = |choice: &String| {
        let words = words::split_words(choice);
        words.len() > 1 && verbs::find_verb(&words[0]).is_some_and(|verb| !verb.is_ambiguous)
    };
    parameter.choices.len() > 1 && parameter.choices.iter().all(begins)
}

/// A second call finds the state that the first one set.
const fn sets_state(action: Action) -> bool {
    matches!(
        action,
        Action::Update
            | Action::Delete
            | Action::Stop
            | Action::Archive
            | Action::Move
            | Action::Publish
            | Action::Overwrite
    )
}

fn emit_for_choices(parameter: &Parameter, out: &mut SignalSink) {
    let actions: Vec<(&str, Action)> = parameter
        .choices
        .iter()
        .filter_map(|choice| {
            let first = words::split_words(choice).into_iter().find_map(|word| verbs::find_verb(&word));
            first.map(|verb| (choice.as_str(), verb.action))
        })
        .collect();
    let writing = |(_, action): &&(&str, Action)| !action.is_harmless();
    if let Some((choice, _)) = actions.iter().find(writing) {
        let conclusion = Conclusion(ReadOnly, false, Certain, "one of its actions is *{}*");
        out.emit_one(EvidenceSource::Parameter, choice, conclusion);
        let repeats = |(_, action): &&(&str, Action)| !action.is_harmless() && !sets_state(*action);
        // "Start" beside "stop" sets a state, too.
        let is_switch = actions.iter().any(|(_, action)| *action == Action::Stop)
            && actions.iter().all(|(_, action)| sets_state(*action) || *action == Action::Start);
        match actions.iter().find(repeats) {
            Some((choice, _)) if !is_switch => {
                let conclusion = Conclusion(Idempotent, false, Likely, "one of its actions is *{}*");
                out.emit_one(EvidenceSource::Parameter, choice, conclusion);
            }
            _ => {
                let conclusion = Conclusion(Idempotent, true, Certain, "its actions set a state: *{}*");
                out.emit_one(EvidenceSource::Parameter, &parameter.choices.join(", "), conclusion);
            }
        }
    } else if actions.len() == parameter.choices.len() {
        let evidence = parameter.choices.join(", ");
        out.emit_one(
            EvidenceSource::Parameter,
            &evidence,
            Conclusion(ReadOnly, true, Certain, "its only actions are *{}*"),
        );
    }
    let causes_loss = |action: Action| {
        matches!(action, Action::Delete | Action::Overwrite | Action::Manage | Action::Rotate)
    };
    // Beside "add", "remove" often takes a member out of a set.
    let has_add = actions.iter().any(|(choice, _)| *choice == "add");
    let certainty = |choice: &str| if choice == "remove" && has_add { Likely } else { Strong };
    let losses = || actions.iter().filter(|(_, action)| causes_loss(*action));
    if let Some((choice, _)) = losses().max_by_key(|(choice, _)| certainty(choice)) {
        let conclusion = Conclusion(Destructive, true, certainty(choice), "one of its actions is *{}*");
        out.emit_one(EvidenceSource::Parameter, choice, conclusion);
    } else if actions.len() == parameter.choices.len() {
        let conclusion = Conclusion(Destructive, false, Likely, "none of its actions deletes: *{}*");
        out.emit_one(EvidenceSource::Parameter, &parameter.choices.join(", "), conclusion);
    }
}
