//! The use cases of Hintsmith and their storage. The only crate that depends on rusqlite and the keychain libraries.
//!
//! [`Engine`] is the product's API: the desktop app and the command line are two front ends to it. It never prints.

pub mod api;
pub mod approval;
mod catalog;
mod client_registry;
mod clock;
mod connection_target;
mod connections;
pub mod data_folder;
mod db;
pub mod dto;
mod error;
pub mod files;
mod icons;
mod images;
mod policy;
mod refresh;
mod secrets;
pub mod signals;
mod source_warnings;
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

/// Boxes the future of an `async fn` of the API, so that it is compiled once, in this crate, and not again in each
/// program that awaits it.
pub(crate) use async_recursion::async_recursion as boxed;
use catalog::CatalogCache;
use connections::ConnectionPool;
use db::Db;
use icons::IconCache;
use secrets::Vault;
use store::history::ChangeOrigin;

pub use api::write_file;
pub use approval::queue::ApproverRegistration;
pub use error::{ApiError, ErrorCode};
pub use hintsmith_core::{
    approval::client, call::form, call::validate, drift, lint, model::decisions, model::hint, model::layer,
    resolve, resolve::badge, resolve::wire, review, search::filter, server_policy, text,
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
        Self { name: user.unwrap_or_else(|| "somebody".to_owned()), via: via.to_owned() }
    }
}

/// An open store and every operation on it.
pub struct Engine {
    options: Options,
    db: Db,
    catalog: CatalogCache,
    vault: Arc<Vault>,
    /// The scans in progress, by server, each with the token that cancels it.
    scans: Mutex<HashMap<String, CancellationToken>>,
    scan_ended: Notify,
    /// The URLs of the sign-in pages that are open, by server.
    sign_in_pages: Mutex<HashMap<String, String>>,
    /// The connections that stay open, by server. Empty unless [`Engine::stay_connected`] was called.
    connections: Mutex<ConnectionPool>,
    keep_connected: AtomicBool,
    icons: IconCache,
    /// The tool calls the user is running, by run number.
    running_calls: Mutex<HashMap<u32, CancellationToken>>,
    /// The approvals the user gave for those calls, valid as long as this process runs.
    run_approvals: Mutex<approval::gate::ApprovalMemory>,
    /// The gateway embedded in this process, if it is started.
    embedded_gateway: tokio::sync::Mutex<api::gateway::EmbeddedGateway>,
    /// Set when the engine stops: no scan or call is started any more.
    is_stopping: AtomicBool,
    /// Wakes the proxies of this process after a policy change.
    policy_changed: Notify,
}

impl Engine {
    /// Opens the store, creating it if there is none. A store that cannot be written is opened read-only.
    #[boxed]
    pub async fn open(options: Options) -> Result<Arc<Self>, ApiError> {
        let db = Db::open(options.data_folder.clone()).await?;
        let vault = Arc::new(Vault::new(options.secrets.clone(), &options.data_folder));
        Ok(Arc::new(Self {
            options,
            db,
            vault,
            catalog: CatalogCache::default(),
            scans: Mutex::default(),
            scan_ended: Notify::new(),
            sign_in_pages: Mutex::default(),
            connections: Mutex::default(),
            keep_connected: AtomicBool::new(false),
            icons: IconCache::default(),
            running_calls: Mutex::default(),
            run_approvals: Mutex::default(),
            embedded_gateway: tokio::sync::Mutex::default(),
            is_stopping: AtomicBool::new(false),
            policy_changed: Notify::new(),
        }))
    }

    /// Stops the gateway, running calls, connections and scans, and waits until every server process has exited.
    pub async fn stop(&self) {
        self.keep_connected.store(false, Ordering::Relaxed);
        self.is_stopping.store(true, Ordering::Relaxed);
        self.stop_embedded_gateway().await;
        self.cancel_all_runs();
        let names: Vec<String> = self.connection_pool().keys().cloned().collect();
        for name in names {
            self.disconnect(&name).await;
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

    /// The origin of a change made now. A change made by an agent says so.
    pub(crate) fn change_origin(&self) -> ChangeOrigin {
        let Author { name, mut via } = self.options.author.clone();
        if api::agents::is_by_agent() {
            via = format!("an agent, through {via}");
        }
        ChangeOrigin { at: clock::now(), author: name, via }
    }

    /// Stops everything and closes the store, so that its file can be replaced.
    pub async fn close(&self) -> Result<(), ApiError> {
        self.stop().await;
        self.db.close().await
    }

    /// The reason why the store is read-only, if it is.
    pub fn read_only_reason(&self) -> Option<&str> {
        self.db.read_only()
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
            (vec![("USER", "")], "somebody"),
            (vec![], "somebody"),
        ] {
            let variable = |wanted: &str| {
                let found = variables.iter().find(|(name, _)| *name == wanted);
                found.map(|(_, value)| (*value).to_owned())
            };
            assert_eq!(Author::from_variables("a test", variable).name, expected, "{variables:?}");
        }
    }
}
