//! Loosening by changes of many tools, which the user has to confirm.

use std::collections::{BTreeSet, HashMap};

use hintsmith_core::approval::ApprovalMode;
use hintsmith_core::export::hintsmith_json::{ApprovalScope, DecidedApproval};
use hintsmith_core::model::toolset::ToolName;
use hintsmith_core::resolve::loosening::LoosenedHint;
use rusqlite::Connection;

use crate::catalog::{Catalog, CatalogEntry, StoreSnapshot, ToolDecisions};
use crate::dto::{LoosenedTool, Loosening, saturating_u32};
use crate::error::{ApiError, ErrorCode};
use crate::store::environments::BASE;
use crate::store::policies::Policy;

/// Maximum number of tools that are named.
const MAX_EXAMPLES: usize = 50;

impl Loosening {
    /// Counts the tool if `after` loosens a hint that `before` does not, and returns whether it does.
    pub(super) fn add_if_loosened(
        &mut self,
        entry: &CatalogEntry,
        before: &ToolDecisions,
        after: &ToolDecisions,
        environment: Option<&str>,
    ) -> bool {
        let mut loosened = entry.resolve_with(after, environment).loosened_hints();
        if loosened.is_empty() {
            return false;
        }
        let known = entry.resolve_with(before, environment).loosened_hints();
        loosened.retain(|new| !known.contains(new));
        if loosened.is_empty() {
            return false;
        }
        self.tools += 1;
        if self.examples.len() < MAX_EXAMPLES {
            let descriptions: Vec<String> = loosened.iter().map(LoosenedHint::describe).collect();
            self.examples.push(LoosenedTool {
                server: entry.server.to_string(),
                tool: entry.tool.name.clone(),
                summary: descriptions.join("; "),
            });
        }
        true
    }

    /// Compares the store, which may contain uncommitted changes, with an earlier catalog of it. A tool counts if it is
    /// loosened in any environment.
    pub(crate) fn since(connection: &Connection, before: &Catalog) -> rusqlite::Result<Self> {
        let now = StoreSnapshot::read(connection, Some(before), &HashMap::new())?;
        let now = now.into_catalog(Some(before), before.environment.as_deref());
        let mut loosening = Self::default();
        let none = ToolDecisions::default();
        for entry in &now.entries {
            let known = before.entry(&entry.server, &entry.tool.name);
            let known = known.map_or(&none, |known| &*known.decisions);
            if *known == *entry.decisions {
                continue;
            }
            let environments = known.environments.keys().chain(entry.decisions.environments.keys());
            let environments: BTreeSet<&str> = environments.map(|name| &**name).collect();
            let mut layers = std::iter::once(None).chain(environments.into_iter().map(Some));
            layers.any(|environment| loosening.add_if_loosened(entry, known, &entry.decisions, environment));
        }
        loosening.add_approval_modes(&before.policies, &now);
        Ok(loosening)
    }

    /// Counts the approval modes that are new and let calls run without approval, or replace a stricter one. One that is
    /// bound to another definition of its tool is suspended.
    fn add_approval_modes(&mut self, before: &[Policy], now: &Catalog) {
        let known: KnownModes = before
            .iter()
            .map(|policy| {
                let (environment, scope, decided) = policy.to_document_entry();
                ((environment, scope), decided)
            })
            .collect();
        for policy in now.policies.iter() {
            let (environment, scope, decided) = policy.to_document_entry();
            let key = (environment, scope);
            if known.get(&key) == Some(&decided) {
                continue;
            }
            let ((environment, scope), DecidedApproval { mode, fingerprint }) = (key, decided);
            let is_loosening =
                mode.is_loosening() || mode.stricter(replaced_mode(&known, environment, &scope)) != mode;
            let current = policy.tool().and_then(|(server, tool)| now.entry(server, tool));
            let is_suspended =
                fingerprint.is_some_and(|bound| current.is_some_and(|entry| entry.tool.fingerprint != bound));
            if !is_loosening || is_suspended {
                continue;
            }
            self.tools += 1;
            if self.examples.len() < MAX_EXAMPLES {
                let (server, tool) = match scope {
                    ApprovalScope::Tool(ToolName { server, tool }) => (server, tool),
                    ApprovalScope::Server(server) => (server, "*".to_owned()),
                    ApprovalScope::Toolset(toolset) => ("toolset".to_owned(), toolset),
                };
                let layer = if environment == BASE { String::new() } else { format!(" in {environment}") };
                let summary = format!("approval mode {}{layer}", mode.as_str());
                self.examples.push(LoosenedTool { server, tool, summary });
            }
        }
    }

    pub(super) fn from_tools(mut tools: Vec<LoosenedTool>) -> Self {
        let count = saturating_u32(tools.len());
        tools.truncate(MAX_EXAMPLES);
        Self { tools: count, examples: tools }
    }

    /// Fails if something is loosened without the user's confirmation.
    pub(crate) fn require_confirmation(&self, is_confirmed: bool) -> Result<(), ApiError> {
        let Some(LoosenedTool { server, tool, summary }) = self.examples.first().filter(|_| !is_confirmed)
        else {
            return Ok(());
        };
        let others = match self.tools - 1 {
            0 => String::new(),
            1 => " (and another tool)".to_owned(),
            others => format!(" (and {others} other tools)"),
        };
        let message = format!("this loosens {server}.{tool}: {summary}{others}");
        let hint = "Nothing was changed. Review the named tools, then confirm with --loosen.";
        Err(ApiError::new(ErrorCode::Conflict, message, hint))
    }
}

/// Approval modes by layer and subject.
type KnownModes<'a> = HashMap<(&'a str, ApprovalScope), DecidedApproval>;

/// The mode that applied before: the one of the same subject, or for a tool that of its server.
fn replaced_mode(known: &KnownModes, environment: &str, scope: &ApprovalScope) -> ApprovalMode {
    let find = |wanted: &ApprovalScope| {
        let mut layers = [environment, BASE].into_iter();
        layers.find_map(|layer| known.get(&(layer, wanted.clone()))).map(|decided| decided.mode)
    };
    let of_server = || match scope {
        ApprovalScope::Tool(tool) => find(&ApprovalScope::Server(tool.server.clone())),
        ApprovalScope::Server(_) | ApprovalScope::Toolset(_) => None,
    };
    find(scope).or_else(of_server).unwrap_or_default()
}
