//! Inference for tool lists outside the store.

pub use hintsmith_core::infer::listing::{InferenceReport, InferenceRow, SignalRow, infer_list};
pub use hintsmith_core::infer::{DestructiveReading, OpenWorldReading, Settings};
