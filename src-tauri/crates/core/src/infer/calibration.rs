//! Limits on the certainty of guesses, by how often each rule was right on labelled tools.
//!
//! A conclusion that other evidence contests is counted apart: it is less often right.
//!
//! What a rule is believed to prove and what it proves on servers that nobody looked at differ. `calibration.tsv` holds how
//! often each conclusion decided a hint, and how often that was right; `scripts/bench-inference --calibrate` writes it. A
//! share of few guesses is drawn towards that of all rules which state the same certainty. Only the certainty is limited: the order of the signals, and
//! with it the values, stay as they are.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::words::FnvBuildHasher;
use super::{Certainty, EvidenceSource, Signal};
use crate::model::hint::HintName;

/// Lines of rule, hint, value, stated certainty, contested or not, right, guesses.
const COUNTS: &str = include_str!("calibration.tsv");

/// Number of guesses that the share of all rules counts for.
const PRIOR_GUESSES: f64 = 2.0;

/// A rule's conclusion of one strength.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Conclusion<'a> {
    rule: &'a str,
    hint: HintName,
    value: bool,
    stated: Certainty,
    /// Another signal suggests the opposite value.
    is_contested: bool,
}

#[derive(Debug, Default, Clone, Copy)]
struct Count {
    right: f64,
    guesses: f64,
}

#[derive(Debug, Default)]
struct Calibration {
    by_conclusion: HashMap<Conclusion<'static>, Count, FnvBuildHasher>,
    /// Of all rules, by hint, stated certainty, and whether the conclusion is contested.
    by_level: HashMap<(HintName, Certainty, bool), Count, FnvBuildHasher>,
}

static CALIBRATION: LazyLock<Calibration> = LazyLock::new(|| Calibration::parse(COUNTS));

impl Calibration {
    fn parse(lines: &'static str) -> Self {
        let mut all = Self::default();
        for line in lines.lines().skip(1) {
            let mut cells = line.split('\t');
            let mut next = || cells.next().unwrap_or_default();
            let (rule, hint, value) = (next(), next(), next() == "true");
            let (stated, is_contested) = (next(), next() == "contested");
            let hint = HintName::ALL.into_iter().find(|name| name.key() == hint);
            let levels = [Certainty::Likely, Certainty::Strong, Certainty::Certain];
            let stated = levels.into_iter().find(|level| level.label() == stated);
            let Some((hint, stated)) = hint.zip(stated) else { continue };
            let mut number = || next().parse().unwrap_or(0.0);
            let count = Count { right: number(), guesses: number() };
            all.by_conclusion.insert(Conclusion { rule, hint, value, stated, is_contested }, count);
            let sum = all.by_level.entry((hint, stated, is_contested)).or_default();
            sum.right += count.right;
            sum.guesses += count.guesses;
        }
        all
    }

    /// The certainty that a conclusion has earned.
    fn limit(&self, conclusion: &Conclusion) -> Certainty {
        let count = self.by_conclusion.get(conclusion).copied().unwrap_or_default();
        let level = (conclusion.hint, conclusion.stated, conclusion.is_contested);
        let all = self.by_level.get(&level).copied().unwrap_or_default();
        let mean = if all.guesses > 0.0 { all.right / all.guesses } else { 1.0 };
        let share = PRIOR_GUESSES.mul_add(mean, count.right) / (PRIOR_GUESSES + count.guesses);
        match share {
            share if share >= 0.99 => Certainty::Certain,
            share if share >= 0.95 => Certainty::Strong,
            _ => Certainty::Likely,
        }
    }
}

/// Limits the certainty of the deciding signal of each hint. `signals` are ranked.
pub fn limit_certainty(signals: &mut [Signal]) {
    for hint in HintName::ALL {
        let Some(at) = signals.iter().position(|signal| signal.hint == hint) else { continue };
        let Some(value) = signals[at].value else { continue };
        // RFC 9110 and the user are no evidence that a count could weaken.
        if matches!(signals[at].source, EvidenceSource::Method | EvidenceSource::Setting) {
            continue;
        }
        let (rule, stated) = (signals[at].rule, signals[at].certainty);
        // Nothing is lowered below "likely".
        if stated <= Certainty::Likely {
            continue;
        }
        let is_contested = is_contradicted(&signals[at + 1..], hint, value);
        let mut limit = CALIBRATION.limit(&Conclusion { rule, hint, value, stated, is_contested });
        if is_contested {
            limit = limit.min(Certainty::Strong);
        }
        signals[at].certainty = signals[at].certainty.min(limit);
    }
}

/// Returns whether another signal suggests the opposite value.
fn is_contradicted(others: &[Signal], hint: HintName, value: bool) -> bool {
    others.iter().any(|signal| {
        signal.hint == hint && signal.value == Some(!value) && signal.certainty > Certainty::Doubtful
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_as_certain_as_its_counts_allow() {
        let table = "rule\thint\tvalue\tstated\tcontested\tright\tguesses\n\
            often\treadOnlyHint\ttrue\tcertain\t\t200\t200\n\
            often\treadOnlyHint\ttrue\tcertain\tcontested\t1\t2\n\
            once\treadOnlyHint\ttrue\tcertain\t\t1\t1\n\
            wrong\treadOnlyHint\ttrue\tcertain\t\t20\t40\n";
        let calibration = Calibration::parse(table);
        let limit = |rule, is_contested| {
            let (hint, value, stated) = (HintName::ReadOnly, true, Certainty::Certain);
            calibration.limit(&Conclusion { rule, hint, value, stated, is_contested })
        };
        assert_eq!(limit("often", false), Certainty::Certain);
        assert_eq!(limit("often", true), Certainty::Likely);
        assert_eq!(limit("once", false), Certainty::Likely);
        assert_eq!(limit("wrong", false), Certainty::Likely);
        assert_eq!(limit("new", false), Certainty::Likely);
    }

    #[test]
    fn every_conclusion_of_the_table_is_of_a_rule() {
        for Conclusion { rule, .. } in CALIBRATION.by_conclusion.keys() {
            let is_known = super::super::rules::ALL.iter().any(|known| known.id == *rule)
                || *rule == super::super::rules::IMPLIED_BY_READ_ONLY;
            assert!(is_known, "{rule}");
        }
    }
}
