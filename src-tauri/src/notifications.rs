//! Alerts for calls that wait for approval: a count on the window's icon and in its title, and a desktop
//! notification while the window is not focused.

use std::collections::HashSet;

use hintsmith_engine::dto::ApprovalView;
use hintsmith_engine::text::truncate_chars;
use notify_rust::Notification;
use tauri::{AppHandle, UserAttentionType};

use crate::window;

const APP_NAME: &str = "Hintsmith";
/// Longest client, tool or server name in a notification, in characters.
const MAX_NAME_CHARS: usize = 60;

/// The pending calls that were announced already, and their number.
#[derive(Default)]
pub struct Notifier {
    announced: HashSet<String>,
    pending_count: usize,
}

impl Notifier {
    /// Updates the count and announces new calls.
    pub fn update(&mut self, app: &AppHandle, pending: &[ApprovalView]) {
        let Some(window) = window::find(app) else { return };
        if let Some(count) = self.changed_count(pending) {
            let title = if count == 0 { APP_NAME.to_owned() } else { format!("({count}) {APP_NAME}") };
            let _ = window.set_title(&title);
            // Not every desktop supports badges.
            let _ = window.set_badge_count((count > 0).then_some(i64::try_from(count).unwrap_or(i64::MAX)));
        }
        let is_focused = window.is_focused().unwrap_or(false);
        for call in self.new_calls(pending, is_focused) {
            let _ = window.request_user_attention(Some(UserAttentionType::Critical));
            notify(app, "A call is waiting for approval", notification_text(call));
        }
    }

    /// Returns the number of pending calls if it has changed.
    pub fn changed_count(&mut self, pending: &[ApprovalView]) -> Option<usize> {
        let before = std::mem::replace(&mut self.pending_count, pending.len());
        (before != pending.len()).then_some(pending.len())
    }

    /// Returns the calls to announce: those not seen before, or none while the window is focused and shows them
    /// anyway.
    pub fn new_calls<'a>(&mut self, pending: &'a [ApprovalView], is_focused: bool) -> Vec<&'a ApprovalView> {
        self.announced.retain(|nonce| pending.iter().any(|call| call.nonce == *nonce));
        let new = pending.iter().filter(|call| self.announced.insert(call.nonce.clone()));
        let new: Vec<&ApprovalView> = new.collect();
        if is_focused { Vec::new() } else { new }
    }
}

/// Shows a desktop notification. On a blocking thread: a notification service that hangs must not block the window.
fn notify(app: &AppHandle, title: &'static str, body: String) {
    let identifier = app.config().identifier.clone();
    tauri::async_runtime::spawn_blocking(move || {
        let mut notification = Notification::new();
        notification.appname(APP_NAME).summary(title).body(&body).auto_icon();
        #[cfg(windows)]
        notification.app_id(&identifier);
        #[cfg(target_os = "macos")]
        let _ = notify_rust::set_application(&identifier);
        #[cfg(not(any(windows, target_os = "macos")))]
        drop(identifier);
        // Not every desktop has a notification service; the count on the window's icon remains.
        let _ = notification.show();
    });
}

/// The notification's text.
pub fn notification_text(call: &ApprovalView) -> String {
    let client = call.client.as_deref().unwrap_or("A client");
    format!(
        "{} wants to call {} of {}. {}.",
        strip_markup(client),
        strip_markup(&call.tool),
        strip_markup(&call.server),
        call.because
    )
}

/// Replaces everything that could be markup: names come from servers and clients, and desktops render notifications
/// as markup.
fn strip_markup(name: &str) -> String {
    let replace =
        |letter: char| if letter.is_alphanumeric() || " _-.:/".contains(letter) { letter } else { '·' };
    truncate_chars(name, MAX_NAME_CHARS).chars().map(replace).collect()
}
