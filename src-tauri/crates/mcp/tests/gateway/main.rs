//! The gateway between scripted clients and servers, over real sockets and processes.

// In a test an unwrap is an assertion.
#![allow(clippy::unwrap_used)]

mod agent_tools;
mod aggregation;
mod attacks;
mod bridge;
mod concurrency;
mod elicitation;
#[path = "../shared/eliciting_approver.rs"]
mod eliciting_approver;
mod faults;
mod framing;
mod header_params;
mod http_client;
mod http_upstreams;
mod isolation;
mod limits;
mod passthrough;
mod program;
mod scripted_server;
mod sessions;
mod stateless;
mod stdio;
mod support;
mod tasks;
#[path = "../shared/test_policies.rs"]
mod test_policies;
#[path = "../shared/watchdog.rs"]
mod watchdog;
mod withheld_tools;
