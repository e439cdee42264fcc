//! Size of the window, saved in the data folder. The position is left to the window manager.

use std::path::{Path, PathBuf};

use hintsmith_engine::files::{Access, write_atomically};
use serde::{Deserialize, Serialize};
use tauri::WebviewWindow;

pub const FILE: &str = "window.json";
const SMALLEST: (f64, f64) = (880.0, 560.0);
/// Upper bound of a plausible size: larger than any screen.
const LARGEST: f64 = 20_000.0;

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
    pub const SMALLEST: (f64, f64) = SMALLEST;

    /// The saved state, or the default if none is saved or it is implausible.
    pub fn kept(data: Option<&Path>) -> Self {
        let text = data.and_then(|data| std::fs::read_to_string(data.join(FILE)).ok());
        let kept: Option<Self> = text.and_then(|text| serde_json::from_str(&text).ok());
        kept.filter(Self::makes_sense).unwrap_or_default()
    }

    fn makes_sense(&self) -> bool {
        (SMALLEST.0..=LARGEST).contains(&self.width) && (SMALLEST.1..=LARGEST).contains(&self.height)
    }

    fn of(window: &WebviewWindow, before: Self) -> Option<Self> {
        let maximized = window.is_maximized().ok()?;
        // While maximized, keep the size to restore.
        if maximized {
            return Some(Self { maximized, ..before });
        }
        let size = window.inner_size().ok()?.to_logical::<f64>(window.scale_factor().ok()?);
        Some(Self { width: size.width, height: size.height, maximized })
    }
}

/// Saves the size of the window once it has stopped changing.
pub struct Keeper {
    file: PathBuf,
    kept: WindowState,
    seen: WindowState,
}

impl Keeper {
    pub fn new(data: &Path) -> Self {
        let kept = WindowState::kept(Some(data));
        Self { file: data.join(FILE), kept, seen: kept }
    }

    /// Checks the size; called periodically.
    pub fn look(&mut self, window: &WebviewWindow) {
        let Some(now) = WindowState::of(window, self.kept) else { return };
        let at_rest = now == self.seen;
        self.seen = now;
        if at_rest && now != self.kept && now.makes_sense() && self.write(now).is_ok() {
            self.kept = now;
        }
    }

    fn write(&self, place: WindowState) -> std::io::Result<()> {
        write_atomically(&self.file, &serde_json::to_vec(&place)?, Access::Private)
    }
}
