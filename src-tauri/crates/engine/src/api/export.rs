//! Writing decisions to a file: shown first, written whole, and never over a file that is not ours.

use std::io::Write;
use std::path::{Path, PathBuf};

use hintsmith_core::export::hintsmith_json::Document;
use hintsmith_core::export::{self, TARGETS, Target};
use hintsmith_core::wire;

use crate::api::view::{ExportInput, ExportPreview, ExportReport, TargetView, count};
use crate::error::{ApiError, ErrorCode};
use crate::store::exports::{self, ExportRow};
use crate::{Engine, clock};

impl Engine {
    pub fn targets(&self) -> Vec<TargetView> {
        let view = |target: &&Target| TargetView {
            id: target.id.to_owned(),
            name: target.name.to_owned(),
            file_name: target.file_name.to_owned(),
            description: target.description.to_owned(),
        };
        TARGETS.iter().map(view).collect()
    }

    /// The text of an export.
    pub async fn export_text(&self, target: &str) -> Result<String, ApiError> {
        Ok((find(target)?.write)(&self.current().await?.document()))
    }

    /// What writing would do to the file at the path.
    pub async fn preview_export(&self, input: ExportInput) -> Result<ExportPreview, ApiError> {
        let target = find(&input.target)?;
        let path = self.export_path(target, input.path).await?;
        let document = self.current().await?.document();
        let text = (target.write)(&document);
        let there = Existing::at(&path)?;
        let before = there.text.as_deref().unwrap_or_default();
        Ok(ExportPreview {
            path: path.display().to_string(),
            difference: wire::difference(before, &text),
            text,
            exists: there.exists,
            ours: there.ours,
            carried: count(document.decisions()),
        })
    }

    pub async fn write_export(&self, input: ExportInput) -> Result<ExportReport, ApiError> {
        let target = find(&input.target)?;
        let path = self.export_path(target, input.path).await?;
        if !Existing::at(&path)?.ours {
            let hint = "Choose another name, or move that file away first.";
            let message = format!("{} is there already and is not a Hintsmith file", path.display());
            return Err(ApiError::new(ErrorCode::File, message, hint));
        }
        let document = self.current().await?.document();
        let text = (target.write)(&document);
        write_whole(&path, &text)?;

        let row = ExportRow {
            target: target.id.to_owned(),
            path: path.display().to_string(),
            written_at: clock::now(),
            decisions: document.to_json(),
        };
        // The file is what was asked for; a store that cannot be written only forgets when it was made.
        if self.read_only().is_none() {
            self.change(move |connection| exports::set(connection, &row)).await?;
        }
        let (bytes, carried) = (count(text.len()), count(document.decisions()));
        Ok(ExportReport { path: path.display().to_string(), bytes, carried })
    }

    /// The given path; else where this target was written last; else its own name in the home folder.
    async fn export_path(&self, target: &Target, given: Option<String>) -> Result<PathBuf, ApiError> {
        let given = given.filter(|path| !path.trim().is_empty());
        let path = match given {
            Some(path) => PathBuf::from(path),
            None => {
                let id = target.id.to_owned();
                let last = self.db.read(move |connection| exports::path_of(connection, &id)).await?;
                let home = || directories::UserDirs::new().map(|dirs| dirs.home_dir().to_owned());
                last.map_or_else(|| home().unwrap_or_default().join(target.file_name), PathBuf::from)
            }
        };
        std::path::absolute(&path).map_err(|error| unwritable(&path, &error))
    }
}

fn find(id: &str) -> Result<&'static Target, ApiError> {
    export::target(id).ok_or_else(|| {
        let hint = "`hintsmith targets` lists the targets there are.";
        ApiError::new(ErrorCode::NotFound, format!("there is no export target named {id}"), hint)
    })
}

/// What stands at a path before we write there.
struct Existing {
    exists: bool,
    ours: bool,
    text: Option<String>,
}

impl Existing {
    fn at(path: &Path) -> Result<Self, ApiError> {
        match std::fs::read_to_string(path) {
            Ok(text) => {
                let ours = text.trim().is_empty() || Document::parse(&text).is_ok();
                Ok(Self { exists: true, ours, text: Some(text) })
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                Ok(Self { exists: false, ours: true, text: None })
            }
            // Not text: certainly not ours.
            Err(error) if error.kind() == std::io::ErrorKind::InvalidData => {
                Ok(Self { exists: true, ours: false, text: None })
            }
            Err(error) => Err(unwritable(path, &error)),
        }
    }
}

/// Writes beside the file and moves it into place, so that a reader sees the old text or the new, never half.
fn write_whole(path: &Path, text: &str) -> Result<(), ApiError> {
    let failed = |error: std::io::Error| unwritable(path, &error);
    let name = path.file_name().ok_or_else(|| unwritable(path, &"it is a folder"))?;
    let beside = path.with_file_name(format!(".{}.{}.tmp", name.display(), std::process::id()));
    let write = || {
        let mut file = std::fs::File::create(&beside)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        std::fs::rename(&beside, path)
    };
    write().inspect_err(|_| drop(std::fs::remove_file(&beside))).map_err(failed)
}

fn unwritable(path: &Path, error: &dyn std::fmt::Display) -> ApiError {
    let hint = "Choose a file in a folder that is there and that you may write to.";
    ApiError::new(ErrorCode::File, format!("{} cannot be written: {error}", path.display()), hint)
}
