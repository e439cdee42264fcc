//! Input form for calling a tool, built from its input schema.
//!
//! A schema is a server's text: it may be nested without end, refer to itself or list a million fields. Parts that a
//! form cannot represent are entered as JSON, and no schema makes a form larger than [`MAX_FIELDS`] or deeper than
//! [`MAX_DEPTH`].

mod builder;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Maximum number of fields, including those of groups and variants.
pub const MAX_FIELDS: usize = 1_000;
/// Maximum nesting depth of groups.
pub const MAX_DEPTH: usize = 8;
/// Maximum number of options to choose from.
pub const MAX_OPTIONS: usize = 1_000;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct Form {
    pub fields: Vec<FormField>,
    /// Members with other names are accepted too, as JSON.
    pub open: bool,
    /// Reason the form does not represent the whole schema.
    pub limitation: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct FormField {
    /// Member that the field sets; empty for a field without a name, such as the items of a list.
    pub name: String,
    pub label: String,
    pub description: Option<String>,
    pub required: bool,
    /// Default of the schema, as JSON.
    pub default: Option<String>,
    pub input: FieldInput,
}

/// Input control of a field.
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
    /// A list of distinct values out of these options.
    Choices {
        options: Vec<FieldOption>,
    },
    Object {
        fields: Vec<FormField>,
        open: bool,
    },
    List {
        item: Box<FormField>,
        min: Option<u32>,
        max: Option<u32>,
    },
    /// Exactly one of these variants.
    Variants {
        variants: Vec<FormField>,
    },
    /// Entered as JSON.
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
    /// The value as JSON.
    pub value: String,
}

impl Form {
    /// Builds the form for a tool's input schema. A tool without one accepts anything.
    pub fn from_schema(schema: Option<&Value>) -> Self {
        schema.map_or_else(|| Self::without_fields("the tool has no input schema"), builder::build_form)
    }

    /// A form without fields: arguments are entered as JSON.
    pub fn without_fields(why: &str) -> Self {
        Self { fields: Vec::new(), open: true, limitation: Some(why.to_owned()) }
    }
}

impl Form {
    /// Converts `NAME=VALUE` pairs to a JSON object of arguments. The values of text fields are taken literally, all
    /// others are parsed as JSON.
    pub fn parse_arguments(&self, pairs: &[String]) -> Result<String, String> {
        let mut members = serde_json::Map::new();
        for pair in pairs {
            let (name, text) = pair.split_once('=').ok_or_else(|| format!("{pair:?} is not NAME=VALUE"))?;
            let field = self.fields.iter().find(|field| field.name == name);
            if field.is_none() && !self.open {
                let names: Vec<&str> = self.fields.iter().map(|field| field.name.as_str()).collect();
                return Err(format!("the tool has no parameter {name:?}; it has: {}", names.join(", ")));
            }
            if members
                .insert(name.to_owned(), parse_value(name, text, field.map(|field| &field.input))?)
                .is_some()
            {
                return Err(format!("{name} is given twice"));
            }
        }
        Ok(Value::Object(members).to_string())
    }
}

fn parse_value(name: &str, text: &str, input: Option<&FieldInput>) -> Result<Value, String> {
    let json = || serde_json::from_str::<Value>(text);
    match input {
        Some(FieldInput::Text { .. }) => Ok(Value::from(text)),
        Some(FieldInput::Choice { options }) => {
            let chosen = options.iter().find(|option| option.label == text || option.value == text);
            let chosen = chosen.and_then(|option| serde_json::from_str(&option.value).ok());
            chosen.map_or_else(|| Ok(json().unwrap_or_else(|_| Value::from(text))), Ok)
        }
        // The schema does not say what is accepted: text that is valid JSON is taken as JSON.
        None | Some(FieldInput::Json { .. } | FieldInput::Variants { .. }) => {
            Ok(json().unwrap_or_else(|_| Value::from(text)))
        }
        Some(_) => {
            json().map_err(|error| format!("{name} takes JSON, but {text:?} is not valid JSON: {error}"))
        }
    }
}

#[cfg(test)]
mod tests;
