//! The gateway of the window, and what passed through proxies.

use hintsmith_engine::ApiError;
use hintsmith_engine::dto::{CallsInput, CallsPage, GatewaySettings, GatewayView, WriteCalls, WrittenCalls};
use tauri::State;

use crate::state::App;

#[tauri::command]
#[specta::specta]
pub async fn gateway(app: State<'_, App>) -> Result<GatewayView, ApiError> {
    app.engine()?.gateway_here().await
}

/// Switches it on; it comes with the window from then on.
#[tauri::command]
#[specta::specta]
pub async fn start_gateway(app: State<'_, App>) -> Result<GatewayView, ApiError> {
    app.engine()?.start_gateway().await
}

#[tauri::command]
#[specta::specta]
pub async fn stop_gateway(app: State<'_, App>) -> Result<GatewayView, ApiError> {
    app.engine()?.stop_gateway().await
}

/// Sets how it serves. One that runs begins anew.
#[tauri::command]
#[specta::specta]
pub async fn set_gateway(app: State<'_, App>, settings: GatewaySettings) -> Result<GatewayView, ApiError> {
    app.engine()?.set_gateway(settings).await
}

/// The token itself, to be copied.
#[tauri::command]
#[specta::specta]
pub async fn gateway_token(app: State<'_, App>) -> Result<String, ApiError> {
    Ok(app.engine()?.gateway_token(false).await?.token.reveal().to_owned())
}

/// Makes another token; the old one opens nothing any more.
#[tauri::command]
#[specta::specta]
pub async fn new_gateway_token(app: State<'_, App>) -> Result<GatewayView, ApiError> {
    app.engine()?.renew_gateway_token().await
}

/// Reaches a server anew for every client of the gateway.
#[tauri::command]
#[specta::specta]
pub async fn restart_served(app: State<'_, App>, server: String) -> Result<(), ApiError> {
    app.engine()?.restart_served(&server).await;
    Ok(())
}

#[tauri::command]
#[specta::specta]
pub async fn calls(app: State<'_, App>, input: CallsInput) -> Result<CallsPage, ApiError> {
    app.engine()?.calls(input).await
}

/// Writes calls to a file that a person chose.
#[tauri::command]
#[specta::specta]
pub async fn write_calls(app: State<'_, App>, input: WriteCalls) -> Result<WrittenCalls, ApiError> {
    app.engine()?.write_calls(input).await
}

/// Forgets every call.
#[tauri::command]
#[specta::specta]
pub async fn clear_calls(app: State<'_, App>) -> Result<(), ApiError> {
    app.engine()?.clear_calls().await
}
