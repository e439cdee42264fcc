//! hypertool-mcp format for toolsets with their notes, written and read.
//!
//! Its `config.json` holds toolsets by name, each with its notes. A file with a single toolset can be read as well, but
//! is not written, because hypertool's own loader drops the notes of such a file.

mod ref_id;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use super::merge::{JsonFile, JsonObject};
use super::target::MergeError;
use crate::model::note;
use crate::model::toolset::{self, ToolName, ToolReference, Toolset};
use crate::text::json::Members;
pub use ref_id::ref_id;

/// A toolset with the data that hypertool stores.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HypertoolToolset {
    pub toolset: Toolset,
    pub created_at: Option<String>,
    /// By tool, each as name and text, in the order in which they were added.
    pub notes: Vec<(ToolReference, Vec<(String, String)>)>,
}

/// The content of a hypertool file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HypertoolConfig {
    pub toolsets: BTreeMap<String, HypertoolToolset>,
    /// The toolset that was equipped last in hypertool.
    pub equipped: Option<String>,
    /// Entries that could not be imported, with the reason.
    pub skipped: Vec<String>,
}

/// The data that hypertool cannot represent, as a message for the user.
pub const LIMITATIONS: &str = "hypertool supports the tools and notes of toolsets, but no hints, titles, parameter \
     descriptions, environments or comments. Notes for every toolset are written into each.";

#[derive(Debug, Error, PartialEq, Eq)]
pub enum HypertoolError {
    #[error("invalid JSON: {0}")]
    NotJson(String),
    #[error("the file has neither \"toolsets\" nor the \"name\" and \"tools\" of a toolset")]
    NotHypertool,
    #[error("the file is a hintsmith.json, not a hypertool configuration")]
    IsHintsmithJson,
    #[error("the toolset {0} has no tools, and hypertool rejects an empty toolset")]
    EmptyToolset(String),
}

/// Renders a `config.json` with these toolsets. Other content of an existing text is preserved.
pub fn render_config(
    toolsets: &BTreeMap<String, HypertoolToolset>,
    existing: Option<&str>,
) -> Result<String, HypertoolError> {
    let entries = toolsets.iter().map(|(name, listed)| Ok((name, build_entry(name, listed)?)));
    let entries: Vec<(&String, Value)> = entries.collect::<Result<_, HypertoolError>>()?;
    let existing = existing.filter(|text| !text.trim().is_empty());
    let to_error = |error: MergeError| match error {
        MergeError::UnexpectedType { .. } => HypertoolError::NotHypertool,
        other => HypertoolError::NotJson(other.to_string()),
    };
    // hypertool reads JSON without comments.
    if let Some(text) = existing {
        Members::parse(text).map_err(|error| HypertoolError::NotJson(error.to_string()))?;
    }
    let file = JsonFile::parse(existing.unwrap_or_default()).map_err(to_error)?;
    let root = file.root_object().map_err(to_error)?;
    if root.contains_key("hintsmith") {
        return Err(HypertoolError::IsHintsmithJson);
    }
    if existing.is_some() && !root.contains_key("toolsets") && !root.contains_key("version") {
        return Err(HypertoolError::NotHypertool);
    }
    let toolsets_object = root.object_or_create("toolsets").map_err(to_error)?;
    for (name, entry) in entries {
        if toolsets_object.contains_key(name) {
            update_entry(&toolsets_object.object_or_create(name).map_err(to_error)?, &entry);
        } else {
            toolsets_object.set(name, &entry);
        }
    }
    if existing.is_none() {
        root.set("version", &Value::from("1.0.0"));
    }
    Ok(file.text())
}

/// Updates an existing toolset; keys of it that are not ours are preserved.
fn update_entry(existing: &JsonObject, entry: &Value) {
    for (key, value) in entry.as_object().into_iter().flatten() {
        if key != "version" || !existing.contains_key(key) {
            existing.set(key, value);
        }
    }
    if entry.get("toolNotes").is_none() {
        existing.remove("toolNotes");
    }
}

fn build_entry(name: &str, listed: &HypertoolToolset) -> Result<Value, HypertoolError> {
    if listed.toolset.tools.is_empty() {
        return Err(HypertoolError::EmptyToolset(name.to_owned()));
    }
    let notes = listed.notes.iter().map(|(tool, notes)| ToolNotesEntry {
        tool_ref: ToolRefEntry::from_reference(tool),
        notes: notes
            .iter()
            .map(|(name, note)| NoteEntry { name: name.clone(), note: note.clone() })
            .collect(),
    });
    let entry = ToolsetEntry {
        name: name.to_owned(),
        description: listed.toolset.description.clone(),
        version: Some("1.0.0".to_owned()),
        created_at: listed.created_at.clone(),
        tools: listed.toolset.tools.iter().map(ToolRefEntry::from_reference).collect(),
        tool_notes: notes.collect(),
    };
    Ok(serde_json::to_value(&entry).expect("texts and lists always serialize"))
}

/// Parses a `config.json`, or a file with one toolset.
pub fn parse_config(text: &str) -> Result<HypertoolConfig, HypertoolError> {
    let to_error = |error: serde_json::Error| HypertoolError::NotJson(error.to_string());
    let value: Value = serde_json::from_str(text).map_err(to_error)?;
    if value.get("hintsmith").is_some() {
        return Err(HypertoolError::IsHintsmithJson);
    }
    let mut config = HypertoolConfig::default();
    if let Some(Value::Object(toolsets)) = value.get("toolsets") {
        for (key, value) in toolsets {
            config.add_toolset(Some(key), value);
        }
        let equipped = value.get("lastEquippedToolset").and_then(Value::as_str);
        config.equipped = equipped.filter(|name| config.toolsets.contains_key(*name)).map(str::to_owned);
        return Ok(config);
    }
    if value.get("tools").is_none() || value.get("name").is_none() {
        return Err(HypertoolError::NotHypertool);
    }
    config.add_toolset(None, &value);
    Ok(config)
}

impl HypertoolConfig {
    fn add_toolset(&mut self, key: Option<&str>, value: &Value) {
        let display_name =
            key.or_else(|| value.get("name").and_then(Value::as_str)).unwrap_or("?").to_owned();
        let entry: ToolsetEntry = match serde_json::from_value(value.clone()) {
            Ok(entry) => entry,
            Err(error) => return self.skipped.push(format!("the toolset {display_name}: {error}")),
        };
        let name = key.unwrap_or(&entry.name);
        if let Err(error) = toolset::check_name(name) {
            return self.skipped.push(error.to_string());
        }
        let description = match toolset::check_description(entry.description.as_deref()) {
            Ok(text) => text.map(str::to_owned),
            Err(error) => {
                self.skipped.push(format!("the toolset {name}: {error}"));
                None
            }
        };
        let mut listed = HypertoolToolset {
            toolset: Toolset { description, tools: Vec::new() },
            created_at: entry.created_at,
            notes: Vec::new(),
        };
        let mut references = Vec::new();
        for tool in entry.tools {
            match tool.into_reference() {
                Ok(reference) => references.push(reference),
                Err(why) => self.skipped.push(format!("the toolset {name}: {why}")),
            }
        }
        listed.toolset.extend(references);
        for ToolNotesEntry { tool_ref, notes } in entry.tool_notes {
            let tool = match tool_ref.into_reference() {
                Ok(tool) => tool,
                Err(why) => {
                    self.skipped.push(format!("notes of the toolset {name}: {why}"));
                    continue;
                }
            };
            let mut valid_notes: Vec<(String, String)> = Vec::new();
            for NoteEntry { name: own, note: text } in notes {
                match note::check_note(&own, &text, false) {
                    Ok(_) if valid_notes.iter().any(|(known, _)| *known == own) => {
                        self.skipped.push(format!("{tool}: there are two notes named {own}"));
                    }
                    Ok(text) => valid_notes.push((own, text.to_owned())),
                    Err(error) => self.skipped.push(format!("{tool}: {error}")),
                }
            }
            listed.notes.push((tool, valid_notes));
        }
        self.toolsets.insert(name.to_owned(), listed);
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ToolsetEntry {
    #[serde(default)]
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    created_at: Option<String>,
    tools: Vec<ToolRefEntry>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tool_notes: Vec<ToolNotesEntry>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ToolRefEntry {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    namespaced_name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ref_id: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ToolNotesEntry {
    tool_ref: ToolRefEntry,
    notes: Vec<NoteEntry>,
}

#[derive(Serialize, Deserialize)]
struct NoteEntry {
    name: String,
    note: String,
}

impl ToolRefEntry {
    /// Omits Hintsmith's own fingerprints: hypertool rejects a tool whose `refId` differs from the one it computes.
    fn from_reference(reference: &ToolReference) -> Self {
        Self {
            namespaced_name: reference.name.as_ref().map(ToolName::to_string),
            ref_id: reference.id.clone().filter(|id| !id.starts_with("sha256:")),
        }
    }

    fn into_reference(self) -> Result<ToolReference, String> {
        let id = self.ref_id.filter(|id| !id.trim().is_empty());
        let name = self.namespaced_name.filter(|name| !name.trim().is_empty());
        match (name.as_deref().map(ToolName::parse), id) {
            (Some(Some(name)), id) => Ok(ToolReference { name: Some(name), id }),
            (Some(None), None) => Err(format!("{} has no server before a dot", name.unwrap_or_default())),
            (Some(None) | None, Some(id)) => Ok(ToolReference { name: None, id: Some(id) }),
            (None, None) => Err("a tool has neither namespacedName nor refId".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(tools: &[(&str, Option<&str>)], notes: &[(&str, &str, &str)]) -> HypertoolToolset {
        let mut listed = HypertoolToolset::default();
        for (name, id) in tools {
            let reference = ToolReference { name: ToolName::parse(name), id: id.map(str::to_owned) };
            listed.toolset.add(reference);
        }
        for (tool, name, text) in notes {
            let tool = ToolReference::parse(tool).unwrap();
            listed.notes.push((tool, vec![((*name).to_owned(), (*text).to_owned())]));
        }
        listed
    }

    #[test]
    fn written_toolsets_round_trip_without_our_fingerprints() {
        let fingerprint = format!("sha256:{}", "0".repeat(64));
        let mut daily = listed(
            &[
                ("github.list_issues", Some(&fingerprint)),
                ("", Some("0123456789abcdef")),
                ("a.b.c", Some("fedcba9876543210")),
            ],
            &[("github.list_issues", "safety", "Read-only."), ("#0123456789abcdef", "x", "y")],
        );
        daily.toolset.description = Some("For the day".into());
        daily.created_at = Some("2026-01-02T03:04:05Z".into());
        let text = render_config(&BTreeMap::from([("daily".to_owned(), daily.clone())]), None).unwrap();
        let read = parse_config(&text).unwrap();
        let expected = HypertoolToolset {
            toolset: listed(
                &[
                    ("github.list_issues", None),
                    ("", Some("0123456789abcdef")),
                    ("a.b.c", Some("fedcba9876543210")),
                ],
                &[],
            )
            .toolset,
            ..daily
        };
        let expected = HypertoolToolset {
            toolset: Toolset { description: Some("For the day".into()), ..expected.toolset },
            ..expected
        };
        assert_eq!(read.toolsets["daily"], expected);
        assert_eq!(read.skipped, [""; 0]);
    }

    #[test]
    fn an_existing_config_keeps_its_other_content() {
        let existing = r#"{"version":"1.0.0","mcpConfigPath":"/x","serverSettings":{"maxConcurrentConnections":4.0},
            "toolsets":{"other":{"name":"other","tools":[{"refId":"0123456789"}],"x":1},"daily":{"name":"daily","lastModified":"x",
            "version": "2","tools":[],"toolNotes":[]}},"lastEquippedToolset":"other"}"#;
        let text =
            render_config(&BTreeMap::from([("daily".into(), listed(&[("s.t", None)], &[]))]), Some(existing))
                .unwrap();
        let value: Value = serde_json::from_str(&text).unwrap();
        assert!(text.starts_with(&existing[..existing.find("\"daily\":{").unwrap()]), "{text}");
        assert_eq!(value["toolsets"]["other"]["x"], 1);
        assert_eq!(
            value["toolsets"]["daily"],
            serde_json::json!({"name": "daily", "lastModified": "x", "version": "2", "tools": [{"namespacedName": "s.t"}]})
        );
        assert_eq!(parse_config(&text).unwrap().equipped.as_deref(), Some("other"));
        for (existing, error) in [
            ("[1]", "invalid JSON"),
            (r#"{"mcpServers":{}}"#, "neither"),
            (r#"{"hintsmith":4,"toolsets":{}}"#, "a hintsmith.json"),
        ] {
            let refused = render_config(&BTreeMap::new(), Some(existing)).unwrap_err().to_string();
            assert!(refused.contains(error), "{refused}");
        }
    }

    #[test]
    fn a_single_toolset_file_is_parsed_and_skipped_entries_are_listed() {
        let text = r#"{"name":"ab","description":"d","version":"2","lastModified":"x","tools":[
            {"namespacedName":"git.status"},{"refId":"0123456789ab"},{},{"namespacedName":"nodot"}],
            "toolNotes":[{"toolRef":{"namespacedName":"git.status"},"notes":[
                {"name":"one","note":"1"},{"name":"Two","note":"2"},{"name":"one","note":"3"},{"name":"four","note":"a\u202eb"}]}]}"#;
        let config = parse_config(text).unwrap();
        let listed = &config.toolsets["ab"];
        assert_eq!(listed.toolset.tools.len(), 2);
        assert_eq!(listed.notes[0].1, [("one".to_owned(), "1".to_owned())]);
        assert_eq!(config.skipped.len(), 5, "{:?}", config.skipped);
        assert_eq!(parse_config("{}"), Err(HypertoolError::NotHypertool));
        assert_eq!(parse_config(r#"{"toolsets":{"A":{"tools":[]},"ok":7}}"#).unwrap().skipped.len(), 2);
    }

    #[test]
    fn an_empty_toolset_is_rejected() {
        let empty = BTreeMap::from([("ab".to_owned(), HypertoolToolset::default())]);
        assert_eq!(render_config(&empty, None), Err(HypertoolError::EmptyToolset("ab".into())));
    }
}
