//! Bounded parsing of a JSON or YAML document into a value: limited size, depth and alias expansion; duplicate keys are
//! errors.

use std::cell::Cell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::OpenApiError;
use crate::text::yaml;

/// Maximum document size in bytes, three times the largest documents in use.
pub const MAX_DOCUMENT_BYTES: usize = 32_000_000;

const MAX_VALUES: usize = 3_000_000;

pub fn parse(text: &str) -> Result<Value, OpenApiError> {
    if text.len() > MAX_DOCUMENT_BYTES {
        return Err(OpenApiError::TooLarge(text.len()));
    }
    let text = text.trim_start_matches('\u{feff}');
    if text.trim_start().starts_with('{') {
        return parse_json(text).map_err(|error| OpenApiError::NotJson(error.to_string()));
    }
    yaml::parse(text, MAX_VALUES).map_err(OpenApiError::NotYaml)
}

fn parse_json(text: &str) -> Result<Value, serde_json::Error> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let value = UniqueKeysSeed(&Cell::new(MAX_VALUES)).deserialize(&mut deserializer)?;
    deserializer.end()?;
    Ok(value)
}

/// Deserializes a JSON value and rejects duplicate keys. Holds the number of values that may still follow.
#[derive(Clone, Copy)]
struct UniqueKeysSeed<'a>(&'a Cell<usize>);

impl<'de> DeserializeSeed<'de> for UniqueKeysSeed<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        let left = self.0.get().checked_sub(1);
        self.0.set(left.ok_or_else(|| D::Error::custom(format!("there are more than {MAX_VALUES} values")))?);
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for UniqueKeysSeed<'_> {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(self)? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(key) = members.next_key::<String>()? {
            if map.contains_key(&key) {
                let key = crate::text::truncate_chars(&key, 80);
                return Err(A::Error::custom(format!("the key \"{key}\" is given twice")));
            }
            map.insert(key, members.next_value_seed(self)?);
        }
        Ok(Value::Object(map))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn json_and_yaml_give_the_same_value() {
        let expected = json!({ "a": [1, -2, 1.5, true, null, "é"], "b": { "200": {} } });
        for text in [
            expected.to_string(),
            format!("\u{feff} {expected}"),
            "a: [1, -2, 1.5, true, null, é]\nb:\n  200: {}\n".to_owned(),
            "a: &list [1, -2, 1.5, true, null, é]\nb: {'200': {}}\n".to_owned(),
        ] {
            assert_eq!(parse(&text), Ok(expected.clone()), "{text}");
        }
    }

    #[test]
    fn yaml_1_1_booleans_stay_strings() {
        assert_eq!(
            parse("a: [yes, no, on, off, true]\n"),
            Ok(json!({ "a": ["yes", "no", "on", "off", true] }))
        );
        assert_eq!(parse("a: [.inf, .nan, 1e999]\n"), Ok(json!({ "a": [".inf", ".nan", ".inf"] })));
    }

    #[test]
    fn a_key_given_twice_is_an_error_that_names_it() {
        for (text, message) in [
            (r#"{"a":{"b":1,"b":2}}"#, "invalid JSON: the key \"b\" is given twice at line 1 column 15"),
            (
                "a:\n  b: 1\n  b: 2\n",
                "invalid YAML: duplicate mapping key: b not allowed here at line 3, column 3",
            ),
        ] {
            assert_eq!(parse(text).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn documents_beyond_the_limits_are_rejected() {
        let mut bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
        for level in 1..12 {
            let list = vec![format!("*a{}", level - 1); 10].join(", ");
            bomb.push_str(&format!("a{level}: &a{level} [{list}]\n"));
        }
        let nested: String = (0..2_000).map(|level| format!("{}a:\n", " ".repeat(level))).collect();
        for text in [
            " ".repeat(50_000_000),
            format!("a: \"{}\"", "x".repeat(50_000_000)),
            bomb,
            nested,
            "[".repeat(100_000),
            format!("{{\"a\":[{}1]}}", "1,".repeat(MAX_VALUES)),
            "{\"a\":".repeat(100_000),
            format!("{{\"a\":{}", "[".repeat(100_000)),
            "- ".repeat(100_000),
            "? ".repeat(100_000),
            "a: &a\n  b: *a\n".to_owned(),
            "a: *nowhere\n".to_owned(),
            "---\na: 1\n---\nb: 1\n".to_owned(),
        ] {
            assert!(parse(&text).is_err(), "{}", crate::text::truncate_chars(&text, 60));
        }
    }
}
