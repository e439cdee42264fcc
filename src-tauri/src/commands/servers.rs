//! Servers: look at what would run, add, change, read, sign in, remove.

use hintsmith_engine::api::sign_in::open_in_browser;
use hintsmith_engine::dto::{
    AddServerInput, EnableServerInput, NewServer, ScanReport, SecretsView, ServerKey, ServerPreview,
    ServerSettingsInput, ServerView, TrustInput,
};
use hintsmith_engine::{ApiError, Progress};
use tauri::{AppHandle, State};
use tauri_specta::Event;

use super::dialogs::confirm_issuer;
use crate::bindings::ScanProgress;
use crate::state::App;

/// Exactly what would run or be asked. Starts nothing.
#[tauri::command]
#[specta::specta]
pub async fn preview_server(app: State<'_, App>, input: NewServer) -> Result<ServerPreview, ApiError> {
    app.engine()?.preview_server(input).await
}

/// Adds a server whose preview the person has agreed to.
#[tauri::command]
#[specta::specta]
pub async fn add_server(app: State<'_, App>, input: AddServerInput) -> Result<ServerView, ApiError> {
    app.engine()?.add_server(input).await
}

/// Changes how a server is reached, after the person has agreed to the preview.
#[tauri::command]
#[specta::specta]
pub async fn edit_server(app: State<'_, App>, input: AddServerInput) -> Result<ServerView, ApiError> {
    app.engine()?.edit_server(input).await
}

/// Turns a server on or off.
#[tauri::command]
#[specta::specta]
pub async fn enable_server(app: State<'_, App>, input: EnableServerInput) -> Result<ServerView, ApiError> {
    app.engine()?.enable_server(input).await
}

/// Says that a server is trusted, or no longer.
#[tauri::command]
#[specta::specta]
pub async fn trust_server(app: State<'_, App>, input: TrustInput) -> Result<ServerView, ApiError> {
    app.engine()?.trust_server(input).await
}

/// Sets how a server's tools are read when hints are inferred.
#[tauri::command]
#[specta::specta]
pub async fn set_server_settings(
    app: State<'_, App>,
    input: ServerSettingsInput,
) -> Result<ServerView, ApiError> {
    app.engine()?.set_server_settings(input).await
}

/// The last lines a server wrote to standard error.
#[tauri::command]
#[specta::specta]
pub async fn server_output(app: State<'_, App>, input: ServerKey) -> Result<Vec<String>, ApiError> {
    app.engine()?.server_output(input).await
}

/// Where secrets are kept.
#[tauri::command]
#[specta::specta]
pub async fn secrets(app: State<'_, App>) -> Result<SecretsView, ApiError> {
    Ok(app.engine()?.secrets().await)
}

/// Signs in in the person's browser and waits for it; `cancel_scan` stops the waiting.
#[tauri::command]
#[specta::specta]
pub async fn sign_in(
    handle: AppHandle,
    app: State<'_, App>,
    input: ServerKey,
) -> Result<ServerView, ApiError> {
    let confirm = |issuer| confirm_issuer(handle, issuer);
    // Where no browser can be opened, the window shows the page and the person opens it.
    app.engine()?.sign_in(input, confirm, |page| drop(open_in_browser(page))).await
}

/// Forgets the tokens of a server.
#[tauri::command]
#[specta::specta]
pub async fn sign_out(app: State<'_, App>, input: ServerKey) -> Result<ServerView, ApiError> {
    app.engine()?.sign_out(input).await
}

/// Removes a server; its decisions are kept.
#[tauri::command]
#[specta::specta]
pub async fn remove_server(app: State<'_, App>, input: ServerKey) -> Result<(), ApiError> {
    app.engine()?.remove_server(input).await
}

/// Reads a server's tools; progress arrives as events. A server that fails is reported, not an error.
#[tauri::command]
#[specta::specta]
pub async fn scan_server(
    handle: AppHandle,
    app: State<'_, App>,
    input: ServerKey,
) -> Result<ScanReport, ApiError> {
    let progress = telling(&handle);
    let server = input.server.clone();
    app.engine()?.scan_server(input, |so_far| progress(&server, so_far)).await
}

fn telling(handle: &AppHandle) -> impl Fn(&str, Progress) + Send + Sync + use<> {
    let handle = handle.clone();
    move |server, progress| {
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let (tools, pages) = (count(progress.tools), count(progress.pages));
        let _ = ScanProgress { server: server.to_owned(), tools, pages }.emit(&handle);
    }
}

/// Stops a reading that is under way.
#[tauri::command]
#[specta::specta]
pub async fn cancel_scan(app: State<'_, App>, input: ServerKey) -> Result<(), ApiError> {
    app.engine()?.cancel_scan(&input.server);
    Ok(())
}
