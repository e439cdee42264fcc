//! Parser for a server entry in the form most clients share: a command with arguments and variables, or a URL with
//! headers. The key names of a client are given as [`EntryKeys`].

use serde_json::{Map, Value};

use super::reference::find_references;
use super::{ImportError, ImportedServer, display_text, document, finish_servers};
use crate::sources::source::{SignInClient, Source, SourceValue, Variable};

type Members = Map<String, Value>;

/// Key names that a client uses in an entry.
#[derive(Clone, Copy)]
pub struct EntryKeys {
    pub command: &'static str,
    pub environment: &'static str,
    pub headers: &'static str,
    pub urls: &'static [&'static str],
}

/// Key names of Claude's `mcpServers`, which most clients adopted.
pub const COMMON_KEYS: EntryKeys = EntryKeys {
    command: "command",
    environment: "env",
    headers: "headers",
    urls: &["url", "serverUrl", "httpUrl"],
};

const SSE_UNSUPPORTED: &str = "it uses the old HTTP+SSE transport, which MCP replaced by Streamable HTTP in 2025; ask \
                             its author for the new address";

/// Complete reader for a JSON file with `mcpServers` and the common key names.
pub fn parse_mcp_servers(text: &str) -> Result<Vec<ImportedServer>, ImportError> {
    let document = document::parse_jsonc(text)?;
    let servers = document::object_at(&document, &["mcpServers"])?;
    let servers = servers.ok_or(ImportError::MissingSection { expected: "`mcpServers`" })?;
    Ok(finish_servers(parse_entries(servers, &COMMON_KEYS), |_| None))
}

/// Parses every entry of a map from names to entries.
pub fn parse_entries(servers: &Members, keys: &EntryKeys) -> Vec<ImportedServer> {
    servers.iter().map(|(name, value)| parse_entry(name, value, keys)).collect()
}

/// Parses one entry.
pub fn parse_entry(name: &str, value: &Value, keys: &EntryKeys) -> ImportedServer {
    let mut notes = Vec::new();
    let source = match value {
        Value::Object(entry) => parse_source(entry, keys, &mut notes),
        other => Err(format!("it is {}, not an object", json_type(other))),
    };
    let flag = |key: &str| value.get(key).and_then(Value::as_bool);
    let disabled = flag("disabled") == Some(true) || flag("enabled") == Some(false);
    ImportedServer { name: name.to_owned(), source, disabled, notes }
}

enum Transport {
    Stdio,
    Http,
}

fn parse_source(entry: &Members, keys: &EntryKeys, notes: &mut Vec<String>) -> Result<Source, String> {
    match detect_transport(entry, keys)? {
        Transport::Stdio => {
            let mut command = parse_command(entry, keys.command)?;
            command.extend(texts_at(entry, "args")?);
            let environment = variables_at(entry, keys.environment)?;
            if let Some(file) = text_at(entry, "envFile")? {
                notes.push(format!(
                    "the client also reads variables from the file `{}`; enter them here",
                    display_text(&file)
                ));
            }
            let folder = text_at(entry, "cwd")?.filter(|folder| !folder.is_empty());
            let folder = folder.filter(|folder| {
                let known = find_references(folder).is_empty();
                if !known {
                    notes.push(format!(
                        "the client starts it in `{}`; select the folder here",
                        display_text(folder)
                    ));
                }
                known
            });
            let command = command.into_iter().map(SourceValue::from).collect();
            let folder = folder.map(Into::into);
            Ok(Source::Stdio { command, folder, environment, pass_environment: Vec::new() })
        }
        Transport::Http => {
            let url = parse_url(entry, keys)?.ok_or("it has no address")?;
            match url.split_once("://") {
                Some((scheme, _)) if !find_references(scheme).is_empty() => {}
                Some((scheme, _)) if ["http", "https"].contains(&scheme.to_ascii_lowercase().as_str()) => {}
                None if !find_references(&url).is_empty() => {}
                _ => return Err("its address does not start with http:// or https://".to_owned()),
            }
            if url.split(['?', '#']).next().is_some_and(|path| path.trim_end_matches('/').ends_with("/sse")) {
                let note = "its address ends in /sse, which suggests the old HTTP+SSE transport; Hintsmith does not support it";
                notes.push(note.to_owned());
            }
            if entry.contains_key("headersHelper") {
                notes.push("the client runs a command to get more headers; enter them here".to_owned());
            }
            let headers = variables_at(entry, keys.headers)?;
            Ok(Source::Http { url: url.into(), headers, client: parse_oauth_client(entry)? })
        }
    }
}

fn detect_transport(entry: &Members, keys: &EntryKeys) -> Result<Transport, String> {
    let transport =
        entry.get("type").or_else(|| entry.get("transport")).and_then(Value::as_str).unwrap_or_default();
    let transport: String =
        transport.to_ascii_lowercase().chars().filter(char::is_ascii_alphanumeric).collect();
    match transport.as_str() {
        "stdio" | "local" => return Ok(Transport::Stdio),
        "http" | "streamablehttp" | "remote" => return Ok(Transport::Http),
        "sse" => return Err(SSE_UNSUPPORTED.to_owned()),
        "ws" | "websocket" => return Err("it uses a WebSocket, which Hintsmith does not support".to_owned()),
        _ => {}
    }
    if entry.contains_key(keys.command) {
        Ok(Transport::Stdio)
    } else if keys.urls.iter().any(|key| entry.contains_key(*key)) {
        Ok(Transport::Http)
    } else {
        Err("it has neither a command nor an address".to_owned())
    }
}

/// The program, alone or followed by its arguments.
fn parse_command(entry: &Members, key: &str) -> Result<Vec<String>, String> {
    let command = match entry.get(key) {
        None | Some(Value::Null) => Vec::new(),
        Some(Value::Array(_)) => texts_at(entry, key)?,
        // A number is a mistake here, not the name of a program.
        Some(value @ (Value::Number(_) | Value::Bool(_))) => {
            return Err(format!("its `{key}` is {}, not text", json_type(value)));
        }
        Some(_) => text_at(entry, key)?.into_iter().collect(),
    };
    let has_program = command.first().is_some_and(|program| !program.trim().is_empty());
    if has_program { Ok(command) } else { Err("it has no command".to_owned()) }
}

fn parse_url(entry: &Members, keys: &EntryKeys) -> Result<Option<String>, String> {
    for key in keys.urls {
        if let Some(url) = text_at(entry, key)?.filter(|url| !url.trim().is_empty()) {
            return Ok(Some(url.trim().to_owned()));
        }
    }
    Ok(None)
}

/// The OAuth client for signing in, under any of the key names that clients use.
fn parse_oauth_client(entry: &Members) -> Result<Option<SignInClient>, String> {
    let Some(Value::Object(oauth)) = entry.get("oauth").or_else(|| entry.get("auth")) else {
        return Ok(None);
    };
    let first = |keys: [&str; 3]| {
        let found = keys.into_iter().find_map(|key| text_at(oauth, key).transpose());
        found.transpose().map(|text| text.filter(|text| !text.is_empty()))
    };
    let id = first(["clientId", "client_id", "CLIENT_ID"])?;
    let secret = first(["clientSecret", "client_secret", "CLIENT_SECRET"])?;
    Ok(id.map(|id| SignInClient { id, secret: secret.map(SourceValue::from) }))
}

/// Returns the text at a key, if there is one.
pub fn text_at(entry: &Members, key: &str) -> Result<Option<String>, String> {
    match entry.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => match scalar_text(value) {
            Some(text) => Ok(Some(text)),
            None => Err(format!("its `{key}` is {}, not text", json_type(value))),
        },
    }
}

/// Returns the list of texts at a key.
pub fn texts_at(entry: &Members, key: &str) -> Result<Vec<String>, String> {
    match entry.get(key) {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Array(items)) => items
            .iter()
            .map(|item| {
                scalar_text(item)
                    .ok_or_else(|| format!("its `{key}` contains {}, not only text", json_type(item)))
            })
            .collect(),
        Some(other) => Err(format!("its `{key}` is {}, not a list", json_type(other))),
    }
}

/// Returns the variables or headers at a key. One without a value is left out, as the clients do.
pub fn variables_at(entry: &Members, key: &str) -> Result<Vec<Variable>, String> {
    let members = match entry.get(key) {
        None | Some(Value::Null) => return Ok(Vec::new()),
        Some(Value::Object(members)) => members,
        Some(other) => return Err(format!("its `{key}` is {}, not an object", json_type(other))),
    };
    let set = members.iter().filter(|(_, value)| !value.is_null());
    set.map(|(name, value)| match scalar_text(value) {
        Some(value) => Ok(Variable { name: name.clone(), value: value.into() }),
        None => Err(format!(
            "the value of `{}` in its `{key}` is {}, not text",
            display_text(name),
            json_type(value)
        )),
    })
    .collect()
}

/// Converts a scalar to text: numbers and booleans are often written without quotation marks.
fn scalar_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        _ => None,
    }
}

fn json_type(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

/// Summary for tests of the readers: the name, then the source in short or why there is none.
#[cfg(test)]
pub fn summarize(found: &[ImportedServer]) -> Vec<String> {
    let list = |variables: &[Variable]| -> String {
        variables.iter().map(|variable| format!(" {}={}", variable.name, variable.value.redacted())).collect()
    };
    let short = |source: &Source| match source {
        Source::Stdio { command, folder, environment, pass_environment } => {
            let command: Vec<_> = command.iter().map(SourceValue::redacted).collect();
            let folder =
                folder.as_ref().map(|folder| format!(" in {}", folder.display())).unwrap_or_default();
            let passed: String = pass_environment.iter().map(|name| format!(" passes {name}")).collect();
            format!("{}{folder}{}{passed}", command.join(" "), list(environment))
        }
        Source::Http { url, headers, client } => {
            let client = client.as_ref().map(|client| {
                let secret = client.secret.as_ref().map(SourceValue::redacted).unwrap_or_default();
                format!(" client {} {secret}", client.id)
            });
            format!("{}{}{}", url.redacted(), list(headers), client.unwrap_or_default())
        }
        other => format!("{other:?}"),
    };
    let line = |found: &ImportedServer| {
        let off = if found.disabled { " (off)" } else { "" };
        match &found.source {
            Ok(source) => format!("{}{off}: {}", found.name, short(source)),
            Err(why) => format!("{}{off} cannot be added: {why}", found.name),
        }
    };
    found.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn parse_summary(value: Value) -> String {
        summarize(&[parse_entry("s", &value, &COMMON_KEYS)]).remove(0)
    }

    #[test]
    fn every_form_of_an_entry_is_parsed_or_rejected_with_a_reason() {
        for (value, expected) in [
            (json!({"command": "npx", "args": ["-y", "a"], "env": {"T": "1"}}), "s: npx -y a T=1"),
            (
                json!({"command": "npx", "args": ["--port", 80, true], "env": {"N": 7, "O": null}}),
                "s: npx --port 80 true N=7",
            ),
            (json!({"type": "stdio", "command": "a", "url": "http://x"}), "s: a"),
            (json!({"command": "a", "cwd": "/w", "disabled": true}), "s (off): a in /w"),
            (json!({"url": "https://x/mcp", "headers": {"A": "b"}}), "s: https://x/mcp A=b"),
            (json!({"type": "streamable-http", "url": "https://x/mcp"}), "s: https://x/mcp"),
            (
                json!({"type": "streamableHttp", "serverUrl": " https://x/mcp ", "enabled": false}),
                "s (off): https://x/mcp",
            ),
            (json!({"url": "${env:BASE}/mcp"}), "s: ${env:BASE}/mcp"),
            (json!({"url": "${SCHEME}://x/mcp"}), "s: ${SCHEME}://x/mcp"),
            (
                json!({"url": "https://x", "oauth": {"clientId": "i", "clientSecret": "k"}}),
                "s: https://x client i k",
            ),
            (json!({"url": "https://x", "auth": {"CLIENT_ID": "i"}}), "s: https://x client i "),
            (json!({"url": "https://x", "oauth": false}), "s: https://x"),
            (json!({"command": "a", "args": "b"}), "s cannot be added: its `args` is a string, not a list"),
            (
                json!({"command": "a", "args": [["b"]]}),
                "s cannot be added: its `args` contains a list, not only text",
            ),
            (json!({"command": "a", "env": []}), "s cannot be added: its `env` is a list, not an object"),
            (
                json!({"command": "a", "env": {"T": {}}}),
                "s cannot be added: the value of `T` in its `env` is an object, not text",
            ),
            (json!({"command": {}}), "s cannot be added: its `command` is an object, not text"),
            (json!({"command": 3}), "s cannot be added: its `command` is a number, not text"),
            (json!({"command": true}), "s cannot be added: its `command` is a boolean, not text"),
            (json!({"command": " "}), "s cannot be added: it has no command"),
            (json!({"type": "stdio"}), "s cannot be added: it has no command"),
            (json!({"type": "http"}), "s cannot be added: it has no address"),
            (
                json!({"url": "unix:///run/s"}),
                "s cannot be added: its address does not start with http:// or https://",
            ),
            (
                json!({"type": "ws", "url": "wss://x"}),
                "s cannot be added: it uses a WebSocket, which Hintsmith does not support",
            ),
            (json!({}), "s cannot be added: it has neither a command nor an address"),
            (json!(null), "s cannot be added: it is null, not an object"),
            (json!("npx a"), "s cannot be added: it is a string, not an object"),
        ] {
            assert_eq!(parse_summary(value.clone()), expected, "{value}");
        }
        assert!(
            parse_summary(json!({"type": "SSE", "url": "https://x/sse"}))
                .contains("the old HTTP+SSE transport")
        );
    }

    #[test]
    fn what_the_client_would_add_is_noted() {
        for (value, expected) in [
            (
                json!({"command": "a", "envFile": ".env"}),
                "the client also reads variables from the file `.env`; enter them here",
            ),
            (
                json!({"command": "a", "cwd": "${workspaceFolder}"}),
                "the client starts it in `${workspaceFolder}`; select the folder here",
            ),
            (
                json!({"url": "https://x", "headersHelper": "h"}),
                "the client runs a command to get more headers; enter them here",
            ),
            (
                json!({"url": "https://x/sse/"}),
                "its address ends in /sse, which suggests the old HTTP+SSE transport; Hintsmith does not support it",
            ),
        ] {
            assert_eq!(parse_entry("s", &value, &COMMON_KEYS).notes, [expected]);
        }
    }
}
