//! Environments: named layers of decisions on top of the base.

use std::collections::BTreeSet;
use std::sync::Arc;

use hintsmith_core::model::decisions::is_loosening;
use hintsmith_core::model::fingerprint::to_hex;
use hintsmith_core::model::hint::{HintName, yes_no};
use hintsmith_core::model::icon::{self, Icon};
use hintsmith_core::model::layer::Layer;
use hintsmith_core::model::overrides::{DecidedValue, Field, Overrides};
use hintsmith_core::resolve::{LayerValue, ResolvedTool, ValueOrigin};
use sha2::{Digest, Sha256};

use crate::boxed;
use crate::catalog::{Catalog, CatalogEntry};
use crate::context::Context;
use crate::dto::{
    ChangeReport, Comparison, EffectiveValue, EnvironmentChoice, EnvironmentKey, EnvironmentPair,
    EnvironmentView, EnvironmentsView, FieldDifference, NewEnvironment, PromoteChange, PromoteInput,
    PromotePreview, RenameEnvironment, saturating_u32,
};
use crate::error::{ApiError, ErrorCode};
use crate::store::environments::{self, BASE};
use crate::store::history::ChangeSet;
use crate::store::overrides::{self, OverrideKey, ToolId};
use crate::store::{gateway_state, policies, preferences, rules, toolsets};

/// Name of the base wherever an environment's name is expected.
pub const BASE_NAME: &str = "base";

const MAX_NAME_CHARS: usize = 50;

/// Preference that stores the selected environment.
const PREFERENCE_KEY: &str = "environment";

/// Environments and promotion between them.
pub struct EnvironmentService {
    pub(crate) context: Arc<Context>,
}

impl EnvironmentService {
    #[boxed]
    pub async fn list(&self) -> Result<EnvironmentsView, ApiError> {
        let catalog = self.context.current_catalog().await?;
        let document = catalog.document();
        let view = |name: &String| {
            let layer = document.environments.get(name);
            let rules = layer.map_or(0, |layer| layer.rules.len());
            let decisions = layer.map_or(0, |layer| layer.decision_count()) - rules;
            EnvironmentView {
                name: name.clone(),
                decisions: saturating_u32(decisions),
                rules: saturating_u32(rules),
            }
        };
        Ok(EnvironmentsView {
            current: catalog.environment.as_deref().map(str::to_owned),
            environments: catalog.environments.iter().map(view).collect(),
        })
    }

    /// Selects an environment. With `remember`, the choice is stored and restored on the next start.
    #[boxed]
    pub async fn select(&self, input: EnvironmentChoice, remember: bool) -> Result<(), ApiError> {
        let name = input.environment.filter(|name| name != BASE_NAME);
        self.context.check_environment(name.as_deref()).await?;
        if remember && self.context.db.read_only().is_none() {
            let value = name.clone();
            self.context
                .db
                .write(move |connection| {
                    preferences::set_without_history(connection, PREFERENCE_KEY, value.as_deref())
                })
                .await?;
        }
        self.context.catalog.select_environment(name);
        Ok(())
    }

    /// Restores the stored environment.
    #[boxed]
    pub async fn restore(&self) -> Result<(), ApiError> {
        let name = self.context.db.read(|connection| preferences::get(connection, PREFERENCE_KEY)).await?;
        self.context.catalog.select_environment(name);
        Ok(())
    }

    #[boxed]
    pub async fn add(&self, input: NewEnvironment) -> Result<ChangeReport, ApiError> {
        let NewEnvironment { name, copy_of } = input;
        let catalog = self.context.current_catalog().await?;
        check_new_name(&name, &catalog)?;
        let copy_of = copy_of.filter(|from| from != BASE_NAME);
        self.context.check_environment(copy_of.as_deref()).await?;
        let layer = copy_of.map(|from| (LayerDecisions::from_catalog(&catalog, Some(&from)), from));
        let add = move |mut change_set: ChangeSet| {
            environments::add(&mut change_set, &name)?;
            let summary = match layer {
                None => format!("added the environment {name}"),
                Some((decisions, from)) => {
                    decisions.write(&mut change_set, &name)?;
                    decisions.write_active_toolset(&mut change_set, &name)?;
                    policies::copy_environment(&mut change_set, &from, &name)?;
                    format!("added the environment {name} as a copy of {from}")
                }
            };
            finish_change_set(change_set, &summary)
        };
        self.context.apply_changes(add).await
    }

    #[boxed]
    pub async fn rename(&self, input: RenameEnvironment) -> Result<ChangeReport, ApiError> {
        let RenameEnvironment { name, to } = input;
        let catalog = self.context.current_catalog().await?;
        self.context.check_environment(Some(&name)).await?;
        check_new_name(&to, &catalog)?;
        let decisions = LayerDecisions::from_catalog(&catalog, Some(&name));
        let (old, new) = (name.clone(), to.clone());
        let rename = move |mut change_set: ChangeSet| {
            environments::remove(&mut change_set, &old)?;
            environments::add(&mut change_set, &new)?;
            decisions.remove(&mut change_set, &old)?;
            decisions.write(&mut change_set, &new)?;
            decisions.write_active_toolset(&mut change_set, &new)?;
            policies::copy_environment(&mut change_set, &old, &new)?;
            policies::remove_environment(&mut change_set, &old)?;
            gateway_state::rename_environment(&mut change_set, &old, &new)?;
            finish_change_set(change_set, &format!("renamed the environment {old} to {new}"))
        };
        let report = self.context.apply_changes(rename).await?;
        if self.context.catalog.environment().as_deref() == Some(&*name) {
            self.select(EnvironmentChoice { environment: Some(to) }, true).await?;
        }
        Ok(report)
    }

    /// Removes an environment and its decisions. Undo restores both.
    #[boxed]
    pub async fn remove(&self, input: EnvironmentKey) -> Result<ChangeReport, ApiError> {
        let name = input.name;
        self.context.check_environment(Some(&name)).await?;
        let decisions = LayerDecisions::from_catalog(&*self.context.current_catalog().await?, Some(&name));
        let remove = move |mut change_set: ChangeSet| {
            decisions.remove(&mut change_set, &name)?;
            policies::remove_environment(&mut change_set, &name)?;
            environments::remove(&mut change_set, &name)?;
            finish_change_set(change_set, &format!("removed the environment {name}"))
        };
        self.context.apply_changes(remove).await
    }

    /// Lists every field whose effective value differs between two environments, and the decisions that are equal.
    #[boxed]
    pub async fn compare(&self, input: EnvironmentPair) -> Result<Comparison, ApiError> {
        let EnvironmentPair { from, to } = self.check_pair(input).await?;
        let catalog = self.context.current_catalog().await?;
        let (mut differences, mut equal) = (Vec::new(), Vec::new());
        for entry in &catalog.entries {
            if entry.decisions.environments.is_empty() {
                continue;
            }
            let (one, other) = (entry.resolve_in(from.as_deref()), entry.resolve_in(to.as_deref()));
            let decided = one.parameters.keys().chain(other.parameters.keys());
            let parameters: BTreeSet<Field> = decided.map(|name| Field::Parameter((*name).into())).collect();
            for field in Field::OF_TOOL.into_iter().chain(parameters) {
                let (one, other) = (field_value(entry, &one, &field), field_value(entry, &other, &field));
                let list = if one.value != other.value {
                    &mut differences
                } else if is_decided_twice(one.layer, other.layer) {
                    &mut equal
                } else {
                    continue;
                };
                list.push(FieldDifference {
                    server: entry.server.to_string(),
                    tool: entry.tool.name.clone(),
                    field: field.cli_name().into_owned(),
                    from: one,
                    to: other,
                });
            }
        }
        Ok(Comparison { from, to, differences, equal })
    }

    /// Previews copying the decisions of one environment into another. Changes nothing.
    #[boxed]
    pub async fn preview_promotion(&self, input: EnvironmentPair) -> Result<PromotePreview, ApiError> {
        let pair = self.check_pair(input).await?;
        let catalog = self.context.current_catalog().await?;
        let decisions = LayerDecisions::from_catalog(&catalog, pair.from.as_deref());
        let to = pair.to.clone();
        let write =
            move |mut change_set: ChangeSet| decisions.write(&mut change_set, to.as_deref().unwrap_or(BASE));
        let loosens = self.context.preview_loosening(write).await?;
        let (changes, seen) = promotion_changes(&catalog, &pair);
        Ok(PromotePreview { changes, seen, loosens })
    }

    /// Copies the decisions of one environment into another, exactly as previewed. Decisions that only the target has
    /// stay.
    #[boxed]
    pub async fn promote(&self, input: PromoteInput) -> Result<ChangeReport, ApiError> {
        let pair = self.check_pair(input.pair).await?;
        let catalog = self.context.current_catalog().await?;
        if promotion_changes(&catalog, &pair).1 != input.seen {
            let hint = "Review the changes again.";
            return Err(ApiError::new(ErrorCode::Conflict, "the decisions changed after the preview", hint));
        }
        let decisions = LayerDecisions::from_catalog(&catalog, pair.from.as_deref());
        let promote = move |mut change_set: ChangeSet| {
            let to = pair.to.as_deref();
            decisions.write(&mut change_set, to.unwrap_or(BASE))?;
            finish_change_set(
                change_set,
                &format!("promoted {} to {}", environment_name(pair.from.as_deref()), environment_name(to)),
            )
        };
        self.context.apply_confirmed_changes(input.loosen, promote).await
    }

    async fn check_pair(&self, pair: EnvironmentPair) -> Result<EnvironmentPair, ApiError> {
        let pair = EnvironmentPair {
            from: pair.from.filter(|name| name != BASE_NAME),
            to: pair.to.filter(|name| name != BASE_NAME),
        };
        self.context.check_environment(pair.from.as_deref()).await?;
        self.context.check_environment(pair.to.as_deref()).await?;
        if pair.from == pair.to {
            let message = format!("both environments are {}", environment_name(pair.from.as_deref()));
            return Err(ApiError::new(ErrorCode::Invalid, message, "Choose two different environments."));
        }
        Ok(pair)
    }
}

/// Returns whether both values are decisions, and not the same one of the base.
fn is_decided_twice(one: Layer, other: Layer) -> bool {
    one.min(other) >= Layer::Override && one.max(other) == Layer::Environment
}

/// The environment's name, or that of the base.
pub(super) fn environment_name(environment: Option<&str>) -> &str {
    environment.unwrap_or(BASE_NAME)
}

pub(super) fn finish_change_set(change_set: ChangeSet, summary: &str) -> rusqlite::Result<ChangeReport> {
    let changed = saturating_u32(change_set.len());
    let entry = change_set.finish(summary)?.and_then(|id| u32::try_from(id).ok());
    Ok(ChangeReport { changed, entry })
}

/// All decisions of one layer.
struct LayerDecisions {
    overrides: Vec<(ToolId, Overrides)>,
    rules: Vec<hintsmith_core::model::rule::Rule>,
    /// The active toolset.
    active_toolset: Option<String>,
}

impl LayerDecisions {
    fn from_catalog(catalog: &Catalog, environment: Option<&str>) -> Self {
        let key = environment.unwrap_or(BASE);
        let mut overrides = Vec::new();
        for entry in &catalog.entries {
            if let Some(decisions) = entry.decisions.in_environment(environment)
                && !decisions.overrides.is_empty()
            {
                let id = (entry.server.to_string(), entry.tool.name.clone());
                overrides.push((id, decisions.overrides.clone()));
            }
        }
        let waiting =
            catalog.orphaned_overrides.iter().filter_map(|(id, by)| Some((id.clone(), by.get(key)?.clone())));
        overrides.extend(waiting);
        let equipped = catalog.active_toolset(environment).map(str::to_owned);
        Self {
            overrides,
            rules: catalog.rules.get(key).cloned().unwrap_or_default(),
            active_toolset: equipped,
        }
    }

    /// Activates the same toolset. Promotion does not: the active toolset belongs to the environment.
    fn write_active_toolset(&self, change_set: &mut ChangeSet, environment: &str) -> rusqlite::Result<()> {
        self.active_toolset
            .as_ref()
            .map_or(Ok(()), |name| toolsets::set_active(change_set, environment, Some(name)))
    }

    fn write(&self, change_set: &mut ChangeSet, environment: &str) -> rusqlite::Result<()> {
        for ((server, tool), overrides) in &self.overrides {
            for (field, decision) in overrides.iter() {
                overrides::set(change_set, OverrideKey { server, tool, environment }, field, Some(decision))?;
            }
        }
        self.rules.iter().try_for_each(|rule| rules::set(change_set, environment, rule))
    }

    fn remove(&self, change_set: &mut ChangeSet, environment: &str) -> rusqlite::Result<()> {
        for ((server, tool), overrides) in &self.overrides {
            for (field, _) in overrides.iter() {
                overrides::set(change_set, OverrideKey { server, tool, environment }, field, None)?;
            }
        }
        self.rules
            .iter()
            .try_for_each(|rule| rules::remove(change_set, environment, &rule.selector, rule.hint))?;
        toolsets::set_active(change_set, environment, None)
    }
}

/// The changes in the target environment and their digest.
fn promotion_changes(catalog: &Catalog, pair: &EnvironmentPair) -> (Vec<PromoteChange>, String) {
    let from = LayerDecisions::from_catalog(catalog, pair.from.as_deref());
    let to = LayerDecisions::from_catalog(catalog, pair.to.as_deref());
    let mut changes = Vec::new();
    let target_overrides: std::collections::HashMap<_, _> =
        to.overrides.iter().map(|(id, o)| (id, o)).collect();
    for (id, overrides) in &from.overrides {
        for (field, decision) in overrides.iter() {
            let before = target_overrides.get(id).and_then(|overrides| overrides.get(field));
            let says = |d: &hintsmith_core::model::overrides::Decision| (d.value.clone(), d.because.clone());
            if before.map(says) != Some(says(decision)) {
                changes.push(PromoteChange {
                    subject: format!("{}.{}", id.0, id.1),
                    field: field.cli_name().into_owned(),
                    before: before.map(|decision| decision.value.to_string()),
                    after: decision.value.to_string(),
                    loosens: is_loosening(field, &decision.value),
                });
            }
        }
    }
    for rule in &from.rules {
        let before =
            to.rules.iter().find(|other| (&other.selector, other.hint) == (&rule.selector, rule.hint));
        if before.map(|before| (before.value, &before.because)) != Some((rule.value, &rule.because)) {
            changes.push(PromoteChange {
                subject: rule.selector.to_string(),
                field: rule.hint.cli_name().to_owned(),
                before: before.map(|before| yes_no(before.value).to_owned()),
                after: yes_no(rule.value).to_owned(),
                loosens: is_loosening(&Field::Hint(rule.hint), &DecidedValue::Hint(rule.value)),
            });
        }
    }
    changes.sort_by(|one, other| (&one.subject, &one.field).cmp(&(&other.subject, &other.field)));
    let mut hash = Sha256::new();
    for change in &changes {
        hash.update(format!("{change:?}"));
    }
    (changes, to_hex(&hash.finalize()))
}

fn field_value(entry: &CatalogEntry, resolved: &ResolvedTool, field: &Field) -> EffectiveValue {
    match field {
        Field::Title => EffectiveValue {
            value: resolved.title.winner.value.to_owned(),
            layer: resolved.title.layer(),
            reason: resolved.title.reason(|title| (*title).to_owned()),
        },
        Field::Hint(hint) => hint_value(resolved, *hint),
        Field::Description => {
            text_value(resolved.description.as_ref(), entry.tool.described().unwrap_or_default())
        }
        Field::Icon => {
            let declared = icon::find_icon(&entry.tool.raw).map(Icon::into_source).unwrap_or_default();
            text_value(resolved.icon.as_ref(), &declared)
        }
        Field::Parameter(name) => text_value(resolved.parameters.get(&**name), ""),
    }
}

/// A decided text, else the server's.
fn text_value(decided: Option<&LayerValue<&str>>, declared: &str) -> EffectiveValue {
    match decided {
        Some(said) => {
            EffectiveValue { value: said.value.to_owned(), layer: said.layer, reason: said.origin.reason() }
        }
        None => EffectiveValue {
            value: declared.to_owned(),
            layer: Layer::Declared,
            reason: ValueOrigin::Server.reason(),
        },
    }
}

fn hint_value(resolved: &ResolvedTool, hint: HintName) -> EffectiveValue {
    let field = &resolved.hints[hint];
    EffectiveValue {
        value: yes_no(field.value()).to_owned(),
        layer: field.layer(),
        reason: field.reason(|value| yes_no(*value).to_owned()),
    }
}

fn check_new_name(name: &str, catalog: &Catalog) -> Result<(), ApiError> {
    let fits =
        |character: char| character.is_ascii_lowercase() || character.is_ascii_digit() || character == '-';
    if name.is_empty() || name.len() > MAX_NAME_CHARS || !name.chars().all(fits) {
        let hint = format!("Use 1 to {MAX_NAME_CHARS} characters: a-z, 0-9 and -.");
        return Err(ApiError::new(
            ErrorCode::Invalid,
            format!("{name:?} is not a valid name for an environment"),
            hint,
        ));
    }
    let taken: BTreeSet<&str> = catalog.environments.iter().map(String::as_str).chain([BASE_NAME]).collect();
    if taken.contains(name) {
        let message = format!("an environment named {name} already exists");
        return Err(ApiError::new(ErrorCode::Conflict, message, "Choose another name."));
    }
    Ok(())
}
