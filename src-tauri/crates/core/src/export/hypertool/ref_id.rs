//! hypertool's `refId` of a tool definition: a hash of its JSON as JavaScript serializes it.

use serde_json::Value;
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};

use crate::model::fingerprint::to_hex;
use crate::text::json::Members;

/// Computes the `refId`: the SHA-256 of the JSON that JavaScript writes after the MCP SDK has parsed the definition.
/// `None` if JavaScript could not parse it.
pub fn ref_id(server: &str, raw: &str) -> Option<String> {
    let tool = Members::parse(raw).ok()?;
    let string = |text: &str| Value::from(text).to_string();
    let name: String = serde_json::from_str(tool.get("name")?.get()).ok()?;
    let mut text = format!("{{\"name\":{},\"serverName\":{}", string(&name), string(server));
    const SCHEMA_KEYS: &[&str] = &["type", "properties", "required"];
    const ANNOTATION_KEYS: &[&str] =
        &["title", "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];
    for (key, first) in
        [("inputSchema", SCHEMA_KEYS), ("outputSchema", SCHEMA_KEYS), ("annotations", ANNOTATION_KEYS)]
    {
        if let Some(raw) = tool.get(key) {
            text.push_str(&format!(",\"{key}\":"));
            stringify(raw, first, 0, &mut text)?;
        }
    }
    text.push('}');
    Some(to_hex(&Sha256::digest(text)))
}

/// Maximum nesting; deeper than any schema in use.
const MAX_DEPTH: usize = 100;

/// Equivalent of `JSON.stringify(JSON.parse(text))`. In objects that the SDK knows, its known keys (`first`) come
/// first.
fn stringify(raw: &RawValue, known_keys: &[&str], depth: usize, out: &mut String) -> Option<()> {
    if depth > MAX_DEPTH {
        return None;
    }
    let text = raw.get();
    match text.as_bytes().first()? {
        b'{' => {
            out.push('{');
            for (index, (key, value)) in
                order_members(Members::parse(text).ok()?, known_keys).into_iter().enumerate()
            {
                out.push_str(if index == 0 { "" } else { "," });
                out.push_str(&Value::from(key).to_string());
                out.push(':');
                stringify(value, &[], depth + 1, out)?;
            }
            out.push('}');
        }
        b'[' => {
            let items: Vec<&RawValue> = serde_json::from_str(text).ok()?;
            out.push('[');
            for (index, item) in items.into_iter().enumerate() {
                out.push_str(if index == 0 { "" } else { "," });
                stringify(item, &[], depth + 1, out)?;
            }
            out.push(']');
        }
        b'"' => out.push_str(&Value::from(serde_json::from_str::<String>(text).ok()?).to_string()),
        b't' | b'f' | b'n' => out.push_str(text),
        _ => out.push_str(&format_number(text.parse().ok()?)),
    }
    Some(())
}

/// The members in JavaScript's property order: array indexes first, in numeric order. A duplicate key has the position
/// of its first and the value of its last occurrence.
fn order_members<'a>(members: Members<'a>, known_keys: &[&str]) -> Vec<(String, &'a RawValue)> {
    let mut order: Vec<(String, &RawValue)> = Vec::with_capacity(members.0.len());
    for (key, value) in members.0 {
        match order.iter_mut().find(|(existing, _)| *existing == key) {
            Some(existing) => existing.1 = value,
            None => order.push((key.into_owned(), value)),
        }
    }
    let rank = |key: &str| match array_index(key) {
        Some(index) => (0, index),
        None => match known_keys.iter().position(|existing| *existing == key) {
            Some(index) => (1, index as u64),
            None => (2, 0),
        },
    };
    order.sort_by_key(|(key, _)| rank(key));
    order
}

/// Parses a key that JavaScript treats as an array index.
fn array_index(key: &str) -> Option<u64> {
    let plain = key == "0" || (!key.starts_with('0') && key.bytes().all(|byte| byte.is_ascii_digit()));
    key.parse().ok().filter(|index| plain && *index < u64::from(u32::MAX))
}

/// Formats a number like JavaScript.
fn format_number(value: f64) -> String {
    let size = value.abs();
    if !value.is_finite() {
        "null".to_owned()
    } else if value == 0.0 {
        "0".to_owned()
    } else if (1e-6..1e21).contains(&size) {
        value.to_string()
    } else {
        let text = format!("{value:e}");
        if text.contains("e-") { text } else { text.replace('e', "e+") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_keys_are_written_as_javascript_does() {
        let raw: Box<RawValue> = serde_json::from_str(
            r#"{"b":1.0,"2":[1e21,1e400,-0.0,1e-7,0.1,12345678901234567890],"a":"\u2028\u0001","1":{},"b":2.50}"#,
        )
        .unwrap();
        let mut out = String::new();
        stringify(&raw, &["a"], 0, &mut out).unwrap();
        assert_eq!(
            out,
            "{\"1\":{},\"2\":[1e+21,null,0,1e-7,0.1,12345678901234567000],\"a\":\"\u{2028}\\u0001\",\"b\":2.5}"
        );
    }

    #[test]
    fn ref_ids_match_those_of_hypertool() {
        // Computed by hypertool-mcp 0.0.46 with the MCP SDK 1.17.
        let raw = r#"{"name":"read_note","description":"Reads a note","annotations":{"x":1.50,"readOnlyHint":true,"title":"Read"},"inputSchema":{"$schema":"s","required":["id"],"properties":{"id":{"type":"integer","minimum":1.0},"7":{"enum":["é","\u0041",null]}},"type":"object","additionalProperties":false},"outputSchema":{"properties":{"text":{}},"type":"object"}}"#;
        let expected = "e05351b1349ec794520ff93a94a0925e3592c64c1ae2f6654ac4a2554cb19c9e";
        assert_eq!(ref_id("srv", raw).as_deref(), Some(expected));
        assert_ne!(ref_id("other", raw).as_deref(), Some(expected));
        assert_eq!(ref_id("srv", r#"{"name":7}"#), None);
    }
}
