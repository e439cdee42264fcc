//! User settings of a server: how `destructiveHint` and `openWorldHint` are read, and whether HTTP methods are trusted.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Settings that inference takes into account.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct InferenceSettings {
    pub destructive: DestructiveReading,
    pub open_world: OpenWorldReading,
    /// What the HTTP method of a tool proves counts as declared by the server.
    pub trusts_methods: bool,
}

impl InferenceSettings {
    pub const DEFAULT: Self = Self {
        destructive: DestructiveReading::Narrow,
        open_world: OpenWorldReading::ByTool,
        trusts_methods: false,
    };
}

/// The changes that count as destructive.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub enum DestructiveReading {
    /// Deleting, overwriting, revoking, cancelling.
    #[default]
    Narrow,
    /// Any change.
    Broad,
}

/// The systems that the tools of a server interact with.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub enum OpenWorldReading {
    #[default]
    ByTool,
    /// An external system: every tool is open world.
    External,
    /// The open web: every tool is open world.
    Web,
    /// The server's own data: no tool is open world.
    Own,
}

impl DestructiveReading {
    pub const fn key(self) -> &'static str {
        match self {
            Self::Narrow => "narrow",
            Self::Broad => "broad",
        }
    }
}

impl OpenWorldReading {
    pub const ALL: [Self; 4] = [Self::ByTool, Self::Own, Self::External, Self::Web];

    pub const fn key(self) -> &'static str {
        match self {
            Self::ByTool => "byTool",
            Self::External => "external",
            Self::Web => "web",
            Self::Own => "own",
        }
    }
}

/// Error for a key that names no interpretation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownReading;

impl FromStr for DestructiveReading {
    type Err = UnknownReading;

    fn from_str(key: &str) -> Result<Self, UnknownReading> {
        [Self::Narrow, Self::Broad].into_iter().find(|reading| reading.key() == key).ok_or(UnknownReading)
    }
}

impl FromStr for OpenWorldReading {
    type Err = UnknownReading;

    fn from_str(key: &str) -> Result<Self, UnknownReading> {
        Self::ALL.into_iter().find(|reading| reading.key() == key).ok_or(UnknownReading)
    }
}
