//! The table `policy`: how a call of a tool is met, where a person chose.

use super::rows::Table;

pub const TABLE: Table =
    Table::new("policy", 3, &["server", "tool", "environment", "mode", "author", "decided_at"]);
