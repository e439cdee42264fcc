//! opencode: `mcp` in `opencode.json` or `.jsonc`; since version 2 one level deeper, in `mcp.servers`. Commands are
//! lists.

use serde_json::Value;

use super::entry::{self, COMMON_KEYS, EntryKeys};
use super::{
    ConfigFile, ImportClient, ImportEnvironment, ImportError, ImportedServer, document, finish_servers,
    join_path,
};

pub const OPENCODE: ImportClient = ImportClient { id: "opencode", name: "opencode", config_files, parse };

const KEYS: EntryKeys = EntryKeys { environment: "environment", urls: &["url"], ..COMMON_KEYS };

fn config_files(environment: &ImportEnvironment) -> Vec<ConfigFile> {
    let user_files = ["opencode.json", "opencode.jsonc"]
        .map(|file| join_path(&environment.config_home, &["opencode", file]).into());
    let projects = environment.project_files(&[
        &["opencode.json"],
        &["opencode.jsonc"],
        &[".opencode", "opencode.json"],
        &[".opencode", "opencode.jsonc"],
    ]);
    user_files.into_iter().chain(projects).collect()
}

fn parse(text: &str) -> Result<Vec<ImportedServer>, ImportError> {
    let document = document::parse_jsonc(text)?;
    let servers =
        document::object_at(&document, &["mcp"])?.ok_or(ImportError::MissingSection { expected: "`mcp`" })?;
    // A server may be named `servers`; it would have a `type`.
    let servers = match servers.get("servers") {
        Some(Value::Object(deeper)) if !deeper.get("type").is_some_and(Value::is_string) => deeper,
        _ => servers,
    };
    Ok(finish_servers(entry::parse_entries(servers, &KEYS), |_| None))
}

/// Returns whether a document with `mcp` was written by opencode and not by VS Code.
pub fn is_opencode(document: &Value) -> bool {
    let schema = document.get("$schema").and_then(Value::as_str).unwrap_or_default();
    let mcp = document.get("mcp").and_then(Value::as_object);
    let servers = mcp.and_then(|mcp| mcp.get("servers")).and_then(Value::as_object).or(mcp);
    let is_own =
        |server: &Value| matches!(server.get("type").and_then(Value::as_str), Some("local" | "remote"));
    schema.contains("opencode") || servers.is_some_and(|servers| servers.values().any(is_own))
}

#[cfg(test)]
mod tests {
    use super::super::entry::summarize;
    use super::*;

    #[test]
    fn both_versions_are_parsed() {
        let servers = r#"{
            "local": {"type": "local", "command": ["npx", "-y", "x"], "environment": {"K": "{env:MY_KEY}"}, "cwd": "sub"},
            "far": {"type": "remote", "url": "https://f.example/mcp", "headers": {"A": "b"}, "oauth": {}},
            "pre": {"type": "remote", "url": "https://p.example/mcp", "oauth": {"clientId": "c", "clientSecret": "{file:k}"}, "enabled": false},
            "two": {"type": "remote", "url": "https://p.example/mcp", "oauth": {"client_id": "c"}, "disabled": true},
            "bare": {"enabled": true},
        }"#;
        let expected = [
            "local: npx -y x in sub K={env:MY_KEY}",
            "far: https://f.example/mcp A=b",
            "pre (off): https://p.example/mcp client c {file:k}",
            "two (off): https://p.example/mcp client c ",
            "bare cannot be added: it has neither a command nor an address",
        ];
        for text in [format!("{{\"mcp\": {servers}}}"), format!("{{\"mcp\": {{\"servers\": {servers}}}}}")] {
            let found = parse(&text).unwrap();
            assert_eq!(summarize(&found), expected, "{text}");
            assert_eq!(
                found[0].notes,
                ["the variable K takes its value from the environment variable `MY_KEY`; enter it here"]
            );
            assert!(is_opencode(&document::parse_jsonc(&text).unwrap()));
        }
    }

    #[test]
    fn a_server_called_servers_is_a_server() {
        let text = r#"{"mcp": {"servers": {"type": "local", "command": ["x"]}}}"#;
        assert_eq!(summarize(&parse(text).unwrap()), ["servers: x"]);
    }
}
