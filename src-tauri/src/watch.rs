//! Periodic background task: detects changes of the store (also by other processes), pending approvals, activation
//! requests of other instances and changes of the window size, and makes due backups.

use std::time::Duration;

use tauri::{AppHandle, Manager};
use tauri_specta::Event;

use crate::bindings::CatalogChanged;
use crate::notifications::Notifier;
use crate::single_instance::Sole;
use crate::state::App;
use crate::window;
use crate::window_state::Keeper;

/// Upper bound for the delay until a change by another process is shown.
const PERIOD: Duration = Duration::from_millis(200);

/// Ticks between checks whether a backup is due: ten minutes.
const BACKUP_TICKS: u32 = 10 * 60 * 5;

pub fn start(app: AppHandle, mut sole: Option<Sole>) {
    tauri::async_runtime::spawn(async move {
        let state = app.state::<App>();
        let engine = state.engine();
        let mut size = state.data().ok().map(|data| Keeper::new(&data));
        let mut ticks = tokio::time::interval(PERIOD);
        let mut told = 0;
        let mut bell = Notifier::default();
        for tick in 1_u32.. {
            ticks.tick().await;
            if sole.as_mut().is_some_and(Sole::is_called) {
                window::to_front(&app);
            }
            if let (Some(size), Some(window)) = (&mut size, window::find(&app)) {
                size.look(&window);
            }
            let Ok(engine) = &engine else { continue };
            bell.look(&app, &engine.approvals());
            if tick.is_multiple_of(BACKUP_TICKS) {
                // A failed backup shows in the age of the last one; there is no user action to report it to.
                let _ = engine.roll_backup().await;
            }
            let Ok(revision) = engine.revision().await else { continue };
            if revision != told {
                told = revision;
                let _ = CatalogChanged { revision }.emit(&app);
            }
        }
    });
}
