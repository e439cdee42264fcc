//! Looking at tools: the catalog, searching it, and everything about one tool.

use hintsmith_core::filter::{Completion, Filter, Known, completions};
use hintsmith_core::hint::{HintName, yes_no};
use hintsmith_core::infer::Signal;
use hintsmith_core::layer::Layer;
use hintsmith_core::overrides::Field;
use hintsmith_core::resolve::{Behaviour, Resolved, Said, Source};
use hintsmith_core::review::ReviewState;
use hintsmith_core::search::ranked;
use hintsmith_core::{decisions, json, text, wire};

use super::environments::BASE_WORD;
use crate::Engine;
use crate::api::view::{
    Catalog as CatalogView, ChangeSummary, CompletionInput, LastExport, LayerEntry, ResolvedHint,
    ResolvedTitle, ReviewView, SearchInput, SearchResult, StableHint, StableTool, ToolCard, ToolChange,
    ToolDetail, ToolKey, ToolRow, count,
};
use crate::catalog::{Catalog, Entry};
use crate::error::ApiError;
use crate::reading::problems;

/// How much of a description a card shows at most.
const CARD_TEXT: usize = 160;

impl Engine {
    /// Everything the catalog shows, in one answer.
    pub async fn catalog(&self) -> Result<CatalogView, ApiError> {
        let catalog = self.current().await?;
        Ok(CatalogView {
            revision: catalog.revision,
            read_only: self.read_only().map(str::to_owned),
            servers: catalog.servers.iter().map(|row| self.server_view(row)).collect(),
            cards: catalog.entries.iter().map(|entry| card(entry, &catalog)).collect(),
            changes: changes(&catalog),
            environment: catalog.environment.as_deref().map(str::to_owned),
            environments: catalog.environments.clone(),
            to_review: to_review(&catalog),
        })
    }

    /// Which cards match; where the query looks for text, the best first.
    pub async fn search(&self, input: SearchInput) -> Result<SearchResult, ApiError> {
        let catalog = self.current().await?;
        let filter = Filter::parse(&input.query);
        let matches = found(&catalog, &filter);
        Ok(SearchResult { revision: catalog.revision, matches, problems: filter.problems })
    }

    /// What could be typed at the cursor.
    pub async fn completions(&self, input: CompletionInput) -> Result<Vec<Completion>, ApiError> {
        let catalog = self.current().await?;
        let known = Known {
            servers: catalog.servers.iter().map(|row| row.name.as_str()).collect(),
            environments: catalog.environments.iter().map(String::as_str).collect(),
        };
        Ok(completions(&input.query, input.cursor as usize, &known))
    }

    pub async fn tool(&self, input: ToolKey) -> Result<ToolDetail, ApiError> {
        let catalog = self.current().await?;
        let entry = catalog
            .entry(&input.server, &input.tool)
            .ok_or_else(|| ApiError::no_tool(&input.server, &input.tool))?;
        let drift = self.drift_of(entry).await?;
        Ok(ToolDetail { drift, ..detail(entry, &catalog) })
    }

    /// The tools that match, each with the one reason that matters most.
    pub async fn tools(&self, query: &str) -> Result<Vec<ToolRow>, ApiError> {
        let catalog = self.current().await?;
        let row = |entry: &Entry| ToolRow { card: card(entry, &catalog), why: why(entry) };
        Ok(matching(&catalog, query).map(row).collect())
    }

    /// The tools that match, in the form that `tools --json` keeps stable.
    pub async fn tools_stable(&self, query: &str) -> Result<Vec<StableTool>, ApiError> {
        let catalog = self.current().await?;
        Ok(matching(&catalog, query).map(stable).collect())
    }

    /// The raw JSON of the tools that match, as their servers sent it.
    pub async fn tools_raw(&self, query: &str) -> Result<Vec<String>, ApiError> {
        let catalog = self.current().await?;
        Ok(matching(&catalog, query).map(|entry| entry.tool.raw.to_string()).collect())
    }
}

/// The positions of the entries that match; where the filter looks for text, the best first.
fn found(catalog: &Catalog, filter: &Filter) -> Vec<u32> {
    ranked(&catalog.entries, |entry| filter.rank(&entry.subject()))
}

fn matching<'a>(catalog: &'a Catalog, query: &str) -> impl Iterator<Item = &'a Entry> {
    let found = found(catalog, &Filter::parse(query));
    found.into_iter().map(|at| &*catalog.entries[at as usize])
}

/// Why the tool is safe, modifying or destructive.
fn why(entry: &Entry) -> String {
    let hint = match entry.behaviour {
        Behaviour::Safe | Behaviour::Modifying => HintName::ReadOnly,
        Behaviour::Destructive => HintName::Destructive,
    };
    entry.resolved().hints[hint].reason(shown)
}

fn shown(value: &bool) -> String {
    yes_no(*value).to_owned()
}

fn stable(entry: &Entry) -> StableTool {
    let resolved = entry.resolved();
    let hint = |hint: HintName| {
        let field = &resolved.hints[hint];
        StableHint { value: field.value(), layer: field.layer(), reason: field.reason(shown) }
    };
    StableTool {
        server: entry.server.to_string(),
        name: entry.tool.name.clone(),
        title: entry.title.clone(),
        annotations: wire::annotations(&entry.tool, &resolved),
        hints: HintName::ALL.into_iter().map(|name| (name.key(), hint(name))).collect(),
    }
}

pub(super) fn changes(catalog: &Catalog) -> ChangeSummary {
    let last_export = catalog.last_export.as_ref().map(|last| LastExport {
        target: last.row.target.clone(),
        path: last.row.path.clone(),
        at: last.row.written_at.clone(),
    });
    ChangeSummary { count: count(catalog.changes()), last_export }
}

/// How many tools nobody has reviewed as they are now.
fn to_review(catalog: &Catalog) -> u32 {
    count(catalog.entries.iter().filter(|entry| entry.review != ReviewState::Reviewed).count())
}

/// A tool after a decision about it.
pub(super) fn tool_change(
    catalog: &Catalog,
    server: &str,
    tool: &str,
    entry: Option<i64>,
) -> Result<ToolChange, ApiError> {
    let found = catalog.entry(server, tool).ok_or_else(|| ApiError::no_tool(server, tool))?;
    Ok(ToolChange {
        revision: catalog.revision,
        detail: detail(found, catalog),
        changes: changes(catalog),
        to_review: to_review(catalog),
        entry: entry.and_then(|id| u32::try_from(id).ok()),
    })
}

pub(super) fn card(entry: &Entry, catalog: &Catalog) -> ToolCard {
    let description = entry.tool.description.as_deref().unwrap_or_default();
    let paragraph = description.trim_start().split("\n\n").next().unwrap_or_default();
    ToolCard {
        server: entry.server.to_string(),
        name: entry.tool.name.clone(),
        title: entry.title.clone(),
        description: text::shortened(paragraph, CARD_TEXT).into_owned(),
        badges: entry.badges.clone(),
        behaviour: entry.behaviour,
        seen: entry.seen().to_owned(),
        changed: !catalog.changed_fields(entry, catalog.environment.as_deref()).is_empty(),
        decided: entry.word.has_overrides(),
        problems: count(entry.tool.problems.len()),
        review: entry.review,
        suspended: entry.suspended,
        conflict: entry.conflict,
    }
}

pub(super) fn detail(entry: &Entry, catalog: &Catalog) -> ToolDetail {
    let resolved = entry.resolved();
    let environment = catalog.environment.as_deref();
    let changed = catalog.changed_fields(entry, environment);
    let decided = |field| entry.word.of(environment)?.overrides.get(field);
    let overtaken = |field| {
        let decision = decided(field)?;
        decisions::overtaken(field, decision, &entry.tool.declared, &entry.tool.fingerprint)
    };
    let hint_view = |hint: HintName| {
        let field = &resolved.hints[hint];
        let decision = decided(Field::Hint(hint));
        ResolvedHint {
            hint,
            value: field.value(),
            layer: field.layer(),
            mark: field.layer().mark(),
            reason: field.reason(shown),
            unused: resolved.is_unused(hint).then(|| "the tool is read-only".to_owned()),
            decided: entry.word.of(environment).and_then(|decisions| decisions.overrides.hint(hint)),
            because: decision.and_then(|decision| decision.because.clone()),
            changed: changed.contains(&Field::Hint(hint)),
            suspended: field.suspended().map(|said| said.value),
            overtaken: overtaken(Field::Hint(hint)),
            rule: field.winner.source.rule().map(|rule| rule.selector.to_string()),
            elsewhere: elsewhere(entry, hint, field.value()),
            stack: stack(field, shown, &signals(entry, hint)),
        }
    };
    let title = &resolved.title;
    ToolDetail {
        card: card(entry, catalog),
        fingerprint: entry.tool.fingerprint.0.clone(),
        description: entry.tool.description.clone().unwrap_or_default(),
        title: ResolvedTitle {
            value: title.winner.value.to_owned(),
            layer: title.layer(),
            mark: title.layer().mark(),
            reason: title.reason(|value| format!("“{value}”")),
            decided: entry
                .word
                .of(environment)
                .and_then(|decisions| decisions.overrides.title())
                .map(str::to_owned),
            inferred: entry.inference.title.clone(),
            changed: changed.contains(&Field::Title),
            overtaken: overtaken(Field::Title),
            stack: stack(title, |value| (*value).to_owned(), &[]),
        },
        hints: HintName::ALL.into_iter().map(hint_view).collect(),
        parameters: count(entry.tool.parameters.len()),
        problems: problems(&entry.tool).collect(),
        server_json: json::indented(&entry.tool.raw),
        effective_json: json::indented(&wire::tool(&entry.tool, &resolved)),
        difference: wire::correction(&entry.tool, &resolved),
        review: ReviewView {
            state: entry.review,
            by: entry.word.review.as_ref().and_then(|review| review.author.clone()),
            at: entry.word.review.as_ref().map(|review| review.at.clone()),
        },
        drift: None,
    }
}

/// The environments, the base among them, where a hint has another value than here.
fn elsewhere(entry: &Entry, hint: HintName, here: bool) -> Vec<String> {
    if entry.word.environments.is_empty() {
        return Vec::new();
    }
    let names = entry.word.environments.keys().map(|name| Some(&**name));
    let places = std::iter::once(None).chain(names).filter(|name| *name != entry.environment.as_deref());
    let other = |name: &Option<&str>| entry.resolved_in(*name).hint(hint) != here;
    places.filter(other).map(|name| name.unwrap_or(BASE_WORD).to_owned()).collect()
}

fn signals(entry: &Entry, hint: HintName) -> Vec<&Signal> {
    entry.inference.signals.iter().filter(|signal| signal.hint == hint).collect()
}

/// All five layers, the strongest first, also those that say nothing.
fn stack<T>(field: &Resolved<T>, show: impl Fn(&T) -> String, signals: &[&Signal]) -> Vec<LayerEntry> {
    let said: Vec<&Said<T>> = field.stack().collect();
    let mut entries: Vec<LayerEntry> = Vec::new();
    for layer in Layer::STRONGEST_FIRST {
        let of_layer: Vec<_> = said.iter().enumerate().filter(|(_, said)| said.layer == layer).collect();
        for (position, said) in &of_layer {
            let detail = match said.source {
                Source::Signal(signal) => {
                    let others = signals.iter().filter(|other| ***other != *signal);
                    let others = others.map(|other| format!("; also {}", told(other)));
                    format!("{}{}", told(signal), others.collect::<String>())
                }
                Source::Specification => "MCP specification".to_owned(),
                source => source.reason(),
            };
            entries.push(LayerEntry {
                layer,
                value: Some(show(&said.value)),
                detail,
                wins: *position == 0,
                suspended: said.suspended,
                rule: said.source.rule().map(|rule| rule.selector.to_string()),
            });
        }
        if of_layer.is_empty() {
            let doubts: Vec<String> = signals.iter().map(|signal| told(signal)).collect();
            let detail = if layer == Layer::Inferred { doubts.join("; ") } else { String::new() };
            entries.push(LayerEntry {
                layer,
                value: None,
                detail,
                wins: false,
                suspended: false,
                rule: None,
            });
        }
    }
    entries
}

fn told(signal: &Signal) -> String {
    let value = signal.value.map_or("cannot say".to_owned(), |value| yes_no(value).to_lowercase());
    format!("{}: {} ({value}, {})", signal.rule, signal.reason(), signal.certainty.word())
}
