//! Lint findings, fixes and suppressions, and inferred values that are marked as wrong.

use hintsmith_engine::ApiError;
use hintsmith_engine::dto::{
    ApplyFixesInput, ChangeReport, FindingsInput, FindingsView, FixesInput, FixesPreview, GuessKey,
    ReadinessInput, ReadinessView, ReportInput, SuppressInput, SuppressionKey, WrittenFindings,
};
use tauri::State;

use crate::state::App;

#[tauri::command]
#[specta::specta]
pub async fn findings(app: State<'_, App>, input: FindingsInput) -> Result<FindingsView, ApiError> {
    app.engine()?.lint.findings(input).await
}

/// Previews the decisions that fix all matching findings.
#[tauri::command]
#[specta::specta]
pub async fn preview_fixes(app: State<'_, App>, input: FixesInput) -> Result<FixesPreview, ApiError> {
    app.engine()?.lint.preview_fixes(input).await
}

#[tauri::command]
#[specta::specta]
pub async fn apply_fixes(app: State<'_, App>, input: ApplyFixesInput) -> Result<ChangeReport, ApiError> {
    app.engine()?.lint.apply_fixes(input).await
}

/// Suppresses a finding.
#[tauri::command]
#[specta::specta]
pub async fn suppress(app: State<'_, App>, input: SuppressInput) -> Result<ChangeReport, ApiError> {
    app.engine()?.lint.suppress(input).await
}

#[tauri::command]
#[specta::specta]
pub async fn unsuppress(app: State<'_, App>, input: SuppressionKey) -> Result<ChangeReport, ApiError> {
    app.engine()?.lint.remove_suppression(input).await
}

/// Requirements of each profile that the tools do not meet.
#[tauri::command]
#[specta::specta]
pub async fn readiness(app: State<'_, App>, input: ReadinessInput) -> Result<ReadinessView, ApiError> {
    app.engine()?.lint.readiness(input).await
}

/// Writes findings to a file that the user chose.
#[tauri::command]
#[specta::specta]
pub async fn save_findings(app: State<'_, App>, input: ReportInput) -> Result<WrittenFindings, ApiError> {
    app.engine()?.lint.write_findings(input).await
}

/// Marks the inferred value of a hint as wrong.
#[tauri::command]
#[specta::specta]
pub async fn mark_wrong(app: State<'_, App>, input: GuessKey) -> Result<ChangeReport, ApiError> {
    app.engine()?.corrections.add(input).await
}

#[tauri::command]
#[specta::specta]
pub async fn unmark_wrong(app: State<'_, App>, input: GuessKey) -> Result<ChangeReport, ApiError> {
    app.engine()?.corrections.remove(input).await
}
