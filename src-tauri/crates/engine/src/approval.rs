//! Approval of calls: the gate that decides about each call, the queue in which calls wait for a person, and the request to
//! the client where no person can be reached.

pub(crate) mod elicitation;
pub mod gate;
pub(crate) mod queue;
