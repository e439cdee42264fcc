//! Benchmark: every export target with 1,000, 10,000 and 100,000 tools: as new files, into the file of the same export,
//! and into the file of an export with other tools, which removes and adds entries.
//!
//! `cargo bench -p hintsmith-core --bench export [-- TARGET…]` prints milliseconds, and by how much a tool of the
//! largest export costs more than one of the smallest. A linear target stays near 1. The program fails if one is not.

use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use hintsmith_core::export::model::{
    ExportModel, ExportOptions, ExportedServer, ExportedTool, ExportedValue, ServerConnection,
};
use hintsmith_core::export::report::FidelityReport;
use hintsmith_core::export::target::{Target, TargetWriter};
use hintsmith_core::export::targets::TARGETS;
use hintsmith_core::model::endpoint::Endpoint;

const SIZES: [usize; 3] = [1_000, 10_000, 100_000];
/// Ratio of the costs of a tool from which a target is reported as superlinear. Memory that no longer fits a cache
/// accounts for a factor of two.
const MAX_RATIO: f64 = 4.0;
/// An export is repeated for this long.
const MIN_DURATION: Duration = Duration::from_millis(200);
/// Sizes above are skipped for a target that takes longer: a quadratic one would take hours.
const PATIENCE: Duration = Duration::from_secs(20);

/// The file that an export is written into.
#[derive(Clone, Copy)]
enum Existing {
    None,
    SameExport,
    /// The file of an export of the tools that this one excludes.
    OtherTools,
}

impl Existing {
    const ALL: [(Self, &str); 3] =
        [(Self::None, "new"), (Self::SameExport, "again"), (Self::OtherTools, "changed")];
}

/// A tool in which everything is decided, so that every target writes what it can.
fn sample_tool(number: usize, is_included: bool) -> ExportedTool {
    let decided = |value| Some(ExportedValue { value, is_decided: true, because: None });
    let note = "Ask before changing the notes of others.";
    let mut tool = ExportedTool {
        name: format!("update_note_{number}"),
        is_included,
        is_reviewed: true,
        title: Some(ExportedValue {
            value: format!("Update note {number}"),
            is_decided: true,
            because: None,
        }),
        description: "Updates a note of the workspace, and returns it with all its fields.".to_owned(),
        overriding_description: Some(format!("Updates a note.\n\n{note}")),
        notes: vec![("others".to_owned(), note.to_owned())],
        parameter_descriptions: [("id".to_owned(), "The number of the note.".to_owned())].into(),
        parameter_names: vec!["id".to_owned(), "text".to_owned()],
        endpoint: Some(Endpoint { method: "PUT".to_owned(), path: format!("/notes/{number}") }),
        ..ExportedTool::default()
    };
    tool.hints.read_only = decided(number % 2 == 0);
    tool.hints.destructive = decided(number % 2 == 1);
    tool
}

fn sample_model(tools: usize, is_included: fn(usize) -> bool) -> ExportModel {
    let servers = (0..4).map(|server| ExportedServer {
        name: format!("server{server}"),
        connection: ServerConnection::Command { command: vec!["notes".into()], variables: Vec::new() },
        tools: (0..tools / 4).map(|number| sample_tool(number, is_included(number))).collect(),
    });
    ExportModel { toolset: Some("daily".to_owned()), servers: servers.collect() }
}

/// Writes the export and returns the first file; the report is included, as in the program.
fn write(target: &Target, model: &ExportModel, existing: &str) -> String {
    let options = ExportOptions::default();
    let mut report = FidelityReport::from_model(model, &target.capabilities, options);
    let text = match target.writer {
        TargetWriter::Canonical => String::new(),
        TargetWriter::NewFiles(write) => {
            write(model, options, &mut report).into_iter().next().map(|file| file.text).unwrap_or_default()
        }
        TargetWriter::MergeInto { merge, .. } => {
            merge(model, options, existing, &mut report).unwrap_or_else(|error| {
                panic!("{} refuses its own file: {error}", target.id);
            })
        }
    };
    black_box(report);
    text
}

fn measure(target: &Target, existing: Existing, tools: usize) -> Duration {
    let model = sample_model(tools, |number| number % 3 != 0);
    let existing = match existing {
        Existing::None => String::new(),
        Existing::SameExport => write(target, &model, ""),
        Existing::OtherTools => write(target, &sample_model(tools, |number| number % 3 == 0), ""),
    };
    let write = || {
        let start = Instant::now();
        black_box(write(target, &model, &existing));
        start.elapsed()
    };
    // The fastest of several runs: a single short one mostly measures what else the computer does.
    let began = Instant::now();
    let mut fastest = write();
    while began.elapsed() < MIN_DURATION {
        fastest = fastest.min(write());
    }
    fastest
}

fn main() -> ExitCode {
    let selected: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    println!("{:<24}{:<8}{}  per tool", "target", "file", SIZES.map(|size| format!("{size:>11}")).concat());
    let mut superlinear = Vec::new();
    for target in TARGETS.iter().filter(|target| !matches!(target.writer, TargetWriter::Canonical)) {
        if !selected.is_empty() && !selected.iter().any(|id| id == target.id) {
            continue;
        }
        let is_merged = matches!(target.writer, TargetWriter::MergeInto { .. });
        for (existing, label) in Existing::ALL.into_iter().take(if is_merged { 3 } else { 1 }) {
            let mut times: Vec<Duration> = Vec::new();
            for size in SIZES {
                if times.last().is_some_and(|last| *last > PATIENCE / 10) {
                    break;
                }
                times.push(measure(target, existing, size));
            }
            let per_tool = |at: usize| times[at].as_secs_f64() / SIZES[at] as f64;
            let ratio = per_tool(times.len() - 1) / per_tool(0).max(1e-9);
            let columns = times.iter().map(|time| format!("{:>8.1} ms", time.as_secs_f64() * 1e3));
            println!("{:<24}{label:<8}{:<33}  {ratio:.1}", target.id, columns.collect::<String>());
            if ratio > MAX_RATIO || times.len() < SIZES.len() {
                superlinear.push(format!("{} ({label})", target.id));
            }
        }
    }
    if superlinear.is_empty() {
        println!("every target is linear");
        return ExitCode::SUCCESS;
    }
    println!("superlinear: {}", superlinear.join(", "));
    ExitCode::FAILURE
}
