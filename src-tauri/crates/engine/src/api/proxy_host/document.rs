//! Policies from an exported document instead of the store.

use std::sync::Arc;

use hintsmith_core::export::hintsmith_json::HintsmithDocument;
use hintsmith_core::server_policy::ServerPolicy;

use crate::api::proxy_host::ProxyOptions;
use crate::approval::gate::{self, CurrentPolicies};
use crate::error::ApiError;
use crate::policy::PolicySnapshot;

/// Fails if the requested environment or toolset is not in the document.
pub(in crate::api) fn check_document(
    document: &HintsmithDocument,
    view: &ProxyOptions,
) -> Result<(), ApiError> {
    match (&view.environment, &view.toolset) {
        (Some(name), _) if !document.environments.contains_key(name) => {
            Err(ApiError::no_environment(name, document.environments.keys().map(String::as_str)))
        }
        (_, Some(name)) if !document.toolsets.contains_key(name) => {
            Err(ApiError::no_toolset(name, document.toolsets.keys().map(String::as_str)))
        }
        _ => Ok(()),
    }
}

/// Builds the policy of a server from a document alone, and registers it for the approval gate.
pub(in crate::api) fn policy_snapshot(
    document: &HintsmithDocument,
    server: &str,
    options: &ProxyOptions,
    policies: &CurrentPolicies,
) -> Arc<PolicySnapshot> {
    let environment = options.environment.as_deref();
    let equipped = document.layer(environment).and_then(|layer| layer.active_toolset.as_deref());
    let toolset = options.toolset.as_deref().or(equipped);
    let mut serving = ServerPolicy::from_document(document, server, environment, toolset);
    serving.changed_tools = options.changed;
    serving.approval.settings.allow_read_only = options.approval.allows_read_only;
    serving.approval.settings.deny_destructive = options.approval.denies_destructive;
    let shown = Arc::new(PolicySnapshot::new(serving, None, None));
    gate::set_policy(policies, server, &shown);
    shown
}
