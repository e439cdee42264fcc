//! What is looked at from time to time: whether the store has changed, also by another process; whether a call waits for a
//! person; whether somebody wants this window in front; how large it is; whether a backup is due.

use std::time::Duration;

use tauri::{AppHandle, Manager};
use tauri_specta::Event;

use crate::bindings::CatalogChanged;
use crate::notifications::Notifier;
use crate::single_instance::Sole;
use crate::state::App;
use crate::window;
use crate::window_state::Keeper;

/// How soon a change made by another process shows.
const PERIOD: Duration = Duration::from_millis(200);

/// How often a backup is thought of.
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
                // That it could not be made shows in its age; there is nobody to tell now.
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
