//! `hintsmith lint`, `hintsmith readiness`

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use hintsmith_engine::api::lint::{
    FixOptions, LintOptions, LintResult, ReportOptions, TransientServer, explain, lint_transient_server,
    list_rules, read_profile,
};
use hintsmith_engine::dto::{PriorityTool, ProfileReadiness, RemainingWorkView};
use hintsmith_engine::lint::profile::BUILTIN_PROFILES;
use hintsmith_engine::lint::readiness::RemainingWork;
use hintsmith_engine::lint::report::{ReportFormat, is_report};
use hintsmith_engine::lint::{Profile, Severity};
use hintsmith_engine::text::escape_line;
use hintsmith_engine::{ApiError, Engine, ErrorCode, files, write_file};

use super::add::{confirm, parse_source};
use super::{data_folder, open_engine, select_environment};
use crate::args::{Arguments, LintArguments, LintTargetArguments, ReadinessArguments};
use crate::{EXIT_NO, EXIT_SUCCESS, output};

/// Number of tools that readiness names as the first to do; `--json` has ten.
const MAX_FIRST_TOOLS: usize = 3;

/// Arguments for opening the store, which is opened only if needed.
pub struct StoreArguments {
    pub data: Option<std::path::PathBuf>,
    pub timeout: Option<u64>,
}

impl StoreArguments {
    pub async fn open(self) -> anyhow::Result<Arc<Engine>> {
        open_engine(data_folder(self.data)?, self.timeout).await
    }
}

pub async fn run(arguments: LintArguments, store: StoreArguments) -> anyhow::Result<u8> {
    if let Some(rule) = &arguments.explain {
        output::print(explain(rule)?.trim_end());
        return Ok(EXIT_SUCCESS);
    }
    let profile = arguments.target.profile.as_deref();
    if arguments.list_rules {
        let profile =
            profile.map_or_else(|| Ok(Profile::default()), |written| read_profile(written, None))?;
        let row = |(id, what, severity): (&str, &str, Option<Severity>)| {
            [id.to_owned(), severity.map_or("off", Severity::as_str).to_owned(), what.to_owned()]
        };
        output::print_table(
            ["Rule", "Severity", "Requirement"],
            &list_rules(&profile).into_iter().map(row).collect::<Vec<_>>(),
        );
        return Ok(EXIT_SUCCESS);
    }
    let LintArguments { target, policy, rules, diff, format, output: file, fail_on, .. } = arguments;
    let by = LintOptions { profile: target.profile.clone(), policy };
    let is_given = target.is_transient();
    if (arguments.fix || arguments.fix_unsafe) && !is_given {
        let engine = store.open().await?;
        let fixes = FixOptions {
            filter: target.filter.clone(),
            rules: rules.clone(),
            options: by.clone(),
            include_unsafe: arguments.fix_unsafe,
        };
        select_environment(&engine, target.env.clone()).await?;
        let preview =
            output::progress::with_progress("Linting", engine.lint.preview_lint_fixes(fixes.clone())).await?;
        for row in &preview.rows {
            let safety = if row.safe { "" } else { " (unsafe)" };
            output::status(&escape_line(&format!("{}.{}: {}{safety}", row.server, row.tool, row.label)));
        }
        if preview.more > 0 {
            output::status(&format!("and {} more", preview.more));
        }
        if arguments.dry_run {
            for changed in engine.lint.diff_lint_fixes(fixes.clone(), target.env.clone()).await? {
                output::status(&escape_line(&format!("{}.{}", changed.server, changed.tool)));
                output::report_difference(&changed.difference);
            }
        }
        if preview.fixes > 0 && !arguments.dry_run {
            if !confirm(arguments.yes, "nothing was changed") {
                return Ok(EXIT_NO);
            }
            engine.check_caller(&super::current_caller()).await?;
            let environment = target.env.clone();
            let report = engine.lint.apply_lint_fixes(fixes, environment, preview.seen).await?;
            output::status(&format!(
                "Fixed {}; `hintsmith undo` reverts this.",
                output::pluralize(report.changed, "tool")
            ));
        }
        let linted = output::progress::with_progress("Linting", engine.lint.run(target.filter, by)).await?;
        return print_report(
            &linted,
            format.into(),
            file.as_deref(),
            fail_on.min_severity(),
            &ReportOptions { rules, baseline: diff },
        );
    }
    let linted = lint_target(target, by, store).await?;
    print_report(
        &linted,
        format.into(),
        file.as_deref(),
        fail_on.min_severity(),
        &ReportOptions { rules, baseline: diff },
    )
}

/// Lints the selected tools: of the store, or of a transient server.
pub async fn lint_target(
    target: LintTargetArguments,
    options: LintOptions,
    store: StoreArguments,
) -> anyhow::Result<LintResult> {
    if !target.is_transient() {
        let engine = store.open().await?;
        super::explain_empty_store(&engine).await?;
        select_environment(&engine, target.env).await?;
        return Ok(output::progress::with_progress("Linting", engine.lint.run(target.filter, options)).await?);
    }
    let name = target.name.clone().unwrap_or_else(|| target.default_name());
    let source = parse_source(target.transient.into())?.context("the source of the server is missing")?;
    let program = std::env::current_exe().context("could not determine the path of this program")?;
    let server = TransientServer { name, source, program, timeout: store.timeout.map(Duration::from_secs) };
    Ok(output::progress::with_progress("Scanning and linting", lint_transient_server(server, options))
        .await?)
}

fn print_report(
    result: &LintResult,
    format: ReportFormat,
    file: Option<&Path>,
    min_severity: Option<Severity>,
    options: &ReportOptions,
) -> anyhow::Result<u8> {
    let format = if output::is_json() { ReportFormat::Json } else { format };
    let report = result.report(format, file.is_none() && output::is_colored(), options)?;
    match file {
        Some(path) => {
            write_report(path, &report.text)?;
            output::status(&format!("Wrote {}", escape_line(&path.display().to_string())));
        }
        // The report was sanitized when it was rendered; its escape sequences are ours.
        None => output::print_sanitized(&report.text),
    }
    let counts = [
        (Severity::Error, report.errors),
        (Severity::Warning, report.warnings),
        (Severity::Note, report.notes),
    ];
    let fails = counts.iter().any(|(severity, count)| {
        min_severity.is_some_and(|min_severity| *severity >= min_severity) && *count > 0
    });
    Ok(if fails { EXIT_NO } else { EXIT_SUCCESS })
}

/// Maximum size in bytes of a report that is replaced.
const MAX_REPORT_BYTES: u64 = 128 << 20;

/// Does not replace a file that is not a lint report, or that cannot be read as one.
fn write_report(path: &Path, text: &str) -> anyhow::Result<()> {
    let may_replace = match files::read_text(path, MAX_REPORT_BYTES) {
        Ok(existing) => is_report(&existing),
        Err(error) => error.kind() == std::io::ErrorKind::NotFound,
    };
    if !may_replace {
        let message = format!("{} already exists and is not a lint report", path.display());
        return Err(ApiError::new(ErrorCode::File, message, "Choose a new file.").into());
    }
    Ok(write_file(path, text)?)
}

pub async fn readiness(arguments: ReadinessArguments, store: StoreArguments) -> anyhow::Result<u8> {
    let ReadinessArguments { target, markdown } = arguments;
    // Without `--profile`: all built-in profiles, from a single scan of the server.
    let profiles: Vec<String> = match &target.profile {
        Some(profile) => vec![profile.clone()],
        None => BUILTIN_PROFILES.iter().map(|builtin| builtin.name.to_owned()).collect(),
    };
    let first = LintOptions { profile: profiles.first().cloned(), policy: None };
    let linted = lint_target(target, first, store).await?;
    let mut all = vec![linted.readiness()];
    for profile in &profiles[1..] {
        all.push(linted.with_profile(read_profile(profile, None)?).readiness());
    }
    if output::is_json() {
        output::print_json(&all)?;
    } else if markdown {
        output::print_sanitized(&readiness_markdown(&all, linted.tool_count()));
    } else {
        for readiness in &all {
            output::print(&readiness_summary(readiness));
            for check in readiness.checks.iter().filter(|check| check.tools > 0) {
                let tools = output::pluralize(check.tools, "tool");
                output::print(&format!(
                    "  {:<7} {} ({}): {tools}",
                    check.severity.as_str(),
                    check.description,
                    check.rule
                ));
            }
            print_first_tools(&readiness.first);
        }
    }
    Ok(if all.iter().all(|readiness| readiness.ready) { EXIT_SUCCESS } else { EXIT_NO })
}

/// Prints which tools to do first, and why.
fn print_first_tools(tools: &[PriorityTool]) {
    for (at, tool) in tools.iter().take(MAX_FIRST_TOOLS).enumerate() {
        let lead = if at == 0 { "first:" } else { "" };
        output::print(&format!("  {lead:<7} {}", first_tool_text(tool)));
    }
}

/// "notes.delete_note: destructive, called 12 times, 2 errors"
fn first_tool_text(tool: &PriorityTool) -> String {
    let name = format!("{}.{}", tool.server, escape_line(&tool.tool));
    let calls = match tool.calls {
        0 => String::new(),
        1 => ", called once".to_owned(),
        calls => format!(", called {calls} times"),
    };
    format!("{name}: {}{calls}, {}", tool.behaviour.as_str(), output::pluralize(tool.errors, "error"))
}

fn readiness_summary(readiness: &ProfileReadiness) -> String {
    let state = if readiness.ready { "ready" } else { "not ready" };
    let checks = readiness.checks.len();
    let left = remaining_work(&readiness.remaining);
    let left = if left.is_empty() { left } else { format!("; remaining: {left}") };
    format!("{}: {state}, {} of {checks} checks pass{left}", readiness.profile, readiness.passed)
}

fn remaining_work(left: &RemainingWorkView) -> String {
    let RemainingWorkView { safe_fixes, hints, texts, server } = *left;
    let [safe_fixes, hints, texts, server] = [safe_fixes, hints, texts, server].map(|count| count as usize);
    RemainingWork { safe_fixes, hints_to_decide: hints, texts_to_write: texts, server_changes: server }
        .summary()
}

fn readiness_markdown(all: &[ProfileReadiness], tools: usize) -> String {
    let mut text = format!("# Readiness of {}\n", output::pluralize(tools, "tool"));
    for readiness in all {
        text.push_str(&format!(
            "\n## {}\n\n{}\n\n{}.\n\n",
            readiness.profile,
            readiness.description,
            readiness_summary(readiness)
        ));
        text.push_str("| | check | tools |\n| --- | --- | --- |\n");
        for check in &readiness.checks {
            let mark = if check.tools == 0 { "✓" } else { check.severity.as_str() };
            let tools = if check.tools == 0 { String::new() } else { check.tools.to_string() };
            text.push_str(&format!("| {mark} | {} (`{}`) | {tools} |\n", check.description, check.rule));
        }
        if !readiness.first.is_empty() {
            text.push_str("\nDo first:\n\n");
        }
        for tool in readiness.first.iter().take(MAX_FIRST_TOOLS) {
            text.push_str(&format!("1. {}\n", first_tool_text(tool)));
        }
    }
    text
}

impl LintTargetArguments {
    /// Returns whether a server outside the store was given.
    pub fn is_transient(&self) -> bool {
        let given = &self.transient;
        let sources = [&given.url, &given.openapi, &given.file, &given.source_code];
        sources.into_iter().any(Option::is_some) || !given.command.is_empty()
    }

    /// Default name of a server outside the store: the last segment of its path, URL or command.
    fn default_name(&self) -> String {
        let given = &self.transient;
        let written =
            [&given.file, &given.source_code, &given.openapi, &given.url].into_iter().flatten().next();
        let written = written.cloned().unwrap_or_else(|| {
            let words = given.command.iter().rev().find(|word| !word.starts_with(['-', '/', '.']));
            words.or(given.command.first()).cloned().unwrap_or_default()
        });
        let last = written.trim_end_matches('/').rsplit(['/', '\\']).next().unwrap_or_default();
        let stem = last.split('@').next().filter(|stem| !stem.is_empty()).unwrap_or(last);
        let stem = stem.strip_suffix(".json").or_else(|| stem.strip_suffix(".yaml")).unwrap_or(stem);
        let name: String =
            stem.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')).take(40).collect();
        if name.is_empty() { "server".to_owned() } else { name }
    }
}

/// Copies the global arguments before they are moved.
pub fn store_arguments(arguments: &Arguments) -> StoreArguments {
    StoreArguments { data: arguments.data.clone(), timeout: arguments.timeout }
}
