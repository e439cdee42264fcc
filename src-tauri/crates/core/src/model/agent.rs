//! Toolset and note tools offered to agents: definitions and parsing of calls. The engine executes them.

use serde::Deserialize;
use serde_json::{Value, json};
use thiserror::Error;

use crate::model::note;
use crate::model::preference;
use crate::model::toolset::{self, ToolName, ToolReference};

/// A tool offered to agents through the proxy.
#[derive(Debug, Clone, Copy)]
pub struct AgentTool {
    pub name: &'static str,
    pub title: &'static str,
    pub description: &'static str,
    /// Value of `readOnlyHint`.
    pub read_only: bool,
    /// Value of `idempotentHint`.
    pub idempotent: bool,
    /// The tool changes which tools are offered. It is left out where the tools were chosen when the proxy was started.
    pub switches_toolset: bool,
    /// Key of the preference that enables the tool.
    pub preference_key: &'static str,
    input_schema: fn() -> Value,
}

pub const LIST: AgentTool = AgentTool {
    name: "list-toolsets",
    title: "List toolsets",
    description: "List the toolsets: selections of tools for one kind of work, with the notes that \
                  users and agents left about them. Shows the tools of each and which one is equipped.",
    read_only: true,
    idempotent: true,
    switches_toolset: false,
    preference_key: preference::AGENT_LIST,
    input_schema: empty_schema,
};

pub const EQUIP: AgentTool = AgentTool {
    name: "equip-toolset",
    title: "Equip a toolset",
    description: "Equip a toolset: from then on, only its tools are offered, each with the notes \
                  that it has in this toolset.",
    read_only: false,
    idempotent: true,
    switches_toolset: true,
    preference_key: preference::AGENT_EQUIP,
    input_schema: || {
        json!({
            "type": "object",
            "properties": {"name": {"type": "string", "description": "The toolset to equip"}},
            "required": ["name"],
            "additionalProperties": false,
        })
    },
};

pub const UNEQUIP: AgentTool = AgentTool {
    name: "unequip-toolset",
    title: "Unequip the toolset",
    description: "Unequip the current toolset: every tool is offered again. Its notes are kept.",
    read_only: false,
    idempotent: true,
    switches_toolset: true,
    preference_key: preference::AGENT_UNEQUIP,
    input_schema: empty_schema,
};

pub const BUILD: AgentTool = AgentTool {
    name: "build-toolset",
    title: "Build a toolset",
    description: "Create a toolset from the given tools. It has no notes at first; \
                  add-tool-annotation adds them. An existing toolset is never replaced.",
    read_only: false,
    idempotent: false,
    switches_toolset: false,
    preference_key: preference::AGENT_BUILD,
    input_schema: || {
        json!({
            "type": "object",
            "properties": {
                "name": {
                    "type": "string",
                    "description": "Name of the new toolset, such as \"read-notes\"",
                    "pattern": "^[a-z0-9-]+$",
                    "minLength": 2,
                    "maxLength": 50,
                },
                "tools": {
                    "type": "array",
                    "description": "The tools of the toolset",
                    "items": reference_schema("A tool, by namespacedName or by refId"),
                    "minItems": 1,
                },
                "description": {
                    "type": "string",
                    "description": "Purpose of the toolset",
                    "maxLength": toolset::MAX_DESCRIPTION_CHARS,
                },
                "autoEquip": {"type": "boolean", "description": "Equip the toolset as well (default: false)"},
            },
            "required": ["name", "tools"],
            "additionalProperties": false,
        })
    },
};

pub const ANNOTATE: AgentTool = AgentTool {
    name: "add-tool-annotation",
    title: "Add notes to a tool",
    description: "Attach short notes to a tool of the equipped toolset: how this user wants it used, what \
                  experience has shown, its pitfalls, the tools it goes with. Agents that use the toolset \
                  read them below the tool's description. Notes are only added: one whose name is \
                  taken is skipped.",
    read_only: false,
    idempotent: true,
    switches_toolset: false,
    preference_key: preference::AGENT_ANNOTATE,
    input_schema: || {
        json!({
            "type": "object",
            "properties": {
                "toolRef": reference_schema("The tool to annotate, by namespacedName or by refId"),
                "notes": {
                    "type": "array",
                    "description": "The notes to add to the tool",
                    "items": {
                        "type": "object",
                        "properties": {
                            "name": {
                                "type": "string",
                                "description": "Name of the note, unique for this tool, such as \"team-ids\"",
                                "pattern": "^[a-z0-9-]+$",
                                "maxLength": note::MAX_NAME_CHARS,
                            },
                            "note": {
                                "type": "string",
                                "description": "What a model should know before it calls the tool",
                                "maxLength": note::MAX_TEXT_CHARS,
                            },
                        },
                        "required": ["name", "note"],
                    },
                    "minItems": 1,
                },
            },
            "required": ["toolRef", "notes"],
        })
    },
};

/// All agent tools, in the order they are offered.
pub static TOOLS: [AgentTool; 5] = [LIST, EQUIP, UNEQUIP, BUILD, ANNOTATE];

pub fn find(name: &str) -> Option<&'static AgentTool> {
    TOOLS.iter().find(|tool| tool.name == name)
}

fn empty_schema() -> Value {
    json!({"type": "object", "properties": {}, "additionalProperties": false})
}

fn reference_schema(description: &str) -> Value {
    json!({
        "type": "object",
        "description": description,
        "properties": {
            "namespacedName": {
                "type": "string",
                "description": "SERVER.TOOL, such as \"notes.get_note\"",
            },
            "refId": {"type": "string", "description": "Id of the tool's definition, in place of its name"},
        },
    })
}

impl AgentTool {
    /// The definition as returned by `tools/list`.
    pub fn definition(&self) -> Value {
        json!({
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "inputSchema": (self.input_schema)(),
            "annotations": {
                "title": self.title,
                "readOnlyHint": self.read_only,
                "destructiveHint": false,
                "idempotentHint": self.idempotent,
                "openWorldHint": false,
            },
        })
    }
}

/// A parsed call of an agent tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AgentRequest {
    List,
    Equip(String),
    Unequip,
    Build { name: String, description: Option<String>, tools: Vec<ToolReference>, equip: bool },
    Annotate { tool: ToolReference, notes: Vec<(String, String)> },
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum AgentRequestError {
    #[error("there is no tool named {0}")]
    UnknownTool(String),
    #[error("invalid arguments for {tool}: {why}")]
    InvalidArguments { tool: &'static str, why: String },
}

/// Parses a call. A call that is invalid in any part is rejected as a whole.
pub fn parse_request(name: &str, arguments: &Value) -> Result<AgentRequest, AgentRequestError> {
    let tool = find(name).ok_or_else(|| AgentRequestError::UnknownTool(name.to_owned()))?;
    parse_arguments(tool, arguments)
        .map_err(|why| AgentRequestError::InvalidArguments { tool: tool.name, why })
}

fn parse_arguments(tool: &AgentTool, arguments: &Value) -> Result<AgentRequest, String> {
    fn deserialize_arguments<'a, T: Deserialize<'a>>(arguments: &'a Value) -> Result<T, String> {
        T::deserialize(arguments).map_err(|error| error.to_string())
    }
    let none = json!({});
    let arguments = if arguments.is_null() { &none } else { arguments };
    if tool.name == BUILD.name {
        let Build { name, tools, description, auto_equip } = deserialize_arguments(arguments)?;
        toolset::check_name(&name).map_err(|error| error.to_string())?;
        let description = toolset::check_description(description.as_deref())
            .map_err(|error| error.to_string())?
            .map(str::to_owned);
        let tools: Vec<ToolReference> =
            tools.into_iter().map(ToolRef::into_reference).collect::<Result<_, _>>()?;
        if tools.is_empty() {
            return Err("tools must contain at least one tool".to_owned());
        }
        return Ok(AgentRequest::Build { name, description, tools, equip: auto_equip });
    }
    if tool.name == ANNOTATE.name {
        let Annotate { tool_ref, notes } = deserialize_arguments(arguments)?;
        if notes.is_empty() {
            return Err("notes must contain at least one note".to_owned());
        }
        let checked = notes.into_iter().map(|NewNote { name, note: text }| {
            let text = note::check_note(&name, &text, false).map_err(|error| error.to_string())?.to_owned();
            Ok((name, text))
        });
        let notes = checked.collect::<Result<_, String>>()?;
        return Ok(AgentRequest::Annotate { tool: tool_ref.into_reference()?, notes });
    }
    if tool.name == EQUIP.name {
        return deserialize_arguments(arguments).map(|Equip { name }| AgentRequest::Equip(name));
    }
    deserialize_arguments::<NoArguments>(arguments)?;
    Ok(if tool.name == LIST.name { AgentRequest::List } else { AgentRequest::Unequip })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NoArguments {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Equip {
    name: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Build {
    name: String,
    tools: Vec<ToolRef>,
    description: Option<String>,
    #[serde(default)]
    auto_equip: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Annotate {
    tool_ref: ToolRef,
    notes: Vec<NewNote>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewNote {
    name: String,
    note: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct ToolRef {
    namespaced_name: Option<String>,
    ref_id: Option<String>,
}

impl ToolRef {
    fn into_reference(self) -> Result<ToolReference, String> {
        let name = match self.namespaced_name {
            Some(text) => Some(ToolName::parse(&text).ok_or_else(|| format!("{text:?} is not SERVER.TOOL"))?),
            None => None,
        };
        let reference = ToolReference { name, id: self.ref_id.filter(|id| !id.is_empty()) };
        if reference.name.is_none() && reference.id.is_none() {
            return Err("a tool needs namespacedName or refId".to_owned());
        }
        Ok(reference)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::tool::Tool;

    #[test]
    fn every_tool_is_well_formed_and_declares_its_hints() {
        for tool in TOOLS {
            let parsed = Tool::parse(tool.definition().to_string().into(), 0);
            assert_eq!(parsed.problems, [], "{}", tool.name);
            assert!(preference::find(tool.preference_key).is_ok());
            let hints = parsed.declared.hints;
            assert_eq!(hints.read_only, Some(tool.name == "list-toolsets"));
            assert_eq!((hints.destructive, hints.open_world), (Some(false), Some(false)));
        }
    }

    #[test]
    fn a_call_is_parsed_or_rejected_with_a_reason() {
        for (name, arguments, expected) in [
            ("nothing", json!({}), "there is no tool named nothing"),
            ("list-toolsets", json!({"x": 1}), "unknown field `x`"),
            ("equip-toolset", json!({}), "missing field `name`"),
            ("build-toolset", json!({"name": "A", "tools": []}), "is not a valid toolset name"),
            ("build-toolset", json!({"name": "ab", "tools": []}), "at least one tool"),
            ("build-toolset", json!({"name": "ab", "tools": [{}]}), "namespacedName or refId"),
            ("add-tool-annotation", json!({"toolRef": {}, "notes": []}), "at least one note"),
            (
                "add-tool-annotation",
                json!({"toolRef": {}, "notes": [{"name": "a", "note": "x"}]}),
                "namespacedName or refId",
            ),
            (
                "add-tool-annotation",
                json!({"toolRef": {"refId": "1"}, "notes": [{"name": "A b", "note": "x"}]}),
                "\"A b\" is not a valid note name",
            ),
            (
                "add-tool-annotation",
                json!({"toolRef": {"refId": "1"}, "notes": [{"name": "a", "note": "x\u{200b}"}]}),
                "invisible characters: U+200B",
            ),
        ] {
            let error = parse_request(name, &arguments).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
        assert_eq!(parse_request("list-toolsets", &Value::Null), Ok(AgentRequest::List));
        assert_eq!(
            parse_request(
                "add-tool-annotation",
                &json!({"toolRef": {"namespacedName": "linear.create_issue"}, "notes": [{"name": "a", "note": " x "}]})
            ),
            Ok(AgentRequest::Annotate {
                tool: ToolReference::from_names("linear", "create_issue"),
                notes: vec![("a".into(), "x".into())]
            })
        );
    }
}
