//! The integration tests, in one binary: the real program, real processes, a real database file.

// In a test an unwrap is an assertion.
#![allow(clippy::unwrap_used)]

mod bad_input;
mod conformance;
mod foreign_servers;
mod house;
mod infer;
mod servers;
mod sign_in;
mod support;
mod thread;
