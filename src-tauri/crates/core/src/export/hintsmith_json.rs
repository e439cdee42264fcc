//! `hintsmith.json`: the canonical file. Versioned, sorted, only what a person decided; reads back to the same state.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use super::Target;
use crate::fingerprint::Fingerprint;
use crate::hint::HintName;
use crate::overrides::{Decided, Decision, Field, Overrides};
use crate::rule::Selector;

pub const TARGET: Target = Target {
    id: "hintsmith",
    name: "Hintsmith",
    file_name: "hintsmith.json",
    description: "Every decision, in one file for review, backup and other machines",
    write: Document::to_json,
};

/// What this program writes: the first version that holds everything there is, so that older programs can read it.
const VERSION: u64 = 3;
const WITHOUT_PARAMETERS: u64 = 2;
const WITHOUT_LAYERS: u64 = 1;

/// The decisions of the base and of every environment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Document {
    pub base: DecidedLayer,
    pub environments: BTreeMap<String, DecidedLayer>,
}

/// What was decided in one layer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DecidedLayer {
    /// Server, then tool, in order.
    pub servers: BTreeMap<String, BTreeMap<String, DecidedTool>>,
    pub rules: BTreeMap<RuleKey, DecidedRule>,
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
        tools.map(|tool| tool.overrides.len()).sum::<usize>() + self.rules.len()
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

    pub fn decisions(&self) -> usize {
        self.layers().map(|(_, layer)| layer.decisions()).sum()
    }

    /// The first version that can hold this.
    fn version(&self) -> u64 {
        let tools = self.layers().flat_map(|(_, layer)| layer.servers.values().flat_map(BTreeMap::values));
        if tools.into_iter().any(|tool| tool.overrides.parameters().next().is_some()) {
            VERSION
        } else if !self.environments.is_empty() || !self.base.rules.is_empty() {
            WITHOUT_PARAMETERS
        } else {
            WITHOUT_LAYERS
        }
    }

    pub fn to_json(&self) -> String {
        let version = self.version();
        let LayerEntry { servers, rules } = LayerEntry::of(&self.base);
        let environments =
            self.environments.iter().map(|(name, layer)| (name.clone(), LayerEntry::of(layer)));
        let file = File { hintsmith: version, servers, rules, environments: environments.collect() };
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
        let base = LayerEntry { servers: file.servers, rules: file.rules }.into_layer()?;
        let environments = file.environments.into_iter();
        let environments = environments.map(|(name, entry)| Ok((name, entry.into_layer()?)));
        Ok(Self { base, environments: environments.collect::<Result<_, ReadError>>()? })
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    hintsmith: u64,
    servers: BTreeMap<String, ServerEntry>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    rules: BTreeMap<String, RuleEntry>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    environments: BTreeMap<String, LayerEntry>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LayerEntry {
    #[serde(default)]
    servers: BTreeMap<String, ServerEntry>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    rules: BTreeMap<String, RuleEntry>,
}

impl LayerEntry {
    fn of(layer: &DecidedLayer) -> Self {
        let servers = layer.servers.iter().filter(|(_, tools)| !tools.is_empty()).map(|(name, tools)| {
            let tools = tools.iter().map(|(name, tool)| (name.clone(), ToolEntry::of(tool))).collect();
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
        Self { servers: servers.collect(), rules }
    }

    fn into_layer(self) -> Result<DecidedLayer, ReadError> {
        let mut layer = DecidedLayer::default();
        for (server, entry) in self.servers {
            let tools = layer.servers.entry(server.clone()).or_default();
            for (name, entry) in entry.tools {
                let tool = entry.into_tool().map_err(|field| {
                    ReadError::Form(format!("{server}.{name}: {field} has the wrong type"))
                })?;
                tools.insert(name, tool);
            }
        }
        for (text, mut entry) in self.rules {
            let wrong = |why: String| ReadError::Form(format!("the rule {text}: {why}"));
            let selector = Selector::parse(&text).map_err(|error| wrong(error.to_string()))?;
            for (key, value) in entry.annotations {
                let hint = HintName::from_key(&key).ok_or_else(|| wrong(format!("{key} is not a hint")))?;
                let rule = DecidedRule { value, because: entry.because.remove(&key) };
                layer.rules.insert(RuleKey { selector: selector.clone(), hint }, rule);
            }
            if let Some(key) = entry.because.keys().next() {
                return Err(wrong(format!("{key} is explained but not decided")));
            }
        }
        Ok(layer)
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
    /// The descriptions of parameters, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    parameters: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    because: BTreeMap<String, String>,
    /// Fields decided against another definition than `fingerprint`; `null` where the tool was not there yet.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    decided_against: BTreeMap<String, Option<Fingerprint>>,
}

impl ToolEntry {
    fn of(tool: &DecidedTool) -> Self {
        let mut entry = Self {
            fingerprint: tool.fingerprint.clone(),
            annotations: BTreeMap::new(),
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

    /// Fails with the name of the field that cannot be used.
    fn into_tool(mut self) -> Result<DecidedTool, String> {
        let mut overrides = Overrides::default();
        let annotation = |(key, value): (String, Value)| {
            let field = Field::ANNOTATIONS.into_iter().find(|field| field.key() == key);
            let decided = field.and_then(|field| Some((Decided::from_json(&field, &value)?, field)));
            decided.ok_or_else(|| format!("annotations.{key}"))
        };
        let parameter = |(name, text): (String, String)| {
            let field = Field::Parameter(name.as_str().into());
            let decided = Decided::from_json(&field, &Value::String(text)).map(|value| (value, field));
            decided.ok_or_else(|| format!("parameters.{name}"))
        };
        let annotations = std::mem::take(&mut self.annotations).into_iter().map(annotation);
        let parameters = std::mem::take(&mut self.parameters).into_iter().map(parameter);
        for decided in annotations.chain(parameters) {
            let (value, field) = decided?;
            let key = field.key();
            let fingerprint = self.decided_against.remove(&*key).unwrap_or_else(|| self.fingerprint.clone());
            let because = self.because.remove(&*key);
            overrides.set(field, Some(Decision { value, because, fingerprint }));
        }
        let stray = self.because.keys().chain(self.decided_against.keys()).next();
        match stray {
            Some(key) => Err(format!("{key}, which is explained but not decided,")),
            None => Ok(DecidedTool { fingerprint: self.fingerprint, overrides }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hint::HintName;
    use proptest::prelude::*;

    fn any_decision(value: Decided) -> impl Strategy<Value = Decision> {
        let fingerprint = proptest::option::of("sha256:[0-9a-f]{4}".prop_map(Fingerprint));
        (proptest::option::of(".{0,12}"), fingerprint).prop_map(move |(because, fingerprint)| Decision {
            value: value.clone(),
            because,
            fingerprint,
        })
    }

    fn any_tool() -> impl Strategy<Value = DecidedTool> {
        let title =
            proptest::option::of("[a-zé\"\\\\]{1,8}".prop_flat_map(|t| any_decision(Decided::Text(t))));
        let hint =
            || proptest::option::of(any::<bool>().prop_flat_map(|value| any_decision(Decided::Hint(value))));
        let fingerprint = proptest::option::of("sha256:[0-9a-f]{4}".prop_map(Fingerprint));
        let parameter =
            proptest::option::of("[a-zé:]{1,8}".prop_flat_map(|t| any_decision(Decided::Text(t))));
        let tool = (fingerprint, title, parameter, hint(), hint(), hint());
        tool.prop_map(|(fingerprint, title, parameter, a, b, c)| {
            let mut overrides = Overrides::default();
            overrides.set(Field::Title, title);
            overrides.set(Field::Parameter("id".into()), parameter);
            overrides.set(Field::Hint(HintName::ReadOnly), a);
            overrides.set(Field::Hint(HintName::Destructive), b);
            overrides.set(Field::Hint(HintName::OpenWorld), c);
            DecidedTool { fingerprint, overrides }
        })
    }

    fn any_layer() -> impl Strategy<Value = DecidedLayer> {
        let tools = proptest::collection::btree_map(".{1,6}", any_tool(), 1..4);
        let servers = proptest::collection::btree_map(".{1,6}", tools, 0..3);
        let key = ("[a-z*?]{1,4}\\.[a-z*?.]{1,4}[a-z*]", 0_usize..4).prop_map(|(text, hint)| RuleKey {
            selector: Selector::parse(&text).unwrap(),
            hint: HintName::ALL[hint],
        });
        let rule = (any::<bool>(), proptest::option::of(".{0,12}"))
            .prop_map(|(value, because)| DecidedRule { value, because });
        let rules = proptest::collection::btree_map(key, rule, 0..4);
        (servers, rules).prop_map(|(servers, rules)| DecidedLayer { servers, rules })
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back_to_the_same(
            base in any_layer(), environments in proptest::collection::btree_map("[a-z]{1,6}", any_layer(), 0..3)
        ) {
            let document = Document { base, environments };
            let text = document.to_json();
            prop_assert_eq!(&Document::parse(&text).unwrap(), &document);
            prop_assert_eq!(Document::parse(&text).unwrap().to_json(), text);
        }

        #[test]
        fn any_text_is_read_or_refused(text in ".{0,200}") {
            let _ = Document::parse(&text);
        }
    }

    #[test]
    fn a_file_that_is_not_ours_is_refused_whole() {
        for (text, expected) in [
            ("nonsense", "it is not JSON"),
            ("[1]", "no \"hintsmith\" version"),
            (r#"{"mcpServers":{}}"#, "no \"hintsmith\" version"),
            (r#"{"hintsmith":4,"servers":{}}"#, "it has version 4"),
            (r#"{"hintsmith":2,"servers":{},"rules":{"x":{"annotations":{}}}}"#, "has the form SERVER.TOOL"),
            (r#"{"hintsmith":2,"servers":{},"rules":{"a.b":{"annotations":{"title":true}}}}"#, "not a hint"),
            (r#"{"hintsmith":"1","servers":{}}"#, "it has version \"1\""),
            (r#"{"hintsmith":1}"#, "missing field `servers`"),
            (r#"{"hintsmith":1,"servers":{},"extra":1}"#, "unknown field `extra`"),
            (
                r#"{"hintsmith":1,"servers":{"s":{"tools":{"t":{"annotations":{"readOnlyHint":"yes"}}}}}}"#,
                "s.t: annotations.readOnlyHint has the wrong type",
            ),
            (
                r#"{"hintsmith":1,"servers":{"s":{"tools":{"t":{"annotations":{"costHint":true}}}}}}"#,
                "s.t: annotations.costHint has the wrong type",
            ),
            (
                r#"{"hintsmith":1,"servers":{"s":{"tools":{"t":{"annotations":{},"because":{"title":"x"}}}}}}"#,
                "explained but not decided",
            ),
        ] {
            let error = Document::parse(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
