//! Decisions about one tool in one layer, and whether they still apply.
//!
//! A loosening decision applies only to the definition it was made against: when the server changes the tool, the
//! decision is suspended until the user reviews the tool. A tightening decision always applies.

use std::sync::Arc;

use crate::model::fingerprint::Fingerprint;
use crate::model::hint::{HintName, PerHint};
use crate::model::icon;
use crate::model::overrides::{DecidedValue, Decision, Field, Overrides};
use crate::model::rule::Rule;
use crate::model::tool::Tool;

/// The decisions of one layer: overrides of the tool itself, and the rules that select it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Decisions {
    pub overrides: Overrides,
    pub rules: PerHint<Option<Arc<Rule>>>,
}

impl From<Overrides> for Decisions {
    fn from(overrides: Overrides) -> Self {
        Self { overrides, rules: PerHint::default() }
    }
}

impl Decisions {
    pub fn is_empty(&self) -> bool {
        self.overrides.is_empty() && HintName::ALL.into_iter().all(|hint| self.rules[hint].is_none())
    }
}

/// The current definition of a tool, which decisions are checked against.
#[derive(Debug, Clone, Copy)]
pub struct Definition<'a> {
    pub fingerprint: &'a Fingerprint,
    /// Number of the refresh that brought the current definition.
    pub changed_at_refresh: i64,
    /// Number of the refresh that first listed the tool.
    pub added_at_refresh: i64,
    /// The user has reviewed this definition.
    pub reviewed: bool,
}

impl<'a> Definition<'a> {
    /// A definition that has not changed since the tool was first listed.
    pub const fn unchanged(fingerprint: &'a Fingerprint) -> Self {
        Self { fingerprint, changed_at_refresh: 0, added_at_refresh: 0, reviewed: false }
    }

    /// Returns whether a decision is suspended until the user reviews the changed tool.
    pub fn suspends(&self, field: &Field, decision: &Decision) -> bool {
        is_loosening(field, &decision.value) && decision.fingerprint.as_ref() != Some(self.fingerprint)
    }

    /// Returns whether a rule is suspended. A rule selects tools by name, so it applies to new tools; it is suspended
    /// for a tool that changed after the rule was written, until the user reviews the tool.
    pub fn suspends_rule(&self, rule: &Rule) -> bool {
        let changed = self.added_at_refresh < self.changed_at_refresh
            && rule.written_at_refresh < self.changed_at_refresh;
        rule.value != rule.hint.careful_value() && changed && !self.reviewed
    }
}

/// Returns whether a value makes a client act where it would otherwise ask.
pub fn is_loosening(field: &Field, value: &DecidedValue) -> bool {
    match (field, value) {
        (Field::Hint(hint), DecidedValue::Hint(value)) => *value != hint.careful_value(),
        _ => false,
    }
}

/// Relation of a decision to a declaration that the server made after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub enum StaleDecision {
    /// The server now declares the same value.
    Redundant,
    /// The server now declares another value.
    Contradicted,
}

/// Compares a decision with the server's declaration. Returns `None` if the definition has not changed since the
/// decision or does not declare the field.
pub fn stale_decision(field: &Field, decision: &Decision, tool: &Tool) -> Option<StaleDecision> {
    if decision.fingerprint.as_ref() == Some(&tool.fingerprint) {
        return None;
    }
    let same = match (&decision.value, field) {
        (DecidedValue::Hint(value), Field::Hint(hint)) => tool.declared.hints[*hint]? == *value,
        (DecidedValue::Text(title), Field::Title) => tool.declared.display_title()? == title,
        (DecidedValue::Text(text), Field::Description) => tool.described()?.trim() == text,
        (DecidedValue::Text(source), Field::Icon) => {
            icon::find_icon(&tool.raw)? == icon::Icon::from_source(source)?
        }
        _ => return None,
    };
    Some(if same { StaleDecision::Redundant } else { StaleDecision::Contradicted })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::rule::Selector;

    fn fingerprint(text: &str) -> Fingerprint {
        Fingerprint(text.to_owned())
    }

    fn decision(value: DecidedValue, against: Option<&str>) -> Decision {
        Decision { value, because: None, fingerprint: against.map(fingerprint) }
    }

    #[test]
    fn only_a_loosening_decision_against_another_definition_is_suspended() {
        let now = fingerprint("now");
        let definition =
            Definition { fingerprint: &now, changed_at_refresh: 2, added_at_refresh: 1, reviewed: false };
        for (hint, loose) in [
            (HintName::ReadOnly, true),
            (HintName::Destructive, false),
            (HintName::Idempotent, true),
            (HintName::OpenWorld, false),
        ] {
            let suspended = |value, against| {
                definition.suspends(&Field::Hint(hint), &decision(DecidedValue::Hint(value), against))
            };
            assert!(suspended(loose, Some("before")), "{hint:?}");
            assert!(suspended(loose, None), "{hint:?}");
            assert!(!suspended(loose, Some("now")), "{hint:?}");
            assert!(!suspended(!loose, Some("before")), "{hint:?}");
        }
        let title = decision(DecidedValue::Text("T".into()), Some("before"));
        assert!(!definition.suspends(&Field::Title, &title));
    }

    #[test]
    fn a_loosening_rule_is_suspended_for_a_tool_changed_after_it() {
        let now = fingerprint("now");
        let selector = Selector::parse("s.get_*").unwrap();
        let rule = |value| Rule {
            selector: selector.clone(),
            hint: HintName::ReadOnly,
            value,
            because: None,
            written_at_refresh: 5,
        };
        for (first, since, reviewed, expected) in [
            (1, 1, false, false),
            (1, 5, false, false),
            (1, 6, false, true),
            (6, 6, false, false),
            (1, 6, true, false),
        ] {
            let definition = Definition {
                fingerprint: &now,
                changed_at_refresh: since,
                added_at_refresh: first,
                reviewed,
            };
            assert_eq!(definition.suspends_rule(&rule(true)), expected, "{first} {since} {reviewed}");
            assert!(!definition.suspends_rule(&rule(false)));
        }
    }

    #[test]
    fn a_later_declaration_makes_a_decision_redundant_or_contradicted() {
        let (read_only, description) = (Field::Hint(HintName::ReadOnly), Field::Description);
        let text = |text: &str| DecidedValue::Text(text.to_owned());
        for (members, field, value, expected) in [
            ("", &read_only, DecidedValue::Hint(true), None),
            (
                r#","annotations":{"readOnlyHint":true}"#,
                &read_only,
                DecidedValue::Hint(true),
                Some(StaleDecision::Redundant),
            ),
            (
                r#","annotations":{"readOnlyHint":false}"#,
                &read_only,
                DecidedValue::Hint(true),
                Some(StaleDecision::Contradicted),
            ),
            ("", &description, text("Mine"), None),
            (r#","description":" ""#, &description, text("Mine"), None),
            (r#","description":"Mine\n""#, &description, text("Mine"), Some(StaleDecision::Redundant)),
            (r#","description":"Theirs""#, &description, text("Mine"), Some(StaleDecision::Contradicted)),
        ] {
            let tool = Tool::parse(format!(r#"{{"name":"t"{members}}}"#).into(), 0);
            let earlier = decision(value.clone(), Some("before"));
            assert_eq!(stale_decision(field, &earlier, &tool), expected, "{members}");
            let current = decision(value, Some(&tool.fingerprint.0));
            assert_eq!(stale_decision(field, &current, &tool), None);
        }
    }
}
