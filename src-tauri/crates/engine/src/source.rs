//! How a server is reached, and the agreement of a person to exactly that.

use std::path::{Path, PathBuf};

use hintsmith_core::fingerprint::hex;
use hintsmith_mcp::process::Command;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// How a server is reached. Stored as JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Source {
    /// The built-in demo. Which program that is, is found out when it starts: it may have moved.
    Demo {
        #[serde(skip_serializing_if = "Option::is_none")]
        tools: Option<u32>,
    },
    /// A command that speaks MCP over its standard streams.
    Stdio {
        command: Vec<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        folder: Option<PathBuf>,
    },
}

impl Source {
    /// What to start, given the program that answers to `demo-server`.
    pub fn command(&self, program: &Path) -> Command {
        let (mut argv, folder) = match self {
            Self::Demo { tools } => {
                let mut argv = vec![program.display().to_string(), "demo-server".to_owned()];
                argv.extend(tools.iter().flat_map(|count| ["--tools".to_owned(), count.to_string()]));
                (argv, None)
            }
            Self::Stdio { command, folder } => (command.clone(), folder.clone()),
        };
        let arguments = argv.split_off(1.min(argv.len()));
        let program = argv.pop().unwrap_or_default();
        Command { program, arguments, environment: Vec::new(), folder }
    }

    /// A hash of everything that decides what runs. It changes when any of it changes.
    pub fn consent(&self) -> String {
        let form = serde_json::to_vec(self).expect("a source always serializes");
        hex(&Sha256::digest(form))
    }
}
