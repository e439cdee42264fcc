//! Tells the page when the store has changed, also by another process.

use std::time::Duration;

use tauri::{AppHandle, Manager};
use tauri_specta::Event;

use crate::bindings::CatalogChanged;
use crate::state::App;

/// How soon a change made by another process shows.
const PERIOD: Duration = Duration::from_millis(500);

pub fn start(app: AppHandle) {
    tauri::async_runtime::spawn(async move {
        let Ok(engine) = app.state::<App>().engine() else { return };
        let mut ticks = tokio::time::interval(PERIOD);
        let mut told = 0;
        loop {
            ticks.tick().await;
            let Ok(revision) = engine.revision().await else { continue };
            if revision != told {
                told = revision;
                let _ = CatalogChanged { revision }.emit(&app);
            }
        }
    });
}
