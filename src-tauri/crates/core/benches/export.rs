//! Benchmark: every export target with 1,000, 10,000 and 100,000 tools, written into the file of the previous export.
//!
//! `cargo bench -p hintsmith-core --bench export [-- TARGET…]` prints milliseconds, and by how much a tool of the
//! largest export costs more than one of the smallest. A linear target stays near 1.

use std::hint::black_box;
use std::time::{Duration, Instant};

use hintsmith_core::export::model::{
    ExportModel, ExportOptions, ExportedServer, ExportedTool, ExportedValue,
};
use hintsmith_core::export::report::FidelityReport;
use hintsmith_core::export::target::{Target, TargetWriter};
use hintsmith_core::export::targets::TARGETS;

const SIZES: [usize; 3] = [1_000, 10_000, 100_000];
/// Ratio of the costs of a tool from which a target is reported as superlinear. Memory that no longer fits a cache
/// accounts for a factor of two.
const MAX_RATIO: f64 = 4.0;
/// Sizes above are skipped for a target that takes longer: a quadratic one would take hours.
const PATIENCE: Duration = Duration::from_secs(20);

fn sample_tool(number: usize) -> ExportedTool {
    let decided = |value| Some(ExportedValue { value, is_decided: true, because: None });
    let mut tool = ExportedTool {
        name: format!("update_note_{number}"),
        is_included: true,
        is_reviewed: true,
        description: "Updates a note of the workspace, and returns it with all its fields.".to_owned(),
        ..ExportedTool::default()
    };
    tool.hints.read_only = decided(number % 3 == 0);
    tool.hints.destructive = decided(number % 3 == 1);
    tool
}

fn sample_model(tools: usize) -> ExportModel {
    let servers = (0..4).map(|server| ExportedServer {
        name: format!("server{server}"),
        tools: (0..tools / 4).map(sample_tool).collect(),
        ..ExportedServer::default()
    });
    ExportModel { toolset: None, servers: servers.collect() }
}

/// Writes the export and returns the first file.
fn write(target: &Target, model: &ExportModel, existing: &str) -> String {
    let (options, mut report) = (ExportOptions::default(), FidelityReport::default());
    let text = match target.writer {
        TargetWriter::Canonical => String::new(),
        TargetWriter::NewFiles(write) => {
            write(model, options, &mut report).into_iter().next().map(|file| file.text).unwrap_or_default()
        }
        TargetWriter::MergeInto(merge) => merge(model, options, existing, &mut report).unwrap_or_default(),
    };
    black_box(report);
    text
}

/// The time of an export into the file that the export before it wrote.
fn measure(target: &Target, tools: usize) -> Duration {
    let model = sample_model(tools);
    let existing = write(target, &model, "");
    let start = Instant::now();
    black_box(write(target, &model, &existing));
    start.elapsed()
}

fn main() {
    let selected: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    println!("{:<24}{}  per tool", "target", SIZES.map(|size| format!("{size:>10}")).concat());
    let mut superlinear = Vec::new();
    for target in TARGETS.iter().filter(|target| !matches!(target.writer, TargetWriter::Canonical)) {
        if !selected.is_empty() && !selected.iter().any(|id| id == target.id) {
            continue;
        }
        let mut times: Vec<Duration> = Vec::new();
        for size in SIZES {
            if times.last().is_some_and(|last| *last > PATIENCE / 10) {
                break;
            }
            times.push(measure(target, size));
        }
        let per_tool = |at: usize| times[at].as_secs_f64() / SIZES[at] as f64;
        let ratio = per_tool(times.len() - 1) / per_tool(0).max(1e-9);
        let columns = times.iter().map(|time| format!("{:>8.1} ms", time.as_secs_f64() * 1e3));
        println!("{:<24}{}  {ratio:.1}", target.id, columns.collect::<String>());
        if ratio > MAX_RATIO || times.len() < SIZES.len() {
            superlinear.push(target.id);
        }
    }
    match superlinear.as_slice() {
        [] => println!("every target is linear"),
        ids => println!("superlinear: {}", ids.join(", ")),
    }
}
