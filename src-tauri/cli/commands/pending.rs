//! `hintsmith pending` and `hintsmith discard`

use anyhow::bail;
use hintsmith_engine::Engine;
use hintsmith_engine::dto::{DecisionChange, ExportKey, ExportState, Pending, PendingInput};
use hintsmith_engine::text::escape_line;

use crate::args::{DiscardArguments, ExportedFileArguments, PendingArguments};
use crate::{EXIT_NO, EXIT_SUCCESS, output};

pub async fn list(engine: &Engine, arguments: PendingArguments) -> anyhow::Result<u8> {
    let export = find_export(engine, &arguments.file).await?;
    if let (Some(key), true) = (&export, arguments.forget) {
        engine.decisions.forget_export(key.clone()).await?;
        output::print_report(key, || {
            output::status(&format!("Forgot {}. The file was not changed.", escape_line(&key.path)));
        })?;
        return Ok(EXIT_SUCCESS);
    }
    let pending = engine.decisions.pending(PendingInput { export: export.clone() }).await?;
    if output::is_json() {
        output::print_json(&pending)?;
    } else {
        show_changes(&pending);
        let changes = output::pluralize(pending.changes.len(), "change");
        match export {
            Some(key) => output::status(&format!("{changes} since the export to {}", escape_line(&key.path))),
            None if pending.exports.is_empty() => output::status(&format!("{changes}, nothing exported yet")),
            None => show_files(&pending.exports, &changes),
        }
    }
    Ok(if pending.changes.is_empty() { EXIT_SUCCESS } else { EXIT_NO })
}

pub async fn discard(engine: &Engine, arguments: DiscardArguments) -> anyhow::Result<u8> {
    let mut export = find_export(engine, &arguments.file).await?;
    if export.is_none() {
        let newest =
            engine.decisions.pending(PendingInput { export: None }).await?.exports.into_iter().next();
        export = newest.map(|state| ExportKey { target: state.target, path: state.path });
    }
    let input = PendingInput { export };
    let pending = engine.decisions.pending(input.clone()).await?;
    let is_discardable = input.export.is_some();
    if is_discardable && pending.changes.is_empty() {
        output::status("Nothing to discard: no changes since the last export.");
        return Ok(EXIT_SUCCESS);
    }
    if !output::is_json() {
        show_changes(&pending);
    }
    let question = format!("Discard {}?", output::pluralize(pending.changes.len(), "change"));
    if is_discardable && !arguments.yes && !output::ask(&question).unwrap_or(false) {
        output::status("nothing was changed; use --yes to discard without confirmation");
        return Ok(EXIT_NO);
    }
    let report = engine.decisions.discard_pending(input).await?;
    output::print_report(&report, || {
        let undo = output::undo_hint(report.entry);
        output::status(&format!("Restored the decisions of the last export{undo}."));
    })?;
    Ok(EXIT_SUCCESS)
}

/// The export that the arguments name, by the path of its file.
async fn find_export(
    engine: &Engine,
    arguments: &ExportedFileArguments,
) -> anyhow::Result<Option<ExportKey>> {
    let Some(file) = &arguments.file else { return Ok(None) };
    let path = std::path::absolute(file)?.display().to_string();
    let exports = engine.decisions.pending(PendingInput { export: None }).await?.exports;
    let is_named = |state: &&ExportState| {
        state.path == path && arguments.target.as_ref().is_none_or(|target| *target == state.target)
    };
    match exports.iter().filter(is_named).collect::<Vec<_>>().as_slice() {
        [state] => Ok(Some(ExportKey { target: state.target.clone(), path })),
        [] => bail!("no program reads an export at {path}; `hintsmith pending` lists the exported files"),
        _ => bail!("several targets were exported to {path}; name one with --target"),
    }
}

/// The state of each file below the number of changes.
fn show_files(exports: &[ExportState], changes: &str) {
    output::status(&format!("{changes} that exported files lack:"));
    for ExportState { name, path, changes, .. } in exports {
        let state = match changes {
            0 => "up to date".to_owned(),
            many => output::pluralize(*many as usize, "change"),
        };
        output::status(&escape_line(&format!("  {path} ({name}): {state}")));
    }
}

fn show_changes(pending: &Pending) {
    let row = |change: &DecisionChange| {
        let suffix = change.environment.as_ref().map_or(String::new(), |name| format!(" in {name}"));
        let name = format!("{}{}", escape_line(&change.subject), escape_line(&suffix));
        let value =
            |value: &Option<String>| escape_line(value.as_deref().unwrap_or("not decided")).into_owned();
        let values = format!("{} → {}", value(&change.before), value(&change.after));
        [name, escape_line(&change.field).into_owned(), values]
    };
    output::print_table(["Tool", "Field", "Change"], &pending.changes.iter().map(row).collect::<Vec<_>>());
}
