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
use crate::catalog::{Catalog, ReferenceResolver};
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

    fn failure(why: impl Into<String>) -> Self {
        Self { content: json!({ "error": why.into() }), is_error: true }
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
            return Ok(AgentReply::failure(format!("{name} is disabled for this connection")));
        }
        match agent::parse_request(name, arguments) {
            Err(error) => Ok(AgentReply::failure(error.to_string())),
            Ok(AgentRequest::List) => {
                Ok(AgentReply::success(json!({"toolsets": toolset_list_json(&catalog, scope)})))
            }
            Ok(AgentRequest::Equip(name)) => {
                self.activate_toolset_for_agent(scope, &catalog, Some(name)).await
            }
            Ok(AgentRequest::Unequip) => self.activate_toolset_for_agent(scope, &catalog, None).await,
            Ok(AgentRequest::Build { equip: true, .. }) if scope.toolset.is_some() => {
                let why = "this connection has a fixed toolset; build the toolset without autoEquip";
                Ok(AgentReply::failure(why))
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
                called.await.unwrap_or_else(AgentReply::failure).to_call_result()
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
            return Ok(AgentReply::failure(why));
        }
        let environment = scope.environment.clone();
        let input = ActivateToolset { name: name.clone(), environment };
        Ok(match self.toolsets.activate(input).await {
            Ok(report) => AgentReply::success(with_warnings(json!({ "equipped": name }), &report.warnings)),
            Err(error) => AgentReply::failure(error.message),
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
        let resolver = ReferenceResolver::new(catalog);
        if let Some(missing) = tools.iter().find(|tool| scope.find_tool(catalog, &resolver, tool).is_none()) {
            return Ok(AgentReply::failure(format!("there is no tool {missing}")));
        }
        let references = tools.iter().filter_map(|tool| scope.find_tool(catalog, &resolver, tool));
        let references: Vec<String> = references.map(|entry| tool_reference(entry).to_string()).collect();
        let count = references.len();
        let tools = ToolChoice::References { references };
        if activate {
            let request = ("build-toolset", json!({"name": name, "autoEquip": true}));
            if let Err(why) = self.approve_toolset_switch(scope, catalog, request, Some(&name)).await {
                return Ok(AgentReply::failure(why));
            }
        }
        let input = NewToolset { name: name.clone(), description, tools, activate };
        Ok(match self.toolsets.build_in(input, scope.environment.clone()).await {
            Ok(report) => {
                let built = json!({"toolset": name, "tools": count, "equipped": activate});
                AgentReply::success(with_warnings(built, &report.warnings))
            }
            Err(error) => AgentReply::failure(error.message),
        })
    }

    async fn add_notes_for_agent(
        &self,
        scope: &AgentScope,
        catalog: &Catalog,
        tool: &ToolReference,
        notes: Vec<(String, String)>,
    ) -> Result<AgentReply, ApiError> {
        let Some(toolset) = scope.active_toolset(catalog) else {
            let names: Vec<&str> = catalog.toolsets.keys().map(String::as_str).collect();
            let known = if names.is_empty() {
                "there are no toolsets yet; create one with build-toolset".to_owned()
            } else {
                format!("equip one of these with equip-toolset: {}", names.join(", "))
            };
            return Ok(AgentReply::failure(format!("no toolset is equipped; {known}")));
        };
        let resolver = ReferenceResolver::new(catalog);
        let Some(entry) = scope.find_tool(catalog, &resolver, tool) else {
            return Ok(AgentReply::failure(format!("there is no tool {tool}")));
        };
        let tool_name = format!("{}.{}", entry.server, entry.tool.name);
        if !entry.decisions.toolsets.iter().any(|name| **name == *toolset) {
            return Ok(AgentReply::failure(format!("{tool_name} is not in the toolset {toolset}")));
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
            Err(error) => return Ok(AgentReply::failure(error.message)),
        };
        // A note that exists now and did not before was added by this call.
        let now = self.context.current_catalog().await?;
        let is_there = |catalog: &Catalog, note: &NewNote| {
            let all = if waits { &catalog.proposed_notes } else { &catalog.notes };
            let notes = all.get(&ToolReference::from_names(&entry.server, &entry.tool.name));
            notes.is_some_and(|notes| is_name_taken(notes, &note.name, Some(toolset)))
        };
        let mut added: Vec<String> = Vec::new();
        for note in notes {
            let is_new = is_there(&now, &note) && !is_there(catalog, &note);
            if is_new && !added.contains(&note.name) {
                added.push(note.name);
            }
        }
        let reply = json!({"toolset": toolset, "tool": tool_name, "added": added});
        let mut content = with_warnings(reply, &warnings);
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

/// Adds warnings to a reply, if there are any.
fn with_warnings(mut content: Value, warnings: &[String]) -> Value {
    if !warnings.is_empty() {
        content["warnings"] = json!(warnings);
    }
    content
}

/// A toolset in the reply format of the agent tools: its tools by name, and those that no server has now.
fn toolset_json(catalog: &Catalog, name: &str, stored: &StoredToolset, scope: &AgentScope) -> Value {
    let resolver = ReferenceResolver::new(catalog);
    let (mut tools, mut missing) = (Vec::new(), Vec::new());
    for wanted in &stored.set.tools {
        let entry = resolver.resolve(wanted).map(|found| &*catalog.entries[found.tool]);
        let is_shown = match (entry, &wanted.name) {
            (Some(entry), _) => scope.can_see(catalog, entry),
            (None, Some(name)) => scope.has_server(&name.server),
            (None, None) => scope.servers.is_none(),
        };
        match entry {
            _ if !is_shown => {}
            Some(entry) => tools.push(tool_reference(entry).to_string()),
            None => missing.push(wanted.to_string()),
        }
    }
    let equipped = scope.active_toolset(catalog) == Some(name);
    let mut toolset = json!({"name": name, "equipped": equipped, "tools": tools});
    if let Some(description) = &stored.set.description {
        toolset["description"] = json!(description);
    }
    if !missing.is_empty() {
        toolset["missing"] = json!(missing);
    }
    toolset
}

#[cfg(test)]
mod tests;
