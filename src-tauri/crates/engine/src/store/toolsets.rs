//! The tables `toolset` and `toolset_tool`: named selections of tools.

use super::rows::Table;

pub const TABLE: Table = Table::new("toolset", 1, &["name", "added_at"]);

pub const TOOLS: Table =
    Table::new("toolset_tool", 3, &["toolset", "server", "tool", "fingerprint", "added_at"]);
