//! The table `policy`: approval modes set by users, for a tool, a server (empty tool) or a toolset (`@` and its name in
//! the server column). Also, among the preferences, the tools that were allowed once.

use std::collections::{BTreeMap, HashMap};

use hintsmith_core::approval::{ApprovalMode, ApprovalSettings};
use hintsmith_core::export::hintsmith_json::{ApprovalScope, DecidedApproval};
use hintsmith_core::model::fingerprint::Fingerprint;
use hintsmith_core::model::preference;
use hintsmith_core::model::toolset::ToolName;
use hintsmith_core::server_policy::ApprovalPolicy;
use rusqlite::Connection;

use super::environments::BASE;
use super::history::ChangeSet;
use super::preferences;
use super::rows::{Cells, Table, text};

pub const TABLE: Table =
    Table::new("policy", 3, &["server", "tool", "environment", "mode", "author", "decided_at"]);

/// The subject of an approval mode.
#[derive(Debug, Clone, Copy)]
pub enum PolicySubject<'a> {
    Tool(&'a str, &'a str),
    Server(&'a str),
    Toolset(&'a str),
}

impl PolicySubject<'_> {
    fn key(self) -> (String, String) {
        match self {
            Self::Tool(server, tool) => (server.to_owned(), tool.to_owned()),
            Self::Server(server) => (server.to_owned(), String::new()),
            // No server name starts with `@`.
            Self::Toolset(toolset) => (format!("@{toolset}"), String::new()),
        }
    }
}

/// Sets a mode, or with `None` removes it. A mode that loosens is bound to the given definition.
pub fn set(
    changes: &mut ChangeSet,
    subject: PolicySubject,
    environment: Option<&str>,
    mode: Option<(ApprovalMode, Option<&Fingerprint>)>,
) -> rusqlite::Result<()> {
    let (server, tool) = subject.key();
    let key = [text(&server), text(&tool), text(environment.unwrap_or(BASE))];
    let Some((mode, fingerprint)) = mode else { return changes.delete(&TABLE, &key) };
    let stored = match fingerprint.filter(|_| mode.is_loosening()) {
        Some(print) => format!("{} {}", mode.as_str(), print.0),
        None => mode.as_str().to_owned(),
    };
    let [server, tool, environment] = key;
    let (author, at) = (text(&changes.origin.author), text(&changes.origin.at));
    changes.put(&TABLE, vec![server, tool, environment, text(&stored), author, at])
}

/// One row: the subject, the layer and the mode.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Policy {
    subject_key: (String, String),
    environment: String,
    mode: (ApprovalMode, Option<Fingerprint>),
}

pub fn all(connection: &Connection) -> rusqlite::Result<Vec<Policy>> {
    let read = |row| {
        let mut cells = Cells::new(row);
        let (server, tool) = (cells.text()?, cells.text()?);
        let (environment, mode) = (cells.text()?, cells.text()?);
        Ok(Policy { subject_key: (server, tool), environment, mode: parse_mode(&mode) })
    };
    TABLE.all(connection)?.into_iter().map(read).collect()
}

/// The approval settings for a server's tools and the general preferences. A mode of the environment overrides one of
/// the base.
pub fn resolve_approval(
    policies: &[Policy],
    preferences: &BTreeMap<String, String>,
    server: &str,
    environment: Option<&str>,
    toolset: Option<&str>,
) -> ApprovalPolicy {
    let mut found: HashMap<&(String, String), &(ApprovalMode, Option<Fingerprint>)> = HashMap::new();
    for Policy { subject_key, environment: layer, mode } in policies {
        if layer != BASE && Some(layer.as_str()) == environment {
            found.insert(subject_key, mode);
        } else if layer == BASE {
            found.entry(subject_key).or_insert(mode);
        }
    }
    let mode_for = |subject_key: PolicySubject| found.get(&subject_key.key()).map(|(mode, _)| *mode);
    let fallback = toolset
        .and_then(|name| mode_for(PolicySubject::Toolset(name)))
        .or_else(|| mode_for(PolicySubject::Server(server)));
    let prefix = format!("granted:{server}.");
    let granted = preferences
        .iter()
        .filter_map(|(key, value)| Some((key.strip_prefix(&prefix)?.to_owned(), Fingerprint(value.clone()))));
    let is_on = |key: &str| {
        let default = || preference::find(key).map_or("off", |preference| preference.default);
        preferences.get(key).map_or_else(default, String::as_str) == "on"
    };
    ApprovalPolicy {
        settings: ApprovalSettings {
            allow_read_only: is_on(preference::APPROVE_READ_ONLY),
            confirm_destructive: is_on(preference::CONFIRM_DESTRUCTIVE),
            allow_retries: is_on(preference::TRUST_RETRIES),
            deny_destructive: false,
        },
        default_mode: fallback.unwrap_or_default(),
        allowed_once: granted.collect(),
        modes: found
            .into_iter()
            .filter(|((subject_key, tool), _)| subject_key == server && !tool.is_empty())
            .map(|((_, tool), mode)| (tool.clone(), mode.clone()))
            .collect(),
        trusted: false,
    }
}

impl Policy {
    /// The server and name of the tool, if the mode is that of a tool.
    pub fn tool(&self) -> Option<(&str, &str)> {
        let (server, tool) = &self.subject_key;
        (!tool.is_empty()).then_some((server, tool))
    }

    /// The layer, subject and mode of the row, for a document.
    pub fn to_document_entry(&self) -> (&str, ApprovalScope, DecidedApproval) {
        let (server, tool) = &self.subject_key;
        let scope = match (server.strip_prefix('@'), tool.as_str()) {
            (Some(toolset), "") => ApprovalScope::Toolset(toolset.to_owned()),
            (_, "") => ApprovalScope::Server(server.clone()),
            _ => ApprovalScope::Tool(ToolName { server: server.clone(), tool: tool.clone() }),
        };
        let (mode, fingerprint) = self.mode.clone();
        (&self.environment, scope, DecidedApproval { mode, fingerprint })
    }
}

impl<'a> From<&'a ApprovalScope> for PolicySubject<'a> {
    fn from(scope: &'a ApprovalScope) -> Self {
        match scope {
            ApprovalScope::Server(name) => Self::Server(name),
            ApprovalScope::Tool(name) => Self::Tool(&name.server, &name.tool),
            ApprovalScope::Toolset(name) => Self::Toolset(name),
        }
    }
}

/// The mode of a toolset in an environment, if one is set there or in the base.
pub fn toolset_mode(policies: &[Policy], toolset: &str, environment: Option<&str>) -> Option<ApprovalMode> {
    let key = PolicySubject::Toolset(toolset).key();
    let in_layer = |layer: &str| {
        policies
            .iter()
            .find(|policy| policy.subject_key == key && policy.environment == layer)
            .map(|policy| policy.mode.0)
    };
    environment.and_then(in_layer).or_else(|| in_layer(BASE))
}

/// Moves the modes of a tool to the name it was renamed to, except where that one has a mode. A mode that loosens stays
/// bound to the earlier definition, so that it is suspended until the user reviews the tool.
pub fn move_tool(changes: &mut ChangeSet, server: &str, from: &str, to: &str) -> rusqlite::Result<()> {
    for row in TABLE.all(changes.connection)? {
        if (&row[SERVER], &row[TOOL]) != (&text(server), &text(from)) {
            continue;
        }
        changes.delete(&TABLE, &row[..TABLE.key_len])?;
        let mut moved = row;
        moved[TOOL] = text(to);
        if TABLE.get(changes.connection, &moved[..TABLE.key_len])?.is_none() {
            changes.put(&TABLE, moved)?;
        }
    }
    Ok(())
}

/// Columns of the key that name a server or toolset, a tool and an environment.
const SERVER: usize = 0;
const TOOL: usize = 1;
const ENVIRONMENT: usize = 2;

/// Gives an environment the modes of another one.
pub fn copy_environment(changes: &mut ChangeSet, from: &str, to: &str) -> rusqlite::Result<()> {
    copy_rows(changes, ENVIRONMENT, from, to)
}

/// Removes the modes of an environment, so that a later one of the same name starts without them.
pub fn remove_environment(changes: &mut ChangeSet, name: &str) -> rusqlite::Result<()> {
    remove_rows(changes, ENVIRONMENT, name)
}

/// Gives a toolset the modes of another one.
pub fn copy_toolset(changes: &mut ChangeSet, from: &str, to: &str) -> rusqlite::Result<()> {
    copy_rows(changes, SERVER, &PolicySubject::Toolset(from).key().0, &PolicySubject::Toolset(to).key().0)
}

/// Removes the modes of a toolset.
pub fn remove_toolset(changes: &mut ChangeSet, name: &str) -> rusqlite::Result<()> {
    remove_rows(changes, SERVER, &PolicySubject::Toolset(name).key().0)
}

fn copy_rows(changes: &mut ChangeSet, column: usize, from: &str, to: &str) -> rusqlite::Result<()> {
    for mut row in TABLE.all(changes.connection)? {
        if row[column] == text(from) {
            row[column] = text(to);
            changes.put(&TABLE, row)?;
        }
    }
    Ok(())
}

fn remove_rows(changes: &mut ChangeSet, column: usize, value: &str) -> rusqlite::Result<()> {
    let rows = TABLE.all(changes.connection)?.into_iter().filter(|row| row[column] == text(value));
    rows.into_iter().try_for_each(|row| changes.delete(&TABLE, &row[..TABLE.key_len]))
}

/// Stores that a tool with this definition was allowed once.
pub fn record_grant(
    connection: &Connection,
    server: &str,
    tool: &str,
    fingerprint: &str,
) -> rusqlite::Result<()> {
    preferences::set_without_history(connection, &format!("granted:{server}.{tool}"), Some(fingerprint))
}

/// Parses the `mode` column. An unknown mode is treated as `AlwaysAsk`.
fn parse_mode(stored: &str) -> (ApprovalMode, Option<Fingerprint>) {
    let (word, fingerprint) = match stored.split_once(' ') {
        Some((word, fingerprint)) => (word, Some(Fingerprint(fingerprint.to_owned()))),
        None => (stored, None),
    };
    (ApprovalMode::parse(word).unwrap_or(ApprovalMode::AlwaysAsk), fingerprint)
}
