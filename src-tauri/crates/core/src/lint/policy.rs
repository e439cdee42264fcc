//! The policy file: expected annotations (pins), suppressed findings and the profile to lint with. TOML, kept next to a
//! server's code and checked in CI.
//!
//! ```toml
//! version = 1
//! profile = "anthropic-directory"
//! new-tools = "annotated"
//!
//! [pins]
//! "*" = { annotations = "set" }
//! "delete_*" = { destructive = true, title = "Delete *" }
//! ping = { read-only = true, destructive = "unset" }
//!
//! [[implications]]
//! when = { destructive = true }
//! then = { read-only = "not true" }
//!
//! [[suppressions]]
//! tool = "get_*"
//! rule = "title-missing"
//! reason = "the client makes titles itself"
//!
//! [servers.github.pins]
//! search = { open-world = true }
//! ```

use toml::{Table, Value};

use super::expectation::{HintExpectation, TitleExpectation, parse_hint_key};
use super::pins::{Implication, NewToolPolicy, Pin, ToolExpectation};
use super::rules;
use super::suppression::Suppression;
use crate::text::suggest::did_you_mean;
use crate::text::{escape_line, truncate_chars};

/// The only format version that is written and accepted.
pub const FORMAT_VERSION: i64 = 1;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LintPolicy {
    /// The name of a built-in profile, or the path of a profile file relative to the policy.
    pub profile: Option<String>,
    pub new_tools: NewToolPolicy,
    pub pins: Vec<Pin>,
    pub implications: Vec<Implication>,
    pub suppressions: Vec<Suppression>,
}

impl LintPolicy {
    pub fn parse(text: &str) -> Result<Self, PolicyError> {
        let table: Table = toml::from_str(text).map_err(|error| {
            let start = error.span().map_or(0, |span| span.start);
            let line = text.get(..start).map_or(1, |before| before.matches('\n').count() + 1);
            PolicyError::NotToml { line, message: sanitize(error.message()) }
        })?;
        let mut policy = Self::default();
        for (key, value) in &table {
            match (key.as_str(), value) {
                ("version", Value::Integer(FORMAT_VERSION)) => {}
                ("version", _) => return Err(PolicyError::UnsupportedVersion),
                ("profile", Value::String(name)) => policy.profile = Some(name.clone()),
                ("new-tools", Value::String(word)) => {
                    policy.new_tools = NewToolPolicy::parse(word).ok_or(PolicyError::InvalidNewTools)?;
                }
                ("pins", Value::Table(pins)) => parse_pins(None, pins, &mut policy.pins)?,
                ("servers", Value::Table(servers)) => {
                    for (server, part) in servers {
                        let part =
                            part.as_table().ok_or_else(|| not_table_error(&format!("servers.{server}")))?;
                        parse_server(server, part, &mut policy)?;
                    }
                }
                ("implications", Value::Array(all)) => {
                    for implication in all {
                        policy.implications.push(parse_implication(implication)?);
                    }
                }
                ("suppressions", Value::Array(all)) => {
                    for suppression in all {
                        policy.suppressions.push(parse_suppression(suppression)?);
                    }
                }
                ("profile" | "new-tools", _) => return Err(PolicyError::NotString(sanitize(key))),
                ("pins" | "servers", _) => return Err(not_table_error(key)),
                ("implications" | "suppressions", _) => {
                    return Err(PolicyError::NotTableArray(sanitize(key)));
                }
                _ => {
                    let expected =
                        "version, profile, new-tools, pins, implications, suppressions, servers".to_owned();
                    return Err(PolicyError::UnknownKey { what: sanitize(key), expected });
                }
            }
        }
        if !table.contains_key("version") {
            return Err(PolicyError::UnsupportedVersion);
        }
        Ok(policy)
    }
}

fn parse_server(server: &str, table: &Table, policy: &mut LintPolicy) -> Result<(), PolicyError> {
    for (key, value) in table {
        match (key.as_str(), value) {
            ("pins", Value::Table(pins)) => parse_pins(Some(server), pins, &mut policy.pins)?,
            _ => {
                let what = sanitize(&format!("servers.{server}.{key}"));
                return Err(PolicyError::UnknownKey { what, expected: "pins".to_owned() });
            }
        }
    }
    Ok(())
}

fn parse_pins(server: Option<&str>, table: &Table, pins: &mut Vec<Pin>) -> Result<(), PolicyError> {
    for (tool, expects) in table {
        let mut table = as_expectation_table(tool, expects)?.clone();
        let title = table.remove("title").map(|title| {
            TitleExpectation::from_toml(&title).ok_or_else(|| PolicyError::InvalidTitle(sanitize(tool)))
        });
        let (title, expected) = (title.transpose()?, parse_expectation(tool, &table, ", title")?);
        pins.push(Pin { server: server.map(str::to_owned), tool: tool.clone(), expected, title });
    }
    Ok(())
}

fn as_expectation_table<'a>(context: &str, value: &'a Value) -> Result<&'a Table, PolicyError> {
    value.as_table().ok_or_else(|| PolicyError::InvalidPin(sanitize(context)))
}

/// Parses the annotations and hints of a pin or an implication; `other_keys` are keys that the caller has read.
fn parse_expectation(context: &str, table: &Table, other_keys: &str) -> Result<ToolExpectation, PolicyError> {
    let mut expects = ToolExpectation::default();
    for (key, value) in table {
        let parsed = HintExpectation::from_toml(value);
        match (key.as_str(), parse_hint_key(key)) {
            ("annotations", _) if parsed == Some(HintExpectation::Set) => expects.annotations_required = true,
            ("annotations", _) => return Err(PolicyError::InvalidAnnotations(sanitize(context))),
            (_, Some(hint)) => {
                let wrong = || PolicyError::InvalidHintValue { pin: sanitize(context), hint: sanitize(key) };
                expects.hints[hint] = parsed.ok_or_else(wrong)?;
            }
            _ => {
                let expected =
                    format!("annotations, read-only, destructive, idempotent, open-world{other_keys}");
                return Err(PolicyError::UnknownKey {
                    what: sanitize(&format!("{context}.{key}")),
                    expected,
                });
            }
        }
    }
    Ok(expects)
}

fn parse_implication(value: &Value) -> Result<Implication, PolicyError> {
    let part = |key: &str| {
        let part = value.get(key).ok_or(PolicyError::InvalidImplication)?;
        let context = format!("implications.{key}");
        parse_expectation(&context, as_expectation_table(&context, part)?, "")
    };
    let has_two_keys = value.as_table().is_some_and(|table| table.len() == 2);
    let implication = Implication { when: part("when")?, then: part("then")? };
    if has_two_keys { Ok(implication) } else { Err(PolicyError::InvalidImplication) }
}

fn parse_suppression(value: &Value) -> Result<Suppression, PolicyError> {
    let text =
        |key: &str| value.get(key).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty());
    let keys = ["server", "tool", "rule", "reason"];
    let table = value.as_table().ok_or(PolicyError::InvalidSuppression)?;
    if let Some(key) = table.keys().find(|key| !keys.contains(&key.as_str())) {
        let what = sanitize(&format!("suppressions.{key}"));
        return Err(PolicyError::UnknownKey { what, expected: keys.join(", ") });
    }
    let (Some(tool), Some(rule), Some(reason)) = (text("tool"), text("rule"), text("reason")) else {
        return Err(PolicyError::InvalidSuppression);
    };
    if rules::find(rule).is_none() {
        return Err(PolicyError::UnknownRule(
            sanitize(rule),
            did_you_mean(rule, rules::all().map(|rule| rule.id)),
        ));
    }
    let [server, tool, rule, reason] = [text("server").unwrap_or("*"), tool, rule, reason].map(str::to_owned);
    Ok(Suppression { server, tool, rule, reason })
}

/// Reason a policy file is rejected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PolicyError {
    #[error("invalid TOML in line {line}: {message}")]
    NotToml { line: usize, message: String },
    #[error("missing or unsupported version")]
    UnsupportedVersion,
    #[error("unknown key {what}")]
    UnknownKey { what: String, expected: String },
    #[error("{0} must be a table")]
    NotTable(String),
    #[error("{0} must be a list of tables")]
    NotTableArray(String),
    #[error("{0} must be text")]
    NotString(String),
    #[error("new-tools has an unknown value")]
    InvalidNewTools,
    #[error("the pin {0} must be a table of hints")]
    InvalidPin(String),
    #[error("annotations of the pin {0} must be \"set\"")]
    InvalidAnnotations(String),
    #[error("title of the pin {0} must be text")]
    InvalidTitle(String),
    #[error("{hint} of the pin {pin} has an invalid value")]
    InvalidHintValue { pin: String, hint: String },
    #[error("an implication needs exactly the keys when and then")]
    InvalidImplication,
    #[error("a suppression needs a tool, a rule and a reason")]
    InvalidSuppression,
    #[error("there is no rule named {0}")]
    UnknownRule(String, Option<String>),
}

impl PolicyError {
    /// Advice on how to fix the error.
    pub fn hint(&self) -> String {
        match self {
            Self::NotToml { .. } => "Correct that line.".to_owned(),
            Self::UnsupportedVersion => format!("Write version = {FORMAT_VERSION} at the top of the file."),
            Self::UnknownKey { expected: known, .. } => format!("Use one of these keys: {known}."),
            Self::NotTable(key) => format!("Write [{key}] on a separate line, followed by its entries."),
            Self::NotTableArray(key) => format!("Write [[{key}]] on a separate line, followed by its entries."),
            Self::NotString(key) => format!("Write the value in quotes, for example {key} = \"…\"."),
            Self::InvalidNewTools => {
                let words = NewToolPolicy::ALL.map(|rule| format!("\"{}\"", rule.as_str()));
                format!("Use one of {}.", words.join(", "))
            }
            Self::InvalidPin(_) => "Write it like this: ping = { read-only = true }.".to_owned(),
            Self::InvalidAnnotations(_) => "Write annotations = \"set\", or remove the key.".to_owned(),
            Self::InvalidTitle(_) => {
                "Write the title, a pattern such as \"Delete *\", \"set\" or \"unset\".".to_owned()
            }
            Self::InvalidHintValue { .. } => {
                "Use true, false, \"unset\", \"set\", \"not true\" or \"not false\".".to_owned()
            }
            Self::InvalidImplication => {
                "Write [[implications]], followed by when = { destructive = true } and then = { read-only = \"not true\" }."
                    .to_owned()
            }
            Self::InvalidSuppression => {
                "Write [[suppressions]], followed by tool, rule and reason in quotes, and server to limit it to one server."
                    .to_owned()
            }
            Self::UnknownRule(_, suggestion) => {
                suggestion.clone().unwrap_or_else(|| "`hintsmith lint --list-rules` lists the rules.".to_owned())
            }
        }
    }
}

fn not_table_error(key: &str) -> PolicyError {
    PolicyError::NotTable(sanitize(key))
}

fn sanitize(text: &str) -> String {
    escape_line(&truncate_chars(text, 80)).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::hint::PerHint;

    #[test]
    fn a_policy_file_is_parsed() {
        let text = "version = 1\nprofile = \"closient\"\nnew-tools = \"refuse\"\n\
            [pins]\n\"*\" = { annotations = \"set\", title = \"set\" }\nping = { read_only = true, destructiveHint = \"unset\" }\n\
            [[implications]]\nwhen = { destructive = true }\nthen = { read-only = \"not true\" }\n\
            [[suppressions]]\ntool = \"get_*\"\nrule = \"title-missing\"\nreason = \"not here\"\n\
            [servers.git.pins]\nlog = { open-world = false }\n";
        let policy = LintPolicy::parse(text).unwrap();
        let hints = |read_only, destructive, open_world| PerHint {
            read_only,
            destructive,
            idempotent: HintExpectation::Any,
            open_world,
        };
        let expects = |annotations, hints| ToolExpectation { annotations_required: annotations, hints };
        let any = PerHint::default();
        let pin = |server: Option<&str>, tool: &str, expects| Pin {
            server: server.map(str::to_owned),
            tool: tool.to_owned(),
            expected: expects,
            title: None,
        };
        let mut expected = LintPolicy {
            profile: Some("closient".to_owned()),
            new_tools: NewToolPolicy::Refuse,
            pins: vec![
                Pin { title: Some(TitleExpectation::Set), ..pin(None, "*", expects(true, any)) },
                pin(
                    None,
                    "ping",
                    expects(
                        false,
                        hints(HintExpectation::True, HintExpectation::Unset, HintExpectation::Any),
                    ),
                ),
                pin(
                    Some("git"),
                    "log",
                    expects(false, hints(HintExpectation::Any, HintExpectation::Any, HintExpectation::False)),
                ),
            ],
            implications: vec![Implication {
                when: expects(
                    false,
                    hints(HintExpectation::Any, HintExpectation::True, HintExpectation::Any),
                ),
                then: expects(
                    false,
                    hints(HintExpectation::NotTrue, HintExpectation::Any, HintExpectation::Any),
                ),
            }],
            suppressions: vec![Suppression {
                server: "*".to_owned(),
                tool: "get_*".to_owned(),
                rule: "title-missing".to_owned(),
                reason: "not here".to_owned(),
            }],
        };
        expected.pins.sort_by(|one, other| (&one.server, &one.tool).cmp(&(&other.server, &other.tool)));
        let mut policy = policy;
        policy.pins.sort_by(|one, other| (&one.server, &one.tool).cmp(&(&other.server, &other.tool)));
        assert_eq!(policy, expected);
        assert_eq!(LintPolicy::parse("version = 1"), Ok(LintPolicy::default()));
    }

    #[test]
    fn policy_errors_come_with_a_hint() {
        for (text, message, hint) in [
            ("a = ", "invalid TOML in line 1", "Correct that line."),
            ("", "missing or unsupported version", "Write version = 1"),
            ("version = 2", "missing or unsupported version", "Write version = 1"),
            ("[rules]", "unknown key rules", "Use one of these keys: version, profile"),
            ("profile = 1", "profile must be text", "Write the value in quotes, for example profile ="),
            (
                "new-tools = \"maybe\"",
                "new-tools has an unknown value",
                "Use one of \"allow\", \"annotated\", \"refuse\".",
            ),
            ("pins = 1", "pins must be a table", "Write [pins]"),
            ("suppressions = 1", "suppressions must be a list of tables", "Write [[suppressions]]"),
            ("[pins]\nping = true", "the pin ping must be a table of hints", "Write it like this: ping ="),
            (
                "[pins]\nping = { read-only = \"true\" }",
                "read-only of the pin ping",
                "Use true, false, \"unset\"",
            ),
            (
                "[pins]\nping = { loud = true }",
                "unknown key ping.loud",
                "Use one of these keys: annotations, read-only",
            ),
            (
                "[pins]\nping = { title = 1 }",
                "title of the pin ping must be text",
                "Write the title, a pattern",
            ),
            (
                "[pins]\nping = { annotations = true }",
                "annotations of the pin ping",
                "Write annotations = \"set\"",
            ),
            ("[[implications]]\nwhen = {}", "an implication needs", "Write [[implications]]"),
            (
                "[[implications]]\nwhen = {}\nthen = {}\nelse = {}",
                "an implication needs",
                "Write [[implications]]",
            ),
            (
                "[[suppressions]]\ntool = \"a\"\nrule = \"title-missing\"",
                "a suppression needs",
                "Write [[suppressions]]",
            ),
            (
                "[[suppressions]]\ntool = \"a\"\nrule = \"title-missing\"\nreason = \" \"",
                "a suppression needs",
                "Write [[suppressions]]",
            ),
            (
                "[[suppressions]]\ntool = \"a\"\nrule = \"x\"\nreason = \"y\"",
                "there is no rule named x",
                "`hintsmith lint --list-rules` lists",
            ),
            (
                "[[suppressions]]\nwhy = \"a\"",
                "unknown key suppressions.why",
                "Use one of these keys: server, tool",
            ),
            ("[servers.git]\nrules = 1", "unknown key servers.git.rules", "Use one of these keys: pins."),
        ] {
            let error = LintPolicy::parse(text).unwrap_err();
            assert!(error.to_string().starts_with(message), "{text}: {error}");
            assert!(error.hint().starts_with(hint), "{text}: {}", error.hint());
        }
    }
}
