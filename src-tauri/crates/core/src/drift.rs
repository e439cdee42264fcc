//! Comparison of a server's tools between two scans: detection of renamed tools, and field-by-field diffs of changed
//! ones.
//!
//! Added, changed and removed tools are determined by the store, from fingerprints. Server text is returned unescaped;
//! the code that displays it must escape it.

mod change;
mod change_collector;
mod renames;
mod risk;
mod schema_diff;
mod tool_diff;
mod value_pair;
mod word_diff;

pub use change::{ChangeKind, FieldChange};
pub use renames::{Rename, find_renames};
pub use tool_diff::diff_tools;
pub use word_diff::{DiffSpan, diff_words};
