//! The four hints of MCP `ToolAnnotations`: JSON keys, command-line names, labels and specification defaults.

use serde::{Deserialize, Serialize};

/// A hint of `ToolAnnotations`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub enum HintName {
    ReadOnly,
    Destructive,
    Idempotent,
    OpenWorld,
}

impl HintName {
    /// In display order.
    pub const ALL: [Self; 4] = [Self::ReadOnly, Self::Destructive, Self::Idempotent, Self::OpenWorld];

    /// Key in a tool's `annotations`.
    pub const fn key(self) -> &'static str {
        match self {
            Self::ReadOnly => "readOnlyHint",
            Self::Destructive => "destructiveHint",
            Self::Idempotent => "idempotentHint",
            Self::OpenWorld => "openWorldHint",
        }
    }

    /// Path in a tool's JSON.
    pub const fn json_path(self) -> &'static str {
        match self {
            Self::ReadOnly => "annotations.readOnlyHint",
            Self::Destructive => "annotations.destructiveHint",
            Self::Idempotent => "annotations.idempotentHint",
            Self::OpenWorld => "annotations.openWorldHint",
        }
    }

    /// Name on the command line.
    pub const fn cli_name(self) -> &'static str {
        match self {
            Self::ReadOnly => "read-only",
            Self::Destructive => "destructive",
            Self::Idempotent => "idempotent",
            Self::OpenWorld => "open-world",
        }
    }

    /// Label in the user interface.
    pub const fn label(self) -> &'static str {
        match self {
            Self::ReadOnly => "Read-only",
            Self::Destructive => "Destructive",
            Self::Idempotent => "Idempotent",
            Self::OpenWorld => "Open-world",
        }
    }

    /// The value a client must assume if the hint is unset (MCP specification, `ToolAnnotations`).
    pub const fn spec_default(self) -> bool {
        matches!(self, Self::Destructive | Self::OpenWorld)
    }

    /// The value that makes a client ask rather than act. It is used in case of doubt, and is the specification's
    /// default for every hint.
    pub const fn careful_value(self) -> bool {
        self.spec_default()
    }

    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|hint| hint.key() == key)
    }

    /// Parses a name as users write it: `read-only`, `read_only`, `readonly`, `readOnly` and `readOnlyHint` are equal.
    pub fn from_cli_name(word: &str) -> Option<Self> {
        let word = normalize_hint(word);
        Self::ALL.into_iter().find(|hint| normalize_hint(hint.cli_name()) == word)
    }
}

/// Lower case without separators and the suffix `hint`.
pub(crate) fn normalize_hint(word: &str) -> String {
    let letters: String = word.chars().filter(|c| !matches!(c, '-' | '_')).collect();
    let letters = letters.to_lowercase();
    letters.strip_suffix("hint").unwrap_or(&letters).to_owned()
}

/// One value for each hint.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PerHint<T> {
    pub read_only: T,
    pub destructive: T,
    pub idempotent: T,
    pub open_world: T,
}

impl<T> PerHint<T> {
    pub fn from_fn(mut value_of: impl FnMut(HintName) -> T) -> Self {
        Self {
            read_only: value_of(HintName::ReadOnly),
            destructive: value_of(HintName::Destructive),
            idempotent: value_of(HintName::Idempotent),
            open_world: value_of(HintName::OpenWorld),
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = (HintName, &T)> {
        HintName::ALL.into_iter().map(|hint| (hint, &self[hint]))
    }
}

impl<T> std::ops::Index<HintName> for PerHint<T> {
    type Output = T;

    fn index(&self, hint: HintName) -> &T {
        match hint {
            HintName::ReadOnly => &self.read_only,
            HintName::Destructive => &self.destructive,
            HintName::Idempotent => &self.idempotent,
            HintName::OpenWorld => &self.open_world,
        }
    }
}

impl<T> std::ops::IndexMut<HintName> for PerHint<T> {
    fn index_mut(&mut self, hint: HintName) -> &mut T {
        match hint {
            HintName::ReadOnly => &mut self.read_only,
            HintName::Destructive => &mut self.destructive,
            HintName::Idempotent => &mut self.idempotent,
            HintName::OpenWorld => &mut self.open_world,
        }
    }
}

/// Formats a value as "Yes" or "No" for display.
pub const fn yes_no(value: bool) -> &'static str {
    if value { "Yes" } else { "No" }
}
