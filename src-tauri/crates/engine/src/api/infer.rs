//! Inference for tool lists outside the store.

pub use hintsmith_core::infer::batch::{InferenceReport, InferenceRow, SignalRow, infer_list};
pub use hintsmith_core::infer::{DestructiveReading, InferenceSettings, OpenWorldReading};
