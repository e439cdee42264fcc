//! The review queue, the history, undo and redo.

use hintsmith_engine::ApiError;
use hintsmith_engine::dto::{
    AcceptInput, AcceptPreview, ChangeReport, HistoryInput, HistoryPage, Loosening, MoveInput, ReviewQueue,
    ToolKey, UndoInput, UndoReport,
};
use tauri::State;

use crate::state::App;

#[tauri::command]
#[specta::specta]
pub async fn review_queue(app: State<'_, App>) -> Result<ReviewQueue, ApiError> {
    app.engine()?.reviews.queue().await
}

/// Accepts the shown hints of tools.
#[tauri::command]
#[specta::specta]
pub async fn accept(app: State<'_, App>, input: AcceptInput) -> Result<ChangeReport, ApiError> {
    app.engine()?.reviews.accept(input).await
}

/// Previews what accepting tools decides.
#[tauri::command]
#[specta::specta]
pub async fn preview_accept(app: State<'_, App>, input: AcceptInput) -> Result<AcceptPreview, ApiError> {
    app.engine()?.reviews.preview_accept(input).await
}

#[tauri::command]
#[specta::specta]
pub async fn reopen_review(app: State<'_, App>, input: ToolKey) -> Result<ChangeReport, ApiError> {
    app.engine()?.reviews.reopen(input).await
}

/// Moves the decisions of a removed tool to the tool that replaced it.
#[tauri::command]
#[specta::specta]
pub async fn move_decisions(app: State<'_, App>, input: MoveInput) -> Result<ChangeReport, ApiError> {
    app.engine()?.reviews.move_decisions(input).await
}

/// What moving the decisions would loosen.
#[tauri::command]
#[specta::specta]
pub async fn preview_move(app: State<'_, App>, input: MoveInput) -> Result<Loosening, ApiError> {
    app.engine()?.reviews.preview_move(input).await
}

#[tauri::command]
#[specta::specta]
pub async fn history(app: State<'_, App>, input: HistoryInput) -> Result<HistoryPage, ApiError> {
    app.engine()?.history.page(input).await
}

#[tauri::command]
#[specta::specta]
pub async fn undo(app: State<'_, App>, input: UndoInput) -> Result<UndoReport, ApiError> {
    app.engine()?.history.undo(input).await
}

#[tauri::command]
#[specta::specta]
pub async fn redo(app: State<'_, App>) -> Result<UndoReport, ApiError> {
    app.engine()?.history.redo().await
}
