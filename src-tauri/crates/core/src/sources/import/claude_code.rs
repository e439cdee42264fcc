//! Claude Code: `.mcp.json` of a project, and `.claude.json` in the home folder with servers for all projects and for
//! single ones.

use std::path::Path;

use serde_json::Value;

use super::entry::{self, COMMON_KEYS};
use super::{
    ConfigFile, ImportClient, ImportEnvironment, ImportError, ImportedServer, Os, display_text, document,
    finish_servers, join_path,
};

pub const CLAUDE_CODE: ImportClient =
    ImportClient { id: "claude-code", name: "Claude Code", config_files, parse };

fn config_files(environment: &ImportEnvironment) -> Vec<ConfigFile> {
    let managed = match environment.os {
        Os::Linux => "/etc/claude-code",
        Os::MacOs => "/Library/Application Support/ClaudeCode",
        Os::Windows => r"C:\Program Files\ClaudeCode",
    };
    let mut files: Vec<ConfigFile> = vec![
        join_path(&environment.home, &[".claude.json"]).into(),
        join_path(&environment.home, &[".claude", "settings.json"]).into(),
        join_path(Path::new(managed), &["managed-mcp.json"]).into(),
    ];
    files.extend(environment.project_files(&[
        &[".mcp.json"],
        &[".claude", "settings.json"],
        &[".claude", "settings.local.json"],
    ]));
    files
}

fn parse(text: &str) -> Result<Vec<ImportedServer>, ImportError> {
    let document = document::parse_jsonc(text)?;
    let everywhere = document::object_at(&document, &["mcpServers"])?;
    let projects = document::object_at(&document, &["projects"])?;
    if everywhere.is_none() && projects.is_none() {
        return Err(ImportError::MissingSection { expected: "`mcpServers`" });
    }
    let mut found = everywhere.map(|servers| entry::parse_entries(servers, &COMMON_KEYS)).unwrap_or_default();
    for (folder, project) in projects.into_iter().flatten() {
        let Some(Value::Object(servers)) = project.get("mcpServers") else { continue };
        let off = project.get("disabledMcpServers").and_then(Value::as_array);
        found.extend(entry::parse_entries(servers, &COMMON_KEYS).into_iter().map(|mut server| {
            server.disabled |= off.is_some_and(|off| off.iter().any(|name| *name == *server.name));
            server.notes.push(format!("it is configured for the project `{}`", display_text(folder)));
            server.with_project_folder(Path::new(folder))
        }));
    }
    Ok(finish_servers(found, |_| None))
}

#[cfg(test)]
mod tests {
    use super::super::entry::summarize;
    use super::*;

    #[test]
    fn a_project_file_is_parsed() {
        let text = r#"{"mcpServers": {
            "db": {"type": "stdio", "command": "${DB_BIN:-db-mcp}", "args": [], "env": {}},
            "api": {"type": "http", "url": "https://api.example/mcp", "headers": {"Authorization": "Bearer ${API_KEY}"}},
            "old": {"type": "sse", "url": "https://api.example/sse"}
        }}"#;
        let found = parse(text).unwrap();
        let summary = summarize(&found);
        assert_eq!(summary[0], "db: ${DB_BIN:-db-mcp}");
        assert_eq!(summary[1], "api: https://api.example/mcp Authorization=Bearer ${API_KEY}");
        assert!(summary[2].starts_with("old cannot be added: it uses the old"));
        assert_eq!(
            found[1].notes,
            [
                "the header Authorization takes its value from the environment variable `API_KEY`; enter it here"
            ]
        );
    }

    #[test]
    fn servers_of_single_projects_get_their_folder() {
        let text = r#"{
            "numStartups": 3,
            "mcpServers": {"notes": {"command": "notes-mcp"}},
            "projects": {
                "/work/one": {"mcpServers": {"notes": {"command": "./notes"}}, "disabledMcpServers": ["notes"]},
                "/work/two": {"mcpServers": {"wiki": {"type": "http", "url": "https://wiki.example/mcp"}}},
                "/work/three": {"mcpServers": {}}, "/work/four": null
            }
        }"#;
        let found = parse(text).unwrap();
        assert_eq!(
            summarize(&found),
            ["notes: notes-mcp", "notes-2 (off): ./notes in /work/one", "wiki: https://wiki.example/mcp"]
        );
        assert_eq!(
            found[1].notes,
            ["the client names it `notes`", "it is configured for the project `/work/one`"]
        );
        assert_eq!(parse(r#"{"projects": {}}"#), Ok(vec![]));
    }
}
