//! Layers that a value can come from, and their marks on screen and in a terminal.

use serde::{Deserialize, Serialize};

/// Origin of a value, weakest first: a later layer takes precedence over an earlier one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub enum Layer {
    Default,
    Inferred,
    Declared,
    Override,
    Environment,
}

impl Layer {
    /// Strongest first, the order in which a layer stack is shown.
    pub const STRONGEST_FIRST: [Self; 5] =
        [Self::Environment, Self::Override, Self::Declared, Self::Inferred, Self::Default];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::Inferred => "inferred",
            Self::Declared => "declared",
            Self::Override => "override",
            Self::Environment => "environment",
        }
    }

    pub const fn mark(self) -> Mark {
        match self {
            Self::Default | Self::Inferred => Mark::Assumed,
            Self::Declared => Mark::Declared,
            Self::Override | Self::Environment => Mark::Decided,
        }
    }
}

/// Authority behind a value, weakest first: none, it is assumed (dashed); the server (solid); the user (filled).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub enum Mark {
    Assumed,
    Declared,
    Decided,
}

impl Mark {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Assumed => "assumed",
            Self::Declared => "declared",
            Self::Decided => "decided",
        }
    }

    /// The mark in a terminal: `~` dashed, `=` solid, `!` filled.
    pub const fn symbol(self) -> char {
        match self {
            Self::Assumed => '~',
            Self::Declared => '=',
            Self::Decided => '!',
        }
    }
}
