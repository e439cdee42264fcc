//! Windsurf: `mcp_config.json`, with URLs as `serverUrl`. Its plug-ins for other editors keep theirs one folder up.

use super::entry::mcp_servers;
use super::{Client, under};

pub const WINDSURF: Client = Client {
    id: "windsurf",
    name: "Windsurf",
    places: |here| {
        vec![
            under(&here.home, &[".codeium", "windsurf", "mcp_config.json"]).into(),
            under(&here.home, &[".codeium", "mcp_config.json"]).into(),
        ]
    },
    read: mcp_servers,
};

#[cfg(test)]
mod tests {
    use super::super::entry::summary;
    use super::*;

    #[test]
    fn server_urls_and_switched_off_servers_are_read() {
        let text = r#"{"mcpServers": {
            "far": {"serverUrl": "https://f.example/mcp", "headers": {"Authorization": "Bearer ${file:~/key}"}},
            "near": {"command": "near", "disabled": true, "disabledTools": ["x"]}
        }}"#;
        let found = (WINDSURF.read)(text).unwrap();
        assert_eq!(
            summary(&found),
            ["far: https://f.example/mcp Authorization=Bearer ${file:~/key}", "near (off): near"]
        );
        assert_eq!(
            found[0].notes,
            ["the header Authorization takes its value from the file `~/key`; give it here"]
        );
    }
}
