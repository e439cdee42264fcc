//! Table of all filter terms except text. Parsing, help, suggestions and completion use it.

use crate::hint::HintName;
use crate::layer::Layer;
use crate::resolve::Behaviour;
use crate::review::ReviewState;
use crate::search::lower_letters;

use super::word::Word;

/// A term of the filter language.
#[derive(Debug, Clone, Copy)]
pub struct TermInfo {
    pub key: &'static str,
    /// The keyword after the colon, or `None` if the term takes a name.
    pub value: Option<&'static str>,
    pub description: &'static str,
    pub(super) meaning: Meaning,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    Layer(Layer),
    Overridden,
    Behaviour(Behaviour),
    Review(ReviewState),
    Suspended,
    Conflict,
    Problem,
    Note,
    Finding,
    Hint(HintName),
    Server,
    Toolset,
    Environment,
}

/// Value of `env:` for decisions that apply to all environments.
pub(super) const BASE: &str = "base";

/// In display order.
pub const TERMS: &[TermInfo] = &[
    is("inferred", "a hint is what we infer", Meaning::Layer(Layer::Inferred)),
    is("declared", "a hint is what the server declares", Meaning::Layer(Layer::Declared)),
    is("default", "a hint is the specification's default", Meaning::Layer(Layer::Default)),
    is("overridden", "a person decided the title or a hint", Meaning::Overridden),
    is("safe", "it only reads, and nothing disputes that", Meaning::Behaviour(Behaviour::Safe)),
    is("modifying", "it changes things, but destroys nothing", Meaning::Behaviour(Behaviour::Modifying)),
    is("destructive", "it may destroy things", Meaning::Behaviour(Behaviour::Destructive)),
    is("unreviewed", "nobody has reviewed it as it is now", Meaning::Review(ReviewState::Unreviewed)),
    is("reviewed", "a person reviewed it as it is now", Meaning::Review(ReviewState::Reviewed)),
    is("new", "it came to a server that was read before", Meaning::Review(ReviewState::New)),
    is("drifted", "the server changed it after a person looked", Meaning::Review(ReviewState::Drifted)),
    is("suspended", "a decision waits for a look", Meaning::Suspended),
    is("conflict", "the server declares what we do not infer", Meaning::Conflict),
    term("has", Some("finding"), "something about it could be mended", Meaning::Finding),
    term("has", Some("problem"), "its definition has a problem", Meaning::Problem),
    term("has", Some("note"), "a person wrote a note about it", Meaning::Note),
    hint(HintName::ReadOnly, "it changes nothing"),
    hint(HintName::Destructive, "it may destroy or overwrite things"),
    hint(HintName::Idempotent, "calling it twice does no more than once"),
    hint(HintName::OpenWorld, "it reaches beyond its own system"),
    term("server", None, "it belongs to this server", Meaning::Server),
    term("toolset", None, "it is in this toolset", Meaning::Toolset),
    term(
        "env",
        None,
        "something is decided for it in this environment, or in the base",
        Meaning::Environment,
    ),
];

const fn is(value: &'static str, description: &'static str, meaning: Meaning) -> TermInfo {
    term("is", Some(value), description, meaning)
}

const fn hint(name: HintName, description: &'static str) -> TermInfo {
    term("hint", Some(name.word()), description, Meaning::Hint(name))
}

const fn term(
    key: &'static str,
    value: Option<&'static str>,
    description: &'static str,
    meaning: Meaning,
) -> TermInfo {
    TermInfo { key, value, description, meaning }
}

/// Result of parsing one word of a query.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Understood<'a> {
    /// A term, with the name after the colon in lower case (empty if it takes none).
    Term(Meaning, String),
    Text(&'a str),
    Not,
}

pub(super) fn understand<'a>(word: &Word<'a>) -> Understood<'a> {
    let Some(key) = word.key else { return Understood::Text(word.value) };
    let (key, value) = (lower(key), lower(word.value));
    let mut said = of_key(&key).peekable();
    if said.peek().is_none() {
        // A colon alone does not make a text a filter: `http://x`, `10:30`, `foo:bar`.
        return if nearest(&key, &value).is_some() { Understood::Not } else { Understood::Text(word.bare()) };
    }
    match said.find(|term| term.is_said_by(&value)) {
        Some(term) if term.value.is_none() => Understood::Term(term.meaning, value),
        Some(term) => Understood::Term(term.meaning, String::new()),
        None => Understood::Not,
    }
}

/// The terms of a key, which is in lower case.
pub(super) fn of_key(key: &str) -> impl Iterator<Item = &'static TermInfo> {
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
pub(super) fn values(key: &str) -> String {
    of_key(key).filter_map(|term| term.value).collect::<Vec<_>>().join(", ")
}

impl TermInfo {
    /// The term in query syntax, with `name` if it takes one.
    pub(super) fn written(&self, name: &str) -> String {
        let quote = if self.value.is_none() && name.contains(char::is_whitespace) { "\"" } else { "" };
        format!("{}:{quote}{}{quote}", self.key, self.value.unwrap_or(name))
    }

    fn is_said_by(&self, value: &str) -> bool {
        match (self.value, self.meaning) {
            (None, _) => !value.is_empty(),
            (Some(own), Meaning::Hint(_)) => plain_hint(own) == plain_hint(value),
            (Some(own), _) => own == value,
        }
    }
}

/// Normalizes a hint name: `read-only`, `readonly` and `readonlyhint` are equal.
fn plain_hint(word: &str) -> String {
    let letters: String = word.chars().filter(|c| !matches!(c, '-' | '_')).collect();
    letters.strip_suffix("hint").unwrap_or(&letters).to_owned()
}

pub(super) fn lower(text: &str) -> String {
    lower_letters(text).collect()
}

/// The term that was probably meant. Key and value are in lower case.
pub(super) fn nearest(key: &str, value: &str) -> Option<&'static TermInfo> {
    let is_key = of_key(key).next().is_some();
    let distance = |term: &TermInfo| match term.value {
        None => slips(key, term.key).filter(|_| !value.is_empty()),
        // `has:conflict`: a valid value after another valid key.
        Some(_) if is_key && term.is_said_by(value) => Some(1),
        Some(_) if term.is_said_by(value) => slips(key, term.key),
        Some(own) => Some(slips(key, term.key)? + slips(value, own)?),
    };
    let near = TERMS.iter().filter_map(|term| Some((distance(term)?, term)));
    near.min_by_key(|(slips, _)| *slips).map(|(_, term)| term)
}

/// Optimal string alignment distance (insertion, deletion, substitution, transposition of neighbours), or `None` if it
/// is too large for a typo: more than 1 for words of up to four bytes, otherwise more than 2.
pub(crate) fn slips(written: &str, own: &str) -> Option<usize> {
    let few = if own.len() <= 4 { 1 } else { 2 };
    // No valid word is that long, so a longer input cannot be a typo.
    let written: Vec<char> = written.chars().take(32).collect();
    let own: Vec<char> = own.chars().collect();
    // `table[i][j]` is the distance between the first `i` and `j` characters.
    let mut table = vec![vec![0; written.len() + 1]; own.len() + 1];
    for i in 0..=own.len() {
        for j in 0..=written.len() {
            table[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let wrong = table[i - 1][j - 1] + usize::from(own[i - 1] != written[j - 1]);
                let exchanged =
                    i > 1 && j > 1 && own[i - 1] == written[j - 2] && own[i - 2] == written[j - 1];
                let exchanged = if exchanged { table[i - 2][j - 2] + 1 } else { usize::MAX };
                wrong.min(exchanged).min(table[i - 1][j] + 1).min(table[i][j - 1] + 1)
            };
        }
    }
    Some(table[own.len()][written.len()]).filter(|slips| *slips <= few)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_term_of_the_table_is_understood_as_itself() {
        for term in TERMS {
            let query = term.written("a b");
            let word = super::super::word::words(&query).next().unwrap();
            let name = if term.value.is_none() { "a b" } else { "" };
            assert_eq!(understand(&word), Understood::Term(term.meaning, name.to_owned()), "{query}");
        }
    }

    #[test]
    fn slips_are_counted_up_to_a_few() {
        for (written, own, expected) in [
            ("is", "is", Some(0)),
            ("si", "is", Some(1)),
            ("s", "is", Some(1)),
            ("hnit", "hint", Some(1)),
            ("htin", "hint", None),
            ("overriden", "overridden", Some(1)),
            ("ovverridn", "overridden", None),
            ("destuctve", "destructive", Some(2)),
            ("", "is", None),
            ("é", "is", None),
        ] {
            assert_eq!(slips(written, own), expected, "{written}");
        }
    }
}
