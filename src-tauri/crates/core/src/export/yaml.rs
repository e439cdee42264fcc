//! YAML writer: block style, with strings quoted if they could be read as another type.

use std::fmt::Write;

use serde_json::Value;

/// Renders a value as a YAML document.
pub fn to_yaml(value: &Value) -> String {
    let mut out = String::new();
    write_value(value, 0, &mut out);
    if !out.ends_with('\n') {
        out.push('\n');
    }
    out
}

/// Renders values as the documents of one YAML stream.
pub fn to_yaml_documents(values: &[Value]) -> String {
    values.iter().map(to_yaml).collect::<Vec<_>>().join("---\n")
}

/// Writes a value after `key:` or `-`, or at the top level.
fn write_value(value: &Value, depth: usize, out: &mut String) {
    match value {
        Value::Object(members) if !members.is_empty() => {
            for (index, (key, value)) in members.iter().enumerate() {
                // The first member of a list item is on the line of its hyphen.
                if index > 0 || out.is_empty() || out.ends_with('\n') {
                    indent(depth, out);
                }
                out.push_str(&render_string(key));
                out.push(':');
                write_member_value(value, depth, out);
            }
        }
        Value::Array(items) if !items.is_empty() => {
            for item in items {
                indent(depth, out);
                let is_list = item.as_array().is_some_and(|items| !items.is_empty());
                out.push_str(if is_list { "-\n" } else { "- " });
                write_value(item, depth + 1, out);
                if !out.ends_with('\n') {
                    out.push('\n');
                }
            }
        }
        scalar => out.push_str(&render_scalar(scalar)),
    }
}

/// Writes the value of a member.
fn write_member_value(value: &Value, depth: usize, out: &mut String) {
    match value {
        Value::Object(members) if !members.is_empty() => {
            out.push('\n');
            write_value(value, depth + 1, out);
        }
        Value::Array(items) if !items.is_empty() => {
            out.push('\n');
            write_value(value, depth + 1, out);
        }
        scalar => {
            let _ = writeln!(out, " {}", render_scalar(scalar));
        }
    }
}

fn indent(depth: usize, out: &mut String) {
    out.push_str(&"  ".repeat(depth));
}

fn render_scalar(value: &Value) -> String {
    match value {
        Value::String(string) => render_string(string),
        Value::Object(_) => "{}".to_owned(),
        Value::Array(_) => "[]".to_owned(),
        other => other.to_string(),
    }
}

/// A string, plain if it is unambiguous. A quoted string uses JSON syntax, which is a subset of YAML.
pub fn render_string(string: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '/');
    let has_plain_start = string.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let is_keyword = matches!(
        string.to_ascii_lowercase().as_str(),
        "y" | "n" | "yes" | "no" | "on" | "off" | "true" | "false" | "null" | "nan" | "inf"
    );
    if has_plain_start && !is_keyword && string.chars().all(is_plain) && !string.ends_with('.') {
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
    fn a_value_is_rendered_in_block_style() {
        let value = json!({"a": {"b": [1, {"c": "x", "d": []}, ["deep"]], "yes": "no"}, "e": "a: b", "f": {}, "g": null});
        assert_eq!(
            to_yaml(&value),
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
        fn any_value_round_trips(value in any_value()) {
            let text = to_yaml(&value);
            let read: Value = serde_saphyr::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
            prop_assert_eq!(read, value, "{}", text);
        }
    }
}
