//! The servers, tools and toolsets that an agent can see and change through its proxy connection.

use hintsmith_core::model::agent::{self, AgentTool};
use hintsmith_core::model::preference;
use hintsmith_core::model::toolset::ToolReference;
use hintsmith_core::review::ReviewState;
use hintsmith_core::server_policy::ChangedToolPolicy;

use crate::catalog::{Catalog, CatalogEntry, ReferenceResolver};

/// The proxy connection an agent uses, which limits what it can see and change.
#[derive(Debug, Clone, Default)]
pub struct AgentScope {
    pub transport: AgentTransport,
    pub environment: Option<String>,
    /// Toolset fixed when the proxy was started; the agent cannot switch to another one.
    pub toolset: Option<String>,
    /// Servers behind the proxy. None: every server of the store.
    pub servers: Option<Vec<String>>,
    /// Treatment of tools whose definition has changed since their review.
    pub changed: ChangedToolPolicy,
}

/// Transport of the agent's connection.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum AgentTransport {
    #[default]
    Stdio,
    Http,
}

impl AgentScope {
    /// Returns whether an agent tool is offered on this connection. `setting` is the value of the tool's preference.
    pub fn is_tool_offered(&self, tool: &AgentTool, setting: Option<&str>) -> bool {
        let default = || preference::find(tool.preference_key).map_or("off", |preference| preference.default);
        let is_on = match setting.unwrap_or_else(default) {
            "on" => true,
            "stdio" => self.transport == AgentTransport::Stdio,
            _ => false,
        };
        is_on && !(tool.switches_toolset && self.toolset.is_some())
    }

    pub(crate) fn active_toolset<'a>(&'a self, catalog: &'a Catalog) -> Option<&'a str> {
        self.toolset.as_deref().or_else(|| catalog.active_toolset(self.environment.as_deref()))
    }

    /// The toolset the agent cannot leave: the tools of all others are withheld from it.
    pub(crate) fn locked_toolset<'a>(&'a self, catalog: &'a Catalog) -> Option<&'a str> {
        let is_offered =
            |tool: &AgentTool| self.is_tool_offered(tool, catalog.preference(tool.preference_key));
        let can_leave = is_offered(&agent::EQUIP) || is_offered(&agent::UNEQUIP);
        self.active_toolset(catalog).filter(|_| !can_leave)
    }

    pub(crate) fn has_server(&self, server: &str) -> bool {
        self.servers.as_ref().is_none_or(|servers| servers.iter().any(|name| name == server))
    }

    /// Returns whether a tool is offered to the agent, or can be after it has switched toolsets. Every other tool
    /// must not be revealed, neither in a list nor in an error message.
    pub(crate) fn can_see(&self, catalog: &Catalog, entry: &CatalogEntry) -> bool {
        let is_chosen = self
            .locked_toolset(catalog)
            .is_none_or(|toolset| entry.decisions.toolsets.iter().any(|name| **name == *toolset));
        let is_withheld = self.changed == ChangedToolPolicy::Hidden && entry.review == ReviewState::Drifted;
        self.has_server(&entry.server) && is_chosen && !is_withheld
    }

    /// Resolves a reference to a tool that the agent may see.
    pub(crate) fn find_tool<'a>(
        &self,
        catalog: &'a Catalog,
        resolver: &ReferenceResolver,
        tool: &ToolReference,
    ) -> Option<&'a CatalogEntry> {
        let entry = &*catalog.entries[resolver.resolve(tool)?.tool];
        self.can_see(catalog, entry).then_some(entry)
    }
}
