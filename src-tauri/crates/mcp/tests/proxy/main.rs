//! Tests of the proxy between a simulated client and a simulated server, compared byte by byte.

// In tests an unwrap is an assertion.
#![allow(clippy::unwrap_used)]

mod approval;
#[path = "../shared/asks.rs"]
mod asks;
mod backpressure;
#[path = "../shared/decided.rs"]
mod decided;
mod elicitation;
mod fidelity;
mod list_changed;
mod process;
mod shutdown;
mod support;
mod tool_lists;
#[path = "../shared/watchdog.rs"]
mod watchdog;
mod withheld_tools;
