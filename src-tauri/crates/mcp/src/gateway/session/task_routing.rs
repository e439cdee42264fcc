//! Routing of task requests to the server that created the task.

use std::sync::Arc;

use hintsmith_core::text::json::Members;
use serde_json::value::RawValue;

use crate::gateway::session::Session;
use crate::gateway::session::incoming_request::IncomingRequest;
use crate::gateway::tasks::started_task_id;
use crate::jsonrpc::frame::decode_string;
use crate::jsonrpc::response;
use crate::proxy::request_kind::RequestKind;

/// Maximum length of a task id in bytes; longer ids are not recorded.
const MAX_TASK_ID_BYTES: usize = 1_024;

impl Session {
    /// Records the task that a call's result created, if any.
    pub(in crate::gateway) fn record_task(&self, server_index: usize, result: Option<&RawValue>) {
        if self.context.is_single() {
            return;
        }
        let Some(id) = result.and_then(started_task_id).filter(|id| id.len() <= MAX_TASK_ID_BYTES) else {
            return;
        };
        if !self.state().task_owners.record(&id, server_index) {
            self.context.report(server_index, "ignored a task whose id another server already uses");
        }
    }

    pub(in crate::gateway) fn has_tasks(&self) -> bool {
        self.state().ready_servers.iter().flatten().any(|ready| ready.capabilities.tasks)
    }

    /// Routes a task request to the task's owner. An unknown task can only belong to the server that supports tasks, if
    /// there is exactly one.
    pub(in crate::gateway) fn route_by_task(self: &Arc<Self>, request: IncomingRequest) {
        let params = request.message.params.and_then(|params| Members::parse(params.get()).ok());
        let Some(id) = params.and_then(|params| params.get("taskId")).and_then(decode_string) else {
            return request.refuse(response::INVALID_PARAMS, "Invalid params: the taskId is missing");
        };
        let server_index = {
            let state = self.state();
            let mut supporting = state
                .ready_servers
                .iter()
                .enumerate()
                .filter(|(_, ready)| ready.as_ref().is_some_and(|it| it.capabilities.tasks));
            let only = match (supporting.next(), supporting.next()) {
                (Some((server_index, _)), None) => Some(server_index),
                _ => None,
            };
            state.task_owners.owners.get(&*id).copied().or(only)
        };
        match server_index {
            Some(server_index) => self.forward(server_index, request, RequestKind::Other, None),
            None => request.refuse(response::INVALID_PARAMS, "Invalid params: unknown task"),
        }
    }
}
