//! Table of all filter terms except text. Parsing, help, suggestions and completion use it.

use crate::model::hint::{HintName, normalize_hint};
use crate::model::layer::Layer;
use crate::resolve::Behaviour;
use crate::review::ReviewState;
use crate::search::lowercase_chars;
use crate::text::suggest::typo_distance;

use super::lexer::QueryWord;

/// A term of the filter language.
#[derive(Debug, Clone, Copy)]
pub struct TermInfo {
    pub key: &'static str,
    /// The keyword after the colon, or `None` if the term takes a name.
    pub value: Option<&'static str>,
    pub description: &'static str,
    pub(super) predicate: Predicate,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Predicate {
    Layer(Layer),
    Decided,
    Behaviour(Behaviour),
    Review(ReviewState),
    Suspended,
    Conflict,
    Problem,
    Note,
    Finding,
    /// The hint is Yes, and its value comes from there.
    Hint(HintName, Option<HintOrigin>),
    Server,
    Toolset,
    Environment,
}

/// Where the value of a hint comes from: `hint:destructive=inferred`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HintOrigin {
    Default,
    Inferred,
    Declared,
    Decided,
}

impl HintOrigin {
    pub const ALL: [Self; 4] = [Self::Inferred, Self::Declared, Self::Decided, Self::Default];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::Inferred => "inferred",
            Self::Declared => "declared",
            Self::Decided => "decided",
        }
    }

    pub fn matches(self, layer: Layer) -> bool {
        match self {
            Self::Default => layer == Layer::Default,
            Self::Inferred => layer == Layer::Inferred,
            Self::Declared => layer == Layer::Declared,
            Self::Decided => layer >= Layer::Override,
        }
    }
}

/// Value of `env:` for decisions that apply to all environments.
pub(super) const BASE_ENVIRONMENT: &str = "base";

/// In display order.
pub const TERMS: &[TermInfo] = &[
    state_term("inferred", "tools with an inferred hint", Predicate::Layer(Layer::Inferred)),
    state_term("declared", "tools with a declared hint", Predicate::Layer(Layer::Declared)),
    state_term("default", "tools with a hint at its default value", Predicate::Layer(Layer::Default)),
    state_term("decided", "tools with a decided title or hint", Predicate::Decided),
    state_term("safe", "tools that only read data", Predicate::Behaviour(Behaviour::Safe)),
    state_term(
        "modifying",
        "tools that change data but destroy nothing",
        Predicate::Behaviour(Behaviour::Modifying),
    ),
    state_term(
        "destructive",
        "tools that may make destructive changes",
        Predicate::Behaviour(Behaviour::Destructive),
    ),
    state_term(
        "unreviewed",
        "tools not reviewed in their current version",
        Predicate::Review(ReviewState::Unreviewed),
    ),
    state_term(
        "reviewed",
        "tools reviewed in their current version",
        Predicate::Review(ReviewState::Reviewed),
    ),
    state_term(
        "new",
        "tools added since the first scan of their server",
        Predicate::Review(ReviewState::New),
    ),
    state_term(
        "drifted",
        "tools that the server changed after their review",
        Predicate::Review(ReviewState::Drifted),
    ),
    state_term("suspended", "tools with a suspended decision", Predicate::Suspended),
    state_term("conflict", "tools whose declared and inferred hints differ", Predicate::Conflict),
    new_term("has", Some("finding"), "tools with a finding", Predicate::Finding),
    new_term("has", Some("problem"), "tools with a malformed definition", Predicate::Problem),
    new_term("has", Some("note"), "tools with a note", Predicate::Note),
    hint_term(HintName::ReadOnly, "tools that are read-only (=inferred, =declared, =decided or =default)"),
    hint_term(HintName::Destructive, "tools that are destructive (=inferred, …)"),
    hint_term(HintName::Idempotent, "tools that are idempotent (=inferred, …)"),
    hint_term(HintName::OpenWorld, "tools that are open world (=inferred, …)"),
    new_term("server", None, "tools of this server", Predicate::Server),
    new_term("toolset", None, "tools in this toolset", Predicate::Toolset),
    new_term(
        "env",
        None,
        "tools with a decision in this environment, or in the base",
        Predicate::Environment,
    ),
];

const fn state_term(value: &'static str, description: &'static str, meaning: Predicate) -> TermInfo {
    new_term("is", Some(value), description, meaning)
}

const fn hint_term(name: HintName, description: &'static str) -> TermInfo {
    new_term("hint", Some(name.cli_name()), description, Predicate::Hint(name, None))
}

const fn new_term(
    key: &'static str,
    value: Option<&'static str>,
    description: &'static str,
    meaning: Predicate,
) -> TermInfo {
    TermInfo { key, value, description, predicate: meaning }
}

/// Result of parsing one word of a query.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum ParsedTerm<'a> {
    /// A term, with the name after the colon in lower case (empty if it takes none).
    Term(Predicate, String),
    Text(&'a str),
    Unknown,
}

pub(super) fn parse_term<'a>(word: &QueryWord<'a>) -> ParsedTerm<'a> {
    let Some(key) = word.key else { return ParsedTerm::Text(word.value) };
    let (key, value) = (lowercase(key), lowercase(word.value));
    if let Some(term) = parse_hint_with_origin(&key, &value) {
        return term;
    }
    let mut candidates = terms_for_key(&key).peekable();
    if candidates.peek().is_none() {
        // A colon alone does not make a text a filter: `http://x`, `10:30`, `foo:bar`.
        return if nearest_term(&key, &value).is_some() {
            ParsedTerm::Unknown
        } else {
            ParsedTerm::Text(word.without_minus())
        };
    }
    match candidates.find(|term| term.accepts(&value)) {
        Some(term) if term.value.is_none() => ParsedTerm::Term(term.predicate, value),
        Some(term) => ParsedTerm::Term(term.predicate, String::new()),
        None => ParsedTerm::Unknown,
    }
}

/// `hint:destructive=inferred`; `None` if it is not of this form.
fn parse_hint_with_origin(key: &str, value: &str) -> Option<ParsedTerm<'static>> {
    let (hint, origin) = value.split_once('=')?;
    let term = terms_for_key(key)
        .find(|term| matches!(term.predicate, Predicate::Hint(..)) && term.accepts(hint))?;
    let Predicate::Hint(hint, _) = term.predicate else { return None };
    let origin = HintOrigin::ALL.into_iter().find(|known| known.as_str() == origin);
    Some(origin.map_or(ParsedTerm::Unknown, |origin| {
        ParsedTerm::Term(Predicate::Hint(hint, Some(origin)), String::new())
    }))
}

/// The terms of a key, which is in lower case.
pub(super) fn terms_for_key(key: &str) -> impl Iterator<Item = &'static TermInfo> {
    TERMS.iter().filter(move |term| term.key == key)
}

/// The first term of each key, in display order.
pub(super) fn keys() -> impl Iterator<Item = &'static TermInfo> {
    TERMS
        .iter()
        .enumerate()
        .filter(|(at, term)| *at == 0 || TERMS[at - 1].key != term.key)
        .map(|(_, term)| term)
}

/// The values of a key as a comma-separated list for messages; empty if it takes a name.
pub(super) fn list_values(key: &str) -> String {
    terms_for_key(key).filter_map(|term| term.value).collect::<Vec<_>>().join(", ")
}

impl TermInfo {
    /// The term in query syntax, with `name` if it takes one.
    pub(super) fn to_query(self, name: &str) -> String {
        let quote = if self.value.is_none() && name.contains(char::is_whitespace) { "\"" } else { "" };
        format!("{}:{quote}{}{quote}", self.key, self.value.unwrap_or(name))
    }

    pub(super) fn accepts(&self, value: &str) -> bool {
        match (self.value, self.predicate) {
            (None, _) => !value.is_empty(),
            (Some(own), Predicate::Hint(..)) => normalize_hint(own) == normalize_hint(value),
            // Saved filters may contain the earlier name.
            (Some("decided"), _) if value == "overridden" => true,
            (Some(own), _) => own == value,
        }
    }
}

pub(super) fn lowercase(text: &str) -> String {
    lowercase_chars(text).collect()
}

/// The term that was probably meant. Key and value are in lower case.
pub(super) fn nearest_term(key: &str, value: &str) -> Option<&'static TermInfo> {
    let is_key = terms_for_key(key).next().is_some();
    let distance = |term: &TermInfo| match term.value {
        None => typo_distance(key, term.key).filter(|_| !value.is_empty()),
        // `has:conflict`: a valid value after another valid key.
        Some(_) if is_key && term.accepts(value) => Some(1),
        Some(_) if term.accepts(value) => typo_distance(key, term.key),
        Some(own) => Some(typo_distance(key, term.key)? + typo_distance(value, own)?),
    };
    let near = TERMS.iter().filter_map(|term| Some((distance(term)?, term)));
    near.min_by_key(|(slips, _)| *slips).map(|(_, term)| term)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_term_parses_as_itself() {
        for term in TERMS {
            let query = term.to_query("a b");
            let word = super::super::lexer::split_query(&query).next().unwrap();
            let name = if term.value.is_none() { "a b" } else { "" };
            assert_eq!(parse_term(&word), ParsedTerm::Term(term.predicate, name.to_owned()), "{query}");
        }
    }
}
