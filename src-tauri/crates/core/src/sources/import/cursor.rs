//! Cursor: `.cursor/mcp.json` in the home folder or in a project.

use super::entry::parse_mcp_servers;
use super::{ConfigFile, ImportClient, ImportEnvironment, join_path};

pub const CURSOR: ImportClient =
    ImportClient { id: "cursor", name: "Cursor", config_files, parse: parse_mcp_servers };

fn config_files(environment: &ImportEnvironment) -> Vec<ConfigFile> {
    let mut files: Vec<ConfigFile> = vec![join_path(&environment.home, &[".cursor", "mcp.json"]).into()];
    files.extend(environment.project_files(&[&[".cursor", "mcp.json"]]));
    files
}

#[cfg(test)]
mod tests {
    use super::super::entry::summarize;
    use super::*;

    #[test]
    fn commands_urls_and_oauth_clients_are_parsed() {
        let text = r#"{
            // for everybody
            "mcpServers": {
                "local": {"type": "stdio", "command": "node", "args": ["${workspaceFolder}/s.js"], "envFile": ".env"},
                "remote": {"url": "https://r.example/mcp", "auth": {"CLIENT_ID": "c1", "CLIENT_SECRET": "${env:CS}"}},
            },
        }"#;
        let found = (CURSOR.parse)(text).unwrap();
        assert_eq!(
            summarize(&found),
            ["local: node ${workspaceFolder}/s.js", "remote: https://r.example/mcp client c1 ${env:CS}"]
        );
        assert_eq!(
            found[0].notes,
            [
                "the client also reads variables from the file `.env`; enter them here",
                "argument 1 contains `${workspaceFolder}`, which only the client can resolve; replace it here"
            ]
        );
        assert_eq!(
            found[1].notes,
            [
                "the client secret for signing in takes its value from the environment variable `CS`; enter it here"
            ]
        );
    }
}
