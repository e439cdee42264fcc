//! The tables `toolset`, `toolset_tool` and `active_toolset`: named selections of tools, and the active one of each
//! environment.

use std::collections::BTreeMap;

use hintsmith_core::model::toolset::{ToolReference, Toolset};
use rusqlite::Connection;

use super::history::ChangeSet;
use super::notes::{read_reference, reference_columns};
use super::rows::{Cells, Table, optional_text, text};

pub const TABLE: Table = Table::new("toolset", 1, &["name", "added_at", "description"]);

pub const TOOLS: Table = Table::new("toolset_tool", 4, &["toolset", "server", "tool", "id", "added_at"]);

pub const ACTIVE: Table = Table::new("active_toolset", 1, &["environment", "toolset", "activated_at"]);

/// A toolset and when it was added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredToolset {
    pub set: Toolset,
    pub added_at: String,
}

pub fn all(connection: &Connection) -> rusqlite::Result<BTreeMap<String, StoredToolset>> {
    let mut toolsets = BTreeMap::new();
    for row in TABLE.all(connection)? {
        let mut cells = Cells::new(row);
        let (name, added_at, description) = (cells.text()?, cells.text()?, cells.optional_text()?);
        toolsets.insert(name, StoredToolset { set: Toolset { description, tools: Vec::new() }, added_at });
    }
    for row in TOOLS.all(connection)? {
        let mut cells = Cells::new(row);
        let toolset = cells.text()?;
        let tool = read_reference(&mut cells)?;
        if let Some(stored) = toolsets.get_mut(&toolset) {
            stored.set.add(tool);
        }
    }
    Ok(toolsets)
}

/// The active toolset, by environment.
pub fn active(connection: &Connection) -> rusqlite::Result<BTreeMap<String, String>> {
    let read = |row| {
        let mut cells = Cells::new(row);
        Ok((cells.text()?, cells.text()?))
    };
    ACTIVE.all(connection)?.into_iter().map(read).collect()
}

/// Creates a toolset, or changes the description of an existing one.
pub fn put(
    changes: &mut ChangeSet,
    name: &str,
    description: Option<&str>,
    added_at: &str,
) -> rusqlite::Result<()> {
    changes.put(&TABLE, vec![text(name), text(added_at), optional_text(description)])
}

pub fn add(changes: &mut ChangeSet, toolset: &str, tool: &ToolReference) -> rusqlite::Result<()> {
    let (server, tool_name, id) = reference_columns(tool);
    let at = text(&changes.origin.at);
    changes.put(&TOOLS, vec![text(toolset), server, tool_name, id, at])
}

pub fn remove(changes: &mut ChangeSet, toolset: &str, tool: &ToolReference) -> rusqlite::Result<()> {
    let (server, tool_name, id) = reference_columns(tool);
    changes.delete(&TOOLS, &[text(toolset), server, tool_name, id])
}

/// Replaces the contents of a toolset.
pub fn replace(
    changes: &mut ChangeSet,
    name: &str,
    previous: Option<&StoredToolset>,
    set: &Toolset,
    added_at: &str,
) -> rusqlite::Result<()> {
    put(changes, name, set.description.as_deref(), added_at)?;
    let none = Toolset::default();
    let previous_set = previous.map_or(&none, |stored| &stored.set);
    // Compared including the id: a reference with another id is another row. Both lists are sorted.
    let difference = |one: &Toolset, other: &Toolset| -> Vec<ToolReference> {
        one.tools.iter().filter(|tool| other.tools.binary_search(tool).is_err()).cloned().collect()
    };
    difference(previous_set, set).iter().try_for_each(|tool| remove(changes, name, tool))?;
    difference(set, previous_set).iter().try_for_each(|tool| add(changes, name, tool))
}

pub fn delete(changes: &mut ChangeSet, name: &str, stored: &StoredToolset) -> rusqlite::Result<()> {
    stored.set.tools.iter().try_for_each(|tool| remove(changes, name, tool))?;
    changes.delete(&TABLE, &[text(name)])
}

/// Activates a toolset in an environment; `None` deactivates.
pub fn set_active(changes: &mut ChangeSet, environment: &str, toolset: Option<&str>) -> rusqlite::Result<()> {
    let key = [text(environment)];
    match toolset {
        None => changes.delete(&ACTIVE, &key),
        Some(name) => {
            let existing = ACTIVE.get(changes.connection, &key)?;
            if existing.is_some_and(|row| row[1] == text(name)) {
                return Ok(());
            }
            let at = text(&changes.origin.at);
            changes.put(&ACTIVE, vec![text(environment), text(name), at])
        }
    }
}
