//! JSON parsing one level at a time, and canonical serialization.
//!
//! One malformed field does not affect the others: values nested deeper than serde_json's limit stay raw text, and only
//! the field that contains them is unreadable.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

/// The members of a JSON object in source order, including duplicates.
#[derive(Debug)]
pub struct Members<'a>(pub Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'a> Members<'a> {
    pub fn parse(text: &'a str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// The member with this name; of duplicates the last, as in other JSON parsers.
    pub fn get(&self, key: &str) -> Option<&'a RawValue> {
        self.0.iter().rev().find(|(name, _)| name == key).map(|(_, value)| *value)
    }
}

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct MembersVisitor;

        impl<'de> Visitor<'de> for MembersVisitor {
            type Value = Members<'de>;

            fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::with_capacity(map.size_hint().unwrap_or(8));
                while let Some(Key(key)) = map.next_key()? {
                    members.push((key, map.next_value()?));
                }
                Ok(Members(members))
            }
        }

        deserializer.deserialize_map(MembersVisitor)
    }
}

/// A key that borrows from the input unless it contains escapes.
struct Key<'a>(Cow<'a, str>);

impl<'de> Deserialize<'de> for Key<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct KeyVisitor;

        impl<'de> Visitor<'de> for KeyVisitor {
            type Value = Key<'de>;

            fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
                formatter.write_str("a string")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(Key(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Key(Cow::Owned(text.to_owned())))
            }
        }

        deserializer.deserialize_str(KeyVisitor)
    }
}

/// A JSON object of these members, whose values are JSON texts.
pub fn write_object<'a>(members: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let members: Vec<String> = members.map(|(key, value)| format!("{}:{value}", Value::from(key))).collect();
    format!("{{{}}}", members.join(","))
}

/// Returns whether some JSON decoder treats `key` as `word`. Go's `encoding/json` ignores case and folds two non-ASCII
/// letters into ASCII (U+017F to `s`, U+212A to `k`).
pub fn is_key_variant(key: &str, word: &str) -> bool {
    if key.len() < word.len() || key.len() > word.len() * 3 {
        return false;
    }
    let folded = key.chars().map(|letter| match letter {
        '\u{17f}' => 's',
        '\u{212a}' => 'k',
        _ => letter.to_ascii_lowercase(),
    });
    folded.eq(word.chars().map(|letter| letter.to_ascii_lowercase()))
}

/// Decodes a JSON string; `None` for other values and invalid Unicode.
pub fn decode_string(raw: &str) -> Option<Cow<'_, str>> {
    let inner = raw.strip_prefix('"')?.strip_suffix('"')?;
    if memchr::memchr(b'\\', inner.as_bytes()).is_none() {
        return Some(Cow::Borrowed(inner));
    }
    serde_json::from_str(raw).ok().map(Cow::Owned)
}

/// Resolves a `$ref` within the document.
pub fn resolve_ref<'a>(root: &'a Value, reference: &str) -> Option<&'a Value> {
    root.pointer(&percent_decode(reference.strip_prefix('#')?))
}

/// Decodes percent-encoding in a URI fragment. Invalid sequences are kept.
fn percent_decode(fragment: &str) -> Cow<'_, str> {
    if !fragment.contains('%') {
        return Cow::Borrowed(fragment);
    }
    let (bytes, mut decoded, mut at) = (fragment.as_bytes(), Vec::new(), 0);
    while at < bytes.len() {
        let code = fragment.get(at + 1..at + 3).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match (bytes[at], code) {
            (b'%', Some(byte)) => {
                decoded.push(byte);
                at += 3;
            }
            (byte, _) => {
                decoded.push(byte);
                at += 1;
            }
        }
    }
    Cow::Owned(String::from_utf8_lossy(&decoded).into_owned())
}

/// Name of the kind of a raw JSON value, for messages.
pub fn raw_kind_name(raw: &RawValue) -> &'static str {
    match raw.get().as_bytes().first() {
        Some(b'{') => "an object",
        Some(b'[') => "a list",
        Some(b'"') => "a string",
        Some(b't' | b'f') => "a boolean",
        Some(b'n') => "null",
        _ => "a number",
    }
}

/// Name of the kind of a parsed JSON value, for messages.
pub fn kind_name(value: &Value) -> &'static str {
    match value {
        Value::Object(_) => "an object",
        Value::Array(_) => "a list",
        Value::String(_) => "a string",
        Value::Bool(_) => "a boolean",
        Value::Null => "null",
        Value::Number(_) => "a number",
    }
}

/// Serializes with sorted keys and without white space, so that equal values give equal texts.
pub fn canonicalize(value: &Value) -> String {
    let mut out = String::new();
    write_canonical(value, &mut out);
    out
}

fn write_canonical(value: &Value, out: &mut String) {
    match value {
        Value::Object(members) => {
            let mut keys: Vec<&String> = members.keys().collect();
            keys.sort_unstable();
            out.push('{');
            for (position, key) in keys.into_iter().enumerate() {
                if position > 0 {
                    out.push(',');
                }
                out.push_str(&Value::String(key.clone()).to_string());
                out.push(':');
                write_canonical(&members[key], out);
            }
            out.push('}');
        }
        Value::Array(items) => {
            out.push('[');
            for (position, item) in items.iter().enumerate() {
                if position > 0 {
                    out.push(',');
                }
                write_canonical(item, out);
            }
            out.push(']');
        }
        scalar => out.push_str(&scalar.to_string()),
    }
}

/// Limits of [`canonicalize_text`]: every level is parsed again by the level around it, and each uses stack.
const MAX_CANONICAL_BYTES: usize = 64 << 10;
const MAX_CANONICAL_DEPTH: usize = 64;

/// Sorts keys and removes white space in a JSON text. Numbers keep their spelling, and objects with duplicate keys are
/// kept as they are. A text beyond the limits is returned unchanged, so it equals only itself.
pub fn canonicalize_text(text: &str) -> Cow<'_, str> {
    if text.len() > MAX_CANONICAL_BYTES || nesting_depth(text) > MAX_CANONICAL_DEPTH {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    write_canonical_text(text.trim(), &mut out);
    Cow::Owned(out)
}

fn write_canonical_text(text: &str, out: &mut String) {
    let separate = |position: usize, out: &mut String| out.push_str(if position > 0 { "," } else { "" });
    if let Ok(mut members) = Members::parse(text) {
        members.0.sort_by(|one, other| one.0.cmp(&other.0));
        if members.0.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            return out.push_str(text);
        }
        out.push('{');
        for (position, (key, value)) in members.0.iter().enumerate() {
            separate(position, out);
            out.push_str(&Value::from(key.as_ref()).to_string());
            out.push(':');
            write_canonical_text(value.get(), out);
        }
        out.push('}');
    } else if let Ok(items) = serde_json::from_str::<Vec<&RawValue>>(text) {
        out.push('[');
        for (position, item) in items.iter().enumerate() {
            separate(position, out);
            write_canonical_text(item.get(), out);
        }
        out.push(']');
    } else {
        out.push_str(text);
    }
}

/// Nesting depth of a JSON text. Scans the text without recursion, so there is no limit.
pub fn nesting_depth(text: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0_usize);
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'{' | b'[' => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            b'"' => {
                // Skip to the end of the string; an escaped quote does not end it.
                while let Some(inner) = bytes.next() {
                    match inner {
                        b'"' => break,
                        b'\\' => drop(bytes.next()),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    deepest
}

/// Pretty-prints a JSON text. Only white space changes, so numbers, escapes, duplicate keys and any depth are
/// preserved.
pub fn pretty_print(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    let mut depth = 0_usize;
    let mut characters = text.chars().skip_whitespace().peekable();
    while let Some((character, in_string)) = characters.next() {
        match character {
            _ if in_string => out.push(character),
            '{' | '[' => {
                out.push(character);
                if let Some((closing, false)) = characters.peek()
                    && matches!(closing, '}' | ']')
                {
                    out.extend(characters.next().map(|(closing, _)| closing));
                } else {
                    depth += 1;
                    push_newline(&mut out, depth);
                }
            }
            '}' | ']' => {
                depth = depth.saturating_sub(1);
                push_newline(&mut out, depth);
                out.push(character);
            }
            ',' => {
                out.push(character);
                push_newline(&mut out, depth);
            }
            ':' => out.push_str(": "),
            _ => out.push(character),
        }
    }
    out
}

/// Maximum indentation in levels. Without it, the output would grow with the square of the depth.
const MAX_INDENT_LEVELS: usize = 64;

fn push_newline(out: &mut String, depth: usize) {
    out.push('\n');
    for _ in 0..depth.min(MAX_INDENT_LEVELS) {
        out.push_str("  ");
    }
}

/// Yields the characters of a JSON text without white space between tokens, each with a flag for "in a string".
trait SkipWhitespace: Iterator<Item = char> + Sized {
    fn skip_whitespace(self) -> impl Iterator<Item = (char, bool)> {
        let (mut in_string, mut escaped) = (false, false);
        self.filter_map(move |character| {
            if !in_string {
                in_string = character == '"';
                return (!character.is_ascii_whitespace()).then_some((character, in_string));
            }
            let ends = character == '"' && !escaped;
            escaped = character == '\\' && !escaped;
            in_string = !ends;
            Some((character, true))
        })
    }
}

impl<I: Iterator<Item = char>> SkipWhitespace for I {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_keep_order_duplicates_and_escaped_keys() {
        let members = Members::parse(r#"{"b":1,"a\n":[2],"b":{"c":3}}"#).unwrap();
        let seen: Vec<_> = members.0.iter().map(|(key, value)| (key.as_ref(), value.get())).collect();
        assert_eq!(seen, [("b", "1"), ("a\n", "[2]"), ("b", r#"{"c":3}"#)]);
        assert_eq!(members.get("b").unwrap().get(), r#"{"c":3}"#);
    }

    #[test]
    fn nesting_depth_ignores_brackets_in_strings() {
        for (text, expected) in [
            ("1", 0),
            ("{}", 1),
            (r#"{"a":[{"b":1}],"c":[]}"#, 3),
            (r#"["[[\"[["]"#, 1),
            ("[[", 2),
            ("]]", 0),
        ] {
            assert_eq!(nesting_depth(text), expected, "{text}");
        }
        assert_eq!(nesting_depth(&"[".repeat(100_000)), 100_000);
    }

    #[test]
    fn a_deeply_nested_member_does_not_affect_others() {
        let deep = format!("{{\"deep\":{}{},\"name\":\"x\"}}", "[".repeat(10_000), "]".repeat(10_000));
        let members = Members::parse(&deep).unwrap();
        assert_eq!(members.get("name").unwrap().get(), "\"x\"");
    }

    #[test]
    fn pretty_printing_changes_only_white_space() {
        let odd = r#"{"a":12345678901234567890123,"b":[1.0,1e400,[],{}],"a":"x\\\" : , {\u00e9"}"#;
        let expected = "{\n  \"a\": 12345678901234567890123,\n  \"b\": [\n    1.0,\n    1e400,\n    [],\n    {}\n  ],\n  \
                        \"a\": \"x\\\\\\\" : , {\\u00e9\"\n}";
        assert_eq!(pretty_print(odd), expected);
        assert_eq!(pretty_print(expected), expected);
    }

    #[test]
    fn canonical_text_does_not_depend_on_key_order_or_white_space() {
        let one: Value = serde_json::from_str(r#"{"b": [1, {"d": null, "c": "é"}], "a": true}"#).unwrap();
        let other: Value = serde_json::from_str(r#"{"a":true,"b":[1,{"c":"é","d":null}]}"#).unwrap();
        assert_eq!(canonicalize(&one), canonicalize(&other));
        assert_eq!(canonicalize(&one), r#"{"a":true,"b":[1,{"c":"é","d":null}]}"#);
    }

    #[test]
    fn canonical_text_distinguishes_all_but_key_order_and_white_space() {
        let same = [
            r#"{"a":1,"b":{"x":[1,{"p":1,"q":2}],"y":"é"}}"#,
            r#"{ "b":{"y":"é","x":[1, {"q":2,"p":1}]}, "a":1 }"#,
        ];
        assert_eq!(canonicalize_text(same[0]), canonicalize_text(same[1]));
        for (one, other) in [
            (r#"{"id":1}"#, r#"{"id":2}"#),
            (r#"{"id":[1,2]}"#, r#"{"id":[2,1]}"#),
            // Numbers that a double cannot distinguish, and duplicate keys.
            (r#"{"id":18446744073709551616}"#, r#"{"id":18446744073709551617}"#),
            (r#"{"id":1e400}"#, r#"{"id":1e401}"#),
            (r#"{"id":1,"id":2}"#, r#"{"id":2}"#),
            (r#"{"id":1,"id":2}"#, r#"{"id":2,"id":1}"#),
            (r#"{"id":"1"}"#, r#"{"id":1}"#),
        ] {
            assert_ne!(canonicalize_text(one), canonicalize_text(other), "{one} {other}");
        }
    }

    #[test]
    fn canonical_text_beyond_the_limits_is_unchanged() {
        let deep = format!(r#"{{"b":1,"a":{}{}}}"#, "[".repeat(100_000), "]".repeat(100_000));
        let long = format!(r#"{{"b":1,"a":"{}"}}"#, "x".repeat(MAX_CANONICAL_BYTES));
        let unclosed = r#"{"a":"#.repeat(100_000);
        for text in [deep, long, unclosed] {
            assert!(matches!(canonicalize_text(&text), Cow::Borrowed(same) if same == text));
        }
        // The worst case within the limits: every level contains the rest.
        let level = format!(r#"{{"b":"{}","a":"#, "x".repeat(1_000));
        let deepest = format!("{}1{}", level.repeat(MAX_CANONICAL_DEPTH), "}".repeat(MAX_CANONICAL_DEPTH));
        assert!(matches!(canonicalize_text(&deepest), Cow::Owned(_)));
    }
}
