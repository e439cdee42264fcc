//! Expected values of a hint and of the title in a policy pin.

use crate::model::hint::HintName;
use crate::model::rule::matches_glob;
use crate::text::{escape_line, truncate_chars};

/// The value that a pin expects of a hint. A hint is set when the server declares it or the user decided it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HintExpectation {
    #[default]
    Any,
    True,
    False,
    Unset,
    Set,
    NotTrue,
    NotFalse,
}

impl HintExpectation {
    /// Every value with a spelling in a policy file; [`HintExpectation::Any`] is written by omitting the hint.
    pub const WRITABLE: [Self; 6] =
        [Self::True, Self::False, Self::Unset, Self::Set, Self::NotTrue, Self::NotFalse];

    pub const fn from_value(value: Option<bool>) -> Self {
        match value {
            Some(true) => Self::True,
            Some(false) => Self::False,
            None => Self::Unset,
        }
    }

    pub fn is_met_by(self, actual: Option<bool>) -> bool {
        match self {
            Self::Any => true,
            Self::True => actual == Some(true),
            Self::False => actual == Some(false),
            Self::Unset => actual.is_none(),
            Self::Set => actual.is_some(),
            Self::NotTrue => actual != Some(true),
            Self::NotFalse => actual != Some(false),
        }
    }

    /// The spelling in a policy file; there, `true` and `false` are booleans and the others strings.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::True => "true",
            Self::False => "false",
            Self::Unset => "unset",
            Self::Set => "set",
            Self::NotTrue => "not true",
            Self::NotFalse => "not false",
        }
    }

    pub fn from_toml(value: &toml::Value) -> Option<Self> {
        match value {
            toml::Value::Boolean(value) => Some(Self::from_value(Some(*value))),
            toml::Value::String(word) => {
                let word = word.trim().to_lowercase();
                Self::WRITABLE.into_iter().skip(2).find(|expected| expected.as_str() == word)
            }
            _ => None,
        }
    }
}

/// The title that a pin expects. A title is set when the server declares it or the user decided it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TitleExpectation {
    Unset,
    Set,
    /// The title itself, or a pattern with `*` and `?`.
    Matches(String),
}

impl TitleExpectation {
    pub fn is_met_by(&self, actual: Option<&str>) -> bool {
        match self {
            Self::Unset => actual.is_none(),
            Self::Set => actual.is_some(),
            Self::Matches(pattern) => actual.is_some_and(|title| matches_glob(pattern, title)),
        }
    }

    /// Parses the value in a policy file; the words `set` and `unset` are no titles.
    pub fn from_toml(value: &toml::Value) -> Option<Self> {
        match value.as_str()?.trim() {
            "" => None,
            "set" => Some(Self::Set),
            "unset" => Some(Self::Unset),
            pattern => Some(Self::Matches(pattern.to_owned())),
        }
    }

    pub fn describe(&self) -> String {
        match self {
            Self::Unset => "unset".to_owned(),
            Self::Set => "set".to_owned(),
            Self::Matches(pattern) => quote_text(pattern),
        }
    }
}

/// A title or pattern of a policy as it is quoted in messages.
pub fn quote_text(text: &str) -> String {
    format!("“{}”", escape_line(&truncate_chars(text, 80)))
}

/// A hint's actual value, in the spelling of a policy file.
pub const fn value_str(actual: Option<bool>) -> &'static str {
    HintExpectation::from_value(actual).as_str()
}

/// Parses a hint key of a policy file: `read_only`, `read-only` or `readOnlyHint`.
pub fn parse_hint_key(key: &str) -> Option<HintName> {
    HintName::from_cli_name(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expectations_are_met_by_the_values_they_name() {
        // The results for a hint that is true, false, not set.
        for (expected, holds) in [
            (HintExpectation::Any, [true, true, true]),
            (HintExpectation::True, [true, false, false]),
            (HintExpectation::False, [false, true, false]),
            (HintExpectation::Unset, [false, false, true]),
            (HintExpectation::Set, [true, true, false]),
            (HintExpectation::NotTrue, [false, true, true]),
            (HintExpectation::NotFalse, [true, false, true]),
        ] {
            assert_eq!(
                [Some(true), Some(false), None].map(|found| expected.is_met_by(found)),
                holds,
                "{expected:?}"
            );
        }
    }

    #[test]
    fn a_title_is_expected_by_itself_by_a_pattern_or_to_be_set() {
        // The results for "Create Note", "Notes" and no title.
        for (written, holds) in [
            ("Create Note", [true, false, false]),
            ("Create *", [true, false, false]),
            ("create note", [false, false, false]),
            ("*Note?", [false, true, false]),
            ("set", [true, true, false]),
            ("unset", [false, false, true]),
        ] {
            let expected = TitleExpectation::from_toml(&toml::Value::String(written.to_owned())).unwrap();
            let titles = [Some("Create Note"), Some("Notes"), None];
            assert_eq!(titles.map(|title| expected.is_met_by(title)), holds, "{written}");
        }
        for invalid in [toml::Value::Boolean(true), toml::Value::String(" ".to_owned())] {
            assert_eq!(TitleExpectation::from_toml(&invalid), None);
        }
    }

    #[test]
    fn written_expectations_round_trip() {
        for expected in HintExpectation::WRITABLE {
            let value = match expected {
                HintExpectation::True => toml::Value::Boolean(true),
                HintExpectation::False => toml::Value::Boolean(false),
                other => toml::Value::String(other.as_str().to_owned()),
            };
            assert_eq!(HintExpectation::from_toml(&value), Some(expected));
        }
        // "true" as a string is rejected as a typo; a string has to be one of the listed words.
        assert_eq!(HintExpectation::from_toml(&toml::Value::String("true".to_owned())), None);
        assert_eq!(HintExpectation::from_toml(&toml::Value::Integer(1)), None);
        for key in ["read_only", "read-only", "readOnlyHint"] {
            assert_eq!(parse_hint_key(key), Some(HintName::ReadOnly));
        }
    }
}
