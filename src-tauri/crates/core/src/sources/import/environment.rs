//! Locations of configuration files on this computer, as far as the clients need them.

use std::path::PathBuf;

use super::join_path;

/// Operating system, which determines where programs keep their files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Os {
    Linux,
    MacOs,
    Windows,
}

/// Folders of the computer and the user, provided by the caller.
#[derive(Debug, Clone)]
pub struct ImportEnvironment {
    pub os: Os,
    pub home: PathBuf,
    /// `XDG_CONFIG_HOME`, or `.config` in the home folder.
    pub config_home: PathBuf,
    /// `APPDATA` on Windows.
    pub app_data: Option<PathBuf>,
    /// Project whose configuration is included.
    pub project: Option<PathBuf>,
}

impl ImportEnvironment {
    /// Folder in which desktop programs keep their configuration.
    pub fn application_folder(&self) -> PathBuf {
        match self.os {
            Os::Linux => self.config_home.clone(),
            Os::MacOs => join_path(&self.home, &["Library", "Application Support"]),
            Os::Windows => {
                self.app_data.clone().unwrap_or_else(|| join_path(&self.home, &["AppData", "Roaming"]))
            }
        }
    }

    /// The files of the project, if there is one.
    pub(super) fn project_files(&self, files: &[&[&str]]) -> Vec<ConfigFile> {
        let Some(project) = &self.project else { return Vec::new() };
        let to_file =
            |parts: &&[&str]| ConfigFile { path: join_path(project, parts), project: Some(project.clone()) };
        files.iter().map(to_file).collect()
    }
}

/// A configuration file of a client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigFile {
    pub path: PathBuf,
    /// The project that the file belongs to. The client starts the servers of the file in its folder: see
    /// [`ImportedServer::with_project_folder`](super::ImportedServer::with_project_folder).
    pub project: Option<PathBuf>,
}

impl From<PathBuf> for ConfigFile {
    fn from(path: PathBuf) -> Self {
        Self { path, project: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::import::{CLIENTS, find_client};

    fn paths(id: &str, os: Os) -> Vec<String> {
        let surroundings = ImportEnvironment {
            os,
            home: "/h".into(),
            config_home: "/h/.config".into(),
            app_data: (os == Os::Windows).then(|| "/h/AppData/Roaming".into()),
            project: Some("/p".into()),
        };
        let files = (find_client(id).unwrap().config_files)(&surroundings);
        for file in &files {
            assert_eq!(file.project.is_some(), file.path.starts_with("/p"), "{file:?}");
        }
        files.iter().map(|file| file.path.to_string_lossy().replace('\\', "/")).collect()
    }

    type Files = &'static [&'static str];

    /// The client; its files on Linux, macOS and Windows; its files in a project.
    const EXPECTED: [(&str, [Files; 3], Files); CLIENTS.len()] = [
        (
            "claude-desktop",
            [
                &["/h/.config/Claude/claude_desktop_config.json"],
                &["/h/Library/Application Support/Claude/claude_desktop_config.json"],
                &["/h/AppData/Roaming/Claude/claude_desktop_config.json"],
            ],
            &[],
        ),
        (
            "claude-code",
            [
                &["/h/.claude.json", "/h/.claude/settings.json", "/etc/claude-code/managed-mcp.json"],
                &[
                    "/h/.claude.json",
                    "/h/.claude/settings.json",
                    "/Library/Application Support/ClaudeCode/managed-mcp.json",
                ],
                &[
                    "/h/.claude.json",
                    "/h/.claude/settings.json",
                    "C:/Program Files/ClaudeCode/managed-mcp.json",
                ],
            ],
            &["/p/.mcp.json", "/p/.claude/settings.json", "/p/.claude/settings.local.json"],
        ),
        ("cursor", [&["/h/.cursor/mcp.json"]; 3], &["/p/.cursor/mcp.json"]),
        (
            "vscode",
            [
                &[
                    "/h/.config/Code/User/mcp.json",
                    "/h/.config/Code/User/settings.json",
                    "/h/.config/Code - Insiders/User/mcp.json",
                    "/h/.config/Code - Insiders/User/settings.json",
                ],
                &[
                    "/h/Library/Application Support/Code/User/mcp.json",
                    "/h/Library/Application Support/Code/User/settings.json",
                    "/h/Library/Application Support/Code - Insiders/User/mcp.json",
                    "/h/Library/Application Support/Code - Insiders/User/settings.json",
                ],
                &[
                    "/h/AppData/Roaming/Code/User/mcp.json",
                    "/h/AppData/Roaming/Code/User/settings.json",
                    "/h/AppData/Roaming/Code - Insiders/User/mcp.json",
                    "/h/AppData/Roaming/Code - Insiders/User/settings.json",
                ],
            ],
            &["/p/.vscode/mcp.json", "/p/.vscode/settings.json"],
        ),
        ("windsurf", [&["/h/.codeium/windsurf/mcp_config.json", "/h/.codeium/mcp_config.json"]; 3], &[]),
        ("codex", [&["/h/.codex/config.toml"]; 3], &["/p/.codex/config.toml"]),
        ("gemini", [&["/h/.gemini/settings.json"]; 3], &["/p/.gemini/settings.json"]),
        (
            "goose",
            [
                &["/h/.config/goose/config.yaml"],
                &["/h/.config/goose/config.yaml"],
                &["/h/AppData/Roaming/Block/goose/config/config.yaml"],
            ],
            &[],
        ),
        (
            "zed",
            [
                &["/h/.config/zed/settings.json"],
                &["/h/.config/zed/settings.json"],
                &["/h/AppData/Roaming/Zed/settings.json"],
            ],
            &["/p/.zed/settings.json"],
        ),
        (
            "opencode",
            [&["/h/.config/opencode/opencode.json", "/h/.config/opencode/opencode.jsonc"]; 3],
            &[
                "/p/opencode.json",
                "/p/opencode.jsonc",
                "/p/.opencode/opencode.json",
                "/p/.opencode/opencode.jsonc",
            ],
        ),
    ];

    #[test]
    fn every_client_has_its_config_files() {
        for (id, own, projects) in EXPECTED {
            for (os, own) in [Os::Linux, Os::MacOs, Os::Windows].into_iter().zip(own) {
                assert_eq!(paths(id, os), [own, projects].concat(), "{id} {os:?}");
            }
        }
    }

    #[test]
    fn without_a_project_only_the_users_files_are_returned() {
        let surroundings = ImportEnvironment {
            os: Os::Windows,
            home: "/h".into(),
            config_home: "/h/.config".into(),
            app_data: None,
            project: None,
        };
        for client in CLIENTS {
            let files = (client.config_files)(&surroundings);
            assert!(!files.is_empty() && files.iter().all(|file| file.project.is_none()), "{}", client.id);
        }
        assert_eq!(surroundings.application_folder(), PathBuf::from("/h/AppData/Roaming"));
    }
}
