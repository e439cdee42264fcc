//! Maintenance of the store: backups, restore and health checks.
//!
//! Restore and checks work on the data folder, not on an engine, because a store that needs them may not open.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::boxed;
use crate::clock;
use crate::context::Context;
use crate::dto::{BackUpInput, BackupView, DoctorCheck, DoctorReport, RestoreInput, RestoreReport};
use crate::error::{ApiError, ErrorCode};
use crate::store::backups::{self, Backup};
use crate::store::{Store, check};

/// Backups of the store.
pub struct BackupService {
    pub(crate) context: Arc<Context>,
}

impl BackupService {
    /// Writes a complete copy of the store and returns its path.
    #[boxed]
    pub async fn create(&self, input: BackUpInput) -> Result<BackupView, ApiError> {
        let data = self.context.options.data_folder.clone();
        let given = input.path.filter(|path| !path.trim().is_empty()).map(PathBuf::from);
        if let Some(path) = given.as_ref().filter(|path| path.exists()) {
            let message = format!("the file {} already exists", path.display());
            return Err(ApiError::new(ErrorCode::File, message, "Choose another name."));
        }
        let path = match given {
            Some(path) => path,
            None => backups::new_path(&data, jiff::Timestamp::now())?,
        };
        if !path.parent().is_some_and(Path::is_dir) {
            let hint = "Choose a file in an existing folder with write permission.";
            let message = format!("{} cannot be written: the folder does not exist", path.display());
            return Err(ApiError::new(ErrorCode::File, message, hint));
        }
        let target = path.clone();
        self.context
            .db
            .run_outside_transaction(move |connection| backups::create(connection, &target))
            .await?;
        let bytes = path.metadata().map_or(0, |file| file.len());
        let backup = Backup { path, created_at: jiff::Timestamp::now(), bytes, is_before_migration: false };
        Ok(backup_view(&backup))
    }

    /// Makes the periodic backup if it is due.
    #[boxed]
    pub async fn run_periodic(&self) -> Result<(), ApiError> {
        if self.context.db.read_only().is_some() {
            return Ok(());
        }
        let data = self.context.options.data_folder.clone();
        let roll = move |connection: &rusqlite::Connection| {
            backups::create_if_due(connection, &data, jiff::Timestamp::now()).map(drop)
        };
        self.context.db.run_outside_transaction(roll).await
    }
}

/// Existing backups, newest first.
pub fn list_backups(data: &Path) -> Vec<BackupView> {
    backups::list(data).iter().map(backup_view).collect()
}

/// Replaces the store with a backup; the old store is kept next to it. No process may have the store open.
pub fn restore(data: &Path, input: RestoreInput) -> Result<RestoreReport, ApiError> {
    let path = match input.path.filter(|path| !path.trim().is_empty()) {
        Some(path) => PathBuf::from(path),
        None => backups::list(data).into_iter().map(|backup| backup.path).next().ok_or_else(|| {
            let message = format!("there is no backup in {}", data.display());
            ApiError::new(ErrorCode::NotFound, message, "Give the path of a backup.")
        })?,
    };
    let restored = backups::restore(data, &path)?;
    Ok(RestoreReport {
        from: restored.backup.display().to_string(),
        replaced_copy: restored.previous_store.map(|path| path.display().to_string()),
    })
}

/// Runs all health checks. Changes nothing except what opening the store changes.
pub fn doctor(data: &Path) -> DoctorReport {
    let path = data.join(crate::store::FILE_NAME);
    let mut checks = Vec::new();
    let mut say = |name: &str, ok: bool, message: String, hint: &str| {
        checks.push(DoctorCheck { name: name.to_owned(), ok, message, hint: hint.to_owned() });
    };
    match Store::open(data) {
        Err(error) => {
            let error = ApiError::from(error);
            say("store", false, error.message, &error.hint);
        }
        Ok(store) => {
            match &store.read_only {
                None => say("store", true, "the store opens and its pages are consistent".to_owned(), ""),
                Some(why) => say("store", false, why.clone(), "Changes cannot be saved until this is fixed."),
            }
            for finding in check::run_all(&store.connection) {
                match finding.problem {
                    None => say(finding.name, true, finding.ok_message, ""),
                    Some(problem) => {
                        say(
                            finding.name,
                            false,
                            problem,
                            "Restore the latest backup with `hintsmith restore`.",
                        );
                    }
                }
            }
        }
    }
    let backups = backups::list(data);
    match backups.first() {
        Some(newest) => {
            let message = format!(
                "{}, newest from {}",
                backup_count_text(backups.len()),
                clock::format(newest.created_at)
            );
            say("backups", true, message, "");
        }
        None => {
            say("backups", true, "none yet; Hintsmith makes the first backup automatically".to_owned(), "")
        }
    }
    DoctorReport { path: path.display().to_string(), checks }
}

fn backup_count_text(backups: usize) -> String {
    format!("{backups} {}", if backups == 1 { "backup" } else { "backups" })
}

fn backup_view(backup: &Backup) -> BackupView {
    BackupView {
        path: backup.path.display().to_string(),
        made_at: clock::format(backup.created_at),
        bytes: u32::try_from(backup.bytes).unwrap_or(u32::MAX),
        before_migration: backup.is_before_migration,
    }
}
