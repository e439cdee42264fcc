//! References in configuration values that only the client can resolve: `${env:X}`, `${input:x}`, `{env:X}`, `$X`,
//! `${workspaceFolder}`. An import only reports them; [`expand`] is for files that the gateway reads as the client.

use super::shown;
use crate::source::{Held, Source};

/// A reference in a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reference<'a> {
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
const OF_THE_CLIENT: [&str; 12] = [
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
const LONGEST: usize = 16 << 10;

/// Returns all references in a text, in order.
pub fn references(text: &str) -> Vec<Reference<'_>> {
    let mut found = Vec::new();
    if text.len() > LONGEST {
        return found;
    }
    let mut rest = text;
    while let Some(at) = rest.find(['$', '{']) {
        rest = &rest[at..];
        let (reference, length) = first(rest);
        found.extend(reference);
        rest = &rest[length..];
    }
    found
}

/// Expands every `${X}`, `${env:X}` and `${X:-default}`; fails with the name of a variable that is not set.
pub fn filled(text: &str, value: impl Fn(&str) -> Option<String>) -> Result<String, String> {
    let mut filled = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("${") {
        filled.push_str(&rest[..at]);
        rest = &rest[at..];
        let Some(end) = rest.find('}') else { break };
        let inner = &rest[2..end];
        let (name, otherwise) = match inner.split_once(":-") {
            Some((name, otherwise)) => (name, Some(otherwise)),
            None => (inner, None),
        };
        let name = name.strip_prefix("env:").unwrap_or(name);
        match (value(name), otherwise) {
            (Some(value), _) => filled.push_str(&value),
            (None, Some(otherwise)) => filled.push_str(otherwise),
            (None, None) => return Err(name.to_owned()),
        }
        rest = &rest[end + 1..];
    }
    filled.push_str(rest);
    Ok(filled)
}

/// Parses the reference at the start of a text, and returns its length.
fn first(text: &str) -> (Option<Reference<'_>>, usize) {
    let opening = if text.starts_with("${") { 2 } else { 1 };
    if text[..opening].ends_with('{') {
        let Some(end) = text.find('}') else { return (None, 1) };
        let inner = &text[opening..end];
        let reference = if opening == 2 { Some(of(inner, &text[..=end])) } else { in_braces(inner) };
        return (reference, if reference.is_some() { end + 1 } else { 1 });
    }
    // `$X` only in capitals: a dollar sign is often literal.
    let name = &text[1..];
    let name = &name[..name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(name.len())];
    let capitals = name.starts_with(|c: char| c.is_ascii_uppercase() || c == '_')
        && !name.contains(|c: char| c.is_ascii_lowercase());
    (capitals.then_some(Reference::Environment(name)), 1 + name.len())
}

fn of<'a>(inner: &'a str, whole: &'a str) -> Reference<'a> {
    let is_name =
        |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    // The text after `:-` replaces a missing variable, and may be a secret.
    let name = inner.split(":-").next().unwrap_or(inner);
    match inner.split_once(':') {
        Some(("env", name)) => Reference::Environment(name.split(':').next().unwrap_or(name)),
        Some(("input", name)) => Reference::Input(name),
        Some(("file", name)) => Reference::File(name),
        _ if is_name(name) && !OF_THE_CLIENT.contains(&name) => Reference::Environment(name),
        _ => Reference::Client(whole),
    }
}

/// `{env:X}` and `{file:x}`; other braces are literal.
fn in_braces(inner: &str) -> Option<Reference<'_>> {
    match inner.split_once(':') {
        Some(("env", name)) => Some(Reference::Environment(name)),
        Some(("file", name)) => Some(Reference::File(name)),
        _ => None,
    }
}

/// Returns a note for each reference in a source. `input` returns the client's prompt for an input.
pub(super) fn notes(source: &Source, input: &impl Fn(&str) -> Option<String>) -> Vec<String> {
    let mut notes = Vec::new();
    let mut look = |place: String, held: &Held| {
        let Held::Plain(text) = held else { return };
        for reference in references(text) {
            let from = match reference {
                Reference::Environment(name) => format!("the environment variable `{}`", shown(name)),
                Reference::File(name) => format!("the file `{}`", shown(name)),
                Reference::Input(name) => match input(name) {
                    Some(asked) => format!("the client's input `{}` ({})", shown(name), shown(&asked)),
                    None => format!("the client's input `{}`", shown(name)),
                },
                Reference::Client(whole) => {
                    notes.push(format!(
                        "{place} holds `{}`, which only the client knows; replace it here",
                        shown(whole)
                    ));
                    continue;
                }
            };
            notes.push(format!("{place} takes its value from {from}; give it here"));
        }
    };
    match source {
        Source::Stdio { command, environment, .. } => {
            for (position, part) in command.iter().enumerate() {
                let place =
                    if position == 0 { "the command".to_owned() } else { format!("argument {position}") };
                look(place, part);
            }
            for variable in environment {
                look(format!("the variable {}", shown(&variable.name)), &variable.value);
            }
        }
        Source::Http { url, headers, client } => {
            look("the address".to_owned(), url);
            for header in headers {
                look(format!("the header {}", shown(&header.name)), &header.value);
            }
            if let Some(client) = client {
                look("the client id for signing in".to_owned(), &client.id.as_str().into());
                if let Some(secret) = &client.secret {
                    look("the client secret for signing in".to_owned(), secret);
                }
            }
        }
        Source::Demo { .. } | Source::OpenApi { .. } | Source::File { .. } => {}
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;
    use Reference::{Client, Environment, File, Input};
    use proptest::prelude::*;

    #[test]
    fn every_way_of_writing_a_reference_is_found() {
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
            assert_eq!(references(text), expected, "{text}");
        }
    }

    #[test]
    fn variables_are_filled_in_once_and_a_missing_one_is_named() {
        let value = |name: &str| (name == "A").then(|| "a${B}".to_owned());
        for (text, expected) in [
            ("plain $A {A}", Ok("plain $A {A}")),
            ("Bearer ${A}", Ok("Bearer a${B}")),
            ("${env:A}-${A}", Ok("a${B}-a${B}")),
            ("${B:-b:c}/${B:-}", Ok("b:c/")),
            ("${A", Ok("${A")),
            ("x ${NOT THERE}", Err("NOT THERE")),
        ] {
            assert_eq!(filled(text, value), expected.map(str::to_owned).map_err(str::to_owned), "{text}");
        }
    }

    #[test]
    fn a_note_names_the_place_and_shows_no_default() {
        let source: Source = serde_json::from_str(
            r#"{"kind":"stdio","command":["${A}","--key=${K:-hunter2}"],"environment":[{"name":"T","value":"${input:x}"}]}"#,
        )
        .unwrap();
        let notes = notes(&source, &|name| (name == "x").then(|| "Your token".to_owned()));
        assert_eq!(
            notes,
            [
                "the command takes its value from the environment variable `A`; give it here",
                "argument 1 takes its value from the environment variable `K`; give it here",
                "the variable T takes its value from the client's input `x` (Your token); give it here"
            ]
        );
    }

    proptest! {
        #[test]
        fn no_text_makes_it_fail(text in "[${}:é A-Zaenv\\-]{0,40}") {
            let _ = references(&text);
        }
    }
}
