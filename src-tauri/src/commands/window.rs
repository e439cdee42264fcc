//! Zoom of the window.

use hintsmith_engine::{ApiError, ErrorCode};
use tauri::WebviewWindow;

/// Zoom factors that are accepted.
const ZOOM_RANGE: std::ops::RangeInclusive<f64> = 0.5..=3.0;

/// Sets the zoom factor; 1 is the default size.
#[tauri::command]
#[specta::specta]
pub async fn zoom(window: WebviewWindow, factor: f64) -> Result<(), ApiError> {
    let factor = if factor.is_finite() { factor.clamp(*ZOOM_RANGE.start(), *ZOOM_RANGE.end()) } else { 1.0 };
    window.set_zoom(factor).map_err(|error| {
        let hint = "Change the text size in the settings of your system instead.";
        ApiError::new(ErrorCode::Internal, format!("the window cannot be zoomed: {error}"), hint)
    })
}
