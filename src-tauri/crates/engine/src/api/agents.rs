//! Tools that a proxy offers to agents: listing and activating toolsets, and adding notes.
//!
//! Each tool has a preference. By default it is offered over stdio, where the user configured the client, and not
//! over HTTP.

use std::sync::Arc;

use hintsmith_core::approval::DecisionReason;
use hintsmith_core::model::agent::{self, AgentRequest, AgentTool};
use hintsmith_core::model::toolset::ToolReference;
use hintsmith_core::resolve::Behaviour;
use serde_json::{Value, json};

use super::note_review;
use super::notes::{NoteService, is_name_taken};
use super::toolsets::{ToolsetService, tool_reference};
use crate::approval::gate::{approval_view, mode_label};
use crate::approval::{ApprovalService, queue};
use crate::boxed;
use crate::catalog::{Catalog, CatalogEntry, ReferenceResolver};
use crate::context::{Context, run_as_agent};
use crate::dto::{
    ActivateToolset, AddNotes, ApprovalAnswer, ApprovalView, CallOrigin, NewNote, NewToolset, ToolChoice,
};
use crate::error::ApiError;
use crate::policy::AgentToolHandler;
pub use crate::policy::{AgentScope, AgentTransport};
use crate::store::policies;
use crate::store::toolsets::StoredToolset;

const APPROVAL_REQUIRED: &str = "this changes how calls are approved, so the user has to allow it";

/// Reply to a call of an agent tool.
#[derive(Debug, Clone, PartialEq)]
pub struct AgentReply {
    pub content: Value,
    /// The call failed and changed nothing.
    pub is_error: bool,
}

impl AgentReply {
    fn success(content: Value) -> Self {
        Self { content, is_error: false }
    }

    fn failure(content: Value) -> Self {
        Self { content, is_error: true }
    }

    /// `CallToolResult` with structured content, repeated as text for clients that read only that.
    pub fn to_call_result(&self) -> String {
        json!({
            "content": [{"type": "text", "text": self.content.to_string()}],
            "structuredContent": self.content,
            "isError": self.is_error,
            "resultType": "complete",
        })
        .to_string()
    }
}

/// Tools that Hintsmith itself offers to agents.
pub struct AgentService {
    pub(crate) context: Arc<Context>,
    pub(crate) approvals: Arc<ApprovalService>,
    pub(crate) toolsets: ToolsetService,
    pub(crate) notes: NoteService,
}

impl AgentService {
    /// Definitions of the agent tools offered on this connection, as in `tools/list`.
    #[boxed]
    pub async fn tools(&self, scope: &AgentScope) -> Result<Vec<Value>, ApiError> {
        let catalog = self.context.current_catalog().await?;
        let offered = agent::TOOLS
            .iter()
            .filter(|tool| scope.is_tool_offered(tool, catalog.preference(tool.preference_key)));
        Ok(offered.map(AgentTool::definition).collect())
    }

    /// Runs an agent tool. An invalid or refused call is an error reply; only a failing store is an [`ApiError`].
    #[boxed]
    pub async fn call(
        &self,
        scope: &AgentScope,
        name: &str,
        arguments: &Value,
    ) -> Result<AgentReply, ApiError> {
        let catalog = self.context.current_catalog().await?;
        let off = agent::find(name)
            .filter(|tool| !scope.is_tool_offered(tool, catalog.preference(tool.preference_key)));
        if off.is_some() {
            return Ok(AgentReply::failure(
                json!({"error": format!("{name} is disabled for this connection")}),
            ));
        }
        match agent::parse_request(name, arguments) {
            Err(error) => Ok(AgentReply::failure(json!({"error": error.to_string()}))),
            Ok(AgentRequest::List) => Ok(AgentReply::success(
                json!({"success": true, "toolsets": toolset_list_json(&catalog, scope)}),
            )),
            Ok(AgentRequest::Equip(name)) => {
                self.activate_toolset_for_agent(scope, &catalog, Some(name)).await
            }
            Ok(AgentRequest::Unequip) => self.activate_toolset_for_agent(scope, &catalog, None).await,
            Ok(AgentRequest::Build { equip: true, .. }) if scope.toolset.is_some() => {
                let why = "this connection has a fixed toolset; build the toolset without autoEquip";
                Ok(AgentReply::failure(json!({"meta": {"success": false, "error": why}})))
            }
            Ok(AgentRequest::Build { name, description, tools, equip }) => {
                self.build_toolset_for_agent(scope, &catalog, name, description, &tools, equip).await
            }
            Ok(AgentRequest::Annotate { tool, notes }) => {
                self.add_notes_for_agent(scope, &catalog, &tool, notes).await
            }
        }
    }

    /// Builds the handler that a proxy calls for agent tools.
    pub(crate) fn handler(self: &Arc<Self>, scope: AgentScope) -> AgentToolHandler {
        // The engine may own the proxy, so a strong reference would be a cycle.
        let service = Arc::downgrade(self);
        Arc::new(move |name, arguments| {
            let arguments = arguments.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
            let (service, scope) = (service.clone(), scope.clone());
            Box::pin(run_as_agent(async move {
                let called = async {
                    let service = service.upgrade().ok_or("the store is closed".to_owned())?;
                    service.call(&scope, name, &arguments).await.map_err(|error| error.message)
                };
                let refused = |why| AgentReply::failure(json!({ "error": why }));
                called.await.unwrap_or_else(refused).to_call_result()
            }))
        })
    }

    /// Checks whether an agent may activate this toolset, or none. Leaving or entering a toolset with an approval
    /// mode of its own changes how calls are approved, so the user has to approve the switch.
    async fn approve_toolset_switch(
        &self,
        scope: &AgentScope,
        catalog: &Catalog,
        request: (&'static str, Value),
        to: Option<&str>,
    ) -> Result<(), String> {
        let environment = scope.environment.as_deref();
        let from = scope.active_toolset(catalog);
        let mode = |toolset: Option<&str>| {
            let toolset = toolset?;
            Some((toolset.to_owned(), policies::toolset_mode(&catalog.policies, toolset, environment)?))
        };
        let changes: Vec<String> = [("Leaves", mode(from)), ("Enters", mode(to))]
            .into_iter()
            .filter_map(|(verb, mode)| {
                let (toolset, mode) = mode?;
                Some(format!(
                    "{verb} the toolset {toolset}, which has the approval mode “{}”",
                    mode_label(mode)
                ))
            })
            .collect();
        if from == to || changes.is_empty() {
            return Ok(());
        }
        let (tool, arguments) = request;
        let view = ApprovalView {
            origin: CallOrigin::Gateway,
            arguments: Some(arguments.to_string()),
            behaviour: Behaviour::Modifying,
            sentences: changes,
            ..approval_view("hintsmith", tool, None, DecisionReason::ChangesApproval)
        };
        if !queue::has_approver(&self.context.options.data_folder) {
            return Err(format!(
                "{APPROVAL_REQUIRED}, but neither the desktop app nor `hintsmith approvals --watch` is running"
            ));
        }
        match self.approvals.ask_user(&self.context.options.data_folder, view, "").await {
            Ok(ApprovalAnswer::Once | ApprovalAnswer::Session) => Ok(()),
            Ok(ApprovalAnswer::Deny) => Err("the user denied it".to_owned()),
            Err(why) => Err(format!("{APPROVAL_REQUIRED}: {why}")),
        }
    }

    async fn activate_toolset_for_agent(
        &self,
        scope: &AgentScope,
        catalog: &Catalog,
        name: Option<String>,
    ) -> Result<AgentReply, ApiError> {
        let request = match &name {
            Some(name) => ("equip-toolset", json!({ "name": name })),
            None => ("unequip-toolset", json!({})),
        };
        if let Err(why) = self.approve_toolset_switch(scope, catalog, request, name.as_deref()).await {
            return Ok(AgentReply::failure(json!({"success": false, "error": why})));
        }
        let environment = scope.environment.clone();
        let input = ActivateToolset { name: name.clone(), environment };
        Ok(match (self.toolsets.activate(input).await, name) {
            (Ok(report), Some(name)) => AgentReply::success(json!({
                "success": true,
                "toolsetName": name,
                "message": format!("The toolset {name} is equipped. The list of tools has changed."),
                "warnings": report.warnings,
            })),
            (Ok(report), None) => AgentReply::success(json!({
                "success": true,
                "message": "No toolset is equipped. All tools are offered.",
                "warnings": report.warnings,
            })),
            (Err(error), _) => AgentReply::failure(json!({"success": false, "error": error.message})),
        })
    }

    async fn build_toolset_for_agent(
        &self,
        scope: &AgentScope,
        catalog: &Catalog,
        name: String,
        description: Option<String>,
        tools: &[ToolReference],
        activate: bool,
    ) -> Result<AgentReply, ApiError> {
        let refused = |why: String| AgentReply::failure(json!({"meta": {"success": false, "error": why}}));
        let resolver = ReferenceResolver::new(catalog);
        if let Some(missing) = tools.iter().find(|tool| scope.find_tool(catalog, &resolver, tool).is_none()) {
            return Ok(refused(format!("there is no tool {missing}")));
        }
        let references = tools.iter().filter_map(|tool| scope.find_tool(catalog, &resolver, tool));
        let references = references.map(|entry| tool_reference(entry).to_string()).collect();
        let tools = ToolChoice::References { references };
        if activate {
            let request = ("build-toolset", json!({"name": name, "autoEquip": true}));
            if let Err(why) = self.approve_toolset_switch(scope, catalog, request, Some(&name)).await {
                return Ok(refused(why));
            }
        }
        let input = NewToolset { name: name.clone(), description, tools, activate };
        if let Err(error) = self.toolsets.build_in(input, scope.environment.clone()).await {
            return Ok(refused(error.message));
        }
        let now = self.context.current_catalog().await?;
        let (_, stored) = now.require_toolset(&name)?;
        Ok(AgentReply::success(json!({
            "meta": {"success": true, "toolsetName": name, "autoEquipped": activate},
            "toolset": toolset_json(&now, &name, stored, scope),
        })))
    }

    async fn add_notes_for_agent(
        &self,
        scope: &AgentScope,
        catalog: &Catalog,
        tool: &ToolReference,
        notes: Vec<(String, String)>,
    ) -> Result<AgentReply, ApiError> {
        let reply = |toolset: &str, entry: Option<&CatalogEntry>, added: &[NewNote], errors: &[String]| {
            let added: Vec<Value> =
                added.iter().map(|note| json!({"name": note.name, "note": note.text})).collect();
            let tool = entry.map_or_else(
                || json!({"namespacedName": "", "refId": "", "server": ""}),
                |entry| {
                    json!({
                        "namespacedName": format!("{}.{}", entry.server, entry.tool.name),
                        "refId": entry.tool.fingerprint.0,
                        "server": &*entry.server,
                    })
                },
            );
            json!({
                "toolset": toolset,
                "tool": tool,
                "addedNotes": added,
                "successCount": added.len(),
                "errorCount": errors.len(),
                "errors": errors,
            })
        };
        let Some(toolset) = scope.active_toolset(catalog) else {
            let names: Vec<&str> = catalog.toolsets.keys().map(String::as_str).collect();
            let known = if names.is_empty() {
                "there are no toolsets yet; create one with build-toolset".to_owned()
            } else {
                format!("equip one of these with equip-toolset: {}", names.join(", "))
            };
            let errors = [format!("no toolset is equipped; {known}")];
            return Ok(AgentReply::failure(reply("", None, &[], &errors)));
        };
        let resolver = ReferenceResolver::new(catalog);
        let Some(entry) = scope.find_tool(catalog, &resolver, tool) else {
            let errors = [format!("there is no tool {tool}")];
            return Ok(AgentReply::failure(reply(toolset, None, &[], &errors)));
        };
        if !entry.decisions.toolsets.iter().any(|name| **name == *toolset) {
            let errors = [format!("{}.{} is not in the toolset {toolset}", entry.server, entry.tool.name)];
            return Ok(AgentReply::failure(reply(toolset, Some(entry), &[], &errors)));
        }
        let notes: Vec<NewNote> = notes.into_iter().map(|(name, text)| NewNote { name, text }).collect();
        let input = AddNotes {
            server: entry.server.to_string(),
            tool: entry.tool.name.clone(),
            toolset: Some(toolset.to_owned()),
            notes: notes.clone(),
            allow_hidden: false,
        };
        let waits = note_review::is_review_required(catalog);
        let warnings = match self.notes.write(input, waits).await {
            Ok(report) => report.warnings,
            Err(error) => {
                return Ok(AgentReply::failure(reply(toolset, Some(entry), &[], &[error.message])));
            }
        };
        // A note that exists now and did not before was added by this call.
        let now = self.context.current_catalog().await?;
        let is_there = |catalog: &Catalog, note: &NewNote| {
            let all = if waits { &catalog.proposed_notes } else { &catalog.notes };
            let notes = all.get(&ToolReference::from_names(&entry.server, &entry.tool.name));
            notes.is_some_and(|notes| is_name_taken(notes, &note.name, Some(toolset)))
        };
        let mut added: Vec<NewNote> = Vec::new();
        for note in notes {
            let is_new = is_there(&now, &note) && !is_there(catalog, &note);
            if is_new && !added.iter().any(|known| known.name == note.name) {
                added.push(note);
            }
        }
        let mut content = reply(toolset, Some(entry), &added, &warnings);
        if waits && !added.is_empty() {
            content["message"] =
                json!("The user reviews these notes. Models do not see them until they are accepted.");
        }
        Ok(AgentReply::success(content))
    }
}

fn toolset_list_json(catalog: &Catalog, scope: &AgentScope) -> Vec<Value> {
    let confined = scope.locked_toolset(catalog);
    let visible = catalog.toolsets.iter().filter(|(name, _)| confined.is_none_or(|only| *name == only));
    visible.map(|(name, stored)| toolset_json(catalog, name, stored, scope)).collect()
}

/// A toolset in the reply format of the agent tools.
fn toolset_json(catalog: &Catalog, name: &str, stored: &StoredToolset, scope: &AgentScope) -> Value {
    let resolver = ReferenceResolver::new(catalog);
    let mut servers: std::collections::BTreeMap<String, u32> = std::collections::BTreeMap::new();
    let mut tools = Vec::new();
    for wanted in &stored.set.tools {
        let entry = resolver.resolve(wanted).map(|found| &*catalog.entries[found.tool]);
        let is_shown = match (entry, &wanted.name) {
            (Some(entry), _) => scope.can_see(catalog, entry),
            (None, Some(name)) => scope.has_server(&name.server),
            (None, None) => scope.servers.is_none(),
        };
        if !is_shown {
            continue;
        }
        let named = entry.map_or_else(|| wanted.clone(), tool_reference);
        let server = named.name.as_ref().map_or("", |name| name.server.as_str()).to_owned();
        *servers.entry(server.clone()).or_default() += 1;
        tools.push(json!({
            "namespacedName": named.name.as_ref().map(ToString::to_string).unwrap_or_default(),
            "refId": named.id.unwrap_or_default(),
            "server": server,
            "active": entry.is_some(),
        }));
    }
    let is_enabled = |name: &str| catalog.server(name).is_some_and(|row| row.enabled);
    let enabled = servers.keys().filter(|name| is_enabled(name)).count();
    let total = servers.len();
    let servers: Vec<Value> = servers
        .into_iter()
        .map(|(name, tools)| json!({"enabled": is_enabled(&name), "name": name, "toolCount": tools}))
        .collect();
    let mut toolset = json!({
        "name": name,
        "createdAt": stored.added_at,
        "toolCount": tools.len(),
        "active": scope.active_toolset(catalog) == Some(name),
        "totalServers": total,
        "enabledServers": enabled,
        "totalTools": tools.len(),
        "servers": servers,
        "tools": tools,
    });
    if let Some(description) = &stored.set.description {
        toolset["description"] = json!(description);
    }
    toolset
}

#[cfg(test)]
mod tests;
