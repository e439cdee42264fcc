//! Diagnostics outside the protocol.

/// A proxy never prints; its host decides where its diagnostics go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProxyOutput<'a> {
    /// A line on the server's standard output that is not a message.
    StrayLine(&'a [u8]),
    /// The reason why a message was not forwarded.
    Warning(&'a str),
}
