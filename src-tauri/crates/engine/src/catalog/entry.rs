//! A tool in the catalog: its definition, inference and decisions, resolved for one environment.

use std::collections::BTreeMap;
use std::sync::Arc;

use hintsmith_core::infer::Inference;
use hintsmith_core::model::decisions::{Decisions, Definition};
use hintsmith_core::model::hint::{HintName, PerHint};
use hintsmith_core::model::layer::Layer;
use hintsmith_core::model::note::NoteEntry;
use hintsmith_core::model::tool::Tool;
use hintsmith_core::resolve::badge::{Badge, badges_for};
use hintsmith_core::resolve::{Behaviour, Layers, ResolvedTool, resolve};
use hintsmith_core::review::{self, ReviewState};
use hintsmith_core::search::SearchText;
use hintsmith_core::search::filter::{FilterSubject, HintState};
use hintsmith_core::{model::cost, resolve::wire};

use crate::error::{ApiError, ErrorCode};
use crate::store::notes::Note;
use crate::store::reviews::Review;

/// Everything users decided or wrote about a tool, in every environment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ToolDecisions {
    pub base: Decisions,
    /// Only environments that have a decision about the tool.
    pub environments: BTreeMap<Arc<str>, Decisions>,
    pub review: Option<Review>,
    /// Notes for the model, of every toolset, in the order they were added.
    pub notes: Vec<Note>,
    /// The toolsets that contain the tool.
    pub toolsets: Vec<Arc<str>>,
    /// The users' comment. Never sent to a model.
    pub comment: Option<String>,
}

impl ToolDecisions {
    /// The decisions in the base (`None`) or in an environment.
    pub fn in_environment(&self, environment: Option<&str>) -> Option<&Decisions> {
        environment.map_or(Some(&self.base), |name| self.environments.get(name))
    }

    fn layers(&self) -> impl Iterator<Item = &Decisions> {
        std::iter::once(&self.base).chain(self.environments.values())
    }

    /// Returns whether the tool itself has an override in any layer.
    pub fn has_overrides(&self) -> bool {
        self.layers().any(|decisions| !decisions.overrides.is_empty())
    }
}

/// The age of a definition, in refresh numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToolAge {
    /// The refresh that brought this definition.
    pub since: i64,
    /// The refresh that brought the tool.
    pub first: i64,
    /// The tool was added after its server's first scan.
    pub is_added_later: bool,
}

/// A tool with everything that views, filters and exports need, computed once.
#[derive(Debug, Clone)]
pub struct CatalogEntry {
    pub server: Arc<str>,
    pub tool: Arc<Tool>,
    pub inference: Arc<Inference>,
    pub age: ToolAge,
    pub decisions: Arc<ToolDecisions>,
    /// The environment that all fields below are resolved for.
    pub environment: Option<Arc<str>>,
    /// The active toolset of that environment.
    pub active_toolset: Option<Arc<str>>,
    pub title: String,
    /// The description, if the user decided it.
    decided_description: Option<String>,
    /// The source of the icon, if the user decided it.
    decided_icon: Option<String>,
    pub badges: Vec<Badge>,
    pub behaviour: Behaviour,
    pub review: ReviewState,
    /// A decision is suspended until the user reviews the changed definition.
    pub suspended: bool,
    /// The declared hints contradict the inference.
    pub conflict: bool,
    /// The server declares "read-only" against the inference.
    is_doubtfully_read_only: bool,
    /// "Read-only" is decided against what the server declares or a strong inference, or declared against the inference.
    is_disputed: bool,
    /// Approximate number of tokens of the tool's definition as it is served to a model.
    pub tokens: u32,
    /// The same for the definition as the server sent it.
    declared_tokens: u32,
    title_layer: Layer,
    hints: PerHint<HintState>,
    text: SearchText,
    /// The environments that have a decision about the tool.
    environments: Vec<Arc<str>>,
}

impl CatalogEntry {
    pub fn new(server: Arc<str>, tool: Arc<Tool>, inference: Arc<Inference>, age: ToolAge) -> Self {
        let conflicts: Vec<HintName> = review::find_conflicts(&tool.declared, &inference).collect();
        let claims_read_only = tool.declared.hints.read_only == Some(true);
        let is_doubtfully_read_only = claims_read_only && conflicts.contains(&HintName::ReadOnly);
        let entry = Self {
            server,
            tool,
            inference,
            age,
            decisions: Arc::default(),
            environment: None,
            active_toolset: None,
            title: String::new(),
            decided_description: None,
            decided_icon: None,
            badges: Vec::new(),
            behaviour: Behaviour::Destructive,
            review: ReviewState::Unreviewed,
            suspended: false,
            conflict: !conflicts.is_empty(),
            is_doubtfully_read_only,
            is_disputed: false,
            tokens: 0,
            declared_tokens: 0,
            title_layer: Layer::Default,
            hints: PerHint::from_fn(|hint| HintState {
                value: hint.careful_value(),
                layer: Layer::Default,
                is_unused: false,
            }),
            text: SearchText::new("", &[], "", &[]),
            environments: Vec::new(),
        };
        entry.with_decisions(Arc::default(), None, None)
    }

    /// The same tool with other decisions, resolved for an environment and its active toolset.
    pub fn with_decisions(
        &self,
        decisions: Arc<ToolDecisions>,
        environment: Option<Arc<str>>,
        active_toolset: Option<Arc<str>>,
    ) -> Self {
        let mut entry = Self { decisions, environment, active_toolset, ..self.clone() };
        let resolved = entry.resolve();
        let title = resolved.title.winner.value.to_owned();
        let (title_layer, badges) = (resolved.title.layer(), badges_for(&resolved.effective_hints()));
        let hints = PerHint::from_fn(|hint| HintState {
            value: resolved.hint(hint),
            layer: resolved.hints[hint].layer(),
            is_unused: resolved.is_unused(hint),
        });
        let suspended = HintName::ALL.into_iter().any(|hint| resolved.hints[hint].suspended().is_some());
        let decisions = &entry.decisions;
        let decided = decisions.layers().flat_map(|decisions| decisions.overrides.iter());
        let decided = decided.filter_map(|(_, decision)| decision.fingerprint.as_ref());
        let reviewed = decisions.review.as_ref().map(|review| &review.fingerprint);
        let review =
            review::review_state(&entry.tool.fingerprint, reviewed, decided, entry.age.is_added_later);
        // Until the user has reviewed it, a tool whose "read-only" somebody contradicts is not grouped with the safe ones.
        let is_believed = resolved.hints[HintName::ReadOnly].layer() == Layer::Declared;
        let is_disputed = review != ReviewState::Reviewed
            && (resolved.loosened_hint(HintName::ReadOnly).is_some()
                || entry.is_doubtfully_read_only && is_believed);
        let behaviour = match resolved.behaviour() {
            Behaviour::Safe if is_disputed => Behaviour::Modifying,
            behaviour => behaviour,
        };
        // The search text depends only on the title, description, notes and comment; most decisions leave it as it is.
        let (now, before) = (&entry.decisions, &self.decisions);
        let description = resolved.description.as_ref().map(|decided| decided.value.to_owned());
        let icon = resolved.icon.as_ref().map(|decided| decided.value.to_owned());
        let is_same_text = title == self.title
            && description == self.decided_description
            && now.notes == before.notes
            && now.comment == before.comment;
        let text = if is_same_text {
            self.text.clone()
        } else {
            entry.build_search_text(&title, description.as_deref())
        };
        let own_tokens = if self.declared_tokens == 0 {
            cost::estimate_tool(&entry.tool.raw)
        } else {
            self.declared_tokens
        };
        let notes = entry.notes();
        let is_as_declared = resolved.description.is_none() && resolved.parameters.is_empty();
        let tokens = if notes.is_empty() && is_as_declared {
            own_tokens
        } else {
            cost::estimate_tool(&wire::correct_tool(&entry.tool, &resolved, &notes))
        };
        let environments = decisions.environments.keys().cloned().collect();
        entry = Self {
            environments,
            title,
            decided_description: description,
            decided_icon: icon,
            title_layer,
            badges,
            behaviour,
            hints,
            suspended,
            is_disputed,
            review,
            text,
            tokens,
            declared_tokens: own_tokens,
            ..entry
        };
        entry
    }

    /// The notes for the model: those of all toolsets and those of the active one.
    pub fn notes(&self) -> Vec<NoteEntry<'_>> {
        self.notes_in(self.active_toolset.as_deref())
    }

    pub fn notes_in(&self, toolset: Option<&str>) -> Vec<NoteEntry<'_>> {
        let applies = |note: &&Note| note.toolset.is_none() || note.toolset.as_deref() == toolset;
        let notes = self.decisions.notes.iter().filter(applies);
        notes.map(|note| NoteEntry { name: &note.name, text: &note.text }).collect()
    }

    /// Approximate number of tokens of the definition when a toolset is active.
    pub fn tokens_in(&self, toolset: Option<&str>) -> u32 {
        let notes = self.notes_in(toolset);
        if notes == self.notes() {
            return self.tokens;
        }
        cost::estimate_tool(&wire::correct_tool(&self.tool, &self.resolve(), &notes))
    }

    /// The number of tokens that notes and decided descriptions add to the server's own definition.
    pub fn added_tokens(&self) -> u32 {
        self.tokens.saturating_sub(self.declared_tokens)
    }

    /// The effective value of a hint and the layer it comes from.
    pub fn hint(&self, hint: HintName) -> HintState {
        self.hints[hint]
    }

    /// The start of the fingerprint, to distinguish definitions; short enough to be part of every tool card.
    pub fn short_fingerprint(&self) -> &str {
        let print = self.tool.fingerprint.0.as_str();
        let start = print.find(':').map_or(0, |colon| colon + 1);
        print.get(start..start + 16).unwrap_or(print)
    }

    /// Fails if the user was shown another definition than this one.
    pub fn check_fingerprint(&self, seen: Option<&str>) -> Result<(), ApiError> {
        if seen.is_none_or(|seen| seen == self.short_fingerprint()) {
            return Ok(());
        }
        let message = format!("the server changed {}.{} after you opened it", self.server, self.tool.name);
        Err(ApiError::new(ErrorCode::Conflict, message, "Review the tool again. Nothing was changed."))
    }

    /// The effective values in the entry's environment.
    pub fn resolve(&self) -> ResolvedTool<'_> {
        self.resolve_in(self.environment.as_deref())
    }

    pub fn resolve_in<'a>(&'a self, environment: Option<&'a str>) -> ResolvedTool<'a> {
        self.resolve_with(&self.decisions, environment)
    }

    /// The effective values if this were inferred about the tool.
    pub fn resolve_inferred<'a>(&'a self, inference: &'a Inference) -> ResolvedTool<'a> {
        resolve(&Layers { inferred: inference, ..self.layers(&self.decisions, self.environment.as_deref()) })
    }

    /// The effective values if these decisions applied.
    pub fn resolve_with<'a>(
        &'a self,
        decisions: &'a ToolDecisions,
        environment: Option<&'a str>,
    ) -> ResolvedTool<'a> {
        resolve(&self.layers(decisions, environment))
    }

    fn layers<'a>(&'a self, decisions: &'a ToolDecisions, environment: Option<&'a str>) -> Layers<'a> {
        let reviewed = decisions.review.as_ref();
        Layers {
            name: &self.tool.name,
            inferred: &self.inference,
            declared: &self.tool.declared,
            decisions: &decisions.base,
            environment: environment.and_then(|name| Some((name, decisions.environments.get(name)?))),
            definition: Definition {
                fingerprint: &self.tool.fingerprint,
                changed_at_refresh: self.age.since,
                added_at_refresh: self.age.first,
                reviewed: reviewed.is_some_and(|review| review.fingerprint == self.tool.fingerprint),
            },
        }
    }

    /// The description that applies: the decided one, else the server's.
    pub fn description(&self) -> &str {
        self.decided_description.as_deref().or(self.tool.description.as_deref()).unwrap_or_default()
    }

    pub fn decided_icon(&self) -> Option<&str> {
        self.decided_icon.as_deref()
    }

    /// A replaced description of the server can still be found, like a note.
    fn build_search_text(&self, title: &str, decided: Option<&str>) -> SearchText {
        let declared = self.tool.description.as_deref();
        let description = decided.or(declared).unwrap_or_default();
        let replaced = declared.filter(|_| decided.is_some());
        let declared_title = self.tool.declared.display_title().filter(|declared| *declared != title);
        let titles: Vec<&str> = std::iter::once(title).chain(declared_title).collect();
        let notes = self.decisions.notes.iter().flat_map(|note| [note.name.as_str(), note.text.as_str()]);
        let notes: Vec<&str> = notes.chain(self.decisions.comment.as_deref()).chain(replaced).collect();
        SearchText::new(&self.tool.name, &titles, description, &notes)
    }

    /// The properties that filters test. `has_finding` comes from the catalog.
    pub fn filter_subject(&self, has_finding: bool) -> FilterSubject<'_> {
        FilterSubject {
            server: &self.server,
            text: &self.text,
            title_layer: self.title_layer,
            hints: &self.hints,
            has_problem: !self.tool.problems.is_empty(),
            review: self.review,
            is_suspended: self.suspended,
            has_conflict: self.conflict,
            is_disputed: self.is_disputed,
            has_finding,
            has_note: !self.decisions.notes.is_empty(),
            environments: &self.environments,
            is_decided_in_base: !self.decisions.base.overrides.is_empty(),
            toolsets: &self.decisions.toolsets,
        }
    }
}
