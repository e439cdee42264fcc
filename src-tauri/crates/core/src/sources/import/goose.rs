//! Goose: `extensions` in `config.yaml`. Only extensions that are MCP servers can be added; the others are part of
//! Goose.

use serde_json::{Map, Value};

use super::entry::{self, COMMON_KEYS, EntryKeys};
use super::{
    ImportClient, ImportEnvironment, ImportError, ImportedServer, Os, display_text, document, finish_servers,
    join_path,
};
use crate::sources::source::{Source, Variable};

pub const GOOSE: ImportClient =
    ImportClient { id: "goose", name: "Goose", config_files: |here| vec![config_path(here).into()], parse };

const KEYS: EntryKeys = EntryKeys { command: "cmd", environment: "envs", urls: &["uri"], ..COMMON_KEYS };

fn config_path(environment: &ImportEnvironment) -> std::path::PathBuf {
    match environment.os {
        Os::Linux => join_path(&environment.config_home, &["goose", "config.yaml"]),
        Os::MacOs => join_path(&environment.home, &[".config", "goose", "config.yaml"]),
        Os::Windows => {
            join_path(&environment.application_folder(), &["Block", "goose", "config", "config.yaml"])
        }
    }
}

fn parse(text: &str) -> Result<Vec<ImportedServer>, ImportError> {
    let document = document::parse_yaml(text)?;
    let extensions = document::object_at(&document, &["extensions"])?;
    let extensions = extensions.ok_or(ImportError::MissingSection { expected: "`extensions`" })?;
    let found = extensions.iter().map(|(name, value)| {
        let mut found = entry::parse_entry(name, value, &KEYS);
        let part_of_goose = match value.get("type").and_then(Value::as_str) {
            Some("builtin" | "platform" | "frontend") => Some("it is built into Goose"),
            Some("inline_python") => Some("it is inline Python code that only Goose runs"),
            _ => None,
        };
        if let Some(why) = part_of_goose {
            found.source = Err(why.to_owned());
        }
        if let (Ok(source), Value::Object(entry)) = (&mut found.source, value) {
            found.notes.extend(add_keychain_variables(source, entry));
        }
        found
    });
    Ok(finish_servers(found.collect(), |_| None))
}

/// Adds the variables whose values are in Goose's keychain, without values, and returns a note for each.
fn add_keychain_variables(source: &mut Source, entry: &Map<String, Value>) -> Vec<String> {
    let names =
        entry.get("env_keys").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    let missing: Vec<&str> = match source {
        Source::Stdio { environment, .. } => {
            let missing = names.filter(|name| environment.iter().all(|variable| variable.name != *name));
            let missing: Vec<_> = missing.collect();
            let empty = |name: &&str| Variable { name: (*name).to_owned(), value: "".into() };
            environment.extend(missing.iter().map(empty));
            missing
        }
        _ => names.collect(),
    };
    let note = |name| format!("the value of {} is in Goose's keychain; enter it here", display_text(name));
    missing.into_iter().map(note).collect()
}

#[cfg(test)]
mod tests {
    use super::super::entry::summarize;
    use super::*;

    #[test]
    fn servers_are_distinguished_from_parts_of_goose() {
        let text = r#"
GOOSE_MODEL: x
extensions:
  developer:
    bundled: true
    enabled: true
    name: developer
    type: builtin
  notes:
    name: Notes
    type: stdio
    cmd: npx
    args: [-y, notes-mcp]
    enabled: true
    envs: {LEVEL: 1}
    env_keys: [NOTES_TOKEN, LEVEL]
    timeout: 300
  wiki:
    type: streamable_http
    uri: https://w.example/mcp
    headers:
      Authorization: Bearer $WIKI_TOKEN
    enabled: false
  old:
    type: sse
    uri: https://w.example/sse
  code:
    type: inline_python
    code: |
      print(1)
"#;
        let found = parse(text).unwrap();
        let summary = summarize(&found);
        assert_eq!(
            summary[..3],
            [
                "developer cannot be added: it is built into Goose",
                "notes: npx -y notes-mcp LEVEL=1 NOTES_TOKEN=",
                "wiki (off): https://w.example/mcp Authorization=Bearer $WIKI_TOKEN"
            ]
        );
        assert!(summary[3].starts_with("old cannot be added: it uses the old"));
        assert_eq!(summary[4], "code cannot be added: it is inline Python code that only Goose runs");
        assert_eq!(found[1].notes, ["the value of NOTES_TOKEN is in Goose's keychain; enter it here"]);
        assert_eq!(parse("GOOSE_MODEL: x\n"), Err(ImportError::MissingSection { expected: "`extensions`" }));
        assert_eq!(parse(""), Err(ImportError::MissingSection { expected: "`extensions`" }));
    }
}
