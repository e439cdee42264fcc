//! Problems of a query and their messages.

use serde::{Deserialize, Serialize};

use super::lexer::QueryWord;
use super::terms;

/// A word of a query that was not recognised, or only after a correction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct FilterProblem {
    /// The word as written.
    pub term: String,
    pub message: String,
    /// Replacement for the word.
    pub suggestion: Option<String>,
}

impl FilterProblem {
    fn new(word: &QueryWord, message: String, suggestion: Option<String>) -> Self {
        let minus = if word.negated { "-" } else { "" };
        let suggestion = suggestion.map(|bare| format!("{minus}{bare}"));
        Self { term: word.raw.to_owned(), message, suggestion }
    }

    /// The quote is not closed. The word is used nevertheless, because the user may still be typing it.
    pub(super) fn unclosed_quote(word: &QueryWord) -> Self {
        Self::new(word, "the quote is not closed".to_owned(), Some(format!("{}\"", word.without_minus())))
    }

    pub(super) fn empty_text(word: &QueryWord) -> Self {
        Self::new(word, "the quotes are empty".to_owned(), None)
    }

    pub(super) fn unknown_term(word: &QueryWord) -> Self {
        let written = word.key.unwrap_or_default();
        let (key, value) = (terms::lowercase(written), terms::lowercase(word.value));
        let message = match (terms::terms_for_key(&key).next(), word.value) {
            (None, _) => format!("{written}: is not a filter; put the word in quotes to search for it"),
            (Some(term), _) if term.value.is_none() => format!("{key}: needs a name"),
            (Some(_), value) if key == "hint" && value.contains('=') => {
                let origins: Vec<&str> = terms::HintOrigin::ALL.map(terms::HintOrigin::as_str).into();
                format!("{key}:{value} is not a filter; after hint:NAME= comes {}", origins.join(", "))
            }
            (Some(_), "") => format!("{key}: takes {}", terms::list_values(&key)),
            (Some(_), value) => {
                format!("{key}:{value} is not a filter; {key}: takes {}", terms::list_values(&key))
            }
        };
        let nearest = terms::nearest_term(&key, &value);
        Self::new(word, message, nearest.map(|term| term.to_query(word.value)))
    }
}
