//! The SQLite file: opening it safely, and one module per table.
//!
//! Decisions are durable (`synchronous=FULL`) and belong to nobody's cascade: removing a server keeps them.

pub mod exports;
mod json;
mod migrations;
pub mod overrides;
pub mod preferences;
pub mod servers;
pub mod tools;

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};
use thiserror::Error;

use crate::error::{ApiError, ErrorCode};

pub const FILE_NAME: &str = "hintsmith.db";

/// Marks the file as ours: "Hint" in ASCII.
const APPLICATION_ID: i32 = 0x4869_6e74;

pub struct Store {
    pub connection: Connection,
    pub path: PathBuf,
    /// Why the file can only be read, if so.
    pub read_only: Option<String>,
}

#[derive(Debug, Error)]
pub enum StoreError {
    #[error("the folder {} could not be made: {error}", path.display())]
    Folder { path: PathBuf, error: std::io::Error },
    #[error("{} is a database of another program", .0.display())]
    Foreign(PathBuf),
    #[error("{} is not a readable database: {error}", path.display())]
    Damaged { path: PathBuf, error: rusqlite::Error },
    #[error("there is no room left to write {}", .0.display())]
    Full(PathBuf),
    #[error("{} is in use by another program that does not finish", .0.display())]
    Busy(PathBuf),
    #[error("the database {} failed: {error}", path.display())]
    Sqlite { path: PathBuf, error: rusqlite::Error },
}

impl StoreError {
    pub fn sqlite(path: &Path, error: rusqlite::Error) -> Self {
        let path = path.to_owned();
        match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DiskFull) => Self::Full(path),
            Some(rusqlite::ErrorCode::DatabaseBusy | rusqlite::ErrorCode::DatabaseLocked) => Self::Busy(path),
            Some(rusqlite::ErrorCode::NotADatabase | rusqlite::ErrorCode::DatabaseCorrupt) => {
                Self::Damaged { path, error }
            }
            _ => Self::Sqlite { path, error },
        }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        let hint = match &error {
            StoreError::Folder { .. } => "Choose another folder with --data or HINTSMITH_DATA.",
            StoreError::Foreign(_) => {
                "Choose another folder with --data or HINTSMITH_DATA; the file was not touched."
            }
            StoreError::Damaged { .. } => {
                "The file was not touched. Move it away and start again, or put a backup in its place."
            }
            StoreError::Full(_) => "Free some space and try again; what was saved before is still there.",
            StoreError::Busy(_) => "Close the other program or try again in a moment.",
            StoreError::Sqlite { .. } => "Try again; what was saved before is still there.",
        };
        Self::new(ErrorCode::Store, error.to_string(), hint)
    }
}

impl Store {
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        let path = folder.join(FILE_NAME);
        if !path.exists() {
            make_folder(folder)?;
        }
        match Self::open_writable(&path) {
            Err(StoreError::Sqlite { error, .. }) if is_read_only(&error) && path.exists() => {
                let why = format!("{} is write-protected", path.display());
                Self::open_read_only(path, why)
            }
            result => result,
        }
    }

    fn open_writable(path: &Path) -> Result<Self, StoreError> {
        let sqlite = |error| StoreError::sqlite(path, error);
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let connection = Connection::open_with_flags(path, flags).map_err(sqlite)?;
        prepare(&connection).map_err(sqlite)?;
        check_owner(&connection, path)?;
        if let Some(version) = migrations::newer_version(&connection).map_err(sqlite)? {
            let shown = path.display();
            let why = format!(
                "{shown} was written by a newer Hintsmith (format {version}); this one reads it only"
            );
            return Self::open_read_only(path.to_owned(), why);
        }
        write_ready(&connection).map_err(sqlite)?;
        Ok(Self { connection, path: path.to_owned(), read_only: None })
    }

    fn open_read_only(path: PathBuf, why: String) -> Result<Self, StoreError> {
        let sqlite = |error| StoreError::sqlite(&path, error);
        let open = || -> rusqlite::Result<Connection> {
            let connection = Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
            connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
            Ok(connection)
        };
        // A WAL database in a folder where the -shm file cannot be made opens only as immutable.
        let immutable = |_| -> rusqlite::Result<Connection> {
            let uri = format!("file:{}?immutable=1", uri_path(&path));
            let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
            Connection::open_with_flags(uri, flags)
        };
        let connection = open().or_else(immutable).map_err(sqlite)?;
        connection.busy_timeout(Duration::from_secs(5)).map_err(sqlite)?;
        check_owner(&connection, &path)?;
        Ok(Self { connection, read_only: Some(why), path })
    }
}

fn make_folder(folder: &Path) -> Result<(), StoreError> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).map_err(|error| StoreError::Folder { path: folder.to_owned(), error })
}

fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.pragma_update(None, "synchronous", "FULL")
}

/// Refuses a database that someone else made, before anything is written to it.
fn check_owner(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let sqlite = |error| StoreError::sqlite(path, error);
    let tables: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).map_err(sqlite)?;
    let owner: i32 =
        connection.pragma_query_value(None, "application_id", |row| row.get(0)).map_err(sqlite)?;
    if tables > 0 && owner != APPLICATION_ID {
        return Err(StoreError::Foreign(path.to_owned()));
    }
    Ok(())
}

/// Brings the file to the current format, or fails when it cannot be written.
fn write_ready(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
    connection.execute_batch("BEGIN IMMEDIATE; ROLLBACK;")?;
    migrations::migrate(connection, APPLICATION_ID)
}

fn is_read_only(error: &rusqlite::Error) -> bool {
    matches!(
        error.sqlite_error_code(),
        Some(
            rusqlite::ErrorCode::ReadOnly
                | rusqlite::ErrorCode::CannotOpen
                | rusqlite::ErrorCode::PermissionDenied
        )
    )
}

/// The characters that mean something in a URI, escaped.
fn uri_path(path: &Path) -> String {
    path.display().to_string().replace('%', "%25").replace('?', "%3f").replace('#', "%23")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(error: StoreError) -> String {
        ApiError::from(error).message
    }

    #[test]
    fn a_new_store_is_made_and_opens_again() {
        let folder = tempfile::tempdir().unwrap();
        let deep = folder.path().join("a/b");
        for _ in 0..2 {
            let store = Store::open(&deep).unwrap();
            assert_eq!(store.read_only, None);
            let mode: String =
                store.connection.pragma_query_value(None, "journal_mode", |row| row.get(0)).unwrap();
            assert_eq!(mode, "wal");
        }
    }

    #[test]
    fn a_database_of_another_program_is_not_touched() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE_NAME);
        Connection::open(&path).unwrap().execute_batch("CREATE TABLE theirs (x)").unwrap();
        let before = std::fs::read(&path).unwrap();
        let error = Store::open(folder.path()).err().unwrap();
        assert!(message(error).contains("another program"));
        assert_eq!(std::fs::read(&path).unwrap(), before);
    }

    #[test]
    fn a_file_that_is_no_database_is_refused_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE_NAME);
        std::fs::write(&path, "x".repeat(4096)).unwrap();
        assert!(message(Store::open(folder.path()).err().unwrap()).contains("not a readable database"));
        assert_eq!(std::fs::read_to_string(&path).unwrap().len(), 4096);
    }

    #[test]
    fn a_newer_format_is_opened_for_reading_only() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        store.connection.pragma_update(None, "user_version", 99).unwrap();
        drop(store);
        let store = Store::open(folder.path()).unwrap();
        assert!(store.read_only.unwrap().contains("newer Hintsmith (format 99)"));
    }
}
