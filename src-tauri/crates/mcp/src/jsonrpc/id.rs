//! JSON-RPC request ids, compared to match a response with its request.

use std::borrow::Cow;

use serde_json::value::RawValue;

/// A request id by value: `1`, `"1"` and `9007199254740993` are distinct, `1` and `1.0` are equal.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum RequestId {
    Integer(i64),
    Text(Box<str>),
    /// Any other JSON value, compared by its text.
    Other(Box<str>),
}

impl RequestId {
    pub fn from_raw(raw: &RawValue) -> Self {
        Self::from_json(raw.get())
    }

    pub fn to_json(&self) -> String {
        match self {
            Self::Integer(number) => number.to_string(),
            Self::Text(name) => serde_json::Value::from(name.as_ref()).to_string(),
            Self::Other(text) => text.to_string(),
        }
    }

    pub fn from_json(text: &str) -> Self {
        /// 2^53: below it every `f64` without a fraction represents exactly one integer.
        const EXACT_INTEGER_LIMIT: f64 = 9_007_199_254_740_992.0;

        if let Ok(whole) = text.parse() {
            return Self::Integer(whole);
        }
        match text.as_bytes().first() {
            Some(b'"') => match serde_json::from_str::<Cow<str>>(text) {
                Ok(name) => Self::Text(name.into()),
                Err(_) => Self::Other(text.into()),
            },
            Some(b'0'..=b'9' | b'-') => match text.parse::<f64>() {
                #[expect(clippy::cast_possible_truncation, reason = "it is whole and below 2^53")]
                Ok(number) if number.fract() == 0.0 && number.abs() < EXACT_INTEGER_LIMIT => {
                    Self::Integer(number as i64)
                }
                _ => Self::Other(text.into()),
            },
            _ => Self::Other(text.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_of_different_types_and_large_ids_are_distinct() {
        let texts = [
            "1",
            "\"1\"",
            "9007199254740993",
            "9007199254740992",
            "null",
            "true",
            "1.5",
            "[1]",
            "{\"a\":1}",
            "-1",
        ];
        for one in texts {
            for other in texts {
                assert_eq!(
                    RequestId::from_json(one) == RequestId::from_json(other),
                    one == other,
                    "{one} {other}"
                );
            }
        }
        for (one, other) in [("1", "1.0"), ("1", "1e0"), ("\"a\"", "\"\\u0061\""), ("0", "-0")] {
            assert_eq!(RequestId::from_json(one), RequestId::from_json(other), "{one} {other}");
        }
    }
}
