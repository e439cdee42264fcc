//! Servers: preview, add, edit, scan, sign in, remove.

use hintsmith_engine::api::servers::sign_in::open_in_browser;
use hintsmith_engine::dto::{
    AddServerInput, EnableServerInput, Loosening, MethodTrustInput, NewServer, OperationList,
    OperationTermsInput, ScanReport, SecretsView, ServerKey, ServerPreview, ServerSettingsInput, ServerView,
    ToolProblem, TrustInput,
};
use hintsmith_engine::{ApiError, ListProgress};
use tauri::{AppHandle, State};
use tauri_specta::Event;

use super::dialogs::confirm_issuer;
use crate::bindings::ScanProgress;
use crate::state::App;

/// The exact command or URL of a new server. Starts nothing.
#[tauri::command]
#[specta::specta]
pub async fn preview_server(app: State<'_, App>, input: NewServer) -> Result<ServerPreview, ApiError> {
    app.engine()?.servers.preview(input).await
}

/// The operations of the OpenAPI document of a new or edited server.
#[tauri::command]
#[specta::specta]
pub async fn list_operations(app: State<'_, App>, input: NewServer) -> Result<OperationList, ApiError> {
    app.engine()?.servers.list_operations(input).await
}

/// Cancels the listing of operations in progress; a download ends at once.
#[tauri::command]
#[specta::specta]
pub async fn cancel_list_operations(app: State<'_, App>) -> Result<(), ApiError> {
    app.engine()?.servers.cancel_list_operations();
    Ok(())
}

/// The terms that choose exactly the chosen operations.
#[tauri::command]
#[specta::specta]
pub async fn operation_terms(
    app: State<'_, App>,
    input: OperationTermsInput,
) -> Result<Vec<String>, ApiError> {
    app.engine()?.servers.operation_terms(input).await
}

/// The problems of a server's last complete scan.
#[tauri::command]
#[specta::specta]
pub async fn scan_problems(app: State<'_, App>, input: ServerKey) -> Result<Vec<ToolProblem>, ApiError> {
    app.engine()?.servers.scan_problems(input).await
}

/// Adds a server whose preview the user confirmed.
#[tauri::command]
#[specta::specta]
pub async fn add_server(app: State<'_, App>, input: AddServerInput) -> Result<ServerView, ApiError> {
    app.engine()?.servers.add(input).await
}

/// Changes the source of a server, after the user confirmed the preview.
#[tauri::command]
#[specta::specta]
pub async fn edit_server(app: State<'_, App>, input: AddServerInput) -> Result<ServerView, ApiError> {
    app.engine()?.servers.edit(input).await
}

/// Enables or disables a server.
#[tauri::command]
#[specta::specta]
pub async fn enable_server(app: State<'_, App>, input: EnableServerInput) -> Result<ServerView, ApiError> {
    app.engine()?.servers.set_enabled(input).await
}

/// Marks a server as trusted or untrusted.
#[tauri::command]
#[specta::specta]
pub async fn trust_server(app: State<'_, App>, input: TrustInput) -> Result<ServerView, ApiError> {
    app.engine()?.servers.set_trusted(input).await
}

/// Sets how the tools of a server are interpreted during inference.
#[tauri::command]
#[specta::specta]
pub async fn set_server_settings(
    app: State<'_, App>,
    input: ServerSettingsInput,
) -> Result<ServerView, ApiError> {
    app.engine()?.servers.set_settings(input).await
}

/// The tools that trusting the HTTP methods of a server would loosen.
#[tauri::command]
#[specta::specta]
pub async fn method_trust_loosening(app: State<'_, App>, input: ServerKey) -> Result<Loosening, ApiError> {
    app.engine()?.servers.method_trust_loosening(input).await
}

/// Sets whether the HTTP methods of a server's tools are trusted.
#[tauri::command]
#[specta::specta]
pub async fn trust_methods(app: State<'_, App>, input: MethodTrustInput) -> Result<ServerView, ApiError> {
    app.engine()?.servers.set_method_trust(input).await
}

/// The last lines a server wrote to standard error.
#[tauri::command]
#[specta::specta]
pub async fn server_output(app: State<'_, App>, input: ServerKey) -> Result<Vec<String>, ApiError> {
    app.engine()?.servers.output(input).await
}

/// The storage used for secrets.
#[tauri::command]
#[specta::specta]
pub async fn secrets(app: State<'_, App>) -> Result<SecretsView, ApiError> {
    Ok(app.engine()?.servers.secret_store_status().await)
}

/// Signs in through the user's browser and waits for the result; `cancel_scan` aborts.
#[tauri::command]
#[specta::specta]
pub async fn sign_in(
    handle: AppHandle,
    app: State<'_, App>,
    input: ServerKey,
) -> Result<ServerView, ApiError> {
    let confirm = |issuer| confirm_issuer(handle, issuer);
    // If no browser can be opened, the window shows the URL for the user to open.
    app.engine()?.servers.sign_in(input, confirm, |page| drop(open_in_browser(page))).await
}

/// Deletes the tokens of a server.
#[tauri::command]
#[specta::specta]
pub async fn sign_out(app: State<'_, App>, input: ServerKey) -> Result<ServerView, ApiError> {
    app.engine()?.servers.sign_out(input).await
}

/// Removes a server; its decisions are kept.
#[tauri::command]
#[specta::specta]
pub async fn remove_server(app: State<'_, App>, input: ServerKey) -> Result<(), ApiError> {
    app.engine()?.servers.remove(input).await
}

/// Reads a server's tools; progress is sent as events. A server that fails is reported in the result, not as an
/// error.
#[tauri::command]
#[specta::specta]
pub async fn scan_server(
    handle: AppHandle,
    app: State<'_, App>,
    input: ServerKey,
) -> Result<ScanReport, ApiError> {
    let progress = progress_emitter(&handle);
    let server = input.server.clone();
    app.engine()?.servers.scan(input, |so_far| progress(&server, so_far)).await
}

fn progress_emitter(handle: &AppHandle) -> impl Fn(&str, ListProgress) + Send + Sync + use<> {
    let handle = handle.clone();
    move |server, progress| {
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let (tools, pages) = (count(progress.tools), count(progress.pages));
        let _ = ScanProgress { server: server.to_owned(), tools, pages }.emit(&handle);
    }
}

/// Cancels a scan in progress.
#[tauri::command]
#[specta::specta]
pub async fn cancel_scan(app: State<'_, App>, input: ServerKey) -> Result<(), ApiError> {
    app.engine()?.servers.cancel_scan(&input.server);
    Ok(())
}
