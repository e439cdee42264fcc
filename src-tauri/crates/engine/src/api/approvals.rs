//! Pending approval requests, and the approval modes of tools, servers and toolsets.

use hintsmith_core::approval::{
    ApprovalFacts, ApprovalMode, CallDecision, UserConsent, decide_manual, offers_session,
};
use hintsmith_core::review::ReviewState;
use hintsmith_core::server_policy::ApprovalPolicy;

use super::environments::finish_change_set;
use crate::approval::ApprovalService;
use crate::approval::gate::mode_label;
use crate::approval::queue::{self, ApprovalRequest, ApproverRegistration};
use crate::boxed;
use crate::catalog::{Catalog, CatalogEntry};
use crate::dto::{
    AnswerInput, ApprovalAnswer, ApprovalView, CallTreatment, ChangeReport, ModeInput, ToolApproval, ToolKey,
};
use crate::error::{ApiError, ErrorCode};
use crate::store::history::{self, ChangeSet};
use crate::store::policies::{self, PolicySubject};
use crate::store::rows::RowChange;

impl ApprovalService {
    /// Registers this process as able to answer approval requests, for as long as the returned guard lives.
    pub fn register_responder(&self) -> Option<ApproverRegistration> {
        ApproverRegistration::new(&self.context.options.data_folder).ok()
    }

    /// Pending approval requests, oldest first.
    #[boxed]
    pub async fn pending(&self) -> Vec<ApprovalView> {
        let requests = queue::list_pending(&self.context.options.data_folder);
        if requests.is_empty() {
            return Vec::new();
        }
        let confirms = self.context.approval_preferences().await.confirms_destructive;
        let view = |request: ApprovalRequest| ApprovalView {
            offers_session: offers_session(request.view.behaviour, confirms),
            ..request.view
        };
        requests.into_iter().map(view).collect()
    }

    /// Answers one request, once. The answer is recorded in the history.
    #[boxed]
    pub async fn answer(&self, input: AnswerInput) -> Result<(), ApiError> {
        let call = self.pending().await.into_iter().find(|call| call.nonce == input.nonce);
        if input.answer == ApprovalAnswer::Session && call.as_ref().is_some_and(|call| !call.offers_session) {
            let message =
                "a destructive call cannot be allowed for the session, because each one is confirmed";
            let hint = "Allow this one call, or turn off the preference approval.destructive.";
            return Err(ApiError::new(ErrorCode::Invalid, message, hint));
        }
        if queue::submit_answer(&self.context.options.data_folder, &input.nonce, input.answer) {
            if let Some(call) = call {
                self.record_answer(&call, input.answer).await;
            }
            return Ok(());
        }
        let hint = "The call was answered elsewhere, timed out, or was cancelled by its client.";
        Err(ApiError::new(ErrorCode::Conflict, "this call is no longer waiting for approval", hint))
    }

    /// Records an answer in the history. Best effort: the answer is valid even if it cannot be recorded.
    async fn record_answer(&self, call: &ApprovalView, answer: ApprovalAnswer) {
        let answer = match answer {
            ApprovalAnswer::Once => "allowed once",
            ApprovalAnswer::Session => "allowed for this session",
            ApprovalAnswer::Deny => "denied",
        };
        let client = call.client.as_deref().map_or(String::new(), |client| format!(" to {client}"));
        let summary = format!("{answer}: a call of {}.{}{client}", call.server, call.tool);
        let after = serde_json::json!({
            "server": call.server, "tool": call.tool, "answer": answer, "because": call.because,
        });
        let change =
            RowChange { table: "approval".to_owned(), before: None, after: after.as_object().cloned() };
        let origin = self.context.change_origin();
        let write = move |connection: &rusqlite::Connection| {
            history::record_irreversible(connection, &origin, &summary, change)
        };
        let _ = self.context.db.write(write).await;
    }

    /// Sets the approval mode of a tool in the selected environment.
    #[boxed]
    pub async fn set_mode(&self, input: ModeInput) -> Result<ChangeReport, ApiError> {
        let ModeInput { server, tool, mode } = input;
        let catalog = self.context.current_catalog().await?;
        let entry = catalog.entry(&server, &tool);
        let meant = entry.map(|entry| entry.tool.fingerprint.clone());
        // A mode for a name that nothing has would look like protection; only removing one needs no tool.
        if mode.is_some() {
            catalog.require_entry(&server, &tool)?;
        }
        let summary = match mode {
            Some(mode) => format!("{server}.{tool}: approval mode {}", mode_label(mode)),
            None => format!("{server}.{tool}: approval mode inherited"),
        };
        self.write_policy(move |change_set, environment| {
            let mode = mode.map(|mode| (mode, meant.as_ref()));
            policies::set(change_set, PolicySubject::Tool(&server, &tool), environment, mode)?;
            Ok(summary)
        })
        .await
    }

    /// Sets the approval mode of a server, for its tools that have none of their own.
    #[boxed]
    pub async fn set_server_mode(
        &self,
        server: String,
        mode: Option<ApprovalMode>,
    ) -> Result<ChangeReport, ApiError> {
        self.context.server_row(&server).await?;
        let summary = format!("tools of {server}: approval mode {}", mode.map_or("by hints", mode_label));
        self.write_policy(move |change_set, environment| {
            policies::set(
                change_set,
                PolicySubject::Server(&server),
                environment,
                mode.map(|mode| (mode, None)),
            )?;
            Ok(summary)
        })
        .await
    }

    /// Sets the approval mode of a toolset, which takes precedence over that of the server.
    #[boxed]
    pub async fn set_toolset_mode(
        &self,
        toolset: String,
        mode: Option<ApprovalMode>,
    ) -> Result<ChangeReport, ApiError> {
        self.context.current_catalog().await?.require_toolset(&toolset)?;
        let summary =
            format!("tools of the toolset {toolset}: approval mode {}", mode.map_or("inherited", mode_label));
        self.write_policy(move |change_set, environment| {
            policies::set(
                change_set,
                PolicySubject::Toolset(&toolset),
                environment,
                mode.map(|mode| (mode, None)),
            )?;
            Ok(summary)
        })
        .await
    }

    async fn write_policy(
        &self,
        set: impl FnOnce(&mut ChangeSet, Option<&str>) -> rusqlite::Result<String> + Send + 'static,
    ) -> Result<ChangeReport, ApiError> {
        let environment = self.context.catalog.environment();
        let write = move |mut change_set: ChangeSet| {
            let summary = set(&mut change_set, environment.as_deref())?;
            finish_change_set(change_set, &summary)
        };
        let report = self.context.apply_changes(write).await?;
        self.context.sync_policy().await;
        Ok(report)
    }

    /// The current treatment of a tool's calls, with its reason.
    #[boxed]
    pub async fn tool_approval(&self, key: &ToolKey) -> Result<ToolApproval, ApiError> {
        let catalog = self.context.current_catalog().await?;
        let entry = catalog.require_entry(&key.server, &key.tool)?;
        Ok(tool_approval(entry, &catalog))
    }
}

pub(super) fn tool_approval(entry: &CatalogEntry, catalog: &Catalog) -> ToolApproval {
    let (treatment, because) = match decide_call(entry, catalog, (false, false), UserConsent::None) {
        CallDecision::Allow(because) => (CallTreatment::Runs, because),
        CallDecision::Ask(because) => (CallTreatment::Asks, because),
        CallDecision::Deny(because) => (CallTreatment::Refused, because),
    };
    let mode = approval_policy(entry, catalog).modes.get(&entry.tool.name).map(|(mode, _)| *mode);
    ToolApproval { mode, treatment, because: because.sentence().to_owned() }
}

/// Decides about a call that is made by hand. The flags say whether the tool is allowed for the session, and whether the
/// same call was allowed recently.
pub(super) fn decide_call(
    entry: &CatalogEntry,
    catalog: &Catalog,
    (in_session, same): (bool, bool),
    consent: UserConsent,
) -> CallDecision {
    let approval_policy = approval_policy(entry, catalog);
    let (tool, now) = (entry.tool.name.as_str(), &entry.tool.fingerprint);
    let facts = ApprovalFacts {
        ambiguous: false,
        hints: Some(&entry.resolve().effective_hints()),
        mode: approval_policy.mode(tool, Some(now)),
        trusted: catalog.server(&entry.server).is_some_and(|row| row.trusted),
        changed: entry.review == ReviewState::Drifted,
        allowed_in_session: in_session,
        allowed_before: approval_policy.allowed_once.get(tool) == Some(now),
        is_retry: same,
    };
    decide_manual(&facts, approval_policy.settings, consent)
}

fn approval_policy(entry: &CatalogEntry, catalog: &Catalog) -> ApprovalPolicy {
    let environment = catalog.environment.as_deref();
    let toolset = catalog.active_toolset(environment);
    policies::resolve_approval(&catalog.policies, &catalog.preferences, &entry.server, environment, toolset)
}
