//! Preferences: settings for the whole program, in one table that the window and the command line are built from.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Definition of a preference.
#[derive(Debug, Clone, Copy)]
pub struct Preference {
    pub key: &'static str,
    pub group: Group,
    pub label: &'static str,
    pub description: &'static str,
    pub takes: Takes,
    pub default: &'static str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub enum Group {
    /// Inference of hints.
    Inference,
    Approval,
    /// Permissions of agents that use the gateway.
    Agents,
    /// Requirements of the linter.
    Findings,
    Network,
}

/// Values that a preference accepts.
#[derive(Debug, Clone, Copy)]
pub enum Takes {
    /// `on` or `off`.
    Switch,
    Number {
        least: u32,
        most: u32,
        unit: &'static str,
    },
    /// One of these: value and label.
    Choice(&'static [(&'static str, &'static str)]),
}

/// [`AllowedValues`] for the user interface.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "is", rename_all = "camelCase")]
pub enum Kind {
    Switch,
    Number { least: u32, most: u32, unit: String },
    Choice { choices: Vec<Choice> },
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct Choice {
    pub value: String,
    pub label: String,
}

pub const DESTRUCTIVE: &str = "inference.destructive";
pub const OPEN_WORLD: &str = "inference.open-world";
pub const APPROVE_READ_ONLY: &str = "approval.read-only";
pub const CONFIRM_DESTRUCTIVE: &str = "approval.destructive";
pub const SAY_WHAT_IT_DOES: &str = "approval.warnings";
pub const TRUST_RETRIES: &str = "approval.retries";
pub const TYPE_TO_CONFIRM: &str = "approval.type";
pub const PATIENCE: &str = "approval.patience";
pub const ASK_CLIENT: &str = "approval.client";
pub const UNATTENDED: &str = "approval.unattended";
pub const AGENT_LIST: &str = "agents.list-toolsets";
pub const AGENT_EQUIP: &str = "agents.equip-toolset";
pub const AGENT_UNEQUIP: &str = "agents.unequip-toolset";
pub const AGENT_BUILD: &str = "agents.build-toolset";
pub const AGENT_ANNOTATE: &str = "agents.add-tool-annotation";
pub const REVIEW_AGENT_NOTES: &str = "agents.review-notes";
pub const PROFILE: &str = "lint.profile";
pub const CONNECT: &str = "network.connect";
pub const REQUEST: &str = "network.request";
pub const LIST: &str = "network.list";
pub const TOOLS: &str = "network.tools";

const SECONDS: &str = "seconds";

/// Over stdio, Hintsmith is started by a client that the user configured; over HTTP, anyone with the token can connect.
const AGENTS: Takes =
    Takes::Choice(&[("stdio", "Over stdio, not over HTTP"), ("on", "Everywhere"), ("off", "Nowhere")]);

/// In display order.
pub const PREFERENCES: &[Preference] = &[
    Preference {
        key: DESTRUCTIVE,
        group: Group::Inference,
        label: "Destructive means",
        description: "How the tools of servers you add from now on are read. Each server can be set on its own.",
        takes: Takes::Choice(&[
            ("narrow", "Deleting, overwriting, revoking or cancelling"),
            ("broad", "Any change"),
        ]),
        default: "narrow",
    },
    Preference {
        key: OPEN_WORLD,
        group: Group::Inference,
        label: "Open world means",
        description: "What the tools of servers you add from now on reach. Each server can be set on its own.",
        takes: Takes::Choice(&[
            ("byTool", "What each tool’s own words say"),
            ("external", "Every tool: the data lives in an external system"),
            ("own", "No tool: the server only has its own data"),
        ]),
        default: "byTool",
    },
    Preference {
        key: APPROVE_READ_ONLY,
        group: Group::Approval,
        label: "Approve read-only calls by themselves",
        description: "A call to a tool that a person decided is read-only runs without asking.",
        takes: Takes::Switch,
        default: "off",
    },
    Preference {
        key: CONFIRM_DESTRUCTIVE,
        group: Group::Approval,
        label: "Always confirm destructive calls",
        description: "A destructive call asks each time, also where calls to the tool were allowed before.",
        takes: Takes::Switch,
        default: "on",
    },
    Preference {
        key: SAY_WHAT_IT_DOES,
        group: Group::Approval,
        label: "Say in a sentence what a call may do",
        description: "The approval dialog explains each hint that matters for the call.",
        takes: Takes::Switch,
        default: "on",
    },
    Preference {
        key: TRUST_RETRIES,
        group: Group::Approval,
        label: "Trust idempotent retries",
        description: "The same call with the same arguments may be repeated without asking, when a person decided that \
                      the tool is idempotent.",
        takes: Takes::Switch,
        default: "off",
    },
    Preference {
        key: TYPE_TO_CONFIRM,
        group: Group::Approval,
        label: "Type the name of a destructive tool to allow its call",
        description: "So that no call is allowed by a click in passing.",
        takes: Takes::Switch,
        default: "off",
    },
    Preference {
        key: PATIENCE,
        group: Group::Approval,
        label: "Wait for your answer",
        description: "A call that nobody answers in this time is denied.",
        takes: Takes::Number { least: 5, most: 3_600, unit: SECONDS },
        default: "60",
    },
    Preference {
        key: ASK_CLIENT,
        group: Group::Approval,
        label: "Ask the client when no window is open",
        description: "A call that would have to be asked about is asked about in the program that makes it, if that can \
                      show a question. Its answer is as good as that program is honest. Off: such a call is denied.",
        takes: Takes::Switch,
        default: "on",
    },
    Preference {
        key: UNATTENDED,
        group: Group::Approval,
        label: "Change decisions without a terminal",
        description: "The command line changes decisions and approvals also where no person is at a terminal, or where a client of a running proxy started it.",
        takes: Takes::Switch,
        default: "off",
    },
    Preference {
        key: AGENT_LIST,
        group: Group::Agents,
        label: "Agents may list toolsets",
        description: "The gateway offers the tool list-toolsets.",
        takes: AGENTS,
        default: "stdio",
    },
    Preference {
        key: AGENT_EQUIP,
        group: Group::Agents,
        label: "Agents may equip a toolset",
        description: "The gateway offers the tool equip-toolset. An agent can then give itself other tools than you \
                      chose.",
        takes: AGENTS,
        default: "stdio",
    },
    Preference {
        key: AGENT_UNEQUIP,
        group: Group::Agents,
        label: "Agents may unequip the toolset",
        description: "The gateway offers the tool unequip-toolset. An agent can then give itself every tool.",
        takes: AGENTS,
        default: "stdio",
    },
    Preference {
        key: AGENT_BUILD,
        group: Group::Agents,
        label: "Agents may build toolsets",
        description: "The gateway offers the tool build-toolset.",
        takes: AGENTS,
        default: "stdio",
    },
    Preference {
        key: AGENT_ANNOTATE,
        group: Group::Agents,
        label: "Agents may add notes",
        description: "The gateway offers the tool add-tool-annotation. Every later agent that uses the toolset reads \
                      the note, once you have accepted it.",
        takes: AGENTS,
        default: "stdio",
    },
    Preference {
        key: REVIEW_AGENT_NOTES,
        group: Group::Agents,
        label: "Review notes written by agents",
        description: "A note that an agent adds is listed on the review page. No model reads it until you accept it.",
        takes: Takes::Switch,
        default: "on",
    },
    Preference {
        key: PROFILE,
        group: Group::Findings,
        label: "Check tools by",
        description: "The rules that the tools are held against, on the page of findings and everywhere findings are counted.",
        takes: Takes::Choice(&[
            ("spec", "The MCP specification"),
            ("anthropic-directory", "Anthropic’s directory"),
            ("anthropic-directory-strict", "Anthropic’s directory, read strictly"),
            ("openai-submission", "OpenAI’s submission"),
            ("closient", "Closient’s policy"),
        ]),
        default: "spec",
    },
    Preference {
        key: CONNECT,
        group: Group::Network,
        label: "Wait for a server to start",
        description: "From the start of its command to the end of the handshake. A first npx download takes long.",
        takes: Takes::Number { least: 1, most: 3_600, unit: SECONDS },
        default: "60",
    },
    Preference {
        key: REQUEST,
        group: Group::Network,
        label: "Wait for an answer",
        description: "For one request to a server.",
        takes: Takes::Number { least: 1, most: 3_600, unit: SECONDS },
        default: "30",
    },
    Preference {
        key: LIST,
        group: Group::Network,
        label: "Wait for a whole list",
        description: "For all pages of a server’s tools.",
        takes: Takes::Number { least: 1, most: 3_600, unit: SECONDS },
        default: "120",
    },
    Preference {
        key: TOOLS,
        group: Group::Network,
        label: "Tools of one server at most",
        description: "A longer list is cut there, and the server says so.",
        takes: Takes::Number { least: 1, most: 1_000_000, unit: "tools" },
        default: "100000",
    },
];

/// Why a value was rejected.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PreferenceError {
    #[error("there is no preference named {0}")]
    Unknown(String),
    #[error("{key} takes {expected}, not {value:?}")]
    Value { key: &'static str, expected: String, value: String },
}

pub fn find(key: &str) -> Result<&'static Preference, PreferenceError> {
    let found = PREFERENCES.iter().find(|preference| preference.key == key);
    found.ok_or_else(|| PreferenceError::Unknown(key.to_owned()))
}

impl Preference {
    /// Validates a value and returns it in its stored form.
    pub fn read(&self, value: &str) -> Result<String, PreferenceError> {
        let value = value.trim();
        let fits = match self.takes {
            Takes::Switch => matches!(value, "on" | "off"),
            Takes::Number { least, most, .. } => {
                value.parse::<u32>().is_ok_and(|number| (least..=most).contains(&number))
            }
            Takes::Choice(choices) => choices.iter().any(|(own, _)| *own == value),
        };
        if fits {
            return Ok(value.to_owned());
        }
        Err(PreferenceError::Value { key: self.key, expected: self.expected(), value: value.to_owned() })
    }

    /// Describes the accepted values.
    pub fn expected(&self) -> String {
        match self.takes {
            Takes::Switch => "on or off".to_owned(),
            Takes::Number { least, most, unit } => format!("a number of {unit} from {least} to {most}"),
            Takes::Choice(choices) => {
                choices.iter().map(|(value, _)| *value).collect::<Vec<_>>().join(" or ")
            }
        }
    }

    pub fn kind(&self) -> Kind {
        match self.takes {
            Takes::Switch => Kind::Switch,
            Takes::Number { least, most, unit } => Kind::Number { least, most, unit: unit.to_owned() },
            Takes::Choice(choices) => Kind::Choice {
                choices: choices
                    .iter()
                    .map(|(value, label)| Choice { value: (*value).to_owned(), label: (*label).to_owned() })
                    .collect(),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_is_a_value_it_takes() {
        for preference in PREFERENCES {
            assert_eq!(preference.read(preference.default).as_deref(), Ok(preference.default));
        }
    }

    #[test]
    fn a_value_that_does_not_fit_says_what_would() {
        for (key, value, expected) in [
            ("approval.retries", "yes", "approval.retries takes on or off, not \"yes\""),
            (CONNECT, "0", "network.connect takes a number of seconds from 1 to 3600, not \"0\""),
            (CONNECT, "1.5", "network.connect takes a number of seconds from 1 to 3600, not \"1.5\""),
            (DESTRUCTIVE, "wide", "inference.destructive takes narrow or broad, not \"wide\""),
        ] {
            assert_eq!(find(key).unwrap().read(value).unwrap_err().to_string(), expected);
        }
        assert_eq!(find(CONNECT).unwrap().read(" 5 ").as_deref(), Ok("5"));
        assert!(find("connect").is_err());
    }
}
