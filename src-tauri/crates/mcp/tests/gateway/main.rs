//! The gateway between clients and servers that are both played here, byte by byte, over real sockets and processes.

// In a test an unwrap is an assertion.
#![allow(clippy::unwrap_used)]

mod attacks;
mod calls;
#[path = "../shared/decided.rs"]
mod decided;
mod http;
mod pipes;
mod puppet;
mod remote;
mod sessions;
mod several;
mod stateless;
mod support;
