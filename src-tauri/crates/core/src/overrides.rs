//! What a person decided for a tool, field by field.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::Value;

use crate::fingerprint::Fingerprint;
use crate::hint::{HintName, PerHint, yes_no};

/// A field a person can decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field {
    Title,
    Hint(HintName),
}

impl Field {
    pub const ALL: [Self; 5] = [
        Self::Title,
        Self::Hint(HintName::ReadOnly),
        Self::Hint(HintName::Destructive),
        Self::Hint(HintName::Idempotent),
        Self::Hint(HintName::OpenWorld),
    ];

    /// The key in `annotations`, in the database and in `hintsmith.json`.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Hint(hint) => hint.key(),
        }
    }

    /// The word on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Hint(hint) => hint.word(),
        }
    }

    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|field| field.key() == key)
    }
}

/// The decided value of a field. The pair (field, value) is always of one kind: see [`Decision::new`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decided {
    Title(String),
    Hint(bool),
}

impl Decided {
    /// Reads the value of a field as it stands in the database or a file; `None` when its type does not fit.
    pub fn from_json(field: Field, value: &Value) -> Option<Self> {
        match (field, value) {
            (Field::Title, Value::String(title)) if !title.trim().is_empty() => {
                Some(Self::Title(title.clone()))
            }
            (Field::Hint(_), Value::Bool(value)) => Some(Self::Hint(*value)),
            _ => None,
        }
    }

    pub fn to_json(&self) -> Value {
        match self {
            Self::Title(title) => Value::String(title.clone()),
            Self::Hint(value) => Value::Bool(*value),
        }
    }
}

impl fmt::Display for Decided {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Title(title) => formatter.write_str(title),
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

    pub fn iter(&self) -> impl Iterator<Item = (Field, &Decision)> {
        self.decisions.iter().map(|(field, decision)| (*field, decision))
    }

    pub fn get(&self, field: Field) -> Option<&Decision> {
        self.decisions.get(&field)
    }

    /// Sets a field, or with `None` lets it inherit again. A decision whose kind does not fit the field is ignored.
    pub fn set(&mut self, field: Field, decision: Option<Decision>) {
        match decision {
            None => {
                self.decisions.remove(&field);
            }
            Some(decision)
                if matches!(field, Field::Title) == matches!(decision.value, Decided::Title(_)) =>
            {
                self.decisions.insert(field, decision);
            }
            Some(_) => {}
        }
    }

    pub fn title(&self) -> Option<&str> {
        match &self.get(Field::Title)?.value {
            Decided::Title(title) => Some(title),
            Decided::Hint(_) => None,
        }
    }

    pub fn hint(&self, hint: HintName) -> Option<bool> {
        match self.get(Field::Hint(hint))?.value {
            Decided::Hint(value) => Some(value),
            Decided::Title(_) => None,
        }
    }

    pub fn hints(&self) -> PerHint<Option<bool>> {
        PerHint::from_fn(|hint| self.hint(hint))
    }
}
