//! References in configuration values that only the client can resolve: `${env:X}`, `${input:x}`, `{env:X}`, `$X`,
//! `${workspaceFolder}`. An import only reports them; [`expand`] is for files that the gateway reads as the client.

use super::display_text;
use crate::sources::source::{Source, SourceValue};

/// A reference in a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueReference<'a> {
    /// A variable of the client's environment.
    Environment(&'a str),
    /// A value that the client asks the user for.
    Input(&'a str),
    /// The content of a file.
    File(&'a str),
    /// Another value that only the client knows, as it is written.
    Client(&'a str),
}

/// Names that the client defines itself, which are not environment variables.
const CLIENT_VARIABLES: [&str; 12] = [
    "workspaceFolder",
    "workspaceFolderBasename",
    "workspaceRoot",
    "userHome",
    "pathSeparator",
    "cwd",
    "execPath",
    "file",
    "extensionPath",
    "__dirname",
    "CLAUDE_PLUGIN_ROOT",
    "CLAUDE_PROJECT_DIR",
];

/// Maximum length of a value that is searched, in bytes: every brace is followed to its end, which is quadratic.
const MAX_VALUE_BYTES: usize = 16 << 10;

/// Returns all references in a text, in order.
pub fn find_references(text: &str) -> Vec<ValueReference<'_>> {
    let mut found = Vec::new();
    if text.len() > MAX_VALUE_BYTES {
        return found;
    }
    let mut rest = text;
    while let Some(at) = rest.find(['$', '{']) {
        rest = &rest[at..];
        let (reference, length) = parse_reference(rest);
        found.extend(reference);
        rest = &rest[length..];
    }
    found
}

/// Expands every `${X}`, `${env:X}` and `${X:-default}`; fails with the name of a variable that is not set.
pub fn expand(text: &str, lookup: impl Fn(&str) -> Option<String>) -> Result<String, String> {
    let mut expanded = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("${") {
        expanded.push_str(&rest[..at]);
        rest = &rest[at..];
        let Some(end) = rest.find('}') else { break };
        let inner = &rest[2..end];
        let (name, otherwise) = match inner.split_once(":-") {
            Some((name, otherwise)) => (name, Some(otherwise)),
            None => (inner, None),
        };
        let name = name.strip_prefix("env:").unwrap_or(name);
        match (lookup(name), otherwise) {
            (Some(lookup), _) => expanded.push_str(&lookup),
            (None, Some(otherwise)) => expanded.push_str(otherwise),
            (None, None) => return Err(name.to_owned()),
        }
        rest = &rest[end + 1..];
    }
    expanded.push_str(rest);
    Ok(expanded)
}

/// Parses the reference at the start of a text, and returns its length.
fn parse_reference(text: &str) -> (Option<ValueReference<'_>>, usize) {
    let opening = if text.starts_with("${") { 2 } else { 1 };
    if text[..opening].ends_with('{') {
        let Some(end) = text.find('}') else { return (None, 1) };
        let inner = &text[opening..end];
        let reference =
            if opening == 2 { Some(parse_dollar_braces(inner, &text[..=end])) } else { parse_braces(inner) };
        return (reference, if reference.is_some() { end + 1 } else { 1 });
    }
    // `$X` only in capitals: a dollar sign is often literal.
    let name = &text[1..];
    let name = &name[..name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(name.len())];
    let capitals = name.starts_with(|c: char| c.is_ascii_uppercase() || c == '_')
        && !name.contains(|c: char| c.is_ascii_lowercase());
    (capitals.then_some(ValueReference::Environment(name)), 1 + name.len())
}

fn parse_dollar_braces<'a>(inner: &'a str, whole: &'a str) -> ValueReference<'a> {
    let is_name =
        |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    // The text after `:-` replaces a missing variable, and may be a secret.
    let name = inner.split(":-").next().unwrap_or(inner);
    match inner.split_once(':') {
        Some(("env", name)) => ValueReference::Environment(name.split(':').next().unwrap_or(name)),
        Some(("input", name)) => ValueReference::Input(name),
        Some(("file", name)) => ValueReference::File(name),
        _ if is_name(name) && !CLIENT_VARIABLES.contains(&name) => ValueReference::Environment(name),
        _ => ValueReference::Client(whole),
    }
}

/// `{env:X}` and `{file:x}`; other braces are literal.
fn parse_braces(inner: &str) -> Option<ValueReference<'_>> {
    match inner.split_once(':') {
        Some(("env", name)) => Some(ValueReference::Environment(name)),
        Some(("file", name)) => Some(ValueReference::File(name)),
        _ => None,
    }
}

/// Returns a note for each reference in a source. `input` returns the client's prompt for an input.
pub(super) fn reference_notes(source: &Source, input: &impl Fn(&str) -> Option<String>) -> Vec<String> {
    let mut notes = Vec::new();
    let mut add_notes = |label: String, value: &SourceValue| {
        let SourceValue::Plain(text) = value else { return };
        for reference in find_references(text) {
            let from = match reference {
                ValueReference::Environment(name) => {
                    format!("the environment variable `{}`", display_text(name))
                }
                ValueReference::File(name) => format!("the file `{}`", display_text(name)),
                ValueReference::Input(name) => match input(name) {
                    Some(asked) => {
                        format!("the client's input `{}` ({})", display_text(name), display_text(&asked))
                    }
                    None => format!("the client's input `{}`", display_text(name)),
                },
                ValueReference::Client(whole) => {
                    notes.push(format!(
                        "{label} contains `{}`, which only the client can resolve; replace it here",
                        display_text(whole)
                    ));
                    continue;
                }
            };
            notes.push(format!("{label} takes its value from {from}; enter it here"));
        }
    };
    match source {
        Source::Stdio { command, environment, .. } => {
            for (position, part) in command.iter().enumerate() {
                let label =
                    if position == 0 { "the command".to_owned() } else { format!("argument {position}") };
                add_notes(label, part);
            }
            for variable in environment {
                add_notes(format!("the variable {}", display_text(&variable.name)), &variable.value);
            }
        }
        Source::Http { url, headers, client } => {
            add_notes("the address".to_owned(), url);
            for header in headers {
                add_notes(format!("the header {}", display_text(&header.name)), &header.value);
            }
            if let Some(client) = client {
                add_notes("the client id for signing in".to_owned(), &client.id.as_str().into());
                if let Some(secret) = &client.secret {
                    add_notes("the client secret for signing in".to_owned(), secret);
                }
            }
        }
        Source::Demo { .. } | Source::OpenApi { .. } | Source::File { .. } | Source::SourceCode { .. } => {}
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;
    use ValueReference::{Client, Environment, File, Input};
    use proptest::prelude::*;

    #[test]
    fn every_reference_syntax_is_found() {
        for (text, expected) in [
            ("plain", vec![]),
            ("${env:TOKEN}", vec![Environment("TOKEN")]),
            ("Bearer ${input:gh-token}", vec![Input("gh-token")]),
            ("${A}/${B:-hunter2}", vec![Environment("A"), Environment("B")]),
            ("{env:A}{file:~/.key}", vec![Environment("A"), File("~/.key")]),
            ("${file:/run/key}", vec![File("/run/key")]),
            ("$HOME/x", vec![Environment("HOME")]),
            ("${workspaceFolder}/.env", vec![Client("${workspaceFolder}")]),
            ("${workspaceFolder:api}", vec![Client("${workspaceFolder:api}")]),
            ("${config:x.y}", vec![Client("${config:x.y}")]),
            ("${user_config.key}", vec![Client("${user_config.key}")]),
            ("pa$word $5 $", vec![]),
            ("{\"json\":{\"a\":1}}", vec![]),
            ("{{env:A}}", vec![Environment("A")]),
            ("${open", vec![]),
        ] {
            assert_eq!(find_references(text), expected, "{text}");
        }
    }

    #[test]
    fn variables_are_expanded_once_and_a_missing_one_is_named() {
        let value = |name: &str| (name == "A").then(|| "a${B}".to_owned());
        for (text, expected) in [
            ("plain $A {A}", Ok("plain $A {A}")),
            ("Bearer ${A}", Ok("Bearer a${B}")),
            ("${env:A}-${A}", Ok("a${B}-a${B}")),
            ("${B:-b:c}/${B:-}", Ok("b:c/")),
            ("${A", Ok("${A")),
            ("x ${NOT THERE}", Err("NOT THERE")),
        ] {
            assert_eq!(expand(text, value), expected.map(str::to_owned).map_err(str::to_owned), "{text}");
        }
    }

    #[test]
    fn a_note_names_the_place_and_shows_no_default() {
        let source: Source = serde_json::from_str(
            r#"{"kind":"stdio","command":["${A}","--key=${K:-hunter2}"],"environment":[{"name":"T","value":"${input:x}"}]}"#,
        )
        .unwrap();
        let notes = reference_notes(&source, &|name| (name == "x").then(|| "Your token".to_owned()));
        assert_eq!(
            notes,
            [
                "the command takes its value from the environment variable `A`; enter it here",
                "argument 1 takes its value from the environment variable `K`; enter it here",
                "the variable T takes its value from the client's input `x` (Your token); enter it here"
            ]
        );
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "[${}:é A-Zaenv\\-]{0,40}") {
            let _ = find_references(&text);
        }
    }
}
