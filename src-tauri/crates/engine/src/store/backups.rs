//! Backups of the store: made periodically, before a migration and on request; and restoring one.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use super::{FILE_NAME, Lock, StoreError, check, check_owner, migrations, quick_check};
use crate::files::{TemporaryFile, close_to_others};

/// Folder of the backups, in the data folder.
const FOLDER: &str = "backups";

/// Minimum age of the newest backup before another one is made automatically.
const PERIOD: jiff::SignedDuration = jiff::SignedDuration::from_hours(1);

/// Retention: this many of the newest backups, the last of each of this many days, and this many made before
/// migrations.
const NEWEST: usize = 5;
const DAYS: usize = 7;
const BEFORE_FORMATS: usize = 3;

/// A backup file. Its name says when and why it was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backup {
    pub path: PathBuf,
    pub made_at: jiff::Timestamp,
    pub bytes: u64,
    /// Made before a migration to a newer format.
    pub before_format: bool,
}

/// All backups, newest first.
pub fn list(data: &Path) -> Vec<Backup> {
    let Ok(folder) = std::fs::read_dir(data.join(FOLDER)) else { return Vec::new() };
    let mut backups: Vec<Backup> = folder.flatten().filter_map(|file| read_name(&file.path())).collect();
    backups.sort_by(|one, other| other.made_at.cmp(&one.made_at).then_with(|| one.path.cmp(&other.path)));
    backups
}

/// Makes a backup if the newest one is old and the store has changed since. Returns its path.
pub fn roll(
    connection: &Connection,
    data: &Path,
    now: jiff::Timestamp,
) -> Result<Option<PathBuf>, StoreError> {
    let sqlite = |error| StoreError::sqlite(&data.join(FILE_NAME), error);
    let mark = mark(connection).map_err(sqlite)?;
    let rolling: Vec<Backup> = list(data).into_iter().filter(|backup| !backup.before_format).collect();
    if let Some(newest) = rolling.first() {
        let due = now.duration_since(newest.made_at) >= PERIOD || newest.made_at > now;
        if !due || is_of(&newest.path, mark) {
            return Ok(None);
        }
    } else if mark == BackupMark::default() {
        return Ok(None);
    }
    let path = new_path(data, now)?;
    make(connection, &path)?;
    tidy(data);
    Ok(Some(path))
}

/// The path for a backup made now.
pub fn new_path(data: &Path, now: jiff::Timestamp) -> Result<PathBuf, StoreError> {
    Ok(folder(data)?.join(format!("hintsmith-{}.db", stamp(now))))
}

/// The backup folder, which is created if it does not exist.
fn folder(data: &Path) -> Result<PathBuf, StoreError> {
    let folder = data.join(FOLDER);
    super::make_folder(&folder)?;
    Ok(folder)
}

/// Restricts the permissions of backups made by earlier versions.
pub fn close_all_to_others(data: &Path) {
    close_to_others(&data.join(FOLDER));
    list(data).iter().for_each(|backup| close_to_others(&backup.path));
}

/// Makes the backup that precedes a migration.
pub fn before_format(connection: &Connection, data: &Path, version: u32) -> Result<PathBuf, StoreError> {
    let now = jiff::Timestamp::now();
    let path = folder(data)?.join(format!("hintsmith-{}-format-{version}.db", stamp(now)));
    make(connection, &path)?;
    tidy(data);
    Ok(path)
}

/// Writes a complete, verified backup: to a temporary file first, which is then renamed.
pub fn make(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let failed = |error: std::io::Error| StoreError::Backup { path: path.to_owned(), why: error.to_string() };
    let refused = |why: String| StoreError::Backup { path: path.to_owned(), why };
    // `VACUUM INTO` accepts an existing empty file and keeps its permissions.
    let temporary = TemporaryFile::beside(path).map_err(failed)?;
    let target = temporary.path().to_str().ok_or_else(|| refused("its name is not text".to_owned()))?;
    connection.execute("VACUUM INTO ?1", [target]).map_err(|error| {
        match StoreError::sqlite(path, error) {
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
pub struct Restored {
    pub from: PathBuf,
    /// Where the previous file was moved.
    pub set_aside: Option<PathBuf>,
}

/// Replaces the store with a backup. The previous files are moved aside, untouched. Fails while another process has the
/// store open.
pub fn restore(data: &Path, from: &Path) -> Result<Restored, StoreError> {
    let path = data.join(FILE_NAME);
    let failed = |error: std::io::Error| StoreError::Backup { path: from.to_owned(), why: error.to_string() };
    verify(from)?;
    let _alone = Lock::alone(data)?;
    let copy = || -> std::io::Result<TemporaryFile> {
        let mut temporary = TemporaryFile::beside(&path)?;
        std::io::copy(&mut std::fs::File::open(from)?, &mut temporary.file)?;
        temporary.file.sync_all()?;
        Ok(temporary)
    };
    let copied = copy().map_err(failed)?;

    let aside = data.join(format!("hintsmith-set-aside-{}.db", stamp(jiff::Timestamp::now())));
    let set_aside = path.exists().then(|| aside.clone());
    for ending in ["-wal", "-shm", ""] {
        let with = |path: &Path| PathBuf::from(format!("{}{ending}", path.display()));
        if with(&path).exists() {
            std::fs::rename(with(&path), with(&aside)).map_err(failed)?;
            close_to_others(&with(&aside));
        }
    }
    copied.persist(&path).map_err(failed)?;
    Ok(Restored { from: from.to_owned(), set_aside })
}

/// Fails unless this program can open the file and every row has the right checksum.
fn verify(path: &Path) -> Result<(), StoreError> {
    let sqlite = |error| StoreError::sqlite(path, error);
    if !path.exists() {
        return Err(StoreError::Backup { path: path.to_owned(), why: "there is no such file".to_owned() });
    }
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(sqlite)?;
    check_owner(&connection, path)?;
    quick_check(&connection, path)?;
    let version = migrations::version(&connection).map_err(sqlite)?;
    if version == 0 {
        return Err(StoreError::Backup { path: path.to_owned(), why: "it is empty".to_owned() });
    }
    if let Some(version) = migrations::newer_version(&connection).map_err(sqlite)? {
        let why = format!("it was written by a newer Hintsmith (format {version})");
        return Err(StoreError::Backup { path: path.to_owned(), why });
    }
    // Rows of an earlier format have no checksums.
    if version == migrations::CURRENT
        && let Some(why) = check::seals(&connection).into_iter().find_map(|finding| finding.problem)
    {
        return Err(StoreError::Damaged { path: path.to_owned(), why });
    }
    Ok(())
}

/// Identifies a state of the store: the newest history entry and the newest refresh.
#[derive(Debug, Default, PartialEq, Eq)]
struct BackupMark(i64, i64);

fn mark(connection: &Connection) -> rusqlite::Result<BackupMark> {
    let sql = "SELECT (SELECT coalesce(max(id), 0) FROM history), (SELECT coalesce(max(id), 0) FROM refresh)";
    connection.query_row(sql, [], |row| Ok(BackupMark(row.get(0)?, row.get(1)?)))
}

fn is_of(backup: &Path, wanted: BackupMark) -> bool {
    let open = Connection::open_with_flags(backup, OpenFlags::SQLITE_OPEN_READ_ONLY);
    open.and_then(|connection| mark(&connection)).is_ok_and(|mark| mark == wanted)
}

fn stamp(at: jiff::Timestamp) -> String {
    at.strftime("%Y%m%d-%H%M%S").to_string()
}

fn read_name(path: &Path) -> Option<Backup> {
    let name = path.file_name()?.to_str()?.strip_prefix("hintsmith-")?.strip_suffix(".db")?;
    let (time, before_format) = match name.split_once("-format-") {
        Some((time, _)) => (time, true),
        None => (name, false),
    };
    let made_at = jiff::civil::DateTime::strptime("%Y%m%d-%H%M%S", time).ok()?;
    let made_at = made_at.to_zoned(jiff::tz::TimeZone::UTC).ok()?.timestamp();
    let bytes = path.metadata().ok()?.len();
    Some(Backup { path: path.to_owned(), made_at, bytes, before_format })
}

/// Deletes expired backups. One that cannot be deleted does no harm.
fn tidy(data: &Path) {
    for backup in unwanted(list(data)) {
        let _ = std::fs::remove_file(backup.path);
    }
}

/// Selects the expired ones of backups that are sorted newest first.
fn unwanted(backups: Vec<Backup>) -> Vec<Backup> {
    let (formats, rolling): (Vec<_>, Vec<_>) = backups.into_iter().partition(|backup| backup.before_format);
    let mut days = Vec::new();
    let kept_for_its_day = |backup: &Backup, days: &mut Vec<String>| {
        let day = backup.made_at.strftime("%Y%m%d").to_string();
        let first = !days.contains(&day) && days.len() < DAYS;
        if first {
            days.push(day);
        }
        first
    };
    let mut gone: Vec<Backup> = Vec::new();
    for (place, backup) in rolling.into_iter().enumerate() {
        let kept = kept_for_its_day(&backup, &mut days);
        if place >= NEWEST && !kept {
            gone.push(backup);
        }
    }
    gone.extend(formats.into_iter().skip(BEFORE_FORMATS));
    gone
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_copies_and_one_for_each_day_are_kept() {
        let at = |text: &str, before_format| Backup {
            path: text.into(),
            made_at: text.parse().unwrap(),
            bytes: 0,
            before_format,
        };
        let mut backups = Vec::new();
        for hour in (0..10).rev() {
            backups.push(at(&format!("2026-11-15T0{hour}:00:00Z"), false));
        }
        for day in (1..=14).rev() {
            backups.push(at(&format!("2026-11-{day:02}T20:00:00Z"), false));
            backups.push(at(&format!("2026-11-{day:02}T08:00:00Z"), day > 10));
        }
        let gone: Vec<String> =
            unwanted(backups).into_iter().map(|backup| backup.path.display().to_string()).collect();
        let kept = |text: &str| !gone.contains(&text.to_owned());
        for hour in 5..10 {
            assert!(kept(&format!("2026-11-15T0{hour}:00:00Z")));
        }
        assert!(!kept("2026-11-15T04:00:00Z") && !kept("2026-11-15T00:00:00Z"));
        assert!(kept("2026-11-14T20:00:00Z") && kept("2026-11-09T20:00:00Z"));
        assert!(!kept("2026-11-10T08:00:00Z") && !kept("2026-11-08T20:00:00Z"));
        assert!(kept("2026-11-14T08:00:00Z") && !kept("2026-11-11T08:00:00Z"));
    }
}
