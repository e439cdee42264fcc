//! YAML writer: block style, with strings quoted if they could be read as another type.

use std::fmt::Write;

use serde_json::Value;

/// Renders a value as a YAML document.
pub fn write(value: &Value) -> String {
    let mut out = String::new();
    put(value, 0, &mut out);
    if !out.ends_with('\n') {
        out.push('\n');
    }
    out
}

/// Renders values as the documents of one YAML stream.
pub fn write_all(values: &[Value]) -> String {
    values.iter().map(write).collect::<Vec<_>>().join("---\n")
}

/// Writes a value after `key:` or `-`, or at the top level.
fn put(value: &Value, depth: usize, out: &mut String) {
    match value {
        Value::Object(members) if !members.is_empty() => {
            for (place, (key, value)) in members.iter().enumerate() {
                // The first member of a list item is on the line of its hyphen.
                if place > 0 || out.is_empty() || out.ends_with('\n') {
                    indent(depth, out);
                }
                out.push_str(&text(key));
                out.push(':');
                below(value, depth, out);
            }
        }
        Value::Array(items) if !items.is_empty() => {
            for item in items {
                indent(depth, out);
                let is_list = item.as_array().is_some_and(|items| !items.is_empty());
                out.push_str(if is_list { "-\n" } else { "- " });
                put(item, depth + 1, out);
                if !out.ends_with('\n') {
                    out.push('\n');
                }
            }
        }
        scalar => out.push_str(&flat(scalar)),
    }
}

/// Writes the value of a member.
fn below(value: &Value, depth: usize, out: &mut String) {
    match value {
        Value::Object(members) if !members.is_empty() => {
            out.push('\n');
            put(value, depth + 1, out);
        }
        Value::Array(items) if !items.is_empty() => {
            out.push('\n');
            put(value, depth + 1, out);
        }
        scalar => {
            let _ = writeln!(out, " {}", flat(scalar));
        }
    }
}

fn indent(depth: usize, out: &mut String) {
    out.push_str(&"  ".repeat(depth));
}

fn flat(value: &Value) -> String {
    match value {
        Value::String(string) => text(string),
        Value::Object(_) => "{}".to_owned(),
        Value::Array(_) => "[]".to_owned(),
        other => other.to_string(),
    }
}

/// A string, plain if it is unambiguous. A quoted string uses JSON syntax, which is a subset of YAML.
pub fn text(string: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '/');
    let begins = string.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let word = matches!(
        string.to_ascii_lowercase().as_str(),
        "y" | "n" | "yes" | "no" | "on" | "off" | "true" | "false" | "null" | "nan" | "inf"
    );
    if begins && !word && string.chars().all(plain) && !string.ends_with('.') {
        return string.to_owned();
    }
    // JSON allows DEL and C1 controls, YAML does not.
    let mut out = String::new();
    for c in Value::from(string).to_string().chars() {
        match c {
            '\u{7f}'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{feff}' => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn it_reads_as_it_was_meant() {
        let value = json!({"a": {"b": [1, {"c": "x", "d": []}, ["deep"]], "yes": "no"}, "e": "a: b", "f": {}, "g": null});
        assert_eq!(
            write(&value),
            "a:\n  b:\n    - 1\n    - c: x\n      d: []\n    -\n      - deep\n  \"yes\": \"no\"\ne: \"a: b\"\nf: {}\ng: null\n"
        );
    }

    fn any_value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i32>().prop_map(Value::from),
            "\\PC{0,12}|[yn0-9.:#\\-\\[{ \n\t\u{7f}\u{85}\u{2028}]{0,6}".prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 24, 4, |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                proptest::collection::btree_map("\\PC{1,8}|[yn0-9:]{1,3}", inner, 0..4)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn any_value_reads_back_to_the_same(value in any_value()) {
            let text = write(&value);
            let read: Value = serde_saphyr::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
            prop_assert_eq!(read, value, "{}", text);
        }
    }
}
