//! `hintsmith.json`, the canonical file format. It is versioned and sorted, contains decisions only, and reads back to
//! the same state.

mod file;

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::approval::ApprovalMode;
use crate::model::fingerprint::Fingerprint;
use crate::model::hint::HintName;
use crate::model::overrides::{Field, Overrides};
use crate::model::rule::Selector;
use crate::model::toolset::{ToolName, ToolReference, Toolset};
use crate::text::yaml;
use file::HintsmithFile;

/// Format versions. A document is written in the lowest version that can represent it, so that older programs can read
/// it.
const LATEST_VERSION: u64 = 8;
const VERSION_WITH_DESCRIPTIONS: u64 = 7;
const VERSION_WITH_APPROVALS: u64 = 6;
const VERSION_WITH_REVIEWS: u64 = 5;
const VERSION_WITH_TOOLSETS: u64 = 4;
const VERSION_WITH_PARAMETERS: u64 = 3;
const VERSION_WITH_LAYERS: u64 = 2;
const FIRST_VERSION: u64 = 1;

/// Maximum number of YAML values, enough for decisions about a hundred thousand tools.
const MAX_YAML_VALUES: usize = 3_000_000;

/// A parsed `hintsmith.json`: decisions of the base layer and of every environment, toolsets, notes and comments.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HintsmithDocument {
    pub base: DecidedLayer,
    pub environments: BTreeMap<String, DecidedLayer>,
    pub toolsets: BTreeMap<String, Toolset>,
    /// Notes for the model, by tool, in the order in which they were added.
    pub notes: BTreeMap<ToolReference, Vec<DecidedNote>>,
    /// Comments for people, which no model sees.
    pub comments: BTreeMap<ToolName, String>,
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
    pub active_toolset: Option<String>,
    /// The approval modes that the user set.
    pub approvals: BTreeMap<ApprovalScope, DecidedApproval>,
}

/// The scope of an approval mode.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
    pub mode: ApprovalMode,
    /// The definition that the mode was set for, if it loosens.
    pub fingerprint: Option<Fingerprint>,
}

/// The identity of a rule: its selector and its hint.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
pub enum DocumentError {
    #[error("invalid {format}: {why}")]
    Syntax { format: &'static str, why: String },
    #[error("the key \"hintsmith\" with the version is missing")]
    MissingVersion,
    #[error("unsupported version {0}; versions {FIRST_VERSION} to {LATEST_VERSION} are supported")]
    UnsupportedVersion(String),
    #[error("{0}")]
    InvalidStructure(String),
}

impl DecidedLayer {
    pub fn decision_count(&self) -> usize {
        let tools = self.servers.values().flat_map(BTreeMap::values);
        let fields = tools.map(|tool| tool.overrides.len()).sum::<usize>();
        fields + self.rules.len() + self.approvals.len() + usize::from(self.active_toolset.is_some())
    }

    pub fn insert_tool(&mut self, server: &str, tool: &str, decided: DecidedTool) {
        self.servers.entry(server.to_owned()).or_default().insert(tool.to_owned(), decided);
    }

    pub fn tool(&self, server: &str, tool: &str) -> Option<&DecidedTool> {
        self.servers.get(server)?.get(tool)
    }

    /// Merges another layer into this one; its decisions take precedence.
    fn merge(&mut self, other: &Self) {
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
        self.active_toolset = other.active_toolset.clone().or(self.active_toolset.take());
        self.approvals.extend(other.approvals.clone());
    }
}

impl HintsmithDocument {
    /// The base layer first, then the environments by name.
    pub fn layers(&self) -> impl Iterator<Item = (Option<&str>, &DecidedLayer)> {
        let environments = self.environments.iter().map(|(name, layer)| (Some(name.as_str()), layer));
        std::iter::once((None, &self.base)).chain(environments)
    }

    pub fn layer(&self, environment: Option<&str>) -> Option<&DecidedLayer> {
        environment.map_or(Some(&self.base), |name| self.environments.get(name))
    }

    /// The number of decisions, toolsets, notes, comments and reviews.
    pub fn decision_count(&self) -> usize {
        let layers: usize = self.layers().map(|(_, layer)| layer.decision_count()).sum();
        layers
            + self.toolsets.len()
            + self.notes.values().map(Vec::len).sum::<usize>()
            + self.comments.len()
            + self.reviewed.len()
    }

    /// The note of a tool with that name in a toolset, or outside of toolsets.
    pub fn note(&self, tool: &ToolReference, toolset: Option<&str>, name: &str) -> Option<&DecidedNote> {
        let mut notes = self.notes.get(tool)?.iter();
        notes.find(|note| note.name == name && note.toolset.as_deref() == toolset)
    }

    /// The lowest version that can represent this document.
    fn min_version(&self) -> u64 {
        let has_tool = |matches: fn(&Overrides) -> bool| {
            let mut tools =
                self.layers().flat_map(|(_, layer)| layer.servers.values().flat_map(BTreeMap::values));
            tools.any(|tool| matches(&tool.overrides))
        };
        let has_active_toolset = self.layers().any(|(_, layer)| layer.active_toolset.is_some());
        let has_texts = !(self.toolsets.is_empty() && self.notes.is_empty() && self.comments.is_empty());
        if has_tool(|overrides| overrides.get(&Field::Icon).is_some()) {
            LATEST_VERSION
        } else if has_tool(|overrides| overrides.description().is_some()) {
            VERSION_WITH_DESCRIPTIONS
        } else if self.layers().any(|(_, layer)| !layer.approvals.is_empty()) {
            VERSION_WITH_APPROVALS
        } else if !self.reviewed.is_empty() {
            VERSION_WITH_REVIEWS
        } else if has_active_toolset || has_texts {
            VERSION_WITH_TOOLSETS
        } else if has_tool(|overrides| overrides.parameters().next().is_some()) {
            VERSION_WITH_PARAMETERS
        } else if !self.environments.is_empty() || !self.base.rules.is_empty() {
            VERSION_WITH_LAYERS
        } else {
            FIRST_VERSION
        }
    }

    pub fn to_json(&self) -> String {
        self.to_json_keeping_sources("")
    }

    /// Like [`Self::to_json`], but keeps the server connections of the existing text.
    pub fn to_json_keeping_sources(&self, existing: &str) -> String {
        let file = HintsmithFile::from_document(self, self.min_version()).keeping_sources(existing);
        let mut text = serde_json::to_string_pretty(&file).expect("maps with string keys always serialize");
        text.push('\n');
        text
    }

    /// Parses what `to_json` writes, or the equivalent YAML.
    pub fn parse(text: &str) -> Result<Self, DocumentError> {
        if text.trim_start().starts_with('{') {
            Self::parse_versioned("JSON", || serde_json::from_str(text), || serde_json::from_str(text))
        } else {
            Self::parse_versioned(
                "YAML",
                || yaml::parse(text, MAX_YAML_VALUES),
                || yaml::parse(text, MAX_YAML_VALUES),
            )
        }
    }

    /// Parses the text twice: first for the version, then strictly. Only parsing the text itself, not a `Value`,
    /// detects duplicate keys and reports line numbers.
    fn parse_versioned<E: ToString>(
        format: &'static str,
        value: impl FnOnce() -> Result<Value, E>,
        file: impl FnOnce() -> Result<HintsmithFile, E>,
    ) -> Result<Self, DocumentError> {
        let value = value().map_err(|error| DocumentError::Syntax { format, why: error.to_string() })?;
        match value.get("hintsmith") {
            None => return Err(DocumentError::MissingVersion),
            Some(version) if matches!(version.as_u64(), Some(FIRST_VERSION..=LATEST_VERSION)) => {}
            Some(version) => return Err(DocumentError::UnsupportedVersion(version.to_string())),
        }
        file().map_err(|error| DocumentError::InvalidStructure(error.to_string()))?.into_document()
    }

    /// Merges another document into a copy of this one. The other takes precedence; toolsets get the union of the
    /// tools.
    pub fn merged_with(&self, other: &Self) -> Self {
        let mut merged = self.clone();
        merged.base.merge(&other.base);
        for (name, layer) in &other.environments {
            merged.environments.entry(name.clone()).or_default().merge(layer);
        }
        for (name, set) in &other.toolsets {
            let own = merged.toolsets.entry(name.clone()).or_default();
            for tool in &set.tools {
                own.add(tool.clone());
            }
            own.description = set.description.clone().or(own.description.take());
        }
        for (tool, notes) in &other.notes {
            let own = merged.notes.entry(tool.clone()).or_default();
            for note in notes {
                let is_same =
                    |own: &&mut DecidedNote| (&own.name, &own.toolset) == (&note.name, &note.toolset);
                match own.iter_mut().find(is_same) {
                    Some(own) => own.text.clone_from(&note.text),
                    None => own.push(note.clone()),
                }
            }
        }
        merged.comments.extend(other.comments.clone());
        merged.reviewed.extend(other.reviewed.clone());
        merged
    }
}

#[cfg(test)]
mod tests;
