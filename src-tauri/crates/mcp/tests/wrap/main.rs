//! Tests of the proxy between a simulated client and a simulated server, compared byte by byte.

// In tests an unwrap is an assertion.
#![allow(clippy::unwrap_used)]

mod approval;
mod backpressure;
mod elicitation;
#[path = "../shared/eliciting_approver.rs"]
mod eliciting_approver;
mod fidelity;
mod list_changed;
mod process;
mod shutdown;
mod support;
#[path = "../shared/test_policies.rs"]
mod test_policies;
mod tool_lists;
#[path = "../shared/watchdog.rs"]
mod watchdog;
mod withheld_tools;
