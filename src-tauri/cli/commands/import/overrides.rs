//! `hintsmith import overrides`

use hintsmith_engine::Engine;
use hintsmith_engine::dto::{ApplyReport, OverrideFileChoice, OverrideFileInput, OverrideFilePreview};
use hintsmith_engine::text::escape_line;

use crate::args::ImportOverridesArguments;
use crate::commands::apply::{choose_kept_changes, show_changes};
use crate::{EXIT_NO, EXIT_SUCCESS, output};

/// Number of skipped values that are printed.
const MAX_PRINTED: usize = 50;

pub async fn run(engine: &Engine, arguments: ImportOverridesArguments) -> anyhow::Result<u8> {
    let ImportOverridesArguments { file: path, format, server, toolset, prefer, dry_run, loosen, yes } =
        arguments;
    let input = OverrideFileInput { path, format, server, toolset, keep: Vec::new() };
    let preview = engine.decisions.preview_override_file(input.clone()).await?;
    if !output::is_json() {
        show_preview(&preview);
    } else if !yes || dry_run {
        output::print_json(&preview)?;
    }
    if dry_run && output::is_json() {
        return Ok(EXIT_SUCCESS);
    }
    let keep = if dry_run { Vec::new() } else { choose_kept_changes(&preview.changes, prefer)? };
    let wanted = preview.changes.len() - keep.len();
    if wanted == 0 {
        output::status(match preview.changes.len() {
            0 if preview.decisions == 0 => "Nothing to import.",
            0 => "Nothing to change: the store has all decisions already.",
            _ => "Nothing to change: your decisions are kept.",
        });
        if output::is_json() && yes {
            output::print_json(&ApplyReport { applied: 0, entry: None })?;
        }
        return Ok(EXIT_SUCCESS);
    }
    let input = OverrideFileInput { keep, ..input };
    if !output::is_json() {
        output::print_loosening(&engine.decisions.preview_override_file(input.clone()).await?.loosens);
    }
    if dry_run {
        return Ok(EXIT_SUCCESS);
    }
    let kept = match input.keep.len() {
        0 => String::new(),
        kept => format!(" and keep {kept} of your decisions"),
    };
    let question = format!("Import {}{kept}?", output::pluralize(wanted, "change"));
    if !yes && (output::is_json() || !output::ask(&question).unwrap_or(false)) {
        output::status("nothing was changed; use --yes to import without confirmation");
        return Ok(EXIT_NO);
    }
    let choice = OverrideFileChoice { file: input, seen: preview.seen, loosen };
    let report = engine.decisions.import_override_file(choice).await?;
    output::print_report(&report, || {
        let undo = output::undo_hint(report.entry);
        output::status(&format!("Imported {}{undo}.", output::pluralize(report.applied, "change")));
        if let Some(toolset) = &preview.toolset {
            output::status(&format!(
                "The selected tools are the toolset {toolset}: `hintsmith toolset activate {toolset}` offers only them."
            ));
        }
    })?;
    Ok(EXIT_SUCCESS)
}

fn show_preview(preview: &OverrideFilePreview) {
    output::status(&format!(
        "Overrides of {}: {}",
        preview.name,
        output::pluralize(preview.decisions, "decision")
    ));
    show_changes(&preview.changes);
    for skipped in preview.skipped.iter().take(MAX_PRINTED) {
        let separator = if skipped.field.is_empty() { "" } else { " " };
        output::status(&format!(
            "skipped: {}{separator}{}: {}",
            escape_line(&skipped.subject),
            escape_line(&skipped.field),
            escape_line(&skipped.why)
        ));
    }
    let printed = preview.skipped.len().min(MAX_PRINTED);
    let others = (preview.skipped_count as usize).saturating_sub(printed);
    if others > 0 {
        output::status(&format!("skipped: {others} more"));
    }
}
