//! Updates by which something can be cancelled or deleted.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::Likely;
use crate::infer::EvidenceSource;
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent};

const STATUS_PARAMETERS: [&str; 6] =
    ["newstate", "newstatus", "state", "stateevent", "status", "targetstate"];

/// States from which nothing returns.
const ENDED: [&str; 11] = [
    "abandoned",
    "aborted",
    "canceled",
    "cancelled",
    "deleted",
    "discarded",
    "removed",
    "revoked",
    "terminated",
    "trash",
    "trashed",
];

/// Work that ends when its state is set.
const RUNS: [&str; 7] = ["execution", "instance", "job", "process", "run", "session", "workflow"];

pub const RULE: Rule = Rule {
    id: "status-value",
    summary: "An update that can set a status such as cancelled or abandoned can end what it updates.",
    rationale: "The worst of the allowed values counts. The state of a run is set to end it.",
    examples: &[
        Example {
            name: "update_proposal",
            choices: Some(("status", &["active", "abandoned", "completed"])),
            expected: &[(Destructive, Some(true)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "update_proposal",
            choices: Some(("status", &["open", "closed"])),
            expected: &[(Destructive, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "update_job_run",
            parameters: &["id", "state"],
            expected: &[(Destructive, Some(true))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let updates = |action| matches!(action, Action::Update | Action::Edit);
        let changes = facts.primary_action().is_some_and(|matched| updates(matched.action));
        let status = changes.then(|| facts.find_parameter(&STATUS_PARAMETERS)).flatten();
        let Some(status) = status else { return };
        let is_ended = |choice: &&String| ENDED.contains(&choice.to_ascii_lowercase().as_str());
        let ended = status.choices.iter().find(is_ended).map(String::as_str);
        let conclusion = Conclusion(Destructive, true, Likely, "it can set the status *{}*");
        out.emit(EvidenceSource::Parameter, ended, &[conclusion]);
        if status.choices.is_empty() && status.required {
            let conclusion = Conclusion(Destructive, true, Likely, "the state of a *{}* can end it");
            out.emit(EvidenceSource::Name, facts.find_word(&RUNS), &[conclusion]);
        }
    },
};
