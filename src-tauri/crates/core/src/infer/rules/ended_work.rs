//! Verbs that stop something which does not continue where it was.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::Likely;
use crate::infer::EvidenceSource;
use crate::infer::verbs::Action;
use crate::model::hint::HintName::Destructive;

/// What loses its state or its progress when it is stopped.
const WORK: [&str; 22] = [
    "browser",
    "execution",
    "executions",
    "job",
    "jobs",
    "page",
    "process",
    "processes",
    "query",
    "run",
    "runs",
    "session",
    "sessions",
    "shell",
    "tab",
    "tabs",
    "task",
    "tasks",
    "terminal",
    "window",
    "workflow",
    "workflows",
];

/// Verbs that stop what they name for good.
const ENDING_VERBS: [&str; 8] = ["close", "closes", "end", "ends", "quit", "quits", "stop", "stops"];

/// Number of words after the verb in which the object of a description occurs: "Closes the current page".
const MAX_OBJECT_DISTANCE: usize = 3;

pub const RULE: Rule = Rule {
    id: "ended-work",
    summary: "A tool that stops a job, a process or a session ends its work.",
    rationale: "What was not finished is lost, and a new start begins from nothing. A recording or a server that is stopped remains.",
    examples: &[
        Example { name: "close_session", expected: &[(Destructive, Some(true))], ..Example::EMPTY },
        Example { name: "stop_recording", expected: &[(Destructive, Some(false))], ..Example::EMPTY },
        Example {
            name: "job_control",
            choices: Some(("action", &["start", "stop"])),
            expected: &[(Destructive, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "close",
            description: "Closes the page.",
            expected: &[(Destructive, Some(true))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let conclusion = Conclusion(Destructive, true, Likely, "what a *{}* has not finished is lost");
        let stops = facts.primary_action().filter(|matched| {
            matched.action == Action::Stop && ENDING_VERBS.contains(&matched.word.as_str())
        });
        let chooses = || {
            let parameter = facts.find_parameter(&super::ACTION_PARAMETERS)?;
            parameter.choices.iter().find(|choice| ENDING_VERBS.contains(&choice.as_str()))
        };
        if stops.is_some() || chooses().is_some() {
            out.emit(EvidenceSource::Name, facts.find_word(&WORK), &[conclusion]);
        }
        // A name of one word leaves the object to the description.
        if stops.is_some() && facts.words.len() == 1 {
            out.emit(EvidenceSource::Description, described_work(facts), &[conclusion]);
        }
    },
};

fn described_work<'a>(facts: &'a ToolFacts) -> Option<&'a str> {
    let text = &facts.description;
    let end = text.first_sentence_len();
    let at = (0..end).find(|at| ENDING_VERBS.contains(&text.word(*at)))?;
    (at + 1..(at + 1 + MAX_OBJECT_DISTANCE).min(end)).map(|at| text.word(at)).find(|word| WORK.contains(word))
}
