//! `hintsmith review` and `hintsmith diff`

use std::collections::BTreeMap;

use hintsmith_engine::Engine;
use hintsmith_engine::drift::{ChangeKind, FieldChange};
use hintsmith_engine::dto::{
    AcceptInput, Drift, MoveInput, RemovedTool, ReviewGroup, ReviewItem, ReviewOrder, ReviewQueue, SeenTool,
    ToolKey,
};
use hintsmith_engine::text::escape_line;

use super::parse_tool_key;
use crate::args::{ReviewCommand, ReviewOrderName};
use crate::{EXIT_NO, EXIT_SUCCESS, output};

pub async fn run(engine: &Engine, command: Option<ReviewCommand>) -> anyhow::Result<u8> {
    match command {
        None => list(engine, ReviewOrder::Danger, "").await,
        Some(ReviewCommand::List { filter, by }) => {
            let order = match by {
                ReviewOrderName::Danger => ReviewOrder::Danger,
                ReviewOrderName::Calls => ReviewOrder::Calls,
                ReviewOrderName::Module => ReviewOrder::Module,
            };
            list(engine, order, &filter.join(" ")).await
        }
        Some(ReviewCommand::Accept { tools, agreeing, env, loosen, yes }) => {
            let (tools, environment) = if agreeing {
                let environment = engine.environments.list().await?.current;
                (agreeing_tools(&engine.reviews.queue().await?), environment)
            } else {
                let to_key = |tool: &String| {
                    parse_tool_key(tool).map(|ToolKey { server, tool }| SeenTool { server, tool, seen: None })
                };
                (tools.iter().map(to_key).collect::<Result<_, _>>()?, env)
            };
            accept(engine, AcceptInput { tools, environment, loosen }, agreeing && !yes).await
        }
        Some(ReviewCommand::Reopen { tool }) => {
            let report = engine.reviews.reopen(parse_tool_key(&tool)?).await?;
            output::print_report(&report, || {
                output::status(&format!("{} needs a review again", escape_line(&tool)));
            })?;
            Ok(EXIT_SUCCESS)
        }
        Some(ReviewCommand::Move { tool, to, loosen }) => {
            let ToolKey { server, tool: from } = parse_tool_key(&tool)?;
            let input = MoveInput { server, from, to: to.clone(), loosen };
            let report = engine.reviews.move_decisions(input).await?;
            output::print_report(&report, || {
                let moved = "decisions and notes moved to";
                output::status(&format!("{moved} {}{}", escape_line(&to), output::undo_hint(report.entry)));
            })?;
            Ok(EXIT_SUCCESS)
        }
    }
}

/// Shows what accepting the tools decides and, with `asks`, asks first.
async fn accept(engine: &Engine, input: AcceptInput, asks: bool) -> anyhow::Result<u8> {
    let preview = engine.reviews.preview_accept(input.clone()).await?;
    if asks && preview.tools > 0 {
        if output::is_json() {
            output::print_json(&preview)?;
            return Ok(EXIT_NO);
        }
        for SeenTool { server, tool, .. } in &input.tools {
            output::print(&escape_line(&format!("{server}.{tool}")));
        }
        output::print_transitions(&preview.groups);
    }
    if !output::is_json() {
        output::print_loosening(&preview.loosens);
    }
    if asks && preview.tools > 0 {
        let question = format!("Accept {}?", output::pluralize(preview.tools, "tool"));
        if !output::ask(&question).unwrap_or(false) {
            output::status("nothing was changed; use --yes to accept without confirmation");
            return Ok(EXIT_NO);
        }
    }
    let accepted = match input.tools.as_slice() {
        [SeenTool { server, tool, .. }] => escape_line(&format!("{server}.{tool}")).into_owned(),
        many => output::pluralize(many.len(), "tool"),
    };
    let decided = match preview.deciding {
        0 => String::new(),
        _ if asks => " and decided the hints as shown".to_owned(),
        number => format!(" and decided the hints of {}", output::pluralize(number, "tool")),
    };
    let report = engine.reviews.accept(input).await?;
    output::print_report(&report, || match report.entry {
        Some(_) => {
            output::status(&format!("accepted {accepted}{decided}{}", output::undo_hint(report.entry)))
        }
        None => output::status("nothing to accept: all tools are reviewed"),
    })?;
    Ok(EXIT_SUCCESS)
}

/// The tools that can be accepted together, as they are now.
fn agreeing_tools(queue: &ReviewQueue) -> Vec<SeenTool> {
    let agreeing = queue.items.iter().filter(|item| item.agrees);
    let to_key = |ReviewItem { card, .. }: &ReviewItem| SeenTool {
        server: card.server.clone(),
        tool: card.name.clone(),
        seen: Some(card.seen.clone()),
    };
    agreeing.map(to_key).collect()
}

async fn list(engine: &Engine, order: ReviewOrder, filter: &str) -> anyhow::Result<u8> {
    let queue = engine.reviews.queue_by(order, filter).await?;
    if output::is_json() {
        output::print_json(&queue)?;
        return Ok(EXIT_SUCCESS);
    }
    let row = |item: &ReviewItem| {
        let mut state = group_text(item.group).to_owned();
        if item.card.suspended {
            state.push_str(", a decision is suspended");
        }
        [
            format!("{}.{}", item.card.server, escape_line(&item.card.name)),
            item.card.module.as_deref().map(escape_line).unwrap_or_default().into_owned(),
            output::styled_badges(&item.card.badges),
            if item.calls == 0 { String::new() } else { item.calls.to_string() },
            state,
        ]
    };
    output::print_table(
        ["Tool", "Module", "Hints", "Calls", "State"],
        &queue.items.iter().map(row).collect::<Vec<_>>(),
    );
    print_gone_tools(&queue.removed);
    if !queue.proposed_notes.is_empty() {
        let notes = output::pluralize(queue.proposed_notes.len(), "note");
        output::status(&format!("agents proposed {notes}; `hintsmith note proposed` lists them"));
    }
    if !super::explain_empty_store(engine).await? {
        print_summary(&queue);
    }
    Ok(EXIT_SUCCESS)
}

fn group_text(group: ReviewGroup) -> &'static str {
    match group {
        ReviewGroup::Drifted => "changed since the last review",
        ReviewGroup::Conflict => "declared and inferred hints disagree",
        ReviewGroup::New => "new",
        ReviewGroup::Unreviewed => "never reviewed",
    }
}

fn print_gone_tools(gone: &[RemovedTool]) {
    for tool in gone {
        let name = format!("{}.{}", tool.server, escape_line(&tool.tool));
        let counts = [
            (tool.decisions, "decision"),
            (tool.notes, "note"),
            (tool.approvals, "approval mode"),
            (u32::from(tool.has_comment), "comment"),
        ];
        let kept = counts.into_iter().filter(|(count, _)| *count > 0);
        let kept: Vec<String> = kept.map(|(count, what)| output::pluralize(count, what)).collect();
        output::status(&format!("removed: {name}; {} kept", kept.join(" and ")));
        if let Some(now) = &tool.renamed_to {
            let now = escape_line(now);
            output::status(&format!(
                "  probably renamed to {now}; `hintsmith review move {name} {now}` moves them"
            ));
        }
    }
}

fn print_summary(queue: &ReviewQueue) {
    output::status(&format!("{} of {} reviewed", queue.reviewed, output::pluralize(queue.total, "tool")));
    if queue.agreeing > 0 {
        output::status(&format!(
            "`hintsmith review accept --agreeing` accepts the {} whose declared and inferred hints agree",
            queue.agreeing
        ));
    }
}

/// Prints how tools differ from the definitions that were reviewed or decided about. Exit code 1 if any does, like
/// `diff`.
pub async fn diff(engine: &Engine, tools: Vec<String>) -> anyhow::Result<u8> {
    let keys: Vec<ToolKey> = if tools.is_empty() {
        let found = engine.tools.find("is:drifted").await?;
        found.into_iter().map(|row| ToolKey { server: row.card.server, tool: row.card.name }).collect()
    } else {
        tools.iter().map(|tool| parse_tool_key(tool)).collect::<Result<_, _>>()?
    };
    let mut drifts: BTreeMap<String, Drift> = BTreeMap::new();
    for key in keys {
        let name = format!("{}.{}", key.server, key.tool);
        if let Some(drift) = engine.tools.drift(key).await? {
            drifts.insert(name, drift);
        }
    }
    let code = if drifts.is_empty() { EXIT_SUCCESS } else { EXIT_NO };
    if output::is_json() {
        output::print_json(&drifts)?;
        return Ok(code);
    }
    for (name, drift) in &drifts {
        output::print(&escape_line(name));
        if drift.unknown {
            output::print("  the earlier definition is no longer stored");
        }
        drift.changes.iter().for_each(print_change);
        if !drift.description.is_empty() {
            let difference = output::word_difference(&drift.description);
            output::print(&format!("  your description stays; the server's new text → yours: {difference}"));
        }
    }
    if drifts.is_empty() {
        output::status("No tool has changed since its last review.");
    }
    Ok(code)
}

fn print_change(change: &FieldChange) {
    let sign = match change.kind {
        ChangeKind::Added => '+',
        ChangeKind::Removed => '-',
        ChangeKind::Changed => '~',
    };
    let words = output::word_difference(&change.diff);
    output::print(&format!("  {sign} {}: {words}", escape_line(&change.field)));
    if let Some(risk) = &change.risk {
        output::print(&format!("    risk: {}", escape_line(risk)));
    }
}
