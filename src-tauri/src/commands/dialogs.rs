//! Native file dialogs, opened from Rust because the page has no permission for them.

use hintsmith_engine::ApiError;
use serde::Deserialize;
use tauri::AppHandle;
use tauri_plugin_dialog::{DialogExt, FilePath, MessageDialogButtons};
use tokio::sync::oneshot;

#[derive(Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct ChoosePathInput {
    /// The suggested file name.
    pub file_name: String,
}

/// Asks for the file to export to; none if the user cancelled.
#[tauri::command]
#[specta::specta]
pub async fn choose_export_path(app: AppHandle, input: ChoosePathInput) -> Result<Option<String>, ApiError> {
    let (chosen, choice) = oneshot::channel();
    app.dialog().file().set_file_name(input.file_name).save_file(|path| drop(chosen.send(path)));
    Ok(to_display_path(choice.await.ok().flatten()))
}

/// Asks for the file to apply; none if the user cancelled.
#[tauri::command]
#[specta::specta]
pub async fn choose_apply_path(app: AppHandle) -> Result<Option<String>, ApiError> {
    let (chosen, choice) = oneshot::channel();
    let dialog = app.dialog().file().add_filter("hintsmith.json", &["json"]);
    dialog.pick_file(|path| drop(chosen.send(path)));
    Ok(to_display_path(choice.await.ok().flatten()))
}

/// Asks for a client configuration, an OpenAPI document or a saved list; none if the user cancelled.
#[tauri::command]
#[specta::specta]
pub async fn choose_file(app: AppHandle) -> Result<Option<String>, ApiError> {
    let (chosen, choice) = oneshot::channel();
    let dialog = app
        .dialog()
        .file()
        .add_filter("JSON, YAML, TOML", &["json", "jsonc", "jsonl", "yaml", "yml", "toml"]);
    dialog.pick_file(|path| drop(chosen.send(path)));
    Ok(to_display_path(choice.await.ok().flatten()))
}

/// Asks for a working folder; none if the user cancelled.
#[tauri::command]
#[specta::specta]
pub async fn choose_folder(app: AppHandle) -> Result<Option<String>, ApiError> {
    let (chosen, choice) = oneshot::channel();
    app.dialog().file().pick_folder(|path| drop(chosen.send(path)));
    Ok(to_display_path(choice.await.ok().flatten()))
}

/// Asks the user to confirm that the client's secret is sent to this issuer.
pub(super) async fn confirm_issuer(app: AppHandle, issuer: String) -> bool {
    let (chosen, choice) = oneshot::channel();
    let buttons = MessageDialogButtons::OkCancelCustom("Send secret".to_owned(), "Cancel".to_owned());
    app.dialog()
        .message(format!("The client secret will be sent to {issuer}. Was the client registered there?"))
        .title("Sign in")
        .buttons(buttons)
        .show(|confirmed| {
            let _ = chosen.send(confirmed);
        });
    choice.await.unwrap_or(false)
}

fn to_display_path(path: Option<FilePath>) -> Option<String> {
    path.and_then(|path| path.into_path().ok()).map(|path| path.display().to_string())
}
