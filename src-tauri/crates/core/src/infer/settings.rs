//! How a person wants two of the hints to be read.

/// What inference is told beforehand.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Settings {
    pub destructive: DestructiveReading,
    pub open_world: OpenWorldReading,
}

/// What counts as destructive.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum DestructiveReading {
    /// Deleting, overwriting, revoking, cancelling.
    #[default]
    Narrow,
    /// Any change.
    Broad,
}

/// What the tools of a server reach.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum OpenWorldReading {
    #[default]
    ByTool,
    /// An external system: every tool is open world.
    External,
    /// The server's own data: no tool is.
    Own,
}
