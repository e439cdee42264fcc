//! The catalog, one tool, and deciding about it.

use hintsmith_engine::ApiError;
use hintsmith_engine::api::view::{
    Catalog, DecideHintInput, DecideTitleInput, SearchInput, SearchResult, ToolChange, ToolDetail, ToolKey,
};
use tauri::State;

use crate::state::App;

/// Every card and server, in one answer.
#[tauri::command]
#[specta::specta]
pub async fn catalog(app: State<'_, App>) -> Result<Catalog, ApiError> {
    app.engine()?.catalog().await
}

/// Which cards match a query of the filter language.
#[tauri::command]
#[specta::specta]
pub async fn search(app: State<'_, App>, input: SearchInput) -> Result<SearchResult, ApiError> {
    app.engine()?.search(input).await
}

/// Everything about one tool.
#[tauri::command]
#[specta::specta]
pub async fn tool(app: State<'_, App>, input: ToolKey) -> Result<ToolDetail, ApiError> {
    app.engine()?.tool(input).await
}

/// Decides one hint; saved at once.
#[tauri::command]
#[specta::specta]
pub async fn decide_hint(app: State<'_, App>, input: DecideHintInput) -> Result<ToolChange, ApiError> {
    app.engine()?.decide_hint(input).await
}

/// Decides the title; saved at once.
#[tauri::command]
#[specta::specta]
pub async fn decide_title(app: State<'_, App>, input: DecideTitleInput) -> Result<ToolChange, ApiError> {
    app.engine()?.decide_title(input).await
}
