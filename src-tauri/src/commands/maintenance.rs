//! Backup, restore and diagnosis of the store. Most commands work without an engine, since a damaged store has
//! none.

use hintsmith_engine::ApiError;
use hintsmith_engine::api::maintenance;
use hintsmith_engine::dto::{BackUpInput, BackupView, DoctorReport, RestoreInput, RestoreReport};
use tauri::{AppHandle, State};

use crate::state::App;

/// The existing backups, newest first.
#[tauri::command]
#[specta::specta]
pub async fn backups(app: State<'_, App>) -> Result<Vec<BackupView>, ApiError> {
    Ok(maintenance::list_backups(&app.data()?))
}

#[tauri::command]
#[specta::specta]
pub async fn back_up(app: State<'_, App>, input: BackUpInput) -> Result<BackupView, ApiError> {
    app.engine()?.backups.create(input).await
}

/// Replaces the store by a backup and keeps the replaced store beside it. The application has to be restarted.
#[tauri::command]
#[specta::specta]
pub async fn restore(app: State<'_, App>, input: RestoreInput) -> Result<RestoreReport, ApiError> {
    if let Ok(engine) = app.engine() {
        engine.close().await?;
    }
    maintenance::restore(&app.data()?, input)
}

/// Restarts the application.
#[tauri::command]
#[specta::specta]
pub async fn start_again(handle: AppHandle) -> Result<(), ApiError> {
    handle.restart()
}

/// Runs all checks of the store.
#[tauri::command]
#[specta::specta]
pub async fn doctor(app: State<'_, App>) -> Result<DoctorReport, ApiError> {
    Ok(maintenance::doctor(&app.data()?))
}
