//! Backups of the store: made periodically, before a migration and on request; and restoring one.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use super::{FILE_NAME, Lock, StoreError, check, check_application_id, migrations, quick_check};
use crate::files::{TemporaryFile, restrict_to_owner};

/// Folder of the backups, in the data folder.
const FOLDER: &str = "backups";

/// Minimum age of the newest backup before another one is made automatically.
const BACKUP_INTERVAL: jiff::SignedDuration = jiff::SignedDuration::from_hours(1);

/// Retention: this many of the newest backups, the last of each of this many days, and this many made before
/// migrations.
const KEEP_NEWEST: usize = 5;
const KEEP_DAYS: usize = 7;
const KEEP_BEFORE_MIGRATION: usize = 3;

/// A backup file. Its name says when and why it was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backup {
    pub path: PathBuf,
    pub created_at: jiff::Timestamp,
    pub bytes: u64,
    /// Made before a migration to a newer format.
    pub is_before_migration: bool,
}

/// All backups, newest first.
pub fn list(data_folder: &Path) -> Vec<Backup> {
    let Ok(folder) = std::fs::read_dir(data_folder.join(FOLDER)) else { return Vec::new() };
    let mut backups: Vec<Backup> = folder.flatten().filter_map(|file| parse_path(&file.path())).collect();
    backups
        .sort_by(|one, other| other.created_at.cmp(&one.created_at).then_with(|| one.path.cmp(&other.path)));
    backups
}

/// Makes a backup if the newest one is old and the store has changed since. Returns its path.
pub fn create_if_due(
    connection: &Connection,
    data_folder: &Path,
    now: jiff::Timestamp,
) -> Result<Option<PathBuf>, StoreError> {
    let sqlite = |error| StoreError::from_sqlite(&data_folder.join(FILE_NAME), error);
    let mark = read_mark(connection).map_err(sqlite)?;
    let rolling: Vec<Backup> =
        list(data_folder).into_iter().filter(|backup| !backup.is_before_migration).collect();
    if let Some(newest) = rolling.first() {
        let is_due = now.duration_since(newest.created_at) >= BACKUP_INTERVAL || newest.created_at > now;
        if !is_due || has_mark(&newest.path, mark) {
            return Ok(None);
        }
    } else if mark == StoreMark::default() {
        return Ok(None);
    }
    let path = new_path(data_folder, now)?;
    create(connection, &path)?;
    prune(data_folder);
    Ok(Some(path))
}

/// The path for a backup made now.
pub fn new_path(data_folder: &Path, now: jiff::Timestamp) -> Result<PathBuf, StoreError> {
    Ok(ensure_folder(data_folder)?.join(format!("hintsmith-{}.db", file_timestamp(now))))
}

/// The backup folder, which is created if it does not exist.
fn ensure_folder(data_folder: &Path) -> Result<PathBuf, StoreError> {
    let folder = data_folder.join(FOLDER);
    super::create_folder(&folder)?;
    Ok(folder)
}

/// Restricts the permissions of backups made by earlier versions.
pub fn restrict_all_to_owner(data_folder: &Path) {
    restrict_to_owner(&data_folder.join(FOLDER));
    list(data_folder).iter().for_each(|backup| restrict_to_owner(&backup.path));
}

/// Makes the backup that precedes a migration.
pub fn create_before_migration(
    connection: &Connection,
    data_folder: &Path,
    version: u32,
) -> Result<PathBuf, StoreError> {
    let now = jiff::Timestamp::now();
    let path =
        ensure_folder(data_folder)?.join(format!("hintsmith-{}-format-{version}.db", file_timestamp(now)));
    create(connection, &path)?;
    prune(data_folder);
    Ok(path)
}

/// Writes a complete, verified backup: to a temporary file first, which is then renamed.
pub fn create(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let failed = |error: std::io::Error| StoreError::Backup { path: path.to_owned(), why: error.to_string() };
    let refused = |why: String| StoreError::Backup { path: path.to_owned(), why };
    // `VACUUM INTO` accepts an existing empty file and keeps its permissions.
    let temporary = TemporaryFile::beside(path).map_err(failed)?;
    let target = temporary.path().to_str().ok_or_else(|| refused("its path is not UTF-8 text".to_owned()))?;
    connection.execute("VACUUM INTO ?1", [target]).map_err(|error| {
        match StoreError::from_sqlite(path, error) {
            full @ StoreError::Full(_) => full,
            other => refused(other.to_string()),
        }
    })?;
    // A backup of a damaged store would displace good ones, and be restored before them.
    verify(temporary.path()).map_err(|error| match (error, connection.path()) {
        (StoreError::Damaged { why, .. }, Some(store)) => StoreError::Damaged { path: store.into(), why },
        (error, _) => error,
    })?;
    temporary.persist(path).map_err(failed)
}

/// The result of restoring a backup.
#[derive(Debug, Clone)]
pub struct RestoreResult {
    pub backup: PathBuf,
    /// New path of the previous file.
    pub previous_store: Option<PathBuf>,
}

/// Replaces the store with a backup. The previous files are moved aside, untouched. Fails while another process has the
/// store open.
pub fn restore(data_folder: &Path, backup: &Path) -> Result<RestoreResult, StoreError> {
    let path = data_folder.join(FILE_NAME);
    let failed =
        |error: std::io::Error| StoreError::Backup { path: backup.to_owned(), why: error.to_string() };
    verify(backup)?;
    let _lock = Lock::exclusive(data_folder)?;
    let copy = || -> std::io::Result<TemporaryFile> {
        let mut temporary = TemporaryFile::beside(&path)?;
        std::io::copy(&mut std::fs::File::open(backup)?, &mut temporary.file)?;
        temporary.file.sync_all()?;
        Ok(temporary)
    };
    let copied = copy().map_err(failed)?;

    let aside =
        data_folder.join(format!("hintsmith-set-aside-{}.db", file_timestamp(jiff::Timestamp::now())));
    let set_aside = path.exists().then(|| aside.clone());
    for ending in ["-wal", "-shm", ""] {
        let path_with_ending = |path: &Path| PathBuf::from(format!("{}{ending}", path.display()));
        if path_with_ending(&path).exists() {
            std::fs::rename(path_with_ending(&path), path_with_ending(&aside)).map_err(failed)?;
            restrict_to_owner(&path_with_ending(&aside));
        }
    }
    copied.persist(&path).map_err(failed)?;
    Ok(RestoreResult { backup: backup.to_owned(), previous_store: set_aside })
}

/// Fails unless this program can open the file and every row has the right checksum.
fn verify(path: &Path) -> Result<(), StoreError> {
    let sqlite = |error| StoreError::from_sqlite(path, error);
    if !path.exists() {
        return Err(StoreError::Backup { path: path.to_owned(), why: "the file does not exist".to_owned() });
    }
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(sqlite)?;
    check_application_id(&connection, path)?;
    quick_check(&connection, path)?;
    let version = migrations::version(&connection).map_err(sqlite)?;
    if version == 0 {
        return Err(StoreError::Backup { path: path.to_owned(), why: "it is empty".to_owned() });
    }
    if let Some(version) = migrations::newer_version(&connection).map_err(sqlite)? {
        let why = format!("it was written by a newer Hintsmith (format {version})");
        return Err(StoreError::Backup { path: path.to_owned(), why });
    }
    // Rows of an earlier format have no checksums, or have them under other names.
    if version == migrations::CURRENT_VERSION
        && let Some(why) =
            check::verify_checksums(&connection).into_iter().find_map(|finding| finding.problem)
    {
        return Err(StoreError::Damaged { path: path.to_owned(), why });
    }
    Ok(())
}

/// Identifies a state of the store: the newest history entry and the newest refresh.
#[derive(Debug, Default, PartialEq, Eq)]
struct StoreMark(i64, i64);

fn read_mark(connection: &Connection) -> rusqlite::Result<StoreMark> {
    let sql = "SELECT (SELECT coalesce(max(id), 0) FROM history), (SELECT coalesce(max(id), 0) FROM refresh)";
    connection.query_row(sql, [], |row| Ok(StoreMark(row.get(0)?, row.get(1)?)))
}

fn has_mark(backup: &Path, expected: StoreMark) -> bool {
    let open = Connection::open_with_flags(backup, OpenFlags::SQLITE_OPEN_READ_ONLY);
    open.and_then(|connection| read_mark(&connection)).is_ok_and(|mark| mark == expected)
}

fn file_timestamp(at: jiff::Timestamp) -> String {
    at.strftime("%Y%m%d-%H%M%S").to_string()
}

fn parse_path(path: &Path) -> Option<Backup> {
    let name = path.file_name()?.to_str()?.strip_prefix("hintsmith-")?.strip_suffix(".db")?;
    let (time, before_format) = match name.split_once("-format-") {
        Some((time, _)) => (time, true),
        None => (name, false),
    };
    let made_at = jiff::civil::DateTime::strptime("%Y%m%d-%H%M%S", time).ok()?;
    let made_at = made_at.to_zoned(jiff::tz::TimeZone::UTC).ok()?.timestamp();
    let bytes = path.metadata().ok()?.len();
    Some(Backup { path: path.to_owned(), created_at: made_at, bytes, is_before_migration: before_format })
}

/// Deletes expired backups. One that cannot be deleted does no harm.
fn prune(data_folder: &Path) {
    for backup in select_expired(list(data_folder)) {
        let _ = std::fs::remove_file(backup.path);
    }
}

/// Selects the expired ones of backups that are sorted newest first.
fn select_expired(backups: Vec<Backup>) -> Vec<Backup> {
    let (before_migration, rolling): (Vec<_>, Vec<_>) =
        backups.into_iter().partition(|backup| backup.is_before_migration);
    let mut days = Vec::new();
    let is_newest_of_day = |backup: &Backup, days: &mut Vec<String>| {
        let day = backup.created_at.strftime("%Y%m%d").to_string();
        let is_newest = !days.contains(&day) && days.len() < KEEP_DAYS;
        if is_newest {
            days.push(day);
        }
        is_newest
    };
    let mut expired: Vec<Backup> = Vec::new();
    for (index, backup) in rolling.into_iter().enumerate() {
        let is_kept = is_newest_of_day(&backup, &mut days);
        if index >= KEEP_NEWEST && !is_kept {
            expired.push(backup);
        }
    }
    expired.extend(before_migration.into_iter().skip(KEEP_BEFORE_MIGRATION));
    expired
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_copies_and_one_for_each_day_are_kept() {
        let at = |text: &str, before_format| Backup {
            path: text.into(),
            created_at: text.parse().unwrap(),
            bytes: 0,
            is_before_migration: before_format,
        };
        let mut backups = Vec::new();
        for hour in (0..10).rev() {
            backups.push(at(&format!("2026-11-15T0{hour}:00:00Z"), false));
        }
        for day in (1..=14).rev() {
            backups.push(at(&format!("2026-11-{day:02}T20:00:00Z"), false));
            backups.push(at(&format!("2026-11-{day:02}T08:00:00Z"), day > 10));
        }
        let expired: Vec<String> =
            select_expired(backups).into_iter().map(|backup| backup.path.display().to_string()).collect();
        let is_kept = |text: &str| !expired.contains(&text.to_owned());
        for hour in 5..10 {
            assert!(is_kept(&format!("2026-11-15T0{hour}:00:00Z")));
        }
        assert!(!is_kept("2026-11-15T04:00:00Z") && !is_kept("2026-11-15T00:00:00Z"));
        assert!(is_kept("2026-11-14T20:00:00Z") && is_kept("2026-11-09T20:00:00Z"));
        assert!(!is_kept("2026-11-10T08:00:00Z") && !is_kept("2026-11-08T20:00:00Z"));
        assert!(is_kept("2026-11-14T08:00:00Z") && !is_kept("2026-11-11T08:00:00Z"));
    }
}
