//! Periodic background task: detects changes of the store (also by other processes), pending approvals, activation
//! requests of other instances and changes of the window size, and makes due backups.

use std::time::Duration;

use tauri::{AppHandle, Manager};
use tauri_specta::Event;

use crate::bindings::CatalogChanged;
use crate::notifications::Notifier;
use crate::single_instance::InstanceLock;
use crate::state::App;
use crate::window;
use crate::window_state::WindowStateSaver;

/// Upper bound for the delay until a change by another process is shown.
const POLL_INTERVAL: Duration = Duration::from_millis(200);

/// Ticks between checks whether a backup is due: ten minutes.
const BACKUP_TICKS: u32 = 10 * 60 * 5;

pub fn start(app: AppHandle, mut lock: Option<InstanceLock>) {
    tauri::async_runtime::spawn(async move {
        let state = app.state::<App>();
        let engine = state.engine();
        let mut size_saver = state.data().ok().map(|data| WindowStateSaver::new(&data));
        let mut ticks = tokio::time::interval(POLL_INTERVAL);
        let mut last_revision = 0;
        let mut notifier = Notifier::default();
        for tick in 1_u32.. {
            ticks.tick().await;
            if lock.as_mut().is_some_and(InstanceLock::take_activation_request) {
                window::bring_to_front(&app);
            }
            if let (Some(size_saver), Some(window)) = (&mut size_saver, window::find(&app)) {
                size_saver.update(&window);
            }
            let Ok(engine) = &engine else { continue };
            notifier.update(&app, &engine.approvals.pending().await);
            if tick.is_multiple_of(BACKUP_TICKS) {
                // A failed backup shows in the age of the last one; there is no user action to report it to.
                let _ = engine.backups.run_periodic().await;
            }
            let Ok(revision) = engine.revision().await else { continue };
            if revision != last_revision {
                last_revision = revision;
                let _ = CatalogChanged { revision }.emit(&app);
            }
        }
    });
}
