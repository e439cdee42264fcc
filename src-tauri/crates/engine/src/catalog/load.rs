//! Building the catalog from the store. Everything is read in one transaction; parsing and inference, which take long,
//! run after it.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, OnceLock};

use hintsmith_core::export::target::TargetKind;
use hintsmith_core::export::targets;
use hintsmith_core::infer::corrections::Correction;
use hintsmith_core::infer::{Inference, InferenceSettings, ServerFacts, infer};
use hintsmith_core::model::decisions::Decisions;
use hintsmith_core::model::rule::Rules;
use hintsmith_core::model::tool::{MIN_TOOLS_PER_THREAD, Tool};
use hintsmith_core::model::toolset::ToolName;
use hintsmith_core::parallel;
use rusqlite::Connection;

use super::entry::{CatalogEntry, ToolAge, ToolDecisions};
use super::references::ReferenceResolver;
use super::{Catalog, LastExport, ToolIndex};
use crate::store::notes::{self, Note};
use crate::store::observations::{self, ObservationRow};
use crate::store::overrides::{self, ToolId};
use crate::store::policies::{self, Policy};
use crate::store::reviews::Review;
use crate::store::row_checksum::corrupt_row;
use crate::store::servers::{self, ServerRow};
use crate::store::suppressions::{self, SuppressionRow};
use crate::store::tools::StoredTool;
use crate::store::{
    comments, environments, exports, guess_corrections, preferences, reviews, rules, tools, toolsets,
};

/// Lists whose tools were parsed and inferred during a scan, by list id.
pub type InferredLists = HashMap<i64, InferredList>;

/// The parsed tools of a list with their inferred hints.
#[derive(Debug, Clone)]
pub struct InferredList {
    settings: InferenceSettings,
    tools: Vec<InferredTool>,
}

pub type InferredTool = (Arc<Tool>, Arc<Inference>);

impl InferredList {
    pub fn new(tools: Vec<Arc<Tool>>, settings: InferenceSettings) -> Self {
        let facts = ServerFacts::from_tools(tools.iter().map(|tool| &**tool));
        let tools = parallel::map_chunks(&tools, MIN_TOOLS_PER_THREAD, |_, tools| {
            let infer_tool = |tool: &Arc<Tool>| (Arc::clone(tool), Arc::new(infer(tool, &facts, settings)));
            tools.iter().map(infer_tool).collect()
        });
        Self { settings, tools }
    }

    /// Each tool with its inference.
    pub fn into_tools(self) -> impl Iterator<Item = InferredTool> {
        self.tools.into_iter()
    }
}

/// The contents of the store at one moment.
pub struct StoreSnapshot {
    servers: Vec<ServerRow>,
    environments: Vec<String>,
    overrides: HashMap<ToolId, overrides::ByEnvironment>,
    rules: rules::ByEnvironment,
    reviews: HashMap<ToolId, Review>,
    notes: notes::ByTool,
    proposed_notes: notes::ByTool,
    toolsets: BTreeMap<String, toolsets::StoredToolset>,
    /// The active toolset, by environment.
    active_toolsets: BTreeMap<String, String>,
    comments: BTreeMap<ToolName, String>,
    observations: BTreeMap<ToolName, Vec<ObservationRow>>,
    exports: Vec<exports::ExportRow>,
    preferences: BTreeMap<String, String>,
    policies: Vec<Policy>,
    suppressions: Vec<SuppressionRow>,
    corrections: Vec<Correction>,
    /// The lists that the previous catalog does not contain, by server.
    lists: HashMap<String, LoadedList>,
}

/// A list to build entries from.
enum LoadedList {
    Stored(Vec<StoredTool>),
    /// Parsed and inferred already; only the ages of the tools were read, as `(since, first)`.
    Inferred(Vec<(i64, i64)>, InferredList),
}

/// Returns whether a program reads the exported file. A document for people delivers no decision.
fn is_for_program(export: &exports::ExportRow) -> bool {
    targets::find_target(&export.target).is_none_or(|target| target.kind != TargetKind::Document)
}

impl StoreSnapshot {
    /// Reads the store. Skips the list of a server that is unchanged since `before`, and parsed lists that are in
    /// `known`.
    pub fn read(
        connection: &Connection,
        previous: Option<&Catalog>,
        inferred: &InferredLists,
    ) -> rusqlite::Result<Self> {
        let servers = servers::all(connection)?;
        // The settings decide what is inferred, and the source is shown: neither may come from a corrupt row.
        if let Some(row) = servers.iter().find(|row| !row.is_intact) {
            return Err(corrupt_row(format!("the server {} does not match its checksum", row.name)));
        }
        let mut lists = HashMap::new();
        for server in &servers {
            if previous.is_some_and(|previous| previous.unchanged_entries(server).is_some()) {
                continue;
            }
            let list = match inferred.get(&server.list_id).filter(|list| list.settings == server.settings) {
                Some(list) => LoadedList::Inferred(tools::ages(connection, &server.name)?, list.clone()),
                None => LoadedList::Stored(tools::list(connection, &server.name, server.tool_count)?),
            };
            lists.insert(server.name.clone(), list);
        }
        Ok(Self {
            environments: environments::all(connection)?,
            overrides: overrides::all(connection)?,
            rules: rules::all(connection)?,
            reviews: reviews::all(connection)?,
            notes: notes::all(connection)?,
            proposed_notes: notes::proposed(connection)?,
            toolsets: toolsets::all(connection)?,
            active_toolsets: toolsets::active(connection)?,
            comments: comments::all(connection)?,
            observations: observations::all(connection)?,
            exports: exports::all(connection)?.into_iter().filter(is_for_program).collect(),
            preferences: preferences::all(connection)?,
            policies: policies::all(connection)?,
            suppressions: suppressions::all(connection)?,
            corrections: guess_corrections::all(connection)?,
            servers,
            lists,
        })
    }

    /// Resolves everything for one environment, or for the base if that environment no longer exists.
    pub fn into_catalog(mut self, previous: Option<&Catalog>, environment: Option<&str>) -> Catalog {
        let environment = environment.filter(|wanted| self.environments.iter().any(|name| name == wanted));
        let environment: Option<Arc<str>> = environment.map(Arc::from);
        let mut entries: Vec<Arc<CatalogEntry>> = Vec::new();
        let mut indexes = HashMap::new();
        let servers = std::mem::take(&mut self.servers);
        for server in &servers {
            let start = entries.len();
            let reusable =
                previous.and_then(|previous| Some((previous.unchanged_entries(server)?, previous)));
            match reusable {
                Some((list, previous)) => {
                    entries.extend(list.iter().cloned());
                    if let Some(index) = previous.indexes.get(&server.name) {
                        indexes.insert(server.name.clone(), Arc::clone(index));
                    }
                }
                None => {
                    let list = self.lists.remove(&server.name).unwrap_or(LoadedList::Stored(Vec::new()));
                    entries.extend(build_entries(server, list));
                    let names = entries[start..].iter().enumerate();
                    let index: ToolIndex = names.map(|(at, entry)| (entry.tool.name.clone(), at)).collect();
                    indexes.insert(server.name.clone(), Arc::new(index));
                }
            }
        }
        let known = previous.map_or(&[][..], |previous| &previous.exports);
        let exports = LastExport::parse_all(std::mem::take(&mut self.exports), known);
        let mut catalog = Catalog {
            revision: 0,
            environment,
            environments: std::mem::take(&mut self.environments),
            servers,
            entries,
            indexes,
            orphaned_overrides: HashMap::new(),
            orphaned_reviews: HashMap::new(),
            rules: Arc::new(std::mem::take(&mut self.rules)),
            exports,
            preferences: Arc::new(std::mem::take(&mut self.preferences)),
            policies: Arc::new(std::mem::take(&mut self.policies)),
            toolsets: Arc::new(std::mem::take(&mut self.toolsets)),
            active_toolsets: Arc::new(std::mem::take(&mut self.active_toolsets)),
            notes: Arc::new(std::mem::take(&mut self.notes)),
            proposed_notes: Arc::new(std::mem::take(&mut self.proposed_notes)),
            comments: Arc::new(std::mem::take(&mut self.comments)),
            observations: Arc::new(std::mem::take(&mut self.observations)),
            suppressions: Arc::new(std::mem::take(&mut self.suppressions)),
            corrections: Arc::new(std::mem::take(&mut self.corrections)),
            findings: OnceLock::new(),
            previous_findings: previous.and_then(|previous| {
                previous.findings.get().or(previous.previous_findings.as_ref()).cloned()
            }),
        };
        self.assign_decisions(&mut catalog);
        catalog.orphaned_overrides = self.overrides;
        catalog.orphaned_reviews = self.reviews;
        catalog
    }

    /// Assigns every tool its decisions. What remains in the snapshot belongs to tools that no list contains.
    fn assign_decisions(&mut self, catalog: &mut Catalog) {
        let rules = LayeredRules::new(&catalog.rules);
        let mut notes = NotesByTool::new(catalog);
        let active_toolset = catalog.active_toolset(catalog.environment.as_deref()).map(Arc::from);
        for at in 0..catalog.entries.len() {
            let entry = &catalog.entries[at];
            let decisions = self.take_decisions(catalog, entry, &rules, notes.take(at));
            let context = (&entry.environment, &entry.active_toolset);
            if *entry.decisions != decisions || context != (&catalog.environment, &active_toolset) {
                let entry = entry.with_decisions(
                    Arc::new(decisions),
                    catalog.environment.clone(),
                    active_toolset.clone(),
                );
                catalog.entries[at] = Arc::new(entry);
            }
        }
    }

    /// Moves the decisions about one tool out of the snapshot.
    fn take_decisions(
        &mut self,
        catalog: &Catalog,
        entry: &CatalogEntry,
        rules: &LayeredRules,
        written: ToolNotes,
    ) -> ToolDecisions {
        let (server, tool) = (&*entry.server, entry.tool.name.as_str());
        let id = (server.to_owned(), tool.to_owned());
        let mut overrides = self.overrides.remove(&id).unwrap_or_default();
        let base = Decisions {
            overrides: overrides.remove(environments::BASE).unwrap_or_default(),
            rules: rules.base.for_tool(server, tool),
        };
        let review = self.reviews.remove(&id);
        let (server_name, tool_name) = id;
        let remark = catalog.comments.get(&ToolName { server: server_name, tool: tool_name }).cloned();
        let ToolNotes { notes, toolsets } = written;
        let mut tool_decisions =
            ToolDecisions { base, environments: BTreeMap::new(), review, notes, toolsets, comment: remark };
        for name in &catalog.environments {
            let decisions = Decisions {
                overrides: overrides.remove(name).unwrap_or_default(),
                rules: rules
                    .environments
                    .get(name)
                    .map(|rules| rules.for_tool(server, tool))
                    .unwrap_or_default(),
            };
            if !decisions.is_empty() {
                tool_decisions.environments.insert(name.as_str().into(), decisions);
            }
        }
        tool_decisions
    }
}

/// The notes and toolsets of one tool.
#[derive(Default)]
struct ToolNotes {
    notes: Vec<Note>,
    toolsets: Vec<Arc<str>>,
}

/// The notes and toolsets of every tool, by index in the catalog.
struct NotesByTool(HashMap<usize, ToolNotes>);

impl NotesByTool {
    fn new(catalog: &Catalog) -> Self {
        let finder = ReferenceResolver::new(catalog);
        let mut by_index: HashMap<usize, ToolNotes> = HashMap::new();
        for (name, stored) in &*catalog.toolsets {
            let name: Arc<str> = name.as_str().into();
            for found in stored.set.tools.iter().filter_map(|tool| finder.resolve(tool)) {
                let toolsets = &mut by_index.entry(found.tool).or_default().toolsets;
                // Two references may resolve to the same tool.
                if toolsets.last() != Some(&name) {
                    toolsets.push(Arc::clone(&name));
                }
            }
        }
        for (tool, notes) in &*catalog.notes {
            if let Some(found) = finder.resolve(tool) {
                by_index.entry(found.tool).or_default().notes.extend(notes.iter().cloned());
            }
        }
        by_index.values_mut().for_each(|by_index| notes::sort(&mut by_index.notes));
        Self(by_index)
    }

    fn take(&mut self, at: usize) -> ToolNotes {
        self.0.remove(&at).unwrap_or_default()
    }
}

/// The rules of each layer, compiled.
struct LayeredRules {
    base: Rules,
    environments: HashMap<String, Rules>,
}

impl LayeredRules {
    fn new(rules: &rules::ByEnvironment) -> Self {
        let mut layered = Self { base: Rules::default(), environments: HashMap::new() };
        for (environment, rules) in rules {
            let rules = Rules::new(rules.iter().cloned());
            if environment == environments::BASE {
                layered.base = rules;
            } else {
                layered.environments.insert(environment.clone(), rules);
            }
        }
        layered
    }
}

fn build_entries(server: &ServerRow, list: LoadedList) -> Vec<Arc<CatalogEntry>> {
    let (InferredList { tools, .. }, ages): (InferredList, Vec<(i64, i64)>) = match list {
        LoadedList::Inferred(ages, list) => (list, ages),
        LoadedList::Stored(stored) => {
            let ages = stored.iter().map(|tool| (tool.since, tool.first)).collect();
            let tools = Tool::parse_list(stored.into_iter().map(|tool| tool.raw));
            (InferredList::new(tools.into_iter().map(Arc::new).collect(), server.settings), ages)
        }
    };
    let name: Arc<str> = server.name.as_str().into();
    let entry = |(tool, inference): &InferredTool, (since, first): &(i64, i64)| {
        let came = server.first_refresh.is_some_and(|read| *first > read);
        let age = ToolAge { since: *since, first: *first, is_added_later: came };
        Arc::new(CatalogEntry::new(Arc::clone(&name), Arc::clone(tool), Arc::clone(inference), age))
    };
    parallel::map_chunks(&tools, MIN_TOOLS_PER_THREAD, |start, tools| {
        tools.iter().zip(&ages[start..]).map(|(tool, age)| entry(tool, age)).collect()
    })
}
