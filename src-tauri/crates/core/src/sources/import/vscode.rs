//! Visual Studio Code: `servers` in `mcp.json`, and formerly `mcp.servers` in `settings.json`. Secrets are `inputs`
//! that the client asks for.

use serde_json::{Map, Value};

use super::entry::{self, COMMON_KEYS};
use super::{
    ConfigFile, ImportClient, ImportEnvironment, ImportError, ImportedServer, document, finish_servers,
    join_path, opencode,
};

pub const VSCODE: ImportClient = ImportClient { id: "vscode", name: "VS Code", config_files, parse };

fn config_files(environment: &ImportEnvironment) -> Vec<ConfigFile> {
    let folder = environment.application_folder();
    let files = ["Code", "Code - Insiders"].into_iter().flat_map(|edition| {
        ["mcp.json", "settings.json"].map(|file| join_path(&folder, &[edition, "User", file]).into())
    });
    files
        .chain(environment.project_files(&[&[".vscode", "mcp.json"], &[".vscode", "settings.json"]]))
        .collect()
}

fn parse(text: &str) -> Result<Vec<ImportedServer>, ImportError> {
    let document = document::parse_jsonc(text)?;
    let absent = ImportError::MissingSection { expected: "`servers`" };
    let holder = match document::object_at(&document, &["servers"])? {
        Some(_) => &document,
        None if opencode::is_opencode(&document) => return Err(absent),
        None => document.get("mcp").unwrap_or(&Value::Null),
    };
    let servers = document::object_at(holder, &["servers"])?.ok_or(absent)?;
    let found = servers.iter().map(|(name, value)| {
        let mut found = entry::parse_entry(name, value, &COMMON_KEYS);
        if value.get("sandboxEnabled").and_then(Value::as_bool) == Some(true) {
            found.notes.push("the client runs it in a sandbox; Hintsmith runs it without one".to_owned());
        }
        found
    });
    Ok(finish_servers(found.collect(), |id| input_prompt(holder, id)))
}

/// Returns the client's prompt for an input.
fn input_prompt(section: &Value, id: &str) -> Option<String> {
    let mut inputs = section.get("inputs")?.as_array()?.iter().filter_map(Value::as_object);
    let of =
        |input: &Map<String, Value>, key: &str| input.get(key).and_then(Value::as_str).map(str::to_owned);
    let input = inputs.find(|input| of(input, "id").as_deref() == Some(id))?;
    of(input, "description").filter(|description| !description.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::super::entry::summarize;
    use super::*;

    #[test]
    fn notes_quote_the_prompt_of_an_input() {
        let text = r#"{
            "inputs": [{"type": "promptString", "id": "tok", "description": "Token of the tracker", "password": true}],
            "servers": {
                "tracker": {"type": "http", "url": "https://t.example/mcp", "headers": {"X-Key": "${input:tok}"}},
                "box": {"type": "stdio", "command": "box", "env": {"K": "${input:other}"}, "sandboxEnabled": true},
                "pipe": {"type": "http", "url": "pipe:///pipe/x"}
            }
        }"#;
        let found = parse(text).unwrap();
        assert_eq!(
            summarize(&found),
            [
                "tracker: https://t.example/mcp X-Key=${input:tok}",
                "box: box K=${input:other}",
                "pipe cannot be added: its address does not start with http:// or https://"
            ]
        );
        assert_eq!(
            found[0].notes,
            [
                "the header X-Key takes its value from the client's input `tok` (Token of the tracker); enter it here"
            ]
        );
        assert_eq!(
            found[1].notes,
            [
                "the client runs it in a sandbox; Hintsmith runs it without one",
                "the variable K takes its value from the client's input `other`; enter it here"
            ]
        );
    }

    #[test]
    fn former_settings_are_parsed() {
        let text = r#"{"editor.fontSize": 12, "mcp": {"inputs": [], "servers": {"a": {"command": "x"}}}}"#;
        assert_eq!(summarize(&parse(text).unwrap()), ["a: x"]);
        let absent = ImportError::MissingSection { expected: "`servers`" };
        assert_eq!(parse(r#"{"editor.fontSize": 12}"#), Err(absent.clone()));
        assert_eq!(parse(r#"{"mcp": {"servers": {"a": {"type": "local", "command": ["x"]}}}}"#), Err(absent));
        assert_eq!(parse(r#"{"mcp": {"servers": 1}}"#), Err(ImportError::NotAnObject { key: "servers" }));
    }
}
