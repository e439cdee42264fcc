//! The window of Hintsmith: starts Tauri, opens the store, and forwards commands to the engine.

mod arguments;
pub mod bell;
pub mod bindings;
mod commands;
mod graphics;
pub mod place;
pub mod sole;
mod state;
mod watch;
pub mod window;

use anyhow::Context;
use arguments::Arguments;
use hintsmith_engine::folder;
use place::Place;
use sole::{Presence, Sole};
use tauri::RunEvent;

pub fn main() -> anyhow::Result<()> {
    match Arguments::parse(std::env::args().skip(1))? {
        Arguments::DemoServer(options) => {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            runtime.block_on(hintsmith_engine::demo::serve_stdio(options)).context("serving the demo")
        }
        Arguments::Version => {
            println!("hintsmith-desktop {}", env!("CARGO_PKG_VERSION"));
            Ok(())
        }
        Arguments::Window { data } => {
            graphics::prepare();
            let data = data.or_else(folder::default_data_folder);
            match data.as_deref().map_or(Presence::Alone, Presence::claim) {
                Presence::Alone => run(data, None),
                Presence::First(sole) => run(data, Some(sole)),
                Presence::Second => Ok(()),
            }
        }
    }
}

fn run(data: Option<std::path::PathBuf>, sole: Option<Sole>) -> anyhow::Result<()> {
    let bindings = bindings::builder();
    tauri::Builder::default()
        .plugin(tauri_plugin_dialog::init())
        .invoke_handler(bindings.invoke_handler())
        .setup(move |app| {
            bindings.mount_events(app);
            let place = Place::kept(data.as_deref());
            state::open(app.handle(), data);
            window::open(app.handle(), place)?;
            watch::start(app.handle().clone(), sole);
            state::end_when_told(app.handle().clone());
            Ok(())
        })
        .build(tauri::generate_context!())
        .context("opening the window")?
        .run(|app, event| {
            if let RunEvent::Exit = event {
                state::close(app);
            }
        });
    Ok(())
}
