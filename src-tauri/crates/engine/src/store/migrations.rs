//! Schema migrations. `user_version` is the number of migrations a file has had.

use hintsmith_core::model::tool::Tool;
use rusqlite::Connection;

use super::rows::Table;
use super::tools::NewTool;
use super::{exports, notes, overrides, preferences, refreshes, servers, tools, toolsets};

/// A migration: a script, and what SQL alone cannot do. One that has shipped never changes.
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
    Migration { script: include_str!("migrations/007_export_order.sql"), finish: |_| Ok(()) },
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
    for server in &names {
        let parsed = Tool::parse_list(tools::raw_definitions(connection, server)?);
        let list: Vec<NewTool> = parsed.iter().map(NewTool::from).collect();
        tools::backfill_definitions(connection, server, &list)?;
        overrides::bind_to_definitions(connection, server)?;
    }
    // The columns at that version.
    let exports = Table::new("export", 1, &["target", "path", "written_at", "decisions"]);
    for table in [&overrides::TABLE, &preferences::TABLE, &exports, &servers::TABLE, &refreshes::TABLE] {
        table.update_all_checksums(connection)?;
    }
    Ok(())
}

/// Migration 4: the columns of these tables have changed.
fn update_toolset_checksums(connection: &Connection) -> rusqlite::Result<()> {
    [&notes::TABLE, &toolsets::TABLE, &toolsets::TOOLS, &exports::TABLE]
        .into_iter()
        .try_for_each(|table| table.update_all_checksums(connection))
}
