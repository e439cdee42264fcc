//! Detection of the client that wrote a configuration file: by file name, then by content.

use std::path::Path;

use super::{
    CLAUDE_CODE, CLAUDE_DESKTOP, CODEX, CURSOR, GEMINI, GOOSE, ImportClient, ImportError, OPENCODE, VSCODE,
    WINDSURF, ZED,
};

/// Path suffixes of the clients' files. Names that several clients use are left out.
const PATH_SUFFIXES: [(&str, &ImportClient); 16] = [
    ("claude_desktop_config.json", &CLAUDE_DESKTOP),
    (".claude.json", &CLAUDE_CODE),
    (".mcp.json", &CLAUDE_CODE),
    ("managed-mcp.json", &CLAUDE_CODE),
    (".claude/settings.json", &CLAUDE_CODE),
    (".claude/settings.local.json", &CLAUDE_CODE),
    (".cursor/mcp.json", &CURSOR),
    ("mcp_config.json", &WINDSURF),
    (".gemini/settings.json", &GEMINI),
    ("opencode.json", &OPENCODE),
    ("opencode.jsonc", &OPENCODE),
    ("User/mcp.json", &VSCODE),
    ("User/settings.json", &VSCODE),
    (".vscode/mcp.json", &VSCODE),
    (".vscode/settings.json", &VSCODE),
    (".zed/settings.json", &ZED),
];

/// Candidates for a JSON file, the most specific first.
const JSON_CLIENTS: [&ImportClient; 5] = [&VSCODE, &ZED, &OPENCODE, &CLAUDE_DESKTOP, &CLAUDE_CODE];

/// Returns the client whose reader accepts the file.
pub fn detect_client(path: &Path, text: &str) -> Result<&'static ImportClient, ImportError> {
    let named = PATH_SUFFIXES.iter().find(|(ending, _)| path.ends_with(ending)).map(|(_, client)| *client);
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let others: &[&ImportClient] = match extension.to_ascii_lowercase().as_str() {
        "toml" => &[&CODEX],
        "yaml" | "yml" => &[&GOOSE],
        _ => &JSON_CLIENTS,
    };
    let mut why = ImportError::UnknownFormat;
    for client in named.into_iter().chain(others.iter().copied()) {
        match (client.parse)(text) {
            Ok(_) => return Ok(client),
            // The file has no section of this client.
            Err(ImportError::MissingSection { .. } | ImportError::UnknownFormat) => {}
            Err(error) if why == ImportError::UnknownFormat => why = error,
            Err(_) => {}
        }
    }
    Err(why)
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMMON: &str = r#"{"mcpServers": {}}"#;

    #[test]
    fn a_client_is_detected_by_file_name_then_by_content() {
        for (path, text, expected) in [
            ("claude_desktop_config.json", COMMON, "claude-desktop"),
            ("/h/.claude.json", COMMON, "claude-code"),
            ("/p/.mcp.json", COMMON, "claude-code"),
            ("/h/.cursor/mcp.json", COMMON, "cursor"),
            ("/h/.codeium/windsurf/mcp_config.json", COMMON, "windsurf"),
            ("/h/.gemini/settings.json", COMMON, "gemini"),
            ("/p/opencode.jsonc", r#"{"mcp": {}}"#, "opencode"),
            ("/p/config.toml", "[mcp_servers.a]\ncommand = \"x\"", "codex"),
            ("/p/config.yaml", "extensions: {}", "goose"),
            ("copy.json", r#"{"servers": {}}"#, "vscode"),
            ("settings.json", r#"{"mcp": {"servers": {"a": {"command": "x"}}}}"#, "vscode"),
            ("settings.json", r#"{"context_servers": {}}"#, "zed"),
            ("copy.json", r#"{"mcp": {"a": {"type": "local", "command": ["x"]}}}"#, "opencode"),
            ("copy.json", r#"{"mcp": {"servers": {"a": {"type": "local", "command": ["x"]}}}}"#, "opencode"),
            ("copy", COMMON, "claude-desktop"),
            ("copy.json", r#"{"projects": {}}"#, "claude-code"),
            // The file name does not match the content.
            ("/p/.mcp.json", r#"{"servers": {}}"#, "vscode"),
        ] {
            assert_eq!(detect_client(Path::new(path), text).unwrap().id, expected, "{path} {text}");
        }
    }

    #[test]
    fn an_unknown_file_is_rejected_with_a_reason() {
        for (path, text, expected) in [
            ("x.json", "{\n", "is not JSON: unterminated object (line 2, column 1)"),
            ("x.json", "{}", "is not the configuration of a supported client"),
            ("x.toml", "a = 1", "is not the configuration of a supported client"),
            ("x.json", r#"{"mcpServers": 1}"#, "has a `mcpServers` that is not an object"),
        ] {
            assert_eq!(detect_client(Path::new(path), text).unwrap_err().to_string(), expected, "{text}");
        }
    }
}
