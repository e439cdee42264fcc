//! `hintsmith pending` and `hintsmith discard`

use hintsmith_engine::Engine;
use hintsmith_engine::dto::{DecisionChange, Pending};
use hintsmith_engine::text::escape_line;

use crate::{EXIT_NO, EXIT_SUCCESS, output};

pub async fn list(engine: &Engine) -> anyhow::Result<u8> {
    let pending = engine.decisions.pending().await?;
    if output::is_json() {
        output::print_json(&pending)?;
    } else {
        show_changes(&pending);
        output::status(&format!(
            "{} since the last export",
            output::pluralize(pending.changes.len(), "change")
        ));
    }
    Ok(if pending.changes.is_empty() { EXIT_SUCCESS } else { EXIT_NO })
}

pub async fn discard(engine: &Engine, yes: bool) -> anyhow::Result<u8> {
    let pending = engine.decisions.pending().await?;
    if pending.discardable && pending.changes.is_empty() {
        output::status("Nothing to discard: no changes since the last export.");
        return Ok(EXIT_SUCCESS);
    }
    if !output::is_json() {
        show_changes(&pending);
    }
    let question = format!("Discard {}?", output::pluralize(pending.changes.len(), "change"));
    if pending.discardable && !yes && !output::ask(&question).unwrap_or(false) {
        output::status("nothing was changed; use --yes to discard without confirmation");
        return Ok(EXIT_NO);
    }
    let report = engine.decisions.discard_pending().await?;
    output::print_report(&report, || {
        let undo = output::undo_hint(report.entry);
        output::status(&format!("Restored the decisions of the last export{undo}."));
    })?;
    Ok(EXIT_SUCCESS)
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
