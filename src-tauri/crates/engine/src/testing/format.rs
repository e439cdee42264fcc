//! JSON as it is committed: sorted keys, and on one line what fits there.

use serde_json::Value;

const WIDTH: usize = 120;

pub fn to_text(value: &Value) -> String {
    let mut text = String::new();
    write(&sorted(value), 0, &mut text);
    text.push('\n');
    text
}

fn sorted(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(sorted).collect(),
        Value::Object(members) => {
            let mut members: Vec<_> =
                members.iter().map(|(key, value)| (key.clone(), sorted(value))).collect();
            members.sort_by(|(one, _), (other, _)| one.cmp(other));
            Value::Object(members.into_iter().collect())
        }
        _ => value.clone(),
    }
}

fn write(value: &Value, depth: usize, text: &mut String) {
    let line = value.to_string();
    let (open, close) = match value {
        Value::Array(_) => ('[', ']'),
        Value::Object(_) => ('{', '}'),
        _ => return text.push_str(&line),
    };
    if depth + line.len() <= WIDTH {
        return text.push_str(&line);
    }
    let mut separator = open;
    let mut next = |text: &mut String| {
        text.push(separator);
        text.push('\n');
        text.push_str(&" ".repeat(depth + 1));
        separator = ',';
    };
    match value {
        Value::Array(items) => {
            for item in items {
                next(text);
                write(item, depth + 1, text);
            }
        }
        Value::Object(members) => {
            for (key, value) in members {
                next(text);
                text.push_str(&format!("{}: ", Value::from(key.as_str())));
                write(value, depth + 1, text);
            }
        }
        _ => unreachable!("only lists and objects are broken into lines"),
    }
    text.push('\n');
    text.push_str(&" ".repeat(depth));
    text.push(close);
}
