//! Pending approval requests, and the approval modes of tools, servers and toolsets.

use hintsmith_core::approve::{ApprovalFacts, ApprovalMode, CallDecision, decide};
use hintsmith_core::review::ReviewState;
use hintsmith_core::serve::ApprovalPolicy;

use super::environments::finished;
use crate::Engine;
use crate::approval::gate::mode_label;
use crate::approval::queue::{self, ApproverRegistration};
use crate::boxed;
use crate::catalog::{Catalog, CatalogEntry};
use crate::dto::{
    ActReport, AnswerInput, ApprovalAnswer, ApprovalView, Comes, ModeInput, ToolApproval, ToolKey,
};
use crate::error::{ApiError, ErrorCode};
use crate::store::history::{self, ChangeSet, RowChange};
use crate::store::policies::{self, PolicySubject};

impl Engine {
    /// Registers this process as able to answer approval requests, for as long as the returned guard lives.
    pub fn answering(&self) -> Option<ApproverRegistration> {
        ApproverRegistration::new(&self.options.data).ok()
    }

    /// Pending approval requests, oldest first.
    pub fn approvals(&self) -> Vec<ApprovalView> {
        queue::list_pending(&self.options.data).into_iter().map(|question| question.view).collect()
    }

    /// Answers one request, once. The answer is recorded in the history.
    #[boxed]
    pub async fn answer_approval(&self, input: AnswerInput) -> Result<(), ApiError> {
        let asked = self.approvals().into_iter().find(|call| call.nonce == input.nonce);
        if queue::submit_answer(&self.options.data, &input.nonce, input.answer) {
            if let Some(call) = asked {
                self.tell_answer(&call, input.answer).await;
            }
            return Ok(());
        }
        let hint = "It was answered elsewhere, ran out of time, or its client withdrew it.";
        Err(ApiError::new(ErrorCode::Conflict, "this call does not wait any more", hint))
    }

    /// Records an answer in the history. Best effort: the answer is valid even if it cannot be recorded.
    async fn tell_answer(&self, call: &ApprovalView, answer: ApprovalAnswer) {
        let answer = match answer {
            ApprovalAnswer::Once => "allowed once",
            ApprovalAnswer::Session => "allowed for its session",
            ApprovalAnswer::Deny => "denied",
        };
        let client = call.client.as_deref().map_or(String::new(), |client| format!(" to {client}"));
        let act = format!("{answer}: a call of {}.{}{client}", call.server, call.tool);
        let after = serde_json::json!({
            "server": call.server, "tool": call.tool, "answer": answer, "because": call.because,
        });
        let change =
            RowChange { table: "approval".to_owned(), before: None, after: after.as_object().cloned() };
        let stamp = self.change_origin();
        let write =
            move |connection: &rusqlite::Connection| history::record(connection, &stamp, &act, change);
        let _ = self.db.write(write).await;
    }

    /// Sets the approval mode of a tool in the selected environment.
    #[boxed]
    pub async fn set_mode(&self, input: ModeInput) -> Result<ActReport, ApiError> {
        let ModeInput { server, tool, mode } = input;
        let catalog = self.current_catalog().await?;
        let entry = catalog.entry(&server, &tool);
        let meant = entry.map(|entry| entry.tool.fingerprint.clone());
        if mode.is_some_and(ApprovalMode::is_loosening) && meant.is_none() {
            let message = format!("{server}.{tool} is not there, so nobody knows what would run unasked");
            return Err(ApiError::new(ErrorCode::NotFound, message, "Read its server first."));
        }
        let told = match mode {
            Some(mode) => format!("{server}.{tool} is {}", mode_label(mode)),
            None => format!("{server}.{tool} is met as its server and toolset are"),
        };
        self.policy(move |act, environment| {
            let mode = mode.map(|mode| (mode, meant.as_ref()));
            policies::set(act, PolicySubject::Tool(&server, &tool), environment, mode)?;
            Ok(told)
        })
        .await
    }

    /// Sets the approval mode of a server, for its tools that have none of their own.
    #[boxed]
    pub async fn set_server_mode(
        &self,
        server: String,
        mode: Option<ApprovalMode>,
    ) -> Result<ActReport, ApiError> {
        self.server_row(&server).await?;
        let told = format!("tools of {server}: {}", mode.map_or("by their hints", mode_label));
        self.policy(move |act, environment| {
            policies::set(act, PolicySubject::Server(&server), environment, mode.map(|mode| (mode, None)))?;
            Ok(told)
        })
        .await
    }

    /// Sets the approval mode of a toolset, which takes precedence over that of the server.
    #[boxed]
    pub async fn set_toolset_mode(
        &self,
        toolset: String,
        mode: Option<ApprovalMode>,
    ) -> Result<ActReport, ApiError> {
        if !self.current_catalog().await?.toolsets.contains_key(&toolset) {
            return Err(ApiError::no_toolset(&toolset));
        }
        let told = format!("tools of the toolset {toolset}: {}", mode.map_or("as their servers", mode_label));
        self.policy(move |act, environment| {
            policies::set(act, PolicySubject::Toolset(&toolset), environment, mode.map(|mode| (mode, None)))?;
            Ok(told)
        })
        .await
    }

    async fn policy(
        &self,
        set: impl FnOnce(&mut ChangeSet, Option<&str>) -> rusqlite::Result<String> + Send + 'static,
    ) -> Result<ActReport, ApiError> {
        let environment = self.catalog.environment();
        let write = move |mut act: ChangeSet| {
            let told = set(&mut act, environment.as_deref())?;
            finished(act, &told)
        };
        let report = self.apply_changes(write).await?;
        self.settle().await;
        Ok(report)
    }

    /// The current treatment of a tool's calls, with its reason.
    #[boxed]
    pub async fn tool_approval(&self, key: &ToolKey) -> Result<ToolApproval, ApiError> {
        let catalog = self.current_catalog().await?;
        let entry = catalog.entry(&key.server, &key.tool);
        let entry = entry.ok_or_else(|| ApiError::no_tool(&key.server, &key.tool))?;
        Ok(approval(entry, &catalog))
    }
}

pub(super) fn approval(entry: &CatalogEntry, catalog: &Catalog) -> ToolApproval {
    let (comes, because) = match weighed(entry, catalog, (false, false)) {
        CallDecision::Allow(because) => (Comes::Runs, because),
        CallDecision::Ask(because) => (Comes::Asks, because),
        CallDecision::Deny(because) => (Comes::Refused, because),
    };
    let mode = said(entry, catalog).modes.get(&entry.tool.name).map(|(mode, _)| *mode);
    ToolApproval { mode, comes, because: because.sentence().to_owned() }
}

/// Decides about a call. The flags say whether the tool is allowed for the session, and whether the same call was
/// allowed recently.
pub(super) fn weighed(
    entry: &CatalogEntry,
    catalog: &Catalog,
    (in_session, same): (bool, bool),
) -> CallDecision {
    let said = said(entry, catalog);
    let (tool, now) = (entry.tool.name.as_str(), &entry.tool.fingerprint);
    let facts = ApprovalFacts {
        ambiguous: false,
        hints: Some(&entry.resolved().effective_hints()),
        mode: said.mode(tool, Some(now)),
        trusted: catalog.server(&entry.server).is_some_and(|row| row.trusted),
        changed: entry.review == ReviewState::Drifted,
        allowed_in_session: in_session,
        allowed_before: said.allowed_once.get(tool) == Some(now),
        is_retry: same,
    };
    decide(&facts, said.settings)
}

fn said(entry: &CatalogEntry, catalog: &Catalog) -> ApprovalPolicy {
    let environment = catalog.environment.as_deref();
    let toolset = catalog.active_toolset(environment);
    policies::approval(&catalog.policies, &catalog.preferences, &entry.server, environment, toolset)
}
