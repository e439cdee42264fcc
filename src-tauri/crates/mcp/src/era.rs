//! Protocol generations of MCP.

/// The two connection lifecycles of MCP.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Era {
    /// 2026-07-28 and later: every request is self-contained and `server/discover` identifies the server.
    Stateless,
    /// Up to 2025-11-25: `initialize` opens a session.
    Handshake,
}
