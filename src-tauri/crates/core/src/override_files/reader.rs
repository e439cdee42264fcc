//! Collects the overrides of a file, and checks each value: hints are booleans, texts have a length that can be decided.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::{ImportedOverride, OverrideSubject, OverrideValue, ServerLabel, SkippedValue};
use crate::model::hint::HintName;
use crate::model::overrides::{DecidedValue, Field, MAX_DESCRIPTION_CHARS, MAX_TITLE_CHARS};
use crate::text::truncate_chars;

/// Maximum length of a foreign name in a report, in characters.
const MAX_LABEL_CHARS: usize = 100;

#[derive(Debug, Default)]
pub struct Reader {
    overrides: Vec<ImportedOverride>,
    skipped: Vec<SkippedValue>,
}

/// Whether a format holds overrides only, or also values that nobody changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueOrigin {
    Override,
    Effective,
}

impl Reader {
    pub fn finish(self) -> (Vec<ImportedOverride>, Vec<SkippedValue>) {
        (self.overrides, self.skipped)
    }

    /// Records what the file holds about a subject.
    pub fn add(&mut self, subject: OverrideSubject, values: Vec<OverrideValue>) {
        self.overrides.push(ImportedOverride { subject, values });
    }

    pub fn add_server(&mut self, server: &ServerLabel, values: Vec<OverrideValue>) {
        self.add(OverrideSubject::Server(server.clone()), values);
    }

    pub fn add_tool(&mut self, server: &ServerLabel, tool: &str, values: Vec<OverrideValue>) {
        self.add(OverrideSubject::Tool { server: server.clone(), tool: tool.to_owned() }, values);
    }

    /// Records a tool, or all tools that match if the name has a `*`.
    pub fn add_tools_like(&mut self, server: &ServerLabel, pattern: &str, values: Vec<OverrideValue>) {
        if pattern.contains('*') {
            let subject = OverrideSubject::Pattern { server: server.clone(), pattern: pattern.to_owned() };
            self.add(subject, values);
        } else {
            self.add_tool(server, pattern, values);
        }
    }

    /// Records a value that has no decision.
    pub fn skip(&mut self, subject: &str, field: &str, why: &str) {
        let label = |text: &str| truncate_chars(text, MAX_LABEL_CHARS).into_owned();
        self.skipped.push(SkippedValue { subject: label(subject), field: label(field), why: why.to_owned() });
    }

    /// Records the members of an object for which there is no decision.
    pub fn skip_others(&mut self, subject: &str, object: &Map<String, Value>, known: &[&str]) {
        for (key, value) in object {
            let is_default = value.is_null()
                || value == &Value::Bool(false)
                || value.as_array().is_some_and(Vec::is_empty)
                || value.as_object().is_some_and(Map::is_empty);
            if !known.contains(&key.as_str()) && !is_default {
                self.skip(subject, key, no_decision(key).as_ref());
            }
        }
    }

    /// Reads a text; `None` if it is missing, empty or cannot be decided.
    pub fn text(
        &mut self,
        subject: &str,
        object: &Map<String, Value>,
        key: &str,
        field: Field,
        origin: ValueOrigin,
    ) -> Option<OverrideValue> {
        let max_chars = if field == Field::Title { MAX_TITLE_CHARS } else { MAX_DESCRIPTION_CHARS };
        match object.get(key) {
            None | Some(Value::Null) => None,
            Some(Value::String(text)) if text.trim().is_empty() => None,
            Some(Value::String(text)) if text.trim().chars().count() > max_chars => {
                self.skip(subject, key, &format!("it has more than {max_chars} characters"));
                None
            }
            Some(Value::String(text)) => {
                Some(origin.value(field, DecidedValue::Text(text.trim().to_owned())))
            }
            Some(_) => {
                self.skip(subject, key, "it is no text");
                None
            }
        }
    }

    /// Reads the hints of an object under the keys of a format.
    pub fn hints(
        &mut self,
        subject: &str,
        object: &Map<String, Value>,
        key: fn(HintName) -> &'static str,
        origin: ValueOrigin,
    ) -> Vec<OverrideValue> {
        let mut values = Vec::new();
        for hint in HintName::ALL {
            match object.get(key(hint)) {
                None | Some(Value::Null) => {}
                Some(Value::Bool(value)) => {
                    values.push(origin.value(Field::Hint(hint), DecidedValue::Hint(*value)));
                }
                Some(_) => self.skip(subject, key(hint), "it is neither true nor false"),
            }
        }
        values
    }

    /// Reads MCP annotations: the title and the hints. Other members are reported.
    pub fn annotations(
        &mut self,
        subject: &str,
        annotations: Option<&Value>,
        origin: ValueOrigin,
    ) -> Vec<OverrideValue> {
        let object = match annotations {
            None | Some(Value::Null) => return Vec::new(),
            Some(Value::Object(object)) => object,
            Some(_) => {
                self.skip(subject, "annotations", "it is no object");
                return Vec::new();
            }
        };
        let mut values = self.hints(subject, object, HintName::key, origin);
        values.extend(self.text(subject, object, "title", Field::Title, origin));
        let known: Vec<&str> = HintName::ALL.map(HintName::key).into_iter().chain(["title"]).collect();
        self.skip_others(subject, object, &known);
        values
    }

    /// The texts of a list. Elements that are no texts are reported.
    pub fn names<'a>(&mut self, subject: &str, field: &str, list: Option<&'a Value>) -> Vec<&'a str> {
        let elements = match list {
            None | Some(Value::Null) => return Vec::new(),
            Some(Value::Array(elements)) => elements.as_slice(),
            Some(_) => {
                self.skip(subject, field, "it is no list");
                return Vec::new();
            }
        };
        let names: Vec<&str> = elements.iter().filter_map(Value::as_str).collect();
        if names.len() < elements.len() {
            self.skip(subject, field, "an element is no text");
        }
        names
    }
}

impl ValueOrigin {
    fn value(self, field: Field, value: DecidedValue) -> OverrideValue {
        match self {
            Self::Override => OverrideValue::Field(field, value),
            Self::Effective => OverrideValue::Effective(field, value),
        }
    }
}

/// The reason that a member is skipped.
fn no_decision(key: &str) -> Cow<'static, str> {
    match key {
        "name" | "overrideName" => "tools keep the names of their server".into(),
        "tags" => "there are no tags; use a toolset".into(),
        _ => "there is no decision for it".into(),
    }
}
