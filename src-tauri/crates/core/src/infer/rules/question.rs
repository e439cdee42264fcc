//! Execution of queries: a query, a report, an analysis.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::Likely;
use crate::infer::EvidenceSource;
use crate::infer::verbs::Action;
use crate::model::hint::HintName::ReadOnly;

const QUERY_NOUNS: [&str; 18] = [
    "aggregation",
    "analysis",
    "analyzer",
    "audit",
    "check",
    "checks",
    "diagnostic",
    "diagnostics",
    "lookup",
    "queries",
    "query",
    "report",
    "reports",
    "research",
    "review",
    "search",
    "status",
    "validation",
];

pub const RULE: Rule = Rule {
    id: "question",
    summary: "A tool that runs a query, report or analysis only reads.",
    rationale: "The query changes nothing; another rule covers arbitrary SQL or code.",
    examples: &[
        Example { name: "run_monthly_report", expected: &[(ReadOnly, Some(true))], ..Example::EMPTY },
        Example {
            name: "totals",
            description: "Runs an aggregation over the orders.",
            expected: &[(ReadOnly, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "run_analysis",
            description: "Runs the solver on a model.",
            expected: &[(ReadOnly, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "run_query",
            parameters: &["sql"],
            expected: &[(ReadOnly, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        if let Some((source, word)) = find_query_noun(facts) {
            out.emit_one(source, word, Conclusion(ReadOnly, true, Likely, "running a *{}* only reads"));
        }
    },
};

/// Maximum distance in words between "run" and its object: "run an IoT hub query".
const MAX_OBJECT_DISTANCE: usize = 9;

/// The query that the tool runs, if running it is its only action that is not harmless.
pub fn find_query_noun<'a>(facts: &'a ToolFacts) -> Option<(EvidenceSource, &'a str)> {
    let runs = |word: &str| matches!(word, "run" | "runs" | "execute" | "executes" | "perform" | "performs");
    if facts.actions.iter().any(|matched| !matched.action.is_harmless() && !runs(&matched.word)) {
        return None;
    }
    if !facts.actions.iter().any(|matched| matched.action == Action::Execute) {
        return None;
    }
    // "Run the solver": the result is kept in the model that was solved.
    let solves = |word: &str| matches!(word, "simulation" | "simulations" | "solver" | "training");
    if facts.description.words().take(facts.description.first_sentence_len()).any(solves) {
        return None;
    }
    let runs_something = |source| {
        facts.actions.iter().any(|matched| matched.action == Action::Execute && matched.source == source)
    };
    if runs_something(EvidenceSource::Name) {
        return facts.find_word(&QUERY_NOUNS).map(|word| (EvidenceSource::Name, word));
    }
    if !runs_something(EvidenceSource::Description) {
        return None;
    }
    let text = &facts.description;
    let at = (0..text.first_sentence_len()).find(|at| runs(text.word(*at)))?;
    (at..at + MAX_OBJECT_DISTANCE)
        .map(|at| text.word(at))
        .find(|word| QUERY_NOUNS.contains(word))
        .map(|word| (EvidenceSource::Description, word))
}
