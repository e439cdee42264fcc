//! Environments and rules.

use hintsmith_engine::ApiError;
use hintsmith_engine::dto::{
    ChangeReport, Comparison, EnvironmentChoice, EnvironmentKey, EnvironmentPair, EnvironmentsView,
    NewEnvironment, PromoteInput, PromotePreview, RenameEnvironment, RuleInput, RuleKey, RuleView,
};
use tauri::State;

use crate::state::App;

#[tauri::command]
#[specta::specta]
pub async fn environments(app: State<'_, App>) -> Result<EnvironmentsView, ApiError> {
    app.engine()?.environments.list().await
}

/// Switches the displayed environment.
#[tauri::command]
#[specta::specta]
pub async fn choose_environment(app: State<'_, App>, input: EnvironmentChoice) -> Result<(), ApiError> {
    app.engine()?.environments.select(input, true).await
}

#[tauri::command]
#[specta::specta]
pub async fn add_environment(app: State<'_, App>, input: NewEnvironment) -> Result<ChangeReport, ApiError> {
    app.engine()?.environments.add(input).await
}

#[tauri::command]
#[specta::specta]
pub async fn rename_environment(
    app: State<'_, App>,
    input: RenameEnvironment,
) -> Result<ChangeReport, ApiError> {
    app.engine()?.environments.rename(input).await
}

/// Removes an environment and the decisions made in it; undo restores both.
#[tauri::command]
#[specta::specta]
pub async fn remove_environment(
    app: State<'_, App>,
    input: EnvironmentKey,
) -> Result<ChangeReport, ApiError> {
    app.engine()?.environments.remove(input).await
}

#[tauri::command]
#[specta::specta]
pub async fn compare_environments(
    app: State<'_, App>,
    input: EnvironmentPair,
) -> Result<Comparison, ApiError> {
    app.engine()?.environments.compare(input).await
}

/// Previews a promotion. Changes nothing.
#[tauri::command]
#[specta::specta]
pub async fn preview_promote(
    app: State<'_, App>,
    input: EnvironmentPair,
) -> Result<PromotePreview, ApiError> {
    app.engine()?.environments.preview_promotion(input).await
}

#[tauri::command]
#[specta::specta]
pub async fn promote(app: State<'_, App>, input: PromoteInput) -> Result<ChangeReport, ApiError> {
    app.engine()?.environments.promote(input).await
}

#[tauri::command]
#[specta::specta]
pub async fn rules(app: State<'_, App>) -> Result<Vec<RuleView>, ApiError> {
    app.engine()?.rules.list().await
}

/// Previews the effect of a rule. Changes nothing.
#[tauri::command]
#[specta::specta]
pub async fn preview_rule(app: State<'_, App>, input: RuleInput) -> Result<RuleView, ApiError> {
    app.engine()?.rules.preview(input).await
}

#[tauri::command]
#[specta::specta]
pub async fn set_rule(app: State<'_, App>, input: RuleInput) -> Result<ChangeReport, ApiError> {
    app.engine()?.rules.set(input).await
}

#[tauri::command]
#[specta::specta]
pub async fn remove_rule(app: State<'_, App>, input: RuleKey) -> Result<ChangeReport, ApiError> {
    app.engine()?.rules.remove(input).await
}
