//! The table `policy`: approval modes set by users, for a tool, a server (empty tool) or a toolset (`@` and its name in
//! the server column). Also, among the preferences, the tools that were allowed once.

use std::collections::{BTreeMap, HashMap};

use hintsmith_core::approve::{ApprovalMode, ApprovalSettings};
use hintsmith_core::export::hintsmith_json::{ApprovalScope, DecidedApproval};
use hintsmith_core::fingerprint::Fingerprint;
use hintsmith_core::preference;
use hintsmith_core::serve::ApprovalPolicy;
use hintsmith_core::toolset::ToolName;
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
    act: &mut ChangeSet,
    of: PolicySubject,
    environment: Option<&str>,
    mode: Option<(ApprovalMode, Option<&Fingerprint>)>,
) -> rusqlite::Result<()> {
    let (server, tool) = of.key();
    let key = [text(&server), text(&tool), text(environment.unwrap_or(BASE))];
    let Some((mode, meant)) = mode else { return act.delete(&TABLE, &key) };
    let written = match meant.filter(|_| mode.is_loosening()) {
        Some(print) => format!("{} {}", mode.as_str(), print.0),
        None => mode.as_str().to_owned(),
    };
    let [server, tool, environment] = key;
    let (author, at) = (text(&act.stamp.author), text(&act.stamp.at));
    act.put(&TABLE, vec![server, tool, environment, text(&written), author, at])
}

/// One row: the subject, the layer and the mode.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Policy {
    of: (String, String),
    environment: String,
    mode: (ApprovalMode, Option<Fingerprint>),
}

pub fn all(connection: &Connection) -> rusqlite::Result<Vec<Policy>> {
    let read = |row| {
        let mut cells = Cells::of(row);
        let (server, tool) = (cells.text()?, cells.text()?);
        let (environment, mode) = (cells.text()?, cells.text()?);
        Ok(Policy { of: (server, tool), environment, mode: understood(&mode) })
    };
    TABLE.all(connection)?.into_iter().map(read).collect()
}

/// The approval settings for a server's tools and the general preferences. A mode of the environment overrides one of
/// the base.
pub fn approval(
    policies: &[Policy],
    preferences: &BTreeMap<String, String>,
    server: &str,
    environment: Option<&str>,
    toolset: Option<&str>,
) -> ApprovalPolicy {
    let mut found: HashMap<&(String, String), &(ApprovalMode, Option<Fingerprint>)> = HashMap::new();
    for Policy { of, environment: layer, mode } in policies {
        if layer != BASE && Some(layer.as_str()) == environment {
            found.insert(of, mode);
        } else if layer == BASE {
            found.entry(of).or_insert(mode);
        }
    }
    let whole = |of: PolicySubject| found.get(&of.key()).map(|(mode, _)| *mode);
    let otherwise = toolset
        .and_then(|name| whole(PolicySubject::Toolset(name)))
        .or_else(|| whole(PolicySubject::Server(server)));
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
        default_mode: otherwise.unwrap_or_default(),
        allowed_once: granted.collect(),
        modes: found
            .into_iter()
            .filter(|((of, tool), _)| of == server && !tool.is_empty())
            .map(|((_, tool), mode)| (tool.clone(), mode.clone()))
            .collect(),
        trusted: false,
    }
}

impl Policy {
    /// The layer, subject and mode of the row, for a document.
    pub fn decided(&self) -> (&str, ApprovalScope, DecidedApproval) {
        let (server, tool) = &self.of;
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
            .find(|policy| policy.of == key && policy.environment == layer)
            .map(|policy| policy.mode.0)
    };
    environment.and_then(in_layer).or_else(|| in_layer(BASE))
}

/// Stores that a tool with this definition was allowed once.
pub fn grant(connection: &Connection, server: &str, tool: &str, print: &str) -> rusqlite::Result<()> {
    preferences::keep(connection, &format!("granted:{server}.{tool}"), Some(print))
}

/// Parses the `mode` column. An unknown mode is treated as `AlwaysAsk`.
fn understood(mode: &str) -> (ApprovalMode, Option<Fingerprint>) {
    let (word, meant) = match mode.split_once(' ') {
        Some((word, meant)) => (word, Some(Fingerprint(meant.to_owned()))),
        None => (mode, None),
    };
    (ApprovalMode::parse(word).unwrap_or(ApprovalMode::AlwaysAsk), meant)
}
