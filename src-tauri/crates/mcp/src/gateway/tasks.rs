//! Task ownership among several servers. The owner of a task is recorded when a call returns it.

use std::collections::{HashMap, VecDeque};

use hintsmith_core::text::json::Members;
use serde_json::value::RawValue;

use crate::jsonrpc::frame::decode_string;

/// Tasks extension of 2026-07-28; a capability in earlier versions.
pub const TASKS_EXTENSION: &str = "io.modelcontextprotocol/tasks";
/// Maximum number of tasks remembered.
const MAX_TASKS: usize = 10_000;

#[derive(Debug, Default)]
pub struct TaskOwners {
    pub owners: HashMap<String, usize>,
    order: VecDeque<String>,
}

impl TaskOwners {
    /// Records a task. Returns false if another server already owns the id.
    pub fn record(&mut self, id: &str, server_index: usize) -> bool {
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

/// The id of the task that a result created, in either protocol's format.
pub fn started_task_id(result: &RawValue) -> Option<String> {
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
