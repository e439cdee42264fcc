//! The lists of MCP: tools, prompts, resources and resource templates.

use crate::gateway::handshake::ServerCapabilities;

/// A kind of list in MCP.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListKind {
    Tools,
    Prompts,
    Resources,
    Templates,
}

impl ListKind {
    pub const ALL: [Self; 4] = [Self::Tools, Self::Prompts, Self::Resources, Self::Templates];

    pub fn from_method(method: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.method() == method)
    }

    pub fn method(self) -> &'static str {
        match self {
            Self::Tools => "tools/list",
            Self::Prompts => "prompts/list",
            Self::Resources => "resources/list",
            Self::Templates => "resources/templates/list",
        }
    }

    /// The list member of the result, and the member of each item that identifies it.
    pub fn keys(self) -> (&'static str, &'static str) {
        match self {
            Self::Tools => ("tools", "name"),
            Self::Prompts => ("prompts", "name"),
            Self::Resources => ("resources", "uri"),
            Self::Templates => ("resourceTemplates", "uriTemplate"),
        }
    }

    pub fn is_prefixed(self) -> bool {
        matches!(self, Self::Tools | Self::Prompts)
    }

    pub fn is_supported_by(self, capabilities: &ServerCapabilities) -> bool {
        match self {
            Self::Tools => capabilities.tools,
            Self::Prompts => capabilities.prompts,
            Self::Resources | Self::Templates => capabilities.resources,
        }
    }
}
