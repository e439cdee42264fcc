//! Verbs that create.

use super::{Conclusion, DEFAULT_REASON, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::Strong;
use crate::infer::EvidenceSource;
use crate::infer::facts::ActionMatch;
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

/// Things that a set contains once: adding one again changes nothing.
const MEMBERS: [&str; 38] = [
    "assignee",
    "assignees",
    "attendee",
    "attendees",
    "bookmark",
    "bookmarks",
    "collaborator",
    "collaborators",
    "dependencies",
    "dependency",
    "directory",
    "favorite",
    "favorites",
    "favourite",
    "folder",
    "follower",
    "followers",
    "label",
    "labels",
    "member",
    "members",
    "membership",
    "participant",
    "participants",
    "permission",
    "permissions",
    "reaction",
    "reactions",
    "reviewer",
    "reviewers",
    "role",
    "subscriber",
    "tag",
    "tags",
    "user",
    "users",
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
    let at = words.iter().position(|word| matches!(word.as_str(), "add" | "attach" | "ensure"))?;
    // `add_issue_to_project`: both exist already. `add_comment_to_issue` makes a comment.
    let joins = words[at..].iter().any(|word| matches!(word.as_str(), "to" | "into"));
    let is_member = |word: &&String| MEMBERS.contains(&word.as_str());
    if let Some(member) = words.last().filter(is_member) {
        return Some(member);
    }
    let adds_content = words[at..].iter().any(|word| CONTENT.contains(&word.as_str()));
    if words[at] == "ensure" {
        return Some(&words[at]);
    }
    if joins && !adds_content && at + 1 < words.len() {
        return Some(&words[at + 1]);
    }
    words.iter().find(is_member).filter(|_| !adds_content).map(String::as_str)
}

pub const RULE: Rule = Rule {
    id: "creating-verb",
    summary: "A tool that creates adds something new each time it is called.",
    rationale: "Adding loses nothing, but a second call adds a second one, unless it adds to a set: a label that an issue has already is not added again.",
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
        Example { name: "add_comment_to_issue", expected: &[(Idempotent, Some(false))], ..Example::EMPTY },
        Example {
            name: "nightly",
            description: "Creates a snapshot of the board.",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let conclusions = [
            Conclusion(ReadOnly, false, Strong, DEFAULT_REASON),
            Conclusion(Destructive, false, Strong, "*{}* adds and loses nothing"),
            Conclusion(Idempotent, false, Strong, "a second *{}* adds another one"),
        ];
        // `create_or_update`: another rule covers what may exist already.
        let upserts = |matched: &ActionMatch| {
            matched.action == Action::Update && matched.source == EvidenceSource::Name
        };
        if facts.actions.iter().any(upserts) {
            return out.emit_for_action(facts, Action::Create, &conclusions[..1]);
        }
        match find_member(facts) {
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
