//! The gateway embedded in the application, and the call log.

use hintsmith_engine::ApiError;
use hintsmith_engine::dto::{
    CallsInput, CallsPage, ClearedCalls, GatewaySettings, GatewayView, WriteCalls, WrittenCalls,
};
use tauri::State;

use crate::state::App;

#[tauri::command]
#[specta::specta]
pub async fn gateway(app: State<'_, App>) -> Result<GatewayView, ApiError> {
    app.engine()?.gateway.status().await
}

/// Starts the gateway, now and with every later start of the application.
#[tauri::command]
#[specta::specta]
pub async fn start_gateway(app: State<'_, App>) -> Result<GatewayView, ApiError> {
    app.engine()?.gateway.start().await
}

#[tauri::command]
#[specta::specta]
pub async fn stop_gateway(app: State<'_, App>) -> Result<GatewayView, ApiError> {
    app.engine()?.gateway.stop().await
}

/// Changes the gateway's settings and restarts it if it is running.
#[tauri::command]
#[specta::specta]
pub async fn set_gateway(app: State<'_, App>, settings: GatewaySettings) -> Result<GatewayView, ApiError> {
    app.engine()?.gateway.set_settings(settings).await
}

/// The token in plain text, for the clipboard.
#[tauri::command]
#[specta::specta]
pub async fn gateway_token(app: State<'_, App>) -> Result<String, ApiError> {
    Ok(app.engine()?.gateway.token(false).await?.token.reveal().to_owned())
}

/// Replaces the token; the old one is no longer valid.
#[tauri::command]
#[specta::specta]
pub async fn new_gateway_token(app: State<'_, App>) -> Result<GatewayView, ApiError> {
    app.engine()?.gateway.renew_token().await
}

/// Reconnects a server for every client of the gateway.
#[tauri::command]
#[specta::specta]
pub async fn restart_served(app: State<'_, App>, server: String) -> Result<(), ApiError> {
    app.engine()?.gateway.reconnect_server(&server).await;
    Ok(())
}

#[tauri::command]
#[specta::specta]
pub async fn calls(app: State<'_, App>, input: CallsInput) -> Result<CallsPage, ApiError> {
    app.engine()?.calls.list(input).await
}

/// Writes logged calls to a file that the user chose.
#[tauri::command]
#[specta::specta]
pub async fn write_calls(app: State<'_, App>, input: WriteCalls) -> Result<WrittenCalls, ApiError> {
    app.engine()?.calls.write(input).await
}

/// Deletes the call log.
#[tauri::command]
#[specta::specta]
pub async fn clear_calls(app: State<'_, App>) -> Result<ClearedCalls, ApiError> {
    app.engine()?.calls.clear().await
}
