//! Redaction of a client's configuration: secrets are replaced by dots, so that changes to it can be shown.

use std::ops::Range;

use crate::sources::secret;
use crate::sources::source::REDACTED;
use crate::text::config_text::MergeError;
use crate::text::config_text::{self, ConfigFormat, Node, NodeValue};

/// Objects whose values may all be secrets: the names that clients give to variables and headers.
const SECRET_OBJECTS: [&str; 7] =
    ["env", "envs", "environment", "headers", "http_headers", "httpheaders", "requestinit"];

/// Names that mark a secret even where keys are names of tools.
const CREDENTIAL_NAMES: [&str; 8] =
    ["apikey", "token", "accesstoken", "bearertoken", "password", "secret", "clientsecret", "authorization"];

/// Names that make a value a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SecretNames {
    /// All names that a configured secret may have.
    Configured,
    /// Only a few: the keys of the file are names of tools, and a tool may be called `get_token`.
    Credentials,
}

/// Replaces every value that may be a secret by dots: all variables and headers, and whatever looks like a secret
/// elsewhere. Two redacted texts can be compared line by line.
pub fn redact_config(text: &str, format: ConfigFormat, names: SecretNames) -> Result<String, MergeError> {
    let (bom, text) = text.split_at(if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 });
    let mut redaction = Redaction { text, names, edits: Vec::new() };
    redaction.visit(&config_text::parse(text, format)?, "", false);
    Ok(format!("{bom}{}", config_text::apply_edits(text, redaction.edits)))
}

/// Redacts a text of any other format, by its lines `name: value` and `name = value`.
pub fn redact_lines(text: &str) -> String {
    let redacted = text.split_inclusive('\n').map(|line| {
        let (name, value) = line.split_once([':', '=']).unwrap_or(("", line));
        let start = line.len() - value.trim_start().trim_start_matches(['"', '\'']).len();
        let end = line.trim_end().trim_end_matches(['"', '\'', ',']).len().max(start);
        let name = name.trim().trim_start_matches("export ").trim_matches(['"', '\'', '-', ' ']);
        let name = if is_credential(name) { name } else { "" };
        match secret::secret_span(name, &line[start..end]) {
            Some(span) => format!("{}{REDACTED}{}", &line[..start + span.start], &line[start + span.end..]),
            None => line.to_owned(),
        }
    });
    redacted.collect()
}

fn is_credential(name: &str) -> bool {
    let bare: String =
        name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    CREDENTIAL_NAMES.contains(&bare.as_str())
}

struct Redaction<'a> {
    text: &'a str,
    names: SecretNames,
    edits: Vec<(Range<usize>, String)>,
}

impl Redaction<'_> {
    fn visit(&mut self, node: &Node, name: &str, is_variable: bool) {
        match &node.value {
            NodeValue::Members(members) => {
                for member in members {
                    let key = member.key.to_ascii_lowercase();
                    self.visit(
                        &member.node,
                        &member.key,
                        is_variable || SECRET_OBJECTS.contains(&key.as_str()),
                    );
                }
            }
            NodeValue::List(items) => {
                // An option may have its value in the next item.
                let mut option = name;
                for item in items {
                    self.visit(item, option, is_variable);
                    let is_option = |text: &&str| text.starts_with('-') && !text.contains('=');
                    option = item.as_str().filter(is_option).unwrap_or(name);
                }
            }
            NodeValue::Text(value) => self.visit_text(node, value, name, is_variable),
            NodeValue::Other
                if is_variable || secret::is_configured_secret_name(self.effective_name(name)) =>
            {
                self.edits.push((node.span.clone(), REDACTED.to_owned()));
            }
            NodeValue::Other => {}
        }
    }

    fn visit_text(&mut self, node: &Node, value: &str, name: &str, is_variable: bool) {
        let whole = || (node.span.clone(), format!("\"{REDACTED}\""));
        if is_variable {
            self.edits.push(whole());
        } else if let Some(secret) = secret::secret_span(self.effective_name(name), value) {
            // A part of a string can be replaced only if it is written without escapes.
            let raw = &self.text[node.span.clone()];
            let is_plain = raw.len() == value.len() + 2 && &raw[1..raw.len() - 1] == value;
            let start = node.span.start + 1;
            let part = || (start + secret.start..start + secret.end, REDACTED.to_owned());
            self.edits.push(if is_plain { part() } else { whole() });
        }
    }

    fn effective_name<'n>(&self, name: &'n str) -> &'n str {
        match self.names {
            SecretNames::Credentials if !is_credential(name) && !name.starts_with('-') => "",
            _ => name,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_headers_and_likely_secrets_become_dots() {
        for (text, format, expected) in [
            (
                r#"{"a": {"command": "x", "args": ["--token", "t1", "-H", "X-Api-Key: k1", "y"], "env": {"A": "1", "B": 2}}}"#,
                ConfigFormat::Json,
                r#"{"a": {"command": "x", "args": ["--token", "••••••", "-H", "X-Api-Key: ••••••", "y"], "env": {"A": "••••••", "B": ••••••}}}"#,
            ),
            (
                r#"{"url": "https://u:p1@x/?q=1", "headers": {"X": ["a", {"b": "c"}]}, "pin": 1234, "apiKey": "\u0041b"}"#,
                ConfigFormat::Json,
                r#"{"url": "https://u:••••••@x/?q=1", "headers": {"X": ["••••••", {"b": "••••••"}]}, "pin": ••••••, "apiKey": "••••••"}"#,
            ),
            (
                "[a]\nargs = ['--token=t1'] # c\nenv = { A = '1' }\n[a.http_headers]\nX = \"\"\"y\"\"\"\n",
                ConfigFormat::Toml,
                "[a]\nargs = ['--token=••••••'] # c\nenv = { A = \"••••••\" }\n[a.http_headers]\nX = \"••••••\"\n",
            ),
        ] {
            assert_eq!(redact_config(text, format, SecretNames::Configured).unwrap(), expected);
        }
    }

    #[test]
    fn tool_names_that_resemble_secrets_stay_readable() {
        let text = r#"{"permission": {"x_get_token": "ask"}, "apiKey": "abc", "env": {"A": "1"}, "args": ["--token", "t1"]}"#;
        let expected = r#"{"permission": {"x_get_token": "ask"}, "apiKey": "••••••", "env": {"A": "••••••"}, "args": ["--token", "••••••"]}"#;
        assert_eq!(redact_config(text, ConfigFormat::Json, SecretNames::Credentials).unwrap(), expected);
        let text = "api_key: \"abc\"\nget_token: ask\nurl: https://u:p1@x/\n- plain\nexport TOKEN='abc'";
        let expected =
            "api_key: \"••••••\"\nget_token: ask\nurl: https://u:••••••@x/\n- plain\nexport TOKEN='••••••'";
        assert_eq!(redact_lines(text), expected);
    }
}
