//! `hintsmith apply`

use anyhow::bail;
use hintsmith_engine::Engine;
use hintsmith_engine::dto::{ApplyChoice, ApplyInput, ApplyPreview, ApplyReport, DecisionChange};
use hintsmith_engine::text::escape_line;

use crate::args::{ApplyArguments, Prefer};
use crate::{EXIT_NO, EXIT_SUCCESS, output};

pub async fn run(engine: &Engine, arguments: ApplyArguments) -> anyhow::Result<u8> {
    let ApplyArguments { file: path, prefer, loosen, yes } = arguments;
    let preview = engine.decisions.preview_apply(ApplyInput { path: path.clone(), keep: Vec::new() }).await?;
    if !output::is_json() {
        show_preview(&preview);
    } else if !yes {
        output::print_json(&preview)?;
    }
    if preview.changes.is_empty() && preview.environments.is_empty() {
        output::status(&format!(
            "Nothing to change: all {} decisions are already in the store.",
            preview.decisions
        ));
        return print_unchanged(yes);
    }
    let keep = choose_kept_changes(&preview.changes, prefer)?;
    let wanted = preview.changes.len() - keep.len();
    if wanted == 0 && preview.environments.is_empty() {
        output::status("Nothing to change: your decisions are kept.");
        return print_unchanged(yes);
    }
    if !output::is_json() {
        let input = ApplyInput { path: path.clone(), keep: keep.clone() };
        output::print_loosening(&engine.decisions.preview_apply(input).await?.loosens);
    }
    let kept = match keep.len() {
        0 => String::new(),
        kept => format!(" and keep {kept} of your decisions"),
    };
    let question = format!("Apply {}{kept}?", output::pluralize(wanted, "change"));
    if !yes && (output::is_json() || !output::ask(&question).unwrap_or(false)) {
        output::status("nothing was changed; use --yes to apply without confirmation");
        return Ok(EXIT_NO);
    }
    let report = engine.decisions.apply_file(ApplyChoice { path, seen: preview.seen, keep, loosen }).await?;
    output::print_report(&report, || {
        let undo = output::undo_hint(report.entry);
        output::status(&format!("Applied {}{undo}.", output::pluralize(report.applied, "change")));
    })?;
    Ok(EXIT_SUCCESS)
}

/// With `--json --yes`, the output is always a report.
fn print_unchanged(yes: bool) -> anyhow::Result<u8> {
    if output::is_json() && yes {
        output::print_json(&ApplyReport { applied: 0, entry: None })?;
    }
    Ok(EXIT_SUCCESS)
}

/// Prints a table of changes.
pub fn show_changes(changes: &[DecisionChange]) {
    let row = |change: &DecisionChange| {
        let before = change.before.as_deref().unwrap_or("not decided");
        let after = change.after.as_deref().unwrap_or_default();
        let values = format!("{} → {}", escape_line(before), escape_line(after));
        [subject_text(change), escape_line(&change.field).into_owned(), values]
    };
    output::print_table(["Tool", "Field", "Change"], &changes.iter().map(row).collect::<Vec<_>>());
}

fn show_preview(preview: &ApplyPreview) {
    show_changes(&preview.changes);
    for environment in &preview.environments {
        output::status(&format!("note: adds the environment {}", escape_line(environment)));
    }
    for server in &preview.waiting {
        output::status(&format!(
            "note: the server {} is not in the store; its decisions apply once it is added",
            escape_line(server)
        ));
    }
}

/// Indices of the changes where the store's decision is kept.
pub fn choose_kept_changes(changes: &[DecisionChange], prefer: Prefer) -> anyhow::Result<Vec<u32>> {
    let mut keep = Vec::new();
    for (at, change) in (0..).zip(changes) {
        let Some(before) = &change.before else { continue };
        let ours = match prefer {
            Prefer::Theirs => false,
            Prefer::Ours => true,
            Prefer::Ask => {
                let after = change.after.as_deref().unwrap_or_default();
                let [before, after] = [before, after].map(escape_line);
                let what = format!("{} {}", subject_text(change), escape_line(&change.field));
                match output::ask(&format!("{what}: replace {before} with {after}?")) {
                    Some(taken) => !taken,
                    None => bail!("--prefer ask requires a terminal; use --prefer ours or --prefer theirs"),
                }
            }
        };
        if ours {
            keep.push(at);
        }
    }
    Ok(keep)
}

fn subject_text(change: &DecisionChange) -> String {
    let suffix = change.environment.as_ref().map_or(String::new(), |name| format!(" in {name}"));
    format!("{}{}", escape_line(&change.subject), escape_line(&suffix))
}
