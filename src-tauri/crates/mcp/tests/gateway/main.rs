//! The gateway between clients and servers that are both played here, byte by byte, over real sockets and processes.

// In a test an unwrap is an assertion.
#![allow(clippy::unwrap_used)]

#[path = "../shared/asks.rs"]
mod asks;
mod attacks;
mod bounds;
mod bridge;
mod calls;
mod crowd;
#[path = "../shared/decided.rs"]
mod decided;
mod elicited;
mod faults;
mod framing;
mod headers;
mod hidden;
mod http;
mod ours;
mod pipes;
mod program;
mod puppet;
mod remote;
mod sessions;
mod several;
mod shared;
mod stateless;
mod support;
mod tasks;
#[path = "../shared/watchdog.rs"]
mod watchdog;
