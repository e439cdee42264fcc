//! The proxy between a client and a server that are both played here, byte by byte.

// In a test an unwrap is an assertion.
#![allow(clippy::unwrap_used)]

mod approval;
#[path = "../shared/asks.rs"]
mod asks;
mod changes;
#[path = "../shared/decided.rs"]
mod decided;
mod elicited;
mod ends;
mod fidelity;
mod flow;
mod hidden;
mod lists;
mod support;
#[path = "../shared/watchdog.rs"]
mod watchdog;
mod wrapped;
