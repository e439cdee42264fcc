//! Looking after the store. These work without an engine, because a damaged store has none.

use hintsmith_engine::ApiError;
use hintsmith_engine::api::maintenance;
use hintsmith_engine::dto::{BackUpInput, BackupView, DoctorReport, RestoreInput, RestoreReport};
use tauri::{AppHandle, State};

use crate::state::App;

/// The backups there are, the newest first.
#[tauri::command]
#[specta::specta]
pub async fn backups(app: State<'_, App>) -> Result<Vec<BackupView>, ApiError> {
    Ok(maintenance::backups(&app.data()?))
}

#[tauri::command]
#[specta::specta]
pub async fn back_up(app: State<'_, App>, input: BackUpInput) -> Result<BackupView, ApiError> {
    app.engine()?.back_up(input).await
}

/// Puts a backup in the place of the store, and keeps what was there beside it. The window has to be started again.
#[tauri::command]
#[specta::specta]
pub async fn restore(app: State<'_, App>, input: RestoreInput) -> Result<RestoreReport, ApiError> {
    if let Ok(engine) = app.engine() {
        engine.close().await?;
    }
    maintenance::restore(&app.data()?, input)
}

/// Starts the program again, on the store as it is now.
#[tauri::command]
#[specta::specta]
pub async fn start_again(handle: AppHandle) -> Result<(), ApiError> {
    handle.restart()
}

/// Looks at everything there is to look at.
#[tauri::command]
#[specta::specta]
pub async fn doctor(app: State<'_, App>) -> Result<DoctorReport, ApiError> {
    Ok(maintenance::doctor(&app.data()?))
}
