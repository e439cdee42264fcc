//! The main window. It shows the bundled page and cannot navigate elsewhere.

use tauri::webview::{NewWindowResponse, WebviewWindowBuilder};
use tauri::{AppHandle, Manager, UserAttentionType, WebviewUrl, WebviewWindow};

use crate::window_state::WindowState;

/// The window label that the capability file refers to.
const LABEL: &str = "main";

pub fn open(app: &AppHandle, state: WindowState) -> tauri::Result<()> {
    WebviewWindowBuilder::new(app, LABEL, WebviewUrl::default())
        .title("Hintsmith")
        .inner_size(state.width, state.height)
        .maximized(state.maximized)
        .min_inner_size(WindowState::MIN_SIZE.0, WindowState::MIN_SIZE.1)
        .on_navigation(is_app_url)
        .on_new_window(|_, _| NewWindowResponse::Deny)
        .build()?;
    Ok(())
}

/// Shows, restores and focuses the window.
pub fn bring_to_front(app: &AppHandle) {
    if let Some(window) = find(app) {
        let _ = window.unminimize();
        let _ = window.show();
        if window.set_focus().is_err() {
            let _ = window.request_user_attention(Some(UserAttentionType::Informational));
        }
    }
}

/// The window, if it is open.
pub fn find(app: &AppHandle) -> Option<WebviewWindow> {
    app.get_webview_window(LABEL)
}

pub fn is_app_url(url: &tauri::Url) -> bool {
    let is_bundled = matches!(
        (url.scheme(), url.host_str()),
        ("tauri", Some("localhost")) | ("http" | "https", Some("tauri.localhost"))
    );
    let is_dev_server =
        cfg!(debug_assertions) && url.origin().ascii_serialization() == "http://localhost:1420";
    is_bundled || is_dev_server
}
