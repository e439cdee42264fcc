//! Review: the queue of unreviewed tools, and the user's acceptance.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use hintsmith_core::model::hint::HintName;
use hintsmith_core::model::overrides::{DecidedValue, Decision, Field};
use hintsmith_core::model::tool::Tool;
use hintsmith_core::model::toolset::{ToolName, ToolReference};
use hintsmith_core::review::ReviewState;

use super::drift::detect_renames;
use super::environments::{environment_name, finish_change_set};
use super::note_review::proposed_notes;
use super::priority::call_count;
use super::tools::tool_card;
use super::toolsets::{tool_reference, toolsets_with};
use crate::boxed;
use crate::catalog::{Catalog, CatalogEntry, ToolDecisions};
use crate::context::Context;
use crate::dto::{
    AcceptInput, ChangeReport, MoveInput, RemovedTool, ReviewGroup, ReviewItem, ReviewOrder, ReviewQueue,
    SeenTool, ToolKey, saturating_u32,
};
use crate::error::{ApiError, ErrorCode};
use crate::store::environments::BASE;
use crate::store::history::ChangeSet;
use crate::store::overrides::{self, OverrideKey};
use crate::store::{calls, notes, reviews, tool_versions, toolsets};

/// The review queue.
pub struct ReviewService {
    pub(crate) context: Arc<Context>,
}

impl ReviewService {
    /// Tools whose current definition is not reviewed: drifted ones first, then conflicting ones, then the rest;
    /// within each group the most dangerous first.
    #[boxed]
    pub async fn queue(&self) -> Result<ReviewQueue, ApiError> {
        let catalog = self.context.current_catalog().await?;
        let calls = self.context.db.read(calls::count_by_tool).await?;
        let open = catalog.entries.iter().filter(|entry| entry.review != ReviewState::Reviewed);
        let mut items: Vec<ReviewItem> = open
            .map(|entry| ReviewItem {
                card: tool_card(entry, &catalog),
                group: group(entry),
                agrees: agrees(entry),
                calls: call_count(&calls, &entry.server, &entry.tool.name),
            })
            .collect();
        // Entries are ordered by server and tool, and the sort is stable.
        items.sort_by_key(|item| (rank(item.group), Reverse(item.card.behaviour)));
        let total = catalog.entries.len();
        Ok(ReviewQueue {
            reviewed: saturating_u32(total - items.len()),
            total: saturating_u32(total),
            agreeing: saturating_u32(items.iter().filter(|item| item.agrees).count()),
            removed: self.gone_tools(&catalog).await?,
            proposed_notes: proposed_notes(&catalog),
            items,
        })
    }

    /// The queue in another order.
    #[boxed]
    pub async fn queue_by(&self, order: ReviewOrder) -> Result<ReviewQueue, ApiError> {
        let mut queue = self.queue().await?;
        sort_items(&mut queue.items, order);
        Ok(queue)
    }

    /// Accepts tools as shown: effective hints become decisions, and decisions made for an earlier definition are
    /// bound to the current one. One history entry.
    #[boxed]
    pub async fn accept(&self, input: AcceptInput) -> Result<ChangeReport, ApiError> {
        self.context.check_environment(input.environment.as_deref()).await?;
        let catalog = self.context.current_catalog().await?;
        let find = |key: &SeenTool| {
            let entry = catalog.require_entry(&key.server, &key.tool)?;
            entry.check_fingerprint(key.seen.as_deref())?;
            Ok::<_, ApiError>(Arc::clone(entry))
        };
        let entries: Vec<Arc<CatalogEntry>> = input.tools.iter().map(find).collect::<Result<_, _>>()?;
        self.accept_entries(entries, input.environment).await
    }

    /// Accepts every tool whose declared and inferred hints agree.
    #[boxed]
    pub async fn accept_agreeing(&self) -> Result<ChangeReport, ApiError> {
        let catalog = self.context.current_catalog().await?;
        let open = |entry: &&Arc<CatalogEntry>| entry.review != ReviewState::Reviewed && agrees(entry);
        let entries = catalog.entries.iter().filter(open).cloned().collect();
        self.accept_entries(entries, catalog.environment.as_deref().map(str::to_owned)).await
    }

    /// Withdraws the review of a tool; decisions stay.
    #[boxed]
    pub async fn reopen(&self, input: ToolKey) -> Result<ChangeReport, ApiError> {
        let ToolKey { server, tool } = input;
        let name = format!("{server}.{tool}");
        let reopen = move |mut change_set: ChangeSet| {
            reviews::withdraw(&mut change_set, (&server, &tool))?;
            finish_change_set(change_set, &format!("withdrew the review of {server}.{tool}"))
        };
        let report = self.context.apply_changes(reopen).await?;
        if report.entry.is_none() {
            let hint = "`hintsmith tools is:reviewed` lists the reviewed tools.";
            return Err(ApiError::new(ErrorCode::NotFound, format!("{name} is not reviewed"), hint));
        }
        Ok(report)
    }

    /// Moves the decisions and notes of a tool that is gone to the tool it was renamed to, which also takes its place
    /// in toolsets.
    #[boxed]
    pub async fn move_decisions(&self, input: MoveInput) -> Result<ChangeReport, ApiError> {
        let MoveInput { server, from, to } = input;
        let catalog = self.context.current_catalog().await?;
        let entry = catalog.require_entry(&server, &to)?;
        let (old, new) = (ToolReference::from_names(&server, &from), tool_reference(entry));
        let waiting = catalog.orphaned_overrides.get(&(server.clone(), from.clone())).cloned();
        let has_notes = [&catalog.notes, &catalog.proposed_notes].iter().any(|all| all.contains_key(&old));
        if catalog.entry(&server, &from).is_some() || waiting.is_none() && !has_notes {
            let message = format!("{server}.{from} has no decisions or notes, or the tool still exists");
            return Err(ApiError::new(
                ErrorCode::NotFound,
                message,
                "`hintsmith review` lists removed tools.",
            ));
        }
        let members = toolsets_with(&catalog, &old);
        let print = entry.tool.fingerprint.clone();
        let move_them = move |mut change_set: ChangeSet| {
            for (environment, decided) in waiting.iter().flatten() {
                for (field, decision) in decided.iter() {
                    let old = OverrideKey { server: &server, tool: &from, environment };
                    let new = OverrideKey { tool: &to, ..old };
                    let decision = Decision { fingerprint: Some(print.clone()), ..decision.clone() };
                    overrides::set(&mut change_set, new, field, Some(&decision))?;
                    overrides::set(&mut change_set, old, field, None)?;
                }
            }
            notes::move_tool(&mut change_set, &old, &ToolReference::from_names(&server, &to), |_| true)?;
            for (toolset, member) in &members {
                toolsets::remove(&mut change_set, toolset, member)?;
                toolsets::add(&mut change_set, toolset, &new)?;
            }
            finish_change_set(change_set, &format!("moved what was decided about {server}.{from} to {to}"))
        };
        self.context.apply_changes(move_them).await
    }

    async fn accept_entries(
        &self,
        entries: Vec<Arc<CatalogEntry>>,
        environment: Option<String>,
    ) -> Result<ChangeReport, ApiError> {
        let accept = move |mut change_set: ChangeSet| {
            let mut changed = 0;
            for entry in &entries {
                let rows = change_set.len();
                let (server, tool) = (&*entry.server, entry.tool.name.as_str());
                for (environment, field, decision) in accepted_decisions(entry, environment.as_deref()) {
                    let environment = environment.unwrap_or(BASE);
                    overrides::set(
                        &mut change_set,
                        OverrideKey { server, tool, environment },
                        &field,
                        Some(&decision),
                    )?;
                }
                reviews::set(&mut change_set, (server, tool), &entry.tool.fingerprint)?;
                changed += usize::from(change_set.len() > rows);
            }
            let what = match entries.as_slice() {
                [one] => format!("{}.{}", one.server, one.tool.name),
                many => format!("{} tools", many.len()),
            };
            let suffix = environment
                .as_deref()
                .map_or(String::new(), |name| format!(" in {}", environment_name(Some(name))));
            // The number of tools, not of rows: a tool may get several decisions.
            Ok(ChangeReport {
                changed: saturating_u32(changed),
                ..finish_change_set(change_set, &format!("accepted {what}{suffix}"))?
            })
        };
        self.context.apply_changes(accept).await
    }

    /// Tools that are gone but have decisions or notes, with their probable new names.
    async fn gone_tools(&self, catalog: &Catalog) -> Result<Vec<RemovedTool>, ApiError> {
        let mut kept: BTreeMap<(&str, &str), (u32, u32)> = BTreeMap::new();
        for ((server, tool), layers) in &catalog.orphaned_overrides {
            let decisions = layers.values().map(|overrides| overrides.len()).sum();
            kept.entry((server.as_str(), tool.as_str())).or_default().0 = saturating_u32(decisions);
        }
        for (reference, notes) in &*catalog.notes {
            if let Some(ToolName { server, tool }) = &reference.name
                && catalog.entry(server, tool).is_none()
            {
                kept.entry((server.as_str(), tool.as_str())).or_default().1 = saturating_u32(notes.len());
            }
        }
        let mut by_server: BTreeMap<&str, Vec<RemovedTool>> = BTreeMap::new();
        for ((server, tool), (decisions, notes)) in kept {
            if catalog.server(server).is_some_and(|row| row.read_at.is_some()) {
                let (server_name, tool) = (server.to_owned(), tool.to_owned());
                let removed = RemovedTool { server: server_name, tool, decisions, notes, renamed_to: None };
                by_server.entry(server).or_default().push(removed);
            }
        }
        let mut gone = Vec::new();
        for (server, removed) in by_server {
            let name = server.to_owned();
            let versions = self
                .context
                .db
                .read(move |connection| tool_versions::list_removed(connection, &name))
                .await?;
            let wanted =
                versions.into_iter().filter(|tool| removed.iter().any(|kept| kept.tool == tool.tool));
            let versions = Tool::parse_list(wanted.map(|tool| tool.raw));
            let became = detect_renames(&versions, catalog.entries_of(server));
            gone.extend(
                removed
                    .into_iter()
                    .map(|tool| RemovedTool { renamed_to: became.get(&tool.tool).cloned(), ..tool }),
            );
        }
        Ok(gone)
    }
}

/// The decisions that accepting a tool makes: layer, field and decision.
fn accepted_decisions<'a>(
    entry: &CatalogEntry,
    environment: Option<&'a str>,
) -> Vec<(Option<&'a str>, Field, Decision)> {
    let now = || Some(entry.tool.fingerprint.clone());
    let of = |layer: Option<&str>, field: &Field| {
        entry.decisions.in_environment(layer)?.overrides.get(field).cloned()
    };
    let mut decided = Vec::new();
    let mut bound = (*entry.decisions).clone();
    for field in decided_fields(&entry.decisions) {
        let layers = environment.map(|name| (Some(name), of(Some(name), &field)));
        let mut layers = layers.into_iter().chain([(None, of(None, &field))]);
        // An earlier decision is shown as the user's, so accepting the tool confirms it.
        if let Some((layer, Some(decision))) = layers.find(|(_, decision)| decision.is_some()) {
            let decision = Decision { fingerprint: now(), ..decision };
            bound = super::decide::with_decisions(&bound, layer, &[(field.clone(), Some(decision.clone()))]);
            decided.push((layer, field, decision));
        }
    }
    let review =
        reviews::Review { fingerprint: entry.tool.fingerprint.clone(), author: None, at: String::new() };
    bound.review = Some(review);
    let resolved = entry.resolve_with(&bound, environment);
    for hint in HintName::ALL {
        let field = Field::Hint(hint);
        let open = !decided.iter().any(|(_, known, _)| *known == field);
        if open && !resolved.is_unused(hint) {
            let value = DecidedValue::Hint(resolved.hint(hint));
            decided.push((environment, field, Decision { value, because: None, fingerprint: now() }));
        }
    }
    decided
}

/// Every field with a decision in any layer.
fn decided_fields(decisions: &ToolDecisions) -> BTreeSet<Field> {
    let layers = std::iter::once(&decisions.base).chain(decisions.environments.values());
    layers.flat_map(|decisions| decisions.overrides.iter().map(|(field, _)| field.clone())).collect()
}

/// Sorts a queue that is in the order of danger, which decides between equals.
fn sort_items(items: &mut [ReviewItem], order: ReviewOrder) {
    match order {
        ReviewOrder::Danger => {}
        ReviewOrder::Calls => items.sort_by_key(|item| Reverse(item.calls)),
        // The tools of a server without a module come last.
        ReviewOrder::Module => items.sort_by(|one, other| {
            let key = |ReviewItem { card, .. }: &ReviewItem| {
                (card.server.clone(), card.module.is_none(), card.module.clone())
            };
            key(one).cmp(&key(other))
        }),
    }
}

pub(super) fn group(entry: &CatalogEntry) -> ReviewGroup {
    match entry.review {
        ReviewState::Drifted => ReviewGroup::Drifted,
        _ if entry.conflict => ReviewGroup::Conflict,
        ReviewState::New => ReviewGroup::New,
        ReviewState::Unreviewed | ReviewState::Reviewed => ReviewGroup::Unreviewed,
    }
}

fn rank(group: ReviewGroup) -> u8 {
    match group {
        ReviewGroup::Drifted => 0,
        ReviewGroup::Conflict => 1,
        ReviewGroup::New => 2,
        ReviewGroup::Unreviewed => 3,
    }
}

/// Returns whether a tool can be accepted in bulk: every loosening value is both declared and inferred.
fn agrees(entry: &CatalogEntry) -> bool {
    if entry.review == ReviewState::Drifted || entry.suspended || entry.conflict {
        return false;
    }
    let resolved = entry.resolve();
    let evidence = |hint: HintName| {
        let guess = entry.inference.guess(hint).map(|(value, _)| value);
        (entry.tool.declared.hints[hint], guess)
    };
    let has_agreement =
        HintName::ALL.into_iter().any(|hint| matches!(evidence(hint), (Some(one), Some(two)) if one == two));
    let safe = |hint: HintName| {
        let value = resolved.hint(hint);
        resolved.is_unused(hint)
            || value == hint.careful_value()
            || evidence(hint) == (Some(value), Some(value))
    };
    has_agreement && HintName::ALL.into_iter().all(safe)
}
