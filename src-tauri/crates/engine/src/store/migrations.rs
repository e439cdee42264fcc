//! The schema, version by version. `user_version` counts the steps a file has taken.

use rusqlite::Connection;

/// One script per version; a script that has shipped never changes.
const STEPS: [&str; 2] =
    [include_str!("migrations/001_first.sql"), include_str!("migrations/002_servers.sql")];
const CURRENT: u32 = STEPS.len() as u32;

/// The version of a file made by a later program.
pub fn newer_version(connection: &Connection) -> rusqlite::Result<Option<u32>> {
    let version = version(connection)?;
    Ok((version > CURRENT).then_some(version))
}

/// Takes the missing steps in one transaction, so that a crash leaves either the old format or the new one.
pub fn migrate(connection: &Connection, application_id: i32) -> rusqlite::Result<()> {
    if version(connection)? == CURRENT {
        return Ok(());
    }
    // Another process may have taken the steps while we waited for the lock.
    connection.execute_batch("BEGIN IMMEDIATE")?;
    let done = version(connection)?;
    let script = STEPS[done.min(CURRENT) as usize..].concat();
    let result = connection
        .execute_batch(&script)
        .and_then(|()| connection.pragma_update(None, "application_id", application_id))
        .and_then(|()| connection.pragma_update(None, "user_version", CURRENT));
    match result {
        Ok(()) => connection.execute_batch("COMMIT"),
        Err(error) => {
            connection.execute_batch("ROLLBACK")?;
            Err(error)
        }
    }
}

fn version(connection: &Connection) -> rusqlite::Result<u32> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}
