//! `hintsmith scan`

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::sync::{Arc, Mutex, PoisonError};

use hintsmith_engine::dto::{ListChangeKind, ScanReport, ServerState};
use hintsmith_engine::text::escape_line;
use hintsmith_engine::{ApiError, Engine, ListProgress};

use crate::{EXIT_ERROR, EXIT_SUCCESS, output};

/// Scans the named servers, or all enabled ones. A failed scan does not prevent the others.
pub async fn run(engine: &Arc<Engine>, names: Vec<String>) -> anyhow::Result<u8> {
    let known: Vec<String> = engine.servers.list().await?.into_iter().map(|server| server.name).collect();
    if let Some(unknown) = names.iter().find(|name| !known.contains(name)) {
        return Err(ApiError::no_server(unknown).into());
    }
    if known.is_empty() {
        output::status(
            "No servers yet. Add one with `hintsmith add NAME -- COMMAND`, or the demo with `hintsmith demo`.",
        );
    }
    let names = if names.is_empty() { engine.servers.scannable_servers().await? } else { names };
    let line = ProgressLine::default();
    let code = Cell::new(EXIT_SUCCESS);
    let on_report = RefCell::new(|name: String, scanned: Result<ScanReport, ApiError>| {
        line.remove(&name);
        match scanned {
            Ok(report) => {
                print_report(&report);
                if matches!(report.server.state, ServerState::Failed | ServerState::NeedsSignIn) {
                    code.set(EXIT_ERROR);
                }
            }
            Err(error) => {
                output::error(&error.into());
                code.set(EXIT_ERROR);
            }
        }
    });
    let progress = |name: &str, so_far: ListProgress| line.update(name, so_far);
    engine.servers.scan_all(names, progress, |name, scanned| on_report.borrow_mut()(name, scanned)).await;
    Ok(code.get())
}

/// A status line with the progress of each server, drawn only on a terminal.
struct ProgressLine {
    is_terminal: bool,
    servers: Mutex<BTreeMap<String, usize>>,
}

impl Default for ProgressLine {
    fn default() -> Self {
        Self { is_terminal: std::io::stderr().is_terminal(), servers: Mutex::default() }
    }
}

impl ProgressLine {
    fn update(&self, name: &str, so_far: ListProgress) {
        let mut servers = self.servers.lock().unwrap_or_else(PoisonError::into_inner);
        servers.insert(name.to_owned(), so_far.tools);
        self.draw(&servers);
    }

    fn remove(&self, name: &str) {
        let mut servers = self.servers.lock().unwrap_or_else(PoisonError::into_inner);
        servers.remove(name);
        self.draw(&servers);
    }

    fn draw(&self, servers: &BTreeMap<String, usize>) {
        if self.is_terminal {
            let some: Vec<String> =
                servers.iter().take(4).map(|(name, tools)| format!("{name}: {tools} tools…")).collect();
            let _ = write!(std::io::stderr(), "\r\x1b[K{}", some.join("  "));
        }
    }
}

fn print_report(report: &ScanReport) {
    let name = &report.server.name;
    if let Some(failure) = &report.server.failure {
        output::status(&format!("{name}: {}", escape_line(&failure.message)));
        for line in failure.output.iter().rev().take(10).rev() {
            output::status(&format!("  | {}", escape_line(line)));
        }
        output::status(&format!("  {}", escape_line(&failure.hint)));
        if report.server.state == ServerState::NeedsSignIn {
            output::status(&format!("  Sign in with `hintsmith login {name}`."));
        }
        if let Some(read_at) = &report.server.scanned_at {
            output::status(&format!("  The listed tools are from {read_at}."));
        }
        return;
    }
    let protocol = report.server.protocol.as_deref();
    let protocol =
        protocol.map(|protocol| format!(", protocol {}", escape_line(protocol))).unwrap_or_default();
    output::status(&format!(
        "{name}: {} ({} new, {} changed, {} removed){protocol}",
        output::pluralize(report.server.tools, "tool"),
        report.added,
        report.changed,
        report.removed,
    ));
    for change in &report.changes {
        let tool = escape_line(&change.tool);
        let decisions = |what: &str| match change.waiting {
            0 => String::new(),
            count => format!("; {what}: {}", output::pluralize(count, "decision")),
        };
        let (waiting, kept) = (decisions("waiting for review"), decisions("kept"));
        match change.kind {
            // After a first scan every tool is new, and the count is enough.
            ListChangeKind::Added if report.changed + report.removed == 0 => {}
            ListChangeKind::Added => output::status(&format!("  + {tool}")),
            ListChangeKind::Changed => {
                output::status(&format!("  ~ {tool}: {}{waiting}", escape_line(&change.detail)))
            }
            ListChangeKind::Removed => output::status(&format!("  - {tool}{kept}")),
            ListChangeKind::Renamed => {
                output::status(&format!(
                    "  - {tool}: probably renamed to {}{kept}",
                    escape_line(&change.detail)
                ));
            }
        }
    }
    for problem in &report.problems {
        let (tool, field, message) =
            (escape_line(&problem.tool), escape_line(&problem.field), escape_line(&problem.message));
        let subject = if tool.is_empty() { name.clone() } else { format!("{name}.{tool}") };
        output::status(&format!("  {subject}: {field} {message}"));
    }
    if let Some(cut) = &report.server.truncation {
        output::status(&format!("  the list is incomplete: the server has {}", escape_line(cut)));
    }
}
