//! One changed field of a tool definition.

use serde::{Deserialize, Serialize};

use super::word_diff::DiffSpan;

/// A changed field of a tool's definition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct FieldChange {
    /// Path: `description`, `annotations.readOnlyHint`, `inputSchema.path.description`.
    pub field: String,
    pub kind: ChangeKind,
    pub diff: Vec<DiffSpan>,
    /// Reason the change deserves attention, if it does.
    pub risk: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub enum ChangeKind {
    Added,
    Removed,
    Changed,
}
