//! Running a tool by hand.

use hintsmith_engine::ApiError;
use hintsmith_engine::api::run::{Runner, UserConsent};
use hintsmith_engine::dto::{
    CallOrigin, ChangeReport, RepeatInput, RepeatReport, RunInput, RunReport, RunState, RunnerView,
    SaveCallInput, SavedCallKey, ToolKey,
};
use hintsmith_engine::validate::Violation;
use tauri::{AppHandle, State};
use tauri_specta::Event;

use crate::bindings::RunProgress;
use crate::state::App;

/// Pressing Run starts a call.
const RUNNER: Runner = Runner { origin: CallOrigin::Window, consent: UserConsent::Started };

#[tauri::command]
#[specta::specta]
pub async fn runner(app: State<'_, App>, input: ToolKey) -> Result<RunnerView, ApiError> {
    app.engine()?.runs.view(input).await
}

#[tauri::command]
#[specta::specta]
pub async fn check_arguments(app: State<'_, App>, input: RunInput) -> Result<Vec<Violation>, ApiError> {
    app.engine()?.runs.check_arguments(input).await
}

/// Runs a tool; progress is sent as events.
#[tauri::command]
#[specta::specta]
pub async fn run_tool(
    handle: AppHandle,
    app: State<'_, App>,
    input: RunInput,
) -> Result<RunReport, ApiError> {
    let on_progress = progress_emitter(&handle, input.run);
    app.engine()?.runs.run(input, RUNNER, &on_progress).await
}

#[tauri::command]
#[specta::specta]
pub async fn cancel_run(app: State<'_, App>, run: u32) -> Result<(), ApiError> {
    app.engine()?.runs.cancel(run);
    Ok(())
}

#[tauri::command]
#[specta::specta]
pub async fn call_twice(
    handle: AppHandle,
    app: State<'_, App>,
    input: RepeatInput,
) -> Result<RepeatReport, ApiError> {
    let on_progress = progress_emitter(&handle, input.call.run);
    app.engine()?.runs.run_twice(input, RUNNER, &on_progress).await
}

#[tauri::command]
#[specta::specta]
pub async fn save_call(app: State<'_, App>, input: SaveCallInput) -> Result<ChangeReport, ApiError> {
    app.engine()?.runs.save_call(input).await
}

#[tauri::command]
#[specta::specta]
pub async fn remove_saved_call(app: State<'_, App>, input: SavedCallKey) -> Result<ChangeReport, ApiError> {
    app.engine()?.runs.remove_saved_call(input).await
}

#[tauri::command]
#[specta::specta]
pub async fn forget_recent_calls(app: State<'_, App>, input: ToolKey) -> Result<(), ApiError> {
    app.engine()?.runs.clear_recent(input).await
}

#[tauri::command]
#[specta::specta]
pub async fn remove_observation(app: State<'_, App>, id: u32) -> Result<ChangeReport, ApiError> {
    app.engine()?.runs.remove_observation(id).await
}

fn progress_emitter(handle: &AppHandle, run: u32) -> impl Fn(RunState) + Send + Sync + use<> {
    let handle = handle.clone();
    move |state| {
        let _ = RunProgress { run, state }.emit(&handle);
    }
}
