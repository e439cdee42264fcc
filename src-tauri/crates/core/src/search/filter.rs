//! Filter language: `hint:destructive=inferred server:github -has:problem "two words" word…`. All terms must
//! match; of several `server:` terms, one.
//!
//! `filter::terms` is the table of terms, `filter::lexer` splits a query into words.

mod completion;
mod lexer;
mod problem;
mod terms;

use std::sync::Arc;

pub use completion::{Completion, KnownNames, Span, complete};
pub use problem::FilterProblem;
pub use terms::{TERMS, TermInfo};

use crate::model::hint::{HintName, PerHint};
use crate::model::layer::Layer;
use crate::resolve::Behaviour;
use crate::review::ReviewState;
use crate::search::{Needle, Rank, SearchText, lowercase_chars};
use lexer::QueryWord;
use terms::{ParsedTerm, Predicate};

/// The properties of one catalog tool that a filter tests.
#[derive(Debug, Clone, Copy)]
pub struct FilterSubject<'a> {
    pub server: &'a str,
    pub text: &'a SearchText,
    pub title_layer: Layer,
    pub hints: &'a PerHint<HintState>,
    pub has_problem: bool,
    pub review: ReviewState,
    /// A decision is suspended until it is reviewed.
    pub is_suspended: bool,
    /// A declared hint differs from the inferred one.
    pub has_conflict: bool,
    /// "Read-only" was decided against the server's declaration or a strong inference.
    pub is_disputed: bool,
    pub has_note: bool,
    /// The linter reports something about the tool.
    pub has_finding: bool,
    /// Environments with a decision about the tool.
    pub environments: &'a [Arc<str>],
    /// There is a decision in the base, which applies to all environments.
    pub is_decided_in_base: bool,
    /// Toolsets that contain the tool.
    pub toolsets: &'a [Arc<str>],
}

/// Effective value of a hint and the layer it comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HintState {
    pub value: bool,
    pub layer: Layer,
    /// The hint has no meaning for this tool.
    pub is_unused: bool,
}

#[derive(Debug, Clone, Default)]
pub struct Filter {
    terms: Vec<Term>,
    text_terms: Vec<TextTerm>,
    /// A term was not recognised. The filter then matches nothing, so that a typo never widens a selection.
    matches_nothing: bool,
    /// Problems of the query, in query order.
    pub problems: Vec<FilterProblem>,
}

/// What a term names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NamedItem<'a> {
    Server(&'a str),
    Toolset(&'a str),
    Environment(&'a str),
}

#[derive(Debug, Clone)]
struct Term {
    predicate: Predicate,
    /// The server, toolset or environment to match, in lower case; empty for other terms.
    name: String,
    negated: bool,
}

#[derive(Debug, Clone)]
struct TextTerm {
    needle: Needle,
    /// `SERVER.TOOL`, as lists print it: the server in lower case, and the text that its tools are searched for.
    qualified: Option<(String, Needle)>,
    negated: bool,
}

impl TextTerm {
    fn new(text: &str, negated: bool) -> Option<Self> {
        let qualified = text
            .split_once('.')
            .and_then(|(server, tool)| Some((lowercase_chars(server).collect(), Needle::new(tool)?)));
        Some(Self { needle: Needle::new(text)?, qualified, negated })
    }

    fn rank(&self, subject: &FilterSubject) -> Option<Rank> {
        self.needle.rank(subject.text).or_else(|| {
            let (server, tool) = self.qualified.as_ref()?;
            if lowercase_chars(subject.server).eq(server.chars()) { tool.rank(subject.text) } else { None }
        })
    }
}

impl Filter {
    pub fn parse(query: &str) -> Self {
        let mut filter = Self::default();
        for word in lexer::split_query(query) {
            filter.add_word(&word);
        }
        filter
    }

    fn add_word(&mut self, word: &QueryWord) {
        if !word.is_closed {
            self.problems.push(FilterProblem::unclosed_quote(word));
        }
        let negated = word.negated;
        match terms::parse_term(word) {
            ParsedTerm::Term(meaning, name) => self.terms.push(Term { predicate: meaning, name, negated }),
            ParsedTerm::Text(text) => match TextTerm::new(text, negated) {
                Some(term) => self.text_terms.push(term),
                // The empty text matches everything.
                None if !negated => {}
                None => self.reject(FilterProblem::empty_text(word)),
            },
            ParsedTerm::Unknown => self.reject(FilterProblem::unknown_term(word)),
        }
    }

    fn reject(&mut self, problem: FilterProblem) {
        self.matches_nothing = true;
        self.problems.push(problem);
    }

    /// Splits a query into the filter of its terms and its other words, which are in lower case.
    pub fn split_terms(query: &str) -> (Self, Vec<String>) {
        let mut filter = Self::default();
        let mut words = Vec::new();
        for word in lexer::split_query(query) {
            match terms::parse_term(&word) {
                ParsedTerm::Term(..) => filter.add_word(&word),
                ParsedTerm::Text(text) if !word.negated => words.push(terms::lowercase(text)),
                ParsedTerm::Text(_) | ParsedTerm::Unknown => words.push(terms::lowercase(word.raw)),
            }
        }
        (filter, words)
    }

    /// Returns whether the filter matches every tool.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty() && self.text_terms.is_empty() && !self.matches_nothing
    }

    /// The names that terms contain, in lower case.
    pub fn names(&self) -> impl Iterator<Item = NamedItem<'_>> {
        self.terms.iter().filter_map(|term| match term.predicate {
            Predicate::Server => Some(NamedItem::Server(&term.name)),
            Predicate::Toolset => Some(NamedItem::Toolset(&term.name)),
            Predicate::Environment if term.name != terms::BASE_ENVIRONMENT => {
                Some(NamedItem::Environment(&term.name))
            }
            _ => None,
        })
    }

    /// Returns whether the filter uses [`FilterSubject::has_finding`], which costs more to compute than the other
    /// fields.
    pub fn needs_findings(&self) -> bool {
        self.terms.iter().any(|term| matches!(term.predicate, Predicate::Finding))
    }

    /// The rank of the tool, or `None` if it does not match.
    pub fn rank(&self, subject: &FilterSubject) -> Option<Rank> {
        // Text terms are matched last because they are the most expensive.
        if self.matches_nothing || !self.matches_terms(subject) {
            return None;
        }
        self.text_terms.iter().try_fold(Rank::BEST, |sum, term| match (term.rank(subject), term.negated) {
            (Some(rank), false) => Some(sum + rank),
            (None, true) => Some(sum),
            (Some(_), true) | (None, false) => None,
        })
    }
}

impl Filter {
    /// A tool has one server, so several `server:` terms match the tools of any of them.
    fn matches_terms(&self, subject: &FilterSubject) -> bool {
        let is_server = |term: &&Term| term.predicate == Predicate::Server && !term.negated;
        let mut servers = self.terms.iter().filter(is_server).peekable();
        let mut others = self.terms.iter().filter(|term| !is_server(term));
        (servers.peek().is_none() || servers.any(|term| term.matches(subject)))
            && others.all(|term| term.matches(subject) != term.negated)
    }
}

impl Term {
    fn matches(&self, subject: &FilterSubject) -> bool {
        let hint = |hint: HintName| subject.hints[hint].value && !subject.hints[hint].is_unused;
        let any_layer = |test: &dyn Fn(Layer) -> bool| {
            subject.hints.iter().any(|(_, state)| !state.is_unused && test(state.layer))
        };
        let is_named = |name: &str| lowercase_chars(name).eq(self.name.chars());
        match self.predicate {
            Predicate::Server => is_named(subject.server),
            Predicate::Toolset => subject.toolsets.iter().any(|name| is_named(name)),
            Predicate::Environment if self.name == terms::BASE_ENVIRONMENT => subject.is_decided_in_base,
            Predicate::Environment => subject.environments.iter().any(|name| is_named(name)),
            Predicate::Hint(name, origin) => {
                hint(name) && origin.is_none_or(|origin| origin.matches(subject.hints[name].layer))
            }
            Predicate::Behaviour(Behaviour::Safe) => hint(HintName::ReadOnly) && !subject.is_disputed,
            Predicate::Behaviour(Behaviour::Modifying) => {
                (!hint(HintName::ReadOnly) || subject.is_disputed) && !hint(HintName::Destructive)
            }
            Predicate::Behaviour(Behaviour::Destructive) => hint(HintName::Destructive),
            Predicate::Layer(layer) => any_layer(&|found| found == layer),
            Predicate::Decided => {
                subject.title_layer >= Layer::Override || any_layer(&|found| found >= Layer::Override)
            }
            // New and drifted tools are unreviewed as well.
            Predicate::Review(ReviewState::Unreviewed) => subject.review != ReviewState::Reviewed,
            Predicate::Review(state) => subject.review == state,
            Predicate::Suspended => subject.is_suspended,
            Predicate::Conflict => subject.has_conflict,
            Predicate::Problem => subject.has_problem,
            Predicate::Note => subject.has_note,
            Predicate::Finding => subject.has_finding,
        }
    }
}

#[cfg(test)]
mod tests;
