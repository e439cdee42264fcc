//! `input_required` results of 2026-07-28 servers, and the requests that are retried with the client's input.

use hintsmith_core::text::json::Members;
use serde_json::value::RawValue;

use crate::jsonrpc::frame::decode_string;

/// A request as sent to the server, kept for retries.
#[derive(Debug)]
pub struct RetryableRequest {
    pub line: Box<str>,
    pub rounds: usize,
}

impl RetryableRequest {
    pub fn from_line(line: &[u8]) -> Option<Self> {
        Some(Self { line: std::str::from_utf8(line).ok()?.trim_end().into(), rounds: 0 })
    }
}

/// Returns whether a result has `resultType` `input_required`.
pub fn is_input_required(result: &RawValue) -> bool {
    memchr::memmem::find(result.get().as_bytes(), b"input_required").is_some()
        && Members::parse(result.get()).is_ok_and(|result| {
            result.get("resultType").and_then(decode_string).is_some_and(|it| it == "input_required")
        })
}
