//! The files that a target's program reads on its own: for the user, for a project, and for the user in a project.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::sources::import::{ImportEnvironment, Os};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub enum FileScope {
    /// For the user, in every project.
    User,
    /// For everyone who works on a project.
    Project,
    /// For the user in one project; not shared.
    Local,
}

impl FileScope {
    pub const ALL: [Self; 3] = [Self::User, Self::Project, Self::Local];

    /// The name on the command line.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Project => "project",
            Self::Local => "local",
        }
    }
}

/// A folder that a path is relative to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BaseFolder {
    Home,
    /// `XDG_CONFIG_HOME`, or `.config` in the home folder, on every platform.
    Config,
    /// Where desktop programs keep their configuration: another folder on each platform.
    Application,
    Project,
}

/// A file that a program reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileLocation {
    pub scope: FileScope,
    folder: BaseFolder,
    /// Relative to the folder, with `/` on every platform.
    path: &'static str,
    /// The location on Windows, if it is another one.
    windows: Option<(BaseFolder, &'static str)>,
}

impl FileLocation {
    pub const fn user(folder: BaseFolder, path: &'static str) -> Self {
        Self { scope: FileScope::User, folder, path, windows: None }
    }

    pub const fn project(path: &'static str) -> Self {
        Self { scope: FileScope::Project, folder: BaseFolder::Project, path, windows: None }
    }

    pub const fn local(path: &'static str) -> Self {
        Self { scope: FileScope::Local, ..Self::project(path) }
    }

    pub const fn on_windows(self, folder: BaseFolder, path: &'static str) -> Self {
        Self { windows: Some((folder, path)), ..self }
    }

    /// The path on this computer; `None` if the file belongs to a project and none is given.
    pub fn resolve(&self, here: &ImportEnvironment) -> Option<PathBuf> {
        let (folder, path) = match self.windows {
            Some(other) if here.os == Os::Windows => other,
            _ => (self.folder, self.path),
        };
        let mut resolved = match folder {
            BaseFolder::Home => here.home.clone(),
            BaseFolder::Config => here.config_home.clone(),
            BaseFolder::Application => here.application_folder(),
            BaseFolder::Project => here.project.clone()?,
        };
        resolved.extend(path.split('/'));
        Some(resolved)
    }

    /// The path on Linux as documentation writes it: `~/.claude/settings.json`, or relative to the project.
    pub fn display_path(&self) -> String {
        match self.folder {
            BaseFolder::Home => format!("~/{}", self.path),
            BaseFolder::Config | BaseFolder::Application => format!("~/.config/{}", self.path),
            BaseFolder::Project => self.path.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::targets::TARGETS;

    fn environment(os: Os, project: Option<&str>) -> ImportEnvironment {
        ImportEnvironment {
            os,
            home: "/h".into(),
            config_home: "/h/.config".into(),
            app_data: (os == Os::Windows).then(|| "/h/AppData/Roaming".into()),
            project: project.map(PathBuf::from),
        }
    }

    type Files = &'static [&'static str];

    /// The target; its files on Linux, macOS and Windows; its files in a project, shared before local.
    const EXPECTED: [(&str, [Files; 3], Files); 10] = [
        ("1mcp", [&["/h/.config/1mcp/mcp.json"]; 3], &[]),
        ("hypertool", [&["/h/.toolprint/hypertool-mcp/config.json"]; 3], &[]),
        ("docker", [&["/h/.docker/mcp/tools.yaml"]; 3], &[]),
        ("mcpproxy-go", [&["/h/.mcpproxy/mcp_config.json"]; 3], &[]),
        (
            "claude-code",
            [&["/h/.claude/settings.json"]; 3],
            &["/p/.claude/settings.json", "/p/.claude/settings.local.json"],
        ),
        ("codex", [&["/h/.codex/config.toml"]; 3], &["/p/.codex/config.toml"]),
        ("gemini", [&["/h/.gemini/policies/hintsmith.toml"]; 3], &[]),
        ("cursor", [&["/h/.cursor/permissions.json"]; 3], &["/p/.cursor/permissions.json"]),
        ("opencode", [&["/h/.config/opencode/opencode.json"]; 3], &["/p/opencode.json"]),
        (
            "goose",
            [
                &["/h/.config/goose/permission.yaml"],
                &["/h/.config/goose/permission.yaml"],
                &["/h/AppData/Roaming/Block/goose/config/permission.yaml"],
            ],
            &[],
        ),
    ];

    /// The tool sets of VS Code, whose folder differs on all platforms.
    const VSCODE: [&str; 3] = [
        "/h/.config/Code/User/prompts/hintsmith.toolsets.jsonc",
        "/h/Library/Application Support/Code/User/prompts/hintsmith.toolsets.jsonc",
        "/h/AppData/Roaming/Code/User/prompts/hintsmith.toolsets.jsonc",
    ];

    #[test]
    fn every_target_has_the_files_that_its_program_reads() {
        for target in TARGETS {
            for (os, index) in [Os::Linux, Os::MacOs, Os::Windows].into_iter().zip(0..) {
                let expected: Vec<&str> = match EXPECTED.iter().find(|(id, ..)| *id == target.id) {
                    Some((_, own, projects)) => [own[index], projects].concat(),
                    None if target.id == "vscode" => vec![VSCODE[index]],
                    None => Vec::new(),
                };
                let here = environment(os, Some("/p"));
                let found: Vec<String> = target
                    .locations
                    .iter()
                    .map(|location| location.resolve(&here).unwrap().to_string_lossy().replace('\\', "/"))
                    .collect();
                assert_eq!(found, expected, "{} {os:?}", target.id);
            }
        }
    }

    #[test]
    fn a_file_of_a_project_needs_a_project_and_each_scope_has_one_file() {
        let here = environment(Os::Linux, None);
        for target in TARGETS {
            let scopes: Vec<FileScope> = target.locations.iter().map(|location| location.scope).collect();
            let expected: Vec<FileScope> =
                FileScope::ALL.into_iter().filter(|scope| scopes.contains(scope)).collect();
            assert_eq!(scopes, expected, "{}", target.id);
            for location in target.locations {
                let is_user = location.scope == FileScope::User;
                assert_eq!(location.resolve(&here).is_some(), is_user, "{}", target.id);
            }
        }
    }
}
