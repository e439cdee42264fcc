//! Downloads whose content is not in the result.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts, saving_parameter};
use crate::infer::Certainty::Likely;
use crate::infer::EvidenceSource;
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

/// Words by which a description says that the content is in the result.
const RETURNED: [&str; 14] = [
    "base64", "binary", "bytes", "content", "contents", "csv", "embedded", "inline", "json", "link",
    "markdown", "text", "url", "xml",
];

pub const RULE: Rule = Rule {
    id: "saved-download",
    summary: "A tool that downloads something and does not return its content saves it.",
    rationale: "A result is text or a small picture. What is too big for it is written to the disk of the machine where the server runs, and downloading it again writes the same file.",
    examples: &[
        Example {
            name: "download_track",
            description: "Downloads a track in the best quality.",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "download_track",
            description: "Downloads a track as base64.",
            expected: &[(ReadOnly, Some(true))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let named = facts.primary_action().filter(|matched| {
            let is_named = matched.source == EvidenceSource::Name;
            is_named && matched.action == Action::Export && matched.word == "download"
        });
        let is_described = facts.description.len() > 0;
        let is_returned = || facts.description.words().any(|word| RETURNED.contains(&word));
        let Some(download) = named.filter(|_| is_described && !is_returned()) else { return };
        let conclusions = [
            Conclusion(ReadOnly, false, Likely, "a *{}* that is not returned is saved"),
            Conclusion(Destructive, false, Likely, "saving adds a file"),
            Conclusion(Idempotent, true, Likely, "the same file is saved again"),
        ];
        let conclusions =
            if saving_parameter::saves_the_same(facts) { &conclusions[..] } else { &conclusions[..2] };
        out.emit(EvidenceSource::Name, Some(&download.word), conclusions);
    },
};
