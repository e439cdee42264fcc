//! `hintsmith export` and `hintsmith targets`

use std::collections::BTreeMap;

use hintsmith_engine::Engine;
use hintsmith_engine::dto::{
    ExportInput, ExportedTexts, FidelityReport, FieldOutcome, TargetView, ToolReport,
};
use hintsmith_engine::text::escape_line;

use crate::args::ExportArguments;
use crate::{EXIT_NO, EXIT_SUCCESS, output};

pub fn list_targets(engine: &Engine) -> anyhow::Result<u8> {
    let targets = engine.exports.targets();
    if output::is_json() {
        output::print_json(&targets)?;
    } else {
        let row = |target: &TargetView| {
            let scopes: Vec<&str> = target.locations.iter().map(|location| location.scope.as_str()).collect();
            [target.id.clone(), target.file_name.clone(), scopes.join(", "), target.description.clone()]
        };
        let rows: Vec<_> = targets.iter().map(row).collect();
        output::print_table(["Target", "File", "Scopes", "Description"], &rows);
    }
    Ok(EXIT_SUCCESS)
}

pub async fn run(engine: &Engine, arguments: ExportArguments) -> anyhow::Result<u8> {
    super::explain_empty_store(engine).await?;
    let path = arguments.output.or(arguments.into);
    let is_written = path.is_some() || arguments.scope.is_some();
    let project = match (arguments.scope, arguments.project) {
        (Some(_), None) => Some(std::env::current_dir()?),
        (_, given) => given,
    };
    let toolset = match arguments.toolset {
        None if !arguments.all_tools => {
            default_toolset(engine, &arguments.target, arguments.env.as_deref()).await?
        }
        given => given,
    };
    let mut input = ExportInput {
        target: arguments.target,
        environment: arguments.env,
        servers: arguments.servers,
        toolset,
        reviewed_only: arguments.reviewed_only,
        notes: !arguments.without_notes,
        deny_destructive: arguments.deny_destructive,
        path,
        scope: arguments.scope.map(Into::into),
        project: project.map(|folder| folder.display().to_string()),
        seen: Vec::new(),
    };
    if arguments.check {
        return check_files(engine, input).await;
    }
    if !is_written {
        let (files, report) =
            output::progress::with_progress("Exporting", engine.exports.files(input)).await?;
        if output::is_json() {
            let files = files.into_iter().map(|file| (file.name, file.text)).collect();
            output::print_json(&ExportedTexts { files, report })?;
            return Ok(EXIT_SUCCESS);
        }
        // A single file is the output itself; several are separated by headers on stderr.
        let several = files.len() > 1;
        for file in &files {
            if several {
                output::status(&format!("--- {}", file.name));
            }
            output::print_file(&file.text);
        }
        print_report(&report);
        return Ok(EXIT_SUCCESS);
    }
    if arguments.replace {
        let preview =
            output::progress::with_progress("Exporting", engine.exports.preview(input.clone())).await?;
        input.seen = preview.files.into_iter().filter_map(|file| file.seen).collect();
    }
    let written = output::progress::with_progress("Exporting", engine.exports.write(input)).await?;
    if output::is_json() {
        output::print_json(&written)?;
        return Ok(EXIT_SUCCESS);
    }
    for path in &written.paths {
        output::status(&format!("Wrote {}", escape_line(path)));
    }
    for path in &written.copies {
        output::status(&format!("The replaced file is kept as {}", escape_line(path)));
    }
    print_report(&written.report);
    Ok(EXIT_SUCCESS)
}

/// The toolset that proxies offer. The user is told, because the export leaves out the other tools.
async fn default_toolset(
    engine: &Engine,
    target: &str,
    environment: Option<&str>,
) -> anyhow::Result<Option<String>> {
    let environment = environment.map(str::to_owned);
    let toolset = engine.exports.default_toolset(target.to_owned(), environment).await?;
    if let Some(name) = &toolset {
        let name = escape_line(name);
        output::status(&format!("Exporting the active toolset {name}; use --all-tools for all tools"));
    }
    Ok(toolset)
}

/// For CI: checks that the files on disk are up to date.
async fn check_files(engine: &Engine, input: ExportInput) -> anyhow::Result<u8> {
    let preview = output::progress::with_progress("Exporting", engine.exports.preview(input)).await?;
    let stale: Vec<_> = preview.files.iter().filter(|file| !file.current).collect();
    if output::is_json() {
        output::print_json(&stale)?;
        return Ok(if stale.is_empty() { EXIT_SUCCESS } else { EXIT_NO });
    }
    for file in &preview.files {
        let state = if file.current { "up to date" } else { "out of date" };
        output::status(&format!("{} is {state}", escape_line(&file.path)));
        output::print_difference(&file.difference);
    }
    Ok(if stale.is_empty() { EXIT_SUCCESS } else { EXIT_NO })
}

/// Prints changed and dropped fields grouped by reason; `--json` lists the individual tools.
fn print_report(report: &FidelityReport) {
    let mut by_reason: BTreeMap<(&str, &str, &str), Vec<&str>> = BTreeMap::new();
    for tool in &report.tools {
        let changed = tool.changed.iter().map(|by_reason| ("changed", by_reason));
        let dropped = tool.dropped.iter().map(|by_reason| ("not exported", by_reason));
        for (outcome, FieldOutcome { field, why }) in changed.chain(dropped) {
            by_reason.entry((outcome, field, why)).or_default().push(&tool.tool);
        }
    }
    for ((outcome, field, why), tools) in by_reason {
        let subject = match tools.as_slice() {
            [one] => (*one).to_owned(),
            many => output::pluralize(many.len(), "tool"),
        };
        output::status(&escape_line(&format!("{outcome}: {field} of {subject}: {why}")));
    }
    report.caveats.iter().for_each(|remark| output::status(&format!("note: {}", escape_line(remark))));
    if !report.tools.is_empty() {
        let count = |fields: fn(&ToolReport) -> usize| report.tools.iter().map(fields).sum::<usize>();
        let unchanged = output::pluralize(count(|tool| tool.exported.len()), "field");
        let changed = count(|tool| tool.changed.len());
        let dropped = count(|tool| tool.dropped.len());
        output::status(&format!(
            "exported {}: {unchanged} as decided, {changed} in another form, {dropped} left out",
            output::pluralize(report.tools.len(), "tool")
        ));
    }
}
