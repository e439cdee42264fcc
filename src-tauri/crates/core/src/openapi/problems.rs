//! What is wrong with a document, gathered while it is read.

use crate::problem::Problem;
use crate::text::shortened;

/// A broken document repeats itself: beyond this many problems only their number counts.
const MOST: usize = 1_000;

/// The longest place and the longest message, in characters: both quote the document.
const LONGEST: usize = 300;

#[derive(Debug, Default)]
pub struct Problems {
    place: String,
    list: Vec<Problem>,
    more: usize,
}

impl Problems {
    /// What is added from now on is about this place.
    pub fn at(&mut self, place: impl AsRef<str>) -> &mut Self {
        self.place = shortened(place.as_ref(), LONGEST).into_owned();
        self
    }

    /// A problem with the place itself.
    pub fn add(&mut self, message: impl AsRef<str>) {
        self.push(self.place.clone(), message.as_ref());
    }

    /// A problem with something in the place.
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
