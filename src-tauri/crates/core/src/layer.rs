//! Where a value comes from, and how that is marked on screen and in a terminal.

use serde::{Deserialize, Serialize};

/// Where a value comes from, weakest first: a later layer wins over an earlier one.
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
    /// Strongest first, as a layer stack is read.
    pub const STRONGEST_FIRST: [Self; 5] =
        [Self::Environment, Self::Override, Self::Declared, Self::Inferred, Self::Default];

    pub const fn word(self) -> &'static str {
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

/// Whose word a value is, weakest first: nobody's (dashed), the server's (solid), a person's (filled).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub enum Mark {
    Assumed,
    Declared,
    Decided,
}

impl Mark {
    pub const fn word(self) -> &'static str {
        match self {
            Self::Assumed => "assumed",
            Self::Declared => "declared",
            Self::Decided => "decided",
        }
    }

    /// The same mark in a terminal: `~` dashed, `=` solid, `!` filled.
    pub const fn sign(self) -> char {
        match self {
            Self::Assumed => '~',
            Self::Declared => '=',
            Self::Decided => '!',
        }
    }
}
