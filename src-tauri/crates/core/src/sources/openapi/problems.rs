//! Collector for the problems of a document.

use crate::model::problem::Problem;
use crate::text::truncate_chars;

/// Number of problems reported individually; further ones are only counted.
const MAX_PROBLEMS: usize = 1_000;

/// Maximum length of a location and of a message, in characters: both quote the document.
const MAX_TEXT_CHARS: usize = 300;

#[derive(Debug, Default)]
pub struct ProblemCollector {
    location: String,
    problems: Vec<Problem>,
    omitted: usize,
}

impl ProblemCollector {
    /// Sets the location of the problems added next.
    pub fn set_location(&mut self, location: impl AsRef<str>) -> &mut Self {
        self.location = truncate_chars(location.as_ref(), MAX_TEXT_CHARS).into_owned();
        self
    }

    /// Adds a problem of the current location.
    pub fn add(&mut self, message: impl AsRef<str>) {
        self.push(self.location.clone(), message.as_ref());
    }

    /// Adds a problem of a field in the current location.
    pub fn add_for_field(&mut self, field: impl AsRef<str>, message: impl AsRef<str>) {
        let field = truncate_chars(field.as_ref(), MAX_TEXT_CHARS);
        self.push(format!("{} {field}", self.location), message.as_ref());
    }

    fn push(&mut self, field: String, message: &str) {
        if self.problems.len() < MAX_PROBLEMS {
            self.problems.push(Problem::new(field, truncate_chars(message, MAX_TEXT_CHARS)));
        } else {
            self.omitted += 1;
        }
    }

    pub fn into_list(mut self) -> Vec<Problem> {
        if self.omitted > 0 {
            self.problems.push(Problem::new("document", format!("has {} more problems", self.omitted)));
        }
        self.problems
    }
}
