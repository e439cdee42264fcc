//! Decisions about one tool in one layer, and whether they still apply.
//!
//! A loosening decision applies only to the definition it was made against: when the server changes the tool, the
//! decision is suspended until the user reviews the tool. A tightening decision always applies.

use std::sync::Arc;

use crate::declared::Declared;
use crate::fingerprint::Fingerprint;
use crate::hint::{HintName, PerHint};
use crate::overrides::{Decided, Decision, Field, Overrides};
use crate::rule::Rule;

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
    pub since: i64,
    /// Number of the refresh that first listed the tool.
    pub first: i64,
    /// The user has reviewed this definition.
    pub reviewed: bool,
}

impl<'a> Definition<'a> {
    /// A definition that has not changed since the tool was first listed.
    pub const fn unchanged(fingerprint: &'a Fingerprint) -> Self {
        Self { fingerprint, since: 0, first: 0, reviewed: false }
    }

    /// Returns whether a decision is suspended until the user reviews the changed tool.
    pub fn suspends(&self, field: &Field, decision: &Decision) -> bool {
        loosens(field, &decision.value) && decision.fingerprint.as_ref() != Some(self.fingerprint)
    }

    /// Returns whether a rule is suspended. A rule selects tools by name, so it applies to new tools; it is suspended
    /// for a tool that changed after the rule was written, until the user reviews the tool.
    pub fn suspends_rule(&self, rule: &Rule) -> bool {
        let changed = self.first < self.since && rule.seen < self.since;
        rule.value != rule.hint.careful() && changed && !self.reviewed
    }
}

/// Returns whether a value makes a client act where it would otherwise ask.
pub fn loosens(field: &Field, value: &Decided) -> bool {
    match (field, value) {
        (Field::Hint(hint), Decided::Hint(value)) => *value != hint.careful(),
        _ => false,
    }
}

/// Relation of a decision to a declaration that the server made after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub enum Overtaken {
    /// The server now declares the same value.
    Redundant,
    /// The server now declares another value.
    Contradicted,
}

/// Compares a decision with the server's declaration. Returns `None` if the definition has not changed since the
/// decision or does not declare the field.
pub fn overtaken(
    field: &Field,
    decision: &Decision,
    declared: &Declared,
    now: &Fingerprint,
) -> Option<Overtaken> {
    if decision.fingerprint.as_ref() == Some(now) {
        return None;
    }
    let same = match (&decision.value, field) {
        (Decided::Hint(value), Field::Hint(hint)) => declared.hints[*hint]? == *value,
        (Decided::Text(title), Field::Title) => declared.shown_title()? == title,
        _ => return None,
    };
    Some(if same { Overtaken::Redundant } else { Overtaken::Contradicted })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Selector;

    fn print(text: &str) -> Fingerprint {
        Fingerprint(text.to_owned())
    }

    fn decision(value: Decided, against: Option<&str>) -> Decision {
        Decision { value, because: None, fingerprint: against.map(print) }
    }

    #[test]
    fn only_a_loosening_decision_against_another_definition_is_suspended() {
        let now = print("now");
        let definition = Definition { fingerprint: &now, since: 2, first: 1, reviewed: false };
        for (hint, loose) in [
            (HintName::ReadOnly, true),
            (HintName::Destructive, false),
            (HintName::Idempotent, true),
            (HintName::OpenWorld, false),
        ] {
            let suspended = |value, against| {
                definition.suspends(&Field::Hint(hint), &decision(Decided::Hint(value), against))
            };
            assert!(suspended(loose, Some("before")), "{hint:?}");
            assert!(suspended(loose, None), "{hint:?}");
            assert!(!suspended(loose, Some("now")), "{hint:?}");
            assert!(!suspended(!loose, Some("before")), "{hint:?}");
        }
        let title = decision(Decided::Text("T".into()), Some("before"));
        assert!(!definition.suspends(&Field::Title, &title));
    }

    #[test]
    fn a_loosening_rule_waits_where_the_tool_changed_after_it_was_written() {
        let now = print("now");
        let selector = Selector::parse("s.get_*").unwrap();
        let rule = |value| Rule {
            selector: selector.clone(),
            hint: HintName::ReadOnly,
            value,
            because: None,
            seen: 5,
        };
        for (first, since, reviewed, expected) in [
            (1, 1, false, false),
            (1, 5, false, false),
            (1, 6, false, true),
            (6, 6, false, false),
            (1, 6, true, false),
        ] {
            let definition = Definition { fingerprint: &now, since, first, reviewed };
            assert_eq!(definition.suspends_rule(&rule(true)), expected, "{first} {since} {reviewed}");
            assert!(!definition.suspends_rule(&rule(false)));
        }
    }

    #[test]
    fn a_server_that_speaks_up_later_agrees_or_contradicts() {
        let said = |value| Declared {
            hints: PerHint { read_only: value, ..PerHint::default() },
            ..Declared::default()
        };
        let field = Field::Hint(HintName::ReadOnly);
        let old = decision(Decided::Hint(true), Some("before"));
        for (declared, expected) in [
            (None, None),
            (Some(true), Some(Overtaken::Redundant)),
            (Some(false), Some(Overtaken::Contradicted)),
        ] {
            assert_eq!(overtaken(&field, &old, &said(declared), &print("now")), expected);
            assert_eq!(overtaken(&field, &old, &said(declared), &print("before")), None);
        }
    }
}
