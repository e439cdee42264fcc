//! Gemini CLI: `mcpServers` in `settings.json`; `mcp.allowed` and `mcp.excluded` select the servers that are used.

use serde_json::Value;

use super::entry::{self, COMMON, Form};
use super::{Client, Found, ImportError, Place, Surroundings, document, settled, under};

pub const GEMINI: Client = Client { id: "gemini", name: "Gemini CLI", places, read };

/// `httpUrl` takes precedence over `url`, which formerly meant the HTTP+SSE transport.
const FORM: Form = Form { addresses: &["httpUrl", "url"], ..COMMON };

fn places(here: &Surroundings) -> Vec<Place> {
    let mut places: Vec<Place> = vec![under(&here.home, &[".gemini", "settings.json"]).into()];
    places.extend(here.in_project(&[&[".gemini", "settings.json"]]));
    places
}

fn read(text: &str) -> Result<Vec<Found>, ImportError> {
    let document = document::jsonc(text)?;
    let servers = document::object(&document, &["mcpServers"])?;
    let servers = servers.ok_or(ImportError::Absent { expected: "`mcpServers`" })?;
    let listed = |key: &str| document.get("mcp").and_then(|mcp| mcp.get(key)).and_then(Value::as_array);
    let (allowed, excluded) = (listed("allowed"), listed("excluded"));
    let found = servers.iter().map(|(name, value)| {
        let mut found = entry::one(name, value, &FORM);
        let names = |list: &Vec<Value>| list.iter().any(|listed| listed == name);
        found.disabled |= excluded.is_some_and(names) || !allowed.is_none_or(names);
        if value.get("tcp").is_some() && found.source.is_err() {
            found.source = Err("it speaks over a WebSocket, which is not spoken here".to_owned());
        }
        if value.get("authProviderType").is_some_and(|provider| provider != "dynamic_discovery") {
            found.notes.push("the client signs in with a Google account of its own".to_owned());
        }
        found
    });
    Ok(settled(found.collect(), |_| None))
}

#[cfg(test)]
mod tests {
    use super::super::entry::summary;
    use super::*;

    #[test]
    fn servers_are_read_with_what_is_left_out() {
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
        let found = read(text).unwrap();
        assert_eq!(
            summary(&found),
            [
                "py: python -m s in ./srv K=$MY_KEY",
                "web (off): https://w.example/mcp",
                "both: https://w.example/mcp",
                "extra (off): https://g.example/mcp",
                "socket (off) cannot be added: it speaks over a WebSocket, which is not spoken here"
            ]
        );
        assert_eq!(
            found[0].notes,
            ["the variable K takes its value from the environment variable `MY_KEY`; give it here"]
        );
        assert_eq!(found[3].notes, ["the client signs in with a Google account of its own"]);
    }
}
