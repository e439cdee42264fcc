//! `hintsmith backup`, `hintsmith restore` and `hintsmith doctor`

use std::path::{Path, PathBuf};

use hintsmith_engine::Engine;
use hintsmith_engine::api::maintenance;
use hintsmith_engine::dto::{BackUpInput, BackupView, RestoreInput};

use crate::{EXIT_NO, EXIT_SUCCESS, output};

pub async fn backup(engine: &Engine, file: Option<PathBuf>) -> anyhow::Result<u8> {
    let path = file.map(|file| std::path::absolute(&file).unwrap_or(file).display().to_string());
    let backup = engine.backups.create(BackUpInput { path }).await?;
    output::print(&backup.path);
    output::status(&format!("Backed up {}.", format_size(backup.bytes)));
    Ok(EXIT_SUCCESS)
}

/// Works on the data folder, because a store that needs a restore may not open.
pub fn restore(data: &Path, file: Option<PathBuf>, list: bool, yes: bool, json: bool) -> anyhow::Result<u8> {
    let backups = maintenance::list_backups(data);
    if list {
        if json {
            output::print_json(&backups)?;
            return Ok(EXIT_SUCCESS);
        }
        let row = |backup: &BackupView| {
            let note = if backup.before_migration { "before a migration" } else { "" };
            [backup.made_at.clone(), format_size(backup.bytes), backup.path.clone(), note.to_owned()]
        };
        output::print_table(&backups.iter().map(row).collect::<Vec<_>>());
        output::status(&output::pluralize(backups.len(), "backup"));
        return Ok(EXIT_SUCCESS);
    }
    let chosen = file.map(|file| file.display().to_string());
    let path = chosen.clone().or_else(|| backups.first().map(|backup| backup.path.clone()));
    if let Some(path) = &path {
        output::status(&format!("The store will be replaced with {path}"));
        output::status("The current store is kept beside it.");
        if !(yes || output::ask("Restore this backup?").unwrap_or(false)) {
            output::status("nothing was changed; use --yes to restore without confirmation");
            return Ok(EXIT_NO);
        }
    }
    let report = maintenance::restore(data, RestoreInput { path: chosen })?;
    output::status(&format!("Restored {}.", report.from));
    if let Some(old_store) = report.replaced_copy {
        output::status(&format!("The replaced store is kept as {old_store}."));
    }
    Ok(EXIT_SUCCESS)
}

/// Exit code 1 if a check fails.
pub fn doctor(data: &Path, json: bool) -> anyhow::Result<u8> {
    let report = maintenance::doctor(data);
    let is_healthy = report.checks.iter().all(|check| check.ok);
    if json {
        output::print_json(&report)?;
    } else {
        output::print(&report.path);
        for check in &report.checks {
            let state = if check.ok { "ok" } else { "FAILED" };
            output::print(&format!("{state}  {}: {}", check.name, check.message));
            if !check.hint.is_empty() {
                output::print(&format!("  {}", check.hint));
            }
        }
    }
    Ok(if is_healthy { EXIT_SUCCESS } else { EXIT_NO })
}

fn format_size(bytes: u32) -> String {
    match bytes {
        0..=1023 => format!("{bytes} bytes"),
        1024..=1_048_575 => format!("{} KiB", bytes >> 10),
        _ => format!("{} MiB", bytes >> 20),
    }
}
