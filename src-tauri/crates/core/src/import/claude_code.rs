//! Claude Code: `.mcp.json` of a project, and `.claude.json` in the home folder with servers for all projects and for
//! single ones.

use std::path::Path;

use serde_json::Value;

use super::entry::{self, COMMON};
use super::{Client, Found, ImportError, Os, Place, Surroundings, document, settled, shown, under};

pub const CLAUDE_CODE: Client = Client { id: "claude-code", name: "Claude Code", places, read };

fn places(here: &Surroundings) -> Vec<Place> {
    let managed = match here.os {
        Os::Linux => "/etc/claude-code",
        Os::MacOs => "/Library/Application Support/ClaudeCode",
        Os::Windows => r"C:\Program Files\ClaudeCode",
    };
    let mut places: Vec<Place> = vec![
        under(&here.home, &[".claude.json"]).into(),
        under(&here.home, &[".claude", "settings.json"]).into(),
        under(Path::new(managed), &["managed-mcp.json"]).into(),
    ];
    places.extend(here.in_project(&[
        &[".mcp.json"],
        &[".claude", "settings.json"],
        &[".claude", "settings.local.json"],
    ]));
    places
}

fn read(text: &str) -> Result<Vec<Found>, ImportError> {
    let document = document::jsonc(text)?;
    let everywhere = document::object(&document, &["mcpServers"])?;
    let projects = document::object(&document, &["projects"])?;
    if everywhere.is_none() && projects.is_none() {
        return Err(ImportError::Absent { expected: "`mcpServers`" });
    }
    let mut found = everywhere.map(|servers| entry::all(servers, &COMMON)).unwrap_or_default();
    for (folder, project) in projects.into_iter().flatten() {
        let Some(Value::Object(servers)) = project.get("mcpServers") else { continue };
        let off = project.get("disabledMcpServers").and_then(Value::as_array);
        found.extend(entry::all(servers, &COMMON).into_iter().map(|mut server| {
            server.disabled |= off.is_some_and(|off| off.iter().any(|name| *name == *server.name));
            server.notes.push(format!("it is set up for the project `{}`", shown(folder)));
            server.started_in(Path::new(folder))
        }));
    }
    Ok(settled(found, |_| None))
}

#[cfg(test)]
mod tests {
    use super::super::entry::summary;
    use super::*;

    #[test]
    fn a_projects_file_is_read() {
        let text = r#"{"mcpServers": {
            "db": {"type": "stdio", "command": "${DB_BIN:-db-mcp}", "args": [], "env": {}},
            "api": {"type": "http", "url": "https://api.example/mcp", "headers": {"Authorization": "Bearer ${API_KEY}"}},
            "old": {"type": "sse", "url": "https://api.example/sse"}
        }}"#;
        let found = read(text).unwrap();
        let summary = summary(&found);
        assert_eq!(summary[0], "db: ${DB_BIN:-db-mcp}");
        assert_eq!(summary[1], "api: https://api.example/mcp Authorization=Bearer ${API_KEY}");
        assert!(summary[2].starts_with("old cannot be added: it speaks the old"));
        assert_eq!(
            found[1].notes,
            [
                "the header Authorization takes its value from the environment variable `API_KEY`; give it here"
            ]
        );
    }

    #[test]
    fn servers_of_single_projects_come_with_their_folder() {
        let text = r#"{
            "numStartups": 3,
            "mcpServers": {"notes": {"command": "notes-mcp"}},
            "projects": {
                "/work/one": {"mcpServers": {"notes": {"command": "./notes"}}, "disabledMcpServers": ["notes"]},
                "/work/two": {"mcpServers": {"wiki": {"type": "http", "url": "https://wiki.example/mcp"}}},
                "/work/three": {"mcpServers": {}}, "/work/four": null
            }
        }"#;
        let found = read(text).unwrap();
        assert_eq!(
            summary(&found),
            ["notes: notes-mcp", "notes-2 (off): ./notes in /work/one", "wiki: https://wiki.example/mcp"]
        );
        assert_eq!(
            found[1].notes,
            ["it is called `notes` there", "it is set up for the project `/work/one`"]
        );
        assert_eq!(read(r#"{"projects": {}}"#), Ok(vec![]));
    }
}
