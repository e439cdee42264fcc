//! The detail view of a tool.

use std::borrow::Cow;

use hintsmith_core::approval::client::{CLIENTS, ClientProfile};
use hintsmith_core::infer::Signal;
use hintsmith_core::model::hint::HintName;
use hintsmith_core::model::icon::{self, Icon};
use hintsmith_core::model::layer::Layer;
use hintsmith_core::model::overrides::{Decision, Field};
use hintsmith_core::model::tool::Parameter;
use hintsmith_core::resolve::coverage::Coverage;
use hintsmith_core::resolve::loosening::LoosenedHint;
use hintsmith_core::resolve::{LayerValue, ResolvedField, ResolvedTool, ValueOrigin};
use hintsmith_core::{model::decisions, model::note, resolve::wire, text::json};

use super::approvals::tool_approval;
use super::drift::description_difference;
use super::environments::BASE_NAME;
use super::run::observations;
use super::servers::refresh::tool_problems;
use super::tools::{ToolService, change_summary, count_unreviewed, tool_card, yes_no_text};
use super::{findings, note_review, notes};
use crate::boxed;
use crate::catalog::{Catalog, CatalogEntry};
use crate::dto::{
    ClientView, Drift, HintGuess, LayerEntry, ParameterView, ResolvedDescription, ResolvedHint, ResolvedIcon,
    ResolvedTitle, ReviewView, SignalView, ToolChange, ToolDetail, ToolKey,
};
use crate::error::ApiError;

impl ToolService {
    #[boxed]
    pub async fn detail(&self, input: ToolKey) -> Result<ToolDetail, ApiError> {
        let catalog = self.context.current_catalog().await?;
        let entry = catalog.require_entry(&input.server, &input.tool)?;
        let drift = self.context.find_drift(entry).await?;
        Ok(ToolDetail { drift, ..build_detail(entry, &catalog) })
    }

    /// Difference from the definition that was reviewed or decided about; none if there is none.
    #[boxed]
    pub async fn drift(&self, input: ToolKey) -> Result<Option<Drift>, ApiError> {
        let catalog = self.context.current_catalog().await?;
        let entry = catalog.require_entry(&input.server, &input.tool)?;
        self.context.find_drift(entry).await
    }
}

/// A tool after a decision about it.
pub(super) fn build_tool_change(
    catalog: &Catalog,
    server: &str,
    tool: &str,
    entry: Option<i64>,
) -> Result<ToolChange, ApiError> {
    let found = catalog.require_entry(server, tool)?;
    Ok(ToolChange {
        revision: catalog.revision,
        detail: build_detail(found, catalog),
        changes: change_summary(catalog),
        to_review: count_unreviewed(catalog),
        entry: entry.and_then(|id| u32::try_from(id).ok()),
    })
}

fn build_detail(entry: &CatalogEntry, catalog: &Catalog) -> ToolDetail {
    let resolved = entry.resolve();
    let environment = catalog.environment.as_deref();
    let changed = catalog.changed_fields(entry, environment);
    let decided = |field: &Field| entry.decisions.in_environment(environment)?.overrides.get(field);
    let superseded = |field: &Field| {
        let decision = decided(field)?;
        decisions::stale_decision(field, decision, &entry.tool)
    };
    let hint_view = |hint: HintName| {
        let field = &resolved.hints[hint];
        let decision = decided(&Field::Hint(hint));
        ResolvedHint {
            hint,
            value: field.value(),
            layer: field.layer(),
            mark: field.layer().mark(),
            reason: field.reason(yes_no_text),
            unused: resolved.is_unused(hint).then(|| "the tool is read-only".to_owned()),
            decided: entry
                .decisions
                .in_environment(environment)
                .and_then(|decisions| decisions.overrides.hint(hint)),
            because: decision.and_then(|decision| decision.because.clone()),
            changed: changed.contains(&&Field::Hint(hint)),
            suspended: field.suspended().map(|said| said.value),
            superseded: superseded(&Field::Hint(hint)),
            rule: field.winner.origin.rule().map(|rule| rule.selector.to_string()),
            elsewhere: differing_environments(entry, hint, field.value()),
            stack: layer_stack(field, yes_no_text, &signals_for(entry, hint)),
            guess: hint_guess(entry, catalog, hint),
        }
    };
    let title = &resolved.title;
    let read = entry.notes();
    let server_json = json::pretty_print(&entry.tool.raw);
    let effective_json = json::pretty_print(&wire::correct_tool(&entry.tool, &resolved, &read));
    ToolDetail {
        card: tool_card(entry, catalog),
        approval: tool_approval(entry, catalog),
        loosened: resolved.loosened_hints().iter().map(LoosenedHint::describe).collect(),
        observations: observations(entry, catalog),
        fingerprint: entry.tool.fingerprint.0.clone(),
        description: description_view(entry, &resolved, environment, &changed),
        title: ResolvedTitle {
            value: title.winner.value.to_owned(),
            layer: title.layer(),
            mark: title.layer().mark(),
            reason: title.reason(|value| format!("“{value}”")),
            decided: entry
                .decisions
                .in_environment(environment)
                .and_then(|decisions| decisions.overrides.title())
                .map(str::to_owned),
            inferred: entry.inference.title.clone(),
            changed: changed.contains(&&Field::Title),
            superseded: superseded(&Field::Title),
            stack: layer_stack(title, |value| (*value).to_owned(), &[]),
        },
        icon: icon_view(entry, &resolved, environment, &changed),
        hints: HintName::ALL.into_iter().map(hint_view).collect(),
        model_text: note::append_notes(entry.description(), &read).into_owned(),
        added_tokens: entry.added_tokens(),
        notes: entry
            .decisions
            .notes
            .iter()
            .map(|note| notes::note_view(note, entry.active_toolset.as_deref()))
            .collect(),
        proposed_notes: note_review::proposed_notes_for(catalog, &entry.server, &entry.tool.name),
        many_notes: note::total_chars(read.iter().copied()) > note::LONG_NOTES_CHARS,
        comment: entry.decisions.comment.clone(),
        active_toolset: entry.active_toolset.as_deref().map(str::to_owned),
        coverage: Coverage::from_tool(&entry.tool, &resolved),
        parameters: parameter_views(entry, &resolved, environment, &changed),
        clients: clients(entry, &resolved),
        findings: findings::tool_findings(catalog, &entry.server, &entry.tool.name),
        problems: tool_problems(&entry.tool).collect(),
        equal_lines: wire::equal_lines(&server_json, &effective_json),
        server_json,
        effective_json,
        difference: wire::diff_correction(&entry.tool, &resolved, &read),
        review: ReviewView {
            state: entry.review,
            by: entry.decisions.review.as_ref().and_then(|review| review.author.clone()),
            at: entry.decisions.review.as_ref().map(|review| review.at.clone()),
        },
        drift: None,
    }
}

fn description_view(
    entry: &CatalogEntry,
    resolved: &ResolvedTool,
    environment: Option<&str>,
    changed: &[&Field],
) -> ResolvedDescription {
    let field = Field::Description;
    let declared = entry.tool.description.as_deref().unwrap_or_default();
    let decided = |layer: Option<&str>| entry.decisions.in_environment(layer)?.overrides.get(&field);
    let text = |decision: Option<&Decision>| decision.map(|decision| decision.value.to_string());
    // The decision that applies; one of the base is shown in an environment too.
    let applying = resolved.description.as_ref();
    let decision = applying.and_then(|decided| decided.origin.decision());
    let layer = applying.map_or(Layer::Declared, |decided| decided.layer);
    let is_described = applying.is_some() || entry.tool.described().is_some();
    ResolvedDescription {
        value: resolved.effective_description(&entry.tool).to_owned(),
        declared: declared.to_owned(),
        decided: text(decided(environment)),
        // Only an environment can hide a decision, that of the base.
        inherited: text(environment.and_then(|_| decided(None))).unwrap_or_else(|| declared.to_owned()),
        layer,
        mark: if is_described { layer.mark() } else { Layer::Default.mark() },
        reason: match applying {
            Some(decided) => decided.origin.reason(),
            None if is_described => ValueOrigin::Server.reason(),
            None => "the server sends no description".to_owned(),
        },
        because: decision.and_then(|decision| decision.because.clone()),
        changed: changed.contains(&&field),
        superseded: decision.and_then(|decision| decisions::stale_decision(&field, decision, &entry.tool)),
        difference: description_difference(entry),
    }
}

fn icon_view(
    entry: &CatalogEntry,
    resolved: &ResolvedTool,
    environment: Option<&str>,
    changed: &[&Field],
) -> ResolvedIcon {
    let field = Field::Icon;
    let decided = entry.decisions.in_environment(environment).and_then(|of| of.overrides.text(&field));
    let applying = resolved.icon.as_ref();
    let decision = applying.and_then(|decided| decided.origin.decision());
    let declared = icon::find_icon(&entry.tool.raw).map(Icon::into_source);
    let layer = applying.map_or(Layer::Declared, |decided| decided.layer);
    ResolvedIcon {
        decided: decided.map(str::to_owned),
        layer,
        mark: if applying.is_some() || declared.is_some() { layer.mark() } else { Layer::Default.mark() },
        reason: match applying {
            Some(decided) => decided.origin.reason(),
            None if declared.is_some() => ValueOrigin::Server.reason(),
            None => "the server sends no icon that can be shown".to_owned(),
        },
        value: applying.map(|decided| decided.value.to_owned()).or(declared),
        changed: changed.contains(&&field),
        superseded: decision.and_then(|decision| decisions::stale_decision(&field, decision, &entry.tool)),
    }
}

/// Environments, including the base, in which the hint has another value.
fn differing_environments(entry: &CatalogEntry, hint: HintName, here: bool) -> Vec<String> {
    if entry.decisions.environments.is_empty() {
        return Vec::new();
    }
    let names = entry.decisions.environments.keys().map(|name| Some(&**name));
    let environments =
        std::iter::once(None).chain(names).filter(|name| *name != entry.environment.as_deref());
    let other = |name: &Option<&str>| entry.resolve_in(*name).hint(hint) != here;
    environments.filter(other).map(|name| name.unwrap_or(BASE_NAME).to_owned()).collect()
}

fn signals_for(entry: &CatalogEntry, hint: HintName) -> Vec<&Signal> {
    entry.inference.signals.iter().filter(|signal| signal.hint == hint).collect()
}

fn hint_guess(entry: &CatalogEntry, catalog: &Catalog, hint: HintName) -> HintGuess {
    let value = entry.inference.guess(hint).map(|(value, _)| value);
    let reasons = entry.inference.reasons(hint);
    let views = |signals: Vec<&Signal>| signals.into_iter().map(signal_view).collect();
    let correction = catalog.correction(&entry.server, &entry.tool.name, hint);
    HintGuess {
        value,
        supporting: views(reasons.supporting),
        opposing: views(reasons.opposing),
        wrong: correction.is_some_and(|correction| Some(correction.guess) == value),
    }
}

/// All five layers, strongest first, including those without a value.
fn layer_stack<T>(
    field: &ResolvedField<T>,
    show: impl Fn(&T) -> String,
    signals: &[&Signal],
) -> Vec<LayerEntry> {
    let values: Vec<&LayerValue<T>> = field.stack().collect();
    let mut entries: Vec<LayerEntry> = Vec::new();
    for layer in Layer::STRONGEST_FIRST {
        let of_layer: Vec<_> =
            values.iter().enumerate().filter(|(_, values)| values.layer == layer).collect();
        for (position, values) in &of_layer {
            let (detail, signals) = match values.origin {
                ValueOrigin::Signal(first) => {
                    let others = signals.iter().copied().filter(|other| *other != first);
                    (String::new(), std::iter::once(first).chain(others).map(signal_view).collect())
                }
                ValueOrigin::Specification => ("MCP specification".to_owned(), Vec::new()),
                source => (source.reason(), Vec::new()),
            };
            entries.push(LayerEntry {
                layer,
                value: Some(show(&values.value)),
                detail,
                signals,
                wins: *position == 0,
                suspended: values.suspended,
                rule: values.origin.rule().map(|rule| rule.selector.to_string()),
            });
        }
        if of_layer.is_empty() {
            let doubts = signals.iter().copied().filter(|_| layer == Layer::Inferred);
            entries.push(LayerEntry {
                layer,
                value: None,
                detail: String::new(),
                signals: doubts.map(signal_view).collect(),
                wins: false,
                suspended: false,
                rule: None,
            });
        }
    }
    entries
}

fn signal_view(signal: &Signal) -> SignalView {
    SignalView {
        rule: signal.rule.to_owned(),
        reason: signal.reason(),
        value: signal.value,
        certainty: signal.certainty.label().to_owned(),
    }
}

fn parameter_views(
    entry: &CatalogEntry,
    resolved: &ResolvedTool,
    environment: Option<&str>,
    changed: &[&Field],
) -> Vec<ParameterView> {
    let view = |parameter: &Parameter| {
        let name = parameter.name.as_str();
        let field = Field::Parameter(name.into());
        let declared = entry.tool.description_of(parameter).filter(|text| !text.trim().is_empty());
        let declared = declared.map(Cow::into_owned);
        let decided_value = resolved.parameters.get(name);
        let mark = match (decided_value, &declared) {
            (Some(decided_value), _) => decided_value.layer.mark(),
            (None, Some(_)) => Layer::Declared.mark(),
            (None, None) => Layer::Default.mark(),
        };
        let decided = entry
            .decisions
            .in_environment(environment)
            .and_then(|decisions| decisions.overrides.text(&field));
        // Only an environment can hide a decision, that of the base.
        let base = environment.and_then(|_| entry.decisions.in_environment(None));
        let inherited = base.and_then(|decisions| decisions.overrides.text(&field));
        ParameterView {
            name: name.to_owned(),
            kind: parameter.kind.as_str().to_owned(),
            required: parameter.required,
            choices: parameter.choices.clone(),
            description: decided_value.map_or_else(
                || declared.clone().unwrap_or_default(),
                |decided_value| decided_value.value.to_owned(),
            ),
            inherited: inherited.map(str::to_owned).or_else(|| declared.clone()),
            declared,
            decided: decided.map(str::to_owned),
            mark,
            changed: changed.contains(&&field),
        }
    };
    entry.tool.parameters.iter().map(view).collect()
}

/// Verdicts of all known clients, for the declared and for the effective hints.
fn clients(entry: &CatalogEntry, resolved: &ResolvedTool) -> Vec<ClientView> {
    let (server, yours) = (entry.tool.declared.hints, wire::wire_hints(resolved));
    let view = |client: &ClientProfile| ClientView {
        id: client.id.to_owned(),
        name: client.name.to_owned(),
        mode: client.mode.map(str::to_owned),
        common: client.is_usual_mode,
        declared: client.evaluate(&server),
        effective: client.evaluate(&yours),
        source: client.source.to_owned(),
    };
    CLIENTS.iter().map(view).collect()
}
