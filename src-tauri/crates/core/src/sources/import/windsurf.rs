//! Windsurf: `mcp_config.json`, with URLs as `serverUrl`. Its plug-ins for other editors keep theirs one folder up.

use super::entry::parse_mcp_servers;
use super::{ImportClient, join_path};

pub const WINDSURF: ImportClient = ImportClient {
    id: "windsurf",
    name: "Windsurf",
    config_files: |here| {
        vec![
            join_path(&here.home, &[".codeium", "windsurf", "mcp_config.json"]).into(),
            join_path(&here.home, &[".codeium", "mcp_config.json"]).into(),
        ]
    },
    parse: parse_mcp_servers,
};

#[cfg(test)]
mod tests {
    use super::super::entry::summarize;
    use super::*;

    #[test]
    fn server_urls_and_disabled_servers_are_parsed() {
        let text = r#"{"mcpServers": {
            "far": {"serverUrl": "https://f.example/mcp", "headers": {"Authorization": "Bearer ${file:~/key}"}},
            "near": {"command": "near", "disabled": true, "disabledTools": ["x"]}
        }}"#;
        let found = (WINDSURF.parse)(text).unwrap();
        assert_eq!(
            summarize(&found),
            ["far: https://f.example/mcp Authorization=Bearer ${file:~/key}", "near (off): near"]
        );
        assert_eq!(
            found[0].notes,
            ["the header Authorization takes its value from the file `~/key`; enter it here"]
        );
    }
}
