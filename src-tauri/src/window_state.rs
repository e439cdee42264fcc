//! Size of the window, saved in the data folder. The position is left to the window manager.

use std::path::{Path, PathBuf};

use hintsmith_engine::files::{Access, write_atomically};
use serde::{Deserialize, Serialize};
use tauri::WebviewWindow;

pub const STATE_FILE: &str = "window.json";
const MIN_SIZE: (f64, f64) = (880.0, 560.0);
/// Upper bound of a plausible size: larger than any screen.
const MAX_SIDE: f64 = 20_000.0;

/// Size of the window in logical pixels.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct WindowState {
    pub width: f64,
    pub height: f64,
    pub maximized: bool,
}

impl Default for WindowState {
    fn default() -> Self {
        Self { width: 1_440.0, height: 900.0, maximized: false }
    }
}

impl WindowState {
    pub const MIN_SIZE: (f64, f64) = MIN_SIZE;

    /// The saved state, or the default if none is saved or it is implausible.
    pub fn load(data: Option<&Path>) -> Self {
        let text = data.and_then(|data| std::fs::read_to_string(data.join(STATE_FILE)).ok());
        let saved: Option<Self> = text.and_then(|text| serde_json::from_str(&text).ok());
        saved.filter(Self::is_plausible).unwrap_or_default()
    }

    fn is_plausible(&self) -> bool {
        (MIN_SIZE.0..=MAX_SIDE).contains(&self.width) && (MIN_SIZE.1..=MAX_SIDE).contains(&self.height)
    }

    fn from_window(window: &WebviewWindow, saved: Self) -> Option<Self> {
        let maximized = window.is_maximized().ok()?;
        // While maximized, keep the size to restore.
        if maximized {
            return Some(Self { maximized, ..saved });
        }
        let size = window.inner_size().ok()?.to_logical::<f64>(window.scale_factor().ok()?);
        Some(Self { width: size.width, height: size.height, maximized })
    }
}

/// Saves the size of the window once it has stopped changing.
pub struct WindowStateSaver {
    file: PathBuf,
    saved: WindowState,
    last_seen: WindowState,
}

impl WindowStateSaver {
    pub fn new(data: &Path) -> Self {
        let kept = WindowState::load(Some(data));
        Self { file: data.join(STATE_FILE), saved: kept, last_seen: kept }
    }

    /// Checks the size; called periodically.
    pub fn update(&mut self, window: &WebviewWindow) {
        let Some(now) = WindowState::from_window(window, self.saved) else { return };
        let is_stable = now == self.last_seen;
        self.last_seen = now;
        if is_stable && now != self.saved && now.is_plausible() && self.write(now).is_ok() {
            self.saved = now;
        }
    }

    fn write(&self, state: WindowState) -> std::io::Result<()> {
        write_atomically(&self.file, &serde_json::to_vec(&state)?, Access::Private)
    }
}
