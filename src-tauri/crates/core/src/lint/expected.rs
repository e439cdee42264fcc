//! Expected values of a hint in a policy pin.

use crate::hint::HintName;

/// The value that a pin expects of a hint. A hint is set when the server declares it or the user decided it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Expected {
    #[default]
    Any,
    True,
    False,
    Unset,
    Set,
    NotTrue,
    NotFalse,
}

impl Expected {
    /// Every value with a spelling in a policy file; [`HintExpectation::Any`] is written by omitting the hint.
    pub const WRITTEN: [Self; 6] =
        [Self::True, Self::False, Self::Unset, Self::Set, Self::NotTrue, Self::NotFalse];

    pub const fn of(value: Option<bool>) -> Self {
        match value {
            Some(true) => Self::True,
            Some(false) => Self::False,
            None => Self::Unset,
        }
    }

    pub fn holds(self, found: Option<bool>) -> bool {
        match self {
            Self::Any => true,
            Self::True => found == Some(true),
            Self::False => found == Some(false),
            Self::Unset => found.is_none(),
            Self::Set => found.is_some(),
            Self::NotTrue => found != Some(true),
            Self::NotFalse => found != Some(false),
        }
    }

    /// The spelling in a policy file; there, `true` and `false` are booleans and the others strings.
    pub const fn word(self) -> &'static str {
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

    pub fn read(value: &toml::Value) -> Option<Self> {
        match value {
            toml::Value::Boolean(value) => Some(Self::of(Some(*value))),
            toml::Value::String(word) => {
                let word = word.trim().to_lowercase();
                Self::WRITTEN.into_iter().skip(2).find(|expected| expected.word() == word)
            }
            _ => None,
        }
    }
}

/// A hint's actual value, in the spelling of a policy file.
pub const fn found_word(found: Option<bool>) -> &'static str {
    Expected::of(found).word()
}

/// Parses a hint key of a policy file: `read_only`, `read-only` or `readOnlyHint`.
pub fn hint_named(key: &str) -> Option<HintName> {
    HintName::from_key(key).or_else(|| HintName::from_word(&key.replace('_', "-")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_expectation_holds_for_what_it_says() {
        // The results for a hint that is true, false, not set.
        for (expected, holds) in [
            (Expected::Any, [true, true, true]),
            (Expected::True, [true, false, false]),
            (Expected::False, [false, true, false]),
            (Expected::Unset, [false, false, true]),
            (Expected::Set, [true, true, false]),
            (Expected::NotTrue, [false, true, true]),
            (Expected::NotFalse, [true, false, true]),
        ] {
            assert_eq!(
                [Some(true), Some(false), None].map(|found| expected.holds(found)),
                holds,
                "{expected:?}"
            );
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        for expected in Expected::WRITTEN {
            let value = match expected {
                Expected::True => toml::Value::Boolean(true),
                Expected::False => toml::Value::Boolean(false),
                other => toml::Value::String(other.word().to_owned()),
            };
            assert_eq!(Expected::read(&value), Some(expected));
        }
        // "true" as a string is rejected as a typo; a string has to be one of the listed words.
        assert_eq!(Expected::read(&toml::Value::String("true".to_owned())), None);
        assert_eq!(Expected::read(&toml::Value::Integer(1)), None);
        for key in ["read_only", "read-only", "readOnlyHint"] {
            assert_eq!(hint_named(key), Some(HintName::ReadOnly));
        }
    }
}
