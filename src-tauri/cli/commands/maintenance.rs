//! `hintsmith backup`, `hintsmith restore` and `hintsmith doctor`

use std::path::{Path, PathBuf};

use hintsmith_engine::api::maintenance;
use hintsmith_engine::dto::{BackUpInput, BackupView, RestoreInput};
use hintsmith_engine::{ApiError, Engine, ErrorCode};

use crate::{EXIT_NO, EXIT_SUCCESS, output};

pub async fn backup(engine: &Engine, file: Option<PathBuf>) -> anyhow::Result<u8> {
    let path = file.map(|file| std::path::absolute(&file).unwrap_or(file).display().to_string());
    let made = engine.backups.create(BackUpInput { path }).await?;
    output::print_report(&made, || {
        output::print(&made.path);
        output::status(&format!("Backed up {}.", format_size(made.bytes)));
    })?;
    Ok(EXIT_SUCCESS)
}

/// Works on the data folder, because a store that needs a restore may not open.
pub fn restore(data: &Path, file: Option<PathBuf>, list: bool, yes: bool) -> anyhow::Result<u8> {
    let backups = maintenance::list_backups(data);
    if list {
        if output::is_json() {
            output::print_json(&backups)?;
            return Ok(EXIT_SUCCESS);
        }
        let row = |backup: &BackupView| {
            let why = if backup.before_migration { "before a migration" } else { "" };
            [backup.made_at.clone(), format_size(backup.bytes), backup.path.clone(), why.to_owned()]
        };
        output::print_table(["Time", "Size", "File", ""], &backups.iter().map(row).collect::<Vec<_>>());
        output::status(&output::pluralize(backups.len(), "backup"));
        return Ok(EXIT_SUCCESS);
    }
    let chosen = file.map(|file| file.display().to_string());
    let shown = chosen.clone().or_else(|| backups.first().map(|backup| backup.path.clone()));
    if let Some(missing) = chosen.as_ref().filter(|chosen| !Path::new(chosen).is_file()) {
        let hint = "List the backups with `hintsmith restore --list`.";
        return Err(ApiError::new(ErrorCode::File, format!("there is no file {missing}"), hint).into());
    }
    if let Some(shown) = &shown {
        output::status(&format!("The store will be replaced with {shown}"));
        output::status("The current store is kept beside it.");
        if !(yes || output::ask("Restore this backup?").unwrap_or(false)) {
            output::status("nothing was changed; use --yes to restore without confirmation");
            return Ok(EXIT_NO);
        }
    }
    let report = maintenance::restore(data, RestoreInput { path: chosen })?;
    output::print_report(&report, || {
        output::status(&format!("Restored {}.", report.from));
        if let Some(old_store) = &report.replaced_copy {
            output::status(&format!("The replaced store is kept as {old_store}."));
        }
    })?;
    Ok(EXIT_SUCCESS)
}

/// Exit code 1 if a check fails.
pub fn doctor(data: &Path) -> anyhow::Result<u8> {
    let report = maintenance::doctor(data);
    let well = report.checks.iter().all(|check| check.ok);
    if output::is_json() {
        output::print_json(&report)?;
    } else {
        output::print(&report.path);
        for check in &report.checks {
            let sign = if check.ok { "ok" } else { "FAILED" };
            output::print(&format!("{sign}  {}: {}", check.name, check.message));
            if !check.hint.is_empty() {
                output::print(&format!("  {}", check.hint));
            }
        }
    }
    Ok(if well { EXIT_SUCCESS } else { EXIT_NO })
}

fn format_size(bytes: u32) -> String {
    match bytes {
        0..=1023 => format!("{bytes} bytes"),
        1024..=1_048_575 => format!("{} KiB", bytes >> 10),
        _ => format!("{} MiB", bytes >> 20),
    }
}
