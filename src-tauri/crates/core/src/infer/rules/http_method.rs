//! The HTTP method of the tool's request: safe and idempotent methods by RFC 9110, section 9.2.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Certain, Doubtful, Likely, Strong};
use crate::infer::EvidenceSource;
use crate::infer::verbs::Action;
use crate::model::endpoint::is_safe_method;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

pub const RULE: Rule = Rule {
    id: "http-method",
    summary: "The HTTP method behind the tool shows whether it reads, adds, replaces or deletes.",
    rationale: "HTTP defines which methods are safe and which are idempotent; servers and caches rely on it. The method outweighs all other evidence of the tool, except a name that says that the tool destroys something: authors break the rules of HTTP.",
    examples: &[
        Example {
            name: "get_notes",
            http_method: Some("get"),
            expected: &[(ReadOnly, Some(true)), (Destructive, Some(false)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "delete_notes",
            http_method: Some("get"),
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "purge_all",
            http_method: Some("POST"),
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "run_route",
            http_method: Some("TRACE"),
            expected: &[(ReadOnly, Some(true)), (Destructive, Some(false)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "search_notes",
            http_method: Some("POST"),
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "search_notes",
            description: "Searches for notes by their words.",
            http_method: Some("POST"),
            expected: &[(ReadOnly, Some(true)), (Destructive, Some(false)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "update_note",
            http_method: Some("PATCH"),
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "note",
            description: "PATCH /notes/{id}",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "note",
            parameters: &["etag"],
            http_method: Some("PUT"),
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "replaceOrder",
            http_method: Some("PUT"),
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(true)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "putNotesId",
            description: "Replace a note",
            http_method: Some("PUT"),
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(true)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "note_patch",
            http_method: Some("PATCH"),
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "note_put",
            http_method: Some("PUT"),
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "note",
            http_method: Some("DELETE"),
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(true)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let (read_only, destructive, idempotent) = match facts.http_method {
            None => return,
            Some(method) if is_safe_method(method) => (true, false, true),
            Some("PUT") => (false, false, true),
            Some("DELETE") => (false, true, true),
            Some(_) => (false, false, false),
        };
        // GET, PUT and DELETE prove something. POST and PATCH do not: a search is often a POST, and most PATCH requests
        // set values.
        let proves = !matches!(facts.http_method, Some("POST" | "PATCH"));
        let certainty_unless = |is_contradicted: bool| match (proves, is_contradicted) {
            (true, _) => Certain,
            (false, true) => Doubtful,
            (false, false) => Likely,
        };
        // A name that only repeats the method, such as `note_put`, states no more than the method.
        let repeats_method =
            |word: &str| facts.http_method.is_some_and(|method| method.eq_ignore_ascii_case(word));
        let named = facts
            .primary_action()
            .filter(|matched| matched.source == EvidenceSource::Name && !repeats_method(&matched.word));
        let sets_values = facts.actions.iter().any(|matched| {
            matches!(matched.action, Action::Update | Action::Edit) && !repeats_method(&matched.word)
        });
        // In doubt the careful value applies, which the rules for verbs give.
        let destroys = named.is_some_and(|matched| {
            matched.max_certainty >= Strong
                && matches!(matched.action, Action::Delete | Action::Stop | Action::Rotate)
        });
        if destroys && facts.http_method.is_some_and(is_safe_method) {
            return;
        }
        let reads = facts.reads_by_name_and_description();
        let certainty = certainty_unless(reads);
        let sentence = "the HTTP method is *{}*";
        let conclusions = [
            Conclusion(ReadOnly, read_only, certainty, sentence),
            Conclusion(Idempotent, idempotent, certainty_unless(sets_values || reads), sentence),
        ];
        out.emit(EvidenceSource::Method, facts.http_method, &conclusions);
        // PUT replaces what is there. Whether that is more than a change of values, the name says.
        let loses = named.filter(|matched| {
            matched.max_certainty == Certain
                && matched.action == Action::Overwrite
                && facts.http_method == Some("PUT")
        });
        let is_replacement = |word: &str| word.starts_with("replac") || word.starts_with("overwrit");
        let described = facts.actions.iter().find(|matched| {
            matched.source == EvidenceSource::Description
                && is_replacement(&matched.word)
                && facts.http_method == Some("PUT")
        });
        let said_in_name = loses.map(|matched| (matched, "the name contains *{}*"));
        let said = said_in_name.or(described.map(|matched| (matched, "the description contains *{}*")));
        match said {
            Some((matched, sentence)) => {
                let conclusion = Conclusion(Destructive, true, Certain, sentence);
                out.emit_one(EvidenceSource::Method, &matched.word, conclusion);
            }
            None if destroys && !destructive => {}
            None => {
                let conclusion = Conclusion(Destructive, destructive, certainty, sentence);
                out.emit(EvidenceSource::Method, facts.http_method, &[conclusion]);
            }
        }
    },
};
