//! `hintsmith completions`, `hintsmith complete` and `hintsmith man-pages`

use std::path::{Path, PathBuf};

use anyhow::Context;
use hintsmith_engine::api::lint::list_rules;
use hintsmith_engine::dto::{PreferenceView, ToolRow, ToolsetSummary};
use hintsmith_engine::filter::TERMS;
use hintsmith_engine::lint::Profile;
use hintsmith_engine::lint::profile::BUILTIN_PROFILES;
use hintsmith_engine::{Engine, has_store};

use crate::args::help;
use crate::completion::{Candidate, Shell, ValueKind, complete, split_line};
use crate::{EXIT_SUCCESS, output};

pub fn print_script(shell: Shell) -> anyhow::Result<u8> {
    output::print(shell.script().trim_end());
    Ok(EXIT_SUCCESS)
}

/// Prints the words that complete a line. Prints nothing on an error: a message would end up on the user's prompt.
pub async fn print_candidates(shell: Shell, line: &str, data: Option<PathBuf>) -> anyhow::Result<u8> {
    let words = split_line(line);
    let Some((current, before)) = words.split_last() else { return Ok(EXIT_SUCCESS) };
    let before: Vec<&str> = before.iter().skip(1).map(String::as_str).collect();
    // The store that the line itself selects.
    let given = before.iter().position(|word| *word == "--data").and_then(|at| before.get(at + 1));
    let data = given.map(PathBuf::from).or(data).map_or_else(|| super::data_folder(None).ok(), Some);
    let mut root = help::command();
    root.build();
    let mut needed = None;
    let mut found = complete(&root, &before, current, &mut |kind| {
        needed = Some(kind);
        Vec::new()
    });
    if let Some(kind) = needed {
        let values = values(kind, data.as_deref()).await;
        found = complete(&root, &before, current, &mut |_| values.clone());
    }
    found.iter().for_each(|candidate| output::print(&shell.line(candidate, current)));
    Ok(EXIT_SUCCESS)
}

async fn values(kind: ValueKind, data: Option<&Path>) -> Vec<Candidate> {
    match kind {
        ValueKind::Decision => ["read-only", "destructive", "idempotent", "open-world"]
            .into_iter()
            .flat_map(|hint| {
                ["yes", "no", "inherit"].map(|value| Candidate::new(format!("{hint}={value}"), ""))
            })
            .chain(["title=", "description=", "icon="].map(|field| Candidate::new(field, "")))
            .collect(),
        ValueKind::Filter => TERMS
            .iter()
            .map(|term| {
                let value = term.value.unwrap_or_default();
                Candidate::new(format!("{}:{value}", term.key), term.description)
            })
            .collect(),
        ValueKind::Profile => {
            BUILTIN_PROFILES.iter().map(|profile| Candidate::new(profile.name, profile.description)).collect()
        }
        ValueKind::Rule => {
            let rules = list_rules(&Profile::default());
            rules.into_iter().map(|(id, summary, _)| Candidate::new(id, summary)).collect()
        }
        kind => stored_values(kind, data).await.unwrap_or_default(),
    }
}

/// Values of the store. None without a store: completing a line creates nothing.
async fn stored_values(kind: ValueKind, data: Option<&Path>) -> Option<Vec<Candidate>> {
    let data = data.filter(|folder| has_store(folder))?;
    let engine: &Engine = &*super::open_engine(data.to_owned(), None).await.ok()?;
    Some(match kind {
        ValueKind::Server => {
            let servers = engine.servers.list().await.ok()?;
            servers
                .into_iter()
                .map(|server| Candidate::new(server.name, server.connection.command.join(" ")))
                .collect()
        }
        ValueKind::Tool => {
            let tools = engine.tools.find("").await.ok()?;
            let tool = |row: ToolRow| {
                Candidate::new(format!("{}.{}", row.card.server, row.card.name), row.card.title)
            };
            tools.into_iter().map(tool).collect()
        }
        ValueKind::Environment => {
            let environments = engine.environments.list().await.ok()?.environments;
            let names = environments.into_iter().map(|environment| environment.name);
            names.map(|name| Candidate::new(name, "")).collect()
        }
        ValueKind::Toolset => {
            let toolsets = engine.toolsets.list().await.ok()?;
            let toolset = |set: ToolsetSummary| Candidate::new(set.name, set.description.unwrap_or_default());
            toolsets.into_iter().map(toolset).collect()
        }
        ValueKind::SavedFilter => {
            let filters = engine.filters.list().await.ok()?;
            filters.into_iter().map(|filter| Candidate::new(filter.name, filter.query)).collect()
        }
        ValueKind::Target => {
            let targets = engine.exports.targets();
            targets.into_iter().map(|target| Candidate::new(target.id, target.description)).collect()
        }
        ValueKind::Client => engine.imports.clients().map(|(id, name)| Candidate::new(id, name)).collect(),
        ValueKind::Preference => {
            let preferences = engine.preferences.list().await.ok()?.preferences;
            let preference = |it: PreferenceView| Candidate::new(format!("{}=", it.key), it.label);
            preferences.into_iter().map(preference).collect()
        }
        ValueKind::Decision | ValueKind::Filter | ValueKind::Profile | ValueKind::Rule => Vec::new(),
    })
}

/// Writes `hintsmith.1` and a page for each command.
pub fn write_man_pages(folder: &Path) -> anyhow::Result<u8> {
    std::fs::create_dir_all(folder).with_context(|| format!("could not create {}", folder.display()))?;
    // The date of a page would make two builds differ.
    clap_mangen::generate_to(help::command().disable_help_subcommand(true), folder)
        .with_context(|| format!("could not write to {}", folder.display()))?;
    output::status(&format!("Wrote the manual pages to {}", folder.display()));
    Ok(EXIT_SUCCESS)
}
