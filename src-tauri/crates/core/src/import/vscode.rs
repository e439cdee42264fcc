//! Visual Studio Code: `servers` in `mcp.json`, and formerly `mcp.servers` in `settings.json`. Secrets are `inputs`
//! that the client asks for.

use serde_json::{Map, Value};

use super::entry::{self, COMMON};
use super::{Client, Found, ImportError, Place, Surroundings, document, opencode, settled, under};

pub const VSCODE: Client = Client { id: "vscode", name: "VS Code", places, read };

fn places(here: &Surroundings) -> Vec<Place> {
    let folder = here.applications();
    let files = ["Code", "Code - Insiders"].into_iter().flat_map(|edition| {
        ["mcp.json", "settings.json"].map(|file| under(&folder, &[edition, "User", file]).into())
    });
    files.chain(here.in_project(&[&[".vscode", "mcp.json"], &[".vscode", "settings.json"]])).collect()
}

fn read(text: &str) -> Result<Vec<Found>, ImportError> {
    let document = document::jsonc(text)?;
    let absent = ImportError::Absent { expected: "`servers`" };
    let holder = match document::object(&document, &["servers"])? {
        Some(_) => &document,
        None if opencode::wrote(&document) => return Err(absent),
        None => document.get("mcp").unwrap_or(&Value::Null),
    };
    let servers = document::object(holder, &["servers"])?.ok_or(absent)?;
    let found = servers.iter().map(|(name, value)| {
        let mut found = entry::one(name, value, &COMMON);
        if value.get("sandboxEnabled").and_then(Value::as_bool) == Some(true) {
            found.notes.push("the client runs it in a sandbox; here it runs without one".to_owned());
        }
        found
    });
    Ok(settled(found.collect(), |id| asked(holder, id)))
}

/// Returns the client's prompt for an input.
fn asked(holder: &Value, id: &str) -> Option<String> {
    let mut inputs = holder.get("inputs")?.as_array()?.iter().filter_map(Value::as_object);
    let of =
        |input: &Map<String, Value>, key: &str| input.get(key).and_then(Value::as_str).map(str::to_owned);
    let input = inputs.find(|input| of(input, "id").as_deref() == Some(id))?;
    of(input, "description").filter(|description| !description.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::super::entry::summary;
    use super::*;

    #[test]
    fn inputs_are_put_into_words() {
        let text = r#"{
            "inputs": [{"type": "promptString", "id": "tok", "description": "Token of the tracker", "password": true}],
            "servers": {
                "tracker": {"type": "http", "url": "https://t.example/mcp", "headers": {"X-Key": "${input:tok}"}},
                "box": {"type": "stdio", "command": "box", "env": {"K": "${input:other}"}, "sandboxEnabled": true},
                "pipe": {"type": "http", "url": "pipe:///pipe/x"}
            }
        }"#;
        let found = read(text).unwrap();
        assert_eq!(
            summary(&found),
            [
                "tracker: https://t.example/mcp X-Key=${input:tok}",
                "box: box K=${input:other}",
                "pipe cannot be added: its address does not begin with http:// or https://"
            ]
        );
        assert_eq!(
            found[0].notes,
            [
                "the header X-Key takes its value from the client's input `tok` (Token of the tracker); give it here"
            ]
        );
        assert_eq!(
            found[1].notes,
            [
                "the client runs it in a sandbox; here it runs without one",
                "the variable K takes its value from the client's input `other`; give it here"
            ]
        );
    }

    #[test]
    fn settings_of_before_are_read() {
        let text = r#"{"editor.fontSize": 12, "mcp": {"inputs": [], "servers": {"a": {"command": "x"}}}}"#;
        assert_eq!(summary(&read(text).unwrap()), ["a: x"]);
        let absent = ImportError::Absent { expected: "`servers`" };
        assert_eq!(read(r#"{"editor.fontSize": 12}"#), Err(absent.clone()));
        assert_eq!(read(r#"{"mcp": {"servers": {"a": {"type": "local", "command": ["x"]}}}}"#), Err(absent));
        assert_eq!(read(r#"{"mcp": {"servers": 1}}"#), Err(ImportError::Shape { key: "servers" }));
    }
}
