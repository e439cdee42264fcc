//! Installing Hintsmith before the servers of clients.

use hintsmith_engine::ApiError;
use hintsmith_engine::dto::{
    ClientFileView, ClientFilesInput, InstallChoice, InstallInput, InstallPreview, InstallReport,
};
use tauri::State;

use crate::state::App;

/// The configurations of clients on this machine, with their servers.
#[tauri::command]
#[specta::specta]
pub async fn client_files(
    app: State<'_, App>,
    input: ClientFilesInput,
) -> Result<Vec<ClientFileView>, ApiError> {
    app.engine()?.proxies.client_files(input).await
}

/// The change to a client's file. Writes nothing.
#[tauri::command]
#[specta::specta]
pub async fn preview_install(app: State<'_, App>, input: InstallInput) -> Result<InstallPreview, ApiError> {
    app.engine()?.proxies.preview_install(input).await
}

/// Writes the previewed change.
#[tauri::command]
#[specta::specta]
pub async fn install(app: State<'_, App>, input: InstallChoice) -> Result<InstallReport, ApiError> {
    app.engine()?.proxies.install(input).await
}
