//! Risk descriptions for changes that deserve attention.

use std::collections::BTreeMap;

use serde_json::Value;

use super::value_pair::ValuePair;
use crate::infer::is_version_parameter;
use crate::model::endpoint::{Endpoint, is_safe_method};
use crate::model::hint::HintName;
use crate::text::is_hidden;

pub(super) const COMPARED_AS_TEXT: &str = "the values cannot be parsed, so only the JSON text is compared";
pub(super) const CHANGES_OMITTED: &str = "there are more changes than shown here";

/// Reports a hint whose change may make a client stop asking. Unset hints have the defaults of the MCP specification.
pub(super) fn hint_risk(hint: HintName, before: Option<bool>, after: Option<bool>) -> Option<&'static str> {
    let is_careful = |value: Option<bool>| value.unwrap_or(hint.spec_default()) == hint.careful_value();
    (is_careful(before) && !is_careful(after)).then_some(match hint {
        HintName::ReadOnly => "the server now declares it read-only",
        HintName::Destructive => "the server now declares it non-destructive",
        HintName::Idempotent => "the server now declares it idempotent",
        HintName::OpenWorld => "the server no longer declares it open world",
    })
}

/// Reports an added or removed version parameter (optimistic concurrency control).
pub(super) fn parameter_risk(name: &str, pair: ValuePair) -> Option<&'static str> {
    match (pair.before, pair.after) {
        _ if !is_version_parameter(name) => None,
        (None, Some(_)) => Some("it now depends on a version, so an identical second call may fail"),
        (Some(_), None) => Some("it may now overwrite changes that were made in the meantime"),
        _ => None,
    }
}

/// Reports a request that was safe and may now change something.
pub(super) fn endpoint_risk(before: Option<Endpoint>, after: Option<Endpoint>) -> Option<&'static str> {
    let asks = |endpoint: &Endpoint| is_safe_method(&endpoint.method);
    let (before, after) = (before?, after?);
    (asks(&before) && !asks(&after)).then_some("its HTTP request may now change something")
}

/// Reports hidden characters that occur more often than before. `name` is the key of an added field, otherwise empty.
pub(super) fn hidden_character_risk(name: &str, pair: ValuePair) -> Option<&'static str> {
    let mut balance = BTreeMap::new();
    count_hidden_in_text(name, 1, &mut balance);
    for (value, each) in [(pair.before, -1), (pair.after, 1)] {
        value.inspect(|value| count_hidden(value, each, &mut balance));
    }
    balance.values().any(|more| *more > 0).then_some("invisible characters were added")
}

fn count_hidden(value: &Value, delta: isize, balance: &mut BTreeMap<char, isize>) {
    match value {
        Value::String(text) => count_hidden_in_text(text, delta, balance),
        Value::Array(items) => items.iter().for_each(|item| count_hidden(item, delta, balance)),
        Value::Object(members) => {
            for (key, member) in members {
                count_hidden_in_text(key, delta, balance);
                count_hidden(member, delta, balance);
            }
        }
        _ => {}
    }
}

fn count_hidden_in_text(text: &str, delta: isize, balance: &mut BTreeMap<char, isize>) {
    for character in text.chars().filter(|character| is_hidden(*character)) {
        *balance.entry(character).or_default() += delta;
    }
}

#[cfg(test)]
mod tests {
    use crate::drift::tool_diff::tests::changes;

    #[test]
    fn risky_changes_have_a_reason() {
        let hint = |hint: &str| format!(r#"{{"annotations":{{{hint}}}}}"#);
        let parameters = |names: &str| format!(r#"{{"inputSchema":{{"properties":{{{names}}}}}}}"#);
        let describes = |text: &str| format!(r#"{{"description":"{text}"}}"#);
        let sends = |method: &str| {
            format!(r#"{{"_meta":{{"dev.hintsmith/http":{{"method":"{method}","path":"/"}}}}}}"#)
        };
        let (unseen, version, overwrites) =
            ("invisible characters", "depends on a version", "may now overwrite");
        for (before, after, expected) in [
            (hint(""), hint(r#""readOnlyHint":true"#), "declares it read-only"),
            (hint(r#""readOnlyHint":true"#), hint(""), ""),
            (hint(r#""destructiveHint":true"#), hint(r#""destructiveHint":false"#), "non-destructive"),
            (hint(r#""destructiveHint":false"#), hint(r#""destructiveHint":null"#), ""),
            (hint(""), hint(r#""idempotentHint":true"#), "idempotent"),
            (hint(""), hint(r#""idempotentHint":"true""#), ""),
            (hint(""), hint(r#""openWorldHint":false"#), "open world"),
            (r#"{"annotations":null}"#.into(), hint(r#""readOnlyHint":true"#), "declares it read-only"),
            (
                hint(r#""readOnlyHint":true,"x":1e400"#),
                hint(r#""readOnlyHint":true,"x":2e400"#),
                "only the JSON text",
            ),
            (parameters(""), parameters(r#""If-Match":{}"#), version),
            (parameters(r#""etag":{}"#), parameters(""), overwrites),
            (
                parameters(r#""p":{"properties":{"etag":{}}}"#),
                parameters(r#""p":{"properties":{}}"#),
                overwrites,
            ),
            (parameters(r#""etag":{}"#), parameters(r#""etag":[]"#), ""),
            (
                parameters(r#""etag":{}"#).replace("input", "output"),
                parameters("").replace("input", "output"),
                "",
            ),
            (parameters(r#""path":{}"#), parameters(""), ""),
            (parameters(""), parameters("\"pa\u{200b}th\":{}"), unseen),
            (parameters(""), parameters(r#""p":{"enum":["\u202e"]}"#), unseen),
            (describes("a"), describes("a\u{202e}"), unseen),
            (describes("a\u{202e}"), describes("\u{202e}b"), ""),
            (describes("a\u{202e}"), describes("a\u{202e}\u{202e}"), unseen),
            (describes("a\u{202e}"), describes("a"), ""),
            (sends("GET"), sends("DELETE"), "may now change something"),
            (sends("DELETE"), sends("GET"), ""),
        ] {
            let found = changes(&before, &after);
            assert_eq!(found.len(), 1, "{before} {after}");
            let risk = found[0].1.clone().unwrap_or_default();
            assert!(
                risk.contains(expected) && risk.is_empty() == expected.is_empty(),
                "{before} {after} {risk}"
            );
        }
    }
}
