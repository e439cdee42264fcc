//! Bounded parsing of a file whose syntax is not known: JSON with comments, TOML, or one or more YAML documents.
//! Duplicate keys are errors in each, because programs disagree on which of the values counts.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use crate::sources::import::document::{parse_jsonc, parse_jsonc_as, parse_toml};
use crate::text::yaml;

/// Maximum number of YAML values, more than a file of the maximum size needs.
const MAX_YAML_VALUES: usize = 3_000_000;
/// Maximum number of YAML documents: Kubernetes resources, one per server.
const MAX_YAML_DOCUMENTS: usize = 1_000;

pub fn parse(text: &str) -> Result<Vec<Value>, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let start = first_line(text);
    if start.starts_with('{') || start.starts_with("//") || start.starts_with("/*") {
        return parse_json(text);
    }
    // `[` begins a JSON list or a TOML table.
    if start.starts_with('[')
        && let Ok(documents) = parse_json(text)
    {
        return Ok(documents);
    }
    let toml_error = match parse_toml(text) {
        Ok(document) => return Ok(vec![document]),
        Err(error) => error.to_string(),
    };
    match yaml::parse_documents::<Value>(text, MAX_YAML_VALUES, MAX_YAML_DOCUMENTS) {
        Ok(documents) if documents.iter().any(|document| document.is_object() || document.is_array()) => {
            Ok(documents)
        }
        Ok(_) | Err(_) if looks_like_toml(start) => Err(toml_error),
        Ok(_) => Err("the file is no JSON, TOML or YAML with members".to_owned()),
        Err(why) => Err(format!("invalid YAML: {why}")),
    }
}

/// The first line that is neither empty nor a comment of TOML or YAML.
fn first_line(text: &str) -> &str {
    let mut lines = text.lines().map(str::trim);
    lines.find(|line| !line.is_empty() && !line.starts_with('#')).unwrap_or_default()
}

fn looks_like_toml(line: &str) -> bool {
    let key_end = line.find(['=', ':']).map(|at| line.as_bytes()[at]);
    line.starts_with('[') || key_end == Some(b'=')
}

fn parse_json(text: &str) -> Result<Vec<Value>, String> {
    let value = parse_jsonc(text).map_err(|error| error.to_string())?;
    // Every other error would have been found before.
    parse_jsonc_as::<UniqueKeys>(text).map_err(|_| "invalid JSON: a key is in an object twice".to_owned())?;
    Ok(vec![value])
}

/// Any JSON value whose objects have no key twice.
struct UniqueKeys;

impl<'de> Deserialize<'de> for UniqueKeys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(UniqueKeysVisitor)
    }
}

struct UniqueKeysVisitor;

impl<'de> Visitor<'de> for UniqueKeysVisitor {
    type Value = UniqueKeys;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("a value without duplicate keys")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<UniqueKeys, A::Error> {
        let mut keys = std::collections::HashSet::new();
        while let Some(key) = map.next_key::<String>()? {
            if !keys.insert(key) {
                return Err(serde::de::Error::custom("duplicate key"));
            }
            map.next_value::<UniqueKeys>()?;
        }
        Ok(UniqueKeys)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<UniqueKeys, A::Error> {
        while list.next_element::<UniqueKeys>()?.is_some() {}
        Ok(UniqueKeys)
    }

    fn visit_bool<E>(self, _: bool) -> Result<UniqueKeys, E> {
        Ok(UniqueKeys)
    }

    fn visit_i64<E>(self, _: i64) -> Result<UniqueKeys, E> {
        Ok(UniqueKeys)
    }

    fn visit_u64<E>(self, _: u64) -> Result<UniqueKeys, E> {
        Ok(UniqueKeys)
    }

    fn visit_f64<E>(self, _: f64) -> Result<UniqueKeys, E> {
        Ok(UniqueKeys)
    }

    fn visit_str<E>(self, _: &str) -> Result<UniqueKeys, E> {
        Ok(UniqueKeys)
    }

    fn visit_unit<E>(self) -> Result<UniqueKeys, E> {
        Ok(UniqueKeys)
    }

    fn visit_none<E>(self) -> Result<UniqueKeys, E> {
        Ok(UniqueKeys)
    }
}

/// The members of an object; none for every other value.
pub fn members(value: Option<&Value>) -> impl Iterator<Item = (&String, &Value)> {
    value.and_then(Value::as_object).into_iter().flat_map(Map::iter)
}

/// The elements of a list; none for every other value.
pub fn elements(value: Option<&Value>) -> impl Iterator<Item = &Value> {
    value.and_then(Value::as_array).into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_syntax_is_recognized_by_content() {
        for (text, expected) in [
            ("\u{feff}// why\n{\"a\": [1,],}", vec![json!({"a": [1]})]),
            ("[{\"a\": 1}]", vec![json!([{"a": 1}])]),
            ("# why\n[a]\nb = 1\n", vec![json!({"a": {"b": 1}})]),
            ("a: 1\n---\nb: [x]\n", vec![json!({"a": 1}), json!({"b": ["x"]})]),
        ] {
            assert_eq!(parse(text), Ok(expected), "{text}");
        }
        for (text, why) in [
            ("{\"a\": 1", "JSON"),
            ("a = [\n", "TOML"),
            ("[a]\nb = 1\n[a]\n", "TOML"),
            ("a: [\n", "YAML"),
            ("just words", "no JSON, TOML or YAML"),
        ] {
            assert!(parse(text).is_err_and(|error| error.contains(why)), "{text}: {:?}", parse(text));
        }
    }

    #[test]
    fn a_key_is_in_an_object_once() {
        for text in [
            "{\"a\": {\"b\": 1, \"b\": 1}}",
            "[{\"a\": 1, \"\\u0061\": 2}]",
            "a = 1\na = 2\n",
            "a: {b: 1, b: 2}\n",
            "a: 1\n---\nb: 1\nb: 2\n",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
        assert!(parse("{\"a\": {\"b\": null}, \"b\": [1.5, -1, \"a\", true]}").is_ok());
    }

    #[test]
    fn hostile_nesting_and_aliases_are_rejected() {
        for nested in [
            format!("{{\"a\":{}{}}}", "[".repeat(1_000), "]".repeat(1_000)),
            format!("a = {}{}", "[".repeat(1_000), "]".repeat(1_000)),
            format!("a: {}{}", "[".repeat(1_000), "]".repeat(1_000)),
            "a: 1\n---\n".repeat(MAX_YAML_DOCUMENTS + 1),
        ] {
            assert!(parse(&nested).is_err(), "{}", &nested[..20]);
        }
    }
}
