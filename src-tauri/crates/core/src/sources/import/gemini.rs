//! Gemini CLI: `mcpServers` in `settings.json`; `mcp.allowed` and `mcp.excluded` select the servers that are used.

use serde_json::Value;

use super::entry::{self, COMMON_KEYS, EntryKeys};
use super::{
    ConfigFile, ImportClient, ImportEnvironment, ImportError, ImportedServer, document, finish_servers,
    join_path,
};

pub const GEMINI: ImportClient = ImportClient { id: "gemini", name: "Gemini CLI", config_files, parse };

/// `httpUrl` takes precedence over `url`, which formerly meant the HTTP+SSE transport.
const KEYS: EntryKeys = EntryKeys { urls: &["httpUrl", "url"], ..COMMON_KEYS };

fn config_files(environment: &ImportEnvironment) -> Vec<ConfigFile> {
    let mut files: Vec<ConfigFile> = vec![join_path(&environment.home, &[".gemini", "settings.json"]).into()];
    files.extend(environment.project_files(&[&[".gemini", "settings.json"]]));
    files
}

fn parse(text: &str) -> Result<Vec<ImportedServer>, ImportError> {
    let document = document::parse_jsonc(text)?;
    let servers = document::object_at(&document, &["mcpServers"])?;
    let servers = servers.ok_or(ImportError::MissingSection { expected: "`mcpServers`" })?;
    let listed = |key: &str| document.get("mcp").and_then(|mcp| mcp.get(key)).and_then(Value::as_array);
    let (allowed, excluded) = (listed("allowed"), listed("excluded"));
    let found = servers.iter().map(|(name, value)| {
        let mut found = entry::parse_entry(name, value, &KEYS);
        let names = |list: &Vec<Value>| list.iter().any(|listed| listed == name);
        found.disabled |= excluded.is_some_and(names) || !allowed.is_none_or(names);
        if value.get("tcp").is_some() && found.source.is_err() {
            found.source = Err("it uses a WebSocket, which Hintsmith does not support".to_owned());
        }
        if value.get("authProviderType").is_some_and(|provider| provider != "dynamic_discovery") {
            found.notes.push("the client signs in with its own Google account".to_owned());
        }
        found
    });
    Ok(finish_servers(found.collect(), |_| None))
}

#[cfg(test)]
mod tests {
    use super::super::entry::summarize;
    use super::*;

    #[test]
    fn servers_are_parsed_and_excluded_ones_disabled() {
        let text = r#"{
            "theme": "x",
            "mcp": {"allowed": ["py", "web", "both"], "excluded": ["web"]},
            "mcpServers": {
                "py": {"command": "python", "args": ["-m", "s"], "cwd": "./srv", "env": {"K": "$MY_KEY"}, "trust": true},
                "web": {"url": "https://w.example/mcp", "type": "http"},
                "both": {"url": "https://w.example/sse", "httpUrl": "https://w.example/mcp"},
                "extra": {"httpUrl": "https://g.example/mcp", "authProviderType": "google_credentials"},
                "socket": {"tcp": "ws://localhost:1"}
            }
        }"#;
        let found = parse(text).unwrap();
        assert_eq!(
            summarize(&found),
            [
                "py: python -m s in ./srv K=$MY_KEY",
                "web (off): https://w.example/mcp",
                "both: https://w.example/mcp",
                "extra (off): https://g.example/mcp",
                "socket (off) cannot be added: it uses a WebSocket, which Hintsmith does not support"
            ]
        );
        assert_eq!(
            found[0].notes,
            ["the variable K takes its value from the environment variable `MY_KEY`; enter it here"]
        );
        assert_eq!(found[3].notes, ["the client signs in with its own Google account"]);
    }
}
