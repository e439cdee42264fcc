//! The policy for the tools of one server, read from the store without building the catalog: a proxy has to start in
//! milliseconds, however many tools other servers have.

mod agent_scope;
mod listings;
mod snapshot;

use std::collections::HashMap;

use hintsmith_core::model::agent;
use hintsmith_core::model::rule::Rules;
use hintsmith_core::model::toolset::ToolReference;
use hintsmith_core::server_policy::{
    ApprovalPolicy, ChangedToolPolicy, KnownDefinition, OfferedTools, PolicyLayer, ServerPolicy,
};
use rusqlite::Connection;

use crate::context::Context;
use crate::error::ApiError;
use crate::store::environments::{self, BASE};
use crate::store::{notes, overrides, policies, preferences, reviews, rules, servers, tools, toolsets};
pub use agent_scope::{AgentScope, AgentTransport};
pub use snapshot::{AgentToolHandler, KnownTool, PolicySnapshot};

/// Selects the policy of a proxy.
#[derive(Debug, Clone, Default)]
pub struct PolicyRequest {
    pub server: String,
    pub environment: Option<String>,
    /// `None` selects the active toolset, or every tool if none is active.
    pub toolset: Option<String>,
    pub changed: ChangedToolPolicy,
    /// The agent that is offered Hintsmith's own tools. `None` if they are not offered.
    pub agent: Option<AgentScope>,
    /// Read-only calls run without approval, whatever the preference says.
    pub allows_read_only: bool,
    /// Destructive calls are denied without asking.
    pub denies_destructive: bool,
    /// Calls are decided in this process, so the definitions of the last scan are needed for clients that have not
    /// listed the tools.
    pub decides_calls: bool,
}

impl Context {
    /// The current policy for the clients of a proxy in front of a server.
    pub(crate) async fn load_server_policy(&self, request: &PolicyRequest) -> Result<ServerPolicy, ApiError> {
        let owned_request = request.clone();
        self.db.read(move |connection| read_policy(connection, &owned_request)).await?
    }
}

/// Fails with an `ApiError` if the requested environment or toolset does not exist.
fn read_policy(
    connection: &Connection,
    request: &PolicyRequest,
) -> rusqlite::Result<Result<ServerPolicy, ApiError>> {
    let PolicyRequest { server, environment, toolset, changed, agent, .. } = request;
    let layer = environment.as_deref().unwrap_or(BASE);
    let environments = environments::all(connection)?;
    let toolsets_by_name = toolsets::all(connection)?;
    if let Some(name) = environment.as_ref().filter(|name| !environments.contains(name)) {
        return Ok(Err(ApiError::no_environment(name, environments.iter().map(String::as_str))));
    }
    if let Some(name) = toolset.as_ref().filter(|name| !toolsets_by_name.contains_key(*name)) {
        return Ok(Err(ApiError::no_toolset(name, toolsets_by_name.keys().map(String::as_str))));
    }
    let row = servers::all(connection)?.into_iter().find(|row| row.name == *server);
    let trusted = row.as_ref().is_some_and(|row| row.trusted);
    let known = tools::known_definitions(connection, server)?;
    let toolset = toolset.clone().or(toolsets::active(connection)?.remove(layer));
    let approval = read_approval(connection, request, toolset.as_deref(), trusted)?;
    let decides_calls = request.decides_calls || approval.asks_always();
    let scanned = if decides_calls { tools::raw_definitions(connection, server)? } else { Vec::new() };
    let offered = match toolset.as_ref().and_then(|name| toolsets_by_name.get(name)) {
        Some(stored) => Some(resolve_toolset(connection, &stored.set.tools, server, &known)?),
        None => None,
    };
    let notes = notes::all(connection)?.into_iter().map(|(tool, mut notes)| {
        notes::sort(&mut notes);
        notes.retain(|note| note.toolset.is_none() || note.toolset == toolset);
        (tool, notes.into_iter().map(|note| (note.name, note.text)).collect())
    });
    let (mut base, mut overlay) = (PolicyLayer::default(), PolicyLayer::default());
    for ((of, tool), mut by) in overrides::all(connection)? {
        if of == *server {
            base.overrides.extend(by.remove(BASE).map(|overrides| (tool.clone(), overrides)));
            overlay
                .overrides
                .extend(environment.as_ref().and_then(|name| by.remove(name)).map(|all| (tool, all)));
        }
    }
    let mut rules = rules::all(connection)?;
    base.rules = Rules::new(rules.remove(BASE).unwrap_or_default());
    overlay.rules = Rules::new(environment.as_ref().and_then(|name| rules.remove(name)).unwrap_or_default());
    let reviewed = reviews::all(connection)?.into_iter().filter(|((of, _), _)| of == server);
    Ok(Ok(ServerPolicy {
        server: server.clone(),
        settings: row.map(|row| row.settings).unwrap_or_default(),
        base,
        environment: environment.clone().map(|name| (name, overlay)),
        offered,
        notes: notes.collect(),
        reviewed_definitions: reviewed.map(|((_, tool), review)| (tool, review.fingerprint)).collect(),
        known_definitions: known,
        scanned_definitions: scanned,
        changed_tools: *changed,
        agent_tools: match agent {
            Some(place) => agent_tool_names(connection, place)?,
            None => Vec::new(),
        },
        approval,
    }))
}

/// The approval settings for a server's tools, with the options the proxy was started with.
fn read_approval(
    connection: &Connection,
    request: &PolicyRequest,
    toolset: Option<&str>,
    trusted: bool,
) -> rusqlite::Result<ApprovalPolicy> {
    let (policies, preferences) = (policies::all(connection)?, preferences::all(connection)?);
    let environment = request.environment.as_deref();
    let mut approval =
        policies::resolve_approval(&policies, &preferences, &request.server, environment, toolset);
    approval.trusted = trusted;
    approval.settings.allow_read_only |= request.allows_read_only;
    approval.settings.deny_destructive = request.denies_destructive;
    Ok(approval)
}

/// The names of Hintsmith's own tools that this agent is offered.
fn agent_tool_names(connection: &Connection, scope: &AgentScope) -> rusqlite::Result<Vec<&'static str>> {
    let mut names = Vec::new();
    for tool in &agent::TOOLS {
        if scope.is_tool_offered(tool, preferences::get(connection, tool.preference_key)?.as_deref()) {
            names.push(tool.name);
        }
    }
    Ok(names)
}

/// The tools of a toolset on this server: by name if the server has that name, otherwise by definition if no other tool
/// has it.
fn resolve_toolset(
    connection: &Connection,
    references: &[ToolReference],
    server: &str,
    known: &HashMap<String, KnownDefinition>,
) -> rusqlite::Result<OfferedTools> {
    let mut resolved = OfferedTools::default();
    for ToolReference { name, id } in references {
        if let Some(name) = name.as_ref().filter(|name| name.server == server) {
            // Also a name that no scan has found: it may be in the next list.
            resolved.names.insert(name.tool.clone());
        }
        let exists = match name {
            Some(name) if name.server == server => known.contains_key(&name.tool),
            Some(name) => tools::exists(connection, &name.server, &name.tool)?,
            None => false,
        };
        if let Some(id) = id.as_ref().filter(|_| !exists)
            && tools::count_with_fingerprint(connection, id)? == 1
        {
            resolved.ids.insert(id.clone());
        }
    }
    Ok(resolved)
}
