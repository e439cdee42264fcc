//! The table `note`: named texts for the model.

use std::collections::HashMap;

use rusqlite::Connection;

use super::overrides::ToolId;
use super::rows::{Cells, Table};

pub const TABLE: Table =
    Table::new("note", 4, &["server", "tool", "toolset", "name", "text", "author", "written_at"]);

/// The notes of each tool: name and text.
pub fn all(connection: &Connection) -> rusqlite::Result<HashMap<ToolId, Vec<(String, String)>>> {
    let mut notes: HashMap<ToolId, Vec<(String, String)>> = HashMap::new();
    for row in TABLE.all(connection)? {
        let mut cells = Cells::of(row);
        let id = (cells.text()?, cells.text()?);
        let _toolset = cells.text()?;
        notes.entry(id).or_default().push((cells.text()?, cells.text()?));
    }
    Ok(notes)
}
