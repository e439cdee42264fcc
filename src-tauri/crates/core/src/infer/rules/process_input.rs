//! Input for a process, terminal or shell that is running.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Likely, Strong};
use crate::infer::EvidenceSource;
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent, OpenWorld, ReadOnly};

/// What executes the text that it is given.
const INTERPRETERS: [&str; 8] = ["console", "process", "pty", "repl", "shell", "stdin", "terminal", "tty"];

const INPUT_PARAMETERS: [&str; 7] = ["command", "data", "input", "keys", "line", "stdin", "text"];

pub const RULE: Rule = Rule {
    id: "process-input",
    summary: "A tool that sends input to a process, a terminal or a shell can do what that program can.",
    rationale: "A shell executes what is typed into it, so the text decides what happens, as with code.",
    examples: &[
        Example {
            name: "send_to_terminal",
            parameters: &["text"],
            expected: &[
                (ReadOnly, Some(false)),
                (Destructive, Some(true)),
                (Idempotent, Some(false)),
                (OpenWorld, Some(true)),
            ],
            ..Example::EMPTY
        },
        Example {
            name: "read_terminal",
            parameters: &["line"],
            expected: &[(ReadOnly, Some(true))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let sends = facts.actions.iter().any(|matched| {
            matches!(matched.action, Action::Send | Action::Operate | Action::Overwrite | Action::Execute)
        });
        let interpreter = facts.find_word(&INTERPRETERS).filter(|_| sends);
        let input = facts.find_parameter(&INPUT_PARAMETERS).filter(|parameter| parameter.required);
        let Some((interpreter, input)) = interpreter.zip(input) else { return };
        let conclusions = [
            Conclusion(ReadOnly, false, Strong, "*{}* can be anything"),
            Conclusion(Destructive, true, Likely, "*{}* can be anything"),
            Conclusion(Idempotent, false, Likely, "*{}* can be anything"),
            Conclusion(OpenWorld, true, Likely, "a program can reach any address: *{}*"),
        ];
        let evidence = format!("{} of the {interpreter}", input.name);
        out.emit(EvidenceSource::Parameter, Some(&evidence), &conclusions);
    },
};
