//! Desktop application: starts Tauri, opens the store, and forwards commands to the engine.

mod arguments;
mod background;
pub mod bindings;
mod commands;
mod file_manager;
mod graphics;
pub mod notifications;
pub mod single_instance;
mod state;
pub mod window;
pub mod window_state;

use anyhow::Context;
use arguments::Arguments;
use hintsmith_engine::data_folder;
use single_instance::{InstanceLock, InstanceRole};
use tauri::RunEvent;
use window_state::WindowState;

pub fn main() -> anyhow::Result<()> {
    match Arguments::parse(std::env::args().skip(1))? {
        Arguments::DemoServer(options) => {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            runtime.block_on(hintsmith_engine::demo::serve_stdio(options)).context("could not serve the demo")
        }
        Arguments::Version => {
            println!("hintsmith-desktop {}", env!("CARGO_PKG_VERSION"));
            Ok(())
        }
        Arguments::Window { data } => {
            graphics::disable_dmabuf_on_nvidia();
            let data = data.or_else(data_folder::default_data_folder);
            match data.as_deref().map_or(InstanceRole::Unknown, InstanceRole::claim) {
                InstanceRole::Unknown => run(data, None),
                InstanceRole::Primary(sole) => run(data, Some(sole)),
                InstanceRole::Secondary => Ok(()),
            }
        }
    }
}

fn run(data: Option<std::path::PathBuf>, lock: Option<InstanceLock>) -> anyhow::Result<()> {
    let bindings = bindings::builder();
    tauri::Builder::default()
        .plugin(tauri_plugin_dialog::init())
        .invoke_handler(bindings.invoke_handler())
        .setup(move |app| {
            bindings.mount_events(app);
            let window_state = WindowState::load(data.as_deref());
            state::open(app.handle(), data);
            window::open(app.handle(), window_state)?;
            background::start(app.handle().clone(), lock);
            state::exit_on_signal(app.handle().clone());
            Ok(())
        })
        .build(tauri::generate_context!())
        .context("could not open the window")?
        .run(|app, event| {
            if let RunEvent::Exit = event {
                state::close(app);
            }
        });
    Ok(())
}
