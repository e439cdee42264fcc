//! Every tool of every server, resolved and ready to be shown, kept in memory and patched as decisions change.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hintsmith_core::badge::{Badge, badges};
use hintsmith_core::export::hintsmith_json::{DecidedTool, Document};
use hintsmith_core::filter::{HintState, Subject};
use hintsmith_core::hint::PerHint;
use hintsmith_core::infer::{Inference, ServerFacts, Settings, infer};
use hintsmith_core::layer::Layer;
use hintsmith_core::overrides::{Field, Overrides};
use hintsmith_core::resolve::{Behaviour, Layers, ResolvedTool, resolve};
use hintsmith_core::tool::Tool;
use rusqlite::Connection;

use crate::Engine;
use crate::error::ApiError;
use crate::store::exports::{self, ExportRow};
use crate::store::overrides::{self, ToolId};
use crate::store::servers::{self, ServerRow};
use crate::store::tools;

/// One tool with everything that is known about it.
#[derive(Debug, Clone)]
pub struct Entry {
    pub server: Arc<str>,
    pub tool: Arc<Tool>,
    pub inference: Arc<Inference>,
    pub overrides: Overrides,
    pub title: String,
    pub badges: Vec<Badge>,
    pub behaviour: Behaviour,
    /// What a filter looks at.
    title_layer: Layer,
    hints: PerHint<HintState>,
    text: Arc<str>,
}

impl Entry {
    fn new(
        server: Arc<str>,
        tool: Tool,
        facts: &ServerFacts,
        settings: Settings,
        overrides: Overrides,
    ) -> Self {
        let inference = infer(&tool, facts, settings);
        let description = tool.description.as_deref().unwrap_or_default();
        let declared = tool.declared.shown_title().unwrap_or_default();
        let text = format!("{} {} {declared} {description}", tool.name, inference.title).to_lowercase();
        let entry = Self {
            server,
            tool: Arc::new(tool),
            inference: Arc::new(inference),
            overrides: Overrides::default(),
            title: String::new(),
            badges: Vec::new(),
            behaviour: Behaviour::Destructive,
            title_layer: Layer::Default,
            hints: PerHint::from_fn(|hint| HintState {
                value: hint.careful(),
                layer: Layer::Default,
                unused: false,
            }),
            text: text.into(),
        };
        entry.with(overrides)
    }

    /// The same tool with other decisions.
    fn with(&self, overrides: Overrides) -> Self {
        let mut entry = Self { overrides, ..self.clone() };
        let resolved = entry.resolved();
        let title = resolved.title.winner.value.to_owned();
        let (title_layer, badges, behaviour) =
            (resolved.title.layer(), badges(&resolved), resolved.behaviour());
        let hints = PerHint::from_fn(|hint| HintState {
            value: resolved.hint(hint),
            layer: resolved.hints[hint].layer(),
            unused: resolved.is_unused(hint),
        });
        entry = Self { title, title_layer, badges, behaviour, hints, ..entry };
        entry
    }

    pub fn resolved(&self) -> ResolvedTool<'_> {
        resolve(&Layers {
            name: &self.tool.name,
            inferred: &self.inference,
            declared: &self.tool.declared,
            overrides: &self.overrides,
            environment: None,
        })
    }

    pub fn subject(&self) -> Subject<'_> {
        Subject {
            server: &self.server,
            text: &self.text,
            title: self.title_layer,
            hints: &self.hints,
            has_problem: !self.tool.problems.is_empty(),
        }
    }
}

/// The state of the whole store at one moment. Cheap to clone and never changed in place.
#[derive(Debug, Clone)]
pub struct Catalog {
    /// Grows with every change this process sees.
    pub revision: u32,
    pub servers: Vec<ServerRow>,
    pub entries: Vec<Arc<Entry>>,
    positions: Arc<HashMap<ToolId, usize>>,
    /// Decisions for tools that are not there now.
    pub waiting: HashMap<ToolId, Overrides>,
    pub last_export: Option<Arc<LastExport>>,
}

/// What was written last, to tell what has changed since.
#[derive(Debug)]
pub struct LastExport {
    pub row: ExportRow,
    pub document: Document,
}

impl Catalog {
    /// Reads the store. Of a server whose list and settings are those of `before`, only the decisions are read again.
    fn load(connection: &Connection, before: Option<&Self>) -> rusqlite::Result<Self> {
        let servers = servers::all(connection)?;
        let mut waiting = overrides::all(connection)?;
        let mut entries: Vec<Arc<Entry>> = Vec::new();
        let mut positions = HashMap::new();
        for server in &servers {
            let start = entries.len();
            match before.and_then(|before| before.same_list(server)) {
                Some(known) => entries.extend(known.iter().cloned()),
                None => {
                    let tools = Tool::parse_list(tools::of(connection, &server.name)?);
                    let facts = ServerFacts::of(&tools);
                    let name: Arc<str> = server.name.as_str().into();
                    let none = Overrides::default;
                    let entry =
                        |tool| Arc::new(Entry::new(Arc::clone(&name), tool, &facts, server.settings, none()));
                    entries.extend(tools.into_iter().map(entry));
                }
            }
            for (position, entry) in entries.iter_mut().enumerate().skip(start) {
                let id = (server.name.clone(), entry.tool.name.clone());
                let overrides = waiting.remove(&id).unwrap_or_default();
                if entry.overrides != overrides {
                    *entry = Arc::new(entry.with(overrides));
                }
                positions.insert(id, position);
            }
        }
        let last_export = exports::latest(connection)?.map(|row| {
            // Written by us; should it ever be unreadable, everything counts as changed.
            let document = Document::parse(&row.decisions).unwrap_or_default();
            Arc::new(LastExport { row, document })
        });
        Ok(Self { revision: 0, servers, entries, positions: Arc::new(positions), waiting, last_export })
    }

    /// The entries of a server, if what they are made from is the same.
    fn same_list(&self, row: &ServerRow) -> Option<&[Arc<Entry>]> {
        let known = self.server(&row.name)?;
        if (known.list, known.settings) != (row.list, row.settings) {
            return None;
        }
        Some(self.entries_of(&row.name))
    }

    /// The tools of one server. Servers are in the order of their names.
    pub fn entries_of(&self, server: &str) -> &[Arc<Entry>] {
        let start = self.entries.partition_point(|entry| *entry.server < *server);
        let end = self.entries.partition_point(|entry| *entry.server <= *server);
        &self.entries[start..end]
    }

    pub fn entry(&self, server: &str, tool: &str) -> Option<&Arc<Entry>> {
        // The lookup key must own its parts; tool lookups are rare enough for that.
        let position = self.positions.get(&(server.to_owned(), tool.to_owned()))?;
        self.entries.get(*position)
    }

    pub fn server(&self, name: &str) -> Option<&ServerRow> {
        self.servers.iter().find(|server| server.name == name)
    }

    /// Everything a person decided, in the canonical order.
    pub fn document(&self) -> Document {
        let mut document = Document::default();
        let mut put = |server: &str, tool: &str, decided: DecidedTool| {
            document.servers.entry(server.to_owned()).or_default().insert(tool.to_owned(), decided);
        };
        for entry in self.entries.iter().filter(|entry| !entry.overrides.is_empty()) {
            let fingerprint = Some(entry.tool.fingerprint.clone());
            put(
                &entry.server,
                &entry.tool.name,
                DecidedTool { fingerprint, overrides: entry.overrides.clone() },
            );
        }
        for ((server, tool), overrides) in &self.waiting {
            // The tool is not there to ask; the definition it was last decided against is the best we know.
            let fingerprint = overrides.iter().find_map(|(_, decision)| decision.fingerprint.clone());
            put(server, tool, DecidedTool { fingerprint, overrides: overrides.clone() });
        }
        document
    }

    /// The fields of a tool that differ from what was exported last.
    pub fn changed_fields(&self, server: &str, tool: &str, overrides: &Overrides) -> Vec<Field> {
        let exported =
            self.last_export.as_ref().and_then(|last| last.document.servers.get(server)?.get(tool));
        let decided = |overrides: Option<&Overrides>, field| {
            overrides.and_then(|overrides| overrides.get(field)).map(|d| (d.value.clone(), d.because.clone()))
        };
        let exported = exported.map(|tool| &tool.overrides);
        Field::ALL
            .into_iter()
            .filter(|field| decided(Some(overrides), *field) != decided(exported, *field))
            .collect()
    }

    /// How many decisions differ from what was exported last.
    pub fn changes(&self) -> usize {
        let now = self.document();
        let empty = Document::default();
        let before = self.last_export.as_ref().map_or(&empty, |last| &last.document);
        let ids = |document: &Document| -> Vec<ToolId> {
            let tools = document.servers.iter();
            tools.flat_map(|(s, tools)| tools.keys().map(|t| (s.clone(), t.clone()))).collect()
        };
        let mut all = ids(&now);
        all.extend(ids(before));
        all.sort_unstable();
        all.dedup();
        let none = Overrides::default();
        all.iter()
            .map(|(server, tool)| {
                let decided = now.servers.get(server).and_then(|tools| tools.get(tool));
                self.changed_fields(server, tool, decided.map_or(&none, |decided| &decided.overrides)).len()
            })
            .sum()
    }
}

/// The newest catalog, and how to tell that it is out of date.
#[derive(Default)]
pub struct CatalogCache {
    state: Mutex<CacheState>,
    /// Held while loading, so that two readers do not load the same thing twice.
    loading: tokio::sync::Mutex<()>,
    /// Held from before a change is stored until the catalog knows it, so that changes do not overtake each other.
    changing: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct CacheState {
    catalog: Option<Arc<Catalog>>,
    /// The one before, when there is none now: most of it will be the same again.
    before: Option<Arc<Catalog>>,
    foreign_version: i64,
    revision: u32,
    /// How often the store was changed by this process; tells a load that it was overtaken.
    changes: u64,
}

impl CatalogCache {
    fn newest(&self, foreign_version: i64) -> Option<Arc<Catalog>> {
        let state = self.state();
        state.catalog.clone().filter(|_| state.foreign_version == foreign_version)
    }

    fn state(&self) -> MutexGuard<'_, CacheState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Something beside the store has changed that views show.
    pub fn touch(&self) {
        let mut state = self.state();
        state.revision += 1;
        let revision = state.revision;
        if let Some(catalog) = &state.catalog {
            state.catalog = Some(Arc::new(Catalog { revision, ..Catalog::clone(catalog) }));
        }
    }

    /// The next reader loads everything again.
    fn forget(&self) {
        let mut state = self.state();
        state.before = state.catalog.take().or(state.before.take());
        state.changes += 1;
    }
}

impl Engine {
    /// The catalog as it is now, whoever changed it.
    pub(crate) async fn current(&self) -> Result<Arc<Catalog>, ApiError> {
        let version = self.db.foreign_version().await?;
        if let Some(catalog) = self.catalog.newest(version) {
            return Ok(catalog);
        }
        let _loading = self.catalog.loading.lock().await;
        loop {
            if let Some(catalog) = self.catalog.newest(version) {
                return Ok(catalog);
            }
            let (changes, before) = {
                let state = self.catalog.state();
                (state.changes, state.catalog.clone().or_else(|| state.before.clone()))
            };
            let load = move |connection: &Connection| Catalog::load(connection, before.as_deref());
            let mut catalog = self.db.read(load).await?;
            let mut state = self.catalog.state();
            if state.changes != changes {
                continue;
            }
            state.revision += 1;
            catalog.revision = state.revision;
            let catalog = Arc::new(catalog);
            state.catalog = Some(Arc::clone(&catalog));
            state.before = None;
            state.foreign_version = version;
            return Ok(catalog);
        }
    }

    /// Stores a change that touches more than one tool's decisions.
    pub(crate) async fn change<T: Send + 'static>(
        &self,
        write: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, ApiError> {
        let _changing = self.catalog.changing.lock().await;
        let done = self.db.write(write).await?;
        self.catalog.forget();
        Ok(done)
    }

    /// Stores the decisions of one tool and patches the catalog. `decide` gives the decisions that hold then and how
    /// to store them.
    pub(crate) async fn change_tool<W>(
        &self,
        server: &str,
        tool: &str,
        decide: impl FnOnce(&Entry) -> (Overrides, W),
    ) -> Result<Arc<Catalog>, ApiError>
    where
        W: FnOnce(&Connection) -> rusqlite::Result<()> + Send + 'static,
    {
        let _changing = self.catalog.changing.lock().await;
        let before = self.current().await?;
        let entry = before.entry(server, tool).ok_or_else(|| ApiError::no_tool(server, tool))?;
        let (overrides, write) = decide(entry);
        self.db.write(write).await?;

        let mut catalog = Catalog::clone(&before);
        if let Some(position) = catalog.positions.get(&(server.to_owned(), tool.to_owned())) {
            catalog.entries[*position] = Arc::new(catalog.entries[*position].with(overrides));
        }
        let mut state = self.catalog.state();
        state.revision += 1;
        state.changes += 1;
        catalog.revision = state.revision;
        let catalog = Arc::new(catalog);
        state.catalog = Some(Arc::clone(&catalog));
        Ok(catalog)
    }

    /// A number that grows with every change, whoever made it.
    pub async fn revision(&self) -> Result<u32, ApiError> {
        Ok(self.current().await?.revision)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::view::{AddServerInput, DecideHintInput, NewServer, NewSource};
    use crate::{Limits, Options, SecretsOptions};
    use hintsmith_core::hint::HintName;

    const TOOLS: usize = 20;

    fn raws() -> Vec<Arc<str>> {
        (0..TOOLS).map(|n| format!(r#"{{"name":"tool_{n}","inputSchema":{{}}}}"#).into()).collect()
    }

    async fn engine(folder: &std::path::Path) -> Arc<Engine> {
        let (data, program) = (folder.to_owned(), "hintsmith".into());
        let (limits, secrets) = (Limits::default(), SecretsOptions::default());
        let engine = Engine::open(Options { data, program, limits, secrets }).await.unwrap();
        let server = NewServer { name: "s".into(), source: NewSource::Demo { tools: None } };
        let consent = engine.preview_server(server.clone()).await.unwrap().consent;
        engine.add_server(AddServerInput { server, consent }).await.unwrap();
        engine.change(|connection| tools::replace(connection, "s", &raws())).await.unwrap();
        engine
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn decisions_made_while_a_server_is_read_again_are_all_in_the_catalog() {
        let folder = tempfile::tempdir().unwrap();
        let engine = engine(folder.path()).await;
        let mut work = tokio::task::JoinSet::new();
        for n in 0..TOOLS {
            let (deciding, reading) = (Arc::clone(&engine), Arc::clone(&engine));
            work.spawn(async move {
                let (server, tool) = ("s".to_owned(), format!("tool_{n}"));
                let input = DecideHintInput {
                    server,
                    tool,
                    hint: HintName::ReadOnly,
                    value: Some(true),
                    because: None,
                };
                deciding.decide_hint(input).await.unwrap();
            });
            work.spawn(async move {
                reading.change(|connection| tools::replace(connection, "s", &raws())).await.unwrap();
            });
        }
        work.join_all().await;
        let catalog = engine.current().await.unwrap();
        assert_eq!(catalog.entries.iter().filter(|entry| !entry.overrides.is_empty()).count(), TOOLS);
        assert_eq!(catalog.changes(), TOOLS);
    }
}
