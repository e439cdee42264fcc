//! Comparison of two identical calls: evidence for or against the idempotent hint, which never changes the hint by
//! itself.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::text;

/// Maximum length of a quoted error, in characters.
const QUOTED: usize = 120;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub enum ObservationVerdict {
    /// Consistent with an idempotent tool.
    Same,
    /// Inconsistent with an idempotent tool.
    Differs,
    Unclear,
}

impl ObservationVerdict {
    pub const ALL: [Self; 3] = [Self::Same, Self::Differs, Self::Unclear];

    pub const fn word(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Differs => "differs",
            Self::Unclear => "unclear",
        }
    }

    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|verdict| verdict.word() == word)
    }
}

/// Outcome of a call.
#[derive(Debug, Clone, Copy)]
pub enum Ended<'a> {
    /// The result object as the server wrote it.
    Result(&'a str),
    /// The error message of the server or the tool.
    Failed(&'a str),
}

/// Two identical calls, and the results of a reading tool before, between and after them, if one was named.
#[derive(Debug, Clone, Copy)]
pub struct Twice<'a> {
    pub first: Ended<'a>,
    pub second: Ended<'a>,
    pub reader: Option<Reader<'a>>,
}

/// Results of the reading tool.
#[derive(Debug, Clone, Copy)]
pub struct Reader<'a> {
    pub tool: &'a str,
    pub before: Ended<'a>,
    pub between: Ended<'a>,
    pub after: Ended<'a>,
}

/// Returns what the calls show about repeating them, with a sentence for the user.
pub fn observe(twice: &Twice) -> (ObservationVerdict, String) {
    use ObservationVerdict::{Differs, Same, Unclear};
    let quoted = |error: &str| text::escape_line(&text::truncate_chars(error.trim(), QUOTED)).into_owned();
    let (first, second) = match (twice.first, twice.second) {
        (Ended::Failed(error), _) => {
            return (
                Unclear,
                format!("The first call failed already, so nothing was learned: {}", quoted(error)),
            );
        }
        (Ended::Result(_), Ended::Failed(error)) => {
            return (Differs, format!("The second call failed, the first did not: {}", quoted(error)));
        }
        (Ended::Result(first), Ended::Result(second)) => (first, second),
    };
    if let Some(Reader { tool, before, between, after }) = twice.reader {
        let tool = text::escape_line(tool);
        let (Ended::Result(before), Ended::Result(between), Ended::Result(after)) = (before, between, after)
        else {
            return (Unclear, format!("{tool} failed, so what the calls did was not seen"));
        };
        return match (is_same(before, between), is_same(between, after)) {
            (_, false) => {
                (Differs, format!("After the second call {tool} shows something else than after the first"))
            }
            (true, true) => (Unclear, format!("Neither call changed anything that {tool} shows")),
            (false, true) => (
                Same,
                format!("The first call changed what {tool} shows, the second did not change it again"),
            ),
        };
    }
    if is_same(first, second) {
        (Same, "Both calls gave the same answer; what they did was not looked at".to_owned())
    } else {
        (Unclear, "The answers differ, which need not mean that something was done twice".to_owned())
    }
}

/// Returns whether two results are equal. `_meta` is ignored, because it describes the answer itself, such as its time.
fn is_same(one: &str, other: &str) -> bool {
    let read = |text: &str| -> Option<Value> {
        let mut value: Value = serde_json::from_str(text).ok()?;
        value.as_object_mut().map(|members| members.shift_remove("_meta"));
        Some(value)
    };
    match (read(one), read(other)) {
        (Some(one), Some(other)) => one == other,
        _ => one == other,
    }
}

#[cfg(test)]
mod tests {
    use super::Ended::{Failed, Result as Ok};
    use super::ObservationVerdict::{Differs, Same, Unclear};
    use super::*;

    #[test]
    fn what_two_calls_show() {
        let (a, b) = (r#"{"content":[{"type":"text","text":"a"}]}"#, r#"{"content":[]}"#);
        let a_again = r#"{ "_meta": {"at": 7}, "content": [{"text":"a", "type":"text"}] }"#;
        let read = |before, between, after| Some(Reader { tool: "list", before, between, after });
        for (first, second, reader, verdict, part) in [
            (Failed("no"), Ok(a), None, Unclear, "nothing was learned: no"),
            (Ok(a), Failed("412 Precondition\nFailed"), None, Differs, "412 Precondition"),
            (Ok(a), Ok(a_again), None, Same, "same answer"),
            (Ok(a), Ok(b), None, Unclear, "answers differ"),
            (Ok(a), Ok(b), read(Ok(a), Ok(b), Ok(b)), Same, "did not change it again"),
            (Ok(a), Ok(a), read(Ok(a), Ok(b), Ok(a)), Differs, "shows something else"),
            (Ok(a), Ok(a), read(Ok(a), Ok(a_again), Ok(a)), Unclear, "Neither call"),
            (Ok(a), Ok(a), read(Ok(a), Failed("x"), Ok(a)), Unclear, "list failed"),
        ] {
            let (found, sentence) = observe(&Twice { first, second, reader });
            assert_eq!(found, verdict, "{sentence}");
            assert!(sentence.contains(part), "{sentence}");
            assert!(!sentence.contains('\n'), "{sentence}");
        }
    }
}
