//! `hintsmith.json`, the canonical file format. It is versioned and sorted, contains decisions only, and reads back to
//! the same state.

mod file;

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::approve::Mode;
use crate::fingerprint::Fingerprint;
use crate::hint::HintName;
use crate::overrides::Overrides;
use crate::rule::Selector;
use crate::toolset::{Reference, ToolName, Toolset};
use crate::yaml;
use file::File;

/// Format versions. A document is written in the lowest version that can represent it, so that older programs can read
/// it.
const VERSION: u64 = 6;
const WITHOUT_APPROVALS: u64 = 5;
const WITHOUT_REVIEWS: u64 = 4;
const WITHOUT_TOOLSETS: u64 = 3;
const WITHOUT_PARAMETERS: u64 = 2;
const WITHOUT_LAYERS: u64 = 1;

/// Maximum number of YAML values, enough for decisions about a hundred thousand tools.
const MOST_VALUES: usize = 3_000_000;

/// A parsed `hintsmith.json`: decisions of the base layer and of every environment, toolsets, notes and comments.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Document {
    pub base: DecidedLayer,
    pub environments: BTreeMap<String, DecidedLayer>,
    pub toolsets: BTreeMap<String, Toolset>,
    /// Notes for the model, by tool, in the order in which they were added.
    pub notes: BTreeMap<Reference, Vec<DecidedNote>>,
    /// Comments for people, which no model sees.
    pub remarks: BTreeMap<ToolName, String>,
    /// The definitions that were reviewed.
    pub reviewed: BTreeMap<ToolName, Fingerprint>,
}

/// A note for the model. Its name is unique within its toolset.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DecidedNote {
    pub name: String,
    pub text: String,
    /// The only toolset it applies in; `None` if it applies everywhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub toolset: Option<String>,
}

/// The decisions of one layer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DecidedLayer {
    /// By server and tool, sorted.
    pub servers: BTreeMap<String, BTreeMap<String, DecidedTool>>,
    pub rules: BTreeMap<RuleKey, DecidedRule>,
    /// The active toolset.
    pub equipped: Option<String>,
    /// The approval modes that the user set.
    pub approvals: BTreeMap<ApprovalScope, DecidedApproval>,
}

/// The scope of an approval mode.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum ApprovalScope {
    Server(String),
    Tool(ToolName),
    Toolset(String),
}

impl fmt::Display for ApprovalScope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Server(name) => write!(f, "{name}.*"),
            Self::Tool(name) => name.fmt(f),
            Self::Toolset(name) => write!(f, "toolset {name}"),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecidedApproval {
    pub mode: Mode,
    /// The definition that the mode was set for, if it loosens.
    pub fingerprint: Option<Fingerprint>,
}

/// The identity of a rule: its selector and its hint.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct RuleKey {
    pub selector: Selector,
    pub hint: HintName,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecidedRule {
    pub value: bool,
    pub because: Option<String>,
}

/// A tool with at least one decision.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DecidedTool {
    /// The tool's definition when the file was written, if the tool was known then.
    pub fingerprint: Option<Fingerprint>,
    pub overrides: Overrides,
}

/// Reason a file is rejected as a whole.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum ReadError {
    #[error("it is not {format}: {why}")]
    Syntax { format: &'static str, why: String },
    #[error("it has no \"hintsmith\" version")]
    NotOurs,
    #[error("it has version {0}; this program reads versions {WITHOUT_LAYERS} to {VERSION}")]
    Version(String),
    #[error("{0}")]
    Form(String),
}

impl DecidedLayer {
    pub fn decisions(&self) -> usize {
        let tools = self.servers.values().flat_map(BTreeMap::values);
        let fields = tools.map(|tool| tool.overrides.len()).sum::<usize>();
        fields + self.rules.len() + self.approvals.len() + usize::from(self.equipped.is_some())
    }

    pub fn put(&mut self, server: &str, tool: &str, decided: DecidedTool) {
        self.servers.entry(server.to_owned()).or_default().insert(tool.to_owned(), decided);
    }

    pub fn tool(&self, server: &str, tool: &str) -> Option<&DecidedTool> {
        self.servers.get(server)?.get(tool)
    }

    /// Merges another layer into this one; its decisions take precedence.
    fn take(&mut self, other: &Self) {
        for (server, tools) in &other.servers {
            let own = self.servers.entry(server.clone()).or_default();
            for (name, tool) in tools {
                let own = own.entry(name.clone()).or_default();
                own.fingerprint.clone_from(&tool.fingerprint);
                for (field, decision) in tool.overrides.iter() {
                    own.overrides.set(field.clone(), Some(decision.clone()));
                }
            }
        }
        self.rules.extend(other.rules.clone());
        self.equipped = other.equipped.clone().or(self.equipped.take());
        self.approvals.extend(other.approvals.clone());
    }
}

impl Document {
    /// The base layer first, then the environments by name.
    pub fn layers(&self) -> impl Iterator<Item = (Option<&str>, &DecidedLayer)> {
        let environments = self.environments.iter().map(|(name, layer)| (Some(name.as_str()), layer));
        std::iter::once((None, &self.base)).chain(environments)
    }

    pub fn layer(&self, environment: Option<&str>) -> Option<&DecidedLayer> {
        environment.map_or(Some(&self.base), |name| self.environments.get(name))
    }

    /// The number of decisions, toolsets, notes, comments and reviews.
    pub fn decisions(&self) -> usize {
        let layers: usize = self.layers().map(|(_, layer)| layer.decisions()).sum();
        layers
            + self.toolsets.len()
            + self.notes.values().map(Vec::len).sum::<usize>()
            + self.remarks.len()
            + self.reviewed.len()
    }

    /// The note of a tool with that name in a toolset, or outside of toolsets.
    pub fn note(&self, tool: &Reference, toolset: Option<&str>, name: &str) -> Option<&DecidedNote> {
        let mut notes = self.notes.get(tool)?.iter();
        notes.find(|note| note.name == name && note.toolset.as_deref() == toolset)
    }

    /// The lowest version that can represent this document.
    fn version(&self) -> u64 {
        let tools = self.layers().flat_map(|(_, layer)| layer.servers.values().flat_map(BTreeMap::values));
        let equipped = self.layers().any(|(_, layer)| layer.equipped.is_some());
        let written = !(self.toolsets.is_empty() && self.notes.is_empty() && self.remarks.is_empty());
        if self.layers().any(|(_, layer)| !layer.approvals.is_empty()) {
            VERSION
        } else if !self.reviewed.is_empty() {
            WITHOUT_APPROVALS
        } else if equipped || written {
            WITHOUT_REVIEWS
        } else if tools.into_iter().any(|tool| tool.overrides.parameters().next().is_some()) {
            WITHOUT_TOOLSETS
        } else if !self.environments.is_empty() || !self.base.rules.is_empty() {
            WITHOUT_PARAMETERS
        } else {
            WITHOUT_LAYERS
        }
    }

    pub fn to_json(&self) -> String {
        self.to_json_over("")
    }

    /// Like [`Self::to_json`], but keeps the server connections of the existing text.
    pub fn to_json_over(&self, there: &str) -> String {
        let file = File::of(self, self.version()).reaching(there);
        let mut text = serde_json::to_string_pretty(&file).expect("maps with string keys always serialize");
        text.push('\n');
        text
    }

    /// Parses what `to_json` writes, or the equivalent YAML.
    pub fn parse(text: &str) -> Result<Self, ReadError> {
        if text.trim_start().starts_with('{') {
            Self::read("JSON", || serde_json::from_str(text), || serde_json::from_str(text))
        } else {
            Self::read("YAML", || yaml::parse(text, MOST_VALUES), || yaml::parse(text, MOST_VALUES))
        }
    }

    /// Parses the text twice: first for the version, then strictly. Only parsing the text itself, not a `Value`,
    /// detects duplicate keys and reports line numbers.
    fn read<E: ToString>(
        format: &'static str,
        value: impl FnOnce() -> Result<Value, E>,
        file: impl FnOnce() -> Result<File, E>,
    ) -> Result<Self, ReadError> {
        let value = value().map_err(|error| ReadError::Syntax { format, why: error.to_string() })?;
        match value.get("hintsmith") {
            None => return Err(ReadError::NotOurs),
            Some(version) if matches!(version.as_u64(), Some(WITHOUT_LAYERS..=VERSION)) => {}
            Some(version) => return Err(ReadError::Version(version.to_string())),
        }
        file().map_err(|error| ReadError::Form(error.to_string()))?.into_document()
    }

    /// Merges another document into a copy of this one. The other takes precedence; toolsets get the union of the
    /// tools.
    pub fn with(&self, other: &Self) -> Self {
        let mut both = self.clone();
        both.base.take(&other.base);
        for (name, layer) in &other.environments {
            both.environments.entry(name.clone()).or_default().take(layer);
        }
        for (name, set) in &other.toolsets {
            let own = both.toolsets.entry(name.clone()).or_default();
            for tool in &set.tools {
                own.add(tool.clone());
            }
            own.description = set.description.clone().or(own.description.take());
        }
        for (tool, notes) in &other.notes {
            let own = both.notes.entry(tool.clone()).or_default();
            for note in notes {
                let is_same =
                    |own: &&mut DecidedNote| (&own.name, &own.toolset) == (&note.name, &note.toolset);
                match own.iter_mut().find(is_same) {
                    Some(own) => own.text.clone_from(&note.text),
                    None => own.push(note.clone()),
                }
            }
        }
        both.remarks.extend(other.remarks.clone());
        both.reviewed.extend(other.reviewed.clone());
        both
    }
}

#[cfg(test)]
mod tests;
