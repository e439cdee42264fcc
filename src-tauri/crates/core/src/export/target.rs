//! What a target is: a format that Hintsmith can write, and how far it can be relied on.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::offer::{Choice, Offer};
use super::report::{Holds, Report};

/// A format Hintsmith can write. One file each in `export/targets`.
pub struct Target {
    /// What is typed.
    pub id: &'static str,
    pub name: &'static str,
    pub kind: Kind,
    /// What it is for, in a line.
    pub purpose: &'static str,
    pub file_name: &'static str,
    pub holds: Holds,
    pub checked: Checked,
    /// What whoever uses it should know.
    pub remarks: &'static [&'static str],
    pub write: Write,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, specta::Type)]
#[serde(rename = "TargetKind", rename_all = "camelCase")]
pub enum Kind {
    /// Our own file.
    Canonical,
    Gateway,
    /// What a client asks about, allows or refuses.
    Client,
    /// For people.
    Document,
}

/// How it was found out that the target reads what we write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub enum Checked {
    /// Its own program reads it in our tests.
    Run,
    /// It is checked against its own schema in our tests.
    Schema,
    /// It is checked against a schema that we wrote from its source, or from one that it publishes.
    OurSchema,
    /// Its parser was read; nothing of it runs in our tests.
    Source,
    /// Only its documentation was read.
    Docs,
    /// Nothing reads it but people.
    People,
}

/// How a target is written.
pub enum Write {
    /// Every decision, as it is kept: the canonical file.
    Canonical,
    /// Files of its own, each written whole. The first is the one that is named.
    Whole(fn(&Offer, Choice, &mut Report) -> Vec<File>),
    /// A part of a file that belongs to the user: whatever else is in it stays, byte for byte.
    Into(fn(&Offer, Choice, &str, &mut Report) -> Result<String, MergeError>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    pub name: String,
    pub text: String,
}

impl File {
    pub fn new(name: &str, text: String) -> Self {
        Self { name: name.to_owned(), text }
    }
}

/// Why nothing can be put into a file. It is left as it is.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MergeError {
    #[error("it cannot be read as {format}: {why}")]
    Syntax { format: &'static str, why: String },
    #[error("{path} is not {expected}")]
    Form { path: String, expected: &'static str },
    #[error("{0}")]
    Other(String),
}
