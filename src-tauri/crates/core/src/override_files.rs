//! Overrides that other gateways and clients hold, read from their files as decisions. One file per format in `formats`.
//!
//! The files come from elsewhere: every value is checked, and what has no decision is reported instead of guessed.

mod document;
pub mod formats;
pub mod matching;
mod reader;

use thiserror::Error;

use serde_json::Value;

use crate::approval::ApprovalMode;
use crate::model::overrides::{DecidedValue, Field};
use reader::Reader;

/// Maximum size of a file in bytes. The OpenAPI documents of large services have about ten megabytes.
pub const MAX_BYTES: usize = 16 << 20;

/// A format that can be read. One file each in `formats`.
pub struct OverrideFormat {
    /// The name on the command line.
    pub id: &'static str,
    pub name: &'static str,
    /// The files that it reads, for help and errors.
    pub files: &'static str,
    /// Returns whether a document has the members of this format.
    recognizes: fn(&Value) -> bool,
    read: fn(&Value, &mut Reader),
    precedence: ModePrecedence,
}

impl std::fmt::Debug for OverrideFormat {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("OverrideFormat").field(&self.id).finish()
    }
}

/// Which permission counts if a file has one for a tool and another for its server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ModePrecedence {
    /// That of the tool.
    Tool,
    /// The stricter one.
    Strictest,
}

/// The overrides of a file, before they are matched with tools.
#[derive(Debug)]
pub struct OverrideFile {
    pub format: &'static OverrideFormat,
    overrides: Vec<ImportedOverride>,
    skipped: Vec<SkippedValue>,
}

/// What a file holds about one subject.
#[derive(Debug, Clone, PartialEq, Eq)]
struct ImportedOverride {
    subject: OverrideSubject,
    values: Vec<OverrideValue>,
}

/// What an override is about, in the words of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
enum OverrideSubject {
    /// All tools of a server.
    Server(ServerLabel),
    Tool {
        server: ServerLabel,
        tool: String,
    },
    /// Tools whose names match a pattern with `*`.
    Pattern {
        server: ServerLabel,
        pattern: String,
    },
    /// Server and tool in one name, joined by the separator. Either may contain it.
    Joined {
        text: String,
        separator: &'static str,
    },
    /// The tool that sends an HTTP request, with the method in capitals.
    Request {
        method: String,
        path: String,
    },
}

/// The name of a server in a file.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct ServerLabel {
    /// `None` if the file is about one server that it does not name.
    name: Option<String>,
    /// Another name under which the server may be known.
    alias: Option<String>,
}

impl ServerLabel {
    fn new(name: &str) -> Self {
        Self { name: Some(name.to_owned()), alias: None }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum OverrideValue {
    /// An override of a field.
    Field(Field, DecidedValue),
    /// The value of a field in a format that also holds values that nobody changed. One that the server declares is no
    /// decision.
    Effective(Field, DecidedValue),
    Approval(ApprovalMode),
    /// The tool is offered, or hidden.
    Offered(bool),
    /// Of the server, only tools that the file names are offered.
    OnlyListed,
    /// No tool of the server is offered.
    NoTools,
}

/// A value that is not imported, with the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkippedValue {
    /// The server, tool or member of the file.
    pub subject: String,
    /// The field; empty if the whole subject is skipped.
    pub field: String,
    pub why: String,
}

#[derive(Debug, Error, PartialEq, Eq)]
pub enum OverrideFileError {
    #[error("the file has more than 16 MiB")]
    TooLarge,
    #[error("{0}")]
    Syntax(String),
    #[error("the file is a hintsmith.json")]
    IsHintsmithJson,
    #[error("the format of the file is not known")]
    UnknownFormat,
    #[error("the file can be read as {}", .0.join(" and "))]
    AmbiguousFormat(Vec<&'static str>),
    #[error("the file has no overrides of {0}")]
    OtherFormat(&'static str),
}

/// Parses a file. Without a format, the content tells which it is.
pub fn parse(text: &str, format: Option<&'static OverrideFormat>) -> Result<OverrideFile, OverrideFileError> {
    if text.len() > MAX_BYTES {
        return Err(OverrideFileError::TooLarge);
    }
    let documents = document::parse(text).map_err(OverrideFileError::Syntax)?;
    let has_overrides = |format: &OverrideFormat| documents.iter().any(format.recognizes);
    let format = match format {
        Some(format) if has_overrides(format) => format,
        Some(format) => return Err(OverrideFileError::OtherFormat(format.name)),
        None => detect_format(&documents)?,
    };
    let mut reader = Reader::default();
    for document in documents.iter().filter(|document| (format.recognizes)(document)) {
        (format.read)(document, &mut reader);
    }
    let (overrides, skipped) = reader.finish();
    Ok(OverrideFile { format, overrides, skipped })
}

fn detect_format(documents: &[Value]) -> Result<&'static OverrideFormat, OverrideFileError> {
    if documents.iter().any(|document| document.get("hintsmith").is_some()) {
        return Err(OverrideFileError::IsHintsmithJson);
    }
    let has_overrides =
        |format: &&&'static OverrideFormat| documents.iter().any(|document| (format.recognizes)(document));
    let found: Vec<&'static OverrideFormat> =
        formats::FORMATS.iter().filter(has_overrides).copied().collect();
    match found.as_slice() {
        [] => Err(OverrideFileError::UnknownFormat),
        [format] => Ok(format),
        several => Err(OverrideFileError::AmbiguousFormat(several.iter().map(|format| format.id).collect())),
    }
}

#[cfg(test)]
mod tests;
