//! Detection of secrets by name and value.
//!
//! Values that configure a server are judged broadly: what may be a secret is treated as one, and the user can override
//! that. Arguments of tools are judged by [`argument_secret_span`]: there, a `key` is usually that of an issue or a
//! cache.

mod names;
mod shapes;

use std::ops::Range;

use names::SecretContext;
pub use names::{is_configured_secret_name, is_secret_name};
use shapes::{
    auth_scheme_len, is_digest, is_identifier, is_known_token, is_reference, looks_random, url_secret_span,
    webhook_secret_span,
};

/// Headers that do not identify the client. Every other header may be a credential.
const HARMLESS_HEADERS: [&str; 16] = [
    "accept",
    "accept-charset",
    "accept-encoding",
    "accept-language",
    "cache-control",
    "connection",
    "content-encoding",
    "content-language",
    "content-type",
    "dnt",
    "host",
    "mcp-protocol-version",
    "origin",
    "pragma",
    "referer",
    "user-agent",
];

/// Returns the part of a configured value that may be secret. `name` is that of a variable or an option, or empty.
pub fn secret_span(name: &str, value: &str) -> Option<Range<usize>> {
    find_secret(name, value, SecretContext::Configured)
}

/// Returns the part of a header's value that may be secret: all of it, except for headers that are known to hold none.
pub fn header_secret_span(name: &str, value: &str) -> Option<Range<usize>> {
    let is_harmless = HARMLESS_HEADERS.iter().any(|harmless| harmless.eq_ignore_ascii_case(name));
    if let Some(span) = secret_span(name, value) {
        return Some(span);
    }
    let whole = auth_scheme_len(value)..value.len();
    (!is_harmless && !whole.is_empty() && !is_reference(value)).then_some(whole)
}

/// Returns the part of a tool's argument that is secret.
pub fn argument_secret_span(name: &str, value: &str) -> Option<Range<usize>> {
    find_secret(name, value, SecretContext::Argument)
}

/// Parts of a value within each other that are searched: `Authorization: Bearer abc` has two.
const MAX_NESTING: usize = 32;

fn find_secret(name: &str, value: &str, context: SecretContext) -> Option<Range<usize>> {
    find_secret_within(name, value, context, MAX_NESTING)
        .or_else(|| command_line_span(value, context, MAX_NESTING))
}

/// A value of more than `nesting` parts counts as a secret: it may come from a registry, and the search recurses.
fn find_secret_within(
    name: &str,
    value: &str,
    context: SecretContext,
    nesting: usize,
) -> Option<Range<usize>> {
    if value.is_empty() || is_reference(value) {
        return None;
    }
    let Some(nesting) = nesting.checked_sub(1) else { return Some(0..value.len()) };
    let is_configured = context == SecretContext::Configured;
    if is_configured && let Some(span) = webhook_secret_span(name, value) {
        return Some(span);
    }
    if let Some(span) = url_secret_span(value, context) {
        return Some(span);
    }
    if is_configured && let Some(span) = header_option_span(name, value) {
        return Some(span);
    }
    if has_json_secret(value, context, nesting) {
        return Some(0..value.len());
    }
    // `Authorization: Bearer abc` and `--token=abc` contain their names.
    if let Some(at) = value.find([':', '=']).filter(|at| is_identifier(&value[..*at])) {
        let rest = value[at + 1..].trim_start().trim_start_matches(['"', '\'']);
        let start = value.len() - rest.len();
        if let Some(span) = find_secret_within(&value[..at], rest, context, nesting) {
            return Some(start + span.start..start + span.end);
        }
    }
    // `Server=db;User Id=sa;Password=abc`: everything from the first secret on.
    if let Some((first, rest)) = value.split_once(';')
        && first.contains('=')
        && let Some(span) = find_secret_within("", rest.trim_start(), context, nesting)
    {
        return Some(value.len() - rest.trim_start().len() + span.start..value.len());
    }
    let start = auth_scheme_len(value);
    let is_secret = context.is_secret(name)
        || start > 0
        || is_known_token(value)
        || (is_configured && looks_random(value) && !is_digest(name, value));
    (is_secret && start < value.len()).then_some(start..value.len())
}

/// Options of command lines that take a header.
const HEADER_OPTIONS: [&str; 3] = ["-H", "--header", "--headers"];

/// The secret part of a header that is the value of an option, as `X-Custom: abc`.
fn header_option_span(name: &str, value: &str) -> Option<Range<usize>> {
    let (header, rest) = value.split_once(':').filter(|(header, _)| is_identifier(header))?;
    let start = value.len() - rest.trim_start().len();
    let span = HEADER_OPTIONS.contains(&name).then(|| header_secret_span(header, &value[start..]))??;
    Some(start + span.start..start + span.end)
}

/// Returns whether a value is a JSON object or list with a secret in it.
fn has_json_secret(value: &str, context: SecretContext, nesting: usize) -> bool {
    let is_json = value.starts_with(['{', '[']) && value.ends_with(['}', ']']);
    is_json
        && serde_json::from_str::<serde_json::Value>(value)
            .is_ok_and(|json| is_secret_in_json("", &json, context, nesting))
}

fn is_secret_in_json(name: &str, json: &serde_json::Value, context: SecretContext, nesting: usize) -> bool {
    let Some(nesting) = nesting.checked_sub(1) else { return true };
    match json {
        serde_json::Value::String(text) => {
            find_secret_within(name, text, context, nesting).is_some()
                || command_line_span(text, context, nesting).is_some()
        }
        serde_json::Value::Object(members) => {
            members.iter().any(|(key, value)| is_secret_in_json(key, value, context, nesting))
        }
        serde_json::Value::Array(items) => {
            let mut option = name;
            items.iter().any(|item| {
                let is_secret = is_secret_in_json(option, item, context, nesting);
                option = item.as_str().filter(|text| is_option(text)).unwrap_or(name);
                is_secret
            })
        }
        serde_json::Value::Number(_) => context.is_secret(name),
        serde_json::Value::Bool(_) | serde_json::Value::Null => false,
    }
}

/// Returns whether an argument is an option that may have its value in the next argument: `--token`.
pub(super) fn is_option(argument: &str) -> bool {
    argument.starts_with('-') && !argument.contains('=')
}

/// The secrets of a command line in one text, from the first to the last of them: `run --token abc`.
fn command_line_span(value: &str, context: SecretContext, nesting: usize) -> Option<Range<usize>> {
    let words = split_command_line(value);
    if words.len() < 2 || !words.iter().any(|word| word.starts_with('-')) {
        return None;
    }
    let mut found: Option<Range<usize>> = None;
    for (index, word) in words.iter().enumerate() {
        let option = index.checked_sub(1).map(|before| words[before]).filter(|before| is_option(before));
        let is_inline = word.starts_with('-') && word.contains('=');
        if (is_inline || option.is_some())
            && let Some(span) = find_secret_within(option.unwrap_or_default(), word, context, nesting)
        {
            let at = word.as_ptr() as usize - value.as_ptr() as usize;
            let start = found.map_or(at + span.start, |first| first.start);
            found = Some(start..at + span.end);
        }
    }
    found
}

/// The words of a command line, without the quotes around them.
fn split_command_line(text: &str) -> Vec<&str> {
    let mut quote = None;
    let words = text.split(|c: char| {
        match quote {
            Some(open) if open == c => quote = None,
            None if matches!(c, '"' | '\'') => quote = Some(c),
            _ => {}
        }
        quote.is_none() && c.is_ascii_whitespace()
    });
    words.map(|word| word.trim_matches(['"', '\''])).filter(|word| !word.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_of_very_many_parts_is_a_secret_and_does_not_overflow_the_stack() {
        for part in ["a:", "a=b;"] {
            let value = part.repeat(200_000);
            assert!(find_secret("note", &value, SecretContext::Configured).is_some(), "{part}");
        }
    }

    #[test]
    fn a_configured_value_that_may_be_a_secret_is_found() {
        for (name, value, expected) in [
            ("STRIPE_KEY", "abc", Some("abc")),
            ("SIGNING_KEY_BASE64", "abc", Some("abc")),
            ("KEY", "abc", Some("abc")),
            ("KEY_FILE", "/etc/key", None),
            ("AWS_ACCESS_KEY_ID", "abc", None),
            ("KEYBOARD", "abc", None),
            ("SLACK_WEBHOOK_URL", "https://h.example/T0/B0/x", Some("T0/B0/x")),
            ("WEBHOOK", "abc", Some("abc")),
            ("X", "https://hooks.slack.com/services/T0/B0", Some("services/T0/B0")),
            ("X", "https://discord.com/api/webhooks/1/abc", Some("api/webhooks/1/abc")),
            ("X", "https://h.example/", None),
            ("X", "0123456789abcdef0123456789abcdef", Some("0123456789abcdef0123456789abcdef")),
            ("X", "a-name-of-many-short-words-2026", None),
            ("X", "/a/path/to/0123456789abcdef0123456789abcdef", None),
            ("", "https://h.example/s/0123456789abcdef01234/mcp", Some("0123456789abcdef01234")),
            ("SQL", "Server=db;User Id=sa;Password=abc;", Some("abc;")),
            ("AZURE", "AccountName=a;AccountKey=abc==;Suffix=x", Some("abc==;Suffix=x")),
            ("CONNECTION_STRING", "abc", Some("abc")),
            ("", "https://a.example/?sig=v&x=y", Some("v")),
        ] {
            assert_eq!(secret_span(name, value).map(|span| &value[span]), expected, "{name} {value}");
        }
        // An argument of a tool is a secret only if that is certain.
        for (name, value) in
            [("key", "HINT-12"), ("sort_key", "name"), ("id", "0123456789abcdef0123456789abcdef")]
        {
            assert_eq!(argument_secret_span(name, value), None, "{name}");
        }
        assert_eq!(argument_secret_span("api_key", "abc"), Some(0..3));
    }

    #[test]
    fn every_header_except_known_ones_may_be_a_secret() {
        for (name, value, expected) in [
            ("X-Acme-Auth", "abc", Some("abc")),
            ("X-Custom", "abc", Some("abc")),
            ("Ocp-Apim-Subscription-Key", "abc", Some("abc")),
            ("X-Custom", "Bearer abc", Some("abc")),
            ("X-Custom", "${env:X}", None),
            ("X-Custom", "", None),
            ("accept-language", "de", None),
            ("User-Agent", "x", None),
            ("Accept", "Bearer abc", Some("abc")),
        ] {
            assert_eq!(header_secret_span(name, value).map(|span| &value[span]), expected, "{name} {value}");
        }
    }

    #[test]
    fn the_secret_part_of_a_value_is_found() {
        let hex = "0123456789abcdef".repeat(4);
        let digest = format!("sha256:{hex}");
        for (name, value, expected) in [
            ("fingerprint", &*digest, None),
            ("TOKEN", &*digest, Some(&*digest)),
            ("", &*hex, Some(&*hex)),
            ("Authorization", "Bearer abc", Some("abc")),
            ("", "Authorization: Bearer abc", Some("abc")),
            ("", "--token=abc", Some("abc")),
            ("", "--port=80", None),
            ("TOKEN", "abc", Some("abc")),
            ("TOKEN", "", None),
            ("TOKEN", "${env:TOKEN}", None),
            ("TOKEN", "$TOKEN", None),
            ("Authorization", "Bearer ${input:token}", None),
            ("", "ghp_0123456789abcdef", Some("ghp_0123456789abcdef")),
            ("", "sk-x", None),
            ("", "https://a:b@c.example/", Some("b")),
            ("DATABASE_URL", "postgres://me:pw@host/db", Some("pw")),
            ("", "https://tok@c.example/", Some("tok")),
            ("", "https://c.example/?key=v&x=y", Some("v")),
            ("", "https://c.example/?q=v", None),
            ("", "https://c.example/a:b", None),
            ("", "plain", None),
            ("TOKEN", "${TOKEN:-abc}", Some("${TOKEN:-abc}")),
            ("", "{\"apiKey\":\"abc\"}", Some("{\"apiKey\":\"abc\"}")),
            ("--config", "{\"a\": [{\"password\": 1}]}", Some("{\"a\": [{\"password\": 1}]}")),
            ("", "[\"--token\", \"abc\"]", Some("[\"--token\", \"abc\"]")),
            ("", "[\"-e\",\"TOKEN=abc\"]", Some("[\"-e\",\"TOKEN=abc\"]")),
            ("", "{\"sort\": \"name\", \"tags\": [\"a\", 1]}", None),
            ("", "{\"token\": \"${TOKEN}\"}", None),
            ("-c", "run --token abc --port 80", Some("abc")),
            ("-c", "run --token 'abc' --key=def x", Some("abc' --key=def")),
            ("", "docker run -e TOKEN=abc image", Some("abc")),
            ("", "curl -H \"Authorization: Bearer abc\" x", Some("abc")),
            ("", "curl --header='X-Custom: abc' x", Some("abc")),
            ("", "a - b", None),
            ("-e", "TOKEN=abc", Some("abc")),
            ("--env", "PORT=80", None),
            ("", "--env=TOKEN=abc", Some("abc")),
            ("-H", "X-Custom: abc", Some("abc")),
            ("--header", "Accept: text/plain", None),
            ("", "--header=X-Custom: abc", Some("abc")),
        ] {
            assert_eq!(secret_span(name, value).map(|span| &value[span]), expected, "{name} {value}");
        }
    }

    #[test]
    fn no_text_makes_it_panic() {
        for value in [
            "://",
            "?=",
            "a://@",
            "€=€",
            "${",
            "{}",
            "Bearer ",
            "Beare€",
            "https://ä:ö@ü?key=ß#",
            "=",
            ":",
            "a=b;",
            ";;",
            "[\"€",
            "{\"é\":\"é\"}",
            "-é é --token é",
            "-H :",
            "://webhook",
            "://hooks./",
        ] {
            for name in ["", "token", "é"] {
                for span in [
                    secret_span(name, value),
                    header_secret_span(name, value),
                    argument_secret_span(name, value),
                ] {
                    assert!(span.is_none_or(|span| !value[span].is_empty()), "{name} {value}");
                }
            }
        }
    }
}
