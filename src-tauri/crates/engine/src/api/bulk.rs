//! Bulk changes: one decision for many tools, previewed and applied as one history entry.

use hintsmith_core::model::hint::HintName;
use hintsmith_core::model::overrides::{Decision, Field};
use hintsmith_core::model::rule::Selector;

use super::decide::{
    DecisionRequest, DecisionService, Decisions, find_seen_tool, with_decisions, write_decisions,
};
use super::environments::{environment_name, finish_change_set};
use super::hint_transitions::HintTransitions;
use crate::boxed;
use crate::catalog::{Catalog, CatalogEntry};
use crate::dto::{BulkInput, BulkPreview, ChangeReport, Loosening, SeenTool, saturating_u32};
use crate::error::{ApiError, ErrorCode};
use crate::store::environments::BASE;
use crate::store::history::ChangeSet;
use crate::store::overrides::OverrideKey;

impl DecisionService {
    /// Previews a bulk change. Changes nothing.
    #[boxed]
    pub async fn preview_bulk(&self, input: BulkInput) -> Result<BulkPreview, ApiError> {
        let BulkInput { tools, environment, change, because, .. } = input;
        let request = DecisionRequest::parse(change, because)?;
        self.context.check_environment(environment.as_deref()).await?;
        let catalog = self.context.current_catalog().await?;
        crate::db::spawn_blocking(move || build_preview(&catalog, &tools, environment.as_deref(), &request))
            .await?
    }

    /// Applies a bulk change. Atomic: fails if any of the tools has changed since it was shown.
    #[boxed]
    pub async fn apply_bulk(&self, input: BulkInput) -> Result<ChangeReport, ApiError> {
        let BulkInput { tools, environment, change, because, loosen } = input;
        let request = DecisionRequest::parse(change, because)?;
        self.context.check_environment(environment.as_deref()).await?;
        if tools.is_empty() {
            let hint = "Select tools, or give a filter that matches some.";
            return Err(ApiError::new(ErrorCode::Invalid, "no tools are selected", hint));
        }
        let decide = move |catalog: &Catalog| {
            let (mut words, mut rows) = (Vec::new(), Vec::new());
            let mut loosens = Loosening::default();
            for key in tools {
                let (at, entry) = find_seen_tool(catalog, &key)?;
                let decided = new_decisions(
                    entry,
                    environment.as_deref(),
                    request.decisions_for(entry, environment.as_deref()),
                );
                if !decided.is_empty() {
                    let updated = with_decisions(&entry.decisions, environment.as_deref(), &decided);
                    loosens.add_if_loosened(entry, &entry.decisions, &updated, environment.as_deref());
                    words.push((at, updated));
                    rows.push((key, decided));
                }
            }
            loosens.require_confirmation(loosen)?;
            let write = move |mut change_set: ChangeSet| {
                let layer = environment.as_deref().unwrap_or(BASE);
                for (SeenTool { server, tool, .. }, decided) in &rows {
                    write_decisions(
                        &mut change_set,
                        OverrideKey { server, tool, environment: layer },
                        decided,
                    )?;
                }
                let tools = rows.len();
                let what = format!("{tools} {}", if tools == 1 { "tool" } else { "tools" });
                let whose = environment
                    .as_deref()
                    .map_or(String::new(), |name| format!(" in {}", environment_name(Some(name))));
                let report = finish_change_set(change_set, &format!("{what}{whose}: {}", request.summary()))?;
                Ok(ChangeReport { changed: saturating_u32(tools), ..report })
            };
            Ok((words, write))
        };
        Ok(self.context.change_tool_decisions(decide).await?.1)
    }
}

/// Filters out decisions that already exist. A decision with the same value keeps its reason, unless a new one is
/// given.
fn new_decisions(entry: &CatalogEntry, environment: Option<&str>, decided: Decisions) -> Decisions {
    let existing = |field: &Field| {
        entry.decisions.in_environment(environment).and_then(|decisions| decisions.overrides.get(field))
    };
    let is_new = |(field, decision): &(Field, Option<Decision>)| match (existing(field), decision) {
        (None, None) => false,
        (Some(old), Some(new)) => {
            (&old.value, &old.fingerprint) != (&new.value, &new.fingerprint)
                || (new.because.is_some() && old.because != new.because)
        }
        _ => true,
    };
    decided.into_iter().filter(is_new).collect()
}

fn build_preview(
    catalog: &Catalog,
    tools: &[SeenTool],
    environment: Option<&str>,
    request: &DecisionRequest,
) -> Result<BulkPreview, ApiError> {
    let (mut changing, mut contradictory) = (0, 0);
    let mut loosens = Loosening::default();
    let mut transitions = HintTransitions::default();
    for key in tools {
        let (_, entry) = find_seen_tool(catalog, key)?;
        let wanted = request.decisions_for(entry, environment);
        let hints: Vec<HintName> = wanted
            .iter()
            .filter_map(|(field, _)| if let Field::Hint(hint) = field { Some(*hint) } else { None })
            .collect();
        let decided = new_decisions(entry, environment, wanted);
        changing += u32::from(!decided.is_empty());
        let after = with_decisions(&entry.decisions, environment, &decided);
        loosens.add_if_loosened(entry, &entry.decisions, &after, environment);
        let (before, after) = (entry.resolve_in(environment), entry.resolve_with(&after, environment));
        contradictory += u32::from(after.is_contradictory() && !before.is_contradictory());
        for hint in hints {
            transitions.add(hint, &before, &after);
        }
    }
    let keys = tools.iter().map(|key| (key.server.as_str(), key.tool.as_str()));
    let selector = request.single_hint().and_then(|_| Selector::covering_tools(keys));
    Ok(BulkPreview {
        tools: saturating_u32(tools.len()),
        changing,
        groups: transitions.into_groups(),
        selector: selector.map(|selector| selector.to_string()),
        loosens,
        contradictory,
    })
}
