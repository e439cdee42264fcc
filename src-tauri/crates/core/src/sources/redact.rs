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

/// Redacts a text of any other format by its lines: values behind the name of a credential, behind an option that takes
/// a secret, in a block of variables or headers, and whatever looks like a secret.
pub fn redact_lines(text: &str) -> String {
    let mut redaction = LineRedaction::default();
    text.split_inclusive('\n').map(|line| redaction.redact(line)).collect()
}

/// The state from one line to the next.
#[derive(Default)]
struct LineRedaction {
    /// The block of secrets that the line may be in, by the indentation of the line above it.
    block: Option<(usize, SecretBlock)>,
    /// The last word was an option, or `Bearer`, and its value follows.
    expects_secret: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum SecretBlock {
    /// Names with values: `env:` and the lines below it.
    Values,
    /// A text of several lines: `password: |` and the lines below it.
    Text,
}

impl LineRedaction {
    fn redact(&mut self, line: &str) -> String {
        let content = line.trim_end();
        let indent = content.len() - content.trim_start().len();
        if content.is_empty() {
            return line.to_owned();
        }
        let is_item = content[indent..].starts_with("- ");
        self.block = self.block.filter(|(block, _)| indent > *block || (indent == *block && is_item));
        let first = FirstValue::parse(content);
        let mut spans = match self.block {
            Some((_, SecretBlock::Text)) => std::iter::once(indent..content.len()).collect(),
            Some((_, SecretBlock::Values)) => vec![first.span.clone()],
            None => {
                let mut spans = credential_spans(content, &first);
                let value = &content[first.span.clone()];
                // The parts of a list, a map or a command line are judged one by one.
                let has_options = value.split_whitespace().any(|word| word.starts_with('-'));
                if !value.starts_with(['[', '{'])
                    && !has_options
                    && let Some(span) = secret::secret_span("", value)
                {
                    spans.push(first.span.start + span.start..first.span.start + span.end);
                }
                spans.extend(self.word_spans(content));
                spans
            }
        };
        let value = &content[first.span.clone()];
        let is_object = SECRET_OBJECTS.contains(&first.name.to_ascii_lowercase().as_str());
        if self.block.is_none() && is_object {
            spans.push(first.span.clone());
            self.block = value.is_empty().then_some((indent, SecretBlock::Values));
        } else if self.block.is_none_or(|(_, block)| block == SecretBlock::Values)
            && value.starts_with(['|', '>'])
            && (self.block.is_some() || is_credential(first.name))
        {
            self.block = Some((indent, SecretBlock::Text));
        }
        replace_spans(line, spans)
    }

    /// Words that look like a secret or are the value of an option.
    fn word_spans(&mut self, content: &str) -> Vec<Range<usize>> {
        let is_end = |c: char| c.is_whitespace() || "\"'`,[]{}()<>|".contains(c);
        let mut spans = Vec::new();
        for word in content.split(is_end).filter(|word| !word.is_empty() && *word != "-") {
            let at = word.as_ptr() as usize - content.as_ptr() as usize;
            let name = if self.expects_secret { "token" } else { "" };
            if let Some(span) = secret::secret_span(name, word) {
                spans.push(at + span.start..at + span.end);
            }
            let takes_secret = secret::is_option(word) && secret::is_configured_secret_name(word);
            self.expects_secret = takes_secret || word.eq_ignore_ascii_case("bearer");
        }
        spans
    }
}

/// The first value of a line `name: value` or `name = value`, or the line itself.
struct FirstValue<'a> {
    name: &'a str,
    /// Without quotes around it.
    span: Range<usize>,
}

impl<'a> FirstValue<'a> {
    fn parse(content: &'a str) -> Self {
        let is_quote = |c: char| matches!(c, '"' | '\'');
        let is_mark = |c: char| is_quote(c) || c.is_whitespace() || c == '-';
        let item = content.trim_start_matches(is_mark);
        let item = item.strip_prefix("export ").unwrap_or(item).trim_start();
        let (name, value) = item.split_once([':', '=']).unwrap_or(("", item));
        let name = name.trim_end_matches(|c: char| is_quote(c) || c.is_whitespace());
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
        let (name, value) = if name.chars().all(is_name) { (name, value) } else { ("", item) };
        let start = content.len() - value.trim_start().trim_start_matches(is_quote).len();
        let end = content.trim_end_matches(|c: char| is_quote(c) || c == ',').len().max(start);
        Self { name, span: start..end }
    }
}

/// The values behind the names of credentials, wherever they are in a line.
fn credential_spans(content: &str, first: &FirstValue) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    let mut quotes = OpenQuotes::default();
    // A value is not searched again for names, so that a line takes linear time.
    let mut judged = 0;
    for (at, separator) in content.match_indices([':', '=']) {
        let before = content[..at].trim_end().trim_end_matches(['"', '\'', '`']);
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
        let name = &before[before.trim_end_matches(is_name).len()..];
        if at < judged || !is_credential(name) {
            continue;
        }
        let value = content[at + 1..].trim_start();
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\'' | '`'));
        let start = content.len() - value.len() + quote.map_or(0, char::len_utf8);
        let end = match quote.or_else(|| quotes.open_before(content, at)) {
            Some(quote) => find_unescaped(&content[start..], quote),
            None if start == first.span.start => Some(first.span.end - start),
            None => content[start..].find(|c: char| {
                matches!(c, ',' | '}' | ']' | ')' | '&') || (separator == "=" && c.is_whitespace())
            }),
        };
        let end = end.map_or(content.len(), |end| start + end).max(start);
        if let Some(span) = secret::secret_span("token", &content[start..end]) {
            spans.push(start + span.start..start + span.end);
        }
        judged = end;
    }
    spans
}

/// The quotes that are open at a position of a line, which is read once.
#[derive(Default)]
struct OpenQuotes {
    position: usize,
    is_open: [bool; 3],
}

impl OpenQuotes {
    /// A quote that is open before a position; positions ascend.
    fn open_before(&mut self, content: &str, position: usize) -> Option<char> {
        const QUOTES: [char; 3] = ['"', '\'', '`'];
        for c in content[self.position..position].chars() {
            for (quote, is_open) in QUOTES.iter().zip(&mut self.is_open) {
                *is_open ^= *quote == c;
            }
        }
        self.position = position;
        QUOTES.into_iter().zip(self.is_open).find(|(_, is_open)| *is_open).map(|(quote, _)| quote)
    }
}

fn find_unescaped(text: &str, quote: char) -> Option<usize> {
    let mut is_escaped = false;
    text.find(|c: char| {
        let is_end = c == quote && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        is_end
    })
}

/// Replaces parts of a line by dots; parts that overlap become one.
fn replace_spans(line: &str, mut spans: Vec<Range<usize>>) -> String {
    spans.retain(|span| !span.is_empty());
    spans.sort_by_key(|span| (span.start, span.end));
    let mut merged: Vec<Range<usize>> = Vec::new();
    for span in spans {
        match merged.last_mut() {
            Some(last) if span.start <= last.end => last.end = last.end.max(span.end),
            _ => merged.push(span),
        }
    }
    config_text::apply_edits(line, merged.into_iter().map(|span| (span, REDACTED.to_owned())).collect())
}

/// Returns whether a value of this name is a secret even where names are those of tools: the name of a credential, of a
/// variable in capital letters, or of a header of its own.
fn is_credential(name: &str) -> bool {
    let bare: String =
        name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    let is_variable =
        name.contains(|c: char| c.is_ascii_uppercase()) && !name.contains(|c: char| c.is_ascii_lowercase());
    let is_header = name.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("x-"));
    CREDENTIAL_NAMES.contains(&bare.as_str())
        || (is_variable || is_header) && secret::is_configured_secret_name(name)
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
                    option = item.as_str().filter(|text| secret::is_option(text)).unwrap_or(name);
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

    #[test]
    fn a_long_line_takes_linear_time() {
        for part in ["token:", "token: \"", "token=a ", "'token:", "-x --token "] {
            assert!(redact_lines(&part.repeat(200_000)).contains(REDACTED), "{part}");
        }
    }

    #[test]
    fn every_secret_of_a_line_becomes_dots() {
        for (text, expected) in [
            ("{port: 80, api_key: abc, x: y}", "{port: 80, api_key: ••••••, x: y}"),
            (
                "a: 1, \"token\": \"a, b\", 'password': 'c'",
                "a: 1, \"token\": \"••••••\", 'password': '••••••'",
            ),
            (
                "args: [\"--token\", \"abc\", \"--port\", \"80\"]",
                "args: [\"--token\", \"••••••\", \"--port\", \"80\"]",
            ),
            ("{\"token\": abc, \"x\": 1}", "{\"token\": ••••••, \"x\": 1}"),
            ("args:\n  - --token\n  - abc\n  - x\n", "args:\n  - --token\n  - ••••••\n  - x\n"),
            ("run -e GITHUB_TOKEN=abc -e PORT=80 image", "run -e GITHUB_TOKEN=•••••• -e PORT=80 image"),
            ("curl -H \"Authorization: Bearer abc\" x", "curl -H \"Authorization: Bearer ••••••\" x"),
            ("curl -H 'X-Api-Key: abc' --key def", "curl -H 'X-Api-Key: ••••••' --key ••••••"),
            ("GITHUB_TOKEN: abc", "GITHUB_TOKEN: ••••••"),
            ("url: x https://u:p1@x/ y", "url: x https://u:••••••@x/ y"),
            ("password: my pass phrase", "password: ••••••"),
            (
                "- name: x\n  env:\n    A: one\n    B: \"two\"\n  port: 80\n",
                "- name: x\n  env:\n    A: ••••••\n    B: \"••••••\"\n  port: 80\n",
            ),
            ("env:\n- A=one\nx: 1\n", "env:\n- A=••••••\nx: 1\n"),
            ("env: {A: one}\nx: 1\n", "env: ••••••\nx: 1\n"),
            ("password: |\n  one\n  two\nx: 1\n", "password: ••••••\n  ••••••\n  ••••••\nx: 1\n"),
            ("token: ${TOKEN}", "token: ${TOKEN}"),
            (
                "x__get_token: ask\n- x__get_token\n- get_password\n",
                "x__get_token: ask\n- x__get_token\n- get_password\n",
            ),
            ("- [ ] é: ü\n\n:=\n=:\n\"\n", "- [ ] é: ü\n\n:=\n=:\n\"\n"),
        ] {
            assert_eq!(redact_lines(text), expected);
        }
    }
}
