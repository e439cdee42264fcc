//! Task ownership among several servers. The owner of a task is recorded when a call returns it.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use hintsmith_core::text::json::Members;
use serde_json::value::RawValue;

use crate::gateway::from_client::IncomingRequest;
use crate::gateway::session::Session;
use crate::jsonrpc::frame::decode_string;
use crate::jsonrpc::response;
use crate::proxy::request_kind::RequestKind;

/// Tasks extension of 2026-07-28; a capability in earlier versions.
pub const TASKS_EXTENSION: &str = "io.modelcontextprotocol/tasks";
/// Maximum number of tasks remembered.
const MAX_TASKS: usize = 10_000;
/// Maximum length of a task id in bytes; longer ids are not recorded.
const MAX_TASK_ID_BYTES: usize = 1_024;

#[derive(Debug, Default)]
pub struct TaskOwners {
    owners: HashMap<String, usize>,
    order: VecDeque<String>,
}

impl TaskOwners {
    /// Records a task. Returns false if another server already owns the id.
    fn record(&mut self, id: &str, server_index: usize) -> bool {
        if let Some(known) = self.owners.get(id) {
            return *known == server_index;
        }
        self.owners.insert(id.to_owned(), server_index);
        self.order.push_back(id.to_owned());
        if self.order.len() > MAX_TASKS
            && let Some(oldest) = self.order.pop_front()
        {
            self.owners.remove(&oldest);
        }
        true
    }
}

impl Session {
    /// Records the task that a call's result created, if any.
    pub(super) fn record_task(&self, server_index: usize, result: Option<&RawValue>) {
        if self.context.is_single() {
            return;
        }
        let Some(id) = result.and_then(started_task_id).filter(|id| id.len() <= MAX_TASK_ID_BYTES) else {
            return;
        };
        if !self.state().task_owners.record(&id, server_index) {
            self.context.report(
                server_index,
                "it calls a task as another server's is called; it cannot be asked for",
            );
        }
    }

    pub(super) fn has_tasks(&self) -> bool {
        self.state().ready_servers.iter().flatten().any(|ready| ready.capabilities.tasks)
    }

    /// Routes a task request to the task's owner. An unknown task can only belong to the server that supports tasks, if
    /// there is exactly one.
    pub(super) fn route_by_task(self: &Arc<Self>, request: IncomingRequest) {
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
            None => request.refuse(response::INVALID_PARAMS, "Invalid params: there is no such task"),
        }
    }
}

/// The id of the task that a result created, in either protocol's format.
fn started_task_id(result: &RawValue) -> Option<String> {
    memchr::memmem::find(result.get().as_bytes(), b"taskId")?;
    let members = Members::parse(result.get()).ok()?;
    let is_one = members.get("resultType").and_then(decode_string).is_some_and(|kind| kind == "task");
    let id = match is_one {
        true => members.get("taskId")?,
        false => Members::parse(members.get("task")?.get()).ok()?.get("taskId")?,
    };
    decode_string(id).map(std::borrow::Cow::into_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn task_ids_of_both_protocols_belong_to_the_server_that_created_them() {
        let raw = |text: &'static str| serde_json::from_str::<&RawValue>(text).unwrap();
        assert_eq!(started_task_id(raw(r#"{"resultType":"task","taskId":"a"}"#)).as_deref(), Some("a"));
        assert_eq!(
            started_task_id(raw(r#"{"task":{"taskId":"b","status":"working"}}"#)).as_deref(),
            Some("b")
        );
        assert_eq!(started_task_id(raw(r#"{"content":[{"text":"taskId"}],"taskId":"c"}"#)), None);
        let mut tasks = TaskOwners::default();
        assert!(tasks.record("a", 0) && tasks.record("a", 0) && !tasks.record("a", 1));
        for number in 0..MAX_TASKS {
            tasks.record(&number.to_string(), 1);
        }
        assert_eq!((tasks.owners.len(), tasks.owners.get("a")), (MAX_TASKS, None));
    }
}
