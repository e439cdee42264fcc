//! The id hypertool gives a definition: a hash of what JavaScript makes of its JSON.

use serde_json::Value;
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};

use crate::fingerprint::hex;
use crate::json::Members;

/// What hypertool calls the definition of a tool: the hash of the JSON that JavaScript makes of it after the MCP SDK has
/// read it. Nothing where no JavaScript could have read it.
pub fn ref_id(server: &str, raw: &str) -> Option<String> {
    let tool = Members::parse(raw).ok()?;
    let string = |text: &str| Value::from(text).to_string();
    let name: String = serde_json::from_str(tool.get("name")?.get()).ok()?;
    let mut text = format!("{{\"name\":{},\"serverName\":{}", string(&name), string(server));
    const SCHEMA: &[&str] = &["type", "properties", "required"];
    const HINTS: &[&str] = &["title", "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];
    for (key, first) in [("inputSchema", SCHEMA), ("outputSchema", SCHEMA), ("annotations", HINTS)] {
        if let Some(raw) = tool.get(key) {
            text.push_str(&format!(",\"{key}\":"));
            stringify(raw, first, 0, &mut text)?;
        }
    }
    text.push('}');
    Some(hex(&Sha256::digest(text)))
}

/// Deeper than any schema that a program of today reads.
const DEEPEST: usize = 100;

/// As `JSON.stringify(JSON.parse(text))`; of an object the SDK knows, the known keys come first.
fn stringify(raw: &RawValue, first: &[&str], depth: usize, out: &mut String) -> Option<()> {
    if depth > DEEPEST {
        return None;
    }
    let text = raw.get();
    match text.as_bytes().first()? {
        b'{' => {
            out.push('{');
            for (place, (key, value)) in in_order(Members::parse(text).ok()?, first).into_iter().enumerate() {
                out.push_str(if place == 0 { "" } else { "," });
                out.push_str(&Value::from(key).to_string());
                out.push(':');
                stringify(value, &[], depth + 1, out)?;
            }
            out.push('}');
        }
        b'[' => {
            let items: Vec<&RawValue> = serde_json::from_str(text).ok()?;
            out.push('[');
            for (place, item) in items.into_iter().enumerate() {
                out.push_str(if place == 0 { "" } else { "," });
                stringify(item, &[], depth + 1, out)?;
            }
            out.push(']');
        }
        b'"' => out.push_str(&Value::from(serde_json::from_str::<String>(text).ok()?).to_string()),
        b't' | b'f' | b'n' => out.push_str(text),
        _ => out.push_str(&number(text.parse().ok()?)),
    }
    Some(())
}

/// The members as JavaScript goes through them: whole numbers first, in their order; a key that comes twice stands where
/// it came first and says what it said last.
fn in_order<'a>(members: Members<'a>, first: &[&str]) -> Vec<(String, &'a RawValue)> {
    let mut order: Vec<(String, &RawValue)> = Vec::with_capacity(members.0.len());
    for (key, value) in members.0 {
        match order.iter_mut().find(|(known, _)| *known == key) {
            Some(known) => known.1 = value,
            None => order.push((key.into_owned(), value)),
        }
    }
    let rank = |key: &str| match index(key) {
        Some(index) => (0, index),
        None => match first.iter().position(|known| *known == key) {
            Some(place) => (1, place as u64),
            None => (2, 0),
        },
    };
    order.sort_by_key(|(key, _)| rank(key));
    order
}

/// A key that JavaScript takes for the index of a list.
fn index(key: &str) -> Option<u64> {
    let plain = key == "0" || (!key.starts_with('0') && key.bytes().all(|byte| byte.is_ascii_digit()));
    key.parse().ok().filter(|index| plain && *index < u64::from(u32::MAX))
}

/// As JavaScript writes a number.
fn number(value: f64) -> String {
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
    fn a_definition_has_the_id_that_hypertool_gives_it() {
        // Computed by hypertool-mcp 0.0.46 with the MCP SDK 1.17.
        let raw = r#"{"name":"read_note","description":"Reads a note","annotations":{"x":1.50,"readOnlyHint":true,"title":"Read"},"inputSchema":{"$schema":"s","required":["id"],"properties":{"id":{"type":"integer","minimum":1.0},"7":{"enum":["é","\u0041",null]}},"type":"object","additionalProperties":false},"outputSchema":{"properties":{"text":{}},"type":"object"}}"#;
        let expected = "e05351b1349ec794520ff93a94a0925e3592c64c1ae2f6654ac4a2554cb19c9e";
        assert_eq!(ref_id("srv", raw).as_deref(), Some(expected));
        assert_ne!(ref_id("other", raw).as_deref(), Some(expected));
        assert_eq!(ref_id("srv", r#"{"name":7}"#), None);
    }
}
