//! Servers: look at the command, add, read, remove.

use hintsmith_engine::api::view::{
    AddServerInput, NewServer, ScanReport, ServerKey, ServerPreview, ServerView,
};
use hintsmith_engine::{ApiError, Progress};
use tauri::{AppHandle, State};
use tauri_specta::Event;

use crate::bindings::ScanProgress;
use crate::state::App;

/// Exactly what would run. Starts nothing.
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
    let server = input.server.clone();
    let progress = move |progress: Progress| {
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let (tools, pages) = (count(progress.tools), count(progress.pages));
        let _ = ScanProgress { server: server.clone(), tools, pages }.emit(&handle);
    };
    app.engine()?.scan_server(input, progress).await
}

/// Stops a reading that is under way.
#[tauri::command]
#[specta::specta]
pub async fn cancel_scan(app: State<'_, App>, input: ServerKey) -> Result<(), ApiError> {
    app.engine()?.cancel_scan(&input.server);
    Ok(())
}
