//! The HTTP method behind a tool, by the table of RFC 9110: safe and idempotent methods.

use super::{Example, Facts, Rule, Says, signals};
use crate::hint::HintName::{Destructive, Idempotent, ReadOnly};
use crate::infer::Certainty::Certain;

pub const RULE: Rule = Rule {
    id: "http-method",
    what: "The HTTP method behind the tool tells whether it reads, adds, replaces or deletes.",
    why: "HTTP defines which methods are safe and which are idempotent; servers and caches rely on it.",
    examples: &[
        Example {
            name: "notes",
            http_method: Some("get"),
            expect: &[(ReadOnly, Some(true)), (Destructive, Some(false)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "notes",
            http_method: Some("POST"),
            expect: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "note",
            http_method: Some("PUT"),
            expect: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "note",
            http_method: Some("DELETE"),
            expect: &[(ReadOnly, Some(false)), (Destructive, Some(true)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &Facts| {
        let Some(method) = facts.http_method.as_deref() else { return Vec::new() };
        let (read_only, destructive, idempotent) = match method {
            "GET" | "HEAD" | "OPTIONS" => (true, false, true),
            "PUT" => (false, false, true),
            "DELETE" => (false, true, true),
            _ => (false, false, false),
        };
        let sentence = "the HTTP method is *{}*";
        let says = [
            Says(ReadOnly, read_only, Certain, sentence),
            Says(Destructive, destructive, Certain, sentence),
            Says(Idempotent, idempotent, Certain, sentence),
        ];
        signals(RULE.id, Some(method), &says)
    },
};
