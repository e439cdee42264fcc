//! Execution of queries: a query, a report, an analysis.

use super::{Example, Facts, Out, Rule, Says};
use crate::hint::HintName::ReadOnly;
use crate::infer::Certainty::Likely;
use crate::infer::Place;
use crate::infer::verbs::Act;

const QUESTIONS: [&str; 17] = [
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
    "search",
    "review",
    "status",
    "validation",
];

pub const RULE: Rule = Rule {
    id: "question",
    what: "Running a query, a report or an analysis asks a question and changes nothing.",
    why: "What runs is the question. Where it can be any SQL or code, another rule says so.",
    examples: &[
        Example { name: "run_monthly_report", expect: &[(ReadOnly, Some(true))], ..Example::EMPTY },
        Example {
            name: "totals",
            description: "Runs an aggregation over the orders.",
            expect: &[(ReadOnly, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "run_query",
            parameters: &["sql"],
            expect: &[(ReadOnly, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &Facts, out: &mut Out| {
        if let Some((place, word)) = asked(facts) {
            out.one(place, word, Says(ReadOnly, true, Likely, "running a *{}* asks a question"));
        }
    },
};

/// Maximum distance in words between "run" and its object: "run an IoT hub query".
const NEAR: usize = 9;

/// The query that the tool runs, if running it is its only action that is not harmless.
pub fn asked<'a>(facts: &'a Facts) -> Option<(Place, &'a str)> {
    let runs = |word: &str| matches!(word, "run" | "runs" | "execute" | "executes" | "perform" | "performs");
    if facts.acts.iter().any(|seen| !seen.act.is_harmless() && !runs(&seen.word)) {
        return None;
    }
    let runs_something =
        |place| facts.acts.iter().any(|seen| seen.act == Act::Execute && seen.place == place);
    if runs_something(Place::Name) {
        return facts.has_word(&QUESTIONS).map(|word| (Place::Name, word));
    }
    if !runs_something(Place::Description) {
        return None;
    }
    let text = &facts.description;
    let at = (0..text.first_sentence()).find(|at| runs(text.word(*at)))?;
    (at..at + NEAR)
        .map(|at| text.word(at))
        .find(|word| QUESTIONS.contains(word))
        .map(|word| (Place::Description, word))
}
