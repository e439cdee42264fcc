//! Tools that work on what their server manages.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::Likely;
use crate::infer::EvidenceSource;
use crate::model::hint::HintName::OpenWorld;

pub const RULE: Rule = Rule {
    id: "own-data",
    summary: "A tool that works on what its server manages is not open world.",
    rationale: "A server is for one product, account, device or set of files. Its tools share those things; another rule covers tools that reach beyond them. Data that is kept by a service elsewhere counts as the server's own: who reads that differently sets it for the whole server.",
    examples: &[
        Example {
            name: "list_drafts",
            other_tools: &["delete_draft", "list_projects"],
            expected: &[(OpenWorld, Some(false))],
            ..Example::EMPTY
        },
        Example { name: "list_drafts", expected: &[(OpenWorld, Some(false))], ..Example::EMPTY },
        Example {
            name: "send_email",
            other_tools: &["list_emails", "delete_email"],
            expected: &[(OpenWorld, Some(true))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        if let Some(thing) = facts.server.world().shared_thing(&facts.words) {
            let sentence = "other tools of this server use *{}* too, so it is probably the server's own data";
            out.emit_one(EvidenceSource::OtherTools, thing, Conclusion(OpenWorld, false, Likely, sentence));
        } else if let Some(action) = facts.primary_action() {
            let sentence = "*{}* reaches nothing outside the server";
            out.emit_one(action.source, &action.word, Conclusion(OpenWorld, false, Likely, sentence));
        } else if let Some(word) = facts.words.last().filter(|_| facts.description.len() > 0) {
            let sentence = "nothing about *{}* reaches outside the server";
            out.emit_one(EvidenceSource::Name, word, Conclusion(OpenWorld, false, Likely, sentence));
        }
    },
};
