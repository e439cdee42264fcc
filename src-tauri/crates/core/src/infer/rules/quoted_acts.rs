//! Tools with several actions that only a description lists.

use super::{ACTION_PARAMETERS, Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::Likely;
use crate::infer::EvidenceSource;
use crate::infer::verbs::{self, Action};
use crate::infer::words;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};
use crate::model::tool::Parameter;

/// Length in bytes to which the list of a parameter is read.
const MAX_LIST_BYTES: usize = 400;

pub const RULE: Rule = Rule {
    id: "quoted-acts",
    summary: "A description that quotes the values of an action parameter shows what the tool can do.",
    rationale: "Many servers describe the actions in words and leave them out of the schema. A description may not be complete, so it proves less than a list of allowed values.",
    examples: &[
        Example {
            name: "manage_tags",
            description: "Manages tags.\n\nArgs:\n    action: \"add\" | \"delete\"\n    tag: the tag",
            parameters: &["action", "tag"],
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "change_state",
            description: "Changes states.\n\nArgs:\n    action: 'suspend' or 'forget'",
            parameters: &["action"],
            expected: &[(Destructive, Some(true)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let parameter = facts.find_parameter(&ACTION_PARAMETERS);
        let Some(parameter) = parameter.filter(|parameter| is_open(parameter)) else { return };
        // Of a tool that reads by its name, a noun selects what is read: "store", "record".
        let reads = facts.primary_action().is_some_and(|matched| matched.action == Action::Read);
        let quoted_verbs = |text: &str| quoted_verbs(text, !reads);
        let own = facts.tool.description_of(parameter).map(|text| quoted_verbs(&text));
        let listed = || {
            let text = facts.tool.description.as_deref()?;
            Some(quoted_verbs(parameter_lines(text, &parameter.name)?))
        };
        let acts = own.filter(|acts| acts.len() > 1).or_else(listed).unwrap_or_default();
        if acts.len() < 2 {
            return;
        }
        let changes = |action: Action| !action.is_harmless();
        let sets = |action: Action| {
            matches!(
                action,
                Action::Update
                    | Action::Delete
                    | Action::Stop
                    | Action::Archive
                    | Action::Overwrite
                    | Action::Move
                    | Action::Publish
            )
        };
        let loses = |action: Action| matches!(action, Action::Delete | Action::Overwrite);
        let find = |test: &dyn Fn(Action) -> bool| acts.iter().find(|(_, action)| test(*action));
        let sentence = "the description lists the action *{}*";
        let mut emit = |hint, value, found: Option<&(String, Action)>| {
            let evidence = found.map(|(word, _)| word.as_str());
            out.emit(EvidenceSource::Parameter, evidence, &[Conclusion(hint, value, Likely, sentence)]);
        };
        let change = find(&changes);
        emit(ReadOnly, false, change);
        emit(Destructive, true, find(&loses));
        match find(&|action| changes(action) && !sets(action)) {
            Some(found) => emit(Idempotent, false, Some(found)),
            None => emit(Idempotent, true, change),
        }
    },
};

/// Returns whether the schema leaves the values of a required parameter open.
fn is_open(parameter: &Parameter) -> bool {
    parameter.required && parameter.choices.is_empty()
}

/// What a description says about a parameter: from `action:` at the beginning of a line to the end of the line.
fn parameter_lines<'a>(text: &'a str, parameter: &str) -> Option<&'a str> {
    let lines = text.lines().map(|line| line.trim_start().trim_start_matches(['-', '*', '`', ' ']));
    lines
        .filter_map(|line| line.strip_prefix(parameter))
        .find(|rest| rest.starts_with([':', ' ', '`', '*', '(']))
}

/// The verbs among the quoted words of a text.
fn quoted_verbs(text: &str, takes_nouns: bool) -> Vec<(String, Action)> {
    let text = words::truncate_bytes(text, MAX_LIST_BYTES);
    let parts = text.split(['"', '\'', '`', '\u{201c}', '\u{201d}']).skip(1).step_by(2);
    let verb_of = |part: &str| words::split_words(part).iter().find_map(|word| verbs::find_verb(word));
    let verbs = parts.filter_map(|part| Some((part, verb_of(part)?)));
    let counts =
        |(_, verb): &(&str, verbs::Verb)| takes_nouns || !verb.is_ambiguous || verb.action.is_harmless();
    verbs.filter(counts).map(|(part, verb)| (part.to_owned(), verb.action)).collect()
}
