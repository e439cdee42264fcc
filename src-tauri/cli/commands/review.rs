//! `hintsmith review` and `hintsmith diff`

use std::collections::BTreeMap;

use hintsmith_engine::Engine;
use hintsmith_engine::drift::{ChangeKind, FieldChange};
use hintsmith_engine::dto::{
    AcceptInput, Drift, GoneTool, MoveInput, ReviewGroup, ReviewItem, ReviewQueue, SearchInput, SeenTool,
    ToolKey,
};
use hintsmith_engine::text::{escape_hidden, escape_line};
use hintsmith_engine::wire::DiffSign;

use super::tool_key;
use crate::args::ReviewVerb;
use crate::{DONE, NO, output};

pub async fn run(engine: &Engine, verb: Option<ReviewVerb>, json: bool) -> anyhow::Result<u8> {
    match verb {
        None => list(engine, json).await,
        Some(ReviewVerb::List { json }) => list(engine, json).await,
        Some(ReviewVerb::Accept { tools, agreeing, env }) => {
            let report = if agreeing {
                engine.accept_agreeing().await?
            } else {
                let there = |tool: &String| {
                    tool_key(tool).map(|ToolKey { server, tool }| SeenTool { server, tool, seen: None })
                };
                let tools = tools.iter().map(there).collect::<Result<_, _>>()?;
                engine.accept(AcceptInput { tools, environment: env }).await?
            };
            match report.entry {
                Some(entry) => output::talk(&format!("accepted; `hintsmith undo {entry}` takes it back")),
                None => output::talk("nothing to accept: it is all reviewed"),
            }
            Ok(DONE)
        }
        Some(ReviewVerb::Reopen { tool }) => {
            engine.reopen_review(tool_key(&tool)?).await?;
            output::talk(&format!("{} is to be reviewed again", escape_line(&tool)));
            Ok(DONE)
        }
        Some(ReviewVerb::Move { tool, to }) => {
            let ToolKey { server, tool: from } = tool_key(&tool)?;
            let report = engine.move_decisions(MoveInput { server, from, to: to.clone() }).await?;
            let rows = output::counted(report.changed / 2, "decision");
            output::talk(&format!("{rows} moved to {}", escape_line(&to)));
            Ok(DONE)
        }
    }
}

async fn list(engine: &Engine, json: bool) -> anyhow::Result<u8> {
    let queue = engine.review_queue().await?;
    if json {
        output::json(&queue)?;
        return Ok(DONE);
    }
    let row = |item: &ReviewItem| {
        let mut state = word(item.group).to_owned();
        if item.card.suspended {
            state.push_str(", a decision is suspended");
        }
        [
            format!("{}.{}", item.card.server, escape_line(&item.card.name)),
            output::badges(&item.card.badges),
            state,
        ]
    };
    output::table(&queue.items.iter().map(row).collect::<Vec<_>>());
    gone(&queue.gone);
    if !queue.proposed_notes.is_empty() {
        let notes = output::counted(queue.proposed_notes.len(), "note");
        output::talk(&format!("agents proposed {notes}: review with `hintsmith note proposed`"));
    }
    summary(&queue);
    Ok(DONE)
}

fn word(group: ReviewGroup) -> &'static str {
    match group {
        ReviewGroup::Drifted => "changed since it was looked at",
        ReviewGroup::Conflict => "declared disagrees with inferred",
        ReviewGroup::New => "new",
        ReviewGroup::Unreviewed => "never reviewed",
    }
}

fn gone(gone: &[GoneTool]) {
    for tool in gone {
        let name = format!("{}.{}", tool.server, escape_line(&tool.tool));
        let decisions = output::counted(tool.decisions, "decision");
        output::talk(&format!("gone: {name}; kept for it: {decisions}"));
        if let Some(now) = &tool.now {
            let now = escape_line(now);
            output::talk(&format!("  probably {now} now; `hintsmith review move {name} {now}` moves them"));
        }
    }
}

fn summary(queue: &ReviewQueue) {
    output::talk(&format!("{} of {} reviewed", queue.reviewed, output::counted(queue.total, "tool")));
    if queue.agreeing > 0 {
        output::talk(&format!(
            "`hintsmith review accept --agreeing` accepts the {} where declared and inferred agree",
            queue.agreeing
        ));
    }
}

/// Prints how tools differ from the definitions that were reviewed or decided about. Exit code 1 if any does, like
/// `diff`.
pub async fn diff(engine: &Engine, tools: Vec<String>, json: bool) -> anyhow::Result<u8> {
    let keys: Vec<ToolKey> = if tools.is_empty() {
        let found = engine.tools("is:drifted").await?;
        found.into_iter().map(|row| ToolKey { server: row.card.server, tool: row.card.name }).collect()
    } else {
        tools.iter().map(|tool| tool_key(tool)).collect::<Result<_, _>>()?
    };
    let mut drifts: BTreeMap<String, Drift> = BTreeMap::new();
    for key in keys {
        let name = format!("{}.{}", key.server, key.tool);
        if let Some(drift) = engine.tool_drift(key).await? {
            drifts.insert(name, drift);
        }
    }
    let code = if drifts.is_empty() { DONE } else { NO };
    if json {
        output::json(&drifts)?;
        return Ok(code);
    }
    for (name, drift) in &drifts {
        output::line(&escape_line(name));
        if drift.unknown {
            output::line("  the definition it had then is no longer kept");
        }
        drift.changes.iter().for_each(tell);
    }
    if drifts.is_empty() {
        output::talk("Nothing has changed since it was looked at.");
    }
    Ok(code)
}

/// `[-removed-]{+added+}`, like `git diff --word-diff`.
fn tell(change: &FieldChange) {
    let sign = match change.kind {
        ChangeKind::Added => '+',
        ChangeKind::Removed => '-',
        ChangeKind::Changed => '~',
    };
    let words = change.words.iter().map(|word| match word.sign {
        DiffSign::Same => escape_hidden(&word.text).into_owned(),
        DiffSign::Add => format!("{{+{}+}}", escape_hidden(&word.text)),
        DiffSign::Remove => format!("[-{}-]", escape_hidden(&word.text)),
    });
    let words = words.collect::<String>().replace('\n', "\n    ");
    output::line(&format!("  {sign} {}: {words}", escape_line(&change.field)));
    if let Some(risk) = &change.risk {
        output::line(&format!("    look: {}", escape_line(risk)));
    }
}

/// Prints the problems of a query. Terms that cannot be parsed match nothing.
pub async fn check_filter(engine: &Engine, query: &str) -> anyhow::Result<()> {
    for problem in engine.search(SearchInput { query: query.to_owned() }).await?.problems {
        output::talk(&format!("note: {}", escape_line(&problem.message)));
        if let Some(suggestion) = &problem.suggestion {
            output::talk(&format!("  did you mean {}?", escape_line(suggestion)));
        }
    }
    Ok(())
}
