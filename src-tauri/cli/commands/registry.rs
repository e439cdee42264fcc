//! `hintsmith registry`

use std::sync::Arc;

use hintsmith_engine::Engine;
use hintsmith_engine::dto::{
    Answer, NewServer, RegistryAddressInput, RegistryChoice, RegistryEntryView, RegistryInput, RegistrySource,
};
use hintsmith_engine::text::escape_line;

use super::add;
use crate::args::RegistryCommand;
use crate::{EXIT_SUCCESS, output};

pub async fn run(engine: &Arc<Engine>, command: RegistryCommand) -> anyhow::Result<u8> {
    match command {
        RegistryCommand::Search { words, cursor } => search(engine, words.join(" "), cursor).await,
        RegistryCommand::Show { entry } => {
            let found = engine.registry.entry(&entry).await?;
            output::print_report(&found, || show_entry(&found, &output::print))?;
            Ok(EXIT_SUCCESS)
        }
        RegistryCommand::Add { entry, name, option, set, secret, plain, yes, keep, world } => {
            let answers = set.iter().map(|written| add::parse_named_value(written));
            let answers = answers.map(|answer| answer.map(|(name, value)| Answer { name, value }));
            let answers = answers.collect::<anyhow::Result<Vec<_>>>()?;
            let found = engine.registry.entry(&entry).await?;
            show_entry(&found, &output::status);
            let choice = RegistryChoice { name: entry, option: option.saturating_sub(1), answers };
            let RegistrySource { source, storage } = engine.registry.source(choice).await?;
            let storage = add::storage_choices(&secret, &plain).into_iter().chain(storage).collect();
            let name = name.unwrap_or(found.suggested);
            add::add_and_scan(engine, NewServer { name, source, storage }, &world, (yes, keep)).await
        }
        RegistryCommand::Address { url, public } => {
            let address = match (url, public) {
                (None, false) => engine.registry.url().await?,
                (url, _) => engine.registry.set_url(RegistryAddressInput { url }).await?,
            };
            output::print(&escape_line(&address));
            Ok(EXIT_SUCCESS)
        }
    }
}

async fn search(engine: &Engine, query: String, cursor: Option<String>) -> anyhow::Result<u8> {
    let page = engine.registry.page(RegistryInput { query, cursor }).await?;
    if output::is_json() {
        output::print_json(&page)?;
        return Ok(EXIT_SUCCESS);
    }
    let row = |entry: &RegistryEntryView| {
        let text = entry.title.as_deref().unwrap_or(&entry.description);
        [
            escape_line(&entry.name).into_owned(),
            escape_line(&entry.version).into_owned(),
            escape_line(text).into_owned(),
        ]
    };
    output::print_table(
        ["Name", "Version", "Description"],
        &page.entries.iter().map(row).collect::<Vec<_>>(),
    );
    output::status(&format!(
        "{} from {}",
        output::pluralize(page.entries.len(), "server"),
        escape_line(&page.registry)
    ));
    for problem in &page.problems {
        output::status(&format!("  ! {}", escape_line(problem)));
    }
    if let Some(next) = &page.next {
        output::status(&format!("There are more. Show the next page with --cursor {}", escape_line(next)));
    }
    Ok(EXIT_SUCCESS)
}

/// Shows an entry: its description, install options and listed tools.
fn show_entry(entry: &RegistryEntryView, show: &dyn Fn(&str)) {
    show(&format!(
        "{} {}: {}",
        escape_line(&entry.name),
        escape_line(&entry.version),
        escape_line(&entry.description)
    ));
    if let Some(status) = &entry.status {
        let message = entry.status_message.as_deref().unwrap_or_default();
        show(&format!("  ! {} {}", escape_line(status), escape_line(message)));
    }
    for (position, option) in entry.options.iter().enumerate() {
        show(&format!("  option {}: {}", position + 1, escape_line(&option.label)));
        if let Some(problem) = &option.problem {
            show(&format!("    cannot be added: {}", escape_line(problem)));
        }
        for note in &option.notes {
            show(&format!("    note: {}", escape_line(note)));
        }
        for input in &option.inputs {
            let needed = if input.required { "required" } else { "optional" };
            let secret = if input.secret { ", secret" } else { "" };
            let text = escape_line(&input.description);
            show(&format!("    --set {} ({needed}{secret}): {text}", escape_line(&input.name)));
        }
    }
    show_tools(entry, show);
}

/// Shows the tools that the listing names, as its claims.
fn show_tools(entry: &RegistryEntryView, show: &dyn Fn(&str)) {
    if entry.tools.is_empty() {
        return;
    }
    show(&format!(
        "  {} according to the listing, not verified:",
        output::pluralize(entry.tool_count, "tool")
    ));
    for tool in &entry.tools {
        let badges = match output::badges_text(&tool.badges) {
            badges if badges.is_empty() => "no hints".to_owned(),
            badges => badges,
        };
        show(&format!("    {}  {badges}", escape_line(&tool.name)));
    }
    let shown = u32::try_from(entry.tools.len()).unwrap_or(u32::MAX);
    if entry.tool_count > shown {
        show(&format!("    and {} more", entry.tool_count - shown));
    }
}
