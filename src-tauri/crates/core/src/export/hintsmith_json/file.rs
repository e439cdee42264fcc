//! serde model of `hintsmith.json`: its keys, and validation on the way to a document.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{
    ApprovalScope, DecidedApproval, DecidedLayer, DecidedNote, DecidedRule, DecidedTool, DocumentError,
    HintsmithDocument, MAX_YAML_VALUES, RuleKey,
};
use crate::approval::ApprovalMode;
use crate::model::fingerprint::Fingerprint;
use crate::model::hint::HintName;
use crate::model::note;
use crate::model::overrides::{DecidedValue, Decision, Field, Overrides};
use crate::model::rule::Selector;
use crate::model::toolset::{self, ToolName, ToolReference, Toolset, ToolsetError};
use crate::text::yaml;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HintsmithFile {
    hintsmith: u64,
    servers: BTreeMap<String, ServerEntry>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    rules: BTreeMap<String, RuleEntry>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    equipped: Option<String>,
    #[serde(default, skip_serializing_if = "ApprovalsEntry::is_empty")]
    approvals: ApprovalsEntry,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    environments: BTreeMap<String, LayerEntry>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    toolsets: BTreeMap<String, ToolsetEntry>,
    /// By `SERVER.TOOL`, or `#` and the id of a definition.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    notes: BTreeMap<String, Vec<DecidedNote>>,
    #[serde(rename = "remarks", default, skip_serializing_if = "BTreeMap::is_empty")]
    comments: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    reviewed: BTreeMap<String, Fingerprint>,
    /// Server connections, in the format of clients. A gateway that runs from this file reads them; they are not
    /// decisions, so they are never imported.
    #[serde(default, rename = "mcpServers", skip_serializing_if = "Option::is_none")]
    mcp_servers: Option<Map<String, Value>>,
}

impl HintsmithFile {
    /// Keeps the server connections of the existing text that this file replaces.
    pub fn keeping_sources(mut self, existing: &str) -> Self {
        let existing = existing.trim_start_matches('\u{feff}');
        // JSON first: YAML forbids some white space that JSON allows.
        let file: Option<Value> =
            serde_json::from_str(existing).ok().or_else(|| yaml::parse(existing, MAX_YAML_VALUES).ok());
        self.mcp_servers = file.and_then(|file| file.get("mcpServers")?.as_object().cloned());
        self
    }

    /// The document in the given version.
    pub fn from_document(document: &HintsmithDocument, version: u64) -> Self {
        let LayerEntry { servers, rules, equipped, approvals } = LayerEntry::from_layer(&document.base);
        let environments =
            document.environments.iter().map(|(name, layer)| (name.clone(), LayerEntry::from_layer(layer)));
        let notes = document.notes.iter().map(|(tool, notes)| (tool.to_string(), notes.clone()));
        let comments = document.comments.iter().map(|(tool, text)| (tool.to_string(), text.clone()));
        let reviewed = document.reviewed.iter().map(|(tool, print)| (tool.to_string(), print.clone()));
        Self {
            hintsmith: version,
            servers,
            rules,
            equipped,
            approvals,
            environments: environments.collect(),
            toolsets: document
                .toolsets
                .iter()
                .map(|(name, set)| (name.clone(), ToolsetEntry::from_toolset(set)))
                .collect(),
            notes: notes.collect(),
            comments: comments.collect(),
            reviewed: reviewed.collect(),
            mcp_servers: None,
        }
    }

    pub fn into_document(self) -> Result<HintsmithDocument, DocumentError> {
        let base = LayerEntry {
            servers: self.servers,
            rules: self.rules,
            equipped: self.equipped,
            approvals: self.approvals,
        };
        let environments = self.environments.into_iter();
        let environments = environments.map(|(name, entry)| Ok((name, entry.into_layer()?)));
        let to_error = |error: ToolsetError| DocumentError::InvalidStructure(error.to_string());
        let notes = self.notes.into_iter().map(|(tool, notes)| {
            let tool = ToolReference::parse(&tool).map_err(to_error)?;
            check_notes(&tool, &notes)?;
            Ok((tool, notes))
        });
        let parse_name = |tool: String| {
            ToolName::parse(&tool).ok_or(ToolsetError::InvalidReference(tool)).map_err(to_error)
        };
        let comments = self.comments.into_iter().map(|(tool, text)| Ok((parse_name(tool)?, text)));
        let reviewed = self.reviewed.into_iter().map(|(tool, print)| Ok((parse_name(tool)?, print)));
        Ok(HintsmithDocument {
            base: base.into_layer()?,
            environments: environments.collect::<Result<_, DocumentError>>()?,
            toolsets: self
                .toolsets
                .into_iter()
                .map(|(name, entry)| Ok((name.clone(), entry.into_toolset(&name).map_err(to_error)?)))
                .collect::<Result<_, DocumentError>>()?,
            notes: notes.collect::<Result<_, DocumentError>>()?,
            comments: comments.collect::<Result<_, DocumentError>>()?,
            reviewed: reviewed.collect::<Result<_, DocumentError>>()?,
        })
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ToolsetEntry {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    tools: Vec<ReferenceEntry>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ReferenceEntry {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tool: Option<String>,
    /// The definition at the time of the selection.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    id: Option<String>,
}

impl ToolsetEntry {
    fn from_toolset(set: &Toolset) -> Self {
        let entry = |tool: &ToolReference| ReferenceEntry {
            tool: tool.name.as_ref().map(ToolName::to_string),
            id: tool.id.clone(),
        };
        Self { description: set.description.clone(), tools: set.tools.iter().map(entry).collect() }
    }

    fn into_toolset(self, name: &str) -> Result<Toolset, ToolsetError> {
        toolset::check_name(name)?;
        let mut set = Toolset { description: self.description, tools: Vec::new() };
        for ReferenceEntry { tool, id } in self.tools {
            let parse_name =
                |text: String| ToolName::parse(&text).ok_or(ToolsetError::InvalidReference(text));
            let reference = ToolReference { name: tool.map(parse_name).transpose()?, id };
            if reference.name.is_none() && reference.id.is_none() {
                return Err(ToolsetError::InvalidReference(String::new()));
            }
            set.add(reference);
        }
        Ok(set)
    }
}

/// Validates notes by the same rules as new ones, except that hidden characters are allowed: they are shown before the
/// file is applied.
fn check_notes(tool: &ToolReference, notes: &[DecidedNote]) -> Result<(), DocumentError> {
    let to_error = |why: String| DocumentError::InvalidStructure(format!("{tool}: {why}"));
    for (index, one) in notes.iter().enumerate() {
        note::check_note(&one.name, &one.text, true).map_err(|error| to_error(error.to_string()))?;
        let is_same = |other: &DecidedNote| (&other.name, &other.toolset) == (&one.name, &one.toolset);
        if notes[..index].iter().any(is_same) {
            return Err(to_error(format!("there are two notes named {}", one.name)));
        }
    }
    Ok(())
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LayerEntry {
    #[serde(default)]
    servers: BTreeMap<String, ServerEntry>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    rules: BTreeMap<String, RuleEntry>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    equipped: Option<String>,
    #[serde(default, skip_serializing_if = "ApprovalsEntry::is_empty")]
    approvals: ApprovalsEntry,
}

impl LayerEntry {
    fn from_layer(layer: &DecidedLayer) -> Self {
        let servers = layer.servers.iter().filter(|(_, tools)| !tools.is_empty()).map(|(name, tools)| {
            let tools = tools.iter().map(|(name, tool)| (name.clone(), ToolEntry::from_tool(tool))).collect();
            (name.clone(), ServerEntry { tools })
        });
        let mut rules: BTreeMap<String, RuleEntry> = BTreeMap::new();
        for (key, rule) in &layer.rules {
            let entry = rules.entry(key.selector.to_string()).or_default();
            entry.annotations.insert(key.hint.key().to_owned(), rule.value);
            if let Some(why) = &rule.because {
                entry.because.insert(key.hint.key().to_owned(), why.clone());
            }
        }
        let approvals = ApprovalsEntry::from_approvals(&layer.approvals);
        Self { servers: servers.collect(), rules, equipped: layer.active_toolset.clone(), approvals }
    }

    fn into_layer(self) -> Result<DecidedLayer, DocumentError> {
        let approvals = self.approvals.into_approvals()?;
        let mut layer = DecidedLayer { active_toolset: self.equipped, approvals, ..DecidedLayer::default() };
        for (server, entry) in self.servers {
            let tools = layer.servers.entry(server.clone()).or_default();
            for (name, entry) in entry.tools {
                let tool = entry.into_tool().map_err(|field| {
                    DocumentError::InvalidStructure(format!("{server}.{name}: {field} has the wrong type"))
                })?;
                tools.insert(name, tool);
            }
        }
        for (text, mut entry) in self.rules {
            let to_error = |why: String| DocumentError::InvalidStructure(format!("the rule {text}: {why}"));
            let selector = Selector::parse(&text).map_err(|error| to_error(error.to_string()))?;
            for (key, value) in entry.annotations {
                let hint =
                    HintName::from_key(&key).ok_or_else(|| to_error(format!("{key} is not a hint")))?;
                let rule = DecidedRule { value, because: entry.because.remove(&key) };
                layer.rules.insert(RuleKey { selector: selector.clone(), hint }, rule);
            }
            if let Some(key) = entry.because.keys().next() {
                return Err(to_error(format!("{key} has a reason but no decision")));
            }
        }
        Ok(layer)
    }
}

/// Approval modes by scope.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ApprovalsEntry {
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    servers: BTreeMap<String, ApprovalEntry>,
    /// By `SERVER.TOOL`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    tools: BTreeMap<String, ApprovalEntry>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    toolsets: BTreeMap<String, ApprovalEntry>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ApprovalEntry {
    mode: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fingerprint: Option<Fingerprint>,
}

impl ApprovalsEntry {
    fn is_empty(&self) -> bool {
        self.servers.is_empty() && self.tools.is_empty() && self.toolsets.is_empty()
    }

    fn from_approvals(approvals: &BTreeMap<ApprovalScope, DecidedApproval>) -> Self {
        let mut entry = Self::default();
        for (scope, DecidedApproval { mode, fingerprint }) in approvals {
            let (entries, name) = match scope {
                ApprovalScope::Server(name) => (&mut entry.servers, name.clone()),
                ApprovalScope::Tool(name) => (&mut entry.tools, name.to_string()),
                ApprovalScope::Toolset(name) => (&mut entry.toolsets, name.clone()),
            };
            entries.insert(
                name,
                ApprovalEntry { mode: mode.as_str().to_owned(), fingerprint: fingerprint.clone() },
            );
        }
        entry
    }

    fn into_approvals(self) -> Result<BTreeMap<ApprovalScope, DecidedApproval>, DocumentError> {
        let tool = |name: String| {
            let to_error =
                || DocumentError::InvalidStructure(format!("approvals: {name} is not SERVER.TOOL"));
            ToolName::parse(&name).map(ApprovalScope::Tool).ok_or_else(to_error)
        };
        let servers = self.servers.into_iter().map(|(name, entry)| (Ok(ApprovalScope::Server(name)), entry));
        let tools = self.tools.into_iter().map(|(name, entry)| (tool(name), entry));
        let toolsets =
            self.toolsets.into_iter().map(|(name, entry)| (Ok(ApprovalScope::Toolset(name)), entry));
        let approvals =
            servers.chain(tools).chain(toolsets).map(|(scope, ApprovalEntry { mode, fingerprint })| {
                let to_error =
                    || DocumentError::InvalidStructure(format!("approvals: {mode} is not an approval mode"));
                let mode = ApprovalMode::parse(&mode).ok_or_else(to_error)?;
                Ok((scope?, DecidedApproval { mode, fingerprint }))
            });
        approvals.collect()
    }
}

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleEntry {
    annotations: BTreeMap<String, bool>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    because: BTreeMap<String, String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ServerEntry {
    tools: BTreeMap<String, ToolEntry>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct ToolEntry {
    #[serde(skip_serializing_if = "Option::is_none")]
    fingerprint: Option<Fingerprint>,
    #[serde(default)]
    annotations: BTreeMap<String, Value>,
    /// The description of the tool.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    /// The source of the tool's icon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    icon: Option<String>,
    /// Parameter descriptions, by parameter.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    parameters: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    because: BTreeMap<String, String>,
    /// Fields that were decided for another definition than `fingerprint`; `null` if the tool was not known at that
    /// time.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    decided_against: BTreeMap<String, Option<Fingerprint>>,
}

impl ToolEntry {
    fn from_tool(tool: &DecidedTool) -> Self {
        let mut entry = Self {
            fingerprint: tool.fingerprint.clone(),
            annotations: BTreeMap::new(),
            description: None,
            icon: None,
            parameters: BTreeMap::new(),
            because: BTreeMap::new(),
            decided_against: BTreeMap::new(),
        };
        for (field, decision) in tool.overrides.iter() {
            let key = field.key().into_owned();
            match field {
                Field::Parameter(name) => {
                    entry.parameters.insert(name.to_string(), decision.value.to_string());
                }
                Field::Description => entry.description = Some(decision.value.to_string()),
                Field::Icon => entry.icon = Some(decision.value.to_string()),
                Field::Title | Field::Hint(_) => {
                    entry.annotations.insert(key.clone(), decision.value.to_json());
                }
            }
            if let Some(why) = &decision.because {
                entry.because.insert(key.clone(), why.clone());
            }
            if decision.fingerprint != tool.fingerprint {
                entry.decided_against.insert(key, decision.fingerprint.clone());
            }
        }
        entry
    }

    /// Fails with the name of the invalid field.
    fn into_tool(mut self) -> Result<DecidedTool, String> {
        let mut overrides = Overrides::default();
        let annotation = |(key, value): (String, Value)| {
            let field = Field::ANNOTATIONS.into_iter().find(|field| field.key() == key);
            let decided = field.and_then(|field| Some((DecidedValue::from_json(&field, &value)?, field)));
            decided.ok_or_else(|| format!("annotations.{key}"))
        };
        let parameter = |(name, text): (String, String)| {
            let field = Field::Parameter(name.as_str().into());
            let decided = DecidedValue::from_json(&field, &Value::String(text)).map(|value| (value, field));
            decided.ok_or_else(|| format!("parameters.{name}"))
        };
        let text = |(field, text): (Field, String)| {
            let decided = DecidedValue::from_json(&field, &Value::String(text));
            let key = field.key().into_owned();
            decided.map(|value| (value, field)).ok_or(key)
        };
        let description = self.description.take().map(|value| (Field::Description, value));
        let icon = self.icon.take().map(|value| (Field::Icon, value));
        let texts = description.into_iter().chain(icon).map(text);
        let annotations = std::mem::take(&mut self.annotations).into_iter().map(annotation);
        let parameters = std::mem::take(&mut self.parameters).into_iter().map(parameter);
        for decided in annotations.chain(texts).chain(parameters) {
            let (value, field) = decided?;
            let key = field.key();
            let fingerprint = self.decided_against.remove(&*key).unwrap_or_else(|| self.fingerprint.clone());
            let because = self.because.remove(&*key);
            overrides.set(field, Some(Decision { value, because, fingerprint }));
        }
        let stray = self.because.keys().chain(self.decided_against.keys()).next();
        match stray {
            Some(key) => Err(format!("{key}, which has a reason but no decision,")),
            None => Ok(DecidedTool { fingerprint: self.fingerprint, overrides }),
        }
    }
}
