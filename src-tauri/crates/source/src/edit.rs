//! Edits that make a registration say what is wanted.

mod layout;
mod place;
mod plan;
mod quote;
mod removal;
mod text_edit;

use std::fmt;

use hintsmith_core::model::hint::{HintName, PerHint};

use crate::registration::{EditObstacle, FieldValue, Registration};
use crate::site::AnnotationsSite;
use plan::Plan;

pub use text_edit::TextEdit;
pub(crate) use text_edit::apply;

/// A change of one value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change<T> {
    Set(T),
    Remove,
}

/// The wanted values of one tool. What is `None` stays as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WantedValues {
    pub title: Option<Change<String>>,
    pub hints: PerHint<Option<Change<bool>>>,
}

/// A value of a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field {
    Title,
    Hint(HintName),
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Title => "title",
            Self::Hint(hint) => hint.key(),
        })
    }
}

/// A value that was not changed, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkippedField {
    pub field: Field,
    pub reason: String,
}

/// The edits of one registration. Those of several registrations of a file do not overlap.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ToolEdit {
    pub edits: Vec<TextEdit>,
    /// An import or a function that other tools of the file may need as well; equal ones are applied once.
    pub support: Vec<TextEdit>,
    pub skipped: Vec<SkippedField>,
}

impl ToolEdit {
    /// True if the source already says what is wanted, or nothing of it can be changed.
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    fn skip(&mut self, field: Field, reason: impl Into<String>) {
        self.skipped.push(SkippedField { field, reason: reason.into() });
    }
}

/// Plans the edits of one registration.
pub fn edit_tool(
    text: &str,
    registration: &Registration,
    wanted: &WantedValues,
) -> Result<ToolEdit, EditObstacle> {
    if is_satisfied(registration, wanted) {
        return Ok(ToolEdit::default());
    }
    if let Some(obstacle) = &registration.obstacle {
        return Err(obstacle.clone());
    }
    let mut plan = Plan::new(text, registration);
    match &registration.site.annotations {
        AnnotationsSite::Reference { entry, value, known } => {
            plan.replace_reference(wanted, entry.clone(), value.clone(), known.as_ref())?;
        }
        _ => plan.plan_hints(wanted),
    }
    plan.plan_title(wanted);
    Ok(plan.finish())
}

/// True if every wanted value is what the source says.
pub fn is_satisfied(registration: &Registration, wanted: &WantedValues) -> bool {
    fn holds<T: PartialEq>(wanted: Option<&Change<T>>, current: &FieldValue<T>) -> bool {
        match wanted {
            None => true,
            Some(Change::Set(value)) => current.known() == Some(value),
            Some(Change::Remove) => *current == FieldValue::Absent,
        }
    }
    holds(wanted.title.as_ref(), &registration.title)
        && HintName::ALL.into_iter().all(|hint| holds(wanted.hints[hint].as_ref(), &registration.hints[hint]))
}
