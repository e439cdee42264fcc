//! Rule: decisions for an earlier definition of the tool.

use super::{Example, FindingSink, Rule, source};
use crate::lint::{RuleCategory, Severity, Subject};
use crate::model::decisions::{StaleDecision, stale_decision};
use crate::model::hint::{HintName, yes_no};
use crate::model::overrides::Field;

pub const RULE: Rule = Rule {
    id: "stale-override",
    summary: "Every decision was made for the tool's current definition.",
    rationale: "The server changed the tool after the decision. A loosening decision is suspended until the change is reviewed; a decision that the server now contradicts should be reviewed too.",
    category: RuleCategory::Recommended,
    default_severity: Severity::Warning,
    source_url: source::HINTSMITH,
    bad_examples: &[
        Example {
            decisions: &[(HintName::ReadOnly, true, None)],
            are_decisions_stale: true,
            ..Example::new(r#"{"name":"list_notes"}"#)
        },
        Example {
            decisions: &[(HintName::Destructive, true, None)],
            are_decisions_stale: true,
            ..Example::new(r#"{"name":"add","annotations":{"destructiveHint":false}}"#)
        },
    ],
    good_examples: &[
        Example {
            decisions: &[(HintName::ReadOnly, true, None)],
            ..Example::new(r#"{"name":"list_notes"}"#)
        },
        Example {
            decisions: &[(HintName::ReadOnly, false, None)],
            are_decisions_stale: true,
            ..Example::new(r#"{"name":"list_notes"}"#)
        },
    ],
    check: |subject: &Subject, out: &mut FindingSink| {
        let icon = subject.resolved.icon.as_ref().and_then(|decided| decided.origin.decision());
        if let Some(decision) = icon
            && stale_decision(&Field::Icon, decision, subject.tool) == Some(StaleDecision::Contradicted)
        {
            out.report(
                "icons",
                "the icon was decided for an earlier definition, and the server sends another",
            );
        }
        let described = subject.resolved.description.as_ref().and_then(|decided| decided.origin.decision());
        if let Some(decision) = described
            && stale_decision(&Field::Description, decision, subject.tool)
                == Some(StaleDecision::Contradicted)
        {
            let message =
                "the description was decided for an earlier definition, and the server's text differs";
            out.report("description", message);
        }
        for hint in HintName::ALL {
            if let Some(entry) = subject.resolved.hints[hint].suspended() {
                let value = yes_no(entry.value);
                let message = format!(
                    "the server changed the tool; {} {value} is suspended until the tool is reviewed",
                    hint.label()
                );
                out.report(hint.json_path(), message);
                continue;
            }
            let Some(decision) = subject.decision(hint) else { continue };
            let state = stale_decision(&Field::Hint(hint), decision, subject.tool);
            if state == Some(StaleDecision::Contradicted) {
                let message = format!(
                    "{} was decided for an earlier definition, and the server now declares the opposite",
                    hint.label()
                );
                out.report(hint.json_path(), message);
            }
        }
    },
};
