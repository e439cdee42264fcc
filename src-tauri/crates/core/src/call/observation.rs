//! Comparison of two identical calls: evidence for or against the idempotent hint, which never changes the hint by
//! itself.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::text;

/// Maximum length of a quoted error, in characters.
const MAX_ERROR_CHARS: usize = 120;

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

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Differs => "differs",
            Self::Unclear => "unclear",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|verdict| verdict.as_str() == word)
    }
}

/// Outcome of a call.
#[derive(Debug, Clone, Copy)]
pub enum ObservedOutcome<'a> {
    /// The result object as the server wrote it.
    Result(&'a str),
    /// The error message of the server or the tool.
    Failed(&'a str),
}

/// Two identical calls, and the results of a reading tool before, between and after them, if one was named.
#[derive(Debug, Clone, Copy)]
pub struct RepeatedCall<'a> {
    pub first: ObservedOutcome<'a>,
    pub second: ObservedOutcome<'a>,
    pub reader: Option<ReaderResults<'a>>,
}

/// Results of the reading tool.
#[derive(Debug, Clone, Copy)]
pub struct ReaderResults<'a> {
    pub tool: &'a str,
    pub before: ObservedOutcome<'a>,
    pub between: ObservedOutcome<'a>,
    pub after: ObservedOutcome<'a>,
}

/// Returns what the calls show about repeating them, with a sentence for the user.
pub fn compare_calls(calls: &RepeatedCall) -> (ObservationVerdict, String) {
    use ObservationVerdict::{Differs, Same, Unclear};
    let quoted =
        |error: &str| text::escape_line(&text::truncate_chars(error.trim(), MAX_ERROR_CHARS)).into_owned();
    let (first, second) = match (calls.first, calls.second) {
        (ObservedOutcome::Failed(error), _) => {
            return (
                Unclear,
                format!("The first call failed, so the calls cannot be compared: {}", quoted(error)),
            );
        }
        (ObservedOutcome::Result(_), ObservedOutcome::Failed(error)) => {
            return (Differs, format!("The second call failed, but the first succeeded: {}", quoted(error)));
        }
        (ObservedOutcome::Result(first), ObservedOutcome::Result(second)) => (first, second),
    };
    if let Some(ReaderResults { tool, before, between, after }) = calls.reader {
        let tool = text::escape_line(tool);
        let (
            ObservedOutcome::Result(before),
            ObservedOutcome::Result(between),
            ObservedOutcome::Result(after),
        ) = (before, between, after)
        else {
            return (Unclear, format!("{tool} failed, so the effect of the calls is unknown"));
        };
        return match (is_same_result(before, between), is_same_result(between, after)) {
            (_, false) => {
                (Differs, format!("{tool} returned different results after the first and the second call"))
            }
            (true, true) => (Unclear, format!("Neither call changed the result of {tool}")),
            (false, true) => (
                Same,
                format!("The first call changed the result of {tool}, the second did not change it again"),
            ),
        };
    }
    if is_same_result(first, second) {
        (Same, "Both calls returned the same result; their effect was not checked".to_owned())
    } else {
        (Unclear, "The results differ, which does not prove that the effect was repeated".to_owned())
    }
}

/// Returns whether two results are equal. `_meta` is ignored, because it describes the answer itself, such as its time.
fn is_same_result(one: &str, other: &str) -> bool {
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
    use super::ObservationVerdict::{Differs, Same, Unclear};
    use super::ObservedOutcome::{Failed, Result as Ok};
    use super::*;

    #[test]
    fn verdicts_about_repeated_calls() {
        let (a, b) = (r#"{"content":[{"type":"text","text":"a"}]}"#, r#"{"content":[]}"#);
        let a_again = r#"{ "_meta": {"at": 7}, "content": [{"text":"a", "type":"text"}] }"#;
        let read = |before, between, after| Some(ReaderResults { tool: "list", before, between, after });
        for (first, second, reader, verdict, part) in [
            (Failed("no"), Ok(a), None, Unclear, "cannot be compared: no"),
            (Ok(a), Failed("412 Precondition\nFailed"), None, Differs, "412 Precondition"),
            (Ok(a), Ok(a_again), None, Same, "same result"),
            (Ok(a), Ok(b), None, Unclear, "results differ"),
            (Ok(a), Ok(b), read(Ok(a), Ok(b), Ok(b)), Same, "did not change it again"),
            (Ok(a), Ok(a), read(Ok(a), Ok(b), Ok(a)), Differs, "returned different results"),
            (Ok(a), Ok(a), read(Ok(a), Ok(a_again), Ok(a)), Unclear, "Neither call"),
            (Ok(a), Ok(a), read(Ok(a), Failed("x"), Ok(a)), Unclear, "list failed"),
        ] {
            let (found, sentence) = compare_calls(&RepeatedCall { first, second, reader });
            assert_eq!(found, verdict, "{sentence}");
            assert!(sentence.contains(part), "{sentence}");
            assert!(!sentence.contains('\n'), "{sentence}");
        }
    }
}
