//! Preferences: settings for the whole program, in one table that the window and the command line are built from.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::text::suggest::did_you_mean;

/// Definition of a preference.
#[derive(Debug, Clone, Copy)]
pub struct Preference {
    pub key: &'static str,
    pub group: PreferenceGroup,
    pub label: &'static str,
    pub description: &'static str,
    pub allowed: AllowedValues,
    pub default: &'static str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub enum PreferenceGroup {
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
pub enum AllowedValues {
    /// `on` or `off`.
    Switch,
    Number {
        min: u32,
        max: u32,
        unit: &'static str,
    },
    /// One of these: value and label.
    Choice(&'static [(&'static str, &'static str)]),
}

/// [`AllowedValues`] for the user interface.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "is", rename_all = "camelCase")]
pub enum PreferenceKind {
    Switch,
    Number { min: u32, max: u32, unit: String },
    Choice { choices: Vec<PreferenceChoice> },
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct PreferenceChoice {
    pub value: String,
    pub label: String,
}

pub const DESTRUCTIVE_READING: &str = "inference.destructive";
pub const OPEN_WORLD_READING: &str = "inference.open-world";
pub const APPROVE_READ_ONLY: &str = "approval.read-only";
pub const CONFIRM_DESTRUCTIVE: &str = "approval.destructive";
pub const EXPLAIN_CALLS: &str = "approval.warnings";
pub const TRUST_RETRIES: &str = "approval.retries";
pub const TYPE_TO_CONFIRM: &str = "approval.type";
pub const APPROVAL_TIMEOUT: &str = "approval.patience";
pub const ASK_CLIENT: &str = "approval.client";
pub const UNATTENDED_CHANGES: &str = "approval.unattended";
pub const AGENT_LIST: &str = "agents.list-toolsets";
pub const AGENT_EQUIP: &str = "agents.equip-toolset";
pub const AGENT_UNEQUIP: &str = "agents.unequip-toolset";
pub const AGENT_BUILD: &str = "agents.build-toolset";
pub const AGENT_ANNOTATE: &str = "agents.add-tool-annotation";
pub const REVIEW_AGENT_NOTES: &str = "agents.review-notes";
pub const LINT_PROFILE: &str = "lint.profile";
pub const CONNECT_TIMEOUT: &str = "network.connect";
pub const REQUEST_TIMEOUT: &str = "network.request";
pub const LIST_TIMEOUT: &str = "network.list";
pub const MAX_TOOLS: &str = "network.tools";

const SECONDS: &str = "seconds";

/// Over stdio, Hintsmith is started by a client that the user configured; over HTTP, anyone with the token can connect.
const AGENT_ACCESS: AllowedValues = AllowedValues::Choice(&[
    ("stdio", "Over stdio, not over HTTP"),
    ("on", "Everywhere"),
    ("off", "Nowhere"),
]);

/// In display order.
pub const PREFERENCES: &[Preference] = &[
    Preference {
        key: DESTRUCTIVE_READING,
        group: PreferenceGroup::Inference,
        label: "Destructive means",
        description: "Applies to servers that you add from now on. Each server can be set separately.",
        allowed: AllowedValues::Choice(&[
            ("narrow", "Deleting, overwriting, revoking or cancelling"),
            ("broad", "Any change"),
        ]),
        default: "narrow",
    },
    Preference {
        key: OPEN_WORLD_READING,
        group: PreferenceGroup::Inference,
        label: "Open-world means",
        description: "Applies to servers that you add from now on. Each server can be set separately.",
        allowed: AllowedValues::Choice(&[
            ("byTool", "Decided by each tool’s name and description"),
            ("external", "Every tool: the data is in an external system"),
            ("web", "Every tool: the tools reach the open web"),
            ("own", "No tool: the server only has its own data"),
        ]),
        default: "byTool",
    },
    Preference {
        key: APPROVE_READ_ONLY,
        group: PreferenceGroup::Approval,
        label: "Approve read-only calls automatically",
        description: "Calls of tools that you, or a server you trust, declare read-only run without asking.",
        allowed: AllowedValues::Switch,
        default: "off",
    },
    Preference {
        key: CONFIRM_DESTRUCTIVE,
        group: PreferenceGroup::Approval,
        label: "Always confirm destructive calls",
        description: "Hintsmith asks before each destructive call, even if you allowed calls of the tool before. Exported permission files make clients ask, too.",
        allowed: AllowedValues::Switch,
        default: "on",
    },
    Preference {
        key: EXPLAIN_CALLS,
        group: PreferenceGroup::Approval,
        label: "Explain what a call may do",
        description: "The approval dialog explains each hint that matters for the call.",
        allowed: AllowedValues::Switch,
        default: "on",
    },
    Preference {
        key: TRUST_RETRIES,
        group: PreferenceGroup::Approval,
        label: "Trust idempotent retries",
        description: "An identical call may be repeated without asking if you decided that the tool is idempotent.",
        allowed: AllowedValues::Switch,
        default: "off",
    },
    Preference {
        key: TYPE_TO_CONFIRM,
        group: PreferenceGroup::Approval,
        label: "Type the name of a destructive tool to allow its call",
        description: "Prevents allowing a destructive call by accident.",
        allowed: AllowedValues::Switch,
        default: "off",
    },
    Preference {
        key: APPROVAL_TIMEOUT,
        group: PreferenceGroup::Approval,
        label: "Wait for your answer",
        description: "A call that is not answered in this time is denied.",
        allowed: AllowedValues::Number { min: 5, max: 3_600, unit: SECONDS },
        default: "60",
    },
    Preference {
        key: ASK_CLIENT,
        group: PreferenceGroup::Approval,
        label: "Ask the client when no window is open",
        description: "The client that makes a call asks for approval, if it supports elicitation. Hintsmith cannot verify \
                      that the answer comes from you. If this is off, such calls are denied.",
        allowed: AllowedValues::Switch,
        default: "on",
    },
    Preference {
        key: UNATTENDED_CHANGES,
        group: PreferenceGroup::Approval,
        label: "Change decisions without a terminal",
        description: "The CLI may change decisions and approvals without a terminal, or if a client of a running proxy started it.",
        allowed: AllowedValues::Switch,
        default: "off",
    },
    Preference {
        key: AGENT_LIST,
        group: PreferenceGroup::Agents,
        label: "Agents may list toolsets",
        description: "The gateway offers the tool list-toolsets.",
        allowed: AGENT_ACCESS,
        default: "stdio",
    },
    Preference {
        key: AGENT_EQUIP,
        group: PreferenceGroup::Agents,
        label: "Agents may activate a toolset",
        description: "The gateway offers the tool equip-toolset. An agent can then use other tools than you chose.",
        allowed: AGENT_ACCESS,
        default: "stdio",
    },
    Preference {
        key: AGENT_UNEQUIP,
        group: PreferenceGroup::Agents,
        label: "Agents may deactivate the toolset",
        description: "The gateway offers the tool unequip-toolset. An agent can then use every tool.",
        allowed: AGENT_ACCESS,
        default: "stdio",
    },
    Preference {
        key: AGENT_BUILD,
        group: PreferenceGroup::Agents,
        label: "Agents may build toolsets",
        description: "The gateway offers the tool build-toolset.",
        allowed: AGENT_ACCESS,
        default: "stdio",
    },
    Preference {
        key: AGENT_ANNOTATE,
        group: PreferenceGroup::Agents,
        label: "Agents may add notes",
        description: "The gateway offers the tool add-tool-annotation. Agents that use the toolset later receive \
                      the note once you have accepted it.",
        allowed: AGENT_ACCESS,
        default: "stdio",
    },
    Preference {
        key: REVIEW_AGENT_NOTES,
        group: PreferenceGroup::Agents,
        label: "Review notes written by agents",
        description: "Notes that agents add are listed on the Review page. Models receive them only after you accept them.",
        allowed: AllowedValues::Switch,
        default: "on",
    },
    Preference {
        key: LINT_PROFILE,
        group: PreferenceGroup::Findings,
        label: "Check tools against",
        description: "The lint profile for the Findings page and wherever findings are counted.",
        allowed: AllowedValues::Choice(&[
            ("spec", "The MCP specification"),
            ("anthropic-directory", "Anthropic’s directory"),
            ("anthropic-directory-strict", "Anthropic’s directory, strict"),
            ("openai-submission", "OpenAI’s submission"),
            ("closient", "Closient’s policy"),
        ]),
        default: "spec",
    },
    Preference {
        key: CONNECT_TIMEOUT,
        group: PreferenceGroup::Network,
        label: "Wait for a server to start",
        description: "From the start of the command to the end of the handshake. The first npx download may take long.",
        allowed: AllowedValues::Number { min: 1, max: 3_600, unit: SECONDS },
        default: "60",
    },
    Preference {
        key: REQUEST_TIMEOUT,
        group: PreferenceGroup::Network,
        label: "Wait for a response",
        description: "For one request to a server.",
        allowed: AllowedValues::Number { min: 1, max: 3_600, unit: SECONDS },
        default: "30",
    },
    Preference {
        key: LIST_TIMEOUT,
        group: PreferenceGroup::Network,
        label: "Wait for a whole list",
        description: "For all pages of a server’s tools.",
        allowed: AllowedValues::Number { min: 1, max: 3_600, unit: SECONDS },
        default: "120",
    },
    Preference {
        key: MAX_TOOLS,
        group: PreferenceGroup::Network,
        label: "Maximum number of tools per server",
        description: "A longer list is truncated, and the server shows a warning.",
        allowed: AllowedValues::Number { min: 1, max: 1_000_000, unit: "tools" },
        default: "100000",
    },
];

/// Reason a value was rejected.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PreferenceError {
    #[error("there is no preference named {name}")]
    Unknown { name: String, suggestion: Option<String> },
    #[error("{key} takes {expected}, not {value:?}")]
    Value { key: &'static str, expected: String, value: String },
}

pub fn find(key: &str) -> Result<&'static Preference, PreferenceError> {
    let found = PREFERENCES.iter().find(|preference| preference.key == key);
    found.ok_or_else(|| PreferenceError::Unknown {
        name: key.to_owned(),
        suggestion: did_you_mean(key, PREFERENCES.iter().map(|preference| preference.key)),
    })
}

impl Preference {
    /// Validates a value and returns it in its stored form.
    pub fn parse_value(&self, value: &str) -> Result<String, PreferenceError> {
        let value = value.trim();
        let fits = match self.allowed {
            AllowedValues::Switch => matches!(value, "on" | "off"),
            AllowedValues::Number { min, max, .. } => {
                value.parse::<u32>().is_ok_and(|number| (min..=max).contains(&number))
            }
            AllowedValues::Choice(choices) => choices.iter().any(|(own, _)| *own == value),
        };
        if fits {
            return Ok(value.to_owned());
        }
        Err(PreferenceError::Value {
            key: self.key,
            expected: self.describe_expected(),
            value: value.to_owned(),
        })
    }

    /// Describes the accepted values.
    pub fn describe_expected(&self) -> String {
        match self.allowed {
            AllowedValues::Switch => "on or off".to_owned(),
            AllowedValues::Number { min, max, unit } => {
                format!("a number of {unit} from {min} to {max}")
            }
            AllowedValues::Choice(choices) => {
                choices.iter().map(|(value, _)| *value).collect::<Vec<_>>().join(" or ")
            }
        }
    }

    pub fn kind(&self) -> PreferenceKind {
        match self.allowed {
            AllowedValues::Switch => PreferenceKind::Switch,
            AllowedValues::Number { min, max, unit } => {
                PreferenceKind::Number { min, max, unit: unit.to_owned() }
            }
            AllowedValues::Choice(choices) => PreferenceKind::Choice {
                choices: choices
                    .iter()
                    .map(|(value, label)| PreferenceChoice {
                        value: (*value).to_owned(),
                        label: (*label).to_owned(),
                    })
                    .collect(),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_is_accepted() {
        for preference in PREFERENCES {
            assert_eq!(preference.parse_value(preference.default).as_deref(), Ok(preference.default));
        }
    }

    #[test]
    fn a_rejected_value_names_the_accepted_ones() {
        for (key, value, expected) in [
            ("approval.retries", "yes", "approval.retries takes on or off, not \"yes\""),
            (CONNECT_TIMEOUT, "0", "network.connect takes a number of seconds from 1 to 3600, not \"0\""),
            (CONNECT_TIMEOUT, "1.5", "network.connect takes a number of seconds from 1 to 3600, not \"1.5\""),
            (DESTRUCTIVE_READING, "wide", "inference.destructive takes narrow or broad, not \"wide\""),
        ] {
            assert_eq!(find(key).unwrap().parse_value(value).unwrap_err().to_string(), expected);
        }
        assert_eq!(find(CONNECT_TIMEOUT).unwrap().parse_value(" 5 ").as_deref(), Ok("5"));
        assert!(find("connect").is_err());
    }
}
