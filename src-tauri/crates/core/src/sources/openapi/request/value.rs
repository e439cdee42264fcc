//! Texts of JSON values in a parameter.

use std::borrow::Cow;

use serde_json::{Number, Value};

/// A value as parameter styles distinguish it.
///
/// The specification leaves nested values and null undefined. Values within lists and objects are sent as JSON text, as
/// Swagger's client sends them. Null is absent, as in RFC 6570 (section 2.3) and in HTTP clients: members and items that
/// are null are left out.
#[derive(Debug, PartialEq)]
pub enum ParameterValue<'a> {
    Absent,
    Text(Cow<'a, str>),
    /// At least one item.
    List(Vec<Cow<'a, str>>),
    /// At least one member.
    Object(Vec<(&'a str, Cow<'a, str>)>),
}

impl<'a> ParameterValue<'a> {
    pub fn from_json(value: &'a Value) -> Self {
        match value {
            Value::Null => Self::Absent,
            Value::Array(items) => {
                let items: Vec<_> = items.iter().filter(|item| !item.is_null()).map(text).collect();
                if items.is_empty() { Self::Absent } else { Self::List(items) }
            }
            Value::Object(members) => {
                let members = members.iter().filter(|(_, value)| !value.is_null());
                let members: Vec<_> = members.map(|(key, value)| (key.as_str(), text(value))).collect();
                if members.is_empty() { Self::Absent } else { Self::Object(members) }
            }
            scalar => Self::Text(text(scalar)),
        }
    }

    /// Every text in the value: itself, or items, or keys and values.
    pub fn texts(&self) -> Vec<&str> {
        match self {
            Self::Absent => Vec::new(),
            Self::Text(text) => vec![text],
            Self::List(items) => items.iter().map(AsRef::as_ref).collect(),
            Self::Object(members) => members.iter().flat_map(|(key, text)| [*key, text.as_ref()]).collect(),
        }
    }
}

/// The text of a value: strings as they are, everything else as JSON.
pub fn text(value: &Value) -> Cow<'_, str> {
    match value {
        Value::String(text) => Cow::Borrowed(text),
        Value::Number(number) => Cow::Owned(number_text(number)),
        other => Cow::Owned(other.to_string()),
    }
}

/// The text of a number. Whole numbers have no fraction: `2.0` is a valid integer in JSON Schema, but many servers reject
/// it.
fn number_text(number: &Number) -> String {
    /// Up to here, every whole number has an exact text without exponent.
    const MAX_EXACT: f64 = 9_007_199_254_740_992.0;
    match number.as_f64() {
        Some(float) if number.is_f64() && float.fract() == 0.0 && float.abs() < MAX_EXACT => {
            format!("{float:.0}")
        }
        _ => number.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn whole_numbers_have_no_fraction() {
        for (value, expected) in [
            (json!(2.0), "2"),
            (json!(-3.0), "-3"),
            (json!(2.5), "2.5"),
            (json!(1e300), "1e+300"),
            (json!(u64::MAX), "18446744073709551615"),
            (json!(true), "true"),
            (json!({"a": [1]}), "{\"a\":[1]}"),
        ] {
            assert_eq!(text(&value), expected);
        }
    }

    #[test]
    fn null_is_absent_at_every_level() {
        for value in [json!(null), json!([]), json!({}), json!([null]), json!({"a": null})] {
            assert_eq!(ParameterValue::from_json(&value), ParameterValue::Absent, "{value}");
        }
        let value = json!({"a": null, "b": [1]});
        assert_eq!(ParameterValue::from_json(&value), ParameterValue::Object(vec![("b", "[1]".into())]));
    }
}
