//! The catalog, one tool, and deciding about it.

use hintsmith_engine::ApiError;
use hintsmith_engine::api::view::{
    Catalog, CompletionInput, DecideInput, SearchInput, SearchResult, ToolChange, ToolDetail, ToolKey,
};
use hintsmith_engine::filter::Completion;
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

/// Decides fields of a tool; saved at once, all of them or none.
#[tauri::command]
#[specta::specta]
pub async fn decide(app: State<'_, App>, input: DecideInput) -> Result<ToolChange, ApiError> {
    app.engine()?.decide(input).await
}

/// What could be typed at the cursor of the search field.
#[tauri::command]
#[specta::specta]
pub async fn completions(app: State<'_, App>, input: CompletionInput) -> Result<Vec<Completion>, ApiError> {
    app.engine()?.completions(input).await
}
