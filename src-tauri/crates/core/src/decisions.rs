//! What people decided for one tool in one layer, and which of it still stands.
//!
//! A decision that loosens holds only for the definition it was made against: when the server changes the tool, it is
//! suspended until a person looks. A decision that tightens always stands.

use std::sync::Arc;

use crate::declared::Declared;
use crate::fingerprint::Fingerprint;
use crate::hint::{HintName, PerHint};
use crate::overrides::{Decided, Decision, Field, Overrides};
use crate::rule::Rule;

/// The decisions of one layer: what was said about this very tool, and what rules say.
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

/// The tool a decision is weighed against, as it is now.
#[derive(Debug, Clone, Copy)]
pub struct Definition<'a> {
    pub fingerprint: &'a Fingerprint,
    /// The refresh that brought this definition.
    pub since: i64,
    /// The refresh that brought the tool.
    pub first: i64,
    /// A person has reviewed this definition.
    pub reviewed: bool,
}

impl<'a> Definition<'a> {
    /// A tool that has been the same ever since it was first seen.
    pub const fn unchanged(fingerprint: &'a Fingerprint) -> Self {
        Self { fingerprint, since: 0, first: 0, reviewed: false }
    }

    /// Whether a decision about a field waits for a person to look at the changed tool.
    pub fn suspends(&self, field: &Field, decision: &Decision) -> bool {
        loosens(field, &decision.value) && decision.fingerprint.as_ref() != Some(self.fingerprint)
    }

    /// The same for a rule. It is about names, so a tool that is new falls under it; one that changed after the rule was
    /// written does not until somebody has looked.
    pub fn suspends_rule(&self, rule: &Rule) -> bool {
        let changed = self.first < self.since && rule.seen < self.since;
        rule.value != rule.hint.careful() && changed && !self.reviewed
    }
}

/// Whether a value makes a client act where it would have asked.
pub fn loosens(field: &Field, value: &Decided) -> bool {
    match (field, value) {
        (Field::Hint(hint), Decided::Hint(value)) => *value != hint.careful(),
        _ => false,
    }
}

/// What became of a decision when the server changed the tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub enum Overtaken {
    /// The server now says the same.
    Redundant,
    /// The server now says the opposite.
    Contradicted,
}

/// Whether the server has spoken about a field since it was decided.
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
