//! JSON-RPC 2.0 over bytes, for both proxies: messages are read one level deep and edited as text, never re-serialised.
//!
//! `lines` reads newline-delimited messages within a size limit, `frame` parses one message into its raw members, and
//! rejects what two parsers could read differently. `id` compares request ids, `envelope` recovers the id of a message that is
//! too long to keep, `list_result` walks the items of a list result, `splice` replaces parts of a message and keeps every other
//! byte, `response` writes results and errors of our own.

pub(crate) mod envelope;
pub(crate) mod frame;
pub(crate) mod id;
pub(crate) mod lines;
pub(crate) mod list_result;
pub(crate) mod response;
pub(crate) mod splice;
