//! Import of servers from the configuration files of other MCP clients, one module per client. Nothing is opened here:
//! texts and folders are passed in, sources and notes are returned.

use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::model::server_name;
use crate::sources::install;
use crate::sources::source::{Source, SourceValue};
use crate::text::{escape_line, truncate_chars};

mod claude_code;
mod claude_desktop;
mod codex;
mod cursor;
mod detect;
pub(crate) mod document;
mod entry;
mod environment;
mod gemini;
mod goose;
mod opencode;
pub mod reference;
mod vscode;
mod windsurf;
mod zed;

pub use claude_code::CLAUDE_CODE;
pub use claude_desktop::CLAUDE_DESKTOP;
pub use codex::CODEX;
pub use cursor::CURSOR;
pub use detect::detect_client;
pub use environment::{ConfigFile, ImportEnvironment, Os};
pub use gemini::GEMINI;
pub use goose::GOOSE;
pub use opencode::OPENCODE;
pub use vscode::VSCODE;
pub use windsurf::WINDSURF;
pub use zed::ZED;

/// An MCP client whose configuration can be imported.
#[derive(Debug)]
pub struct ImportClient {
    /// Value of `--from`.
    pub id: &'static str,
    /// Display name.
    pub name: &'static str,
    /// Configuration files, the user's before the project's. Most of them do not exist.
    pub config_files: fn(&ImportEnvironment) -> Vec<ConfigFile>,
    pub parse: fn(&str) -> Result<Vec<ImportedServer>, ImportError>,
}

/// Every client whose configuration can be read.
pub const CLIENTS: [&ImportClient; 10] =
    [&CLAUDE_DESKTOP, &CLAUDE_CODE, &CURSOR, &VSCODE, &WINDSURF, &CODEX, &GEMINI, &GOOSE, &ZED, &OPENCODE];

/// Returns the client that `--from` names.
pub fn find_client(id: &str) -> Option<&'static ImportClient> {
    CLIENTS.into_iter().find(|client| client.id == id)
}

/// A server in a configuration file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedServer {
    /// A valid server name, unique within the file.
    pub name: String,
    /// The source with every value in plain text, or why it cannot be added, as "it …".
    pub source: Result<Source, String>,
    /// The client has the server disabled.
    pub disabled: bool,
    /// Notes for the user to read before adding the server. They contain no values, so no secrets.
    pub notes: Vec<String>,
}

impl ImportedServer {
    /// Sets the folder in which the client would start the server: `project` is the folder of the project that the file
    /// belongs to.
    pub fn with_project_folder(mut self, project: &Path) -> Self {
        if let Ok(Source::Stdio { folder, .. }) = &mut self.source {
            *folder = Some(folder.take().map_or_else(|| project.to_owned(), |given| project.join(given)));
        }
        self
    }
}

/// Reason a whole configuration cannot be parsed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ImportError {
    #[error("is not {format}: {message}{}", format_position(*.line, *.column))]
    Syntax { format: &'static str, message: String, line: Option<u32>, column: Option<u32> },
    /// The file is valid, but has no section for MCP servers.
    #[error("contains no {expected}")]
    MissingSection { expected: &'static str },
    #[error("has a `{key}` that is not an object")]
    NotAnObject { key: &'static str },
    #[error("is not the configuration of a supported client")]
    UnknownFormat,
}

fn format_position(line: Option<u32>, column: Option<u32>) -> String {
    match (line, column) {
        (Some(line), Some(column)) => format!(" (line {line}, column {column})"),
        (Some(line), None) => format!(" (line {line})"),
        _ => String::new(),
    }
}

/// Last step of every reader: makes names valid and unique, replaces a wrapped command by the original one, and adds a
/// note for each value that only the client can provide. `input` returns the client's prompt for the input of that
/// name.
fn finish_servers(
    mut servers: Vec<ImportedServer>,
    input: impl Fn(&str) -> Option<String>,
) -> Vec<ImportedServer> {
    let mut taken: Vec<String> = Vec::with_capacity(servers.len());
    for server in &mut servers {
        let name = server_name::to_valid_name(&server.name, |name| taken.iter().any(|other| other == name));
        if name != server.name {
            server.notes.insert(0, format!("the client names it `{}`", display_text(&server.name)));
        }
        taken.push(name.clone());
        server.name = name;
        if let Ok(Source::Stdio { environment, .. }) = &server.source
            && environment.iter().any(|variable| variable.name == install::REPLACED_ENTRY)
        {
            server.source = Err("the client already reaches it through Hintsmith".to_owned());
        }
        if let Ok(Source::Stdio { command, .. }) = &mut server.source {
            let line: Vec<String> = command.iter().map(SourceValue::redacted).collect();
            if let Some(inner) = install::wrapped(&line) {
                command.drain(..line.len() - inner.len());
                server.notes.push(
                    "the client starts it through `hintsmith wrap`; this is the original command".to_owned(),
                );
            }
        }
        if let Ok(source) = &server.source {
            server.notes.extend(reference::reference_notes(source, &input));
        }
    }
    servers
}

/// Formats a name or path of the file for a message.
fn display_text(text: &str) -> String {
    truncate_chars(&escape_line(text), 80).into_owned()
}

/// Appends path components to `folder`.
fn join_path(folder: &Path, parts: &[&str]) -> PathBuf {
    parts.iter().fold(folder.to_owned(), |path, part| path.join(part))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_wrapped_server_is_imported_unwrapped() {
        let text = r#"{"mcpServers": {"a": {"command": "/x/hintsmith", "args": ["wrap", "--server", "a", "--", "npx", "y"]}}}"#;
        let found = (CURSOR.parse)(text).unwrap();
        assert_eq!(entry::summarize(&found), ["a: npx y"]);
        assert_eq!(
            found[0].notes,
            ["the client starts it through `hintsmith wrap`; this is the original command"]
        );
    }

    #[test]
    fn ids_are_distinct_and_fit_a_command_line() {
        for (position, one) in CLIENTS.iter().enumerate() {
            assert!(server_name::is_valid(one.id) && one.id == one.id.to_lowercase());
            assert!(CLIENTS[..position].iter().all(|other| other.id != one.id), "{}", one.id);
            assert_eq!(find_client(one.id).unwrap().name, one.name);
        }
        assert!(find_client("nobody").is_none());
    }

    #[test]
    fn invalid_names_are_changed_and_noted() {
        let text = r#"{"mcpServers":{"a b":{"command":"x"},"a-b":{"command":"y"},"c":{"command":"z"}}}"#;
        let found = (CLAUDE_DESKTOP.parse)(text).unwrap();
        let seen: Vec<_> = found.iter().map(|found| (found.name.as_str(), found.notes.join("; "))).collect();
        assert_eq!(
            seen,
            [
                ("a-b", "the client names it `a b`".to_owned()),
                ("a-b-2", "the client names it `a-b`".to_owned()),
                ("c", String::new())
            ]
        );
    }

    #[test]
    fn a_project_sets_the_folder_of_commands_only() {
        let text =
            r#"{"mcpServers":{"a":{"command":"x"},"b":{"command":"x","cwd":"sub"},"c":{"url":"http://x"}}}"#;
        let folders: Vec<_> = (CLAUDE_CODE.parse)(text)
            .unwrap()
            .into_iter()
            .map(|found| match found.with_project_folder(Path::new("/p")).source.unwrap() {
                Source::Stdio { folder, .. } => folder,
                _ => None,
            })
            .collect();
        assert_eq!(folders, [Some("/p".into()), Some("/p/sub".into()), None]);
    }

    #[test]
    fn a_syntax_error_has_a_position_and_no_secret() {
        for (client, text, expected) in [
            (
                &CURSOR,
                "{\n  \"mcpServers\": {,}\n}",
                "is not JSON: unexpected token in object (line 2, column 18)",
            ),
            (&CURSOR, "{\"mcpServers\":[]}", "has a `mcpServers` that is not an object"),
            (&CURSOR, "{}", "contains no `mcpServers`"),
            (&CURSOR, " \n", "contains no `mcpServers`"),
            (&CURSOR, "[1]", "contains no `mcpServers`"),
        ] {
            assert_eq!((client.parse)(text).unwrap_err().to_string(), expected, "{text}");
        }
        for (client, text) in [
            (&CURSOR, r#"{"mcpServers":{"a":{"env":{"T":"hunter2" "#),
            (&CODEX, "[mcp_servers.a]\nenv = { T = \"hunter2\" \n"),
            (&CODEX, "[mcp_servers.a]\nkey = hunter2\n"),
            (&GOOSE, "extensions:\n  a:\n   envs: {T: \"hunter2\"\n b: [\n"),
            (&GOOSE, "extensions: *hunter2\n"),
        ] {
            let error = (client.parse)(text).unwrap_err();
            assert!(matches!(&error, ImportError::Syntax { line: Some(_), .. }), "{error:?}");
            assert!(!error.to_string().contains("hunter2"), "{error}");
        }
    }

    #[test]
    fn deep_nesting_is_an_error_and_not_a_crash() {
        for client in CLIENTS {
            for text in ["[".repeat(100_000), "{\"a\":".repeat(100_000), "- ".repeat(100_000)] {
                assert!((client.parse)(&text).is_err(), "{}", client.id);
                assert!((client.parse)(&format!("x = {text}")).is_err(), "{}", client.id);
            }
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_a_reader_panic(text in any::<String>()) {
            for client in CLIENTS {
                let _ = (client.parse)(&text);
            }
            let _ = detect_client(Path::new("x.json"), &text);
        }

        #[test]
        fn no_odd_entry_makes_a_reader_panic(
            keys in prop::collection::vec("mcpServers|servers|mcp|context_servers|mcp_servers|extensions|projects|type|command|args|env|url|oauth|x", 1..5),
            value in r#"(null|true|7|"[${}:a-zA-Z/ .]{0,12}"|\[("x")?\]|\{("[a-z]{1,7}":("[${}A-Z]{0,6}"|\[1\]|\{\}))?\})"#,
        ) {
            let text = keys.iter().rev().fold(value, |inner, key| format!("{{\"{key}\":{inner}}}"));
            for client in CLIENTS {
                let _ = (client.parse)(&text).map(|found| found.iter().for_each(|one| assert!(server_name::is_valid(&one.name))));
            }
            let _ = detect_client(Path::new("settings.json"), &text);
        }
    }
}
