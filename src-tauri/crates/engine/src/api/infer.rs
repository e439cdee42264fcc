//! Inference for tool lists outside the store.

pub use hintsmith_core::infer::listing::{Listing, Row, Seen, infer_listing};
pub use hintsmith_core::infer::{DestructiveReading, OpenWorldReading, Settings};
