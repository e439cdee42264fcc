//! Lint profiles: the severity of each rule and the limits of rules. Built-in profiles are tables; custom ones are
//! TOML.

use toml::{Table, Value};

use super::Severity::{self, Error, Note, Warning};
use super::rules::{self, Rule};
use crate::filter::typo_distance;
use crate::hint::HintName::{Destructive, OpenWorld, ReadOnly};
use crate::hint::{HintName, PerHint};
use crate::text::{escape_line, truncate_chars};

/// The severities and limits to lint with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    pub name: String,
    /// Parallel to [`rules::all`]; `None` where the rule is off.
    levels: Vec<Option<Severity>>,
    pub limits: Limits,
}

/// Limits that parametrize rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Maximum length of a tool name, in characters.
    pub name: usize,
    /// The hints that every tool has to set explicitly.
    pub explicit: PerHint<bool>,
}

/// A profile that ships with Hintsmith, as differences to the default severities of the rules.
pub struct Builtin {
    pub name: &'static str,
    /// The purpose, in one sentence.
    pub what: &'static str,
    changes: &'static [(&'static str, Option<Severity>)],
    name_limit: usize,
    explicit: &'static [HintName],
}

/// Maximum name length in characters by the MCP specification, and by Anthropic's directory.
const SPEC_NAME: usize = 128;
const ANTHROPIC_NAME: usize = 64;

pub const BUILTIN: &[Builtin] = &[
    Builtin {
        name: "spec",
        what: "What the MCP specification demands and recommends.",
        changes: &[
            ("output-schema-missing", None),
            ("hint-not-explicit", None),
            ("open-world-by-openai", None),
            ("justification-missing", None),
            ("title-in-one-place", None),
        ],
        name_limit: SPEC_NAME,
        explicit: &[],
    },
    Builtin {
        name: "anthropic-directory",
        what: "What a server needs to be listed in the directory of Anthropic: a title and the hint that applies.",
        changes: &[
            ("output-schema-missing", None),
            ("open-world-by-openai", None),
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
        name_limit: ANTHROPIC_NAME,
        explicit: &[OpenWorld],
    },
    Builtin {
        name: "anthropic-directory-strict",
        what: "The same, read as strictly as its pages can be: both hints written out on every tool.",
        changes: &[
            ("output-schema-missing", None),
            ("open-world-by-openai", None),
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
        name_limit: ANTHROPIC_NAME,
        explicit: &[ReadOnly, Destructive],
    },
    Builtin {
        name: "openai-submission",
        what: "What OpenAI asks of a plugin: three hints written out on every tool, and an output schema.",
        changes: &[
            ("missing-annotations", Some(Error)),
            ("behaviour-not-said", None),
            ("destruction-not-said", None),
            ("pointless-hint", None),
            ("output-schema-missing", Some(Warning)),
            ("justification-missing", Some(Warning)),
            ("title-in-one-place", None),
        ],
        name_limit: SPEC_NAME,
        explicit: &[ReadOnly, Destructive, OpenWorld],
    },
    Builtin {
        name: "closient",
        what: "Closient's policy: destructive is said only of what deletes, overwrites, revokes or cancels, and never with read-only.",
        changes: &[
            ("output-schema-missing", None),
            ("open-world-by-openai", None),
            ("justification-missing", None),
            ("title-in-one-place", None),
            ("missing-annotations", Some(Error)),
            ("behaviour-not-said", None),
            ("destruction-not-said", None),
            ("pointless-hint", None),
        ],
        name_limit: SPEC_NAME,
        explicit: &[ReadOnly],
    },
];

impl Default for Profile {
    fn default() -> Self {
        Self::of(&BUILTIN[0])
    }
}

impl Profile {
    /// The built-in profile with that name.
    pub fn named(name: &str) -> Result<Self, ProfileError> {
        let found = BUILTIN.iter().find(|builtin| builtin.name == name);
        let names = BUILTIN.iter().map(|builtin| builtin.name);
        found.map(Self::of).ok_or_else(|| ProfileError::UnknownProfile(shown(name), near(name, names)))
    }

    fn of(builtin: &Builtin) -> Self {
        let level = |rule: &Rule| {
            let change = builtin.changes.iter().find(|(id, _)| *id == rule.id);
            change.map_or(Some(rule.severity), |(_, level)| *level)
        };
        let explicit = PerHint::from_fn(|hint| builtin.explicit.contains(&hint));
        Self {
            name: builtin.name.to_owned(),
            levels: rules::every().map(level).collect(),
            limits: Limits { name: builtin.name_limit, explicit },
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
    pub fn read(name: &str, text: &str) -> Result<Self, ProfileError> {
        let table: Table = toml::from_str(text).map_err(|error| {
            let start = error.span().map_or(0, |span| span.start);
            let line = text.get(..start).map_or(1, |before| before.matches('\n').count() + 1);
            ProfileError::NotToml { line, message: shown(error.message()) }
        })?;
        let mut profile = match table.get("extends") {
            None => Self::default(),
            Some(Value::String(other)) => Self::named(other)?,
            Some(_) => return Err(ProfileError::Extends),
        };
        name.clone_into(&mut profile.name);
        for (key, value) in &table {
            match (key.as_str(), value) {
                ("extends", _) => {}
                ("rules", Value::Table(levels)) => {
                    for (id, level) in levels {
                        profile.set(id, read_level(id, level)?)?;
                    }
                }
                ("limits", Value::Table(limits)) => profile.limits.read(limits)?,
                ("rules" | "limits", _) => return Err(ProfileError::NotTable(shown(key))),
                _ => return Err(unknown_key(key, &["extends", "rules", "limits"])),
            }
        }
        Ok(profile)
    }

    /// Sets the severity of a rule; `None` turns it off.
    pub fn set(&mut self, id: &str, level: Option<Severity>) -> Result<(), ProfileError> {
        let Some(at) = rules::every().position(|rule| rule.id == id) else {
            return Err(ProfileError::UnknownRule(shown(id), near(id, rules::every().map(|rule| rule.id))));
        };
        self.levels[at] = level;
        Ok(())
    }

    /// The severity of a rule; `None` if it is off.
    pub fn level(&self, id: &str) -> Option<Severity> {
        let at = rules::every().position(|rule| rule.id == id)?;
        self.levels[at]
    }

    /// The enabled rules about tools, in the order of their findings.
    pub fn rules(&self) -> impl Iterator<Item = (&'static Rule, Severity)> {
        rules::ALL.iter().zip(&self.levels).filter_map(|(rule, level)| Some((*rule, (*level)?)))
    }
}

impl Limits {
    fn read(&mut self, limits: &Table) -> Result<(), ProfileError> {
        for (key, value) in limits {
            match key.as_str() {
                "name" => {
                    let most = value.as_integer().and_then(|most| usize::try_from(most).ok());
                    self.name = most.filter(|most| *most > 0).ok_or(ProfileError::NameLimit)?;
                }
                "explicit-hints" => {
                    let words = value.as_array().ok_or(ProfileError::ExplicitHints)?;
                    let hint = |word: &Value| word.as_str().and_then(HintName::from_word);
                    let hints: Option<Vec<HintName>> = words.iter().map(hint).collect();
                    let hints = hints.ok_or(ProfileError::ExplicitHints)?;
                    self.explicit = PerHint::from_fn(|hint| hints.contains(&hint));
                }
                _ => return Err(unknown_key(key, &["name", "explicit-hints"])),
            }
        }
        Ok(())
    }
}

fn read_level(id: &str, level: &Value) -> Result<Option<Severity>, ProfileError> {
    let word = level.as_str().unwrap_or_default();
    if word == "off" {
        return Ok(None);
    }
    let severity = Severity::ALL.into_iter().find(|severity| severity.word() == word);
    let found =
        level.as_str().map_or_else(|| format!("of type {}", level.type_str()), |word| format!("\"{word}\""));
    severity.map(Some).ok_or_else(|| ProfileError::Level { rule: shown(id), found: shown(&found) })
}

/// Reason a profile is rejected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProfileError {
    #[error("is not TOML: line {line}: {message}")]
    NotToml { line: usize, message: String },
    #[error("there is no profile {0}")]
    UnknownProfile(String, Vec<&'static str>),
    #[error("there is no rule {0}")]
    UnknownRule(String, Vec<&'static str>),
    #[error("a profile has no {0}")]
    UnknownKey(String, Vec<&'static str>),
    #[error("{rule} is {found}")]
    Level { rule: String, found: String },
    #[error("{0} is not a table")]
    NotTable(String),
    #[error("extends is not the name of a profile")]
    Extends,
    #[error("limits.name is not a number of characters")]
    NameLimit,
    #[error("limits.explicit-hints is not a list of hints")]
    ExplicitHints,
}

impl ProfileError {
    /// Advice on how to fix the error.
    pub fn hint(&self) -> String {
        let profiles = || BUILTIN.iter().map(|builtin| builtin.name).collect::<Vec<_>>().join(", ");
        match self {
            Self::NotToml { .. } => "Mend that line.".to_owned(),
            Self::UnknownProfile(_, near) => meant(near, || format!("Choose one of {}.", profiles())),
            Self::UnknownRule(_, near) => meant(near, || "docs/LINT.md lists the rules.".to_owned()),
            Self::UnknownKey(_, known) => format!("Write one of {}.", known.join(", ")),
            Self::Level { .. } => "Write \"off\", \"note\", \"warning\" or \"error\".".to_owned(),
            Self::NotTable(key) => {
                format!("Write [{key}] on a line of its own, and what belongs to it below.")
            }
            Self::Extends => format!("Choose one of {}.", profiles()),
            Self::NameLimit => "Write a whole number above zero, as in name = 64.".to_owned(),
            Self::ExplicitHints => {
                let words = HintName::ALL.map(|hint| format!("\"{}\"", hint.word()));
                format!("Write a list of {}.", words.join(", "))
            }
        }
    }
}

fn meant(near: &[&str], otherwise: impl FnOnce() -> String) -> String {
    if near.is_empty() { otherwise() } else { format!("Did you mean {}?", near.join(" or ")) }
}

fn unknown_key(key: &str, known: &[&'static str]) -> ProfileError {
    ProfileError::UnknownKey(shown(key), known.to_vec())
}

fn shown(text: &str) -> String {
    escape_line(&truncate_chars(text, 80)).into_owned()
}

/// Suggestions for a misspelled name: names within an edit distance of two, or else those that share the most words.
fn near(written: &str, names: impl Iterator<Item = &'static str> + Clone) -> Vec<&'static str> {
    let written = truncate_chars(written, 64).to_lowercase().replace(['_', ' '], "-");
    let slipped: Vec<_> =
        names.clone().filter(|name| typo_distance(&written, name).is_some_and(|slips| slips < 3)).collect();
    if !slipped.is_empty() {
        return slipped;
    }
    let shared =
        |name: &str| name.split('-').filter(|word| written.split('-').any(|own| own == *word)).count();
    let most = names.clone().map(shared).max().filter(|most| *most > 0);
    names.filter(|name| Some(shared(name)) == most).take(3).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_change_of_a_builtin_profile_names_a_rule_and_changes_it() {
        for builtin in BUILTIN {
            for (id, level) in builtin.changes {
                let rule = rules::find(id).unwrap_or_else(|| panic!("{}: there is no {id}", builtin.name));
                assert_ne!(Some(rule.severity), *level, "{}: {id} is so already", builtin.name);
            }
            assert_eq!(Profile::named(builtin.name).unwrap().name, builtin.name);
        }
    }

    #[test]
    fn a_profile_of_ones_own_changes_what_it_names_and_nothing_else() {
        let text = "extends = \"anthropic-directory\"\n[rules]\ntitle-missing = \"note\"\npointless-hint = \"off\"\n\
                    [limits]\nname = 48\nexplicit-hints = [\"idempotent\"]\n";
        let own = Profile::read("ours", text).unwrap();
        let mut expected = Profile::named("anthropic-directory").unwrap();
        expected.name = "ours".to_owned();
        expected.set("title-missing", Some(Note)).unwrap();
        expected.set("pointless-hint", None).unwrap();
        expected.limits.name = 48;
        expected.limits.explicit = PerHint { idempotent: true, ..PerHint::default() };
        assert_eq!(own, expected);
        assert_eq!((own.level("title-missing"), own.level("pointless-hint")), (Some(Note), None));
        let empty = Profile::read("spec", "").unwrap();
        assert_eq!(empty, Profile::default());
    }

    #[test]
    fn what_is_wrong_with_a_profile_is_said_with_what_to_do() {
        for (text, message, hint) in [
            ("a = ", "is not TOML: line 1", "Mend that line."),
            ("\n\n[rules\n", "is not TOML: line 3", "Mend that line."),
            ("extends = \"openai\"", "there is no profile openai", "Did you mean openai-submission?"),
            ("extends = \"house\"", "there is no profile house", "Choose one of spec, anthropic-directory"),
            ("extends = 1", "extends is not", "Choose one of spec"),
            ("rules = 1", "rules is not a table", "Write [rules] on a line"),
            ("[rule]", "a profile has no rule", "Write one of extends, rules, limits."),
            (
                "[rules]\ntitle-mising = \"off\"",
                "there is no rule title-mising",
                "Did you mean title-missing?",
            ),
            (
                "[rules]\nTitles_Differ = \"off\"",
                "there is no rule Titles_Differ",
                "Did you mean titles-differ?",
            ),
            ("[rules]\nname-long = \"off\"", "there is no rule name-long", "Did you mean name-too-long?"),
            ("[rules]\nxyzzy = \"off\"", "there is no rule xyzzy", "docs/LINT.md lists the rules."),
            ("[rules]\ntitle-missing = \"loud\"", "title-missing is \"loud\"", "Write \"off\", \"note\""),
            ("[rules]\ntitle-missing = false", "title-missing is of type boolean", "Write \"off\", \"note\""),
            ("[limits]\nname = 0", "limits.name is not", "Write a whole number above zero"),
            ("[limits]\nname = -4", "limits.name is not", "Write a whole number above zero"),
            (
                "[limits]\nexplicit-hints = [\"loud\"]",
                "limits.explicit-hints",
                "Write a list of \"read-only\"",
            ),
            ("[limits]\ndepth = 3", "a profile has no depth", "Write one of name, explicit-hints."),
        ] {
            let error = Profile::read("own", text).unwrap_err();
            assert!(error.to_string().starts_with(message), "{text}: {error}");
            assert!(error.hint().starts_with(hint), "{text}: {}", error.hint());
        }
    }
}
