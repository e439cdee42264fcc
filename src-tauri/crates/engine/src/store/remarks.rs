//! The table `remark`: users' comments on tools. Never sent to a model.

use std::collections::BTreeMap;

use hintsmith_core::toolset::ToolName;
use rusqlite::Connection;

use super::history::ChangeSet;
use super::rows::{Cells, Table, text};

pub const TABLE: Table = Table::new("remark", 2, &["server", "tool", "text", "author", "written_at"]);

pub fn all(connection: &Connection) -> rusqlite::Result<BTreeMap<ToolName, String>> {
    let read = |row| {
        let mut cells = Cells::of(row);
        let (server, tool) = (cells.text()?, cells.text()?);
        Ok((ToolName { server, tool }, cells.text()?))
    };
    TABLE.all(connection)?.into_iter().map(read).collect()
}

/// Writes a comment, or with `None` deletes it.
pub fn set(act: &mut ChangeSet, tool: &ToolName, said: Option<&str>) -> rusqlite::Result<()> {
    let key = [text(&tool.server), text(&tool.tool)];
    match said {
        None => act.delete(&TABLE, &key),
        Some(said) => {
            let known = TABLE.get(act.connection, &key)?;
            if known.is_some_and(|row| row[2] == text(said)) {
                return Ok(());
            }
            let [server, tool] = key;
            let (author, at) = (text(&act.stamp.author), text(&act.stamp.at));
            act.put(&TABLE, vec![server, tool, text(said), author, at])
        }
    }
}
