//! The catalog: every tool of every server, resolved for one environment, kept in memory and patched as decisions
//! change.

pub mod entry;
mod exports;
mod findings;
mod load;
mod references;

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use hintsmith_core::export::hintsmith_json::{
    DecidedLayer, DecidedNote, DecidedRule, DecidedTool, HintsmithDocument, RuleKey,
};
use hintsmith_core::infer::corrections::Correction;
use hintsmith_core::lint::{Profile, Severity};
use hintsmith_core::model::hint::HintName;
use hintsmith_core::model::preference;
use hintsmith_core::model::toolset::ToolName;
use hintsmith_core::search::filter::{Filter, NamedItem};
use hintsmith_core::search::rank_items;

use crate::error::{ApiError, ErrorCode};
use crate::store::environments::BASE;
use crate::store::notes::{self, Note};
use crate::store::observations::ObservationRow;
use crate::store::overrides::{self, ToolId};
use crate::store::policies::Policy;
use crate::store::reviews::Review;
use crate::store::rules;
use crate::store::servers::ServerRow;
use crate::store::suppressions::SuppressionRow;
use crate::store::toolsets::StoredToolset;
pub use entry::{CatalogEntry, ToolAge, ToolDecisions};
pub use exports::LastExport;
pub use findings::{Findings, ToolFinding};
use load::InferredLists;
pub use load::{InferredList, StoreSnapshot};
pub use references::ReferenceResolver;

/// Up to this many tools, linting is fast enough to run before a tool card is shown.
const MAX_EAGER_LINT_TOOLS: usize = 20_000;

/// The position of each tool in its server's list, by tool name.
type ToolIndex = HashMap<String, usize>;

/// The state of the whole store at one moment, resolved for one environment. Cheap to clone and never changed in place.
#[derive(Debug, Clone)]
pub struct Catalog {
    /// Increases with every change that this process notices.
    pub revision: u32,
    /// The environment it is resolved for. `None` is the base.
    pub environment: Option<Arc<str>>,
    pub environments: Vec<String>,
    pub servers: Vec<ServerRow>,
    pub entries: Vec<Arc<CatalogEntry>>,
    indexes: HashMap<String, Arc<ToolIndex>>,
    /// Overrides of tools that no stored list contains.
    pub orphaned_overrides: HashMap<ToolId, overrides::ByEnvironment>,
    /// Reviews of tools that no stored list contains.
    orphaned_reviews: HashMap<ToolId, Review>,
    pub rules: Arc<rules::ByEnvironment>,
    /// The last export to each file, newest first. Documents for people are not among them: they deliver nothing to a
    /// program.
    pub exports: Vec<Arc<LastExport>>,
    /// Preferences the user has set, by key.
    pub preferences: Arc<BTreeMap<String, String>>,
    /// Approval modes the user has set.
    pub policies: Arc<Vec<Policy>>,
    pub toolsets: Arc<BTreeMap<String, StoredToolset>>,
    /// The active toolset, by environment.
    pub active_toolsets: Arc<BTreeMap<String, String>>,
    /// Every note, including those of tools that no stored list contains.
    pub notes: Arc<notes::ByTool>,
    /// Notes proposed by agents that wait for review. They are never sent to a model.
    pub proposed_notes: Arc<notes::ByTool>,
    /// The users' comments on tools. They are never sent to a model.
    pub comments: Arc<BTreeMap<ToolName, String>>,
    /// Observations from calling tools twice, oldest first.
    pub observations: Arc<BTreeMap<ToolName, Vec<ObservationRow>>>,
    /// Lint findings the user has suppressed, sorted by server, tool and rule.
    pub suppressions: Arc<Vec<SuppressionRow>>,
    /// Inferred values that the user marked as wrong, sorted by server, tool and hint.
    pub corrections: Arc<Vec<Correction>>,
    /// Lint findings by the preferred profile, computed on first use.
    findings: OnceLock<Arc<Findings>>,
    /// The findings of an earlier catalog, most of which can be reused.
    previous_findings: Option<Arc<Findings>>,
}

impl Catalog {
    /// The entries of a server, if the list and settings they were built from are unchanged.
    fn unchanged_entries(&self, row: &ServerRow) -> Option<&[Arc<CatalogEntry>]> {
        let previous = self.server(&row.name)?;
        let inputs = |row: &ServerRow| (row.list_id, row.settings, row.first_refresh);
        (inputs(previous) == inputs(row)).then(|| self.entries_of(&row.name))
    }

    /// The tools of one server. Entries are sorted by server name.
    pub fn entries_of(&self, server: &str) -> &[Arc<CatalogEntry>] {
        let start = self.first_index(server);
        let end = self.entries.partition_point(|entry| *entry.server <= *server);
        &self.entries[start..end]
    }

    fn first_index(&self, server: &str) -> usize {
        self.entries.partition_point(|entry| *entry.server < *server)
    }

    /// The index of a tool in `entries`.
    pub fn position(&self, server: &str, tool: &str) -> Option<usize> {
        let offset = self.indexes.get(server)?.get(tool)?;
        Some(self.first_index(server) + offset)
    }

    pub fn entry(&self, server: &str, tool: &str) -> Option<&Arc<CatalogEntry>> {
        self.entries.get(self.position(server, tool)?)
    }

    /// The index of a tool in `entries`, or the error of a server or tool that does not exist.
    pub fn require_position(&self, server: &str, tool: &str) -> Result<usize, ApiError> {
        self.position(server, tool).ok_or_else(|| match self.server(server) {
            None => self.no_server(server),
            Some(_) => {
                let tools = self.entries_of(server).iter().map(|entry| &*entry.tool.name);
                ApiError::no_tool(server, tool, tools)
            }
        })
    }

    pub fn require_entry(&self, server: &str, tool: &str) -> Result<&Arc<CatalogEntry>, ApiError> {
        Ok(&self.entries[self.require_position(server, tool)?])
    }

    pub fn require_server(&self, name: &str) -> Result<&ServerRow, ApiError> {
        self.server(name).ok_or_else(|| self.no_server(name))
    }

    fn no_server(&self, name: &str) -> ApiError {
        ApiError::no_server(name, self.servers.iter().map(|server| &*server.name))
    }

    pub fn require_environment(&self, name: &str) -> Result<(), ApiError> {
        let names = || self.environments.iter().map(String::as_str);
        if names().any(|known| known == name) { Ok(()) } else { Err(ApiError::no_environment(name, names())) }
    }

    pub fn require_toolset(&self, name: &str) -> Result<(&str, &StoredToolset), ApiError> {
        let found = self.toolsets.get_key_value(name).map(|(name, stored)| (name.as_str(), stored));
        found.ok_or_else(|| ApiError::no_toolset(name, self.toolsets.keys().map(String::as_str)))
    }

    /// Parses a filter whose result the user relies on. Fails if a term cannot be parsed or names something that does not
    /// exist: it would match nothing.
    pub fn parse_filter(&self, query: &str) -> Result<Filter, ApiError> {
        let filter = Filter::parse(query);
        if let Some(problem) = filter.problems.first() {
            let see = "`hintsmith help filters` explains filters.";
            let hint = match &problem.suggestion {
                Some(suggestion) => format!("Did you mean {suggestion}? {see}"),
                None => see.to_owned(),
            };
            return Err(ApiError::new(ErrorCode::Invalid, problem.message.clone(), hint));
        }
        for item in filter.names() {
            self.check_named(item)?;
        }
        Ok(filter)
    }

    /// Fails unless the catalog has the item; its name is in lower case.
    fn check_named(&self, item: NamedItem) -> Result<(), ApiError> {
        let has = |name: &str, known: &str| known.to_lowercase() == name;
        match item {
            NamedItem::Server(name) if !self.servers.iter().any(|row| has(name, &row.name)) => {
                Err(self.no_server(name))
            }
            NamedItem::Toolset(name) if !self.toolsets.keys().any(|known| has(name, known)) => {
                self.require_toolset(name).map(drop)
            }
            NamedItem::Environment(name) if !self.environments.iter().any(|known| has(name, known)) => {
                self.require_environment(name)
            }
            _ => Ok(()),
        }
    }

    /// Positions of the matching entries; if the filter contains text, best match first.
    pub fn matching_positions(&self, filter: &Filter) -> Vec<u32> {
        // Findings are computed lazily, so only a filter that needs them waits for them.
        if !filter.needs_findings() {
            return rank_items(&self.entries, |entry| filter.rank(&entry.filter_subject(false)));
        }
        let positions: Vec<usize> = (0..self.entries.len()).collect();
        rank_items(&positions, |at| {
            filter.rank(&self.entries[*at].filter_subject(self.finding_count(*at) > 0))
        })
    }

    pub fn server(&self, name: &str) -> Option<&ServerRow> {
        self.servers.iter().find(|server| server.name == name)
    }

    /// Every decision, as a document in canonical order.
    pub fn document(&self) -> HintsmithDocument {
        let mut document = HintsmithDocument::default();
        let mut put = |environment: &str, server: &str, tool: &str, decided: DecidedTool| {
            layer_mut(&mut document, environment).insert_tool(server, tool, decided);
        };
        for entry in self.entries.iter().filter(|entry| entry.decisions.has_overrides()) {
            let environments =
                entry.decisions.environments.iter().map(|(name, decisions)| (&**name, decisions));
            for (environment, decisions) in std::iter::once((BASE, &entry.decisions.base)).chain(environments)
            {
                if !decisions.overrides.is_empty() {
                    let fingerprint = Some(entry.tool.fingerprint.clone());
                    let overrides = decisions.overrides.clone();
                    put(environment, &entry.server, &entry.tool.name, DecidedTool { fingerprint, overrides });
                }
            }
        }
        for ((server, tool), by_environment) in &self.orphaned_overrides {
            for (environment, overrides) in by_environment {
                // The tool is absent; the definition it was last decided against is the best known.
                let fingerprint = overrides.iter().find_map(|(_, decision)| decision.fingerprint.clone());
                put(environment, server, tool, DecidedTool { fingerprint, overrides: overrides.clone() });
            }
        }
        for (environment, scope, decided) in self.policies.iter().map(Policy::to_document_entry) {
            layer_mut(&mut document, environment).approvals.insert(scope, decided);
        }
        for (environment, rules) in &*self.rules {
            for rule in rules {
                let key = RuleKey { selector: rule.selector.clone(), hint: rule.hint };
                let decided = DecidedRule { value: rule.value, because: rule.because.clone() };
                layer_mut(&mut document, environment).rules.insert(key, decided);
            }
        }
        // An environment without decisions is part of the document as well.
        for name in &self.environments {
            document.environments.entry(name.clone()).or_default();
        }
        for (environment, toolset) in &*self.active_toolsets {
            layer_mut(&mut document, environment).active_toolset = Some(toolset.clone());
        }
        self.write_metadata(&mut document);
        document
    }

    /// Writes toolsets, notes, comments and reviews into a document.
    pub fn write_metadata(&self, document: &mut HintsmithDocument) {
        let note = |note: &Note| DecidedNote {
            name: note.name.clone(),
            text: note.text.clone(),
            toolset: note.toolset.clone(),
        };
        let notes = self.notes.iter().map(|(tool, notes)| (tool.clone(), notes.iter().map(note).collect()));
        document.notes = notes.collect();
        document.toolsets =
            self.toolsets.iter().map(|(name, stored)| (name.clone(), stored.set.clone())).collect();
        document.comments = BTreeMap::clone(&self.comments);
        let present = self.entries.iter().filter_map(|entry| {
            Some(((&*entry.server, entry.tool.name.as_str()), entry.decisions.review.as_ref()?))
        });
        let orphaned =
            self.orphaned_reviews.iter().map(|((server, tool), review)| ((&**server, &**tool), review));
        let reviewed = present.chain(orphaned).map(|((server, tool), review)| {
            let name = ToolName { server: server.to_owned(), tool: tool.to_owned() };
            (name, review.fingerprint.clone())
        });
        document.reviewed = reviewed.collect();
    }

    /// The active toolset of an environment, or of the base.
    pub fn active_toolset(&self, environment: Option<&str>) -> Option<&str> {
        self.active_toolsets.get(environment.unwrap_or(BASE)).map(String::as_str)
    }

    /// Lint findings by the preferred profile.
    pub fn findings(&self) -> &Arc<Findings> {
        self.findings.get_or_init(|| {
            let name = self.preference(preference::LINT_PROFILE).unwrap_or_default();
            self.findings_for_profile(Arc::new(Profile::builtin(name).unwrap_or_default()))
        })
    }

    /// Lint findings by a given profile.
    pub fn findings_for_profile(&self, profile: Arc<Profile>) -> Arc<Findings> {
        if let Some(known) = self.findings.get().filter(|known| known.profile == profile) {
            return Arc::clone(known);
        }
        let lists = self.servers.iter().map(|row| (row.name.clone(), row.list_id)).collect();
        Arc::new(Findings::lint(&self.entries, lists, profile, true, self.previous_findings.as_deref()))
    }

    /// [`Self::finding_count`] for a tool card. In a catalog with more than [`MAX_EAGER_LINT_TOOLS`] tools it is 0
    /// until the findings were requested elsewhere, so that showing cards does not wait for the linter.
    pub fn cached_finding_count(&self, index: usize) -> usize {
        let at_hand = self.entries.len() <= MAX_EAGER_LINT_TOOLS || self.findings.get().is_some();
        if at_hand { self.finding_count(index) } else { 0 }
    }

    /// The number of errors and warnings about the tool at an index that are not suppressed.
    pub fn finding_count(&self, index: usize) -> usize {
        let counts = |found: &&ToolFinding| found.severity > Severity::Note;
        let found = self.findings().at(index).iter().filter(counts);
        if self.suppressions.is_empty() {
            return found.count();
        }
        let entry = &self.entries[index];
        found.filter(|found| self.suppression(&entry.server, &entry.tool.name, found.rule).is_none()).count()
    }

    pub fn correction(&self, server: &str, tool: &str, hint: HintName) -> Option<&Correction> {
        let is_searched = |row: &&Correction| row.server == server && row.tool == tool && row.hint == hint;
        self.corrections.iter().find(is_searched)
    }

    pub fn suppression(&self, server: &str, tool: &str, rule: &str) -> Option<&SuppressionRow> {
        let key = |row: &SuppressionRow| {
            let what = &row.suppression;
            (what.server.as_str(), what.tool.as_str(), what.rule.as_str()).cmp(&(server, tool, rule))
        };
        self.suppressions.binary_search_by(key).ok().map(|at| &self.suppressions[at])
    }

    /// Marks the findings as outdated. They stay available for reuse.
    pub fn invalidate_findings(&mut self) {
        self.previous_findings = self.findings.take().or(self.previous_findings.take());
    }

    /// A preference, if the user has set it.
    pub fn preference(&self, key: &str) -> Option<&str> {
        self.preferences.get(key).map(String::as_str)
    }
}

fn layer_mut<'a>(document: &'a mut HintsmithDocument, environment: &str) -> &'a mut DecidedLayer {
    if environment == BASE {
        &mut document.base
    } else {
        document.environments.entry(environment.to_owned()).or_default()
    }
}

/// The latest catalog, and what is needed to notice that it is out of date.
#[derive(Default)]
pub struct CatalogCache {
    state: Mutex<CacheState>,
    /// Held while loading, so that two readers do not load the same catalog twice.
    pub loading: tokio::sync::Mutex<()>,
    /// Held from before a change is stored until the catalog includes it, so that changes do not overtake each other.
    pub changing: tokio::sync::Mutex<()>,
}

#[derive(Default)]
pub struct CacheState {
    pub catalog: Option<Arc<Catalog>>,
    /// The previous catalog while there is no current one: most of it can be reused.
    pub previous: Option<Arc<Catalog>>,
    /// Lists whose tools were parsed and inferred during a scan, by list id.
    pub inferred_lists: InferredLists,
    pub environment: Option<String>,
    /// [`Db::foreign_version`](crate::db::Db::foreign_version) of the catalog.
    pub foreign_version: i64,
    pub revision: u32,
    /// The number of changes by this process. A load that finds it increased starts again.
    pub change_count: u64,
}

impl CatalogCache {
    /// The latest catalog, if no other process has written since.
    pub fn get_current(&self, foreign_version: i64) -> Option<Arc<Catalog>> {
        let state = self.state();
        state.catalog.clone().filter(|_| state.foreign_version == foreign_version)
    }

    pub fn state(&self) -> MutexGuard<'_, CacheState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Increases the revision after a change outside the store that DTOs include, such as a connection.
    pub fn bump_revision(&self) {
        let mut state = self.state();
        state.revision += 1;
        let revision = state.revision;
        if let Some(catalog) = &state.catalog {
            state.catalog = Some(Arc::new(Catalog { revision, ..Catalog::clone(catalog) }));
        }
    }

    /// Switches to another environment.
    pub fn select_environment(&self, environment: Option<String>) {
        self.state().environment = environment;
        self.invalidate();
    }

    pub fn environment(&self) -> Option<String> {
        self.state().environment.clone()
    }

    /// Caches a list that is about to be stored, so that its tools need not be parsed and inferred again.
    pub fn cache_inferred_list(&self, list_id: i64, tools: InferredList) {
        self.state().inferred_lists.insert(list_id, tools);
    }

    /// Drops the catalog: the next reader loads it again.
    pub fn invalidate(&self) {
        let mut state = self.state();
        state.previous = state.catalog.take().or(state.previous.take());
        state.change_count += 1;
    }
}
#[cfg(test)]
mod tests {
    use super::*;
    use crate::Engine;
    use crate::api::servers::refresh::FetchedList;
    use crate::dto::{AddNotes, DecideInput, FieldDecision, NewNote};
    use crate::store::servers::ScanMetadata;
    use crate::testing;
    use hintsmith_core::model::hint::HintName;

    const TOOLS: usize = 20;

    /// A list whose definitions differ from round to round only in what the fingerprint ignores.
    fn list(round: usize) -> FetchedList {
        let raw =
            |n| format!(r#"{{"name":"tool_{n}","inputSchema":{{}},"_meta":{{"round":{round}}}}}"#).into();
        FetchedList { tools: (0..TOOLS).map(raw).collect(), metadata: ScanMetadata::default(), ttl: None }
    }

    async fn engine(folder: &std::path::Path) -> Arc<Engine> {
        let engine = testing::open_engine(folder, &[("s", &[])]).await;
        engine.servers.store_list("s", list(TOOLS)).await.unwrap();
        engine
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn decisions_made_during_a_scan_are_all_in_the_catalog() {
        let folder = tempfile::tempdir().unwrap();
        let engine = engine(folder.path()).await;
        let mut work = tokio::task::JoinSet::new();
        for n in 0..TOOLS {
            let (deciding, reading) = (Arc::clone(&engine), Arc::clone(&engine));
            work.spawn(async move {
                let (server, tool) = ("s".to_owned(), format!("tool_{n}"));
                let decisions = vec![FieldDecision::Hint { hint: HintName::ReadOnly, value: Some(true) }];
                let (environment, seen, because) = (None, None, None);
                let input = DecideInput { server, tool, environment, seen, decisions, because };
                deciding.decisions.decide(input).await.unwrap();
            });
            work.spawn(async move {
                reading.servers.store_list("s", list(n)).await.unwrap();
            });
        }
        work.join_all().await;
        let catalog = engine.context.current_catalog().await.unwrap();
        assert_eq!(catalog.entries.iter().filter(|entry| entry.decisions.has_overrides()).count(), TOOLS);
        assert_eq!(catalog.unexported_changes(&catalog.document()).len(), TOOLS);
    }

    #[tokio::test]
    async fn notes_are_searched_and_a_match_in_the_name_comes_first() {
        let folder = tempfile::tempdir().unwrap();
        let engine = engine(folder.path()).await;
        let note = NewNote { name: "careful".into(), text: "Never call tool_3 on a Sunday".into() };
        let notes = AddNotes {
            server: "s".into(),
            tool: "tool_7".into(),
            toolset: None,
            notes: vec![note],
            allow_hidden: false,
        };
        engine.notes.add(notes).await.unwrap();
        let found = async |query: &str| {
            let matches = engine
                .tools
                .search(crate::dto::SearchInput { query: query.to_owned() })
                .await
                .unwrap()
                .matches;
            let catalog = engine.context.current_catalog().await.unwrap();
            matches.iter().map(|at| catalog.entries[*at as usize].tool.name.clone()).collect::<Vec<_>>()
        };
        assert_eq!(found("sunday").await, ["tool_7"]);
        assert_eq!(found("has:note").await, ["tool_7"]);
        assert_eq!(found("tool_3").await, ["tool_3", "tool_7"]);
    }
}
