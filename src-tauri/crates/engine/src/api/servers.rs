//! Adding, editing, listing and removing servers. Nothing is started here.

pub(crate) mod callable;
mod connections;
mod documents;
mod operations;
pub(crate) mod refresh;
pub(crate) mod refresh_error;
pub mod scan;
mod settings;
pub mod sign_in;
pub(crate) mod source_code;
pub(super) mod source_input;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use hintsmith_core::infer::{self, InferenceSettings, OpenWorldReading, WorldGuess};
use hintsmith_core::model::server_name;
use hintsmith_core::sources::source::{NamedSecret, Source, SourceValue, ValueStorage};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use super::preferences::inference_settings;
use crate::boxed;
use crate::catalog::Catalog;
use crate::connection_target::{self, SIGN_IN_SECRET};
use crate::context::Context;
use crate::dto::{
    AddServerInput, EnableServerInput, NewServer, NewSource, SecretsView, ServerKey, ServerPreview,
    ServerState, ServerView, ValueView,
};
use crate::error::{ApiError, ErrorCode};
use crate::secrets::Vault;
use crate::source_warnings;
use crate::store::history::{self, ChangeSet};
use crate::store::rows::RowChange;
use crate::store::servers::{self, ServerRow};
use crate::store::{preferences, tools};
use connections::ConnectionPool;
use source_input::seal_new_source;

/// Servers: their sources, connections, scans and sign-ins.
pub struct ServerService {
    pub(crate) context: Arc<Context>,
    pub(crate) vault: Arc<Vault>,
    /// The scans in progress, by server, each with the token that cancels it.
    scans: Mutex<HashMap<String, CancellationToken>>,
    scan_ended: Notify,
    /// Cancels the listings of operations in progress; replaced by the next one.
    listing: Mutex<CancellationToken>,
    /// The URLs of the sign-in pages that are open, by server.
    sign_in_pages: Mutex<HashMap<String, String>>,
    /// The connections that stay open, by server. Empty unless [`Self::stay_connected`] was called.
    connections: Mutex<ConnectionPool>,
    keep_connected: AtomicBool,
}

impl ServerService {
    pub(crate) fn new(context: &Arc<Context>) -> Self {
        let options = &context.options;
        Self {
            context: Arc::clone(context),
            vault: Arc::new(Vault::new(options.secrets.clone(), &options.data_folder)),
            scans: Mutex::default(),
            scan_ended: Notify::new(),
            listing: Mutex::default(),
            sign_in_pages: Mutex::default(),
            connections: Mutex::default(),
            keep_connected: AtomicBool::new(false),
        }
    }

    /// Closes every connection and cancels every scan, and waits until their processes have exited.
    pub(crate) async fn stop_all(&self) {
        self.keep_connected.store(false, Ordering::Relaxed);
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

    #[boxed]
    pub async fn list(&self) -> Result<Vec<ServerView>, ApiError> {
        Ok(self.context.server_rows().await?.iter().map(|row| self.view(row)).collect())
    }

    /// Previews exactly what would be started or contacted, for the user's consent. For an existing server, previews
    /// the edited source.
    #[boxed]
    pub async fn preview(&self, input: NewServer) -> Result<ServerPreview, ApiError> {
        check_name(&input.name)?;
        let rows = self.context.server_rows().await?;
        let before = rows.iter().find(|row| row.name == input.name).map(|row| &row.source);
        let (source, _) = seal_new_source(input.source, &input.storage, before)?;
        // A damaged store has no catalog, and confirming a server again is what repairs its row.
        let catalog = self.context.current_catalog().await.ok();
        let open_world = catalog.map(|catalog| guess_world(&input.name, &source, &catalog).into());
        Ok(ServerPreview { open_world, ..self.preview_source(&source) })
    }

    pub(crate) fn preview_source(&self, source: &Source) -> ServerPreview {
        let command = connection_target::shown_command(source, &self.context.options.program);
        ServerPreview {
            connection: connection_target::view(source, &self.context.options.program),
            program: command.as_ref().and_then(source_warnings::find_program),
            warnings: source_warnings::warnings(source, command.as_ref()),
            values: source.values().into_iter().map(value_view).collect(),
            consent: source.consent_hash(),
            open_world: None,
        }
    }

    /// Fails if a server cannot be added with a name.
    #[boxed]
    pub async fn check_new_name(&self, name: &str) -> Result<(), ApiError> {
        check_name(name)?;
        if self.context.server_row(name).await.is_ok() { Err(already_exists(name)) } else { Ok(()) }
    }

    /// Adds a server whose preview the user has consented to.
    #[boxed]
    pub async fn add(&self, input: AddServerInput) -> Result<ServerView, ApiError> {
        let NewServer { name, source: new, storage } = input.server;
        self.check_new_name(&name).await?;
        let (source, secrets) = seal_new_source(new, &storage, None)?;
        require_consent(&source, &input.consent)?;
        let answers = WorldAnswers { open_world: input.open_world, trusts_methods: input.trusts_methods };
        self.insert_source(name, source, secrets, input.consent, answers).await
    }

    pub(crate) async fn add_source(
        &self,
        name: String,
        source: Source,
        secrets: Vec<NamedSecret>,
        consent: String,
    ) -> Result<ServerView, ApiError> {
        require_consent(&source, &consent)?;
        self.insert_source(name, source, secrets, consent, WorldAnswers::default()).await
    }

    /// Adds a server that a client starts behind `wrap`, if it does not exist. Its tools are learned, but Hintsmith
    /// does not start it before the user has seen and accepted the command.
    pub(crate) async fn add_learned(&self, name: &str, command: &[String]) -> Result<(), ApiError> {
        if self.context.server_row(name).await.is_ok() {
            return Ok(());
        }
        check_name(name)?;
        let new = NewSource::Command {
            command: command.to_vec(),
            folder: None,
            environment: Vec::new(),
            pass_environment: Vec::new(),
        };
        let (source, secrets) = seal_new_source(new, &[], None)?;
        let consent = servers::NO_CONSENT.to_owned();
        let added =
            self.insert_source(name.to_owned(), source, secrets, consent, WorldAnswers::default()).await;
        added.map(drop)
    }

    async fn insert_source(
        &self,
        name: String,
        source: Source,
        secrets: Vec<NamedSecret>,
        consent: String,
        answers: WorldAnswers,
    ) -> Result<ServerView, ApiError> {
        self.store_secrets(&name, secrets).await?;
        let (row_name, row_source) = (name.clone(), source.clone());
        let origin = self.context.change_origin();
        let settings = answers.settings(&name, &source, &*self.context.current_catalog().await?);
        let insert = move |connection: &rusqlite::Connection| {
            let added = servers::insert(connection, &row_name, &row_source, &consent, &origin.at)?;
            if added {
                servers::init_settings(connection, &row_name, settings, &consent)?;
                let change = source_change(&row_name, None, Some(&row_source));
                history::record_irreversible(
                    connection,
                    &origin,
                    &format!("added the server {row_name}"),
                    change,
                )?;
            }
            Ok(added)
        };
        match self.context.update_store(insert).await {
            Ok(true) => self.view_by_name(&name).await,
            Ok(false) => Err(already_exists(&name)),
            Err(error) => {
                // Unreferenced secrets must not stay behind. Best effort: the first error is the one to report.
                let _ =
                    self.vault.delete_all(&name, source.secret_names().into_iter().map(str::to_owned)).await;
                Err(error)
            }
        }
    }

    /// Changes a server's source, after the user has consented to the preview. Its tools stay until the next scan.
    #[boxed]
    pub async fn edit(&self, input: AddServerInput) -> Result<ServerView, ApiError> {
        let NewServer { name, source: new, storage } = input.server;
        let before = self.context.server_row(&name).await?;
        let (source, secrets) = seal_new_source(new, &storage, Some(&before.source))?;
        require_consent(&source, &input.consent)?;
        self.stop(&name).await;
        self.store_secrets(&name, secrets).await?;
        // A sign-in is only valid for the same URL and OAuth client.
        let moved = match (&before.source, &source) {
            (Source::Http { url: old, client: from, .. }, Source::Http { url: new, client: to, .. }) => {
                (old, from) != (new, to)
            }
            (Source::OpenApi { api: Some(old), .. }, Source::OpenApi { api: Some(new), .. }) => {
                (&old.base_url, &old.token_url, &old.client) != (&new.base_url, &new.token_url, &new.client)
            }
            _ => true,
        };
        let remaining = source.secret_names();
        let removed = before.source.secret_names().into_iter().filter(|secret| !remaining.contains(secret));
        let mut dropped: Vec<String> = removed.map(str::to_owned).collect();
        dropped.extend((moved && before.signed_in.is_some()).then(|| SIGN_IN_SECRET.to_owned()));
        let (row_name, row_source, consent) = (name.clone(), source.clone(), input.consent);
        let (origin, old) = (self.context.change_origin(), before.source);
        let write = move |connection: &rusqlite::Connection| {
            let change = source_change(&row_name, Some(&old), Some(&row_source));
            history::record_irreversible(
                connection,
                &origin,
                &format!("changed the connection of {row_name}"),
                change,
            )?;
            servers::set_source(connection, &row_name, &row_source, &consent, moved)
        };
        self.context.update_store(write).await?;
        if !dropped.is_empty() {
            self.vault.delete_all(&name, dropped).await?;
        }
        self.view_by_name(&name).await
    }

    /// Enables or disables a server. A disabled server is never started or contacted; its tools stay.
    #[boxed]
    pub async fn set_enabled(&self, input: EnableServerInput) -> Result<ServerView, ApiError> {
        let EnableServerInput { server, enabled } = input;
        if !enabled {
            self.stop(&server).await;
        }
        let name = server.clone();
        let set = move |mut change_set: ChangeSet| {
            servers::set_enabled(&mut change_set, &name, enabled)?;
            change_set.finish(&format!("{} the server {name}", if enabled { "enabled" } else { "disabled" }))
        };
        self.context.apply_changes(set).await?;
        self.view_by_name(&server).await
    }

    /// Removes a server, its tools and its secrets. Decisions stay and apply to a later server of the same name.
    #[boxed]
    pub async fn remove(&self, input: ServerKey) -> Result<(), ApiError> {
        let row = self.context.server_row(&input.server).await?;
        self.stop(&input.server).await;
        let mut secrets: Vec<String> = row.source.secret_names().into_iter().map(str::to_owned).collect();
        secrets.extend(row.signed_in.is_some().then(|| SIGN_IN_SECRET.to_owned()));
        let (name, source, origin) = (input.server.clone(), row.source, self.context.change_origin());
        let write = move |connection: &rusqlite::Connection| {
            let change = source_change(&name, Some(&source), None);
            history::record_irreversible(connection, &origin, &format!("removed the server {name}"), change)?;
            tools::archive_all(connection, &name, &origin.at)?;
            for key in [preferences::trust_key(&name), preferences::method_trust_key(&name)] {
                preferences::set_without_history(connection, &key, None)?;
            }
            servers::delete(connection, &name)
        };
        self.context.update_store(write).await?;
        self.forget_document(&input.server).await;
        if secrets.is_empty() { Ok(()) } else { Ok(self.vault.delete_all(&input.server, secrets).await?) }
    }

    /// The last lines of the server's stderr.
    #[boxed]
    pub async fn output(&self, input: ServerKey) -> Result<Vec<String>, ApiError> {
        if let Some(output) = self.connection_output(&input.server) {
            return Ok(output);
        }
        self.context.server_row(&input.server).await?;
        self.context.db.read(move |connection| servers::output(connection, &input.server)).await
    }

    /// The secret store in use.
    #[boxed]
    pub async fn secret_store_status(&self) -> SecretsView {
        let status = self.vault.describe().await;
        SecretsView { writable: status.is_writable, sentence: status.description }
    }

    async fn store_secrets(&self, server: &str, secrets: Vec<NamedSecret>) -> Result<(), ApiError> {
        Ok(self.vault.set_all(server, secrets).await?)
    }

    pub async fn view_by_name(&self, name: &str) -> Result<ServerView, ApiError> {
        Ok(self.view(&self.context.server_row(name).await?))
    }

    pub(crate) fn view(&self, row: &ServerRow) -> ServerView {
        let state = if !row.enabled {
            ServerState::Off
        } else if self.is_scanning(&row.name) {
            ServerState::Connecting
        } else if row.challenge.is_some() {
            ServerState::NeedsSignIn
        } else if row.failure.is_some() {
            ServerState::Failed
        } else if row.read_at.is_some() {
            ServerState::Ready
        } else {
            ServerState::Idle
        };
        ServerView {
            name: row.name.clone(),
            connection: connection_target::view(&row.source, &self.context.options.program),
            enabled: row.enabled,
            state,
            live: self.is_connected(&row.name),
            tools: row.tool_count,
            stale: row.failure.is_some() && row.read_at.is_some(),
            scanned_at: row.read_at.clone(),
            protocol: row.protocol.clone(),
            era: row.era,
            latency_ms: row.latency_ms,
            failure: row.failure.clone(),
            signed_in: row.signed_in.clone(),
            sign_in_page: self.sign_in_pages().get(&row.name).cloned(),
            truncation: row.truncation.clone(),
            operations: row.operations.as_ref().map(operations::count),
            settings: row.settings,
            trusted: row.trusted,
        }
    }
}

impl Context {
    /// All stored servers. Much cheaper than the catalog, which includes their tools.
    pub(crate) async fn server_rows(&self) -> Result<Vec<ServerRow>, ApiError> {
        self.db.read(servers::all).await
    }

    pub(crate) async fn server_row(&self, name: &str) -> Result<ServerRow, ApiError> {
        let mut rows = self.server_rows().await?;
        match rows.iter().position(|row| row.name == name) {
            Some(at) => Ok(rows.swap_remove(at)),
            None => Err(ApiError::no_server(name, rows.iter().map(|row| &*row.name))),
        }
    }
}

/// The user's answers about the world of a new server.
#[derive(Default)]
struct WorldAnswers {
    /// None: as guessed.
    open_world: Option<OpenWorldReading>,
    trusts_methods: bool,
}

impl WorldAnswers {
    fn settings(&self, name: &str, source: &Source, catalog: &Catalog) -> InferenceSettings {
        let open_world = self.open_world.unwrap_or_else(|| guess_world(name, source, catalog).reading);
        let trusts_methods = self.trusts_methods;
        InferenceSettings { open_world, trusts_methods, ..inference_settings(catalog) }
    }
}

/// How the world of a new server is read unless the user answers otherwise: by the user's preference for new servers, else
/// as guessed from its name and connection.
fn guess_world(name: &str, source: &Source, catalog: &Catalog) -> WorldGuess {
    let preferred = inference_settings(catalog).open_world;
    if preferred != OpenWorldReading::ByTool {
        let reason = "it is your preference for new servers".to_owned();
        return WorldGuess { reading: preferred, reason };
    }
    let texts: Vec<String> = match source {
        Source::Stdio { command, .. } => command.iter().map(SourceValue::redacted).collect(),
        Source::Http { url, .. } => vec![url.redacted()],
        _ => Vec::new(),
    };
    infer::guess_world(name, texts.iter().map(String::as_str))
}

/// History record of a changed source. A source contains no secrets.
fn source_change(name: &str, before: Option<&Source>, after: Option<&Source>) -> RowChange {
    let to_row = |source: &Source| {
        let source = serde_json::to_value(source).unwrap_or_default();
        serde_json::Map::from_iter([("name".to_owned(), name.into()), ("source".to_owned(), source)])
    };
    RowChange { table: "server".to_owned(), before: before.map(to_row), after: after.map(to_row) }
}

fn value_view((name, text, storage): (String, String, ValueStorage)) -> ValueView {
    ValueView { name, text, secret: storage == ValueStorage::Secret }
}

fn require_consent(source: &Source, consent: &str) -> Result<(), ApiError> {
    if source.consent_hash() == consent {
        return Ok(());
    }
    let message = "the command differs from the one that was confirmed";
    Err(ApiError::new(ErrorCode::Consent, message, "Review the command again, then add the server."))
}

/// A server name must not contain a dot, because it precedes the dot in `server.tool`.
fn check_name(name: &str) -> Result<(), ApiError> {
    if server_name::is_valid(name) {
        return Ok(());
    }
    let hint = format!("Use 1 to {} characters: letters, digits, - and _.", server_name::MAX_CHARS);
    Err(ApiError::new(ErrorCode::Invalid, format!("{name:?} is not a valid name for a server"), hint))
}

fn already_exists(name: &str) -> ApiError {
    let hint = "Choose another name, or remove the existing server first. Its decisions are kept.";
    ApiError::new(ErrorCode::Conflict, format!("a server named {name} already exists"), hint)
}
