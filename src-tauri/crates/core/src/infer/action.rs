//! What a verb does to the data it is applied to.

/// Effect of a verb on the data it is applied to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    Read,
    Export,
    Compute,
    Generate,
    Create,
    Update,
    Edit,
    Upsert,
    Save,
    Append,
    Send,
    Spend,
    Start,
    Execute,
    Rotate,
    Operate,
    Delete,
    Stop,
    Overwrite,
    Move,
    Merge,
    Archive,
    Publish,
    Toggle,
    Manage,
}

impl Action {
    /// Returns whether the action changes nothing by itself.
    pub const fn is_harmless(self) -> bool {
        matches!(self, Self::Read | Self::Export | Self::Compute | Self::Generate)
    }
}
