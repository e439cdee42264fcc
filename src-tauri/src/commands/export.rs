//! Exporting decisions to a file, and applying a file.

use hintsmith_engine::dto::{
    ApplyChoice, ApplyInput, ApplyPreview, ApplyReport, ChangeReport, ExportInput, ExportKey, ExportPreview,
    ExportReport, Pending, PendingInput, TargetView,
};
use hintsmith_engine::{ApiError, ErrorCode};
use tauri::{AppHandle, State};
use tauri_specta::Event;

use crate::bindings::ExportPreviewProgress;
use crate::file_manager;
use crate::state::App;

#[tauri::command]
#[specta::specta]
pub async fn targets(app: State<'_, App>) -> Result<Vec<TargetView>, ApiError> {
    Ok(app.engine()?.exports.targets())
}

/// Previews the change to the file. Writes nothing.
#[tauri::command]
#[specta::specta]
pub async fn preview_export(
    handle: AppHandle,
    app: State<'_, App>,
    input: ExportInput,
) -> Result<ExportPreview, ApiError> {
    let on_progress = move |progress| {
        let _ = ExportPreviewProgress { progress }.emit(&handle);
    };
    app.engine()?.exports.preview_with_progress(input, &on_progress).await
}

/// Cancels the previews in progress.
#[tauri::command]
#[specta::specta]
pub async fn cancel_preview(app: State<'_, App>) -> Result<(), ApiError> {
    app.engine()?.exports.cancel_previews();
    Ok(())
}

/// Shows an exported file in the file manager.
#[tauri::command]
#[specta::specta]
pub async fn show_in_folder(app: State<'_, App>, path: String) -> Result<(), ApiError> {
    let path = app.engine()?.exports.find_written(path).await?;
    let folder = path.parent().unwrap_or(&path).display().to_string();
    let shown = tauri::async_runtime::spawn_blocking(move || file_manager::show(&path)).await;
    let shown = shown.map_err(anyhow::Error::from).and_then(|shown| shown);
    shown.map_err(|error| {
        let message = format!("the file manager could not be opened: {error:#}");
        ApiError::new(ErrorCode::Internal, message, format!("Open the folder {folder} yourself."))
    })
}

#[tauri::command]
#[specta::specta]
pub async fn write_export(app: State<'_, App>, input: ExportInput) -> Result<ExportReport, ApiError> {
    app.engine()?.exports.write(input).await
}

/// Previews the effect of applying the file. Changes nothing.
#[tauri::command]
#[specta::specta]
pub async fn preview_apply(app: State<'_, App>, input: ApplyInput) -> Result<ApplyPreview, ApiError> {
    app.engine()?.decisions.preview_apply(input).await
}

#[tauri::command]
#[specta::specta]
pub async fn apply_file(app: State<'_, App>, input: ApplyChoice) -> Result<ApplyReport, ApiError> {
    app.engine()?.decisions.apply_file(input).await
}

/// Decisions that one exported file lacks, or any.
#[tauri::command]
#[specta::specta]
pub async fn pending(app: State<'_, App>, input: PendingInput) -> Result<Pending, ApiError> {
    app.engine()?.decisions.pending(input).await
}

/// Restores the decisions of an export.
#[tauri::command]
#[specta::specta]
pub async fn discard(app: State<'_, App>, input: PendingInput) -> Result<ChangeReport, ApiError> {
    app.engine()?.decisions.discard_pending(input).await
}

/// Forgets an exported file, which stays on disk.
#[tauri::command]
#[specta::specta]
pub async fn forget_export(app: State<'_, App>, input: ExportKey) -> Result<(), ApiError> {
    app.engine()?.decisions.forget_export(input).await
}
