//! `hintsmith registry`

use std::sync::Arc;

use hintsmith_engine::Engine;
use hintsmith_engine::dto::{
    Answer, NewServer, RegistryAddressInput, RegistryChoice, RegistryEntryView, RegistryInput,
};
use hintsmith_engine::text::escape_line;

use super::add;
use crate::args::RegistryVerb;
use crate::{DONE, output};

pub async fn run(engine: &Arc<Engine>, verb: RegistryVerb) -> anyhow::Result<u8> {
    match verb {
        RegistryVerb::Search { words, cursor, json } => search(engine, words.join(" "), cursor, json).await,
        RegistryVerb::Add { entry, name, way, set, secret, plain, yes } => {
            let answers = set.iter().map(|written| add::named_value(written));
            let answers = answers.map(|answer| answer.map(|(name, value)| Answer { name, value }));
            let answers = answers.collect::<anyhow::Result<Vec<_>>>()?;
            let found = engine.registry_entry(&entry).await?;
            show(&found);
            let choice = RegistryChoice { name: entry, way: way.saturating_sub(1), answers };
            let source = engine.registry_source(choice).await?;
            let name = name.unwrap_or(found.suggested);
            add::add(engine, NewServer { name, source, storage: add::storage(&secret, &plain) }, yes).await
        }
        RegistryVerb::Address { url, public } => {
            let address = match (url, public) {
                (None, false) => engine.registry_address().await?,
                (url, _) => engine.set_registry_address(RegistryAddressInput { url }).await?,
            };
            output::line(&escape_line(&address));
            Ok(DONE)
        }
    }
}

async fn search(engine: &Engine, query: String, cursor: Option<String>, json: bool) -> anyhow::Result<u8> {
    let page = engine.registry_page(RegistryInput { query, cursor }).await?;
    if json {
        output::json(&page)?;
        return Ok(DONE);
    }
    let row = |entry: &RegistryEntryView| {
        let text = entry.title.as_deref().unwrap_or(&entry.description);
        [
            escape_line(&entry.name).into_owned(),
            escape_line(&entry.version).into_owned(),
            escape_line(text).into_owned(),
        ]
    };
    output::table(&page.entries.iter().map(row).collect::<Vec<_>>());
    output::talk(&format!(
        "{} of {}",
        output::counted(page.entries.len(), "server"),
        escape_line(&page.registry)
    ));
    for problem in &page.problems {
        output::talk(&format!("  ! {}", escape_line(problem)));
    }
    if let Some(next) = &page.next {
        output::talk(&format!("There are more: --cursor {}", escape_line(next)));
    }
    Ok(DONE)
}

fn show(entry: &RegistryEntryView) {
    output::talk(&format!(
        "{} {}: {}",
        escape_line(&entry.name),
        escape_line(&entry.version),
        escape_line(&entry.description)
    ));
    if let Some(status) = &entry.status {
        let message = entry.status_message.as_deref().unwrap_or_default();
        output::talk(&format!("  ! {} {}", escape_line(status), escape_line(message)));
    }
    for (position, way) in entry.ways.iter().enumerate() {
        output::talk(&format!("  way {}: {}", position + 1, escape_line(&way.label)));
        if let Some(problem) = &way.problem {
            output::talk(&format!("    cannot be added: {}", escape_line(problem)));
        }
        for note in &way.notes {
            output::talk(&format!("    note: {}", escape_line(note)));
        }
        for wanted in &way.wanted {
            let needed = if wanted.required { "needed" } else { "optional" };
            let secret = if wanted.secret { ", secret" } else { "" };
            let text = escape_line(&wanted.description);
            output::talk(&format!("    --set {} ({needed}{secret}): {text}", escape_line(&wanted.name)));
        }
    }
}
