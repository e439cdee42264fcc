//! Guesses for a list of tools that is in no store.

pub use hintsmith_core::infer::listing::{Listing, Row, Seen, infer_listing};
pub use hintsmith_core::infer::{DestructiveReading, OpenWorldReading, Settings};
