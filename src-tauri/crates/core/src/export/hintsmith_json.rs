//! `hintsmith.json`: the canonical file. Versioned, sorted, only what a person decided; reads back to the same state.

mod file;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::fingerprint::Fingerprint;
use crate::hint::HintName;
use crate::overrides::Overrides;
use crate::rule::Selector;
use crate::toolset::{Reference, ToolName, Toolset};
use file::File;

/// What this program writes: the first version that holds everything there is, so that older programs can read it.
const VERSION: u64 = 4;
const WITHOUT_TOOLSETS: u64 = 3;
const WITHOUT_PARAMETERS: u64 = 2;
const WITHOUT_LAYERS: u64 = 1;

/// The decisions of the base and of every environment, toolsets, and what was written about tools.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Document {
    pub base: DecidedLayer,
    pub environments: BTreeMap<String, DecidedLayer>,
    pub toolsets: BTreeMap<String, Toolset>,
    /// For the model, by tool, in the order they were added.
    pub notes: BTreeMap<Reference, Vec<DecidedNote>>,
    /// For people alone.
    pub remarks: BTreeMap<ToolName, String>,
}

/// A note for the model. Its name is unique in its toolset.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DecidedNote {
    pub name: String,
    pub text: String,
    /// The only toolset it holds in; none: it holds everywhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub toolset: Option<String>,
}

/// What was decided in one layer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DecidedLayer {
    /// Server, then tool, in order.
    pub servers: BTreeMap<String, BTreeMap<String, DecidedTool>>,
    pub rules: BTreeMap<RuleKey, DecidedRule>,
    /// The toolset that is equipped.
    pub equipped: Option<String>,
}

/// A rule is known by its selector and its hint.
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

/// One tool with at least one decision.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DecidedTool {
    /// The tool's definition when the file was written, if the tool was there.
    pub fingerprint: Option<Fingerprint>,
    pub overrides: Overrides,
}

/// Why a file was refused. Nothing of it is used.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum ReadError {
    #[error("it is not JSON: {0}")]
    NotJson(String),
    #[error("it is JSON, but has no \"hintsmith\" version")]
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
        fields + self.rules.len() + usize::from(self.equipped.is_some())
    }

    pub fn put(&mut self, server: &str, tool: &str, decided: DecidedTool) {
        self.servers.entry(server.to_owned()).or_default().insert(tool.to_owned(), decided);
    }

    pub fn tool(&self, server: &str, tool: &str) -> Option<&DecidedTool> {
        self.servers.get(server)?.get(tool)
    }
}

impl Document {
    /// The base first, then the environments by name.
    pub fn layers(&self) -> impl Iterator<Item = (Option<&str>, &DecidedLayer)> {
        let environments = self.environments.iter().map(|(name, layer)| (Some(name.as_str()), layer));
        std::iter::once((None, &self.base)).chain(environments)
    }

    pub fn layer(&self, environment: Option<&str>) -> Option<&DecidedLayer> {
        environment.map_or(Some(&self.base), |name| self.environments.get(name))
    }

    /// How many things a person decided or wrote.
    pub fn decisions(&self) -> usize {
        let layers: usize = self.layers().map(|(_, layer)| layer.decisions()).sum();
        layers + self.toolsets.len() + self.notes.values().map(Vec::len).sum::<usize>() + self.remarks.len()
    }

    /// The note of a tool with that name in a scope.
    pub fn note(&self, tool: &Reference, toolset: Option<&str>, name: &str) -> Option<&DecidedNote> {
        let mut notes = self.notes.get(tool)?.iter();
        notes.find(|note| note.name == name && note.toolset.as_deref() == toolset)
    }

    /// The first version that can hold this.
    fn version(&self) -> u64 {
        let tools = self.layers().flat_map(|(_, layer)| layer.servers.values().flat_map(BTreeMap::values));
        let equipped = self.layers().any(|(_, layer)| layer.equipped.is_some());
        let written = !(self.toolsets.is_empty() && self.notes.is_empty() && self.remarks.is_empty());
        if equipped || written {
            VERSION
        } else if tools.into_iter().any(|tool| tool.overrides.parameters().next().is_some()) {
            WITHOUT_TOOLSETS
        } else if !self.environments.is_empty() || !self.base.rules.is_empty() {
            WITHOUT_PARAMETERS
        } else {
            WITHOUT_LAYERS
        }
    }

    pub fn to_json(&self) -> String {
        let file = File::of(self, self.version());
        let mut text = serde_json::to_string_pretty(&file).expect("maps with string keys always serialize");
        text.push('\n');
        text
    }

    pub fn parse(text: &str) -> Result<Self, ReadError> {
        let value: Value =
            serde_json::from_str(text).map_err(|error| ReadError::NotJson(error.to_string()))?;
        match value.get("hintsmith") {
            None => return Err(ReadError::NotOurs),
            Some(version) if matches!(version.as_u64(), Some(WITHOUT_LAYERS..=VERSION)) => {}
            Some(version) => return Err(ReadError::Version(version.to_string())),
        }
        // From the text, not the value: only this way duplicate keys are seen and the line is named.
        let file: File = serde_json::from_str(text).map_err(|error| ReadError::Form(error.to_string()))?;
        file.into_document()
    }
}

#[cfg(test)]
mod tests;
