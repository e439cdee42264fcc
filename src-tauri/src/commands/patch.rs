//! Decisions in the source of servers.

use hintsmith_engine::ApiError;
use hintsmith_engine::dto::{
    ChangeReport, DeclaredDecisions, PatchInput, PatchPreview, RetireInput, RetirePreview, ServerKey,
    WritePatchInput, WrittenPatch,
};
use tauri::State;

use crate::state::App;

/// Reads the folder and shows what would be written into it.
#[tauri::command]
#[specta::specta]
pub async fn preview_patch(app: State<'_, App>, input: PatchInput) -> Result<PatchPreview, ApiError> {
    app.engine()?.patches.preview(input).await
}

#[tauri::command]
#[specta::specta]
pub async fn write_patch(app: State<'_, App>, input: WritePatchInput) -> Result<WrittenPatch, ApiError> {
    app.engine()?.patches.write(input).await
}

/// Compares the decisions with what the server declared in its last scan.
#[tauri::command]
#[specta::specta]
pub async fn compare_declared(app: State<'_, App>, key: ServerKey) -> Result<DeclaredDecisions, ApiError> {
    app.engine()?.patches.compare_declared(key).await
}

#[tauri::command]
#[specta::specta]
pub async fn preview_retire(app: State<'_, App>, input: RetireInput) -> Result<RetirePreview, ApiError> {
    app.engine()?.patches.preview_retire(input).await
}

/// Removes the decisions that the server declares itself.
#[tauri::command]
#[specta::specta]
pub async fn retire(app: State<'_, App>, input: RetireInput) -> Result<ChangeReport, ApiError> {
    app.engine()?.patches.retire(input).await
}
