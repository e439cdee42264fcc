//! What the linter finds, mending it, and not wanting to hear of it.

use hintsmith_engine::ApiError;
use hintsmith_engine::dto::{
    ActReport, ApplyFixesInput, FindingsInput, FindingsView, FixesInput, FixesPreview, ReadinessInput,
    ReadinessView, ReportInput, SuppressInput, SuppressionKey, WrittenFindings,
};
use tauri::State;

use crate::state::App;

#[tauri::command]
#[specta::specta]
pub async fn findings(app: State<'_, App>, input: FindingsInput) -> Result<FindingsView, ApiError> {
    app.engine()?.findings(input).await
}

/// What mending everything that matches would decide.
#[tauri::command]
#[specta::specta]
pub async fn preview_fixes(app: State<'_, App>, input: FixesInput) -> Result<FixesPreview, ApiError> {
    app.engine()?.preview_fixes(input).await
}

#[tauri::command]
#[specta::specta]
pub async fn apply_fixes(app: State<'_, App>, input: ApplyFixesInput) -> Result<ActReport, ApiError> {
    app.engine()?.apply_fixes(input).await
}

/// From now on a finding does not count.
#[tauri::command]
#[specta::specta]
pub async fn suppress(app: State<'_, App>, input: SuppressInput) -> Result<ActReport, ApiError> {
    app.engine()?.suppress(input).await
}

#[tauri::command]
#[specta::specta]
pub async fn unsuppress(app: State<'_, App>, input: SuppressionKey) -> Result<ActReport, ApiError> {
    app.engine()?.unsuppress(input).await
}

/// How far tools are from what each profile demands.
#[tauri::command]
#[specta::specta]
pub async fn readiness(app: State<'_, App>, input: ReadinessInput) -> Result<ReadinessView, ApiError> {
    app.engine()?.readiness(input).await
}

/// Writes findings to a file that a person chose.
#[tauri::command]
#[specta::specta]
pub async fn save_findings(app: State<'_, App>, input: ReportInput) -> Result<WrittenFindings, ApiError> {
    app.engine()?.save_findings(input).await
}
