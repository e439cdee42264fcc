//! Splicing a member of a JSON text equals parsing, editing and printing, and keeps every other byte.

use hintsmith_core::text::json::Members;
use serde_json::Value;

pub fn run(data: &[u8]) {
    let Some(text) = super::as_text(data) else { return };
    let (Ok(members), Ok(Value::Object(mut oracle))) = (Members::parse(text), serde_json::from_str(text))
    else {
        return;
    };
    // Of duplicate members, the oracle keeps only the last one.
    if members.0.len() != oracle.len() {
        return;
    }
    for (name, value) in &members.0 {
        let spliced = hintsmith_mcp::fuzzing::replace_slice(text, value.get(), "[true]");
        let before = oracle.insert(name.to_string(), Value::Array(vec![Value::Bool(true)]));
        assert_eq!(
            serde_json::from_str::<Value>(&spliced).ok(),
            Some(Value::Object(oracle.clone())),
            "{name}"
        );
        assert_eq!(spliced.len(), text.len() - value.get().len() + "[true]".len());
        oracle.insert(name.to_string(), before.unwrap_or_default());
    }
}
