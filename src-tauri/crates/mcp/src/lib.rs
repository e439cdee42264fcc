//! Speaks MCP, and keeps every byte of what a server says about its tools.
//!
//! The only home of rmcp. rmcp runs the protocol (both eras, ids, time-outs, cancellation); results that must not lose
//! a key pass around its typed model through [`tap`]. Nothing here knows the store, the window or the command line.

pub mod client;
pub mod connection;
pub mod demo;
pub mod environment;
pub mod failure;
pub mod fetch;
#[doc(hidden)]
pub mod fuzzing;
pub mod gateway;
mod http;
mod jsonrpc;
pub mod limits;
pub mod process;
pub mod proxy;
pub mod sign_in;
mod tap;
mod transport;
pub mod upstream;
