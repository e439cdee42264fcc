//! Open-world evidence of a single tool, which may differ from its server.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Likely, Strong};
use crate::infer::EvidenceSource;
use crate::infer::phrases::PhraseMeaning;
use crate::infer::verbs::Action;
use crate::model::hint::HintName::OpenWorld;

const EXTERNAL_WORDS: [&str; 12] = [
    "browse", "crawl", "email", "internet", "mail", "navigate", "online", "scrape", "sms", "web", "webhook",
    "website",
];

pub const RULE: Rule = Rule {
    id: "world-of-the-tool",
    summary: "A tool that accesses the web or sends mail is open world; one that only computes is not.",
    rationale: "Single tools can differ from their server: a notebook may fetch a page, a web service may convert units.",
    examples: &[
        Example {
            name: "scrape_site",
            other_tools: &["add_task", "list_projects", "update_dashboard"],
            expected: &[(OpenWorld, Some(true))],
            ..Example::EMPTY
        },
        Example { name: "calculate_distance", expected: &[(OpenWorld, Some(false))], ..Example::EMPTY },
        Example {
            name: "read_part",
            description: "Reads a part of a local file.",
            expected: &[(OpenWorld, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let conclusions = [Conclusion(OpenWorld, true, Strong, "*{}* involves external systems")];
        out.emit(EvidenceSource::Name, facts.find_word(&EXTERNAL_WORDS), &conclusions);
        let phrase = |meaning| {
            let end = facts.description.first_sentence_len();
            let found = facts
                .phrases
                .iter()
                .find(|found| found.meaning == meaning && !found.negated && found.end <= end);
            found.map(|found| facts.description.excerpt(found.start, found.end))
        };
        let conclusions = [Conclusion(OpenWorld, true, Likely, "the description contains *{}*")];
        out.emit(EvidenceSource::Description, phrase(PhraseMeaning::External), &conclusions);
        let conclusions = [Conclusion(OpenWorld, false, Likely, "the description contains *{}*")];
        out.emit(EvidenceSource::Description, phrase(PhraseMeaning::Local), &conclusions);
        let computes = facts.primary_action().filter(|matched| matched.action == Action::Compute);
        let conclusions = [Conclusion(OpenWorld, false, Likely, "*{}* only uses its arguments")];
        out.emit(EvidenceSource::Name, computes.map(|matched| matched.word.as_str()), &conclusions);
    },
};
