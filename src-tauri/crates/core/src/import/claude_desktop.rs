//! Claude Desktop: `claude_desktop_config.json`, which has commands only.

use super::entry::mcp_servers;
use super::{Client, under};

pub const CLAUDE_DESKTOP: Client = Client {
    id: "claude-desktop",
    name: "Claude Desktop",
    places: |here| vec![under(&here.applications(), &["Claude", "claude_desktop_config.json"]).into()],
    read: mcp_servers,
};

#[cfg(test)]
mod tests {
    use super::super::entry::summary;
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
        let found = (CLAUDE_DESKTOP.read)(text).unwrap();
        assert_eq!(
            summary(&found),
            [
                "files: npx -y files-server /data",
                "broken cannot be added: its `args` is an object, not a list",
                "weather: uvx weather WEATHER_KEY=abc"
            ]
        );
    }
}
