//! Iterator over all strings of a JSON text, at any depth, without building the value.

use std::borrow::Cow;

use crate::text::json::decode_string;

/// A string, and whether it is a member name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonString<'a> {
    pub text: Cow<'a, str>,
    pub is_key: bool,
}

/// The strings in order. Strings that are not valid Unicode are skipped; `Tool` reports them where it matters.
pub fn strings(json: &str) -> impl Iterator<Item = JsonString<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let start = at + memchr::memchr(b'"', &json.as_bytes()[at..])?;
            let end = closing_quote(json.as_bytes(), start + 1)?;
            at = end + 1;
            if let Some(text) = decode_string(&json[start..at]) {
                return Some(JsonString { text, is_key: json[at..].trim_start().starts_with(':') });
            }
        }
    })
}

/// The index of the quote that closes a string.
fn closing_quote(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        at += memchr::memchr2(b'"', b'\\', bytes.get(at..)?)?;
        if bytes[at] == b'"' {
            return Some(at);
        }
        // An escaped character does not close the string.
        at += 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn strings_are_found_at_any_depth_with_their_escapes() {
        let json = r#"{"a" : ["x\"y", {"\u0062": "\ud800"}], "c": "é\\"}"#;
        let found: Vec<_> = strings(json).map(|string| (string.text.into_owned(), string.is_key)).collect();
        let expected = [("a", true), ("x\"y", false), ("b", true), ("c", true), ("é\\", false)];
        assert_eq!(found, expected.map(|(text, is_key)| (text.to_owned(), is_key)));
    }

    proptest! {
        #[test]
        fn any_text_is_scanned_to_its_end(text in any::<String>(), cut in "[\"\\\\{:a]{0,20}") {
            let _ = strings(&text).count() + strings(&cut).count();
            let json = serde_json::to_string(&text).unwrap();
            prop_assert_eq!(strings(&json).next().unwrap().text, text);
        }
    }
}
