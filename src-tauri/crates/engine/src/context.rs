//! The context that every service works with: the store, the catalog of its tools, and the author of changes.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use hintsmith_core::model::tool::MIN_TOOLS_PER_THREAD;
use hintsmith_core::parallel;
use rusqlite::Connection;
use tokio::sync::Notify;

use crate::catalog::{Catalog, CatalogCache, StoreSnapshot, ToolDecisions};
use crate::db::{Completion, Db};
use crate::dto::Loosening;
use crate::error::ApiError;
use crate::store::history::{ChangeOrigin, ChangeSet};
use crate::{Author, Options, clock};

tokio::task_local! {
    /// Set while an agent tool runs: its changes are recorded as those of an agent.
    static BY_AGENT: ();
}

/// Runs work whose changes are recorded as those of an agent.
pub fn run_as_agent<F: Future>(work: F) -> impl Future<Output = F::Output> {
    BY_AGENT.scope((), work)
}

/// Returns whether the current task runs an agent tool.
pub fn is_by_agent() -> bool {
    BY_AGENT.try_with(|()| ()).is_ok()
}

pub struct Context {
    pub options: Options,
    pub db: Db,
    pub catalog: CatalogCache,
    /// Wakes the proxies of this process after a policy change.
    pub policy_changed: Notify,
    /// Set when the engine stops: no scan or call is started any more.
    pub is_stopping: AtomicBool,
}

impl Context {
    pub async fn open(options: Options) -> Result<Arc<Self>, ApiError> {
        let db = Db::open(options.data_folder.clone()).await?;
        Ok(Arc::new(Self {
            options,
            db,
            catalog: CatalogCache::default(),
            policy_changed: Notify::new(),
            is_stopping: AtomicBool::new(false),
        }))
    }

    /// The origin of a change made now. A change made by an agent says so.
    pub fn change_origin(&self) -> ChangeOrigin {
        let Author { name, mut via } = self.options.author.clone();
        if is_by_agent() {
            via = format!("agent via {via}");
        }
        ChangeOrigin { at: clock::now(), author: name, via }
    }

    /// The current catalog, including changes by other processes.
    pub async fn current_catalog(&self) -> Result<Arc<Catalog>, ApiError> {
        let version = self.db.foreign_version().await?;
        if let Some(catalog) = self.catalog.get_current(version) {
            return Ok(catalog);
        }
        let _loading = self.catalog.loading.lock().await;
        loop {
            if let Some(catalog) = self.catalog.get_current(version) {
                return Ok(catalog);
            }
            let (changes, before, lists, environment) = {
                let state = self.catalog.state();
                let before = state.catalog.clone().or_else(|| state.previous.clone());
                (state.change_count, before, state.inferred_lists.clone(), state.environment.clone())
            };
            let known = before.clone();
            let used: Vec<i64> = lists.keys().copied().collect();
            let read =
                move |connection: &Connection| StoreSnapshot::read(connection, known.as_deref(), &lists);
            let image = self.db.read(read).await?;
            let build = move || image.into_catalog(before.as_deref(), environment.as_deref());
            let mut catalog = crate::db::spawn_blocking(build).await?;
            let mut state = self.catalog.state();
            if state.change_count != changes {
                continue;
            }
            used.iter().for_each(|list| drop(state.inferred_lists.remove(list)));
            state.revision += 1;
            catalog.revision = state.revision;
            let catalog = Arc::new(catalog);
            state.catalog = Some(Arc::clone(&catalog));
            state.previous = None;
            state.foreign_version = version;
            return Ok(catalog);
        }
    }

    /// Writes to the store and drops the catalog, for changes that are not limited to decisions about tools.
    pub async fn update_store<T: Send + 'static>(
        &self,
        write: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, ApiError> {
        let _changing = self.catalog.changing.lock().await;
        let done = self.db.write(write).await?;
        self.catalog.invalidate();
        Ok(done)
    }

    /// Stores a user's change as one history entry, which [`ChangeSet::finish`] writes.
    pub async fn apply_changes<T: Send + 'static>(
        &self,
        work: impl FnOnce(ChangeSet) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, ApiError> {
        let origin = self.change_origin();
        self.update_store(move |connection| work(ChangeSet::new(connection, &origin))).await
    }

    /// [`Self::apply_changes`] for changes of many decisions. Fails and changes nothing if a tool is loosened by them
    /// and the user has not confirmed it. What the store would contain is compared, so no kind of change is forgotten.
    pub async fn apply_confirmed_changes<T: Send + 'static>(
        &self,
        is_confirmed: bool,
        work: impl FnOnce(ChangeSet) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, ApiError> {
        let _changing = self.catalog.changing.lock().await;
        let before = self.current_catalog().await?;
        let origin = self.change_origin();
        let write = move |connection: &Connection| {
            let done = work(ChangeSet::new(connection, &origin))?;
            let check = if is_confirmed {
                Ok(())
            } else {
                Loosening::since(connection, &before)?.require_confirmation(false)
            };
            let completion = if check.is_ok() { Completion::Commit } else { Completion::RollBack };
            Ok((check.map(|()| done), completion))
        };
        let done = self.db.write_if(write).await??;
        self.catalog.invalidate();
        Ok(done)
    }

    /// What a change would loosen. Changes nothing.
    pub async fn preview_loosening(
        &self,
        work: impl FnOnce(ChangeSet) -> rusqlite::Result<()> + Send + 'static,
    ) -> Result<Loosening, ApiError> {
        let before = self.current_catalog().await?;
        let origin = self.change_origin();
        let write = move |connection: &Connection| {
            work(ChangeSet::new(connection, &origin))?;
            Ok((Loosening::since(connection, &before)?, Completion::RollBack))
        };
        self.db.write_if(write).await
    }

    /// Stores decisions about tools and patches the catalog instead of rebuilding it. `decide` returns the new
    /// decisions of each changed tool, by index, and how to store them.
    pub async fn change_tool_decisions<T, W>(
        &self,
        decide: impl FnOnce(&Catalog) -> Result<(Vec<(usize, ToolDecisions)>, W), ApiError> + Send + 'static,
    ) -> Result<(Arc<Catalog>, T), ApiError>
    where
        T: Send + 'static,
        W: FnOnce(ChangeSet) -> rusqlite::Result<T> + Send + 'static,
    {
        let _changing = self.catalog.changing.lock().await;
        let before = self.current_catalog().await?;
        let origin = self.change_origin();
        let known = Arc::clone(&before);
        let (part, write) = crate::db::spawn_blocking(move || decide(&known)).await??;
        let done = self.db.write(move |connection| write(ChangeSet::new(connection, &origin))).await?;
        let mut catalog = crate::db::spawn_blocking(move || {
            let entries = parallel::map_chunks(&part, MIN_TOOLS_PER_THREAD, |_, part| {
                let entry = |(at, word): &(usize, ToolDecisions)| {
                    let entry = &before.entries[*at];
                    let (environment, equipped) = (entry.environment.clone(), entry.active_toolset.clone());
                    (*at, Arc::new(entry.with_decisions(Arc::new(word.clone()), environment, equipped)))
                };
                part.iter().map(entry).collect()
            });
            let mut catalog = Catalog::clone(&before);
            entries.into_iter().for_each(|(at, entry)| catalog.entries[at] = entry);
            catalog.invalidate_findings();
            catalog
        })
        .await?;
        let mut state = self.catalog.state();
        state.revision += 1;
        state.change_count += 1;
        catalog.revision = state.revision;
        let catalog = Arc::new(catalog);
        // If another environment was selected meanwhile, the next reader loads that one.
        if state.catalog.as_ref().is_some_and(|now| now.environment == catalog.environment) {
            state.catalog = Some(Arc::clone(&catalog));
        }
        Ok((catalog, done))
    }

    /// A number that increases with every change, by any process.
    #[crate::boxed]
    pub async fn revision(&self) -> Result<u32, ApiError> {
        Ok(self.current_catalog().await?.revision)
    }
}
