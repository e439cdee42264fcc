//! Pending approvals and the approval mode of tools.

use hintsmith_engine::ApiError;
use hintsmith_engine::dto::{AnswerInput, ApprovalView, ChangeReport, ModeInput};
use tauri::State;

use crate::state::App;

/// The pending calls, oldest first.
#[tauri::command]
#[specta::specta]
pub async fn approvals(app: State<'_, App>) -> Result<Vec<ApprovalView>, ApiError> {
    Ok(app.engine()?.approvals.pending().await)
}

#[tauri::command]
#[specta::specta]
pub async fn answer_approval(app: State<'_, App>, input: AnswerInput) -> Result<(), ApiError> {
    app.engine()?.approvals.answer(input).await
}

#[tauri::command]
#[specta::specta]
pub async fn set_mode(app: State<'_, App>, input: ModeInput) -> Result<ChangeReport, ApiError> {
    app.engine()?.approvals.set_mode(input).await
}
