//! Finds and edits tool annotations in the source of MCP servers, in the server's own language and framework.
//!
//! ```text
//! collect_files → scan → match_tools → Scan::plan → Scan::apply → unified_diff
//! ```
//!
//! 1. [`collect_files`] reads the source files of a folder. It is the only function that reads anything.
//! 2. [`scan`] finds every [`Registration`] of a tool: its name, what the source says about its title and hints, and
//!    why it cannot be edited if so.
//! 3. [`match_tools`] finds the registration of each tool of a running server.
//! 4. [`Scan::plan`] plans the edits of one file, separately for each tool, so that a user can reject some of them.
//! 5. [`Scan::apply`] applies the accepted ones. It returns a text only if it parses, differs in annotations, titles
//!    and their imports only, and says what is wanted. Edits insert bytes; no text is printed from a tree.
//!
//! [`collect_files_with_progress`] and [`scan_with_progress`] report every file to a caller, which can cancel them.
//!
//! [`check_versions`] warns of SDK versions that ignore annotations, [`pins`] writes a test for the author.
//!
//! A correct edit does not always reach a client: some servers list tools with a name, a description and a schema only,
//! whatever the definition says. [`find_lists_without_annotations`] finds the usual form of that; only starting the server
//! shows it for sure. [`find_mentions`] helps with tools that have no registration of their own.

mod constants;
mod diff;
mod edit;
mod files;
mod formatting;
mod frameworks;
mod go_alignment;
mod language;
mod manifest;
mod matching;
mod patch;
mod pins;
mod progress;
mod propagation;
#[cfg(test)]
mod properties;
mod registration;
mod scan;
mod site;
mod syntax;
#[cfg(test)]
mod testing;
mod text_style;
mod tokens;
mod verify;
mod warnings;

pub use diff::unified_diff;
pub use edit::{Change, Field, SkippedField, TextEdit, ToolEdit, WantedValues, is_satisfied};
pub use files::{
    CollectOptions, FileCollection, SkipReason, SkippedFile, collect_files, collect_files_with_progress,
};
pub use language::Language;
pub use manifest::{VersionWarning, check_versions};
pub use matching::{Generator, ToolMatch, match_tools};
pub use patch::{EditRequest, FilePatch, PatchedFile, ToolPatch};
pub use pins::{PinnedTool, pins, suite_for};
pub use progress::{Cancelled, CollectError, ProgressObserver, ScanProgress, ScanStage};
pub use registration::{
    EditObstacle, FieldValue, File, FileRole, Framework, Position, Registration, ToolName,
};
pub use scan::{Scan, scan, scan_with_progress};
pub use verify::VerificationError;
pub use warnings::{SourcePlace, find_lists_without_annotations, find_mentions};
