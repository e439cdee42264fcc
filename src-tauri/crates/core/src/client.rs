//! Reactions of MCP clients to a tool call, as far as tool hints decide them: one module per client, each a truth table
//! that names its source.
//!
//! A client sees only the hints on the wire; an absent hint is neither true nor false.

mod chatgpt;
mod claude;
mod claude_code;
mod codex;
mod cursor;
mod gemini;
mod goose;
mod vscode;

use crate::hint::PerHint;

/// Hints as a client reads them from `annotations`.
pub type Claims = PerHint<Option<bool>>;

/// A client in one of its modes.
#[derive(Debug, Clone, Copy)]
pub struct Client {
    /// Unique id of the client and mode.
    pub id: &'static str,
    pub name: &'static str,
    /// `None` if the client has only one mode.
    pub mode: Option<&'static str>,
    /// The mode most users run the client in.
    pub usual: bool,
    /// Reference to the document or code that defines the rule.
    pub source: &'static str,
    judge: fn(&Claims) -> Verdict,
}

impl Client {
    pub fn judge(&self, claims: &Claims) -> Verdict {
        (self.judge)(claims)
    }
}

/// Predicted reaction of a client, and the reason.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct Verdict {
    pub does: Does,
    /// A clause without a full stop.
    pub why: String,
}

impl Verdict {
    fn new(does: Does, why: &str) -> Self {
        Self { does, why: why.to_owned() }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub enum Does {
    /// May call the tool without asking.
    Runs,
    /// Asks the user first.
    Asks,
    /// Lets a model decide whether to ask the user.
    Judges,
    /// Does not make the call.
    Refuses,
    /// Does not offer the tool to the model.
    Hides,
}

impl Does {
    /// Label in tables.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Runs => "Runs at once",
            Self::Asks => "Asks",
            Self::Judges => "A model decides",
            Self::Refuses => "Refuses",
            Self::Hides => "Not offered",
        }
    }
}

/// Every client whose rule is known, in display order.
pub const CLIENTS: [Client; 13] = [
    vscode::AGENT,
    claude_code::NORMAL,
    claude_code::PLAN,
    claude::CONNECTOR,
    chatgpt::APP,
    codex::AUTO,
    codex::WRITES,
    goose::SMART_APPROVE,
    goose::APPROVE,
    gemini::NORMAL,
    gemini::PLAN,
    cursor::AGENT,
    cursor::ASK,
];

/// Evaluation for clients that consider only `readOnlyHint`.
fn by_read_only(claims: &Claims, yes: Does, otherwise: Does) -> Verdict {
    let does = if claims.read_only == Some(true) { yes } else { otherwise };
    Verdict { does, why: told("readOnlyHint", claims.read_only) }
}

/// The state of a hint on the wire as a clause, such as `readOnlyHint is not set`.
fn told(key: &str, value: Option<bool>) -> String {
    match value {
        Some(true) => format!("{key} is true"),
        Some(false) => format!("{key} is false"),
        None => format!("{key} is not set"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every combination of hints on the wire.
    fn all() -> impl Iterator<Item = Claims> {
        let values = [None, Some(false), Some(true)];
        (0..81).map(move |n| PerHint {
            read_only: values[n % 3],
            destructive: values[n / 3 % 3],
            idempotent: values[n / 9 % 3],
            open_world: values[n / 27],
        })
    }

    #[test]
    fn every_client_says_something_about_every_combination_and_names_its_source() {
        for client in CLIENTS {
            assert!(!client.source.is_empty(), "{}", client.id);
            for claims in all() {
                let verdict = client.judge(&claims);
                assert!(!verdict.why.is_empty() && !verdict.why.ends_with('.'), "{} {claims:?}", client.id);
            }
        }
    }

    #[test]
    fn ids_are_unique_and_each_client_has_one_usual_mode() {
        for client in CLIENTS {
            assert_eq!(CLIENTS.iter().filter(|other| other.id == client.id).count(), 1, "{}", client.id);
            let usual = CLIENTS.iter().filter(|other| other.name == client.name && other.usual);
            assert_eq!(usual.count(), 1, "{}", client.name);
        }
    }

    /// A tool that declares no hints is never called without asking.
    #[test]
    fn a_tool_that_nobody_describes_never_runs_at_once() {
        for client in CLIENTS {
            assert_ne!(client.judge(&Claims::default()).does, Does::Runs, "{}", client.id);
        }
    }
}
