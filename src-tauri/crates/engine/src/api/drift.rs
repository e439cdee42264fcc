//! Changes of tools: between two refreshes, and since the last review or decision.

use std::collections::HashMap;
use std::sync::Arc;

use hintsmith_core::drift::{DiffSpan, diff_tools, diff_words, find_renames};
use hintsmith_core::model::decisions::Definition;
use hintsmith_core::model::fingerprint::Fingerprint;
use hintsmith_core::model::overrides::{Decision, Field};
use hintsmith_core::model::tool::Tool;

use crate::catalog::CatalogEntry;
use crate::context::Context;
use crate::dto::{Drift, ListChange, ListChangeKind, saturating_u32};
use crate::error::ApiError;
use crate::store::refreshes::RefreshDiff;
use crate::store::{overrides, tool_versions};

/// Maximum number of changes of a list that are reported individually.
const MAX_REPORTED_CHANGES: usize = 100;

/// Maximum number of changed fields that are named per tool.
const MAX_NAMED_FIELDS: usize = 4;

impl Context {
    pub(super) async fn find_drift(&self, entry: &CatalogEntry) -> Result<Option<Drift>, ApiError> {
        let Some((fingerprint, drift)) = last_seen_definition(entry) else { return Ok(None) };
        let (server, tool) = (entry.server.to_string(), entry.tool.name.clone());
        let read = move |connection: &rusqlite::Connection| {
            tool_versions::find_by_fingerprint(connection, (&server, &tool), &fingerprint)
        };
        let Some(version) = self.db.read(read).await? else {
            let description = description_difference(entry);
            return Ok(Some(Drift { unknown: true, description, ..drift }));
        };
        let before = Tool::parse(version.raw, 0);
        let is_described_anew = before.description != entry.tool.description;
        let description = if is_described_anew { description_difference(entry) } else { Vec::new() };
        Ok(Some(Drift { changes: diff_tools(&before, &entry.tool), description, ..drift }))
    }

    /// The changes of a refresh, tool by tool.
    pub(crate) async fn list_changes(
        &self,
        server: &str,
        tools: &[Arc<Tool>],
        refreshed: &RefreshDiff,
    ) -> Result<Vec<ListChange>, ApiError> {
        let decided = self.db.read(overrides::all).await?;
        let waiting = |tool: &str, is_waiting: &dyn Fn(&Field, &Decision) -> bool| {
            let layers = decided.get(&(server.to_owned(), tool.to_owned()));
            let decisions = layers.into_iter().flat_map(|layers| layers.values()).flat_map(|o| o.iter());
            saturating_u32(decisions.filter(|(field, decision)| is_waiting(field, decision)).count())
        };
        let by_name: HashMap<&str, &Tool> = tools.iter().map(|tool| (tool.name.as_str(), &**tool)).collect();
        let now = |name: &String| by_name.get(name.as_str()).copied();
        let mut changes = Vec::new();
        for name in refreshed.changed.iter().take(MAX_REPORTED_CHANGES) {
            let Some(tool) = now(name) else { continue };
            let before = self.previous_definition(server, name).await?;
            changes.push(ListChange {
                tool: name.clone(),
                kind: ListChangeKind::Changed,
                detail: before.map(|before| changed_field_names(&before, tool)).unwrap_or_default(),
                waiting: waiting(name, &|field, decision| {
                    Definition::unchanged(&tool.fingerprint).suspends(field, decision)
                }),
            });
        }
        let mut removed = Vec::new();
        for name in refreshed.gone.iter().take(MAX_REPORTED_CHANGES) {
            removed.extend(self.previous_definition(server, name).await?);
        }
        let added: Vec<&Tool> = refreshed.added.iter().filter_map(now).collect();
        let pairs = find_renames(&removed.iter().collect::<Vec<_>>(), &added);
        for (index, tool) in removed.iter().enumerate() {
            let new_name =
                pairs.iter().find(|pair| pair.from == index).map(|pair| added[pair.to].name.clone());
            let kind = if new_name.is_some() { ListChangeKind::Renamed } else { ListChangeKind::Removed };
            let waiting = waiting(&tool.name, &|_, _| true);
            changes.push(ListChange {
                tool: tool.name.clone(),
                kind,
                detail: new_name.unwrap_or_default(),
                waiting,
            });
        }
        let remaining = MAX_REPORTED_CHANGES.saturating_sub(changes.len());
        changes.extend(refreshed.added.iter().take(remaining).map(|name| ListChange {
            tool: name.clone(),
            kind: ListChangeKind::Added,
            detail: String::new(),
            waiting: 0,
        }));
        Ok(changes)
    }

    /// A tool's definition before the newest refresh.
    async fn previous_definition(&self, server: &str, tool: &str) -> Result<Option<Tool>, ApiError> {
        let (server, name) = (server.to_owned(), tool.to_owned());
        let read =
            move |connection: &rusqlite::Connection| tool_versions::newest(connection, (&server, &name));
        let version = self.db.read(read).await?;
        Ok(version.map(|version| Tool { name: tool.to_owned(), ..Tool::parse(version.raw, 0) }))
    }
}

/// The definition that was last reviewed or decided about, if it is not the current one.
fn last_seen_definition(entry: &CatalogEntry) -> Option<(Fingerprint, Drift)> {
    let drift = |reviewed, by: Option<&String>, at: Option<&String>| Drift {
        reviewed,
        by: by.cloned(),
        at: at.cloned(),
        unknown: false,
        changes: Vec::new(),
        description: Vec::new(),
    };
    let now = &entry.tool.fingerprint;
    if let Some(review) = &entry.decisions.review {
        let seen = drift(true, review.author.as_ref(), Some(&review.at));
        return (review.fingerprint != *now).then(|| (review.fingerprint.clone(), seen));
    }
    let layers = std::iter::once(&entry.decisions.base).chain(entry.decisions.environments.values());
    let prints = layers.flat_map(|layer| layer.overrides.iter());
    let fingerprint = prints
        .filter_map(|(_, decision)| decision.fingerprint.as_ref())
        .find(|fingerprint| *fingerprint != now);
    fingerprint.map(|fingerprint| (fingerprint.clone(), drift(false, None, None)))
}

/// The difference from the server's description to the decided one, word by word; empty without a decision.
pub(super) fn description_difference(entry: &CatalogEntry) -> Vec<DiffSpan> {
    let declared = entry.tool.description.as_deref().unwrap_or_default();
    let resolved = entry.resolve();
    resolved.description.map_or_else(Vec::new, |decided| diff_words(declared, decided.value))
}

/// "description, inputSchema.etag and 2 more"
fn changed_field_names(before: &Tool, now: &Tool) -> String {
    let changes = diff_tools(before, now);
    let names: Vec<&str> =
        changes.iter().take(MAX_NAMED_FIELDS).map(|change| change.field.as_str()).collect();
    match changes.len() - names.len() {
        0 => names.join(", "),
        more => format!("{} and {more} more", names.join(", ")),
    }
}

/// Maps tools that are gone to the later tool they were probably renamed to.
pub(super) fn detect_renames(removed: &[Tool], current: &[Arc<CatalogEntry>]) -> HashMap<String, String> {
    let removed: Vec<&Tool> = removed.iter().collect();
    let added: Vec<&Tool> =
        current.iter().filter(|entry| entry.age.is_added_later).map(|entry| &*entry.tool).collect();
    let pairs = find_renames(&removed, &added).into_iter();
    pairs.map(|pair| (removed[pair.from].name.clone(), added[pair.to].name.clone())).collect()
}
