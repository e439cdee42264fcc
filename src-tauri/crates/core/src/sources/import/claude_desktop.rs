//! Claude Desktop: `claude_desktop_config.json`, which has commands only.

use super::entry::parse_mcp_servers;
use super::{ImportClient, join_path};

pub const CLAUDE_DESKTOP: ImportClient = ImportClient {
    id: "claude-desktop",
    name: "Claude Desktop",
    config_files: |here| {
        vec![join_path(&here.application_folder(), &["Claude", "claude_desktop_config.json"]).into()]
    },
    parse: parse_mcp_servers,
};

#[cfg(test)]
mod tests {
    use super::super::entry::summarize;
    use super::*;

    #[test]
    fn servers_are_read_and_other_settings_ignored() {
        let text = r#"{
            "globalShortcut": "Ctrl+Space",
            "mcpServers": {
                "files": {"command": "npx", "args": ["-y", "files-server", "/data"]},
                "broken": {"command": 7, "args": {}},
                "weather": {"command": "uvx", "args": ["weather"], "env": {"WEATHER_KEY": "abc"}}
            }
        }"#;
        let found = (CLAUDE_DESKTOP.parse)(text).unwrap();
        assert_eq!(
            summarize(&found),
            [
                "files: npx -y files-server /data",
                "broken cannot be added: its `command` is a number, not text",
                "weather: uvx weather WEATHER_KEY=abc"
            ]
        );
    }
}
