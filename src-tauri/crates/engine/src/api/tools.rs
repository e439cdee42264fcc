//! The catalog view and search.

use std::sync::Arc;

use hintsmith_core::model::hint::{HintName, yes_no};
use hintsmith_core::resolve::Behaviour;
use hintsmith_core::review::ReviewState;
use hintsmith_core::search::filter::{Completion, Filter, KnownNames, complete};
use hintsmith_core::{resolve::wire, text};

use super::destination::sha256_hex;
use super::servers::ServerService;
use super::{findings, saved_filters, toolsets};
use crate::boxed;
use crate::catalog::{Catalog, CatalogEntry};
use crate::context::Context;
use crate::dto::{
    Catalog as CatalogView, ChangeSummary, CompletionInput, HintCell, LastExport, ListedHint, ListedHints,
    ListedTool, SearchInput, SearchResult, ToolCard, ToolRow, saturating_u32,
};
use crate::error::ApiError;
use crate::icons::IconCache;

/// Maximum number of characters of a description on a card.
const MAX_CARD_DESCRIPTION_CHARS: usize = 160;

/// Views of the tools.
pub struct ToolService {
    pub(crate) context: Arc<Context>,
    pub(crate) servers: Arc<ServerService>,
    pub(crate) icons: IconCache,
}

impl ToolService {
    /// The whole catalog in one response.
    #[boxed]
    pub async fn catalog_view(&self) -> Result<CatalogView, ApiError> {
        let catalog = self.context.current_catalog().await?;
        Ok(CatalogView {
            revision: catalog.revision,
            read_only: self.context.db.read_only().map(str::to_owned),
            servers: catalog.servers.iter().map(|row| self.servers.view(row)).collect(),
            cards: catalog.entries.iter().map(|entry| tool_card(entry, &catalog)).collect(),
            changes: change_summary(&catalog),
            environment: catalog.environment.as_deref().map(str::to_owned),
            environments: catalog.environments.clone(),
            to_review: count_unreviewed(&catalog),
            proposed_notes: saturating_u32(catalog.proposed_notes.values().map(Vec::len).sum()),
            filters: saved_filters::saved_filters(&catalog),
            toolsets: toolsets::toolset_summaries(&catalog),
            findings: findings::count_findings(&catalog),
        })
    }

    /// Matching cards; if the query contains text, best match first.
    #[boxed]
    pub async fn search(&self, input: SearchInput) -> Result<SearchResult, ApiError> {
        let catalog = self.context.current_catalog().await?;
        let filter = Filter::parse(&input.query);
        let matches = catalog.matching_positions(&filter);
        Ok(SearchResult { revision: catalog.revision, matches, problems: filter.problems })
    }

    /// Fails if a filter has a term that cannot be parsed, or that names a server, toolset or environment that does not
    /// exist.
    #[boxed]
    pub async fn check_filter(&self, query: &str) -> Result<(), ApiError> {
        self.context.current_catalog().await?.parse_filter(query).map(drop)
    }

    /// Completions at the cursor.
    #[boxed]
    pub async fn completions(&self, input: CompletionInput) -> Result<Vec<Completion>, ApiError> {
        let catalog = self.context.current_catalog().await?;
        let known = KnownNames {
            servers: catalog.servers.iter().map(|row| row.name.as_str()).collect(),
            toolsets: catalog.toolsets.keys().map(String::as_str).collect(),
            environments: catalog.environments.iter().map(String::as_str).collect(),
        };
        Ok(complete(&input.query, input.cursor as usize, &known))
    }

    /// Matching tools, each with the reason for its first badge.
    #[boxed]
    pub async fn find(&self, query: &str) -> Result<Vec<ToolRow>, ApiError> {
        let catalog = self.context.current_catalog().await?;
        let row =
            |entry: &CatalogEntry| ToolRow { card: tool_card(entry, &catalog), why: behaviour_reason(entry) };
        Ok(matching_entries(&catalog, query).map(row).collect())
    }

    /// Matching tools in the format of `tools --json`.
    #[boxed]
    pub async fn list_matching(&self, query: &str) -> Result<Vec<ListedTool>, ApiError> {
        let catalog = self.context.current_catalog().await?;
        Ok(matching_entries(&catalog, query).map(listed_tool).collect())
    }

    /// Raw JSON of the matching tools, as their servers sent it.
    #[boxed]
    pub async fn find_raw(&self, query: &str) -> Result<Vec<String>, ApiError> {
        let catalog = self.context.current_catalog().await?;
        Ok(matching_entries(&catalog, query).map(|entry| entry.tool.raw.to_string()).collect())
    }
}

fn matching_entries<'a>(catalog: &'a Catalog, query: &str) -> impl Iterator<Item = &'a CatalogEntry> {
    let found = catalog.matching_positions(&Filter::parse(query));
    found.into_iter().map(|at| &*catalog.entries[at as usize])
}

/// Reason the tool is safe, modifying or destructive.
fn behaviour_reason(entry: &CatalogEntry) -> String {
    let hint = match entry.behaviour {
        Behaviour::Safe | Behaviour::Modifying => HintName::ReadOnly,
        Behaviour::Destructive => HintName::Destructive,
    };
    entry.resolve().hints[hint].reason(yes_no_text)
}

pub(super) fn yes_no_text(value: &bool) -> String {
    yes_no(*value).to_owned()
}

fn listed_tool(entry: &CatalogEntry) -> ListedTool {
    let resolved = entry.resolve();
    let hint = |hint: HintName| {
        let field = &resolved.hints[hint];
        ListedHint { value: field.value(), layer: field.layer(), reason: field.reason(yes_no_text) }
    };
    ListedTool {
        server: entry.server.to_string(),
        name: entry.tool.name.clone(),
        title: entry.title.clone(),
        annotations: wire::corrected_annotations(&entry.tool, &resolved),
        hints: ListedHints {
            read_only_hint: hint(HintName::ReadOnly),
            destructive_hint: hint(HintName::Destructive),
            idempotent_hint: hint(HintName::Idempotent),
            open_world_hint: hint(HintName::OpenWorld),
        },
    }
}

pub(super) fn change_summary(catalog: &Catalog) -> ChangeSummary {
    let now = catalog.document();
    let states = catalog.export_states(&now);
    let stale = states.iter().find(|(_, changes)| *changes > 0).or(states.first());
    let last_export = stale.map(|(export, _)| LastExport {
        target: export.row.target.clone(),
        path: export.row.path.clone(),
        at: export.row.written_at.clone(),
    });
    ChangeSummary { count: saturating_u32(catalog.unexported_changes(&now).len()), last_export }
}

/// Number of tools whose current definition is not reviewed.
pub(super) fn count_unreviewed(catalog: &Catalog) -> u32 {
    saturating_u32(catalog.entries.iter().filter(|entry| entry.review != ReviewState::Reviewed).count())
}

pub(super) fn tool_card(entry: &CatalogEntry, catalog: &Catalog) -> ToolCard {
    let position = catalog.position(&entry.server, &entry.tool.name);
    let findings = position.map_or(0, |position| catalog.cached_finding_count(position));
    let description = entry.description();
    let reviewed = entry.review == ReviewState::Reviewed;
    let paragraph = description.trim_start().split("\n\n").next().unwrap_or_default();
    ToolCard {
        server: entry.server.to_string(),
        name: entry.tool.name.clone(),
        title: entry.title.clone(),
        description: text::truncate_chars(paragraph, MAX_CARD_DESCRIPTION_CHARS).into_owned(),
        badges: entry.badges.clone(),
        behaviour: entry.behaviour,
        seen: entry.short_fingerprint().to_owned(),
        changed: !catalog.changed_fields(entry, catalog.environment.as_deref()).is_empty(),
        decided: entry.decisions.has_overrides(),
        problems: saturating_u32(entry.tool.problems.len()),
        findings: saturating_u32(findings),
        review: entry.review,
        suspended: entry.suspended,
        conflict: entry.conflict,
        hints: HintName::ALL.into_iter().map(|hint| hint_cell(entry, hint)).collect(),
        icon: icon_id(entry, catalog),
        module: entry.inference.module.clone(),
        notes: saturating_u32(entry.decisions.notes.len()),
        toolsets: entry.decisions.toolsets.iter().map(|name| name.to_string()).collect(),
        reviewed_at: entry.decisions.review.as_ref().map(|review| review.at.clone()).filter(|_| reviewed),
        tokens: entry.tokens,
    }
}

/// Identifies the icon that may be shown of a tool: the decided one, else that of a trusted server.
fn icon_id(entry: &CatalogEntry, catalog: &Catalog) -> Option<String> {
    let of_server = || {
        let may_show = entry.tool.has_icon && catalog.server(&entry.server).is_some_and(|row| row.trusted);
        may_show.then(|| entry.short_fingerprint().to_owned())
    };
    entry.decided_icon().map(sha256_hex).or_else(of_server)
}

fn hint_cell(entry: &CatalogEntry, hint: HintName) -> HintCell {
    let state = entry.hint(hint);
    HintCell { value: (!state.is_unused).then_some(state.value), mark: state.layer.mark() }
}
