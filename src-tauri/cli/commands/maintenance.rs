//! `hintsmith backup`, `hintsmith restore` and `hintsmith doctor`

use std::path::{Path, PathBuf};

use hintsmith_engine::Engine;
use hintsmith_engine::api::maintenance;
use hintsmith_engine::dto::{BackUpInput, BackupView, RestoreInput};

use crate::{DONE, NO, output};

pub async fn backup(engine: &Engine, file: Option<PathBuf>) -> anyhow::Result<u8> {
    let path = file.map(|file| std::path::absolute(&file).unwrap_or(file).display().to_string());
    let made = engine.back_up(BackUpInput { path }).await?;
    output::line(&made.path);
    output::talk(&format!("Backed up {}.", size(made.bytes)));
    Ok(DONE)
}

/// Works on the data folder, because a store that needs a restore may not open.
pub fn restore(data: &Path, file: Option<PathBuf>, list: bool, yes: bool, json: bool) -> anyhow::Result<u8> {
    let backups = maintenance::backups(data);
    if list {
        if json {
            output::json(&backups)?;
            return Ok(DONE);
        }
        let row = |backup: &BackupView| {
            let why = if backup.before_format { "before a new format" } else { "" };
            [backup.made_at.clone(), size(backup.bytes), backup.path.clone(), why.to_owned()]
        };
        output::table(&backups.iter().map(row).collect::<Vec<_>>());
        output::talk(&output::counted(backups.len(), "backup"));
        return Ok(DONE);
    }
    let chosen = file.map(|file| file.display().to_string());
    let shown = chosen.clone().or_else(|| backups.first().map(|backup| backup.path.clone()));
    if let Some(shown) = &shown {
        output::talk(&format!("This takes the place of the store: {shown}"));
        output::talk("What is there now is kept beside it, untouched.");
        if !(yes || output::ask("Restore it?").unwrap_or(false)) {
            output::talk("nothing was changed; say --yes to restore without a question");
            return Ok(NO);
        }
    }
    let report = maintenance::restore(data, RestoreInput { path: chosen })?;
    output::talk(&format!("Restored {}.", report.from));
    if let Some(aside) = report.set_aside {
        output::talk(&format!("What was there is {aside}."));
    }
    Ok(DONE)
}

/// Exit code 1 if a check fails.
pub fn doctor(data: &Path, json: bool) -> anyhow::Result<u8> {
    let report = maintenance::doctor(data);
    let well = report.checks.iter().all(|check| check.well);
    if json {
        output::json(&report)?;
    } else {
        output::line(&report.path);
        for check in &report.checks {
            let sign = if check.well { "well" } else { "NOT WELL" };
            output::line(&format!("{sign}  {}: {}", check.name, check.message));
            if !check.hint.is_empty() {
                output::line(&format!("  {}", check.hint));
            }
        }
    }
    Ok(if well { DONE } else { NO })
}

fn size(bytes: u32) -> String {
    match bytes {
        0..=1023 => format!("{bytes} bytes"),
        1024..=1_048_575 => format!("{} KiB", bytes >> 10),
        _ => format!("{} MiB", bytes >> 20),
    }
}
