//! What a person decided for a tool, field by field.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde_json::Value;

use crate::fingerprint::Fingerprint;
use crate::hint::{HintName, PerHint, yes_no};

/// A field a person can decide.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field {
    Title,
    Hint(HintName),
    /// The description of a parameter.
    Parameter(Arc<str>),
}

/// What stands before a parameter's name in a key. No annotation has a colon in its name.
const PARAMETER: &str = "parameter:";

impl Field {
    /// The fields every tool has.
    pub const ANNOTATIONS: [Self; 5] = [
        Self::Title,
        Self::Hint(HintName::ReadOnly),
        Self::Hint(HintName::Destructive),
        Self::Hint(HintName::Idempotent),
        Self::Hint(HintName::OpenWorld),
    ];

    /// The key in `annotations`, in the database and in `hintsmith.json`.
    pub fn key(&self) -> Cow<'static, str> {
        match self {
            Self::Title => "title".into(),
            Self::Hint(hint) => hint.key().into(),
            Self::Parameter(name) => format!("{PARAMETER}{name}").into(),
        }
    }

    /// The word on the command line.
    pub fn word(&self) -> Cow<'static, str> {
        match self {
            Self::Title => "title".into(),
            Self::Hint(hint) => hint.word().into(),
            Self::Parameter(_) => self.key(),
        }
    }

    pub fn from_key(key: &str) -> Option<Self> {
        match key.strip_prefix(PARAMETER) {
            Some(name) => Some(Self::Parameter(name.into())),
            None => Self::ANNOTATIONS.into_iter().find(|field| field.key() == key),
        }
    }

    /// What a person types before the `=`.
    pub fn from_word(word: &str) -> Option<Self> {
        match word.strip_prefix(PARAMETER) {
            Some(name) => Some(Self::Parameter(name.into())),
            None => Self::ANNOTATIONS.into_iter().find(|field| field.word() == word),
        }
    }
}

/// The decided value of a field: a hint is yes or no, everything else is text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decided {
    Text(String),
    Hint(bool),
}

impl Decided {
    /// Reads the value of a field as it stands in the database or a file; `None` when its type does not fit.
    pub fn from_json(field: &Field, value: &Value) -> Option<Self> {
        let read = match value {
            Value::String(text) if !text.trim().is_empty() => Self::Text(text.clone()),
            Value::Bool(value) => Self::Hint(*value),
            _ => return None,
        };
        read.fits(field).then_some(read)
    }

    /// Whether a field can have this value.
    fn fits(&self, field: &Field) -> bool {
        matches!(self, Self::Hint(_)) == matches!(field, Field::Hint(_))
    }

    pub fn to_json(&self) -> Value {
        match self {
            Self::Text(text) => Value::String(text.clone()),
            Self::Hint(value) => Value::Bool(*value),
        }
    }
}

impl fmt::Display for Decided {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Text(text) => formatter.write_str(text),
            Self::Hint(value) => formatter.write_str(yes_no(*value)),
        }
    }
}

/// One decision: the value, why, and the definition it was made against.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    pub value: Decided,
    pub because: Option<String>,
    /// `None` when the tool had not been seen yet, as for a file applied before the server was added.
    pub fingerprint: Option<Fingerprint>,
}

/// Everything a person decided for one tool.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Overrides {
    decisions: BTreeMap<Field, Decision>,
}

impl Overrides {
    pub fn is_empty(&self) -> bool {
        self.decisions.is_empty()
    }

    pub fn len(&self) -> usize {
        self.decisions.len()
    }

    pub fn iter(&self) -> impl Iterator<Item = (&Field, &Decision)> {
        self.decisions.iter()
    }

    pub fn get(&self, field: &Field) -> Option<&Decision> {
        self.decisions.get(field)
    }

    /// The decided descriptions of parameters.
    pub fn parameters(&self) -> impl Iterator<Item = (&str, &Decision)> {
        self.decisions.iter().filter_map(|(field, decision)| match field {
            Field::Parameter(name) => Some((&**name, decision)),
            Field::Title | Field::Hint(_) => None,
        })
    }

    /// Sets a field, or with `None` lets it inherit again. A decision whose kind does not fit the field is ignored.
    pub fn set(&mut self, field: Field, decision: Option<Decision>) {
        match decision {
            None => {
                self.decisions.remove(&field);
            }
            Some(decision) if decision.value.fits(&field) => {
                self.decisions.insert(field, decision);
            }
            Some(_) => {}
        }
    }

    pub fn title(&self) -> Option<&str> {
        self.text(&Field::Title)
    }

    /// What a field that holds text is decided to say.
    pub fn text(&self, field: &Field) -> Option<&str> {
        match &self.get(field)?.value {
            Decided::Text(text) => Some(text),
            Decided::Hint(_) => None,
        }
    }

    pub fn hint(&self, hint: HintName) -> Option<bool> {
        match self.get(&Field::Hint(hint))?.value {
            Decided::Hint(value) => Some(value),
            Decided::Text(_) => None,
        }
    }

    pub fn hints(&self) -> PerHint<Option<bool>> {
        PerHint::from_fn(|hint| self.hint(hint))
    }
}
