//! Bulk changes: one decision for many tools, previewed and applied as one history entry.

use std::collections::BTreeMap;

use hintsmith_core::hint::HintName;
use hintsmith_core::overrides::{Decision, Field};
use hintsmith_core::resolve::ResolvedTool;
use hintsmith_core::rule::Selector;

use super::decide::{DecisionRequest, Decisions, find, store, with};
use super::environments::{finished, word};
use crate::Engine;
use crate::boxed;
use crate::catalog::{Catalog, CatalogEntry};
use crate::dto::{
    ActReport, BulkGroup, BulkInput, BulkPreview, Loosening, SeenTool, Standing, saturating_u32,
};
use crate::error::{ApiError, ErrorCode};
use crate::store::environments::BASE;
use crate::store::history::ChangeSet;
use crate::store::overrides::OverrideKey;

impl Engine {
    /// Previews a bulk change. Changes nothing.
    #[boxed]
    pub async fn preview_bulk(&self, input: BulkInput) -> Result<BulkPreview, ApiError> {
        let BulkInput { tools, environment, change, because, .. } = input;
        let wish = DecisionRequest::read(change, because)?;
        self.known_environment(environment.as_deref()).await?;
        let catalog = self.current_catalog().await?;
        crate::db::blocking(move || preview(&catalog, &tools, environment.as_deref(), &wish)).await?
    }

    /// Applies a bulk change. Atomic: fails if any of the tools has changed since it was shown.
    #[boxed]
    pub async fn decide_many(&self, input: BulkInput) -> Result<ActReport, ApiError> {
        let BulkInput { tools, environment, change, because, loosen } = input;
        let wish = DecisionRequest::read(change, because)?;
        self.known_environment(environment.as_deref()).await?;
        if tools.is_empty() {
            let hint = "Mark tools, or name a filter that matches some.";
            return Err(ApiError::new(ErrorCode::Invalid, "no tool is chosen", hint));
        }
        let decide = move |catalog: &Catalog| {
            let (mut words, mut rows) = (Vec::new(), Vec::new());
            let mut loosens = Loosening::default();
            for key in tools {
                let (at, entry) = find(catalog, &key)?;
                let decided =
                    news(entry, environment.as_deref(), wish.for_tool(entry, environment.as_deref()));
                if !decided.is_empty() {
                    let word = with(&entry.decisions, environment.as_deref(), &decided);
                    loosens.compare(entry, &entry.decisions, &word, environment.as_deref());
                    words.push((at, word));
                    rows.push((key, decided));
                }
            }
            loosens.confirmed(loosen)?;
            let write = move |mut act: ChangeSet| {
                let place = environment.as_deref().unwrap_or(BASE);
                for (SeenTool { server, tool, .. }, decided) in &rows {
                    store(&mut act, OverrideKey { server, tool, environment: place }, decided)?;
                }
                let tools = rows.len();
                let what = format!("{tools} {}", if tools == 1 { "tool" } else { "tools" });
                let whose =
                    environment.as_deref().map_or(String::new(), |name| format!(" in {}", word(Some(name))));
                let report = finished(act, &format!("{what}{whose}: {}", wish.words()))?;
                Ok(ActReport { changed: saturating_u32(tools), ..report })
            };
            Ok((words, write))
        };
        Ok(self.change_tool_decisions(decide).await?.1)
    }
}

/// Filters out decisions that already exist. A decision with the same value keeps its reason, unless a new one is
/// given.
fn news(entry: &CatalogEntry, environment: Option<&str>, decided: Decisions) -> Decisions {
    let there = |field: &Field| {
        entry.decisions.in_environment(environment).and_then(|decisions| decisions.overrides.get(field))
    };
    let is_new = |(field, decision): &(Field, Option<Decision>)| match (there(field), decision) {
        (None, None) => false,
        (Some(old), Some(new)) => {
            (&old.value, &old.fingerprint) != (&new.value, &new.fingerprint)
                || (new.because.is_some() && old.because != new.because)
        }
        _ => true,
    };
    decided.into_iter().filter(is_new).collect()
}

fn preview(
    catalog: &Catalog,
    tools: &[SeenTool],
    environment: Option<&str>,
    wish: &DecisionRequest,
) -> Result<BulkPreview, ApiError> {
    let mut changing = 0;
    let mut loosens = Loosening::default();
    let mut groups: BTreeMap<(HintName, Standing, Standing), u32> = BTreeMap::new();
    for key in tools {
        let (_, entry) = find(catalog, key)?;
        let wanted = wish.for_tool(entry, environment);
        let hints: Vec<HintName> = wanted
            .iter()
            .filter_map(|(field, _)| if let Field::Hint(hint) = field { Some(*hint) } else { None })
            .collect();
        let decided = news(entry, environment, wanted);
        changing += u32::from(!decided.is_empty());
        let after = with(&entry.decisions, environment, &decided);
        loosens.compare(entry, &entry.decisions, &after, environment);
        let (before, after) = (entry.resolved_in(environment), entry.resolved_with(&after, environment));
        for hint in hints {
            *groups.entry((hint, standing(&before, hint), standing(&after, hint))).or_default() += 1;
        }
    }
    let group = |((hint, before, after), tools)| BulkGroup { hint, before, after, tools };
    let mut groups: Vec<BulkGroup> = groups.into_iter().map(group).collect();
    // Transitions that change something come first, those with the most tools before the others.
    groups.sort_by_key(|group| (group.hint, group.before == group.after, std::cmp::Reverse(group.tools)));
    let keys = tools.iter().map(|key| (key.server.as_str(), key.tool.as_str()));
    let selector = wish.only_hint().and_then(|_| Selector::covering_tools(keys));
    Ok(BulkPreview {
        tools: saturating_u32(tools.len()),
        changing,
        groups,
        selector: selector.map(|selector| selector.to_string()),
        loosens,
    })
}

fn standing(resolved: &ResolvedTool, hint: HintName) -> Standing {
    let field = &resolved.hints[hint];
    Standing { value: field.value(), mark: field.layer().mark() }
}
