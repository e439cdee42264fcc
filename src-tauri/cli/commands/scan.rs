//! `hintsmith scan`

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use clap::builder::styling::Style;
use hintsmith_engine::dto::{ListChangeKind, ScanReport, ServerState, ServerView, ToolProblem};
use hintsmith_engine::text::escape_line;
use hintsmith_engine::{ApiError, Engine, ListProgress};

use crate::output::style;
use crate::{EXIT_ERROR, EXIT_SUCCESS, output};

/// Scans the named servers, or all enabled ones. A failed scan does not prevent the others.
pub async fn run(engine: &Arc<Engine>, names: Vec<String>) -> anyhow::Result<u8> {
    for name in &names {
        engine.servers.view_by_name(name).await?;
    }
    if names.is_empty() {
        super::explain_empty_store(engine).await?;
    }
    let names = if names.is_empty() { engine.servers.scannable_servers().await? } else { names };
    let outcome = scan(engine, names).await;
    if output::is_json() {
        output::print_json(&outcome.reports)?;
    }
    Ok(if outcome.failed { EXIT_ERROR } else { EXIT_SUCCESS })
}

/// The reports of a scan, in the order in which the servers answered.
#[derive(Default)]
pub struct ScanOutcome {
    pub reports: Vec<ScanReport>,
    /// A server could not be scanned.
    pub failed: bool,
}

/// Scans the servers and prints each report as it arrives, unless the reports are printed as JSON.
pub async fn scan(engine: &Arc<Engine>, names: Vec<String>) -> ScanOutcome {
    let line = ProgressLine { servers: names.len(), state: Mutex::default() };
    let outcome = RefCell::new(ScanOutcome::default());
    let on_report = |name: String, scanned: Result<ScanReport, ApiError>| {
        let mut outcome = outcome.borrow_mut();
        line.remove(&name);
        match scanned {
            Ok(report) => {
                outcome.failed |=
                    matches!(report.server.state, ServerState::Failed | ServerState::NeedsSignIn);
                if !output::is_json() {
                    print_report(&report);
                }
                outcome.reports.push(report);
            }
            Err(error) => {
                output::error(&error.into());
                outcome.failed = true;
            }
        }
        line.draw();
    };
    let progress = |name: &str, so_far: ListProgress| line.update(name, so_far);
    engine.servers.scan_all(names, progress, on_report).await;
    output::progress("");
    outcome.into_inner()
}

/// A status line with the number of scanned servers, and the progress of those that are being scanned.
struct ProgressLine {
    servers: usize,
    state: Mutex<ProgressState>,
}

#[derive(Default)]
struct ProgressState {
    scanned: usize,
    tools: BTreeMap<String, usize>,
}

impl ProgressLine {
    fn update(&self, name: &str, so_far: ListProgress) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).tools.insert(name.to_owned(), so_far.tools);
        self.draw();
    }

    /// Removes a server that was scanned, and the line, so that its report can be printed.
    fn remove(&self, name: &str) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.tools.remove(name);
        state.scanned += 1;
        output::progress("");
    }

    fn draw(&self) {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.scanned == self.servers {
            return;
        }
        let tools: Vec<String> =
            state.tools.iter().take(4).map(|(name, tools)| format!("{name}: {tools} tools…")).collect();
        output::progress(&format!(
            "Scanning, {} of {} done  {}",
            state.scanned,
            self.servers,
            tools.join("  ")
        ));
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
            ListChangeKind::Added => print_change(style::ADDED, &format!("  + {tool}")),
            ListChangeKind::Changed => {
                print_change(
                    style::CHANGED,
                    &format!("  ~ {tool}: {}{waiting}", escape_line(&change.detail)),
                );
            }
            ListChangeKind::Removed => print_change(style::REMOVED, &format!("  - {tool}{kept}")),
            ListChangeKind::Renamed => {
                let new_name = escape_line(&change.detail);
                print_change(style::REMOVED, &format!("  - {tool}: probably renamed to {new_name}{kept}"));
            }
        }
    }
    report.problems.iter().for_each(|problem| output::status(&problem_line(name, problem)));
    new_operations_line(&report.server).iter().for_each(|line| output::status(line));
    if let Some(cut) = &report.server.truncation {
        output::status(&format!("  the list is incomplete: the server has {}", escape_line(cut)));
    }
}

pub fn problem_line(server: &str, problem: &ToolProblem) -> String {
    let (tool, field, message) =
        (escape_line(&problem.tool), escape_line(&problem.field), escape_line(&problem.message));
    let subject = if tool.is_empty() { server.to_owned() } else { format!("{server}.{tool}") };
    format!("  {subject}: {field} {message}")
}

/// The operations that an OpenAPI document has gained since some of its operations were chosen.
pub fn new_operations_line(server: &ServerView) -> Option<String> {
    let counts = server.operations.as_ref().filter(|counts| counts.new_count > 0)?;
    let names: Vec<_> = counts.new.iter().map(|name| escape_line(name)).collect();
    let more = if names.len() < counts.new_count as usize { ", …" } else { "" };
    let what = output::pluralize(counts.new_count, "new operation");
    Some(format!(
        "  {what} not chosen: {}{more}. Choose with `hintsmith edit {} --operations`.",
        names.join(", "),
        server.name
    ))
}

fn print_change(style: Style, line: &str) {
    output::status(&output::stderr_styled(style, line));
}
