//! Calls a person to the window when a call waits for an answer: a count on its icon and in its title, and, while the
//! window is not in front, a notification of the system.

use std::collections::HashSet;

use hintsmith_engine::api::view::ApprovalView;
use hintsmith_engine::text::shortened;
use notify_rust::Notification;
use tauri::{AppHandle, UserAttentionType};

use crate::window;

const NAME: &str = "Hintsmith";
/// What is shown of a name.
const LONGEST: usize = 60;

/// Which calls were told of, and how many wait.
#[derive(Default)]
pub struct Bell {
    told: HashSet<String>,
    waiting: usize,
}

impl Bell {
    pub fn look(&mut self, app: &AppHandle, waiting: &[ApprovalView]) {
        let Some(window) = window::find(app) else { return };
        if let Some(count) = self.count(waiting) {
            let title = if count == 0 { NAME.to_owned() } else { format!("({count}) {NAME}") };
            let _ = window.set_title(&title);
            // Not every desktop has such a thing.
            let _ = window.set_badge_count((count > 0).then_some(i64::try_from(count).unwrap_or(i64::MAX)));
        }
        let in_front = window.is_focused().unwrap_or(false);
        for call in self.news(waiting, in_front) {
            let _ = window.request_user_attention(Some(UserAttentionType::Critical));
            notify(app, "A call waits for approval", words(call));
        }
    }

    /// How many wait, where that is another number than before.
    fn count(&mut self, waiting: &[ApprovalView]) -> Option<usize> {
        let before = std::mem::replace(&mut self.waiting, waiting.len());
        (before != waiting.len()).then_some(waiting.len())
    }

    /// The calls that nobody was told of. Whoever has the window in front sees them.
    fn news<'a>(&mut self, waiting: &'a [ApprovalView], in_front: bool) -> Vec<&'a ApprovalView> {
        self.told.retain(|nonce| waiting.iter().any(|call| call.nonce == *nonce));
        let new = waiting.iter().filter(|call| self.told.insert(call.nonce.clone()));
        let new: Vec<&ApprovalView> = new.collect();
        if in_front { Vec::new() } else { new }
    }
}

/// Shows a notification of the system. On a thread of its own: a notification service that hangs must not hold the window.
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
        // Not every desktop has such a service; the count on the window's icon remains.
        let _ = notification.show();
    });
}

fn words(call: &ApprovalView) -> String {
    let client = call.client.as_deref().unwrap_or("A client");
    format!(
        "{} wants to call {} of {}. {}.",
        plain(client),
        plain(&call.tool),
        plain(&call.server),
        call.because
    )
}

/// Names are the words of others, and desktops read notifications as markup.
fn plain(name: &str) -> String {
    let kept =
        |letter: char| if letter.is_alphanumeric() || " _-.:/".contains(letter) { letter } else { '·' };
    shortened(name, LONGEST).chars().map(kept).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hintsmith_engine::api::view::Through;
    use hintsmith_engine::resolve::Behaviour;

    fn call(nonce: &str) -> ApprovalView {
        ApprovalView {
            id: 1,
            nonce: nonce.to_owned(),
            server: "s".to_owned(),
            tool: "t".to_owned(),
            title: "T".to_owned(),
            client: Some("<b>x</b>\u{202e}".to_owned()),
            through: Through::Gateway,
            arguments: None,
            badges: Vec::new(),
            behaviour: Behaviour::Destructive,
            because: "It may make destructive changes".to_owned(),
            sentences: Vec::new(),
            asked_at: String::new(),
            seconds_left: 1,
            seconds_in_all: 1,
        }
    }

    #[test]
    fn each_call_rings_once_and_only_behind_other_windows() {
        let mut bell = Bell::default();
        let (one, both) = ([call("a")], [call("a"), call("b")]);
        assert_eq!(bell.news(&one, false).len(), 1);
        assert_eq!(bell.news(&one, false).len(), 0);
        assert_eq!(bell.news(&both, true).len(), 0);
        // It was seen; leaving the window does not tell of it again.
        assert_eq!(bell.news(&both, false).len(), 0);
        assert_eq!(bell.news(&[], false).len(), 0);
        assert_eq!(bell.news(&one, false).len(), 1);
    }

    #[test]
    fn the_count_is_said_when_it_changes() {
        let mut bell = Bell::default();
        let said: Vec<_> = [0, 1, 1, 2, 0].map(|count| bell.count(&vec![call("a"); count])).into();
        assert_eq!(said, [None, Some(1), None, Some(2), Some(0)]);
    }

    #[test]
    fn names_cannot_mark_anything_up() {
        let words = words(&call("a"));
        assert!(words.starts_with("·b·x·/b·· wants to call t of s."), "{words}");
    }
}
