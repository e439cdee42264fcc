//! Canonical form of arguments: stable, value-preserving, and independent of the order of members.

use hintsmith_core::text::json::canonicalize_text;
use serde_json::Value;

pub fn run(data: &[u8]) {
    let Some(text) = super::as_text(data) else { return };
    let canonical = canonicalize_text(text);
    assert_eq!(canonicalize_text(&canonical), canonical, "it is not stable");
    let Ok(value) = serde_json::from_str::<Value>(text) else { return };
    assert_eq!(serde_json::from_str::<Value>(&canonical).ok().as_ref(), Some(&value), "the value changed");
    if let Value::Object(members) = &value
        && serde_json::to_string(&value).is_ok_and(|printed| printed.len() == text.len())
    {
        let reversed: serde_json::Map<String, Value> = members.clone().into_iter().rev().collect();
        let reversed = Value::Object(reversed).to_string();
        assert_eq!(canonicalize_text(&reversed), canonicalize_text(&value.to_string()), "the order counts");
    }
}
