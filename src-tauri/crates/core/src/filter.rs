//! Filter language: `hint:destructive is:inferred server:github -has:problem "two words" word…`. All terms must match.
//!
//! `filter::terms` is the table of terms, `filter::lexer` splits a query into words.

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

/// The properties of one catalog tool that a filter tests.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    pub server: &'a str,
    pub text: &'a Text,
    pub title: Layer,
    pub hints: &'a PerHint<HintState>,
    pub has_problem: bool,
    pub review: ReviewState,
    /// A decision is suspended until it is reviewed.
    pub suspended: bool,
    /// A declared hint differs from the inferred one.
    pub conflict: bool,
    /// "Read-only" was decided against the server's declaration or a certain inference.
    pub is_disputed: bool,
    pub has_note: bool,
    /// The linter reports something about the tool.
    pub has_finding: bool,
    /// Environments with a decision about the tool.
    pub environments: &'a [Arc<str>],
    /// There is a decision in the base, which applies to all environments.
    pub decided: bool,
    /// Toolsets that contain the tool.
    pub toolsets: &'a [Arc<str>],
}

/// Effective value of a hint and the layer it comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HintState {
    pub value: bool,
    pub layer: Layer,
    /// The hint has no meaning for this tool.
    pub unused: bool,
}

#[derive(Debug, Clone, Default)]
pub struct Filter {
    terms: Vec<Term>,
    texts: Vec<TextTerm>,
    /// A term was not recognised. The filter then matches nothing, so that a typo never widens a selection.
    nothing: bool,
    /// Problems of the query, in query order.
    pub problems: Vec<FilterProblem>,
}

#[derive(Debug, Clone)]
struct Term {
    meaning: Meaning,
    /// The server, toolset or environment to match, in lower case; empty for other terms.
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
                // The empty text matches everything.
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

    /// Returns whether the filter uses [`FilterSubject::has_finding`], which costs more to compute than the other
    /// fields.
    pub fn asks_for_findings(&self) -> bool {
        self.terms.iter().any(|term| matches!(term.meaning, Meaning::Finding))
    }

    /// The rank of the tool, or `None` if it does not match.
    pub fn rank(&self, subject: &Subject) -> Option<Rank> {
        // Text terms are matched last because they are the most expensive.
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
            // New and drifted tools are unreviewed as well.
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
