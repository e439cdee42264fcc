//! Verbs that create.

use super::{Conclusion, DEFAULT_REASON, Example, Rule, SignalSink, ToolFacts, target_path};
use crate::infer::Certainty::{Likely, Strong};
use crate::infer::EvidenceSource;
use crate::infer::actions::ActionMatch;
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

/// Things that a set contains once: adding one again changes nothing.
const MEMBERS: [&str; 34] = [
    "assignee",
    "assignees",
    "attendee",
    "attendees",
    "collaborator",
    "collaborators",
    "dependencies",
    "dependency",
    "favorite",
    "favorites",
    "favourite",
    "favourites",
    "follower",
    "followers",
    "label",
    "labels",
    "member",
    "members",
    "participant",
    "participants",
    "permission",
    "permissions",
    "reaction",
    "reactions",
    "reviewer",
    "reviewers",
    "role",
    "roles",
    "star",
    "subscriber",
    "tag",
    "tags",
    "watcher",
    "watchers",
];

/// What "add … to" adds anew with every call.
const CONTENT: [&str; 24] = [
    "annotation",
    "attachment",
    "block",
    "cell",
    "column",
    "columns",
    "comment",
    "content",
    "event",
    "heading",
    "image",
    "item",
    "items",
    "line",
    "message",
    "note",
    "page",
    "paragraph",
    "row",
    "rows",
    "section",
    "shape",
    "step",
    "text",
];

/// What the tool adds to a set that contains it at most once.
fn find_member<'a>(facts: &'a ToolFacts) -> Option<&'a str> {
    let words = &facts.words;
    let at = words.iter().position(|word| matches!(word.as_str(), "add" | "attach" | "ensure" | "link"))?;
    if words[at] == "ensure" {
        return Some(&words[at]);
    }
    let adds_content = words[at..].iter().any(|word| CONTENT.contains(&word.as_str()));
    let is_member = |word: &&String| MEMBERS.contains(&word.as_str());
    let last = words.last().filter(is_member);
    if let Some(member) = last.or_else(|| words.iter().find(is_member).filter(|_| !adds_content)) {
        return Some(member);
    }
    // `add_issue_to_project`, which takes the ids of both: they exist already. `add_tasks_to_request` takes new tasks.
    let joint = words.iter().position(|word| matches!(word.as_str(), "to" | "into"));
    let object =
        words.get(joint.unwrap_or(words.len()) - 1).filter(|_| at + 1 < words.len() && !adds_content)?;
    let exists = (joint.is_some() || words[at] == "attach") && facts.find_identifier(object).is_some();
    (exists || facts.requires_only_ids()).then_some(object)
}

/// Products of which the verb does not tell whether they are stored or only returned.
const RETURNED_PRODUCTS: [&str; 6] =
    ["completion", "completions", "embedding", "embeddings", "plan", "preview"];

/// What is identified by its path: a second call finds it there.
fn find_directory<'a>(facts: &'a ToolFacts) -> Option<&'a str> {
    let has_path = || facts.find_parameter(&["directorypath", "dirpath", "folderpath", "path"]).is_some();
    let directory = facts.find_word(&["dir", "directories", "directory", "mkdir"]);
    directory.or_else(|| facts.find_word(&["folder"]).filter(|_| has_path()))
}

pub const RULE: Rule = Rule {
    id: "creating-verb",
    summary: "A tool that creates adds something new each time it is called.",
    rationale: "Adding loses nothing, but a second call adds a second one, unless it adds to a set: a label that an issue has already is not added again, nor is a directory that exists.",
    examples: &[
        Example {
            name: "create_note",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "copy_file",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "add_label_to_issue",
            expected: &[(ReadOnly, Some(false)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "add_issue_to_project",
            parameters: &["issue_id", "project_id"],
            expected: &[(Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "add_tasks_to_request",
            parameters: &["request_id", "tasks"],
            expected: &[(Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "create_directory",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "create_folder",
            parameters: &["path"],
            expected: &[(Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "create_folder",
            parameters: &["title"],
            expected: &[(Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example { name: "add_comment_to_issue", expected: &[(Idempotent, Some(false))], ..Example::EMPTY },
        Example {
            name: "nightly",
            description: "Creates a snapshot of the board.",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let is_returned = facts.words.last().is_some_and(|word| RETURNED_PRODUCTS.contains(&word.as_str()));
        let conclusions = [
            Conclusion(ReadOnly, false, if is_returned { Likely } else { Strong }, DEFAULT_REASON),
            Conclusion(Destructive, false, Strong, "*{}* adds and loses nothing"),
            Conclusion(Idempotent, false, Strong, "a second *{}* adds another one"),
        ];
        // `create_or_update`: another rule covers what may exist already.
        let upserts = |matched: &ActionMatch| match matched.source {
            EvidenceSource::Name => matched.action == Action::Update,
            _ => matched.action == Action::Overwrite,
        };
        if facts.actions.iter().any(upserts) || target_path::find_target(facts).is_some() {
            return out.emit_for_action(facts, Action::Create, &conclusions[..1]);
        }
        let creates = facts.primary_action().is_some_and(|matched| matched.action == Action::Create);
        match find_member(facts).or_else(|| find_directory(facts).filter(|_| creates)) {
            Some(member) => {
                out.emit_for_action(facts, Action::Create, &conclusions[..2]);
                let conclusion =
                    Conclusion(Idempotent, true, Strong, "a *{}* that is there already is not added again");
                out.emit_one(EvidenceSource::Name, member, conclusion);
            }
            None => out.emit_for_action(facts, Action::Create, &conclusions),
        }
    },
};
