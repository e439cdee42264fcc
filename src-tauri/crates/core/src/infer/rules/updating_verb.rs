//! Verbs that update values.

use super::{Conclusion, DEFAULT_REASON, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Certain, Likely};
use crate::infer::EvidenceSource;
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

/// Parameters that hold the whole content of a file.
const CONTENT_PARAMETERS: [&str; 5] = ["content", "contents", "filecontent", "filecontents", "newcontent"];

/// Parameters that name a file.
const FILE_PARAMETERS: [&str; 6] = ["file", "filename", "filepath", "notepath", "path", "relativepath"];

/// Parameters by which a change also adds an entry: a comment, or a version with a message.
const ENTRY_PARAMETERS: [&str; 6] =
    ["changedescription", "changenote", "comment", "commitmessage", "message", "versiondescription"];

pub const RULE: Rule = Rule {
    id: "updating-verb",
    summary: "A tool that updates or sets changes values; setting them twice has the same result.",
    rationale: "By the narrow definition of destructive, the change of a field loses nothing. A change of many things at once does: their earlier values differ, so restoring them takes one change each.",
    examples: &[
        Example {
            name: "update_note",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "mark_as_read",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "update_page",
            parameters: &["path", "content"],
            expected: &[(Destructive, Some(true)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "update_ticket",
            parameters: &["id", "status", "comment"],
            expected: &[(Destructive, Some(false)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "modify_flow",
            parameters: &["id", "change_description"],
            expected: &[(Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "update_rows",
            parameters: &["filter", "update"],
            expected: &[(Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example { name: "update_many", expected: &[(Destructive, Some(true))], ..Example::EMPTY },
        Example {
            name: "change_status",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let conclusions = [
            Conclusion(ReadOnly, false, Certain, DEFAULT_REASON),
            Conclusion(Destructive, false, Likely, "*{}* changes values and deletes nothing"),
            Conclusion(Idempotent, true, Likely, "setting the same values twice has the same result"),
        ];
        out.emit_for_action(facts, Action::Update, &conclusions);
        let acts =
            |any: &[Action]| facts.primary_action().is_some_and(|matched| any.contains(&matched.action));
        if acts(&[Action::Update, Action::Edit]) {
            let entry = facts.find_parameter(&ENTRY_PARAMETERS).filter(|_| changes_more_than_entry(facts));
            let sentence = "every call with *{}* adds another entry";
            let name = entry.map(|parameter| parameter.name.as_str());
            out.emit(EvidenceSource::Parameter, name, &[Conclusion(Idempotent, false, Likely, sentence)]);
        }
        if !acts(&[Action::Update]) {
            return;
        }
        // What matches a filter is changed by an operator, such as an increment.
        let operator = facts.find_parameter(&["filter"]).and_then(|_| facts.find_parameter(&["update"]));
        let conclusion = Conclusion(Idempotent, false, Likely, "*{}* may contain an increment");
        out.emit(EvidenceSource::Parameter, operator.map(|parameter| parameter.name.as_str()), &[conclusion]);
        let conclusion = Conclusion(Destructive, true, Likely, "*{}* replaces all earlier values");
        let whole = facts.find_word(&["bulk", "entire", "full", "many", "mass", "whole"]);
        out.emit(EvidenceSource::Name, whole, &[conclusion]);
        let conclusion = Conclusion(Destructive, true, Likely, "*{}* replaces what the file contains");
        let content = facts.find_parameter(&CONTENT_PARAMETERS).filter(|parameter| parameter.required);
        let content = content.filter(|_| facts.find_parameter(&FILE_PARAMETERS).is_some());
        out.emit(EvidenceSource::Parameter, content.map(|parameter| parameter.name.as_str()), &[conclusion]);
    },
};

/// Returns whether the tool changes something else than the entry itself: `update_comment` sets its text.
fn changes_more_than_entry(facts: &ToolFacts) -> bool {
    facts.find_word(&["comment", "comments", "message", "messages"]).is_none()
}
