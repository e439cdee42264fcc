//! Lint profiles: the severity of each rule and the limits of rules. Built-in profiles are tables; custom ones are
//! TOML.

use toml::{Table, Value};

use super::Severity::{self, Error, Note, Warning};
use super::rules::{self, Rule};
use crate::model::hint::HintName::{Destructive, OpenWorld, ReadOnly};
use crate::model::hint::{HintName, PerHint};
use crate::text::suggest::did_you_mean;
use crate::text::{escape_line, truncate_chars};

/// The severities and limits to lint with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    pub name: String,
    /// Parallel to [`rules::all`]; `None` where the rule is off.
    severities: Vec<Option<Severity>>,
    pub limits: ProfileLimits,
}

/// Limits that parametrize rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProfileLimits {
    /// Maximum length of a tool name, in characters.
    pub max_name_chars: usize,
    /// The hints that every tool has to set explicitly.
    pub explicit_hints: PerHint<bool>,
}

/// A profile that ships with Hintsmith, as differences to the default severities of the rules.
pub struct BuiltinProfile {
    pub name: &'static str,
    /// The purpose, in one sentence.
    pub description: &'static str,
    severity_overrides: &'static [(&'static str, Option<Severity>)],
    max_name_chars: usize,
    explicit_hints: &'static [HintName],
}

/// Maximum name length in characters by the MCP specification, and by Anthropic's directory.
const SPEC_MAX_NAME_CHARS: usize = 128;
const ANTHROPIC_MAX_NAME_CHARS: usize = 64;

pub const BUILTIN_PROFILES: &[BuiltinProfile] = &[
    BuiltinProfile {
        name: "spec",
        description: "Requirements and recommendations of the MCP specification.",
        severity_overrides: &[
            ("output-schema-missing", None),
            ("hint-not-explicit", None),
            ("open-world-by-openai", None),
            ("destructive-by-closient", None),
            ("justification-missing", None),
            ("title-in-one-place", None),
        ],
        max_name_chars: SPEC_MAX_NAME_CHARS,
        explicit_hints: &[],
    },
    BuiltinProfile {
        name: "anthropic-directory",
        description: "Requirements of Anthropic's directory: a title and the applicable hint on every tool.",
        severity_overrides: &[
            ("output-schema-missing", None),
            ("open-world-by-openai", None),
            ("destructive-by-closient", None),
            ("justification-missing", None),
            ("missing-annotations", Some(Error)),
            ("behaviour-not-said", Some(Error)),
            ("destruction-not-said", Some(Error)),
            ("hint-not-explicit", Some(Note)),
            ("title-missing", Some(Error)),
            ("name-too-long", Some(Error)),
            ("catch-all-method", Some(Error)),
            ("hidden-characters", Some(Error)),
        ],
        max_name_chars: ANTHROPIC_MAX_NAME_CHARS,
        explicit_hints: &[OpenWorld],
    },
    BuiltinProfile {
        name: "anthropic-directory-strict",
        description: "Anthropic's directory in its strictest interpretation: both hints set on every tool.",
        severity_overrides: &[
            ("output-schema-missing", None),
            ("open-world-by-openai", None),
            ("destructive-by-closient", None),
            ("justification-missing", None),
            ("missing-annotations", Some(Error)),
            ("behaviour-not-said", Some(Error)),
            ("destruction-not-said", Some(Error)),
            ("pointless-hint", None),
            ("title-missing", Some(Error)),
            ("titles-differ", Some(Error)),
            ("title-in-one-place", Some(Warning)),
            ("name-too-long", Some(Error)),
            ("name-characters", Some(Error)),
            ("catch-all-method", Some(Error)),
            ("description-missing", Some(Error)),
            ("hidden-characters", Some(Error)),
            ("instructs-the-model", Some(Error)),
        ],
        max_name_chars: ANTHROPIC_MAX_NAME_CHARS,
        explicit_hints: &[ReadOnly, Destructive],
    },
    BuiltinProfile {
        name: "openai-submission",
        description: "Requirements of OpenAI for a submission: three hints set on every tool, and an output schema.",
        severity_overrides: &[
            ("missing-annotations", Some(Error)),
            ("behaviour-not-said", None),
            ("destruction-not-said", None),
            ("pointless-hint", None),
            ("output-schema-missing", Some(Warning)),
            ("justification-missing", Some(Warning)),
            ("destructive-by-closient", None),
            ("title-in-one-place", None),
        ],
        max_name_chars: SPEC_MAX_NAME_CHARS,
        explicit_hints: &[ReadOnly, Destructive, OpenWorld],
    },
    BuiltinProfile {
        name: "closient",
        description: "Closient's policy: destructive on tools that delete, overwrite, revoke or cancel, and on no others.",
        severity_overrides: &[
            ("output-schema-missing", None),
            ("open-world-by-openai", None),
            ("justification-missing", None),
            ("title-in-one-place", None),
            ("missing-annotations", Some(Error)),
            ("behaviour-not-said", Some(Error)),
            ("destruction-not-said", None),
            ("hint-not-explicit", None),
            ("pointless-hint", None),
        ],
        max_name_chars: SPEC_MAX_NAME_CHARS,
        explicit_hints: &[],
    },
];

impl Default for Profile {
    fn default() -> Self {
        Self::from_builtin(&BUILTIN_PROFILES[0])
    }
}

impl Profile {
    /// The built-in profile with that name.
    pub fn builtin(name: &str) -> Result<Self, ProfileError> {
        let found = BUILTIN_PROFILES.iter().find(|builtin| builtin.name == name);
        let names = BUILTIN_PROFILES.iter().map(|builtin| builtin.name);
        found
            .map(Self::from_builtin)
            .ok_or_else(|| ProfileError::UnknownProfile(sanitize(name), did_you_mean(name, names)))
    }

    fn from_builtin(builtin: &BuiltinProfile) -> Self {
        let severity = |rule: &Rule| {
            let change = builtin.severity_overrides.iter().find(|(id, _)| *id == rule.id);
            change.map_or(Some(rule.default_severity), |(_, severity)| *severity)
        };
        let explicit = PerHint::from_fn(|hint| builtin.explicit_hints.contains(&hint));
        Self {
            name: builtin.name.to_owned(),
            severities: rules::all().map(severity).collect(),
            limits: ProfileLimits { max_name_chars: builtin.max_name_chars, explicit_hints: explicit },
        }
    }

    /// Parses a custom profile. Settings it omits are inherited from the profile it `extends`, by default `spec`.
    ///
    /// ```toml
    /// extends = "anthropic-directory"
    /// [rules]
    /// title-missing = "warning"
    /// pointless-hint = "off"
    /// [limits]
    /// name = 48
    /// explicit-hints = ["read-only", "destructive"]
    /// ```
    pub fn parse(name: &str, text: &str) -> Result<Self, ProfileError> {
        let table: Table = toml::from_str(text).map_err(|error| {
            let start = error.span().map_or(0, |span| span.start);
            let line = text.get(..start).map_or(1, |before| before.matches('\n').count() + 1);
            ProfileError::NotToml { line, message: sanitize(error.message()) }
        })?;
        let mut profile = match table.get("extends") {
            None => Self::default(),
            Some(Value::String(other)) => Self::builtin(other)?,
            Some(_) => return Err(ProfileError::InvalidExtends),
        };
        name.clone_into(&mut profile.name);
        for (key, value) in &table {
            match (key.as_str(), value) {
                ("extends", _) => {}
                ("rules", Value::Table(levels)) => {
                    for (id, level) in levels {
                        profile.set_severity(id, parse_severity(id, level)?)?;
                    }
                }
                ("limits", Value::Table(limits)) => profile.limits.apply(limits)?,
                ("rules" | "limits", _) => return Err(ProfileError::NotTable(sanitize(key))),
                _ => return Err(unknown_key_error(key, &["extends", "rules", "limits"])),
            }
        }
        Ok(profile)
    }

    /// Sets the severity of a rule; `None` turns it off.
    pub fn set_severity(&mut self, id: &str, level: Option<Severity>) -> Result<(), ProfileError> {
        let Some(at) = rules::all().position(|rule| rule.id == id) else {
            return Err(ProfileError::UnknownRule(
                sanitize(id),
                did_you_mean(id, rules::all().map(|rule| rule.id)),
            ));
        };
        self.severities[at] = level;
        Ok(())
    }

    /// The severity of a rule; `None` if it is off.
    pub fn severity(&self, id: &str) -> Option<Severity> {
        let at = rules::all().position(|rule| rule.id == id)?;
        self.severities[at]
    }

    /// The enabled rules about tools, in the order of their findings.
    pub fn tool_rules(&self) -> impl Iterator<Item = (&'static Rule, Severity)> {
        rules::TOOL_RULES.iter().zip(&self.severities).filter_map(|(rule, level)| Some((*rule, (*level)?)))
    }
}

impl ProfileLimits {
    fn apply(&mut self, limits: &Table) -> Result<(), ProfileError> {
        for (key, value) in limits {
            match key.as_str() {
                "name" => {
                    let most = value.as_integer().and_then(|most| usize::try_from(most).ok());
                    self.max_name_chars =
                        most.filter(|most| *most > 0).ok_or(ProfileError::InvalidNameLimit)?;
                }
                "explicit-hints" => {
                    let words = value.as_array().ok_or(ProfileError::InvalidExplicitHints)?;
                    let hint = |word: &Value| word.as_str().and_then(HintName::from_cli_name);
                    let hints: Option<Vec<HintName>> = words.iter().map(hint).collect();
                    let hints = hints.ok_or(ProfileError::InvalidExplicitHints)?;
                    self.explicit_hints = PerHint::from_fn(|hint| hints.contains(&hint));
                }
                _ => return Err(unknown_key_error(key, &["name", "explicit-hints"])),
            }
        }
        Ok(())
    }
}

fn parse_severity(id: &str, level: &Value) -> Result<Option<Severity>, ProfileError> {
    let word = level.as_str().unwrap_or_default();
    if word == "off" {
        return Ok(None);
    }
    let severity = Severity::ALL.into_iter().find(|severity| severity.as_str() == word);
    let found = level.as_str().map_or_else(|| level.type_str().to_owned(), |word| format!("\"{word}\""));
    severity
        .map(Some)
        .ok_or_else(|| ProfileError::InvalidSeverity { rule: sanitize(id), found: sanitize(&found) })
}

/// Reason a profile is rejected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProfileError {
    #[error("invalid TOML in line {line}: {message}")]
    NotToml { line: usize, message: String },
    #[error("there is no profile named {0}")]
    UnknownProfile(String, Option<String>),
    #[error("there is no rule named {0}")]
    UnknownRule(String, Option<String>),
    #[error("unknown key {0}")]
    UnknownKey(String, Vec<&'static str>),
    #[error("invalid severity of {rule}: {found}")]
    InvalidSeverity { rule: String, found: String },
    #[error("{0} must be a table")]
    NotTable(String),
    #[error("extends must be the name of a profile")]
    InvalidExtends,
    #[error("limits.name must be a number of characters")]
    InvalidNameLimit,
    #[error("limits.explicit-hints must be a list of hints")]
    InvalidExplicitHints,
}

impl ProfileError {
    /// Advice on how to fix the error.
    pub fn hint(&self) -> String {
        let profiles = || BUILTIN_PROFILES.iter().map(|builtin| builtin.name).collect::<Vec<_>>().join(", ");
        match self {
            Self::NotToml { .. } => "Correct that line.".to_owned(),
            Self::UnknownProfile(_, suggestion) => {
                suggestion.clone().unwrap_or_else(|| format!("Choose one of {}.", profiles()))
            }
            Self::UnknownRule(_, suggestion) => suggestion
                .clone()
                .unwrap_or_else(|| "`hintsmith lint --list-rules` lists the rules.".to_owned()),
            Self::UnknownKey(_, known) => format!("Use one of these keys: {}.", known.join(", ")),
            Self::InvalidSeverity { .. } => "Use \"off\", \"note\", \"warning\" or \"error\".".to_owned(),
            Self::NotTable(key) => {
                format!("Write [{key}] on a separate line, followed by its entries.")
            }
            Self::InvalidExtends => format!("Choose one of {}.", profiles()),
            Self::InvalidNameLimit => "Use a whole number above zero, for example name = 64.".to_owned(),
            Self::InvalidExplicitHints => {
                let words = HintName::ALL.map(|hint| format!("\"{}\"", hint.cli_name()));
                format!("Use a list of {}.", words.join(", "))
            }
        }
    }
}

fn unknown_key_error(key: &str, known: &[&'static str]) -> ProfileError {
    ProfileError::UnknownKey(sanitize(key), known.to_vec())
}

fn sanitize(text: &str) -> String {
    escape_line(&truncate_chars(text, 80)).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn builtin_overrides_name_a_rule_and_change_its_severity() {
        for builtin in BUILTIN_PROFILES {
            for (id, level) in builtin.severity_overrides {
                let rule = rules::find(id).unwrap_or_else(|| panic!("{}: there is no {id}", builtin.name));
                assert_ne!(Some(rule.default_severity), *level, "{}: {id} is so already", builtin.name);
            }
            assert_eq!(Profile::builtin(builtin.name).unwrap().name, builtin.name);
        }
    }

    #[test]
    fn a_custom_profile_changes_only_what_it_names() {
        let text = "extends = \"anthropic-directory\"\n[rules]\ntitle-missing = \"note\"\npointless-hint = \"off\"\n\
                    [limits]\nname = 48\nexplicit-hints = [\"idempotent\"]\n";
        let own = Profile::parse("ours", text).unwrap();
        let mut expected = Profile::builtin("anthropic-directory").unwrap();
        expected.name = "ours".to_owned();
        expected.set_severity("title-missing", Some(Note)).unwrap();
        expected.set_severity("pointless-hint", None).unwrap();
        expected.limits.max_name_chars = 48;
        expected.limits.explicit_hints = PerHint { idempotent: true, ..PerHint::default() };
        assert_eq!(own, expected);
        assert_eq!((own.severity("title-missing"), own.severity("pointless-hint")), (Some(Note), None));
        let empty = Profile::parse("spec", "").unwrap();
        assert_eq!(empty, Profile::default());
    }

    #[test]
    fn profile_errors_come_with_a_hint() {
        for (text, message, hint) in [
            ("a = ", "invalid TOML in line 1", "Correct that line."),
            ("\n\n[rules\n", "invalid TOML in line 3", "Correct that line."),
            ("extends = \"openai\"", "there is no profile named openai", "Did you mean openai-submission?"),
            (
                "extends = \"house\"",
                "there is no profile named house",
                "Choose one of spec, anthropic-directory",
            ),
            ("extends = 1", "extends must be", "Choose one of spec"),
            ("rules = 1", "rules must be a table", "Write [rules] on a separate line"),
            ("[rule]", "unknown key rule", "Use one of these keys: extends, rules, limits."),
            (
                "[rules]\ntitle-mising = \"off\"",
                "there is no rule named title-mising",
                "Did you mean title-missing?",
            ),
            (
                "[rules]\nTitles_Differ = \"off\"",
                "there is no rule named Titles_Differ",
                "Did you mean titles-differ?",
            ),
            (
                "[rules]\nname-long = \"off\"",
                "there is no rule named name-long",
                "Did you mean name-too-long?",
            ),
            (
                "[rules]\nxyzzy = \"off\"",
                "there is no rule named xyzzy",
                "`hintsmith lint --list-rules` lists the rules.",
            ),
            (
                "[rules]\ntitle-missing = \"loud\"",
                "invalid severity of title-missing: \"loud\"",
                "Use \"off\", \"note\"",
            ),
            (
                "[rules]\ntitle-missing = false",
                "invalid severity of title-missing: boolean",
                "Use \"off\", \"note\"",
            ),
            ("[limits]\nname = 0", "limits.name must be", "Use a whole number above zero"),
            ("[limits]\nname = -4", "limits.name must be", "Use a whole number above zero"),
            ("[limits]\nexplicit-hints = [\"loud\"]", "limits.explicit-hints", "Use a list of \"read-only\""),
            ("[limits]\ndepth = 3", "unknown key depth", "Use one of these keys: name, explicit-hints."),
        ] {
            let error = Profile::parse("own", text).unwrap_err();
            assert!(error.to_string().starts_with(message), "{text}: {error}");
            assert!(error.hint().starts_with(hint), "{text}: {}", error.hint());
        }
    }
}
