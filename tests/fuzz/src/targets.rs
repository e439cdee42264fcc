//! One file per target.

pub mod canonical;
pub mod filter;
pub mod framing;
pub mod import;
pub mod merge;
pub mod openapi;
pub mod overrides;
pub mod policy;
pub mod splice;
pub mod sse;

/// The input as text, if it is valid UTF-8.
fn as_text(data: &[u8]) -> Option<&str> {
    std::str::from_utf8(data).ok()
}
