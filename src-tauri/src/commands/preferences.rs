//! Preferences and saved filters.

use hintsmith_engine::ApiError;
use hintsmith_engine::dto::{ChangeReport, FilterKey, PreferenceInput, PreferencesView, SavedFilter};
use tauri::State;

use crate::state::App;

#[tauri::command]
#[specta::specta]
pub async fn preferences(app: State<'_, App>) -> Result<PreferencesView, ApiError> {
    app.engine()?.preferences.list().await
}

#[tauri::command]
#[specta::specta]
pub async fn set_preference(app: State<'_, App>, input: PreferenceInput) -> Result<ChangeReport, ApiError> {
    app.engine()?.preferences.set(input).await
}

/// Saves a query under a name, replacing an existing one.
#[tauri::command]
#[specta::specta]
pub async fn save_filter(app: State<'_, App>, input: SavedFilter) -> Result<ChangeReport, ApiError> {
    app.engine()?.filters.save(input).await
}

#[tauri::command]
#[specta::specta]
pub async fn remove_filter(app: State<'_, App>, input: FilterKey) -> Result<ChangeReport, ApiError> {
    app.engine()?.filters.remove(input).await
}
