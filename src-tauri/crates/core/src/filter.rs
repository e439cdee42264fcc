//! The filter language: `hint:destructive is:inferred server:github -has:problem "two words" word…`. All terms must hold.
//!
//! `filter::terms` is the list of what can be said, `filter::word` how a query is written.

mod completion;
mod problem;
mod terms;
mod word;

use std::sync::Arc;

pub use completion::{Completion, Known, Span, completions};
pub use problem::FilterProblem;
pub(crate) use terms::slips;
pub use terms::{TERMS, TermInfo};

use crate::hint::{HintName, PerHint};
use crate::layer::Layer;
use crate::resolve::Behaviour;
use crate::review::ReviewState;
use crate::search::{Needle, Rank, Text, lower_letters};
use terms::{Meaning, Understood};
use word::Word;

/// What a filter looks at: one tool of the catalog.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    pub server: &'a str,
    pub text: &'a Text,
    pub title: Layer,
    pub hints: &'a PerHint<HintState>,
    pub has_problem: bool,
    pub review: ReviewState,
    /// A decision waits for a person to look at it.
    pub suspended: bool,
    /// What the server declares disagrees with what is inferred.
    pub conflict: bool,
    /// That it only reads was decided against what the server declares or inference is certain of.
    pub is_disputed: bool,
    pub has_note: bool,
    /// Something about it could be mended.
    pub has_finding: bool,
    /// The environments in which something is decided for the tool.
    pub environments: &'a [Arc<str>],
    /// Something is decided in the base, outside of every environment.
    pub decided: bool,
    /// The toolsets it is in.
    pub toolsets: &'a [Arc<str>],
}

/// The effective value of a hint as far as a filter needs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HintState {
    pub value: bool,
    pub layer: Layer,
    /// It means nothing on this tool.
    pub unused: bool,
}

#[derive(Debug, Clone, Default)]
pub struct Filter {
    terms: Vec<Term>,
    texts: Vec<TextTerm>,
    /// A term was not understood. Then nothing matches, so that a typing error never widens a selection.
    nothing: bool,
    /// What is wrong with the query, in its order.
    pub problems: Vec<FilterProblem>,
}

#[derive(Debug, Clone)]
struct Term {
    meaning: Meaning,
    /// The server, toolset or environment that is meant, lower case; otherwise empty.
    name: String,
    negated: bool,
}

#[derive(Debug, Clone)]
struct TextTerm {
    needle: Needle,
    negated: bool,
}

impl Filter {
    pub fn parse(query: &str) -> Self {
        let mut filter = Self::default();
        for word in word::words(query) {
            filter.add(&word);
        }
        filter
    }

    fn add(&mut self, word: &Word) {
        if !word.closed {
            self.problems.push(FilterProblem::unclosed(word));
        }
        let negated = word.negated;
        match terms::understand(word) {
            Understood::Term(meaning, name) => self.terms.push(Term { meaning, name, negated }),
            Understood::Text(text) => match Needle::new(text) {
                Some(needle) => self.texts.push(TextTerm { needle, negated }),
                // Everything contains nothing.
                None if !negated => {}
                None => self.not_understood(FilterProblem::empty(word)),
            },
            Understood::Not => self.not_understood(FilterProblem::unknown(word)),
        }
    }

    fn not_understood(&mut self, problem: FilterProblem) {
        self.nothing = true;
        self.problems.push(problem);
    }

    /// Whether [`Subject::has_finding`] matters, which costs more to find out than everything else.
    pub fn asks_for_findings(&self) -> bool {
        self.terms.iter().any(|term| matches!(term.meaning, Meaning::Finding))
    }

    /// How well the tool matches; nothing when it does not.
    pub fn rank(&self, subject: &Subject) -> Option<Rank> {
        // Texts come last, because they cost the most.
        if self.nothing || !self.terms.iter().all(|term| term.holds(subject) != term.negated) {
            return None;
        }
        self.texts.iter().try_fold(Rank::BEST, |sum, term| {
            match (term.needle.rank(subject.text), term.negated) {
                (Some(rank), false) => Some(sum + rank),
                (None, true) => Some(sum),
                (Some(_), true) | (None, false) => None,
            }
        })
    }
}

impl Term {
    fn holds(&self, subject: &Subject) -> bool {
        let hint = |hint: HintName| subject.hints[hint].value && !subject.hints[hint].unused;
        let any_layer = |test: &dyn Fn(Layer) -> bool| {
            subject.hints.iter().any(|(_, state)| !state.unused && test(state.layer))
        };
        let is_named = |name: &str| lower_letters(name).eq(self.name.chars());
        match self.meaning {
            Meaning::Server => is_named(subject.server),
            Meaning::Toolset => subject.toolsets.iter().any(|name| is_named(name)),
            Meaning::Environment if self.name == terms::BASE => subject.decided,
            Meaning::Environment => subject.environments.iter().any(|name| is_named(name)),
            Meaning::Hint(name) => hint(name),
            Meaning::Behaviour(Behaviour::Safe) => hint(HintName::ReadOnly) && !subject.is_disputed,
            Meaning::Behaviour(Behaviour::Modifying) => {
                (!hint(HintName::ReadOnly) || subject.is_disputed) && !hint(HintName::Destructive)
            }
            Meaning::Behaviour(Behaviour::Destructive) => hint(HintName::Destructive),
            Meaning::Layer(layer) => any_layer(&|found| found == layer),
            Meaning::Overridden => {
                subject.title >= Layer::Override || any_layer(&|found| found >= Layer::Override)
            }
            // New and drifted tools wait for a review as well.
            Meaning::Review(ReviewState::Unreviewed) => subject.review != ReviewState::Reviewed,
            Meaning::Review(state) => subject.review == state,
            Meaning::Suspended => subject.suspended,
            Meaning::Conflict => subject.conflict,
            Meaning::Problem => subject.has_problem,
            Meaning::Note => subject.has_note,
            Meaning::Finding => subject.has_finding,
        }
    }
}

#[cfg(test)]
mod tests;
