//! Schema migrations. `user_version` is the number of migrations a file has had.

use hintsmith_core::model::tool::Tool;
use rusqlite::Connection;
use rusqlite::types::Value;
use serde_json::Value as Json;

use super::row_checksum::RowChecksum;
use super::rows::Table;
use super::{is_damage, tools};

/// A migration: a script, and what SQL alone cannot do. One that has shipped never changes, so it has its own copies of
/// tables as they were at its version.
struct Migration {
    script: &'static str,
    finish: fn(&Connection) -> rusqlite::Result<()>,
}

const MIGRATIONS: [Migration; 7] = [
    Migration { script: include_str!("migrations/001_first.sql"), finish: |_| Ok(()) },
    Migration { script: include_str!("migrations/002_servers.sql"), finish: |_| Ok(()) },
    Migration { script: include_str!("migrations/003_decisions.sql"), finish: backfill_checksums },
    Migration { script: include_str!("migrations/004_toolsets.sql"), finish: update_toolset_checksums },
    Migration { script: include_str!("migrations/005_calls.sql"), finish: |_| Ok(()) },
    Migration { script: include_str!("migrations/006_proposed_notes.sql"), finish: |_| Ok(()) },
    Migration { script: include_str!("migrations/007_names.sql"), finish: rename_tables_and_columns },
];
pub const CURRENT_VERSION: u32 = MIGRATIONS.len() as u32;

/// The version of a file written by a newer program.
pub fn newer_version(connection: &Connection) -> rusqlite::Result<Option<u32>> {
    let version = version(connection)?;
    Ok((version > CURRENT_VERSION).then_some(version))
}

/// The version of a non-empty file that needs migration.
pub fn older_version(connection: &Connection) -> rusqlite::Result<Option<u32>> {
    let version = version(connection)?;
    Ok((0 < version && version < CURRENT_VERSION).then_some(version))
}

/// Runs the missing migrations in one transaction, so that a crash leaves either the old format or the new one.
pub fn migrate(connection: &Connection, application_id: i32) -> rusqlite::Result<()> {
    if version(connection)? == CURRENT_VERSION {
        return Ok(());
    }
    connection.execute_batch("BEGIN IMMEDIATE")?;
    match run_missing(connection, application_id) {
        Ok(()) => connection.execute_batch("COMMIT"),
        Err(error) => {
            connection.execute_batch("ROLLBACK")?;
            Err(error)
        }
    }
}

fn run_missing(connection: &Connection, application_id: i32) -> rusqlite::Result<()> {
    // Another process may have migrated while this one waited for the lock.
    let done = version(connection)?.min(CURRENT_VERSION);
    for step in &MIGRATIONS[done as usize..] {
        connection.execute_batch(step.script)?;
        (step.finish)(connection)?;
    }
    connection.pragma_update(None, "application_id", application_id)?;
    connection.pragma_update(None, "user_version", CURRENT_VERSION)
}

pub fn version(connection: &Connection) -> rusqlite::Result<u32> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Migration 3: computes names and fingerprints of the stored tools, and the checksum of every row.
fn backfill_checksums(connection: &Connection) -> rusqlite::Result<()> {
    let names: Vec<String> = connection
        .prepare("SELECT name FROM server")?
        .query_map([], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    let mut update = connection.prepare(
        "UPDATE tool SET name = ?3, fingerprint = ?4, seal = ?5 WHERE server = ?1 AND position = ?2",
    )?;
    for server in &names {
        for (position, tool) in (0_i64..).zip(Tool::parse_list(tools::raw_definitions(connection, server)?)) {
            let (name, fingerprint) = (&*tool.name, &*tool.fingerprint.0);
            let checksum =
                RowChecksum::for_table("tool").text(server).number(position).text(name).text(fingerprint);
            let checksum = checksum.number(1).number(1).text(&tool.raw).finish();
            update.execute((server, position, name, fingerprint, checksum))?;
        }
    }
    // Decisions that were made before the first scan belong to the definitions of the first list.
    connection.execute(
        "UPDATE override SET fingerprint = (
             SELECT fingerprint FROM tool WHERE tool.server = override.server AND tool.name = override.tool
         ) WHERE fingerprint IS NULL AND EXISTS (
             SELECT 1 FROM tool WHERE tool.server = override.server AND tool.name = override.tool
         )",
        [],
    )?;
    let tables = [
        Table::new(
            "override",
            4,
            &[
                "server",
                "tool",
                "environment",
                "field",
                "value",
                "because",
                "fingerprint",
                "author",
                "decided_at",
            ],
        ),
        Table::new("preference", 1, &["key", "value"]),
        Table::new("export", 1, &["target", "path", "written_at", "decisions"]),
        Table::new(
            "server",
            1,
            &[
                "name",
                "source",
                "consent",
                "added_at",
                "enabled",
                "destructive",
                "open_world",
                "list",
                "tools",
                "first_read",
                "signed_in",
                "issuer",
                "read_at",
                "protocol",
                "era",
                "latency_ms",
                "failure",
                "challenge",
                "cut",
                "remarks",
                "output",
            ],
        ),
        Table::new("refresh", 1, &["id", "server", "at", "added", "changed", "gone"]),
    ];
    tables
        .into_iter()
        .try_for_each(|table| table.with_checksum_column("seal").update_all_checksums(connection))
}

/// Migration 4: the columns of these tables have changed.
fn update_toolset_checksums(connection: &Connection) -> rusqlite::Result<()> {
    let tables = [
        Table::new(
            "note",
            5,
            &["server", "tool", "id", "toolset", "name", "text", "position", "author", "written_at"],
        ),
        Table::new("toolset", 1, &["name", "added_at", "description"]),
        Table::new("toolset_tool", 4, &["toolset", "server", "tool", "id", "added_at"]),
        Table::new("export", 1, &["target", "path", "written_at", "decisions", "digests"]),
    ];
    tables
        .into_iter()
        .try_for_each(|table| table.with_checksum_column("seal").update_all_checksums(connection))
}

/// Migration 7: checksums of the renamed tables, and names in the history.
fn rename_tables_and_columns(connection: &Connection) -> rusqlite::Result<()> {
    let renamed = [
        ("remark", Table::new("comment", 2, &["server", "tool", "text", "author", "written_at"])),
        ("equipped", Table::new("active_toolset", 1, &["environment", "toolset", "activated_at"])),
        (
            "former",
            Table::new(
                "tool_version",
                3,
                &["server", "tool", "until", "since", "gone", "fingerprint", "raw"],
            ),
        ),
    ];
    renamed.iter().try_for_each(|(old_name, table)| table.rename_checksums(connection, old_name))?;
    rename_in_history(connection)
}

/// The old and the new name.
type Rename = (&'static str, &'static str);

/// Renamed tables in the history, each with a renamed column.
const RENAMED_IN_HISTORY: [(Rename, Option<Rename>); 5] = [
    (("remark", "comment"), None),
    (("equipped", "active_toolset"), Some(("equipped_at", "activated_at"))),
    (("rule", "rule"), Some(("seen", "written_at_refresh"))),
    (("observation", "observation"), Some(("seen_at", "observed_at"))),
    (("suppression", "suppression"), Some(("made_at", "suppressed_at"))),
];

/// Renames tables and columns in the history, so that earlier changes can still be undone. A damaged entry is left as it is.
fn rename_in_history(connection: &Connection) -> rusqlite::Result<()> {
    const CHANGES: usize = 6;
    let history = Table::new(
        "history",
        1,
        &[
            "id",
            "at",
            "author",
            "via",
            "summary",
            "size",
            "changes",
            "irreversible",
            "undoes",
            "redoes",
            "undone_by",
        ],
    );
    let ids: Vec<i64> = connection
        .prepare("SELECT id FROM history ORDER BY id")?
        .query_map([], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    for id in ids {
        let mut row = match history.get(connection, &[Value::Integer(id)]) {
            Ok(Some(row)) => row,
            Ok(None) => continue,
            Err(error) if is_damage(&error) => continue,
            Err(error) => return Err(error),
        };
        let Value::Text(text) = &row[CHANGES] else { continue };
        let Ok(mut changes) = serde_json::from_str::<Vec<Json>>(text) else { continue };
        let renamed = changes.iter_mut().map(rename_in_change).filter(|renamed| *renamed).count();
        if renamed > 0 {
            row[CHANGES] = Value::Text(Json::from(changes).to_string());
            history.put(connection, &row)?;
        }
    }
    Ok(())
}

/// Renames the table and columns of one changed row. Returns whether there was something to rename.
fn rename_in_change(change: &mut Json) -> bool {
    let table = change["table"].as_str();
    let renamed = RENAMED_IN_HISTORY.iter().find(|((old_table, _), _)| table == Some(old_table));
    let Some(((_, new_table), column)) = renamed else { return false };
    change["table"] = Json::from(*new_table);
    for side in ["before", "after"] {
        let row = change.get_mut(side).and_then(Json::as_object_mut);
        if let (Some((old_column, new_column)), Some(row)) = (column, row) {
            let rename =
                |(name, value)| (if name == *old_column { (*new_column).to_owned() } else { name }, value);
            *row = std::mem::take(row).into_iter().map(rename).collect();
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::undo::UNDOABLE_TABLES;
    use super::*;

    #[test]
    fn names_in_the_history_become_those_of_the_current_tables() {
        for ((old_table, _), column) in RENAMED_IN_HISTORY {
            let old_column = column.map_or("author", |(old_column, _)| old_column);
            let mut change =
                json!({"table": old_table, "before": null, "after": {"first": 1, old_column: 2, "last": 3}});
            assert!(rename_in_change(&mut change));
            let table = UNDOABLE_TABLES.into_iter().find(|table| change["table"] == table.name).unwrap();
            let after = change["after"].as_object().unwrap();
            let names: Vec<&str> = after.keys().map(String::as_str).collect();
            assert!(names[0] == "first" && names[2] == "last" && after[names[1]] == 2, "{change}");
            assert!(table.columns.contains(&names[1]), "{change}");
            assert_eq!(change["before"], Json::Null);
        }
        let mut other = json!({"table": "note", "before": null, "after": {"seen": 1}});
        assert!(!rename_in_change(&mut other));
        assert_eq!(other["after"], json!({"seen": 1}));
    }
}
