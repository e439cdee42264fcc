//! MCP client, proxy and gateway that preserve every byte of what a server sends about its tools.
//!
//! The only crate that depends on rmcp. rmcp runs the protocol (`initialize` and `server/discover`, ids, time-outs,
//! cancellation); results that must not lose a key bypass its typed model through [`tap`]. Nothing here depends on
//! the store, the desktop application or the command line.

mod address;
pub mod api_server;
pub mod client;
pub mod connection;
pub mod demo;
pub mod endpoint;
pub mod environment;
pub mod era;
pub mod error;
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
mod sse;
mod stdio;
mod tap;
pub mod wrap;
