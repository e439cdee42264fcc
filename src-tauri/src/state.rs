//! The one engine of the window, or why there is none.

use std::path::PathBuf;
use std::sync::Arc;

use hintsmith_engine::{Answering, ApiError, Author, Engine, ErrorCode, Options, SecretsOptions, signals};
use tauri::{AppHandle, Manager};

/// A store that cannot be opened is something to show in the window, not a reason to have none.
pub struct App {
    data: Option<PathBuf>,
    engine: Result<Arc<Engine>, ApiError>,
    /// Whoever asks about a call knows by it that there is a window to answer in.
    _answering: Option<Answering>,
}

impl App {
    pub fn engine(&self) -> Result<Arc<Engine>, ApiError> {
        self.engine.clone()
    }

    /// The folder of the store.
    pub fn data(&self) -> Result<PathBuf, ApiError> {
        self.data.clone().ok_or_else(no_home)
    }
}

fn no_home() -> ApiError {
    let hint = "Start the program with --data DIR, or set HINTSMITH_DATA.";
    ApiError::new(ErrorCode::Store, "there is no home folder to keep the database in", hint)
}

pub fn open(app: &AppHandle, data: Option<PathBuf>) {
    let engine = tauri::async_runtime::block_on(engine(data.clone()));
    if let Ok(engine) = engine.clone() {
        engine.stay_connected();
        // The catalog is read while the page loads; then every server a person agreed to is reached.
        tauri::async_runtime::spawn(async move {
            drop(engine.catalog().await);
            engine.resume_gateway().await;
            if let Ok(names) = engine.readable_servers().await {
                engine.scan_servers(names, |_, _| {}, |_, _| {}).await;
            }
        });
    }
    let answering = engine.as_ref().ok().and_then(|engine| engine.answering());
    app.manage(App { data, engine, _answering: answering });
}

/// Ends the servers that are being read; after this the process is gone.
pub fn close(app: &AppHandle) {
    if let Ok(engine) = app.state::<App>().engine() {
        tauri::async_runtime::block_on(engine.stop());
    }
}

/// A window that is told to end closes like one that a person closes.
pub fn end_when_told(app: AppHandle) {
    tauri::async_runtime::spawn(async move {
        signals::told_to_end().await;
        app.exit(0);
    });
}

async fn engine(data: Option<PathBuf>) -> Result<Arc<Engine>, ApiError> {
    let data = data.ok_or_else(no_home)?;
    let program = std::env::current_exe().map_err(|error| {
        ApiError::new(ErrorCode::Internal, format!("this program's own file was not found: {error}"), "")
    })?;
    let (patience, secrets) = (None, SecretsOptions::from_environment()?);
    let author = Author::here("the window");
    let engine = Engine::open(Options { data, program, patience, secrets, author }).await?;
    engine.recall_environment().await?;
    Ok(engine)
}
