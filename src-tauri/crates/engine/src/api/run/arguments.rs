//! Arguments of a manual call: parsing, secret removal and shell quoting.

use std::collections::HashSet;

use hintsmith_core::json::Members;
use hintsmith_core::{secret, text};
use serde_json::{Map, Value};

use crate::error::{ApiError, ErrorCode};

/// Parses a JSON object. Rejects text that would be sent as another value, so that what is sent is what was shown.
pub fn read(text: &str) -> Result<Map<String, Value>, ApiError> {
    let wrong = |message: String| {
        let hint = "Give a JSON object, such as {\"path\": \"/tmp\"}.";
        ApiError::new(ErrorCode::Invalid, message, hint)
    };
    let text = if text.trim().is_empty() { "{}" } else { text };
    let value: Value =
        serde_json::from_str(text).map_err(|error| wrong(format!("the arguments are not JSON: {error}")))?;
    let Value::Object(arguments) = value else {
        return Err(wrong("the arguments are JSON, but not an object".to_owned()));
    };
    if let Some(name) = twice(text) {
        let name = text::truncate_chars(&name, 60);
        return Err(wrong(format!("the arguments have the name {name:?} twice")));
    }
    if let Some(number) = huge_integer(text) {
        let number = text::truncate_chars(number, 60);
        return Err(wrong(format!(
            "{number} is larger than numbers can be sent exactly; write it as a string"
        )));
    }
    Ok(arguments)
}

/// A member name that occurs twice in an object at any depth.
fn twice(text: &str) -> Option<String> {
    if let Ok(members) = Members::parse(text) {
        let mut names = HashSet::new();
        let here = members.0.iter().find(|(name, _)| !names.insert(name)).map(|(name, _)| name.to_string());
        return here.or_else(|| members.0.iter().find_map(|(_, value)| twice(value.get())));
    }
    let items: Vec<&serde_json::value::RawValue> = serde_json::from_str(text).ok()?;
    items.iter().find_map(|item| twice(item.get()))
}

/// An integer that neither `i64` nor `u64` can hold, which would be sent as another number.
fn huge_integer(text: &str) -> Option<&str> {
    let (bytes, mut at, mut in_string) = (text.as_bytes(), 0, false);
    while at < bytes.len() {
        match bytes[at] {
            b'"' => in_string = !in_string,
            b'\\' if in_string => at += 1,
            b'-' | b'0'..=b'9' if !in_string => {
                let end = text[at..].find(|c: char| !matches!(c, '0'..='9' | '-' | '+' | '.' | 'e' | 'E'));
                let number = &text[at..end.map_or(text.len(), |length| at + length)];
                let whole = !number.contains(['.', 'e', 'E']);
                if whole && number.parse::<i64>().is_err() && number.parse::<u64>().is_err() {
                    return Some(number);
                }
                at += number.len() - 1;
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// The arguments without those that look like secrets, and the paths of the removed ones.
pub fn without_secrets(arguments: &Map<String, Value>) -> (String, Vec<String>) {
    let mut left = Vec::new();
    let kept = Value::Object(cleaned(arguments, "", &mut left));
    (kept.to_string(), left)
}

fn cleaned(members: &Map<String, Value>, path: &str, left: &mut Vec<String>) -> Map<String, Value> {
    let mut kept = Map::new();
    for (name, value) in members {
        let place = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        match value {
            Value::Object(inside) => {
                kept.insert(name.clone(), Value::Object(cleaned(inside, &place, left)));
            }
            Value::String(text)
                if secret::is_secret_name(name) || secret::argument_secret_span(name, text).is_some() =>
            {
                left.push(place);
            }
            _ => {
                kept.insert(name.clone(), value.clone());
            }
        }
    }
    kept
}

/// The call as a shell command.
pub fn command(server: &str, tool: &str, arguments: &str) -> String {
    let mut words = vec!["hintsmith".to_owned(), "run".to_owned(), format!("{server}.{tool}")];
    if arguments != "{}" {
        words.extend(["--args".to_owned(), arguments.to_owned()]);
    }
    // Quoting fails only for NUL bytes, which JSON text does not contain.
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_be_sent_as_something_else_is_refused() {
        for (text, part) in [
            ("[1]", "not an object"),
            ("{\"a\": }", "not JSON"),
            (r#"{"a": 1, "a": 2}"#, "twice"),
            (r#"{"b": [{"a": 1, "a": 2}]}"#, "twice"),
            (r#"{"a": 12345678901234567890123}"#, "larger than"),
            (r#"{"a": [-9223372036854775809]}"#, "larger than"),
        ] {
            let message = read(text).unwrap_err().message;
            assert!(message.contains(part), "{text}: {message}");
        }
        for text in [
            "",
            "{}",
            r#"{"a": 18446744073709551615, "b": "12345678901234567890123 \" -99999999999999999999", "c": 1.5e3}"#,
        ] {
            assert!(read(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn secrets_are_not_kept() {
        let arguments = read(r#"{"path": "/x", "api_key": "k", "deep": {"password": "p", "n": 1}}"#).unwrap();
        let (kept, left) = without_secrets(&arguments);
        assert_eq!(kept, r#"{"path":"/x","deep":{"n":1}}"#);
        assert_eq!(left, ["api_key", "deep.password"]);
    }

    #[test]
    fn a_command_can_be_typed() {
        assert_eq!(command("s", "t", "{}"), "hintsmith run s.t");
        let typed = command("s", "t", r#"{"a": "it's $(x)"}"#);
        assert_eq!(shlex::split(&typed).unwrap()[4], r#"{"a": "it's $(x)"}"#);
    }
}
