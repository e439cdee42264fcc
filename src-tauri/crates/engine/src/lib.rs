//! The use cases of Hintsmith and their storage. The only crate that depends on rusqlite and the keychain libraries.
//!
//! [`Engine`] is the product's API: the desktop app and the command line are two front ends to it. It never prints.

pub mod api;
pub mod approval;
mod catalog;
mod client_registry;
mod clock;
mod connection_target;
mod context;
pub mod data_folder;
mod db;
pub mod dto;
mod error;
pub mod files;
mod icons;
mod images;
mod policy;
mod secrets;
pub mod signals;
mod source_warnings;
mod store;
#[cfg(test)]
mod testing;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use api::agents::AgentService;
use api::calls::CallLogService;
use api::corrections::CorrectionService;
use api::decide::DecisionService;
use api::environments::EnvironmentService;
use api::export::ExportService;
use api::findings::LintService;
use api::gateway::GatewayService;
use api::history::HistoryService;
use api::import::ImportService;
use api::maintenance::BackupService;
use api::notes::NoteService;
use api::patch::PatchService;
use api::preferences::PreferenceService;
use api::proxy_host::ProxyService;
use api::registry::RegistryService;
use api::review::ReviewService;
use api::rules::RuleService;
use api::run::RunService;
use api::saved_filters::FilterService;
use api::servers::ServerService;
use api::tools::ToolService;
use api::toolsets::ToolsetService;
use approval::ApprovalService;
/// Boxes the future of an `async fn` of the API, so that it is compiled once, in this crate, and not again in each
/// program that awaits it.
pub(crate) use async_recursion::async_recursion as boxed;
use context::Context;
use icons::IconCache;

pub use api::write_file;
pub use approval::queue::ApproverRegistration;
pub use error::{ApiError, ErrorCode};
pub use hintsmith_core::{
    approval::client, call::form, call::validate, drift, export::targets, lint, model::decisions,
    model::hint, model::layer, resolve, resolve::badge, resolve::wire, review, search::filter, server_policy,
    text,
};
pub use hintsmith_mcp::connection::ListProgress;
pub use hintsmith_mcp::demo;
pub use secrets::{Passphrase, SecretStore, SecretText, SecretsOptions};

/// The paths, credentials and identity an [`Engine`] works with.
#[derive(Debug, Clone)]
pub struct Options {
    /// The data folder: the database, its backups, locks and the secret file.
    pub data_folder: PathBuf,
    /// The executable that provides the `demo-server` subcommand: this program.
    pub program: PathBuf,
    /// Timeout for each response of a server. `None` uses the preference.
    pub request_timeout: Option<Duration>,
    pub secrets: SecretsOptions,
    pub author: Author,
}

/// The author of a change and the front end it was made through, as the history records them.
#[derive(Debug, Clone)]
pub struct Author {
    pub name: String,
    pub via: String,
}

impl Author {
    /// The user of this machine: the first of `USER`, `LOGNAME` and `USERNAME` that is set and not empty.
    pub fn current_user(via: &str) -> Self {
        Self::from_variables(via, |name| std::env::var(name).ok())
    }

    fn from_variables(via: &str, variable: impl Fn(&str) -> Option<String>) -> Self {
        let names = ["USER", "LOGNAME", "USERNAME"].into_iter();
        let user = names.filter_map(variable).find(|name| !name.trim().is_empty());
        Self { name: user.unwrap_or_else(|| "unknown user".to_owned()), via: via.to_owned() }
    }
}

/// An open store and every operation on it, by subject.
pub struct Engine {
    context: Arc<Context>,
    pub agents: Arc<AgentService>,
    pub approvals: Arc<ApprovalService>,
    pub backups: BackupService,
    pub calls: CallLogService,
    pub corrections: CorrectionService,
    pub decisions: DecisionService,
    pub environments: EnvironmentService,
    pub exports: ExportService,
    pub filters: FilterService,
    pub gateway: GatewayService,
    pub history: HistoryService,
    pub imports: ImportService,
    pub lint: LintService,
    pub notes: NoteService,
    pub patches: PatchService,
    pub preferences: PreferenceService,
    pub proxies: Arc<ProxyService>,
    pub registry: RegistryService,
    pub reviews: ReviewService,
    pub rules: RuleService,
    pub runs: RunService,
    pub servers: Arc<ServerService>,
    pub tools: ToolService,
    pub toolsets: ToolsetService,
}

/// Version of the store's format that this program writes. A store of a newer one is not opened, an older one is migrated.
pub const STORE_FORMAT: u32 = store::migrations::CURRENT_VERSION;

/// Returns whether a data folder has a store.
pub fn has_store(data_folder: &Path) -> bool {
    data_folder.join(store::FILE_NAME).exists()
}

impl Engine {
    /// Opens the store, creating it if there is none. A store that cannot be written is opened read-only.
    #[boxed]
    pub async fn open(options: Options) -> Result<Arc<Self>, ApiError> {
        let context = Context::open(options).await?;
        let servers = Arc::new(ServerService::new(&context));
        let approvals = Arc::new(ApprovalService { context: Arc::clone(&context) });
        let runs = RunService::new(&context, &servers, &approvals);
        let shared = || Arc::clone(&context);
        let agents = Arc::new(AgentService {
            context: shared(),
            approvals: Arc::clone(&approvals),
            toolsets: ToolsetService { context: shared() },
            notes: NoteService { context: shared() },
        });
        let proxies = Arc::new(ProxyService {
            context: shared(),
            servers: Arc::clone(&servers),
            approvals: Arc::clone(&approvals),
            agents: Arc::clone(&agents),
        });
        let gateway = GatewayService {
            context: shared(),
            proxies: Arc::clone(&proxies),
            embedded: tokio::sync::Mutex::default(),
        };
        Ok(Arc::new(Self {
            agents,
            approvals,
            backups: BackupService { context: shared() },
            calls: CallLogService { context: shared() },
            corrections: CorrectionService { context: shared() },
            decisions: DecisionService { context: shared() },
            environments: EnvironmentService { context: shared() },
            exports: ExportService::new(shared()),
            filters: FilterService { context: shared() },
            gateway,
            history: HistoryService { context: shared() },
            imports: ImportService { context: shared(), servers: Arc::clone(&servers) },
            lint: LintService { context: shared() },
            notes: NoteService { context: shared() },
            patches: PatchService { context: shared() },
            preferences: PreferenceService { context: shared() },
            proxies,
            registry: RegistryService { context: shared() },
            reviews: ReviewService { context: shared() },
            rules: RuleService { context: shared() },
            runs,
            tools: ToolService {
                context: shared(),
                servers: Arc::clone(&servers),
                icons: IconCache::default(),
            },
            toolsets: ToolsetService { context: shared() },
            servers,
            context,
        }))
    }

    /// Stops the gateway, running calls, connections and scans, and waits until every server process has exited.
    pub async fn stop(&self) {
        self.context.is_stopping.store(true, Ordering::Relaxed);
        self.gateway.stop_running().await;
        self.runs.cancel_all();
        self.servers.stop_all().await;
    }

    /// Stops everything and closes the store, so that its file can be replaced.
    pub async fn close(&self) -> Result<(), ApiError> {
        self.stop().await;
        self.context.db.close().await
    }

    /// The reason why the store is read-only, if it is.
    pub fn read_only_reason(&self) -> Option<&str> {
        self.context.db.read_only()
    }

    /// A number that increases with every change, by any process.
    pub async fn revision(&self) -> Result<u32, ApiError> {
        self.context.revision().await
    }

    /// Waits until every proxy of this store applies its current version; see [`Context::sync_policy`].
    pub async fn sync_policy(&self) -> usize {
        self.context.sync_policy().await
    }

    /// Waits until every proxy applies what this process has written. Returns a warning if one does not in time.
    pub async fn sync_own_changes(&self) -> Option<String> {
        self.context.sync_own_changes().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_author_is_the_first_variable_that_names_a_user() {
        for (variables, expected) in [
            (vec![("USER", "anna"), ("LOGNAME", "bert")], "anna"),
            (vec![("USER", ""), ("LOGNAME", "bert")], "bert"),
            (vec![("USER", " "), ("LOGNAME", ""), ("USERNAME", "carl")], "carl"),
            (vec![("USERNAME", "carl")], "carl"),
            (vec![("USER", "")], "unknown user"),
            (vec![], "unknown user"),
        ] {
            let variable = |wanted: &str| {
                let found = variables.iter().find(|(name, _)| *name == wanted);
                found.map(|(_, value)| (*value).to_owned())
            };
            assert_eq!(Author::from_variables("a test", variable).name, expected, "{variables:?}");
        }
    }
}
