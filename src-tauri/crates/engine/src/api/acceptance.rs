//! Accepting tools in review: their effective hints become decisions about the definition that was shown.

use std::collections::BTreeSet;
use std::sync::Arc;

use hintsmith_core::model::hint::HintName;
use hintsmith_core::model::overrides::{DecidedValue, Decision, Field};

use super::decide::with_decisions;
use super::environments::{environment_name, finish_change_set};
use super::hint_transitions::HintTransitions;
use super::review::ReviewService;
use crate::boxed;
use crate::catalog::{Catalog, CatalogEntry, ToolDecisions};
use crate::dto::{AcceptInput, AcceptPreview, ChangeReport, Loosening, SeenTool, saturating_u32};
use crate::error::ApiError;
use crate::store::environments::BASE;
use crate::store::history::ChangeSet;
use crate::store::overrides::{self, OverrideKey};
use crate::store::reviews::{self, Review};

impl ReviewService {
    /// Previews accepting tools. Changes nothing.
    #[boxed]
    pub async fn preview_accept(&self, input: AcceptInput) -> Result<AcceptPreview, ApiError> {
        let AcceptInput { tools, environment, .. } = input;
        self.context.check_environment(environment.as_deref()).await?;
        let catalog = self.context.current_catalog().await?;
        let entries = find_entries(&catalog, &tools)?;
        let environment = environment.as_deref();
        let (mut deciding, mut loosens) = (0, Loosening::default());
        let mut transitions = HintTransitions::default();
        for entry in &entries {
            let Acceptance { decided, after } = accept_entry(entry, environment);
            let is_new = |(layer, field, decision): &(Option<&str>, Field, Decision)| {
                let known = entry.decisions.in_environment(*layer);
                known.and_then(|known| known.overrides.get(field)) != Some(decision)
            };
            deciding += u32::from(decided.iter().any(is_new));
            loosens.add_if_loosened(entry, &entry.decisions, &after, environment);
            let (now, then) = (entry.resolve_in(environment), entry.resolve_with(&after, environment));
            for hint in HintName::ALL {
                transitions.add(hint, &now, &then);
            }
        }
        Ok(AcceptPreview {
            tools: saturating_u32(entries.len()),
            deciding,
            groups: transitions.into_groups(),
            loosens,
        })
    }

    /// Accepts tools as shown: effective hints become decisions, and decisions made for an earlier definition are
    /// bound to the current one. One history entry.
    #[boxed]
    pub async fn accept(&self, input: AcceptInput) -> Result<ChangeReport, ApiError> {
        let AcceptInput { tools, environment, loosen } = input;
        self.context.check_environment(environment.as_deref()).await?;
        let entries = find_entries(&*self.context.current_catalog().await?, &tools)?;
        let accept = move |mut change_set: ChangeSet| {
            let mut changed = 0;
            for entry in &entries {
                let rows = change_set.len();
                let (server, tool) = (&*entry.server, entry.tool.name.as_str());
                for (layer, field, decision) in accept_entry(entry, environment.as_deref()).decided {
                    let key = OverrideKey { server, tool, environment: layer.unwrap_or(BASE) };
                    overrides::set(&mut change_set, key, &field, Some(&decision))?;
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
        self.context.apply_confirmed_changes(loosen, accept).await
    }
}

/// Finds the tools; fails if one has another definition than the one that was shown.
fn find_entries(catalog: &Catalog, tools: &[SeenTool]) -> Result<Vec<Arc<CatalogEntry>>, ApiError> {
    let find = |key: &SeenTool| {
        let entry = catalog.require_entry(&key.server, &key.tool)?;
        entry.check_fingerprint(key.seen.as_deref())?;
        Ok(Arc::clone(entry))
    };
    tools.iter().map(find).collect()
}

/// What accepting a tool decides.
struct Acceptance<'a> {
    /// Layer, field and decision.
    decided: Vec<(Option<&'a str>, Field, Decision)>,
    /// All decisions about the tool afterwards.
    after: ToolDecisions,
}

fn accept_entry<'a>(entry: &CatalogEntry, environment: Option<&'a str>) -> Acceptance<'a> {
    let now = || Some(entry.tool.fingerprint.clone());
    let stored = |layer: Option<&str>, field: &Field| {
        entry.decisions.in_environment(layer)?.overrides.get(field).cloned()
    };
    let mut decided = Vec::new();
    let mut after = (*entry.decisions).clone();
    for field in decided_fields(&entry.decisions) {
        let layers = environment.map(|name| (Some(name), stored(Some(name), &field)));
        let mut layers = layers.into_iter().chain([(None, stored(None, &field))]);
        // An earlier decision is shown as the user's, so accepting the tool confirms it.
        if let Some((layer, Some(decision))) = layers.find(|(_, decision)| decision.is_some()) {
            let decision = Decision { fingerprint: now(), ..decision };
            after = with_decisions(&after, layer, &[(field.clone(), Some(decision.clone()))]);
            decided.push((layer, field, decision));
        }
    }
    after.review =
        Some(Review { fingerprint: entry.tool.fingerprint.clone(), author: None, at: String::new() });
    let resolved = entry.resolve_with(&after, environment);
    let mut confirmed = Vec::new();
    for hint in HintName::ALL {
        let field = Field::Hint(hint);
        let is_open = !decided.iter().any(|(_, known, _)| *known == field);
        if is_open && !resolved.is_unused(hint) {
            let value = DecidedValue::Hint(resolved.hint(hint));
            confirmed.push((field, Decision { value, because: None, fingerprint: now() }));
        }
    }
    for (field, decision) in confirmed {
        after = with_decisions(&after, environment, &[(field.clone(), Some(decision.clone()))]);
        decided.push((environment, field, decision));
    }
    Acceptance { decided, after }
}

/// Every field with a decision in any layer.
fn decided_fields(decisions: &ToolDecisions) -> BTreeSet<Field> {
    let layers = std::iter::once(&decisions.base).chain(decisions.environments.values());
    layers.flat_map(|decisions| decisions.overrides.iter().map(|(field, _)| field.clone())).collect()
}
