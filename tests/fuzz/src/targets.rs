//! One file for each target.

pub mod canonical;
pub mod filter;
pub mod framing;
pub mod import;
pub mod merge;
pub mod openapi;
pub mod policy;
pub mod splice;
pub mod sse;

/// The input as text, where it is some.
fn text(data: &[u8]) -> Option<&str> {
    std::str::from_utf8(data).ok()
}
