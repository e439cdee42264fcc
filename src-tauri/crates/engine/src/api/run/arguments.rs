//! Arguments of a manual call: parsing, secret removal and shell quoting.

use std::collections::HashSet;

use hintsmith_core::text::json::Members;
use hintsmith_core::{sources::secret, text};
use serde_json::{Map, Value};

use crate::error::{ApiError, ErrorCode};

/// Parses a JSON object. Rejects text that would be sent as another value, so that what is sent is what was shown.
pub fn parse_arguments(text: &str) -> Result<Map<String, Value>, ApiError> {
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
    if let Some(name) = find_duplicate_name(text) {
        let name = text::truncate_chars(&name, 60);
        return Err(wrong(format!("the arguments contain {name:?} twice")));
    }
    if let Some(number) = find_inexact_integer(text) {
        let number = text::truncate_chars(number, 60);
        return Err(wrong(format!("{number} is too large to be sent exactly; write the number as a string")));
    }
    Ok(arguments)
}

/// A member name that occurs twice in an object at any depth.
fn find_duplicate_name(text: &str) -> Option<String> {
    if let Ok(members) = Members::parse(text) {
        let mut names = HashSet::new();
        let duplicate =
            members.0.iter().find(|(name, _)| !names.insert(name)).map(|(name, _)| name.to_string());
        return duplicate
            .or_else(|| members.0.iter().find_map(|(_, value)| find_duplicate_name(value.get())));
    }
    let items: Vec<&serde_json::value::RawValue> = serde_json::from_str(text).ok()?;
    items.iter().find_map(|item| find_duplicate_name(item.get()))
}

/// An integer that neither `i64` nor `u64` can hold, which would be sent as another number.
fn find_inexact_integer(text: &str) -> Option<&str> {
    let (bytes, mut at, mut in_string) = (text.as_bytes(), 0, false);
    while at < bytes.len() {
        match bytes[at] {
            b'"' => in_string = !in_string,
            b'\\' if in_string => at += 1,
            b'-' | b'0'..=b'9' if !in_string => {
                let end = text[at..].find(|c: char| !matches!(c, '0'..='9' | '-' | '+' | '.' | 'e' | 'E'));
                let number = &text[at..end.map_or(text.len(), |length| at + length)];
                let is_integer = !number.contains(['.', 'e', 'E']);
                if is_integer && number.parse::<i64>().is_err() && number.parse::<u64>().is_err() {
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
pub fn remove_secrets(arguments: &Map<String, Value>) -> (String, Vec<String>) {
    let mut removed = Vec::new();
    let remaining = Value::Object(remove_secrets_from(arguments, "", &mut removed));
    (remaining.to_string(), removed)
}

fn remove_secrets_from(
    members: &Map<String, Value>,
    path: &str,
    removed: &mut Vec<String>,
) -> Map<String, Value> {
    // `{"name": "TOKEN", "value": "abc"}` is how lists of variables and headers are written.
    let label = ["name", "key"].into_iter().find_map(|name| members.get(name)?.as_str());
    let mut remaining = Map::new();
    for (name, value) in members {
        let member_path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        let value_name = if name == "value" { label.unwrap_or(name) } else { name };
        if let Some(value) = remove_secrets_from_value(value_name, value, member_path, removed) {
            remaining.insert(name.clone(), value);
        }
    }
    remaining
}

/// The value without secrets, or none if it is one: everything below the name of a secret, and text that looks like one.
fn remove_secrets_from_value(
    name: &str,
    value: &Value,
    path: String,
    removed: &mut Vec<String>,
) -> Option<Value> {
    let is_secret = match value {
        // Says whether there is a secret, but is none.
        Value::Null | Value::Bool(_) => false,
        Value::Number(_) | Value::Object(_) => secret::is_secret_name(name),
        Value::String(text) => {
            secret::is_secret_name(name) || secret::argument_secret_span(name, text).is_some()
        }
        Value::Array(_) => {
            let singular = name.strip_suffix(['s', 'S']).unwrap_or(name);
            secret::is_secret_name(name) || secret::is_secret_name(singular)
        }
    };
    if is_secret {
        removed.push(path);
        return None;
    }
    Some(match value {
        Value::Object(members) => Value::Object(remove_secrets_from(members, &path, removed)),
        Value::Array(items) => Value::Array(remove_secrets_from_items(items, &path, removed)),
        _ => value.clone(),
    })
}

fn remove_secrets_from_items(items: &[Value], path: &str, removed: &mut Vec<String>) -> Vec<Value> {
    let mut remaining = Vec::new();
    // `["--token", "abc"]`: an option is the name of the item after it.
    let mut option = "";
    for (at, item) in items.iter().enumerate() {
        remaining.extend(remove_secrets_from_value(option, item, format!("{path}[{at}]"), removed));
        option =
            item.as_str().filter(|text| text.starts_with('-') && !text.contains('=')).unwrap_or_default();
    }
    remaining
}

/// The call as a shell command.
pub fn cli_command(server: &str, tool: &str, arguments: &str) -> String {
    let mut argv = vec!["hintsmith".to_owned(), "run".to_owned(), format!("{server}.{tool}")];
    if arguments != "{}" {
        argv.extend(["--args".to_owned(), arguments.to_owned()]);
    }
    // Quoting fails only for NUL bytes, which JSON text does not contain.
    shlex::try_join(argv.iter().map(String::as_str)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_that_would_be_sent_as_another_value_is_rejected() {
        for (text, part) in [
            ("[1]", "not an object"),
            ("{\"a\": }", "not JSON"),
            (r#"{"a": 1, "a": 2}"#, "twice"),
            (r#"{"b": [{"a": 1, "a": 2}]}"#, "twice"),
            (r#"{"a": 12345678901234567890123}"#, "too large"),
            (r#"{"a": [-9223372036854775809]}"#, "too large"),
        ] {
            let message = parse_arguments(text).unwrap_err().message;
            assert!(message.contains(part), "{text}: {message}");
        }
        for text in [
            "",
            "{}",
            r#"{"a": 18446744073709551615, "b": "12345678901234567890123 \" -99999999999999999999", "c": 1.5e3}"#,
        ] {
            assert!(parse_arguments(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn secrets_are_not_kept() {
        let arguments =
            parse_arguments(r#"{"path": "/x", "api_key": "k", "deep": {"password": "p", "n": 1}}"#).unwrap();
        let (kept, left) = remove_secrets(&arguments);
        assert_eq!(kept, r#"{"path":"/x","deep":{"n":1}}"#);
        assert_eq!(left, ["api_key", "deep.password"]);
    }

    #[test]
    fn secrets_are_not_kept_at_any_depth() {
        for (arguments, expected, expected_paths) in [
            // Below the name of a secret, whatever the type.
            (r#"{"auth":{"user":"me","value":"abc"},"a":1}"#, r#"{"a":1}"#, vec!["auth"]),
            (r#"{"credentials":["me","abc"]}"#, "{}", vec!["credentials"]),
            (r#"{"api_keys":["abc"],"otp":123456}"#, "{}", vec!["api_keys", "otp"]),
            (r#"{"password":null,"token":false}"#, r#"{"password":null,"token":false}"#, vec![]),
            // In lists.
            (
                r#"{"users":[{"id":1,"password":"p"},{"id":2}]}"#,
                r#"{"users":[{"id":1},{"id":2}]}"#,
                vec!["users[0].password"],
            ),
            (
                r#"{"headers":["Accept: text/html","Authorization: Bearer abc"]}"#,
                r#"{"headers":["Accept: text/html"]}"#,
                vec!["headers[1]"],
            ),
            (r#"{"a":[[["ghp_0123456789abcdef"],1]]}"#, r#"{"a":[[[],1]]}"#, vec!["a[0][0][0]"]),
            (
                r#"{"args":["--token","abc","--verbose","x"]}"#,
                r#"{"args":["--token","--verbose","x"]}"#,
                vec!["args[1]"],
            ),
            (
                r#"{"env":[{"name":"API_TOKEN","value":"abc"},{"name":"LANG","value":"de"}]}"#,
                r#"{"env":[{"name":"API_TOKEN"},{"name":"LANG","value":"de"}]}"#,
                vec!["env[0].value"],
            ),
            // No secrets.
            (
                r#"{"max_tokens":10,"keys":["HINT-1"],"items":["a","b"]}"#,
                r#"{"max_tokens":10,"keys":["HINT-1"],"items":["a","b"]}"#,
                vec![],
            ),
        ] {
            let (kept, paths) = remove_secrets(&parse_arguments(arguments).unwrap());
            assert_eq!(kept, expected, "{arguments}");
            assert_eq!(paths, expected_paths, "{arguments}");
        }
    }

    #[test]
    fn the_command_is_shell_quoted() {
        assert_eq!(cli_command("s", "t", "{}"), "hintsmith run s.t");
        let typed = cli_command("s", "t", r#"{"a": "it's $(x)"}"#);
        assert_eq!(shlex::split(&typed).unwrap()[4], r#"{"a": "it's $(x)"}"#);
    }
}
