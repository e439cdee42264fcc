//! Rule: `destructiveHint` against Closient's definition of destructive.

use super::{Example, FindingSink, Rule, source};
use crate::infer::{ADDING_RULES, Certainty, Inference, Signal};
use crate::lint::{Fix, RuleCategory, Severity, Subject};
use crate::model::hint::HintName::{self, Destructive, ReadOnly};
use crate::model::overrides::{DecidedValue, Field};

pub const RULE: Rule = Rule {
    id: "destructive-by-closient",
    summary: "A tool is destructive if it deletes, overwrites, revokes or cancels, and not if it only adds or reads.",
    rationale: "With the hint, most clients ask once more before the call: right before a deletion, wrong before an addition. What a tool does is inferred from its name and texts, and an inference that is only likely is not reported.",
    category: RuleCategory::Heuristic,
    default_severity: Severity::Error,
    source_url: source::CLOSIENT,
    bad_examples: &[
        Example::new(r#"{"name":"create_note","annotations":{"readOnlyHint":false,"destructiveHint":true}}"#),
        Example::new(r#"{"name":"get_note","annotations":{"destructiveHint":true}}"#),
        Example::new(
            r#"{"name":"generate_qr_code","annotations":{"readOnlyHint":false,"destructiveHint":true}}"#,
        ),
        Example::new(r#"{"name":"delete_note","annotations":{"readOnlyHint":false}}"#),
        Example::new(r#"{"name":"revoke_share","annotations":{"destructiveHint":false}}"#),
        Example::new(r#"{"name":"cancel_order","annotations":{"readOnlyHint":true}}"#),
        Example::new(r#"{"name":"overwrite_file","annotations":{"readOnlyHint":false}}"#),
    ],
    good_examples: &[
        Example::new(r#"{"name":"create_note","annotations":{"readOnlyHint":false}}"#),
        Example::new(r#"{"name":"get_note","annotations":{"readOnlyHint":true}}"#),
        Example::new(r#"{"name":"delete_note","annotations":{"destructiveHint":true}}"#),
        // Authors differ about the change of a value.
        Example::new(r#"{"name":"update_note","annotations":{"destructiveHint":true}}"#),
        Example::new(r#"{"name":"update_note","annotations":{"readOnlyHint":false}}"#),
        Example::new(r#"{"name":"remove_label_from_note","annotations":{"destructiveHint":true}}"#),
        Example::new(r#"{"name":"nightly_thing","annotations":{"destructiveHint":true}}"#),
    ],
    check: |subject: &Subject, out: &mut FindingSink| {
        let guess = |hint, value| reliable_signal(subject.inference, hint, value);
        if subject.explicit_value(Destructive) == Some(true) {
            let adds = guess(Destructive, false).filter(|signal| ADDING_RULES.contains(&signal.rule));
            let may_lose = subject.inference.hints().destructive == Some(true);
            let reads = || guess(ReadOnly, true).filter(|_| !may_lose);
            if let Some(signal) = adds.or_else(reads) {
                let message = format!("{}, but the tool is declared destructive", reason_of(signal));
                let fix = Fix::for_hint(Destructive, false, false);
                out.report_with_fix(Destructive.json_path(), message, Some(fix));
            }
        } else if let Some(signal) = guess(Destructive, true) {
            let mut decisions = vec![(Field::Hint(Destructive), DecidedValue::Hint(true))];
            if subject.explicit_value(ReadOnly) == Some(true) {
                decisions.push((Field::Hint(ReadOnly), DecidedValue::Hint(false)));
            }
            let message = format!("{}, but the tool is not declared destructive", reason_of(signal));
            out.report_with_fix(Destructive.json_path(), message, Some(Fix { decisions, is_safe: false }));
        }
    },
};

/// The deciding signal of a hint, if it is at least very likely and has this value.
fn reliable_signal(inference: &Inference, hint: HintName, expected: bool) -> Option<&Signal> {
    let (value, signal) = inference.guess(hint)?;
    (value == expected && signal.certainty >= Certainty::Strong).then_some(signal)
}

fn reason_of(signal: &Signal) -> String {
    super::emphasis_to_quotes(&signal.reason())
}
