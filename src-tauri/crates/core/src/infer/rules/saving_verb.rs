//! Verbs that save something under a name or as a new entry.

use super::{Conclusion, DEFAULT_REASON, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Certain, Likely};
use crate::infer::EvidenceSource;
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

/// Parameters that identify what is saved.
const KEY_PARAMETERS: [&str; 9] =
    ["file", "filename", "filepath", "id", "key", "name", "path", "relativepath", "slug"];

pub const RULE: Rule = Rule {
    id: "saving-verb",
    summary: "A tool that saves or stores adds an entry, unless a name or path identifies what is saved.",
    rationale: "A draft, a record or a memory is saved as a new one with every call. What is saved under a name is there already after the first call.",
    examples: &[
        Example {
            name: "save_draft",
            parameters: &["subject", "text"],
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "store_value",
            parameters: &["key", "value"],
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "save_presentation",
            expected: &[(ReadOnly, Some(false)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        if !facts.actions.iter().any(|matched| matched.action == Action::Save) {
            return;
        }
        let is_known = facts.find_parameter(&KEY_PARAMETERS).is_some_and(|parameter| parameter.required);
        // Without content, the tool saves what is open: the second time, nothing has changed.
        let is_open = facts.takes_only_names();
        let idempotent = if is_known || is_open {
            Conclusion(Idempotent, true, Likely, "a second *{}* has the same result")
        } else {
            Conclusion(Idempotent, false, Likely, "a second *{}* adds another entry")
        };
        let conclusions = [
            Conclusion(ReadOnly, false, Certain, DEFAULT_REASON),
            Conclusion(Destructive, false, Likely, "*{}* adds and deletes nothing"),
            idempotent,
        ];
        // In the description of another act, "and saves it" says nothing about a second call.
        let first = facts.primary_action();
        let saves = first.is_some_and(|matched| matched.action == Action::Save);
        let is_named = first.is_some_and(|matched| matched.source == EvidenceSource::Name);
        let count = if saves || !is_named { 3 } else { 2 };
        out.emit_for_action(facts, Action::Save, &conclusions[..count]);
    },
};
