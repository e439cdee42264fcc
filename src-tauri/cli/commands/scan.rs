//! `hintsmith scan`

use std::io::{IsTerminal, Write};

use hintsmith_engine::api::view::{ScanReport, ServerKey, ServerState};
use hintsmith_engine::text::visible;
use hintsmith_engine::{ApiError, Engine, Progress};

use crate::{COULD_NOT, DONE, output};

/// Reads the named servers, or all. One that cannot be read does not keep the others from it.
pub async fn run(engine: &Engine, names: Vec<String>) -> anyhow::Result<u8> {
    let known: Vec<String> = engine.servers().await?.into_iter().map(|server| server.name).collect();
    if let Some(unknown) = names.iter().find(|name| !known.contains(name)) {
        return Err(ApiError::no_server(unknown).into());
    }
    let names = if names.is_empty() { known } else { names };
    if names.is_empty() {
        output::talk(
            "There are no servers yet. `hintsmith add NAME -- COMMAND` adds one, `hintsmith demo` the demo.",
        );
    }
    let mut code = DONE;
    for name in names {
        let terminal = std::io::stderr().is_terminal();
        let progress = |progress: Progress| {
            if terminal {
                let _ = write!(std::io::stderr(), "\r{name}: {} tools…", progress.tools);
            }
        };
        let scanned = engine.scan_server(ServerKey { server: name.clone() }, progress).await;
        if terminal {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
        match scanned {
            Ok(report) => {
                tell(&report);
                if report.server.state == ServerState::Failed {
                    code = COULD_NOT;
                }
            }
            Err(error) => {
                output::error(&error.into());
                code = COULD_NOT;
            }
        }
    }
    Ok(code)
}

fn tell(report: &ScanReport) {
    let name = &report.server.name;
    if let Some(failure) = &report.server.failure {
        output::talk(&format!("{name}: {}", visible(&failure.message)));
        for line in failure.output.iter().rev().take(10).rev() {
            output::talk(&format!("  | {}", visible(line)));
        }
        output::talk(&format!("  {}", visible(&failure.hint)));
        return;
    }
    let protocol = report.server.protocol.as_deref().unwrap_or("unknown");
    output::talk(&format!(
        "{name}: {} ({} new, {} changed, {} gone), protocol {}",
        output::counted(report.server.tools, "tool"),
        report.added,
        report.changed,
        report.gone,
        visible(protocol)
    ));
    for problem in &report.problems {
        let (tool, field, message) =
            (visible(&problem.tool), visible(&problem.field), visible(&problem.message));
        output::talk(&format!("  {name}.{tool}: {field} {message}"));
    }
    if let Some(cut) = &report.cut {
        output::talk(&format!("  the list was cut: the server has {cut}"));
    }
}
