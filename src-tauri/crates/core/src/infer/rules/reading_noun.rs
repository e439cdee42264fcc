//! Names without a verb that end in a noun for information.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::Likely;
use crate::infer::EvidenceSource;
use crate::model::hint::HintName::ReadOnly;

const INFORMATION_NOUNS: [&str; 53] = [
    "capabilities",
    "faq",
    "findings",
    "guidance",
    "guidelines",
    "hierarchy",
    "insights",
    "inventory",
    "manual",
    "practices",
    "properties",
    "reference",
    "snapshot",
    "structure",
    "tutorial",
    "activity",
    "changelog",
    "contents",
    "count",
    "counts",
    "definitions",
    "details",
    "docs",
    "documentation",
    "examples",
    "graph",
    "guide",
    "health",
    "help",
    "history",
    "index",
    "info",
    "information",
    "instructions",
    "logs",
    "metadata",
    "metrics",
    "overview",
    "permissions",
    "resources",
    "results",
    "schema",
    "screenshot",
    "stats",
    "statistics",
    "status",
    "summary",
    "tree",
    "usage",
    "versions",
    "weather",
    "distance",
    "directions",
];

pub const RULE: Rule = Rule {
    id: "reading-noun",
    summary: "A tool whose name has no verb and ends in a word like info, status or history reads, as does one without any verb beside tools that only read.",
    rationale: "Such a name denotes the data that the tool returns.",
    examples: &[
        Example { name: "board_history", expected: &[(ReadOnly, Some(true))], ..Example::EMPTY },
        Example {
            name: "city_forecasts",
            other_tools: &["list_cities", "search_places", "get_tides"],
            expected: &[(ReadOnly, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "city_forecasts",
            other_tools: &["list_cities", "search_places", "get_tides", "add_city"],
            expected: &[(ReadOnly, None)],
            ..Example::EMPTY
        },
        Example { name: "change_status", expected: &[(ReadOnly, Some(false))], ..Example::EMPTY },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let has_action = facts
            .actions
            .iter()
            .any(|matched| matches!(matched.source, EvidenceSource::Name | EvidenceSource::Title));
        let noun =
            facts.words.last().filter(|word| !has_action && INFORMATION_NOUNS.contains(&word.as_str()));
        out.emit(
            EvidenceSource::Name,
            noun.map(String::as_str),
            &[Conclusion(ReadOnly, true, Likely, "*{}* denotes data to read")],
        );
        // A description in another language says nothing to the other rules.
        let last = facts.words.last().filter(|_| facts.actions.is_empty() && facts.server.only_reads());
        let conclusion = Conclusion(ReadOnly, true, Likely, "the other tools of the server only read");
        out.emit(EvidenceSource::OtherTools, last.map(String::as_str), &[conclusion]);
    },
};
