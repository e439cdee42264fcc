//! The integration tests, in one binary: the real program, real processes, a real database file.

// In a test an unwrap is an assertion.
#![allow(clippy::unwrap_used)]

mod bad_input;
mod conformance;
mod consent;
mod documents;
mod foreign_servers;
mod hostile_lists;
mod hostile_servers;
mod hostile_text;
mod house;
mod http_servers;
mod import;
mod infer;
mod live;
#[cfg(target_os = "linux")]
mod many;
mod odd_servers;
mod registry;
mod servers;
mod sign_in;
mod slow_servers;
mod support;
mod thread;
