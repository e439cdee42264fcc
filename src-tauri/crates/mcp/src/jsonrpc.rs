//! JSON-RPC 2.0 messages as text, for `proxy` and `gateway`: parsed one level deep and edited, never re-serialised.
//!
//! `lines` reads newline-delimited messages within a size limit. `frame` parses one message into its raw members and
//! reports what two parsers could read differently. `id` compares request ids, `envelope` recovers the id of a message
//! that is too long to buffer or is not JSON, `list_result` finds the tools of a list result, `single_line`
//! keeps a message on one line, `response` builds our own results, errors and notifications.

pub(crate) mod envelope;
pub(crate) mod frame;
pub(crate) mod id;
pub(crate) mod lines;
pub(crate) mod list_result;
pub(crate) mod response;
pub(crate) mod single_line;
