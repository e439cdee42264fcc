//! How far a person has looked at a tool as it is now.

use serde::{Deserialize, Serialize};

use crate::declared::Declared;
use crate::fingerprint::Fingerprint;
use crate::hint::HintName;
use crate::infer::{CREATING, Inference};

/// A person's word on a tool, against the definition that is there now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub enum ReviewState {
    /// The server changed the tool after a person reviewed it or decided something about it.
    Drifted,
    /// It came to a server that had been read before, and nobody has looked at it.
    New,
    /// Nobody has looked at it.
    Unreviewed,
    /// A person said that its annotations are right, and it is still the same.
    Reviewed,
}

impl ReviewState {
    /// The word in `is:…` and on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Drifted => "drifted",
            Self::New => "new",
            Self::Unreviewed => "unreviewed",
            Self::Reviewed => "reviewed",
        }
    }
}

/// How far a person has looked at a tool: `reviewed` is the definition a person reviewed, `decided` the definitions
/// that decisions were made against, `came` whether the tool came to a server that had been read before.
pub fn state<'a>(
    now: &Fingerprint,
    reviewed: Option<&Fingerprint>,
    mut decided: impl Iterator<Item = &'a Fingerprint>,
    came: bool,
) -> ReviewState {
    match reviewed {
        Some(print) if print == now => ReviewState::Reviewed,
        Some(_) => ReviewState::Drifted,
        None if decided.any(|print| print != now) => ReviewState::Drifted,
        None if came => ReviewState::New,
        None => ReviewState::Unreviewed,
    }
}

/// The hints of which the server says one thing and the tool's own words another. Whether a second "create" fails,
/// changes nothing or adds another one, its author knows and its name does not say.
pub fn conflicts<'a>(
    declared: &'a Declared,
    inferred: &'a Inference,
) -> impl Iterator<Item = HintName> + use<'a> {
    let read_only = declared.hints.read_only == Some(true);
    let used =
        move |hint: &HintName| !(read_only && matches!(hint, HintName::Destructive | HintName::Idempotent));
    HintName::ALL.into_iter().filter(used).filter(|hint| {
        let said = declared.hints[*hint].zip(inferred.guess(*hint));
        said.is_some_and(|(said, (guess, signal))| {
            said != guess && !(*hint == HintName::Idempotent && signal.rule == CREATING.id)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_review_holds_for_the_definition_it_was_made_for() {
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
            assert_eq!(state(&now, reviewed.as_ref(), decided.iter(), came), expected);
        }
    }
}
