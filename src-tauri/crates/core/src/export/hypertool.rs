//! hypertool-mcp format for toolsets with their notes, written and read.
//!
//! Its `config.json` holds toolsets by name, each with its notes. A file with a single toolset can be read as well, but
//! is not written, because hypertool's own loader drops the notes of such a file.

mod ref_id;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use super::merge::JsonFile;
use super::target::MergeError;
use crate::json::Members;
use crate::note;
use crate::toolset::{self, Reference, ToolName, Toolset};
pub use ref_id::ref_id;

/// A toolset with the data that hypertool stores.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listed {
    pub set: Toolset,
    pub created_at: Option<String>,
    /// By tool, each as name and text, in the order in which they were added.
    pub notes: Vec<(Reference, Vec<(String, String)>)>,
}

/// The content of a hypertool file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Config {
    pub toolsets: BTreeMap<String, Listed>,
    /// The toolset that was equipped last in hypertool.
    pub equipped: Option<String>,
    /// Entries that could not be imported, with the reason.
    pub left_out: Vec<String>,
}

/// The data that hypertool cannot represent, as a message for the user.
pub const NOT_HELD: &str = "hypertool holds the tools and notes of toolsets: no hints, titles, parameter \
     descriptions, environments or remarks. Notes for every toolset are written into each.";

#[derive(Debug, Error, PartialEq, Eq)]
pub enum HypertoolError {
    #[error("it is not JSON: {0}")]
    NotJson(String),
    #[error("it has neither \"toolsets\" nor the \"name\" and \"tools\" of one")]
    NotTheirs,
    #[error("it is a hintsmith.json, not hypertool's")]
    Ours,
    #[error("the toolset {0} has no tools, and hypertool refuses an empty one")]
    Empty(String),
}

/// Renders a `config.json` with these toolsets. Other content of an existing text is preserved.
pub fn write(toolsets: &BTreeMap<String, Listed>, there: Option<&str>) -> Result<String, HypertoolError> {
    let entries = toolsets.iter().map(|(name, listed)| Ok((name, entry(name, listed)?)));
    let entries: Vec<(&String, Value)> = entries.collect::<Result<_, HypertoolError>>()?;
    let there = there.filter(|text| !text.trim().is_empty());
    let wrong = |error: MergeError| match error {
        MergeError::Form { .. } => HypertoolError::NotTheirs,
        other => HypertoolError::NotJson(other.to_string()),
    };
    // hypertool reads JSON without comments.
    if let Some(text) = there {
        Members::parse(text).map_err(|error| HypertoolError::NotJson(error.to_string()))?;
    }
    let file = JsonFile::open(there.unwrap_or_default()).map_err(wrong)?;
    let whole = file.object().map_err(wrong)?;
    if whole.has("hintsmith") {
        return Err(HypertoolError::Ours);
    }
    if there.is_some() && !whole.has("toolsets") && !whole.has("version") {
        return Err(HypertoolError::NotTheirs);
    }
    let held = whole.object("toolsets").map_err(wrong)?;
    for (name, entry) in entries {
        held.set(name, &entry);
    }
    if there.is_none() {
        whole.set("version", &Value::from("1.0.0"));
    }
    Ok(file.text())
}

fn entry(name: &str, listed: &Listed) -> Result<Value, HypertoolError> {
    if listed.set.tools.is_empty() {
        return Err(HypertoolError::Empty(name.to_owned()));
    }
    let notes = listed.notes.iter().map(|(tool, notes)| NotesEntry {
        tool_ref: RefEntry::of(tool),
        notes: notes
            .iter()
            .map(|(name, note)| NoteEntry { name: name.clone(), note: note.clone() })
            .collect(),
    });
    let entry = SetEntry {
        name: name.to_owned(),
        description: listed.set.description.clone(),
        version: Some("1.0.0".to_owned()),
        created_at: listed.created_at.clone(),
        tools: listed.set.tools.iter().map(RefEntry::of).collect(),
        tool_notes: notes.collect(),
    };
    Ok(serde_json::to_value(&entry).expect("texts and lists always serialize"))
}

/// Parses a `config.json`, or a file with one toolset.
pub fn read(text: &str) -> Result<Config, HypertoolError> {
    let wrong = |error: serde_json::Error| HypertoolError::NotJson(error.to_string());
    let value: Value = serde_json::from_str(text).map_err(wrong)?;
    if value.get("hintsmith").is_some() {
        return Err(HypertoolError::Ours);
    }
    let mut config = Config::default();
    if let Some(Value::Object(toolsets)) = value.get("toolsets") {
        for (key, value) in toolsets {
            config.take(Some(key), value);
        }
        let equipped = value.get("lastEquippedToolset").and_then(Value::as_str);
        config.equipped = equipped.filter(|name| config.toolsets.contains_key(*name)).map(str::to_owned);
        return Ok(config);
    }
    if value.get("tools").is_none() || value.get("name").is_none() {
        return Err(HypertoolError::NotTheirs);
    }
    config.take(None, &value);
    Ok(config)
}

impl Config {
    fn take(&mut self, key: Option<&str>, value: &Value) {
        let shown = key.or_else(|| value.get("name").and_then(Value::as_str)).unwrap_or("?").to_owned();
        let entry: SetEntry = match serde_json::from_value(value.clone()) {
            Ok(entry) => entry,
            Err(error) => return self.left_out.push(format!("the toolset {shown}: {error}")),
        };
        let name = key.unwrap_or(&entry.name);
        if let Err(error) = toolset::check_name(name) {
            return self.left_out.push(error.to_string());
        }
        let description = match toolset::check_description(entry.description.as_deref()) {
            Ok(text) => text.map(str::to_owned),
            Err(error) => {
                self.left_out.push(format!("the toolset {name}: {error}"));
                None
            }
        };
        let mut listed = Listed {
            set: Toolset { description, tools: Vec::new() },
            created_at: entry.created_at,
            notes: Vec::new(),
        };
        for tool in entry.tools {
            match tool.reference() {
                Ok(reference) => {
                    listed.set.add(reference);
                }
                Err(why) => self.left_out.push(format!("the toolset {name}: {why}")),
            }
        }
        for NotesEntry { tool_ref, notes } in entry.tool_notes {
            let tool = match tool_ref.reference() {
                Ok(tool) => tool,
                Err(why) => {
                    self.left_out.push(format!("notes of the toolset {name}: {why}"));
                    continue;
                }
            };
            let mut kept: Vec<(String, String)> = Vec::new();
            for NoteEntry { name: own, note: text } in notes {
                match note::check(&own, &text, false) {
                    Ok(_) if kept.iter().any(|(known, _)| *known == own) => {
                        self.left_out.push(format!("{tool}: there are two notes named {own}"));
                    }
                    Ok(text) => kept.push((own, text.to_owned())),
                    Err(error) => self.left_out.push(format!("{tool}: {error}")),
                }
            }
            listed.notes.push((tool, kept));
        }
        self.toolsets.insert(name.to_owned(), listed);
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct SetEntry {
    #[serde(default)]
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    created_at: Option<String>,
    tools: Vec<RefEntry>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tool_notes: Vec<NotesEntry>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct RefEntry {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    namespaced_name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ref_id: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct NotesEntry {
    tool_ref: RefEntry,
    notes: Vec<NoteEntry>,
}

#[derive(Serialize, Deserialize)]
struct NoteEntry {
    name: String,
    note: String,
}

impl RefEntry {
    /// Omits Hintsmith's own fingerprints: hypertool rejects a tool whose `refId` differs from the one it computes.
    fn of(reference: &Reference) -> Self {
        Self {
            namespaced_name: reference.name.as_ref().map(ToolName::to_string),
            ref_id: reference.id.clone().filter(|id| !id.starts_with("sha256:")),
        }
    }

    fn reference(self) -> Result<Reference, String> {
        let id = self.ref_id.filter(|id| !id.trim().is_empty());
        let name = self.namespaced_name.filter(|name| !name.trim().is_empty());
        match (name.as_deref().map(ToolName::parse), id) {
            (Some(Some(name)), id) => Ok(Reference { name: Some(name), id }),
            (Some(None), None) => Err(format!("{} has no server before a dot", name.unwrap_or_default())),
            (Some(None) | None, Some(id)) => Ok(Reference { name: None, id: Some(id) }),
            (None, None) => Err("a tool has neither namespacedName nor refId".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(tools: &[(&str, Option<&str>)], notes: &[(&str, &str, &str)]) -> Listed {
        let mut listed = Listed::default();
        for (name, id) in tools {
            let reference = Reference { name: ToolName::parse(name), id: id.map(str::to_owned) };
            listed.set.add(reference);
        }
        for (tool, name, text) in notes {
            let tool = Reference::parse(tool).unwrap();
            listed.notes.push((tool, vec![((*name).to_owned(), (*text).to_owned())]));
        }
        listed
    }

    #[test]
    fn what_is_written_reads_back_except_our_own_fingerprints() {
        let print = format!("sha256:{}", "0".repeat(64));
        let mut daily = listed(
            &[
                ("github.list_issues", Some(&print)),
                ("", Some("0123456789abcdef")),
                ("a.b.c", Some("fedcba9876543210")),
            ],
            &[("github.list_issues", "safety", "Read-only."), ("#0123456789abcdef", "x", "y")],
        );
        daily.set.description = Some("For the day".into());
        daily.created_at = Some("2026-01-02T03:04:05Z".into());
        let text = write(&BTreeMap::from([("daily".to_owned(), daily.clone())]), None).unwrap();
        let read = read(&text).unwrap();
        let expected = Listed {
            set: listed(
                &[
                    ("github.list_issues", None),
                    ("", Some("0123456789abcdef")),
                    ("a.b.c", Some("fedcba9876543210")),
                ],
                &[],
            )
            .set,
            ..daily
        };
        let expected =
            Listed { set: Toolset { description: Some("For the day".into()), ..expected.set }, ..expected };
        assert_eq!(read.toolsets["daily"], expected);
        assert_eq!(read.left_out, [""; 0]);
    }

    #[test]
    fn a_config_that_is_there_keeps_what_is_not_ours_to_change() {
        let there = r#"{"version":"1.0.0","mcpConfigPath":"/x","serverSettings":{"maxConcurrentConnections":4.0},
            "toolsets":{"other":{"name":"other","tools":[{"refId":"0123456789"}],"x":1},"daily":{"name":"daily","tools":[]}},
            "lastEquippedToolset":"other"}"#;
        let text =
            write(&BTreeMap::from([("daily".into(), listed(&[("s.t", None)], &[]))]), Some(there)).unwrap();
        let value: Value = serde_json::from_str(&text).unwrap();
        assert!(text.starts_with(&there[..there.find("\"daily\":{").unwrap()]), "{text}");
        assert_eq!(value["toolsets"]["other"]["x"], 1);
        assert_eq!(value["toolsets"]["daily"]["tools"][0]["namespacedName"], "s.t");
        assert_eq!(read(&text).unwrap().equipped.as_deref(), Some("other"));
        for (there, error) in [
            ("[1]", "not JSON"),
            (r#"{"mcpServers":{}}"#, "neither"),
            (r#"{"hintsmith":4,"toolsets":{}}"#, "a hintsmith.json"),
        ] {
            let refused = write(&BTreeMap::new(), Some(there)).unwrap_err().to_string();
            assert!(refused.contains(error), "{refused}");
        }
    }

    #[test]
    fn a_file_with_one_toolset_is_read_and_what_cannot_be_is_told() {
        let text = r#"{"name":"ab","description":"d","version":"2","lastModified":"x","tools":[
            {"namespacedName":"git.status"},{"refId":"0123456789ab"},{},{"namespacedName":"nodot"}],
            "toolNotes":[{"toolRef":{"namespacedName":"git.status"},"notes":[
                {"name":"one","note":"1"},{"name":"Two","note":"2"},{"name":"one","note":"3"},{"name":"four","note":"a\u202eb"}]}]}"#;
        let config = read(text).unwrap();
        let listed = &config.toolsets["ab"];
        assert_eq!(listed.set.tools.len(), 2);
        assert_eq!(listed.notes[0].1, [("one".to_owned(), "1".to_owned())]);
        assert_eq!(config.left_out.len(), 5, "{:?}", config.left_out);
        assert_eq!(read("{}"), Err(HypertoolError::NotTheirs));
        assert_eq!(read(r#"{"toolsets":{"A":{"tools":[]},"ok":7}}"#).unwrap().left_out.len(), 2);
    }

    #[test]
    fn an_empty_toolset_is_refused_as_hypertool_refuses_it() {
        let empty = BTreeMap::from([("ab".to_owned(), Listed::default())]);
        assert_eq!(write(&empty, None), Err(HypertoolError::Empty("ab".into())));
    }
}
