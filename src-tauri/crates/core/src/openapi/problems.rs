//! Collector for the problems of a document.

use crate::problem::Problem;
use crate::text::shortened;

/// Number of problems reported individually; further ones are only counted.
const MOST: usize = 1_000;

/// Maximum length of a location and of a message, in characters: both quote the document.
const LONGEST: usize = 300;

#[derive(Debug, Default)]
pub struct Problems {
    place: String,
    list: Vec<Problem>,
    more: usize,
}

impl Problems {
    /// Sets the location of the problems added next.
    pub fn at(&mut self, place: impl AsRef<str>) -> &mut Self {
        self.place = shortened(place.as_ref(), LONGEST).into_owned();
        self
    }

    /// Adds a problem of the current location.
    pub fn add(&mut self, message: impl AsRef<str>) {
        self.push(self.place.clone(), message.as_ref());
    }

    /// Adds a problem of a field in the current location.
    pub fn add_in(&mut self, field: impl AsRef<str>, message: impl AsRef<str>) {
        let field = shortened(field.as_ref(), LONGEST);
        self.push(format!("{} {field}", self.place), message.as_ref());
    }

    fn push(&mut self, field: String, message: &str) {
        if self.list.len() < MOST {
            self.list.push(Problem::new(field, shortened(message, LONGEST)));
        } else {
            self.more += 1;
        }
    }

    pub fn into_list(mut self) -> Vec<Problem> {
        if self.more > 0 {
            self.list.push(Problem::new("document", format!("has {} more problems", self.more)));
        }
        self.list
    }
}
