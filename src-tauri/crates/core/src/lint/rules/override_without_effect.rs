//! Rule: decisions that the server now declares as well.

use super::{Example, FindingSink, Rule, source};
use crate::lint::{RuleCategory, Severity, Subject};
use crate::model::decisions::{StaleDecision, stale_decision};
use crate::model::hint::{HintName, yes_no};
use crate::model::overrides::Field;

pub const RULE: Rule = Rule {
    id: "override-without-effect",
    summary: "A decision differs from what the server declares.",
    rationale: "The server now declares the decided value. Remove the decision, or keep it in case the server changes the value again.",
    category: RuleCategory::Recommended,
    default_severity: Severity::Note,
    source_url: source::HINTSMITH,
    bad_examples: &[Example {
        decisions: &[(HintName::Destructive, true, None)],
        are_decisions_stale: true,
        ..Example::new(r#"{"name":"purge","annotations":{"destructiveHint":true}}"#)
    }],
    good_examples: &[
        // A decision for the current definition is a confirmation of the server's value.
        Example {
            decisions: &[(HintName::Destructive, true, None)],
            ..Example::new(r#"{"name":"purge","annotations":{"destructiveHint":true}}"#)
        },
        Example {
            decisions: &[(HintName::Destructive, true, None)],
            are_decisions_stale: true,
            ..Example::new(r#"{"name":"purge"}"#)
        },
    ],
    check: |subject: &Subject, out: &mut FindingSink| {
        let icon = subject.resolved.icon.as_ref().and_then(|decided| decided.origin.decision());
        if let Some(decision) = icon
            && stale_decision(&Field::Icon, decision, subject.tool) == Some(StaleDecision::Redundant)
        {
            out.report("icons", "the icon is decided, and the server now sends the same one");
        }
        let described = subject.resolved.description.as_ref().and_then(|decided| decided.origin.decision());
        if let Some(decision) = described
            && stale_decision(&Field::Description, decision, subject.tool) == Some(StaleDecision::Redundant)
        {
            out.report("description", "the description is decided, and the server now sends the same text");
        }
        for hint in HintName::ALL {
            let Some(decision) = subject.decision(hint) else { continue };
            let state = stale_decision(&Field::Hint(hint), decision, subject.tool);
            if let (Some(StaleDecision::Redundant), Some(value)) = (state, subject.tool.declared.hints[hint])
            {
                let message =
                    format!("{} is decided, and the server now declares {} too", hint.label(), yes_no(value));
                out.report(hint.json_path(), message);
            }
        }
    },
};
