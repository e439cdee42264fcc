//! Alerts for calls that wait for approval: a count on the window's icon and in its title, and a desktop
//! notification while the window is not focused.

use std::collections::HashSet;

use hintsmith_engine::dto::ApprovalView;
use hintsmith_engine::text::truncate_chars;
use notify_rust::Notification;
use tauri::{AppHandle, UserAttentionType};

use crate::window;

const NAME: &str = "Hintsmith";
/// Longest client, tool or server name in a notification, in characters.
const LONGEST: usize = 60;

/// The pending calls that were announced already, and their number.
#[derive(Default)]
pub struct Notifier {
    told: HashSet<String>,
    waiting: usize,
}

impl Notifier {
    /// Updates the count and announces new calls.
    pub fn look(&mut self, app: &AppHandle, waiting: &[ApprovalView]) {
        let Some(window) = window::find(app) else { return };
        if let Some(count) = self.count(waiting) {
            let title = if count == 0 { NAME.to_owned() } else { format!("({count}) {NAME}") };
            let _ = window.set_title(&title);
            // Not every desktop supports badges.
            let _ = window.set_badge_count((count > 0).then_some(i64::try_from(count).unwrap_or(i64::MAX)));
        }
        let in_front = window.is_focused().unwrap_or(false);
        for call in self.news(waiting, in_front) {
            let _ = window.request_user_attention(Some(UserAttentionType::Critical));
            notify(app, "A call waits for approval", words(call));
        }
    }

    /// Returns the number of pending calls if it has changed.
    pub fn count(&mut self, waiting: &[ApprovalView]) -> Option<usize> {
        let before = std::mem::replace(&mut self.waiting, waiting.len());
        (before != waiting.len()).then_some(waiting.len())
    }

    /// Returns the calls to announce: those not seen before, or none while the window is focused and shows them
    /// anyway.
    pub fn news<'a>(&mut self, waiting: &'a [ApprovalView], in_front: bool) -> Vec<&'a ApprovalView> {
        self.told.retain(|nonce| waiting.iter().any(|call| call.nonce == *nonce));
        let new = waiting.iter().filter(|call| self.told.insert(call.nonce.clone()));
        let new: Vec<&ApprovalView> = new.collect();
        if in_front { Vec::new() } else { new }
    }
}

/// Shows a desktop notification. On a blocking thread: a notification service that hangs must not block the window.
fn notify(app: &AppHandle, title: &'static str, body: String) {
    let identifier = app.config().identifier.clone();
    tauri::async_runtime::spawn_blocking(move || {
        let mut notification = Notification::new();
        notification.appname(NAME).summary(title).body(&body).auto_icon();
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
pub fn words(call: &ApprovalView) -> String {
    let client = call.client.as_deref().unwrap_or("A client");
    format!(
        "{} wants to call {} of {}. {}.",
        plain(client),
        plain(&call.tool),
        plain(&call.server),
        call.because
    )
}

/// Replaces everything that could be markup: names come from servers and clients, and desktops render notifications
/// as markup.
fn plain(name: &str) -> String {
    let kept =
        |letter: char| if letter.is_alphanumeric() || " _-.:/".contains(letter) { letter } else { '·' };
    truncate_chars(name, LONGEST).chars().map(kept).collect()
}
