//! The tables `toolset`, `toolset_tool` and `equipped`: named selections of tools, and the active one of each
//! environment.

use std::collections::BTreeMap;

use hintsmith_core::toolset::{ToolReference, Toolset};
use rusqlite::Connection;

use super::history::ChangeSet;
use super::notes::{cells, reference};
use super::rows::{Cells, Table, optional, text};

pub const TABLE: Table = Table::new("toolset", 1, &["name", "added_at", "description"]);

pub const TOOLS: Table = Table::new("toolset_tool", 4, &["toolset", "server", "tool", "id", "added_at"]);

pub const EQUIPPED: Table = Table::new("equipped", 1, &["environment", "toolset", "equipped_at"]);

/// A toolset and when it was added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredToolset {
    pub set: Toolset,
    pub added_at: String,
}

pub fn all(connection: &Connection) -> rusqlite::Result<BTreeMap<String, StoredToolset>> {
    let mut toolsets = BTreeMap::new();
    for row in TABLE.all(connection)? {
        let mut cells = Cells::of(row);
        let (name, added_at, description) = (cells.text()?, cells.text()?, cells.optional_text()?);
        toolsets.insert(name, StoredToolset { set: Toolset { description, tools: Vec::new() }, added_at });
    }
    for row in TOOLS.all(connection)? {
        let mut cells = Cells::of(row);
        let toolset = cells.text()?;
        let tool = reference(&mut cells)?;
        if let Some(stored) = toolsets.get_mut(&toolset) {
            stored.set.add(tool);
        }
    }
    Ok(toolsets)
}

/// The active toolset, by environment.
pub fn equipped(connection: &Connection) -> rusqlite::Result<BTreeMap<String, String>> {
    let read = |row| {
        let mut cells = Cells::of(row);
        Ok((cells.text()?, cells.text()?))
    };
    EQUIPPED.all(connection)?.into_iter().map(read).collect()
}

/// Creates a toolset, or changes the description of an existing one.
pub fn put(
    act: &mut ChangeSet,
    name: &str,
    description: Option<&str>,
    added_at: &str,
) -> rusqlite::Result<()> {
    act.put(&TABLE, vec![text(name), text(added_at), optional(description)])
}

pub fn add(act: &mut ChangeSet, toolset: &str, tool: &ToolReference) -> rusqlite::Result<()> {
    let (server, own, id) = cells(tool);
    let at = text(&act.stamp.at);
    act.put(&TOOLS, vec![text(toolset), server, own, id, at])
}

pub fn remove(act: &mut ChangeSet, toolset: &str, tool: &ToolReference) -> rusqlite::Result<()> {
    let (server, own, id) = cells(tool);
    act.delete(&TOOLS, &[text(toolset), server, own, id])
}

/// Replaces the contents of a toolset.
pub fn replace(
    act: &mut ChangeSet,
    name: &str,
    before: Option<&StoredToolset>,
    set: &Toolset,
    added_at: &str,
) -> rusqlite::Result<()> {
    put(act, name, set.description.as_deref(), added_at)?;
    let none = Toolset::default();
    let old = before.map_or(&none, |stored| &stored.set);
    // Compared including the id: a reference with another id is another row. Both lists are sorted.
    let without = |one: &Toolset, other: &Toolset| -> Vec<ToolReference> {
        one.tools.iter().filter(|tool| other.tools.binary_search(tool).is_err()).cloned().collect()
    };
    without(old, set).iter().try_for_each(|tool| remove(act, name, tool))?;
    without(set, old).iter().try_for_each(|tool| add(act, name, tool))
}

pub fn delete(act: &mut ChangeSet, name: &str, stored: &StoredToolset) -> rusqlite::Result<()> {
    stored.set.tools.iter().try_for_each(|tool| remove(act, name, tool))?;
    act.delete(&TABLE, &[text(name)])
}

/// Activates a toolset in an environment; `None` deactivates.
pub fn equip(act: &mut ChangeSet, environment: &str, toolset: Option<&str>) -> rusqlite::Result<()> {
    let key = [text(environment)];
    match toolset {
        None => act.delete(&EQUIPPED, &key),
        Some(name) => {
            let known = EQUIPPED.get(act.connection, &key)?;
            if known.is_some_and(|row| row[1] == text(name)) {
                return Ok(());
            }
            let at = text(&act.stamp.at);
            act.put(&EQUIPPED, vec![text(environment), text(name), at])
        }
    }
}
