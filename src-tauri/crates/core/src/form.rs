//! The form that a person fills in to call a tool, made from its input schema.
//!
//! A schema is a server's text: it may be nested without end, refer to itself or list a million fields. What the form
//! cannot say is typed as JSON, and no schema makes it larger than [`FIELDS`] or deeper than [`DEPTH`].

mod made;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// So many fields a form has at most, those of groups and variants included.
pub const FIELDS: usize = 1_000;
/// So deep groups are nested at most.
pub const DEPTH: usize = 8;
/// So many values are offered to choose from at most.
pub const OPTIONS: usize = 1_000;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct Form {
    pub fields: Vec<Field>,
    /// Members with other names may be given too, as JSON.
    pub open: bool,
    /// Why the form does not say all that the schema does.
    pub partly: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct Field {
    /// The member that it fills; empty for what has no name, as the items of a list.
    pub name: String,
    pub label: String,
    pub description: Option<String>,
    pub required: bool,
    /// What the schema proposes, as JSON.
    pub default: Option<String>,
    pub input: FieldInput,
}

/// How a value is typed in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum FieldInput {
    Text {
        format: TextFormat,
        min: Option<u32>,
        max: Option<u32>,
    },
    /// The bounds are JSON numbers as the schema writes them.
    Number {
        integer: bool,
        min: Option<String>,
        max: Option<String>,
    },
    Toggle,
    Choice {
        options: Vec<FieldOption>,
    },
    /// A list of different ones out of these.
    Choices {
        options: Vec<FieldOption>,
    },
    Object {
        fields: Vec<Field>,
        open: bool,
    },
    List {
        item: Box<Field>,
        min: Option<u32>,
        max: Option<u32>,
    },
    /// One of them.
    Variants {
        variants: Vec<Field>,
    },
    /// Only as JSON.
    Json {
        why: String,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub enum TextFormat {
    Line,
    Multiline,
    Date,
    Time,
    DateTime,
    Email,
    Uri,
    Password,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct FieldOption {
    pub label: String,
    /// Its JSON.
    pub value: String,
}

impl Form {
    /// The form for a tool's input schema. A tool without one takes anything.
    pub fn of(schema: Option<&Value>) -> Self {
        schema.map_or_else(|| Self::blank("the tool has no input schema"), made::form)
    }

    /// A form that says nothing: arguments are given as JSON.
    pub fn blank(why: &str) -> Self {
        Self { fields: Vec::new(), open: true, partly: Some(why.to_owned()) }
    }
}

impl Form {
    /// Arguments written as `NAME=VALUE`, as the JSON object they mean. Texts are taken as they are, everything else as
    /// JSON.
    pub fn arguments(&self, pairs: &[String]) -> Result<String, String> {
        let mut members = serde_json::Map::new();
        for pair in pairs {
            let (name, text) = pair.split_once('=').ok_or_else(|| format!("{pair:?} is not NAME=VALUE"))?;
            let field = self.fields.iter().find(|field| field.name == name);
            if field.is_none() && !self.open {
                let names: Vec<&str> = self.fields.iter().map(|field| field.name.as_str()).collect();
                return Err(format!("the tool has no parameter {name:?}; it has: {}", names.join(", ")));
            }
            if members.insert(name.to_owned(), typed(name, text, field.map(|field| &field.input))?).is_some()
            {
                return Err(format!("{name} is given twice"));
            }
        }
        Ok(Value::Object(members).to_string())
    }
}

fn typed(name: &str, text: &str, input: Option<&FieldInput>) -> Result<Value, String> {
    let json = || serde_json::from_str::<Value>(text);
    match input {
        Some(FieldInput::Text { .. }) => Ok(Value::from(text)),
        Some(FieldInput::Choice { options }) => {
            let chosen = options.iter().find(|option| option.label == text || option.value == text);
            let chosen = chosen.and_then(|option| serde_json::from_str(&option.value).ok());
            chosen.map_or_else(|| Ok(json().unwrap_or_else(|_| Value::from(text))), Ok)
        }
        // Nobody says what it takes: what is JSON is meant so.
        None | Some(FieldInput::Json { .. } | FieldInput::Variants { .. }) => {
            Ok(json().unwrap_or_else(|_| Value::from(text)))
        }
        Some(_) => json().map_err(|error| format!("{name} takes JSON, and {text:?} is none: {error}")),
    }
}

#[cfg(test)]
mod tests;
