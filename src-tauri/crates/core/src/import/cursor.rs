//! Cursor: `.cursor/mcp.json` in the home folder or in a project.

use super::entry::mcp_servers;
use super::{Client, Place, Surroundings, under};

pub const CURSOR: Client = Client { id: "cursor", name: "Cursor", places, read: mcp_servers };

fn places(here: &Surroundings) -> Vec<Place> {
    let mut places: Vec<Place> = vec![under(&here.home, &[".cursor", "mcp.json"]).into()];
    places.extend(here.in_project(&[&[".cursor", "mcp.json"]]));
    places
}

#[cfg(test)]
mod tests {
    use super::super::entry::summary;
    use super::*;

    #[test]
    fn commands_addresses_and_sign_in_clients_are_read() {
        let text = r#"{
            // for everybody
            "mcpServers": {
                "local": {"type": "stdio", "command": "node", "args": ["${workspaceFolder}/s.js"], "envFile": ".env"},
                "remote": {"url": "https://r.example/mcp", "auth": {"CLIENT_ID": "c1", "CLIENT_SECRET": "${env:CS}"}},
            },
        }"#;
        let found = (CURSOR.read)(text).unwrap();
        assert_eq!(
            summary(&found),
            ["local: node ${workspaceFolder}/s.js", "remote: https://r.example/mcp client c1 ${env:CS}"]
        );
        assert_eq!(
            found[0].notes,
            [
                "the client also reads variables from the file `.env`; give them here",
                "argument 1 holds `${workspaceFolder}`, which only the client knows; replace it here"
            ]
        );
        assert_eq!(
            found[1].notes,
            [
                "the client secret for signing in takes its value from the environment variable `CS`; give it here"
            ]
        );
    }
}
