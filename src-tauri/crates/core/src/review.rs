//! Review state of a tool, as it is now.

use serde::{Deserialize, Serialize};

use crate::infer::{CREATING, Certainty, Inference};
use crate::model::declared::DeclaredAnnotations;
use crate::model::fingerprint::Fingerprint;
use crate::model::hint::HintName;

/// Review state of a tool with its current definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub enum ReviewState {
    /// The server changed the tool after the user reviewed it or decided something about it.
    Drifted,
    /// The tool was added to a server that had been scanned before, and has not been reviewed.
    New,
    /// The tool has not been reviewed.
    Unreviewed,
    /// The user confirmed the annotations, and the definition is unchanged.
    Reviewed,
}

impl ReviewState {
    /// Name in the filter `is:…` and on the command line.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Drifted => "drifted",
            Self::New => "new",
            Self::Unreviewed => "unreviewed",
            Self::Reviewed => "reviewed",
        }
    }
}

/// Returns the review state of a tool. `reviewed` is the definition that the user reviewed, `decided` are the
/// definitions that decisions were made against, and `is_addition` is set if the server had been scanned before the
/// tool was added.
pub fn review_state<'a>(
    current: &Fingerprint,
    reviewed: Option<&Fingerprint>,
    mut decided: impl Iterator<Item = &'a Fingerprint>,
    is_addition: bool,
) -> ReviewState {
    match reviewed {
        Some(print) if print == current => ReviewState::Reviewed,
        Some(_) => ReviewState::Drifted,
        None if decided.any(|print| print != current) => ReviewState::Drifted,
        None if is_addition => ReviewState::New,
        None => ReviewState::Unreviewed,
    }
}

/// Returns the hints for which the server's declaration differs from an inference that is at least very likely: a
/// likely one is too often wrong to doubt an author. Idempotence of tools that create is left out: whether a second
/// "create" fails, changes nothing or adds another object, the author knows and the name does not tell.
pub fn find_conflicts<'a>(
    declared: &'a DeclaredAnnotations,
    inferred: &'a Inference,
) -> impl Iterator<Item = HintName> + use<'a> {
    let read_only = declared.hints.read_only == Some(true);
    let used =
        move |hint: &HintName| !(read_only && matches!(hint, HintName::Destructive | HintName::Idempotent));
    HintName::ALL.into_iter().filter(used).filter(|hint| {
        let values = declared.hints[*hint].zip(inferred.guess(*hint));
        values.is_some_and(|(declared, (guess, signal))| {
            let is_reliable = signal.certainty >= Certainty::Strong;
            is_reliable && declared != guess && !(*hint == HintName::Idempotent && signal.rule == CREATING.id)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::infer::{InferenceSettings, ServerFacts, infer};
    use crate::model::tool::Tool;

    #[test]
    fn a_likely_guess_makes_no_conflict() {
        let conflicts = |raw: &str| {
            let tool = Tool::parse(raw.into(), 0);
            let inference = infer(&tool, &ServerFacts::from_tools([&tool]), InferenceSettings::default());
            find_conflicts(&tool.declared, &inference).collect::<Vec<_>>()
        };
        let deletes = r#"{"name":"delete_note","annotations":{"destructiveHint":false}}"#;
        assert_eq!(conflicts(deletes), [HintName::Destructive]);
        let updates = r#"{"name":"update_note","annotations":{"destructiveHint":true,"openWorldHint":true}}"#;
        assert_eq!(conflicts(updates), []);
    }

    #[test]
    fn a_review_applies_to_the_definition_it_was_made_for() {
        let print = |text: &str| Fingerprint(text.to_owned());
        let now = print("now");
        for (reviewed, decided, came, expected) in [
            (Some("now"), vec![], false, ReviewState::Reviewed),
            (Some("now"), vec!["before"], true, ReviewState::Reviewed),
            (Some("before"), vec!["now"], false, ReviewState::Drifted),
            (None, vec!["now", "before"], true, ReviewState::Drifted),
            (None, vec!["now"], true, ReviewState::New),
            (None, vec!["now"], false, ReviewState::Unreviewed),
            (None, vec![], false, ReviewState::Unreviewed),
        ] {
            let decided: Vec<Fingerprint> = decided.into_iter().map(print).collect();
            let reviewed = reviewed.map(print);
            assert_eq!(review_state(&now, reviewed.as_ref(), decided.iter(), came), expected);
        }
    }
}
