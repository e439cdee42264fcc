//! `hintsmith apply`

use anyhow::bail;
use hintsmith_engine::Engine;
use hintsmith_engine::dto::{ApplyChoice, ApplyInput, ApplyPreview, DecisionChange};
use hintsmith_engine::text::escape_line;

use crate::args::{ApplyArguments, Prefer};
use crate::{EXIT_NO, EXIT_SUCCESS, output};

pub async fn run(engine: &Engine, arguments: ApplyArguments) -> anyhow::Result<u8> {
    let ApplyArguments { file: path, prefer, yes, json } = arguments;
    let preview = engine.decisions.preview_apply(ApplyInput { path: path.clone() }).await?;
    if json {
        output::print_json(&preview)?;
    } else {
        show_preview(&preview);
    }
    if preview.changes.is_empty() && preview.environments.is_empty() {
        output::status(&format!(
            "Nothing to change: all {} decisions are already in the store.",
            preview.decisions
        ));
        return Ok(EXIT_SUCCESS);
    }
    let keep = choose_kept_changes(&preview.changes, prefer)?;
    let applied = preview.changes.len() - keep.len();
    if applied == 0 && preview.environments.is_empty() {
        output::status("Nothing to change: your decisions are kept.");
        return Ok(EXIT_SUCCESS);
    }
    let suffix = match keep.len() {
        0 => String::new(),
        count => format!(" and keep {count} of your decisions"),
    };
    let question = format!("Apply {}{suffix}?", output::pluralize(applied, "change"));
    if !yes && (json || !output::ask(&question).unwrap_or(false)) {
        output::status("nothing was changed; use --yes to apply without confirmation");
        return Ok(EXIT_NO);
    }
    let report = engine.decisions.apply_file(ApplyChoice { path, seen: preview.seen, keep }).await?;
    output::status(&format!("Applied {}.", output::pluralize(report.applied, "change")));
    Ok(EXIT_SUCCESS)
}

fn show_preview(preview: &ApplyPreview) {
    let row = |change: &DecisionChange| {
        let before = change.before.as_deref().unwrap_or("not decided");
        let after = change.after.as_deref().unwrap_or_default();
        let values = format!("{} → {}", escape_line(before), escape_line(after));
        [subject_text(change), escape_line(&change.field).into_owned(), values]
    };
    output::print_table(&preview.changes.iter().map(row).collect::<Vec<_>>());
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
fn choose_kept_changes(changes: &[DecisionChange], prefer: Prefer) -> anyhow::Result<Vec<u32>> {
    let mut keep = Vec::new();
    for (at, change) in (0..).zip(changes) {
        let Some(before) = &change.before else { continue };
        let ours = match prefer {
            Prefer::Theirs => false,
            Prefer::Ours => true,
            Prefer::Ask => {
                let after = change.after.as_deref().unwrap_or_default();
                let [before, after] = [before, after].map(escape_line);
                let subject = format!("{} {}", subject_text(change), escape_line(&change.field));
                match output::ask(&format!("{subject}: replace {before} with {after}?")) {
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
