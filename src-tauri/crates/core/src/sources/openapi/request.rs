//! HTTP requests, and the parts that arguments become: path segments, query, headers, cookies and bodies. Nothing is sent
//! from here.

pub(super) mod binary;
pub(super) mod body;
pub(super) mod field;
pub mod http;
pub(super) mod multipart;
pub(super) mod parameter;
pub(super) mod path;
pub(super) mod percent;
pub(super) mod sorted;
pub(super) mod style;
mod value;

use thiserror::Error;

pub use http::{Content, HttpRequest, RequestBody, RequestField};
pub use multipart::Part;

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
    pub(super) fn new(argument: impl Into<String>, message: impl Into<String>) -> Self {
        Self { argument: argument.into(), message: message.into() }
    }

    pub(super) fn unknown(argument: &str) -> Self {
        Self::new(argument, "is not an argument of this tool")
    }
}
