//! `hintsmith apply`

use anyhow::bail;
use hintsmith_engine::Engine;
use hintsmith_engine::dto::{ApplyChoice, ApplyInput, ApplyPreview, DecisionChange};
use hintsmith_engine::text::escape_line;

use crate::args::{ApplyArguments, Prefer};
use crate::{DONE, NO, output};

pub async fn run(engine: &Engine, arguments: ApplyArguments) -> anyhow::Result<u8> {
    let ApplyArguments { file: path, prefer, yes, json } = arguments;
    let preview = engine.preview_apply(ApplyInput { path: path.clone() }).await?;
    if json {
        output::json(&preview)?;
    } else {
        show(&preview);
    }
    if preview.changes.is_empty() && preview.environments.is_empty() {
        output::talk(&format!("Nothing to change: all {} decisions are here already.", preview.decisions));
        return Ok(DONE);
    }
    let keep = kept(&preview.changes, prefer)?;
    let wanted = preview.changes.len() - keep.len();
    if wanted == 0 && preview.environments.is_empty() {
        output::talk("Nothing to change: all of it is decided here already, and yours is kept.");
        return Ok(DONE);
    }
    let kept = match keep.len() {
        0 => String::new(),
        kept => format!(", and keep {kept} of yours"),
    };
    let question = format!("Apply {}{kept}?", output::counted(wanted, "change"));
    if !yes && (json || !output::ask(&question).unwrap_or(false)) {
        output::talk("nothing was changed; say --yes to apply without a question");
        return Ok(NO);
    }
    let report = engine.apply_file(ApplyChoice { path, seen: preview.seen, keep }).await?;
    output::talk(&format!("Applied {}.", output::counted(report.applied, "change")));
    Ok(DONE)
}

fn show(preview: &ApplyPreview) {
    let row = |change: &DecisionChange| {
        let before = change.before.as_deref().unwrap_or("not decided");
        let after = change.after.as_deref().unwrap_or_default();
        let values = format!("{} → {}", escape_line(before), escape_line(after));
        [name(change), escape_line(&change.field).into_owned(), values]
    };
    output::table(&preview.changes.iter().map(row).collect::<Vec<_>>());
    for environment in &preview.environments {
        output::talk(&format!("note: the environment {} is added", escape_line(environment)));
    }
    for server in &preview.waiting {
        output::talk(&format!("note: {} is not added here; its decisions wait for it", escape_line(server)));
    }
}

/// Indices of the changes where the store's decision is kept.
fn kept(changes: &[DecisionChange], prefer: Prefer) -> anyhow::Result<Vec<u32>> {
    let mut keep = Vec::new();
    for (at, change) in (0..).zip(changes) {
        let Some(before) = &change.before else { continue };
        let ours = match prefer {
            Prefer::Theirs => false,
            Prefer::Ours => true,
            Prefer::Ask => {
                let after = change.after.as_deref().unwrap_or_default();
                let [before, after] = [before, after].map(escape_line);
                let what = format!("{} {}", name(change), escape_line(&change.field));
                match output::ask(&format!("{what}: take {after} instead of {before}?")) {
                    Some(taken) => !taken,
                    None => bail!("there is nobody to ask; say --prefer ours or --prefer theirs"),
                }
            }
        };
        if ours {
            keep.push(at);
        }
    }
    Ok(keep)
}

fn name(change: &DecisionChange) -> String {
    let place = change.environment.as_ref().map_or(String::new(), |name| format!(" in {name}"));
    format!("{}{}", escape_line(&change.subject), escape_line(&place))
}
