//! `hintsmith pending` and `hintsmith discard`

use hintsmith_engine::Engine;
use hintsmith_engine::dto::{DecisionChange, Pending};
use hintsmith_engine::text::escape_line;

use crate::{DONE, NO, output};

pub async fn list(engine: &Engine, json: bool) -> anyhow::Result<u8> {
    let pending = engine.pending().await?;
    if json {
        output::json(&pending)?;
    } else {
        show(&pending);
        output::talk(&format!("{} since the last export", output::counted(pending.changes.len(), "change")));
    }
    Ok(if pending.changes.is_empty() { DONE } else { NO })
}

pub async fn discard(engine: &Engine, yes: bool) -> anyhow::Result<u8> {
    let pending = engine.pending().await?;
    if pending.discardable && pending.changes.is_empty() {
        output::talk("Nothing to discard: everything is as it was exported last.");
        return Ok(DONE);
    }
    show(&pending);
    let question = format!("Go back on {}?", output::counted(pending.changes.len(), "change"));
    if pending.discardable && !yes && !output::ask(&question).unwrap_or(false) {
        output::talk("nothing was changed; say --yes to discard without a question");
        return Ok(NO);
    }
    let report = engine.discard().await?;
    let back =
        report.entry.map_or(String::new(), |entry| format!("; `hintsmith undo {entry}` takes it back"));
    output::talk(&format!("Everything is decided as it was exported last{back}."));
    Ok(DONE)
}

fn show(pending: &Pending) {
    let row = |change: &DecisionChange| {
        let place = change.environment.as_ref().map_or(String::new(), |name| format!(" in {name}"));
        let name = format!("{}{}", escape_line(&change.subject), escape_line(&place));
        let value =
            |value: &Option<String>| escape_line(value.as_deref().unwrap_or("not decided")).into_owned();
        let values = format!("{} → {}", value(&change.before), value(&change.after));
        [name, escape_line(&change.field).into_owned(), values]
    };
    output::table(&pending.changes.iter().map(row).collect::<Vec<_>>());
}
