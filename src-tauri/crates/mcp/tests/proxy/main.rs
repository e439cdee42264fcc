//! The proxy between a client and a server that are both played here, byte by byte.

// In a test an unwrap is an assertion.
#![allow(clippy::unwrap_used)]

mod approval;
mod changes;
#[path = "../shared/decided.rs"]
mod decided;
mod ends;
mod fidelity;
mod flow;
mod hidden;
mod lists;
mod support;
mod wrapped;
