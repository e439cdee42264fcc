//! The SQLite store: opening it safely, and one module per table.
//!
//! Decisions are durable (`synchronous=FULL`) and are in no foreign-key cascade: removing a server keeps them. Every
//! change by a user goes through [`history`], and every row that decisions depend on has a checksum ([`row_checksum`]).

pub mod backups;
pub mod calls;
pub mod check;
pub mod comments;
pub mod environments;
pub mod exports;
pub mod gateway_state;
pub mod guess_corrections;
pub mod history;
mod json;
mod lock;
pub mod migrations;
pub mod notes;
pub mod observations;
pub mod operations;
pub mod overrides;
pub mod policies;
pub mod preferences;
pub mod refreshes;
pub mod reviews;
pub mod row_checksum;
pub mod rows;
pub mod rules;
pub mod runs;
pub mod saved_calls;
pub mod servers;
pub mod suppressions;
pub mod tool_versions;
pub mod tools;
pub mod toolsets;
pub mod undo;

use std::path::{Path, PathBuf};
use std::time::Duration;

use hintsmith_core::model::note::{FULL_HINT, NoteError};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};
use thiserror::Error;

use crate::error::{ApiError, ErrorCode};
use crate::files;
use lock::Lock;

pub const FILE_NAME: &str = "hintsmith.db";

/// `application_id` of the database: "Hint" in ASCII.
const APPLICATION_ID: i32 = 0x4869_6e74;

/// Busy timeout while another process writes. A large import takes seconds.
const BUSY_TIMEOUT: Duration = Duration::from_secs(30);

/// The open database.
pub struct Store {
    pub connection: Connection,
    pub path: PathBuf,
    /// Why the file is read-only, if it is.
    pub read_only: Option<String>,
    /// Keeps the file from being replaced while it is open.
    _lock: Option<Lock>,
}

#[derive(Debug, Error)]
pub enum StoreError {
    #[error("the folder {} could not be created: {error}", path.display())]
    Folder { path: PathBuf, error: std::io::Error },
    #[error("{} belongs to another program", .0.display())]
    Foreign(PathBuf),
    #[error("{} is damaged: {why}", path.display())]
    Damaged { path: PathBuf, why: String },
    #[error("{} is open in another Hintsmith process", .0.display())]
    InUse(PathBuf),
    #[error("the backup {} cannot be used: {why}", path.display())]
    Backup { path: PathBuf, why: String },
    #[error("the disk is full: cannot write {}", .0.display())]
    Full(PathBuf),
    #[error("{} is locked by another program", .0.display())]
    Busy(PathBuf),
    /// A write-protected file cannot be migrated.
    #[error("{} has the older format {version} and is write-protected", path.display())]
    OlderFormat { path: PathBuf, version: u32 },
    /// A limit for notes was exceeded. Nothing is wrong with the store.
    #[error("{0}")]
    Notes(NoteError),
    #[error("the database {} failed: {error}", path.display())]
    Sqlite { path: PathBuf, error: rusqlite::Error },
}

impl StoreError {
    /// Converts an error of SQLite. Values that cannot be read are damage.
    pub fn from_sqlite(path: &Path, error: rusqlite::Error) -> Self {
        let path = path.to_owned();
        let error = match error {
            rusqlite::Error::ToSqlConversionFailure(why) => match why.downcast() {
                Ok(refusal) => return Self::Notes(*refusal),
                Err(why) => rusqlite::Error::ToSqlConversionFailure(why),
            },
            error => error,
        };
        match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DiskFull) => Self::Full(path),
            Some(rusqlite::ErrorCode::DatabaseBusy | rusqlite::ErrorCode::DatabaseLocked) => Self::Busy(path),
            Some(rusqlite::ErrorCode::NotADatabase | rusqlite::ErrorCode::DatabaseCorrupt) => {
                Self::Damaged { path, why: error.to_string() }
            }
            None if is_corrupt_value(&error) => Self::Damaged { path, why: error.to_string() },
            Some(_) if is_cut_off(&error) => {
                Self::Damaged { path, why: "the file ends too early".to_owned() }
            }
            _ => Self::Sqlite { path, error },
        }
    }

    /// As [`from_sqlite`](Self::from_sqlite), for a store of the current format: a missing table or column is damage
    /// too.
    pub fn from_current_format(path: &Path, error: rusqlite::Error) -> Self {
        match error {
            rusqlite::Error::SqlInputError { .. } | rusqlite::Error::InvalidColumnName(_) => {
                Self::Damaged { path: path.to_owned(), why: error.to_string() }
            }
            error => Self::from_sqlite(path, error),
        }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        let hint = match &error {
            StoreError::Folder { .. } => "Choose another folder with --data or HINTSMITH_DATA.",
            StoreError::Foreign(_) => {
                "Choose another folder with --data or HINTSMITH_DATA. The file was not changed."
            }
            StoreError::Damaged { .. } => {
                "Restore the latest backup with `hintsmith restore`. The damaged file is kept."
            }
            StoreError::InUse(_) => {
                "Close the desktop app and every other Hintsmith process, then try again."
            }
            StoreError::Backup { .. } => "`hintsmith restore --list` lists the backups.",
            StoreError::Full(_) => "Free some disk space and try again. Saved data was not changed.",
            StoreError::Busy(_) => "Close the other program or try again in a moment.",
            StoreError::OlderFormat { .. } => {
                "Make the file and its folder writable, so that Hintsmith can migrate the file after a backup."
            }
            StoreError::Notes(_) => FULL_HINT,
            StoreError::Sqlite { .. } => "Try again. Saved data was not changed.",
        };
        let code = match &error {
            StoreError::Damaged { .. } => ErrorCode::Damaged,
            StoreError::Notes(_) => ErrorCode::Invalid,
            _ => ErrorCode::Store,
        };
        Self::new(code, error.to_string(), hint)
    }
}

impl Store {
    /// Opens the store in a folder, creating it if there is none, and migrates it. Falls back to read-only.
    pub fn open(data_folder: &Path) -> Result<Self, StoreError> {
        let path = data_folder.join(FILE_NAME);
        create_folder(data_folder)?;
        let lock = Lock::shared(data_folder)?;
        reject_emptied(data_folder, &path)?;
        create_private(data_folder, &path);
        let store = match Self::open_writable(data_folder, &path) {
            Err(StoreError::Sqlite { error, .. }) if is_read_only(&error) && path.exists() => {
                let why = format!("{} is write-protected", path.display());
                Self::open_read_only(path, why)
            }
            result => result,
        };
        Ok(Self { _lock: lock, ..store? })
    }

    fn open_writable(data_folder: &Path, path: &Path) -> Result<Self, StoreError> {
        let sqlite = |error| StoreError::from_sqlite(path, error);
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let connection = Connection::open_with_flags(path, flags).map_err(sqlite)?;
        configure(&connection).map_err(sqlite)?;
        // If the file is rejected below, closing it must not checkpoint a WAL that may not belong to it.
        set_checkpoint_on_close(&connection, false).map_err(sqlite)?;
        check_application_id(&connection, path)?;
        quick_check(&connection, path)?;
        if let Some(version) = migrations::newer_version(&connection).map_err(sqlite)? {
            let shown = path.display();
            let why = format!("{shown} was written by a newer Hintsmith (format {version}) and is read-only");
            return Self::open_read_only(path.to_owned(), why);
        }
        ensure_writable(&connection).map_err(sqlite)?;
        set_checkpoint_on_close(&connection, true).map_err(sqlite)?;
        if let Some(version) = migrations::older_version(&connection).map_err(sqlite)? {
            backups::create_before_migration(&connection, data_folder, version)?;
        }
        migrations::migrate(&connection, APPLICATION_ID).map_err(sqlite)?;
        // A backup that fails now must not prevent work; `doctor` reports how old the last one is.
        let _ = backups::create_if_due(&connection, data_folder, jiff::Timestamp::now());
        Ok(Self { connection, path: path.to_owned(), read_only: None, _lock: None })
    }

    fn open_read_only(path: PathBuf, why: String) -> Result<Self, StoreError> {
        let sqlite = |error| StoreError::from_sqlite(&path, error);
        let open = || -> rusqlite::Result<Connection> {
            let connection = Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
            connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
            Ok(connection)
        };
        // A WAL database in a folder where the -shm file cannot be created opens only as immutable.
        let immutable = |_| -> rusqlite::Result<Connection> {
            let uri = format!("file:{}?immutable=1", escape_uri_path(&path));
            let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
            Connection::open_with_flags(uri, flags)
        };
        let connection = open().or_else(immutable).map_err(sqlite)?;
        connection.busy_timeout(BUSY_TIMEOUT).map_err(sqlite)?;
        check_application_id(&connection, &path)?;
        quick_check(&connection, &path)?;
        if let Some(version) = migrations::older_version(&connection).map_err(sqlite)? {
            return Err(StoreError::OlderFormat { path, version });
        }
        Ok(Self { connection, read_only: Some(why), path, _lock: None })
    }
}

fn create_folder(folder: &Path) -> Result<(), StoreError> {
    crate::data_folder::create_private(folder)
        .map_err(|error| StoreError::Folder { path: folder.to_owned(), error })
}

/// Creates the database readable by its owner alone, which SQLite's own files inherit, and restricts existing files. If
/// neither is possible, opening fails or is read-only.
fn create_private(data_folder: &Path, path: &Path) {
    let _ = files::private_options().create_new(true).open(path);
    for file in ["", "-wal", "-shm"] {
        files::restrict_to_owner(Path::new(&format!("{}{file}", path.display())));
    }
    backups::restrict_all_to_owner(data_folder);
}

/// Rejects an empty file next to backups: SQLite would open it as a new store, but something has emptied it.
fn reject_emptied(data_folder: &Path, path: &Path) -> Result<(), StoreError> {
    let empty = path.metadata().is_ok_and(|file| file.len() == 0);
    if empty && !backups::list(data_folder).is_empty() {
        let why = "it is empty, but backups exist".to_owned();
        return Err(StoreError::Damaged { path: path.to_owned(), why });
    }
    Ok(())
}

fn configure(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.set_prepared_statement_cache_capacity(64);
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.pragma_update(None, "synchronous", "FULL")
}

/// Sets whether closing the last connection checkpoints the WAL.
fn set_checkpoint_on_close(connection: &Connection, is_enabled: bool) -> rusqlite::Result<()> {
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, !is_enabled).map(drop)
}

/// Rejects a database of another program, before anything is written to it.
fn check_application_id(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let sqlite = |error| StoreError::from_sqlite(path, error);
    let tables: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).map_err(sqlite)?;
    let owner: i32 =
        connection.pragma_query_value(None, "application_id", |row| row.get(0)).map_err(sqlite)?;
    if tables > 0 && owner != APPLICATION_ID {
        return Err(StoreError::Foreign(path.to_owned()));
    }
    Ok(())
}

/// Fails if the file cannot be written.
fn ensure_writable(connection: &Connection) -> rusqlite::Result<()> {
    // SQLite opens a write-protected file for reading without an error, and BEGIN IMMEDIATE then succeeds.
    if connection.is_readonly("main")? {
        let code = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_READONLY);
        return Err(rusqlite::Error::SqliteFailure(code, None));
    }
    connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
    connection.execute_batch("BEGIN IMMEDIATE; ROLLBACK;")
}

/// Checks the structure of the file's pages.
fn quick_check(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let first = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0));
    match first.map_err(|error| StoreError::from_sqlite(path, error))? {
        fine if fine == "ok" => Ok(()),
        why => Err(StoreError::Damaged { path: path.to_owned(), why: why.trim().replace('\n', "; ") }),
    }
}

/// Returns whether a value has a type or form this program never writes, as after a flipped byte.
fn is_corrupt_value(error: &rusqlite::Error) -> bool {
    matches!(
        error,
        rusqlite::Error::FromSqlConversionFailure(..)
            | rusqlite::Error::InvalidColumnType(..)
            | rusqlite::Error::IntegralValueOutOfRange(..)
            | rusqlite::Error::Utf8Error(..)
    )
}

/// Returns whether the file ends within a page. SQLite reports that as an error of the disk.
fn is_cut_off(error: &rusqlite::Error) -> bool {
    error.sqlite_error().is_some_and(|code| code.extended_code == rusqlite::ffi::SQLITE_IOERR_SHORT_READ)
}

/// Returns whether a row cannot be read because it is not as it was written.
fn is_damage(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseCorrupt) || is_corrupt_value(error)
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

/// Escapes the characters that have a meaning in a URI.
fn escape_uri_path(path: &Path) -> String {
    path.display().to_string().replace('%', "%25").replace('?', "%3f").replace('#', "%23")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(error: StoreError) -> String {
        ApiError::from(error).message
    }

    #[test]
    fn a_new_store_is_created_and_reopened() {
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
    fn a_file_that_is_no_database_is_rejected_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE_NAME);
        std::fs::write(&path, "x".repeat(4096)).unwrap();
        assert!(message(Store::open(folder.path()).err().unwrap()).contains("is damaged"));
        assert_eq!(std::fs::read_to_string(&path).unwrap().len(), 4096);
    }

    #[test]
    fn a_newer_format_is_opened_read_only() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        store.connection.pragma_update(None, "user_version", 99).unwrap();
        drop(store);
        let store = Store::open(folder.path()).unwrap();
        assert!(store.read_only.unwrap().contains("newer Hintsmith (format 99)"));
    }

    #[test]
    fn an_older_format_that_cannot_be_migrated_is_rejected() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        store.connection.pragma_update(None, "user_version", migrations::CURRENT_VERSION - 1).unwrap();
        let path = store.path.clone();
        drop(store);
        let error = Store::open_read_only(path, "the disk is read-only".to_owned()).err().unwrap();
        let expected = format!("older format {} and is write-protected", migrations::CURRENT_VERSION - 1);
        assert!(message(error).contains(&expected));
    }
}
