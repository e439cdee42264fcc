//! Overrides: the user's decisions about a tool, field by field.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use serde_json::Value;

use crate::model::fingerprint::Fingerprint;
use crate::model::hint::{HintName, PerHint, yes_no};
use crate::model::icon;

/// Maximum length of a decided title in characters, longer than any title a client shows.
pub const MAX_TITLE_CHARS: usize = 200;
/// Maximum length of a decided description in characters, more than a model reads with benefit.
pub const MAX_DESCRIPTION_CHARS: usize = 4_000;

/// A field that the user can decide.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field {
    Title,
    Hint(HintName),
    /// The description of the tool.
    Description,
    /// The icon of the tool: where its image is, as in `icons`.
    Icon,
    /// The description of a parameter.
    Parameter(Arc<str>),
}

/// Prefix of a parameter's name in a key. No annotation has a colon in its name.
const PARAMETER_PREFIX: &str = "parameter:";

impl Field {
    /// The fields that every tool has.
    pub const OF_TOOL: [Self; 7] = [
        Self::Title,
        Self::Hint(HintName::ReadOnly),
        Self::Hint(HintName::Destructive),
        Self::Hint(HintName::Idempotent),
        Self::Hint(HintName::OpenWorld),
        Self::Description,
        Self::Icon,
    ];

    /// The fields that are members of `annotations`.
    pub const ANNOTATIONS: [Self; 5] = [
        Self::Title,
        Self::Hint(HintName::ReadOnly),
        Self::Hint(HintName::Destructive),
        Self::Hint(HintName::Idempotent),
        Self::Hint(HintName::OpenWorld),
    ];

    /// Key in the definition, in the database and in `hintsmith.json`.
    pub fn key(&self) -> Cow<'static, str> {
        match self {
            Self::Title => "title".into(),
            Self::Hint(hint) => hint.key().into(),
            Self::Description => "description".into(),
            Self::Icon => "icon".into(),
            Self::Parameter(name) => format!("{PARAMETER_PREFIX}{name}").into(),
        }
    }

    /// Name on the command line.
    pub fn cli_name(&self) -> Cow<'static, str> {
        match self {
            Self::Title => "title".into(),
            Self::Hint(hint) => hint.cli_name().into(),
            Self::Description | Self::Icon | Self::Parameter(_) => self.key(),
        }
    }

    pub fn from_key(key: &str) -> Option<Self> {
        match key.strip_prefix(PARAMETER_PREFIX) {
            Some(name) => Some(Self::Parameter(name.into())),
            None => Self::OF_TOOL.into_iter().find(|field| field.key() == key),
        }
    }

    /// Parses the part before `=` on the command line.
    pub fn from_cli_name(word: &str) -> Option<Self> {
        match word.strip_prefix(PARAMETER_PREFIX) {
            Some(name) => Some(Self::Parameter(name.into())),
            None => Self::OF_TOOL.into_iter().find(|field| field.cli_name() == word),
        }
    }
}

/// The decided value of a field: a boolean for a hint, text for all others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DecidedValue {
    Text(String),
    Hint(bool),
}

impl DecidedValue {
    /// Parses the value of a field in the database or a file; `None` if its type does not match the field.
    pub fn from_json(field: &Field, value: &Value) -> Option<Self> {
        let read = match value {
            Value::String(text) if *field == Field::Icon => Self::Text(icon::check_source(text)?.to_owned()),
            Value::String(text) if !text.trim().is_empty() => Self::Text(text.clone()),
            Value::Bool(value) => Self::Hint(*value),
            _ => return None,
        };
        read.matches_field(field).then_some(read)
    }

    /// Returns whether the value has the type of the field.
    fn matches_field(&self, field: &Field) -> bool {
        matches!(self, Self::Hint(_)) == matches!(field, Field::Hint(_))
    }

    pub fn to_json(&self) -> Value {
        match self {
            Self::Text(text) => Value::String(text.clone()),
            Self::Hint(value) => Value::Bool(*value),
        }
    }
}

impl fmt::Display for DecidedValue {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Text(text) => formatter.write_str(text),
            Self::Hint(value) => formatter.write_str(yes_no(*value)),
        }
    }
}

/// A decision: the value, the reason, and the definition it was made against.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    pub value: DecidedValue,
    pub because: Option<String>,
    /// `None` if the tool was not known yet, as for a file applied before the server was added.
    pub fingerprint: Option<Fingerprint>,
}

/// All decisions about one tool.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Overrides {
    /// Sorted by field. Most tools have one or two decisions, for which the smallest node of a tree is ten times as large.
    decisions: Vec<(Field, Decision)>,
}

impl Overrides {
    pub fn is_empty(&self) -> bool {
        self.decisions.is_empty()
    }

    pub fn len(&self) -> usize {
        self.decisions.len()
    }

    pub fn iter(&self) -> impl Iterator<Item = (&Field, &Decision)> {
        self.decisions.iter().map(|(field, decision)| (field, decision))
    }

    pub fn get(&self, field: &Field) -> Option<&Decision> {
        Some(&self.decisions[self.position(field).ok()?].1)
    }

    /// The position of a field, or where it would be.
    fn position(&self, field: &Field) -> Result<usize, usize> {
        self.decisions.binary_search_by(|(decided, _)| decided.cmp(field))
    }

    /// The decided descriptions of parameters.
    pub fn parameters(&self) -> impl Iterator<Item = (&str, &Decision)> {
        self.decisions.iter().filter_map(|(field, decision)| match field {
            Field::Parameter(name) => Some((&**name, decision)),
            Field::Title | Field::Hint(_) | Field::Description | Field::Icon => None,
        })
    }

    /// Sets a field, or with `None` clears it. A decision whose type does not match the field is ignored.
    pub fn set(&mut self, field: Field, decision: Option<Decision>) {
        match (self.position(&field), decision) {
            (Ok(at), None) => drop(self.decisions.remove(at)),
            (Err(_), None) => {}
            (_, Some(decision)) if !decision.value.matches_field(&field) => {}
            (Ok(at), Some(decision)) => self.decisions[at].1 = decision,
            (Err(at), Some(decision)) => {
                self.decisions.reserve_exact(1);
                self.decisions.insert(at, (field, decision));
            }
        }
    }

    pub fn title(&self) -> Option<&str> {
        self.text(&Field::Title)
    }

    pub fn description(&self) -> Option<&str> {
        self.text(&Field::Description)
    }

    /// The decided value of a text field.
    pub fn text(&self, field: &Field) -> Option<&str> {
        match &self.get(field)?.value {
            DecidedValue::Text(text) => Some(text),
            DecidedValue::Hint(_) => None,
        }
    }

    pub fn hint(&self, hint: HintName) -> Option<bool> {
        match self.get(&Field::Hint(hint))?.value {
            DecidedValue::Hint(value) => Some(value),
            DecidedValue::Text(_) => None,
        }
    }

    pub fn hints(&self) -> PerHint<Option<bool>> {
        PerHint::from_fn(|hint| self.hint(hint))
    }
}
