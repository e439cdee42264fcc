//! JSON Schema validation of tool arguments and results.
//!
//! The schema is a server's text. The work of validating is counted before it is done: a schema that refers to itself
//! without end, or that would take too long, is not used, and [`Validation::skipped`] has the reason.

mod budget;

use jsonschema::PatternOptions;
use jsonschema::error::ValidationErrorKind;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::text;

/// Maximum number of violations that are reported; more do not help the user.
const MAX_VIOLATIONS: usize = 50;
/// Maximum length of a message, in characters. A message may quote the value, which may be long.
const MAX_MESSAGE_CHARS: usize = 300;
/// Limits for a server's regular expressions: compiled size in bytes, and backtracking steps.
const MAX_PATTERN_BYTES: usize = 1 << 20;
const MAX_BACKTRACKS: usize = 100_000;
/// Stack of the validating thread, in bytes: references are followed recursively, as deep as the server nests them.
const STACK_BYTES: usize = 64 << 20;

/// A violation of the schema at one place in a value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct Violation {
    /// JSON pointer; empty for the root.
    pub path: String,
    pub message: String,
}

/// Result of validating a value.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Validation {
    pub violations: Vec<Violation>,
    /// Reason the value was not validated.
    pub skipped: Option<String>,
}

impl Validation {
    fn skip(why: &str) -> Self {
        Self {
            violations: Vec::new(),
            skipped: Some(text::truncate_chars(why, MAX_MESSAGE_CHARS).into_owned()),
        }
    }
}

/// Validates a value against a schema.
pub fn validate(schema: &Value, value: &Value) -> Validation {
    let checked = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
        let check = thread.spawn_scoped(scope, || run_validator(schema, value));
        check.ok().and_then(|checking| checking.join().ok())
    });
    checked.unwrap_or_else(|| Validation::skip("the schema is unusable"))
}

fn run_validator(schema: &Value, value: &Value) -> Validation {
    if let Err(why) = budget::check_work(schema, value) {
        return Validation::skip(why);
    }
    let patterns = PatternOptions::fancy_regex()
        .backtrack_limit(MAX_BACKTRACKS)
        .size_limit(MAX_PATTERN_BYTES)
        .dfa_size_limit(MAX_PATTERN_BYTES);
    let validator =
        jsonschema::options().with_pattern_options(patterns).should_validate_formats(true).build(schema);
    let validator = match validator {
        Ok(validator) => validator,
        Err(error) => return Validation::skip(&format!("the schema is unusable: {error}")),
    };
    let mut violations = Vec::new();
    for error in validator.iter_errors(value).take(MAX_VIOLATIONS) {
        let mut path = error.instance_path().to_string();
        let message = match error.kind() {
            ValidationErrorKind::Required { property } => {
                let name = property.as_str().unwrap_or_default();
                path = format!("{path}/{}", name.replace('~', "~0").replace('/', "~1"));
                "is required".to_owned()
            }
            _ => error.to_string(),
        };
        violations.push(Violation {
            path,
            message: text::truncate_chars(&message, MAX_MESSAGE_CHARS).into_owned(),
        });
    }
    Validation { violations, skipped: None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn violations_of(schema: &Value, value: &Value) -> Vec<(String, String)> {
        let validation = validate(schema, value);
        assert_eq!(validation.skipped, None);
        validation.violations.into_iter().map(|it| (it.path, it.message)).collect()
    }

    #[test]
    fn violations_are_reported_with_their_path() {
        let schema = json!({
            "type": "object",
            "properties": {
                "path": {"type": "string", "pattern": "^(?!/etc)/"},
                "deep": {"type": "array", "items": {"$ref": "#/$defs/item"}},
                "at": {"type": "string", "format": "date"},
            },
            "required": ["path"],
            "additionalProperties": false,
            "$defs": {"item": {"type": "object", "properties": {"a/b": {"type": "integer"}}, "required": ["a/b"]}},
        });
        assert_eq!(
            violations_of(&schema, &json!({"path": "/home", "deep": [{"a/b": 1}], "at": "2026-11-16"})),
            []
        );
        for (value, path) in [
            (json!({}), "/path"),
            (json!({"path": 1}), "/path"),
            (json!({"path": "/etc/x"}), "/path"),
            (json!({"path": "/x", "deep": [{"a/b": 1}, {"a/b": "1"}]}), "/deep/1/a~1b"),
            (json!({"path": "/x", "deep": [{}]}), "/deep/0/a~1b"),
            (json!({"path": "/x", "at": "yesterday"}), "/at"),
            (json!({"path": "/x", "more": 1}), ""),
        ] {
            let violations = violations_of(&schema, &value);
            assert_eq!(violations.len(), 1, "{value}: {violations:?}");
            assert_eq!(violations[0].0, path, "{value}: {violations:?}");
        }
        assert_eq!(violations_of(&schema, &json!({}))[0].1, "is required");
    }

    #[test]
    fn hostile_schemas_are_skipped_without_hanging() {
        let chain = |length: usize| -> Value {
            let defs: serde_json::Map<String, Value> = (0..length)
                .map(|at| (format!("d{at}"), json!({"$ref": format!("#/$defs/d{}", at + 1)})))
                .collect();
            json!({"$ref": "#/$defs/d0", "$defs": defs})
        };
        let doubled: serde_json::Map<String, Value> = (0..60)
            .map(|at| {
                let next = json!({"$ref": format!("#/$defs/d{}", at + 1)});
                (format!("d{at}"), json!({"allOf": [next, next]}))
            })
            .collect();
        let branching = json!({"anyOf": [
            {"properties": {"a": {"$ref": "#"}}, "required": ["z"]},
            {"properties": {"a": {"$ref": "#"}}, "required": ["y"]},
        ]});
        let mut nested = json!({});
        for _ in 0..60 {
            nested = json!({"a": nested});
        }
        for (name, schema, value) in [
            ("itself", json!({"$ref": "#"}), json!({})),
            ("a circle", json!({"$ref": "#/$defs/a", "$defs": {"a": {"allOf": [{"$ref": "#"}]}}}), json!({})),
            ("not itself", json!({"not": {"$ref": "#"}}), json!({})),
            ("a long chain", chain(50_000), json!({})),
            ("doubling", json!({"$ref": "#/$defs/d0", "$defs": doubled}), json!({})),
            ("branching over a deep value", branching, nested),
            ("elsewhere", json!({"$ref": "https://example.com/schema"}), json!({})),
            ("a huge pattern", json!({"pattern": "((a{1,1000}){1,1000}){1,1000}"}), json!("a")),
            ("no schema", json!({"type": 7}), json!({})),
        ] {
            let validation = validate(&schema, &value);
            assert!(validation.skipped.is_some(), "{name}: {validation:?}");
        }
        // The pattern is usable, and matching stops at the backtracking limit.
        let slow = json!({"pattern": "^(a|a)*(?=b)c$"});
        assert!(!validate(&slow, &json!("a".repeat(5_000))).violations.is_empty());
    }

    #[test]
    fn a_recursive_schema_that_ends_with_the_value_is_used() {
        let tree = json!({
            "type": "object",
            "properties": {"name": {"type": "string"}, "children": {"type": "array", "items": {"$ref": "#"}}},
            "required": ["name"],
        });
        let value = json!({"name": "a", "children": [{"name": "b", "children": [{"nam": "c"}]}]});
        assert_eq!(violations_of(&tree, &value)[0].0, "/children/0/children/0/name");
    }
}
