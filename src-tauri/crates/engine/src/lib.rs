//! The use cases of Hintsmith, and their storage. The only home of rusqlite and of the keychain.
//!
//! [`Engine`] is the product: the window and the command line are two doors to it. It never prints.

pub mod api;
pub mod approval;
mod catalog;
mod client_registry;
mod clock;
mod command;
mod connection_target;
mod connections;
mod db;
pub mod dto;
mod error;
pub mod files;
pub mod folder;
mod icons;
mod pictures;
mod policy;
mod refresh;
mod secrets;
pub mod signals;
mod store;
#[cfg(test)]
mod testing;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

/// Boxes the future of an `async fn` of the API, which is compiled once then, in this crate, and not again in each program
/// that awaits it.
pub(crate) use async_recursion::async_recursion as boxed;
use catalog::CatalogCache;
use connections::ConnectionPool;
use db::Db;
use icons::IconCache;
use secrets::Vault;
use store::history::ChangeOrigin;

pub use api::write_file;
pub use approval::queue::Answering;
pub use error::{ApiError, ErrorCode};
pub use hintsmith_core::{
    approve, badge, client, decisions, drift, filter, fits, form, hint, layer, lint, resolve, review, serve,
    text, wire,
};
pub use hintsmith_mcp::connection::Progress;
pub use hintsmith_mcp::demo;
pub use secrets::{Passphrase, SecretStore, SecretText, SecretsOptions};

/// Where an engine works and what it may use.
#[derive(Debug, Clone)]
pub struct Options {
    /// The folder of the database.
    pub data: PathBuf,
    /// The program that answers to `demo-server`: this one.
    pub program: PathBuf,
    /// How long a server may take for each answer; none: what the preferences say.
    pub patience: Option<Duration>,
    pub secrets: SecretsOptions,
    pub author: Author,
}

/// Who changes things, and through which door; the history tells.
#[derive(Debug, Clone)]
pub struct Author {
    pub name: String,
    pub via: String,
}

impl Author {
    /// The user of this machine.
    pub fn here(via: &str) -> Self {
        let named = ["USER", "LOGNAME", "USERNAME"].into_iter().find_map(|name| std::env::var(name).ok());
        let name = named.filter(|name| !name.trim().is_empty()).unwrap_or_else(|| "somebody".to_owned());
        Self { name, via: via.to_owned() }
    }
}

/// One open store and everything that can be done with it.
pub struct Engine {
    options: Options,
    db: Db,
    catalog: CatalogCache,
    vault: Arc<Vault>,
    /// The servers being read right now, each with the token that stops it.
    scans: Mutex<HashMap<String, CancellationToken>>,
    scan_ended: Notify,
    /// The pages people are signing in on right now, by server.
    pages: Mutex<HashMap<String, String>>,
    /// The servers that stay connected, if any are to.
    keepers: Mutex<ConnectionPool>,
    live: AtomicBool,
    icons: IconCache,
    /// The calls that people run here right now, by their numbers, and what they allowed for as long as this runs.
    runs: Mutex<HashMap<u32, CancellationToken>>,
    allowed: Mutex<approval::gate::ApprovalMemory>,
    /// The gateway that this process runs beside everything else, if it does.
    here: tokio::sync::Mutex<api::gateway::EmbeddedGateway>,
    /// Nothing is started any more.
    ending: AtomicBool,
    /// Wakes the proxies of this process after a change of policy.
    policy_changed: Notify,
}

impl Engine {
    /// Opens the store, making it when there is none. A store that cannot be written is opened for reading.
    #[boxed]
    pub async fn open(options: Options) -> Result<Arc<Self>, ApiError> {
        let db = Db::open(options.data.clone()).await?;
        let vault = Arc::new(Vault::new(options.secrets.clone(), &options.data));
        Ok(Arc::new(Self {
            options,
            db,
            vault,
            catalog: CatalogCache::default(),
            scans: Mutex::default(),
            scan_ended: Notify::new(),
            pages: Mutex::default(),
            keepers: Mutex::default(),
            live: AtomicBool::new(false),
            icons: IconCache::default(),
            runs: Mutex::default(),
            allowed: Mutex::default(),
            here: tokio::sync::Mutex::default(),
            ending: AtomicBool::new(false),
            policy_changed: Notify::new(),
        }))
    }

    /// Ends every server that is connected or being read, and waits until it has ended.
    pub async fn stop(&self) {
        self.live.store(false, Ordering::Relaxed);
        self.ending.store(true, Ordering::Relaxed);
        self.stop_here().await;
        self.call_off_runs();
        let names: Vec<String> = self.keepers().keys().cloned().collect();
        for name in names {
            self.let_go(&name).await;
        }
        loop {
            let ended = self.scan_ended.notified();
            let tokens: Vec<CancellationToken> = self.scans().values().cloned().collect();
            if tokens.is_empty() {
                return;
            }
            tokens.iter().for_each(CancellationToken::cancel);
            ended.await;
        }
    }

    pub(crate) fn stamp(&self) -> ChangeOrigin {
        let Author { name, mut via } = self.options.author.clone();
        if api::agents::is_by_agent() {
            via = format!("an agent, through {via}");
        }
        ChangeOrigin { at: clock::now(), author: name, via }
    }

    /// Lets go of the store, so that it can be replaced.
    pub async fn close(&self) -> Result<(), ApiError> {
        self.stop().await;
        self.db.close().await
    }

    /// Why nothing can be changed, if so.
    pub fn read_only(&self) -> Option<&str> {
        self.db.read_only()
    }
}
