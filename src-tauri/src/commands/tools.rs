//! The catalog, tool details and decisions.

use hintsmith_engine::ApiError;
use hintsmith_engine::dto::{
    BulkInput, BulkPreview, Catalog, ChangeReport, CompletionInput, DecideInput, DecisionPreview,
    HistoryEntry, IconsInput, SearchInput, SearchResult, ToolChange, ToolDetail, ToolIcon, ToolKey,
};
use hintsmith_engine::filter::Completion;
use tauri::State;

use crate::state::App;

/// All tool cards and servers in one response.
#[tauri::command]
#[specta::specta]
pub async fn catalog(app: State<'_, App>) -> Result<Catalog, ApiError> {
    app.engine()?.tools.catalog_view().await
}

/// The cards that match a query of the filter language.
#[tauri::command]
#[specta::specta]
pub async fn search(app: State<'_, App>, input: SearchInput) -> Result<SearchResult, ApiError> {
    app.engine()?.tools.search(input).await
}

/// The details of one tool.
#[tauri::command]
#[specta::specta]
pub async fn tool(app: State<'_, App>, input: ToolKey) -> Result<ToolDetail, ApiError> {
    app.engine()?.tools.detail(input).await
}

/// Sets fields of a tool; saved at once, all or none.
#[tauri::command]
#[specta::specta]
pub async fn decide(app: State<'_, App>, input: DecideInput) -> Result<ToolChange, ApiError> {
    app.engine()?.decisions.decide(input).await
}

/// The JSON of a tool before and after decisions, which are not saved.
#[tauri::command]
#[specta::specta]
pub async fn preview_decisions(app: State<'_, App>, input: DecideInput) -> Result<DecisionPreview, ApiError> {
    app.engine()?.decisions.preview(input).await
}

/// Completions at the cursor of the search field.
#[tauri::command]
#[specta::specta]
pub async fn completions(app: State<'_, App>, input: CompletionInput) -> Result<Vec<Completion>, ApiError> {
    app.engine()?.tools.completions(input).await
}

/// Previews one change to many tools.
#[tauri::command]
#[specta::specta]
pub async fn preview_bulk(app: State<'_, App>, input: BulkInput) -> Result<BulkPreview, ApiError> {
    app.engine()?.decisions.preview_bulk(input).await
}

/// Changes many tools as one history entry.
#[tauri::command]
#[specta::specta]
pub async fn decide_many(app: State<'_, App>, input: BulkInput) -> Result<ChangeReport, ApiError> {
    app.engine()?.decisions.apply_bulk(input).await
}

/// The user changes to one tool, newest first.
#[tauri::command]
#[specta::specta]
pub async fn tool_history(app: State<'_, App>, input: ToolKey) -> Result<Vec<HistoryEntry>, ApiError> {
    app.engine()?.history.list_for_tool(input).await
}

/// The icons of tools of trusted servers, fetched and re-encoded here.
#[tauri::command]
#[specta::specta]
pub async fn icons(app: State<'_, App>, input: IconsInput) -> Result<Vec<ToolIcon>, ApiError> {
    app.engine()?.tools.icons(input).await
}
