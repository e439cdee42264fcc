//! HTTP requests for calls of operations: a [`RequestPlan`] for each operation, made together with the input schema of
//! its tool, turns the arguments of a call into an [`HttpRequest`].
//!
//! Pure functions: nothing is sent from here. No argument can change the origin, leave its path segment, or add a
//! parameter, header or cookie.

pub(super) mod binary;
pub(super) mod body;
pub(super) mod field;
pub mod http;
pub(super) mod multipart;
pub(super) mod parameter;
pub(super) mod path;
pub(super) mod percent;
pub mod plan;
pub(super) mod style;
#[cfg(test)]
mod tests;
mod value;

use thiserror::Error;

pub use http::{Content, HttpRequest, Part, RequestBody, RequestField};
pub use plan::{OutputPlan, RequestPlan};

/// Reason why an argument cannot be sent. It never quotes a value, which may be a secret.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("\"{argument}\" {message}")]
pub struct ArgumentProblem {
    /// Name of the argument, as in the input schema.
    pub argument: String,
    /// What is wrong with it, without the name: `is required`.
    pub message: String,
}

impl ArgumentProblem {
    fn new(argument: impl Into<String>, message: impl Into<String>) -> Self {
        Self { argument: argument.into(), message: message.into() }
    }
}
