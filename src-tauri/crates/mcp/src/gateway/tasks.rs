//! Task ownership among several servers. The owner of a task is recorded when a call returns it.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use hintsmith_core::json::Members;
use serde_json::value::RawValue;

use crate::gateway::from_client::Request;
use crate::gateway::pending::RequestKind;
use crate::gateway::session::Session;
use crate::jsonrpc::frame::string;
use crate::jsonrpc::response;

/// Tasks extension of 2026-07-28; a capability in earlier versions.
pub const TASKS: &str = "io.modelcontextprotocol/tasks";
/// Maximum number of tasks remembered.
const MOST: usize = 10_000;
/// Maximum length of a task id in bytes; longer ids are not recorded.
const ID_BYTES: usize = 1_024;

#[derive(Debug, Default)]
pub struct TaskOwners {
    places: HashMap<String, usize>,
    order: VecDeque<String>,
}

impl TaskOwners {
    /// Records a task. Returns false if another server already owns the id.
    fn add(&mut self, id: &str, place: usize) -> bool {
        if let Some(known) = self.places.get(id) {
            return *known == place;
        }
        self.places.insert(id.to_owned(), place);
        self.order.push_back(id.to_owned());
        if self.order.len() > MOST
            && let Some(oldest) = self.order.pop_front()
        {
            self.places.remove(&oldest);
        }
        true
    }
}

impl Session {
    /// Records the task that a call's result created, if any.
    pub(super) fn task_begun(&self, place: usize, result: Option<&RawValue>) {
        if self.context.is_single() {
            return;
        }
        let Some(id) = result.and_then(begun).filter(|id| id.len() <= ID_BYTES) else { return };
        if !self.state().tasks.add(&id, place) {
            self.context
                .words(place, "it calls a task as another server's is called; it cannot be asked for");
        }
    }

    pub(super) fn has_tasks(&self) -> bool {
        self.state().links.iter().flatten().any(|ready| ready.has.tasks)
    }

    /// Routes a task request to the task's owner. An unknown task can only belong to the server that supports tasks, if
    /// there is exactly one.
    pub(super) fn by_task(self: &Arc<Self>, request: Request) {
        let params = request.message.params.and_then(|params| Members::parse(params.get()).ok());
        let Some(id) = params.and_then(|params| params.get("taskId")).and_then(string) else {
            return request.refused(response::PARAMS, "Invalid params: the taskId is missing");
        };
        let place = {
            let state = self.state();
            let mut having = state
                .links
                .iter()
                .enumerate()
                .filter(|(_, ready)| ready.as_ref().is_some_and(|it| it.has.tasks));
            let only = match (having.next(), having.next()) {
                (Some((place, _)), None) => Some(place),
                _ => None,
            };
            state.tasks.places.get(&*id).copied().or(only)
        };
        match place {
            Some(place) => self.forward(place, request, RequestKind::Other, None),
            None => request.refused(response::PARAMS, "Invalid params: there is no such task"),
        }
    }
}

/// The id of the task that a result created, in either protocol's format.
fn begun(result: &RawValue) -> Option<String> {
    memchr::memmem::find(result.get().as_bytes(), b"taskId")?;
    let members = Members::parse(result.get()).ok()?;
    let is_one = members.get("resultType").and_then(string).is_some_and(|kind| kind == "task");
    let id = match is_one {
        true => members.get("taskId")?,
        false => Members::parse(members.get("task")?.get()).ok()?.get("taskId")?,
    };
    string(id).map(std::borrow::Cow::into_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_is_known_in_the_words_of_either_protocol_and_stays_with_whoever_began_it() {
        let raw = |text: &'static str| serde_json::from_str::<&RawValue>(text).unwrap();
        assert_eq!(begun(raw(r#"{"resultType":"task","taskId":"a"}"#)).as_deref(), Some("a"));
        assert_eq!(begun(raw(r#"{"task":{"taskId":"b","status":"working"}}"#)).as_deref(), Some("b"));
        assert_eq!(begun(raw(r#"{"content":[{"text":"taskId"}],"taskId":"c"}"#)), None);
        let mut tasks = TaskOwners::default();
        assert!(tasks.add("a", 0) && tasks.add("a", 0) && !tasks.add("a", 1));
        for number in 0..MOST {
            tasks.add(&number.to_string(), 1);
        }
        assert_eq!((tasks.places.len(), tasks.places.get("a")), (MOST, None));
    }
}
