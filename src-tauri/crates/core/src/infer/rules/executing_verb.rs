//! Verbs that execute something.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts, question};
use crate::infer::Certainty::{Likely, Strong};
use crate::infer::EvidenceSource;
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

/// Things that are defined before they run, and whose run changes nothing else.
const PREDEFINED_RUNS: [&str; 29] = [
    "actor",
    "analysis",
    "app",
    "assessment",
    "automation",
    "backfill",
    "backtest",
    "backup",
    "benchmark",
    "build",
    "campaign",
    "evaluation",
    "experiment",
    "flow",
    "inspection",
    "job",
    "monitor",
    "pipeline",
    "prompt",
    "scan",
    "scenario",
    "simulation",
    "suite",
    "task",
    "test",
    "tests",
    "training",
    "workflow",
    "workflows",
];

const DEPLOYING_VERBS: [&str; 6] = ["deploy", "rebuild", "reboot", "redeploy", "reindex", "restart"];

fn executes(facts: &ToolFacts) -> bool {
    facts.primary_action().is_some_and(|matched| matched.action == Action::Execute)
}

pub const RULE: Rule = Rule {
    id: "executing-verb",
    summary: "A tool that runs, executes or deploys something starts it with every call.",
    rationale: "It is unlikely to be read-only, and it is not repeatable. A deployment or a run of something defined beforehand adds to what exists; of a command or an action it is not known, so Destructive keeps its careful default.",
    examples: &[
        Example {
            name: "run_automation",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example { name: "rollback_deployment", expected: &[(Destructive, Some(true))], ..Example::EMPTY },
        Example {
            name: "execute_action",
            expected: &[(ReadOnly, Some(false)), (Destructive, None), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        // What is deployed a second time often replaces what runs by the same.
        let deploys = facts.find_word(&["deploy", "redeploy"]).is_some();
        let repeated = if deploys { Likely } else { Strong };
        let conclusions = [
            Conclusion(ReadOnly, false, Strong, "*{}* starts something"),
            Conclusion(Idempotent, false, repeated, "every *{}* has a new effect"),
        ];
        if question::find_query_noun(facts).is_some() {
            return;
        }
        out.emit_for_action(facts, Action::Execute, &conclusions);
        if let Some(word) = facts.find_word(&["rollback"]) {
            let sentence = "a *{}* discards what was done since";
            return out.emit_one(EvidenceSource::Name, word, Conclusion(Destructive, true, Likely, sentence));
        }
        let destructive = Conclusion(Destructive, false, Likely, "a *{}* adds to what exists");
        let deploys =
            facts.primary_action().filter(|matched| DEPLOYING_VERBS.contains(&matched.word.as_str()));
        let run = deploys.map(|matched| matched.word.as_str()).or_else(|| facts.find_word(&PREDEFINED_RUNS));
        if let Some(run) = run.filter(|_| executes(facts)) {
            out.emit_one(EvidenceSource::Name, run, destructive);
        }
    },
};
