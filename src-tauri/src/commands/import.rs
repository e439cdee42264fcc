//! Importing servers from the configurations of other clients and from a registry.

use hintsmith_engine::ApiError;
use hintsmith_engine::dto::{
    ImportFile, ImportFileInput, ImportReport, ImportServersInput, RegistryAddressInput, RegistryChoice,
    RegistryInput, RegistryPage, RegistrySource,
};
use tauri::State;

use crate::state::App;

/// Finds the configurations of other clients on this machine.
#[tauri::command]
#[specta::specta]
pub async fn find_imports(app: State<'_, App>) -> Result<Vec<ImportFile>, ApiError> {
    app.engine()?.imports.find_files(None, None).await
}

/// Reads one configuration file.
#[tauri::command]
#[specta::specta]
pub async fn read_import(app: State<'_, App>, input: ImportFileInput) -> Result<ImportFile, ApiError> {
    app.engine()?.imports.read_file(input).await
}

/// Adds the entries that the user chose.
#[tauri::command]
#[specta::specta]
pub async fn import_servers(
    app: State<'_, App>,
    input: ImportServersInput,
) -> Result<ImportReport, ApiError> {
    app.engine()?.imports.import(input).await
}

/// One page of a registry's list.
#[tauri::command]
#[specta::specta]
pub async fn registry_page(app: State<'_, App>, input: RegistryInput) -> Result<RegistryPage, ApiError> {
    app.engine()?.registry.page(input).await
}

/// The source for one install option of a listed server. Adds nothing.
#[tauri::command]
#[specta::specta]
pub async fn registry_source(app: State<'_, App>, input: RegistryChoice) -> Result<RegistrySource, ApiError> {
    app.engine()?.registry.source(input).await
}

/// The URL of the current registry.
#[tauri::command]
#[specta::specta]
pub async fn registry_address(app: State<'_, App>) -> Result<String, ApiError> {
    app.engine()?.registry.url().await
}

/// Sets the registry URL, or resets it to the public registry.
#[tauri::command]
#[specta::specta]
pub async fn set_registry_address(
    app: State<'_, App>,
    input: RegistryAddressInput,
) -> Result<String, ApiError> {
    app.engine()?.registry.set_url(input).await
}
