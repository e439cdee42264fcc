//! Application state: the engine, or the reason that it could not be opened.

use std::path::PathBuf;
use std::sync::Arc;

use hintsmith_engine::{
    ApiError, ApproverRegistration, Author, Engine, ErrorCode, Options, SecretsOptions, signals,
};
use tauri::{AppHandle, Manager};

/// State of the application. If the store cannot be opened, the window still opens and shows the error.
pub struct App {
    data: Option<PathBuf>,
    open_engine: Result<Arc<Engine>, ApiError>,
    /// Registers this window as able to answer approval requests, for as long as it is open.
    _answering: Option<ApproverRegistration>,
}

impl App {
    pub fn engine(&self) -> Result<Arc<Engine>, ApiError> {
        self.open_engine.clone()
    }

    /// The data folder.
    pub fn data(&self) -> Result<PathBuf, ApiError> {
        self.data.clone().ok_or_else(no_data_folder)
    }
}

fn no_data_folder() -> ApiError {
    let hint = "Start the program with --data DIR, or set HINTSMITH_DATA.";
    ApiError::new(ErrorCode::Store, "no home folder was found for the data folder", hint)
}

pub fn open(app: &AppHandle, data: Option<PathBuf>) {
    let result = tauri::async_runtime::block_on(engine(data.clone()));
    if let Ok(result) = result.clone() {
        result.servers.stay_connected();
        // Loads the catalog while the page loads, then connects to every server that the user agreed to start.
        tauri::async_runtime::spawn(async move {
            drop(result.tools.catalog_view().await);
            result.gateway.resume().await;
            if let Ok(names) = result.servers.scannable_servers().await {
                result.servers.scan_all(names, |_, _| {}, |_, _| {}).await;
            }
        });
    }
    let approver = result.as_ref().ok().and_then(|result| result.approvals.register_responder());
    app.manage(App { data, open_engine: result, _answering: approver });
}

/// Stops the gateway, calls, connections and scans before the process exits.
pub fn close(app: &AppHandle) {
    if let Ok(engine) = app.state::<App>().engine() {
        tauri::async_runtime::block_on(engine.stop());
    }
}

/// Exits on a termination signal in the same way as when the user closes the window.
pub fn exit_on_signal(app: AppHandle) {
    tauri::async_runtime::spawn(async move {
        signals::shutdown().await;
        app.exit(0);
    });
}

async fn engine(data: Option<PathBuf>) -> Result<Arc<Engine>, ApiError> {
    let data = data.ok_or_else(no_data_folder)?;
    let program = std::env::current_exe().map_err(|error| {
        ApiError::new(
            ErrorCode::Internal,
            format!("could not determine the path of this program: {error}"),
            "Restart Hintsmith.",
        )
    })?;
    let (request_timeout, secrets) = (None, SecretsOptions::from_environment()?);
    let author = Author::current_user("Desktop app");
    let engine =
        Engine::open(Options { data_folder: data, program, request_timeout, secrets, author }).await?;
    engine.environments.restore().await?;
    Ok(engine)
}
