//! Export targets: the formats that Hintsmith can write, with their capabilities and level of verification.

use serde::{Deserialize, Serialize};

use super::denials::Denials;
use super::difference::DocumentChange;
use super::location::FileLocation;
use super::model::{ExportModel, ExportOptions};
use super::report::{FidelityReport, TargetCapabilities};
use crate::model::overrides::Field;
pub use crate::text::config_text::MergeError;

/// A format that Hintsmith can write. One file each in `export/targets`.
pub struct Target {
    /// The name on the command line.
    pub id: &'static str,
    pub name: &'static str,
    pub kind: TargetKind,
    /// The purpose, in one line.
    pub purpose: &'static str,
    pub file_name: &'static str,
    /// The files that the program reads on its own, one per scope. Empty if the user names the file.
    pub locations: &'static [FileLocation],
    pub capabilities: TargetCapabilities,
    pub verification: Verification,
    /// Notes for the users of the target.
    pub caveats: &'static [&'static str],
    pub writer: TargetWriter,
}

impl std::fmt::Debug for Target {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("Target").field(&self.id).finish()
    }
}

impl Target {
    /// Returns whether the written files can depend on a change. A change that they cannot hold never makes them stale.
    pub fn can_hold(&self, change: &DocumentChange) -> bool {
        if matches!(self.writer, TargetWriter::Canonical) {
            return true;
        }
        let capabilities = &self.capabilities;
        match change {
            DocumentChange::Field { field, .. } => self.holds_field(field),
            DocumentChange::Rule { key, .. } => capabilities.holds_hint(key.hint),
            DocumentChange::ActiveToolset { .. } | DocumentChange::Toolset { .. } => {
                capabilities.tool_selection
            }
            DocumentChange::Note { .. } => capabilities.description,
            DocumentChange::Approval { .. } => capabilities.permissions,
            DocumentChange::Comment { .. } | DocumentChange::Review { .. } => false,
        }
    }

    pub fn holds_field(&self, field: &Field) -> bool {
        matches!(self.writer, TargetWriter::Canonical) || self.capabilities.holds_field(field)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, specta::Type)]
#[serde(rename = "TargetKind", rename_all = "camelCase")]
pub enum TargetKind {
    /// Hintsmith's own format.
    Canonical,
    Gateway,
    /// Configures what a client allows, asks about or denies.
    Client,
    /// For people.
    Document,
}

/// The way in which the compatibility with the target was verified.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub enum Verification {
    /// The target's own program reads it in our tests.
    Run,
    /// Our tests validate it against the target's own schema.
    Schema,
    /// Our tests validate it against a schema that we wrote from the target's source or published schema.
    OurSchema,
    /// We read the target's parser; no part of the target runs in our tests.
    Source,
    /// We read the target's documentation only.
    Docs,
    /// Only people read it.
    People,
}

/// The function that writes a target.
pub enum TargetWriter {
    /// All decisions as stored: the canonical file.
    Canonical,
    /// Separate files, written as a whole. The user names the first one.
    NewFiles(fn(&ExportModel, ExportOptions, &mut FidelityReport) -> Vec<ExportFile>),
    /// A part of a user's file; everything else in it is preserved byte for byte.
    MergeInto {
        merge: fn(&ExportModel, ExportOptions, &str, &mut FidelityReport) -> Result<String, MergeError>,
        /// For files that deny tools.
        denials: Option<Denials>,
    },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportFile {
    pub name: String,
    pub text: String,
}

impl ExportFile {
    pub fn new(name: &str, text: String) -> Self {
        Self { name: name.to_owned(), text }
    }
}
