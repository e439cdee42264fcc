//! `hintsmith history`, `hintsmith undo` and `hintsmith redo`

use hintsmith_engine::dto::{HistoryEntry, HistoryInput, UndoInput};
use hintsmith_engine::text::escape_line;
use hintsmith_engine::{ApiError, Engine, ErrorCode};

use crate::{EXIT_SUCCESS, output};

pub async fn list(
    engine: &Engine,
    entry: Option<u32>,
    limit: u32,
    search: Option<String>,
) -> anyhow::Result<u8> {
    let is_search = search.is_some();
    let input = HistoryInput {
        before: entry.map(|entry| entry.saturating_add(1)),
        limit: if entry.is_some() { 1 } else { limit },
        search,
    };
    let mut page = engine.history.page(input).await?;
    if let Some(wanted) = entry {
        page.entries.retain(|found| found.id == wanted);
        page.more = false;
        if page.entries.is_empty() {
            let hint = "`hintsmith history` lists the entries.";
            let message = format!("there is no entry {wanted} in the history");
            return Err(ApiError::new(ErrorCode::NotFound, message, hint).into());
        }
    }
    if output::is_json() {
        output::print_json(&page.entries)?;
        return Ok(EXIT_SUCCESS);
    }
    let row = |entry: &HistoryEntry| {
        let undone = match entry {
            HistoryEntry { undone: true, .. } => " (undone)",
            HistoryEntry { irreversible: Some(_), .. } => " (cannot be undone)",
            _ => "",
        };
        [
            entry.id.to_string(),
            entry.at.clone(),
            format!("{} ({})", escape_line(&entry.author), escape_line(&entry.via)),
            format!("{}{undone}", escape_line(&entry.summary)),
        ]
    };
    output::print_table(
        ["Entry", "Time", "Author", "Change"],
        &page.entries.iter().map(row).collect::<Vec<_>>(),
    );
    if entry.is_some() {
        page.entries.iter().for_each(print_changes);
    }
    if page.entries.is_empty() {
        output::status(if is_search { "No change matches." } else { "The history is empty." });
    } else if page.more {
        output::status("There are more entries; use --limit to show them.");
    }
    Ok(EXIT_SUCCESS)
}

fn print_changes(entry: &HistoryEntry) {
    for change in &entry.changes {
        let side = |value: &Option<String>| {
            value.as_deref().map_or("no value".to_owned(), |value| escape_line(value).into_owned())
        };
        let (before, after) = (side(&change.before), side(&change.after));
        output::print(&format!("  {}: {before} → {after}", escape_line(&change.subject)));
    }
    let hidden = entry.size as usize - entry.changes.len().min(entry.size as usize);
    if hidden > 0 {
        output::print(&format!("  and {hidden} more"));
    }
}

pub async fn undo(engine: &Engine, entry: Option<u32>) -> anyhow::Result<u8> {
    let report = engine.history.undo(UndoInput { entry }).await?;
    output::print_report(&report, || {
        output::status(&format!("undid {}: {}", report.entry, escape_line(&report.summary)));
    })?;
    Ok(EXIT_SUCCESS)
}

pub async fn redo(engine: &Engine) -> anyhow::Result<u8> {
    let report = engine.history.redo().await?;
    output::print_report(&report, || {
        output::status(&format!("redid {}: {}", report.entry, escape_line(&report.summary)));
    })?;
    Ok(EXIT_SUCCESS)
}
