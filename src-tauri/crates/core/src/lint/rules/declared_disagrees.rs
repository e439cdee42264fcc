//! Rule: declared hints that contradict the inferred ones.

use super::{Example, FindingSink, Rule, emphasis_to_quotes, source};
use crate::infer::{Certainty, EvidenceSource, Inference, Signal};
use crate::lint::Fix;
use crate::lint::{RuleCategory, Severity, Subject};
use crate::model::hint::{HintName, yes_no};
use crate::model::layer::Layer;
use crate::review;

pub const RULE: Rule = Rule {
    id: "declared-disagrees",
    summary: "A server declares nothing looser than the tool's name, description and parameters suggest.",
    rationale: "One of the two is wrong, and clients follow the hint: they run calls that they would otherwise have asked about. A declaration that is more careful than the texts is not reported. [RULES.md](RULES.md) lists the inference rules.",
    category: RuleCategory::Heuristic,
    default_severity: Severity::Warning,
    source_url: source::SCHEMA,
    bad_examples: &[
        Example::new(
            r#"{"name":"delete_note","description":"Deletes a note permanently.","annotations":{"readOnlyHint":true}}"#,
        ),
        Example::new(
            r#"{"name":"restart_device","description":"Restarts a device.","annotations":{"idempotentHint":true}}"#,
        ),
    ],
    good_examples: &[
        Example::new(
            r#"{"name":"delete_note","description":"Deletes a note permanently.","annotations":{"readOnlyHint":false,"destructiveHint":true}}"#,
        ),
        Example::new(
            r#"{"name":"create_folder","description":"Creates a folder, or leaves it.","annotations":{"idempotentHint":true}}"#,
        ),
        Example::new(
            r#"{"name":"subscribe_events","description":"Returns how to subscribe to events.","annotations":{"readOnlyHint":true}}"#,
        ),
        Example::new(r#"{"name":"nightly_thing","annotations":{"readOnlyHint":true}}"#),
        Example::new(
            r#"{"name":"list_notes","description":"Lists all notes.","annotations":{"readOnlyHint":false}}"#,
        ),
    ],
    check: |subject: &Subject, out: &mut FindingSink| {
        let conflicts = review::find_conflicts(&subject.tool.declared, subject.inference);
        // `openWorldHint` is a convention of each author; a single tool's texts are weak evidence for it.
        for hint in conflicts.filter(|hint| *hint != HintName::OpenWorld) {
            let guess = subject.inference.guess(hint);
            let Some(((value, signal), declared)) = guess.zip(subject.tool.declared.hints[hint]) else {
                continue;
            };
            let is_decided = subject.resolved.hints[hint].layer() >= Layer::Override;
            if declared == hint.careful_value() || is_decided || signal.certainty < Certainty::Strong {
                continue;
            }
            if is_doubtful_verb(subject.inference, hint, value) {
                continue;
            }
            let message = format!(
                "the server declares {} {}, but {}, which suggests {}",
                hint.label(),
                yes_no(declared),
                emphasis_to_quotes(&signal.reason()),
                yes_no(value)
            );
            out.report_with_fix(hint.json_path(), message, Some(Fix::for_hint(hint, value, false)));
        }
    },
};

/// Returns whether the inference is that of a verb which only the description contains, or which another part of the
/// tool contradicts: the author knows better which of two verbs is meant.
fn is_doubtful_verb(inference: &Inference, hint: HintName, value: bool) -> bool {
    let Some((_, signal)) = inference.guess(hint) else { return true };
    let contradicts = |other: &Signal| other.value == Some(!value) && other.certainty > Certainty::Doubtful;
    signal.rule.ends_with("-verb")
        && (signal.source == EvidenceSource::Description || inference.signals_for(hint).any(contradicts))
}
