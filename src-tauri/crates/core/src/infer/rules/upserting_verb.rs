//! Verbs that create something or overwrite an existing one.

use super::{Conclusion, DEFAULT_REASON, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Certain, Likely, Strong};
use crate::infer::EvidenceSource;
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

/// Parameters of a write to a repository, which keeps every version.
const HISTORY_PARAMETERS: [&str; 3] = ["branch", "branchname", "commitmessage"];

pub const RULE: Rule = Rule {
    id: "upserting-verb",
    summary: "A tool that creates or updates overwrites an entry of the same name; a second call has the same result.",
    rationale: "The caller cannot know in advance whether an entry is created or replaced. In a branch of a repository, the earlier version stays in the history.",
    examples: &[
        Example {
            name: "create_or_update_page",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(true)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "create_or_update_file",
            parameters: &["path", "content", "branch"],
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "create_or_update_file",
            description: "Creates or updates a file in a repository.",
            expected: &[(Destructive, Some(false)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "add_entry",
            description: "Adds or replaces an entry.",
            expected: &[(Destructive, Some(true)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "upsert_rows",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(true)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let conclusions = [
            Conclusion(ReadOnly, false, Certain, DEFAULT_REASON),
            Conclusion(Destructive, true, Strong, "*{}* may overwrite existing data"),
            Conclusion(Idempotent, true, Strong, "a second *{}* has the same result"),
        ];
        out.emit_for_action(facts, Action::Upsert, &conclusions);
        for source in [EvidenceSource::Name, EvidenceSource::Description] {
            let find = |action| {
                facts.actions.iter().find(|matched| matched.action == action && matched.source == source)
            };
            // "Adds or replaces an entry"
            if let Some((create, replace)) = find(Action::Create).zip(find(Action::Overwrite)) {
                let evidence = format!("{} or {}", create.word, replace.word);
                out.emit(source, Some(&evidence), &conclusions[1..]);
                return;
            }
            let Some((create, update)) = find(Action::Create).zip(find(Action::Update)) else { continue };
            if let Some(host) = find_repository(facts) {
                let conclusions = [
                    Conclusion(Destructive, false, Likely, "the history of a *{}* keeps the earlier version"),
                    Conclusion(Idempotent, false, Likely, "every call adds a version to a *{}*"),
                ];
                out.emit(EvidenceSource::Description, Some(host), &conclusions);
                return;
            }
            if let Some(parameter) = facts.find_parameter(&HISTORY_PARAMETERS) {
                let conclusions = [
                    Conclusion(Destructive, false, Likely, "the history of *{}* keeps the earlier version"),
                    Conclusion(Idempotent, false, Likely, "every call adds a version to *{}*"),
                ];
                out.emit(EvidenceSource::Parameter, Some(&parameter.name), &conclusions);
                return;
            }
            let evidence = format!("{} or {}", create.word, update.word);
            let idempotent = Conclusion(Idempotent, true, Likely, "a second *{}* has the same result");
            out.emit_one(source, &evidence, idempotent);
            if source == EvidenceSource::Name {
                let destructive = Conclusion(Destructive, true, Likely, "*{}* may overwrite existing data");
                out.emit_one(source, &evidence, destructive);
            }
        }
    },
};

/// The repository that a file is in, if no parameter says so.
fn find_repository<'a>(facts: &'a ToolFacts) -> Option<&'a str> {
    facts.find_word(&["file", "files"])?;
    let mut words = facts.description.words().take(facts.description.first_sentence_len());
    words.find(|word| matches!(*word, "repository" | "github" | "gitlab" | "gitea" | "bitbucket"))
}
