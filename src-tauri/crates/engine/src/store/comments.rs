//! The table `comment`: users' comments on tools. Never sent to a model.

use std::collections::BTreeMap;

use hintsmith_core::model::toolset::ToolName;
use rusqlite::Connection;

use super::history::ChangeSet;
use super::rows::{Cells, Table, text};

pub const TABLE: Table = Table::new("comment", 2, &["server", "tool", "text", "author", "written_at"]);

pub fn all(connection: &Connection) -> rusqlite::Result<BTreeMap<ToolName, String>> {
    let read = |row| {
        let mut cells = Cells::new(row);
        let (server, tool) = (cells.text()?, cells.text()?);
        Ok((ToolName { server, tool }, cells.text()?))
    };
    TABLE.all(connection)?.into_iter().map(read).collect()
}

/// Writes a comment, or with `None` deletes it.
pub fn set(changes: &mut ChangeSet, tool: &ToolName, comment: Option<&str>) -> rusqlite::Result<()> {
    let key = [text(&tool.server), text(&tool.tool)];
    match comment {
        None => changes.delete(&TABLE, &key),
        Some(comment) => {
            let existing = TABLE.get(changes.connection, &key)?;
            if existing.is_some_and(|row| row[2] == text(comment)) {
                return Ok(());
            }
            let [server, tool] = key;
            let (author, at) = (text(&changes.origin.author), text(&changes.origin.at));
            changes.put(&TABLE, vec![server, tool, text(comment), author, at])
        }
    }
}

/// Moves the comment of a tool to the name it was renamed to, unless that one has a comment.
pub fn move_tool(changes: &mut ChangeSet, server: &str, from: &str, to: &str) -> rusqlite::Result<()> {
    let Some(mut row) = TABLE.get(changes.connection, &[text(server), text(from)])? else { return Ok(()) };
    changes.delete(&TABLE, &row[..TABLE.key_len])?;
    row[1] = text(to);
    match TABLE.get(changes.connection, &row[..TABLE.key_len])? {
        Some(_) => Ok(()),
        None => changes.put(&TABLE, row),
    }
}
