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

use crate::model::hint::PerHint;

/// Hints as a client reads them from `annotations`.
pub type WireHints = PerHint<Option<bool>>;

/// A client in one of its modes.
#[derive(Debug, Clone, Copy)]
pub struct ClientProfile {
    /// Unique id of the client and mode.
    pub id: &'static str,
    pub name: &'static str,
    /// `None` if the client has only one mode.
    pub mode: Option<&'static str>,
    /// The mode most users run the client in.
    pub is_usual_mode: bool,
    /// Reference to the document or code that defines the rule.
    pub source: &'static str,
    evaluate: fn(&WireHints) -> ClientVerdict,
}

impl ClientProfile {
    pub fn evaluate(&self, claims: &WireHints) -> ClientVerdict {
        (self.evaluate)(claims)
    }
}

/// Predicted reaction of a client, and the reason.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct ClientVerdict {
    pub action: ClientAction,
    /// A clause without a full stop.
    pub why: String,
}

impl ClientVerdict {
    fn new(action: ClientAction, why: &str) -> Self {
        Self { action, why: why.to_owned() }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub enum ClientAction {
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

impl ClientAction {
    /// Label in tables.
    pub const fn label(self) -> &'static str {
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
pub const CLIENTS: [ClientProfile; 13] = [
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
fn evaluate_by_read_only(
    hints: &WireHints,
    if_read_only: ClientAction,
    otherwise: ClientAction,
) -> ClientVerdict {
    let action = if hints.read_only == Some(true) { if_read_only } else { otherwise };
    ClientVerdict { action, why: describe_hint("readOnlyHint", hints.read_only) }
}

/// The state of a hint on the wire as a clause, such as `readOnlyHint is not set`.
fn describe_hint(key: &str, value: Option<bool>) -> String {
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
    fn all_hint_combinations() -> impl Iterator<Item = WireHints> {
        let values = [None, Some(false), Some(true)];
        (0..81).map(move |n| PerHint {
            read_only: values[n % 3],
            destructive: values[n / 3 % 3],
            idempotent: values[n / 9 % 3],
            open_world: values[n / 27],
        })
    }

    #[test]
    fn every_client_evaluates_every_combination_and_names_its_source() {
        for client in CLIENTS {
            assert!(!client.source.is_empty(), "{}", client.id);
            for claims in all_hint_combinations() {
                let verdict = client.evaluate(&claims);
                assert!(!verdict.why.is_empty() && !verdict.why.ends_with('.'), "{} {claims:?}", client.id);
            }
        }
    }

    #[test]
    fn ids_are_unique_and_each_client_has_one_usual_mode() {
        for client in CLIENTS {
            assert_eq!(CLIENTS.iter().filter(|other| other.id == client.id).count(), 1, "{}", client.id);
            let usual = CLIENTS.iter().filter(|other| other.name == client.name && other.is_usual_mode);
            assert_eq!(usual.count(), 1, "{}", client.name);
        }
    }

    /// A tool that declares no hints is never called without asking.
    #[test]
    fn a_tool_without_hints_never_runs_without_asking() {
        for client in CLIENTS {
            assert_ne!(client.evaluate(&WireHints::default()).action, ClientAction::Runs, "{}", client.id);
        }
    }
}
