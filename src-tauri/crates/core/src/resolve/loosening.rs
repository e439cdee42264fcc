//! Decisions that loosen a hint against the server's declaration or a strong inference. They are allowed, but are
//! confirmed separately and named wherever their effect is shown.

use crate::infer::Certainty;
use crate::model::hint::{HintName, yes_no};
use crate::model::layer::Layer;
use crate::resolve::{ResolvedTool, ValueOrigin};

/// A decided hint that is looser than a declaration or a strong inference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoosenedHint {
    pub hint: HintName,
    pub value: bool,
    pub against: ContradictedClaim,
}

/// The claim that a decision loosens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ContradictedClaim {
    /// The server declares this value of this hint.
    Declared(HintName, bool),
    /// Inference is at least very likely, for this reason.
    Inferred(Certainty, String),
}

impl LoosenedHint {
    /// Formats as "read-only Yes, though the server declares destructive Yes".
    pub fn describe(&self) -> String {
        let decided = format!("{} {}", self.hint.cli_name(), yes_no(self.value));
        match &self.against {
            ContradictedClaim::Declared(hint, value) => {
                format!("{decided}, though the server declares {} {}", hint.cli_name(), yes_no(*value))
            }
            ContradictedClaim::Inferred(certainty, reason) => {
                let (value, certainty) = (yes_no(!self.value), certainty.label());
                format!("{decided}, though {value} is inferred ({certainty}): {}", reason.replace('*', ""))
            }
        }
    }
}

impl ResolvedTool<'_> {
    /// Returns every decided hint that is looser than the server's declaration or a strong inference.
    pub fn loosened_hints(&self) -> Vec<LoosenedHint> {
        HintName::ALL.into_iter().filter_map(|hint| self.loosened_hint(hint)).collect()
    }

    pub fn loosened_hint(&self, hint: HintName) -> Option<LoosenedHint> {
        let resolved = &self.hints[hint];
        let value = resolved.value();
        if resolved.layer() < Layer::Override || value == hint.careful_value() {
            return None;
        }
        if self.is_unused(hint) {
            // A tool that the server declares both read-only and destructive counts as destructive, until the decision
            // about destructive makes it read-only. A decision to call it read-only is found as that.
            let is_cause =
                hint == HintName::Destructive && self.hints[HintName::ReadOnly].layer() < Layer::Override;
            let against = self.careful_declaration(hint).filter(|_| is_cause)?;
            return Some(LoosenedHint { hint, value, against });
        }
        // A destructive tool is not read-only, so a careful `destructiveHint` contradicts `readOnlyHint` as well.
        let related = (hint == HintName::ReadOnly).then_some(HintName::Destructive);
        let hints = || [related, Some(hint)].into_iter().flatten();
        let declared = hints().find_map(|hint| self.careful_declaration(hint));
        let against = declared.or_else(|| hints().find_map(|hint| self.careful_inference(hint)))?;
        Some(LoosenedHint { hint, value, against })
    }

    fn careful_declaration(&self, hint: HintName) -> Option<ContradictedClaim> {
        let declared = self.hints[hint].server_value().filter(|entry| entry.value == hint.careful_value())?;
        Some(ContradictedClaim::Declared(hint, declared.value))
    }

    fn careful_inference(&self, hint: HintName) -> Option<ContradictedClaim> {
        self.hints[hint].stack().find_map(|entry| match entry.origin {
            ValueOrigin::Signal(signal)
                if entry.value == hint.careful_value() && signal.certainty >= Certainty::Strong =>
            {
                Some(ContradictedClaim::Inferred(signal.certainty, signal.reason()))
            }
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::infer::{InferenceSettings, ServerFacts, infer};
    use crate::model::decisions::{Decisions, Definition};
    use crate::model::overrides::{DecidedValue, Decision, Field, Overrides};
    use crate::model::tool::Tool;
    use crate::resolve::{Layers, resolve};

    /// Describes what deciding these hints loosens about a tool.
    fn describe_loosened(tool: &str, decided: &[(HintName, bool)]) -> Vec<String> {
        let tool = Tool::parse(tool.into(), 0);
        let inferred = infer(&tool, &ServerFacts::from_tools([&tool]), InferenceSettings::default());
        let mut overrides = Overrides::default();
        for (hint, value) in decided {
            let fingerprint = Some(tool.fingerprint.clone());
            let decision = Decision { value: DecidedValue::Hint(*value), because: None, fingerprint };
            overrides.set(Field::Hint(*hint), Some(decision));
        }
        let decisions: Decisions = overrides.into();
        let resolved = resolve(&Layers {
            name: &tool.name,
            inferred: &inferred,
            declared: &tool.declared,
            decisions: &decisions,
            environment: None,
            definition: Definition::unchanged(&tool.fingerprint),
        });
        resolved.loosened_hints().iter().map(LoosenedHint::describe).collect()
    }

    #[test]
    fn only_decisions_looser_than_a_declaration_are_found() {
        use HintName::{Destructive, Idempotent, OpenWorld, ReadOnly};
        let declares = |hints: &str| format!(r#"{{"name":"thing","annotations":{{{hints}}}}}"#);
        for (hints, decided, expected) in [
            (
                r#""destructiveHint":true"#,
                (ReadOnly, true),
                Some("read-only Yes, though the server declares destructive Yes"),
            ),
            (
                r#""readOnlyHint":false"#,
                (ReadOnly, true),
                Some("read-only Yes, though the server declares read-only No"),
            ),
            (
                r#""destructiveHint":true"#,
                (Destructive, false),
                Some("destructive No, though the server declares destructive Yes"),
            ),
            (
                r#""idempotentHint":false"#,
                (Idempotent, true),
                Some("idempotent Yes, though the server declares idempotent No"),
            ),
            (
                r#""openWorldHint":true"#,
                (OpenWorld, false),
                Some("open-world No, though the server declares open-world Yes"),
            ),
            (
                r#""readOnlyHint":true,"destructiveHint":true"#,
                (Destructive, false),
                Some("destructive No, though the server declares destructive Yes"),
            ),
            (r#""readOnlyHint":true,"destructiveHint":false"#, (Destructive, false), None),
            (r#""readOnlyHint":true"#, (ReadOnly, false), None),
            (r#""readOnlyHint":true"#, (ReadOnly, true), None),
            (r#""destructiveHint":false"#, (ReadOnly, true), None),
            ("", (ReadOnly, true), None),
        ] {
            let found = describe_loosened(&declares(hints), &[decided]);
            assert_eq!(found.first().map(String::as_str), expected, "{hints} {decided:?}");
        }
    }

    #[test]
    fn a_strong_inference_counts_like_a_declaration() {
        let operation = r#"{"name":"thing","_meta":{"dev.hintsmith/http":{"method":"DELETE","path":"/x"}}}"#;
        let found = describe_loosened(operation, &[(HintName::ReadOnly, true)]);
        assert!(found[0].starts_with("read-only Yes, though"), "{found:?}");
        for (name, expected) in [
            ("update_thing", "read-only Yes, though No is inferred (certain): the name contains update"),
            ("create_thing", "read-only Yes, though No is inferred (very likely): the name contains create"),
        ] {
            let named = describe_loosened(&format!(r#"{{"name":"{name}"}}"#), &[(HintName::ReadOnly, true)]);
            assert_eq!(named, [expected]);
        }
    }
}
