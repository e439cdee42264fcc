//! How large the window was, kept beside the store. The place on the screen is the system's business.

use std::path::{Path, PathBuf};

use hintsmith_engine::files::{Access, write_atomically};
use serde::{Deserialize, Serialize};
use tauri::WebviewWindow;

pub const FILE: &str = "window.json";
const SMALLEST: (f64, f64) = (880.0, 560.0);
/// More than any screen has.
const LARGEST: f64 = 20_000.0;

/// The size of a window, in units that do not depend on the screen.
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

    /// What was kept; the usual size where nothing was, or nothing that makes sense.
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
        // The size to come back to is the one before it was maximized.
        if maximized {
            return Some(Self { maximized, ..before });
        }
        let size = window.inner_size().ok()?.to_logical::<f64>(window.scale_factor().ok()?);
        Some(Self { width: size.width, height: size.height, maximized })
    }
}

/// Keeps the size of the window once it has come to rest.
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

    /// To be called from time to time.
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
