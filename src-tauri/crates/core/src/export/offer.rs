//! The export model: tools of servers with the overrides that targets write in their formats.
//!
//! It contains decisions of the user, and inferred values that only tighten. Inferred values that would loosen are
//! withheld, because the user has not decided them.

use std::collections::BTreeMap;

use crate::endpoint::Endpoint;
use crate::hint::{HintName, PerHint, yes_no};
use crate::json::Members;
use crate::layer::Layer;
use crate::note::{Bullet, hydrate};
use crate::resolve::{ResolvedTool, Said, Source};
use crate::source;
use crate::tool::Tool;

/// The input of every target except the canonical file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Offer {
    /// The toolset that selects the included tools; `None` includes all.
    pub toolset: Option<String>,
    pub servers: Vec<OfferedServer>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OfferedServer {
    pub name: String,
    pub reach: Reach,
    /// In the server's own order, including tools that are not selected.
    pub tools: Vec<OfferedTool>,
}

/// The connection of a client to the server. It never contains a secret: secrets are only named, and the user supplies
/// them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Reach {
    /// A program with its arguments and environment variables.
    Command {
        command: Vec<String>,
        variables: Vec<Given>,
    },
    Address {
        url: String,
        headers: Vec<Given>,
    },
    /// No connectable server: an OpenAPI document, a saved list or the demo.
    #[default]
    Nowhere,
}

/// An environment variable or a header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    pub name: String,
    /// `None` if the value is a secret.
    pub value: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OfferedTool {
    pub name: String,
    /// True if the tool is in the toolset, or no toolset is selected.
    pub offered: bool,
    /// The title that overrides the server's.
    pub title: Option<Stated<String>>,
    /// The hints that override the server's.
    pub hints: PerHint<Option<Stated<bool>>>,
    pub declared: PerHint<Option<bool>>,
    pub declared_title: Option<String>,
    /// The server's description.
    pub description: String,
    /// The description with notes appended; `None` without notes.
    pub annotated: Option<String>,
    /// The notes as name and text, for formats that store them separately.
    pub notes: Vec<(String, String)>,
    /// Parameter descriptions that the user decided, by parameter.
    pub parameters: BTreeMap<String, String>,
    /// The names of all parameters.
    pub all_parameters: Vec<String>,
    /// True if the current definition is reviewed.
    pub reviewed: bool,
    /// The HTTP request, for tools of an OpenAPI document.
    pub endpoint: Option<Endpoint>,
    /// Effective values that are not exported, with the reason.
    pub held_back: Vec<HeldBack>,
}

/// An exported value with its origin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stated<T> {
    pub value: T,
    /// True if the user decided it; otherwise it is inferred.
    pub decided: bool,
    pub because: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldBack {
    /// The name of a hint, or `title`.
    pub field: &'static str,
    pub why: String,
}

/// Options of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// Withholds inferred values, and hints of tools whose current definition is not reviewed.
    pub reviewed_only: bool,
    /// Includes notes. Formats without a separate place for them get them in the description.
    pub notes: bool,
    /// The permission of destructive tools: ask or deny.
    pub destructive: Permission,
}

impl Default for Choice {
    fn default() -> Self {
        Self { reviewed_only: false, notes: true, destructive: Permission::Ask }
    }
}

/// The permission that a client is configured with for a tool, in ascending strictness.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Permission {
    Allow,
    Ask,
    Deny,
}

impl OfferedTool {
    pub fn new(
        tool: &Tool,
        resolved: &ResolvedTool,
        notes: &[Bullet],
        (offered, reviewed): (bool, bool),
        choice: Choice,
    ) -> Self {
        let mut held_back = Vec::new();
        let description = tool.description.clone().unwrap_or_default();
        let notes: &[Bullet] = if choice.notes { notes } else { &[] };
        let annotated = (!notes.is_empty()).then(|| hydrate(&description, notes).into_owned());
        let hints = PerHint::from_fn(|hint| {
            let (stated, why) = hint_of(resolved, hint, reviewed, choice);
            held_back.extend(why.map(|why| HeldBack { field: hint.word(), why }));
            stated
        });
        let title = stated(&resolved.title.winner, |title| (*title).to_owned())
            .filter(|title| title.decided || !choice.reviewed_only);
        Self {
            name: tool.name.clone(),
            offered,
            title,
            hints,
            declared: tool.declared.hints,
            declared_title: tool.declared.shown_title().map(str::to_owned),
            description,
            annotated,
            notes: notes.iter().map(|note| (note.name.to_owned(), note.text.to_owned())).collect(),
            parameters: resolved
                .parameters
                .iter()
                .filter(|(_, said)| said.layer >= Layer::Override)
                .map(|(name, said)| ((*name).to_owned(), said.value.to_owned()))
                .collect(),
            all_parameters: tool.parameters.iter().map(|parameter| parameter.name.clone()).collect(),
            reviewed,
            endpoint: Members::parse(&tool.raw).ok().and_then(|members| Endpoint::read(&members)),
            held_back,
        }
    }

    /// The effective value of a hint: the exported one, otherwise the declared one.
    pub fn hint(&self, hint: HintName) -> Option<bool> {
        self.hints[hint].as_ref().map(|stated| stated.value).or(self.declared[hint])
    }

    /// The effective title: the exported one, otherwise the declared one.
    pub fn shown_title(&self) -> Option<&str> {
        self.title.as_ref().map(|title| title.value.as_str()).or(self.declared_title.as_deref())
    }

    /// The effective description: with notes if there are any.
    pub fn shown_description(&self) -> &str {
        self.annotated.as_deref().unwrap_or(&self.description)
    }

    /// True if anything differs from what the server declares.
    pub fn has_news(&self) -> bool {
        self.title.is_some()
            || HintName::ALL.into_iter().any(|hint| self.hints[hint].is_some())
            || self.annotated.is_some()
            || !self.parameters.is_empty()
    }

    /// The permission of the tool. Only a decided read-only hint allows it: neither a declared nor an inferred one
    /// does.
    pub fn permission(&self, choice: Choice) -> Permission {
        let decided = |hint: HintName, value: bool| {
            self.hints[hint].as_ref().is_some_and(|stated| stated.decided && stated.value == value)
        };
        let destructive = self.hint(HintName::Destructive) == Some(true);
        if !self.offered {
            Permission::Deny
        } else if decided(HintName::ReadOnly, true) {
            Permission::Allow
        } else if destructive {
            choice.destructive
        } else {
            Permission::Ask
        }
    }
}

/// The exported value of a hint, or the reason an effective value is withheld.
fn hint_of(
    resolved: &ResolvedTool,
    hint: HintName,
    reviewed: bool,
    choice: Choice,
) -> (Option<Stated<bool>>, Option<String>) {
    let field = &resolved.hints[hint];
    if let Some(said) = field.suspended() {
        let why =
            format!("{} is suspended: the server changed the tool since it was decided", yes_no(said.value));
        return (None, Some(why));
    }
    let Some(stated) = stated(&field.winner, |value| *value) else { return (None, None) };
    // These hints are meaningless on a read-only tool, so only decided values are exported.
    if resolved.is_unused(hint) && !stated.decided {
        return (None, None);
    }
    let value = yes_no(stated.value);
    match (stated.decided, stated.value == hint.careful()) {
        (true, _) if choice.reviewed_only && !reviewed => {
            (None, Some(format!("{value} is decided, but nobody has reviewed the tool as it is now")))
        }
        (true, _) => (Some(stated), None),
        (false, true) if !choice.reviewed_only => (Some(stated), None),
        (false, true) => (None, Some(format!("{value} is a guess"))),
        (false, false) => {
            (None, Some(format!("{value} is a guess that would loosen something; nobody has decided it")))
        }
    }
}

/// The value with its origin, unless it comes from the server or a default.
fn stated<T, U>(said: &Said<T>, value: impl Fn(&T) -> U) -> Option<Stated<U>> {
    let (decided, because) = match said.source {
        Source::Person(decision) | Source::PersonIn(_, decision) => (true, decision.because.clone()),
        Source::Rule(rule) | Source::RuleIn(_, rule) => (true, rule.because.clone()),
        Source::Signal(_) | Source::MadeFromName => (false, None),
        Source::Contradicted => (false, None),
        Source::Specification | Source::ToolName | Source::Server => return None,
    };
    Some(Stated { value: value(&said.value), decided, because })
}

impl Reach {
    /// Converts a stored source. Every secret is omitted.
    pub fn of(source: &source::Source) -> Self {
        let given = |variable: &source::Variable| Given {
            name: variable.name.clone(),
            value: match &variable.value {
                source::Held::Plain(text) => Some(text.clone()),
                source::Held::Sealed { .. } => None,
            },
        };
        match source {
            source::Source::Stdio { command, environment, pass_environment, .. } => {
                // Variables passed on by name: the client reads them from its own environment when it starts the
                // server.
                let passed = pass_environment.iter().map(|name| Given { name: name.clone(), value: None });
                Self::Command {
                    command: command.iter().map(in_place).collect(),
                    variables: environment.iter().map(given).chain(passed).collect(),
                }
            }
            source::Source::Http { url, headers, .. } => {
                Self::Address { url: in_place(url), headers: headers.iter().map(given).collect() }
            }
            _ => Self::Nowhere,
        }
    }
}

/// The text with `${NAME}` in place of its secret.
fn in_place(held: &source::Held) -> String {
    match held {
        source::Held::Plain(text) => text.clone(),
        source::Held::Sealed { secret, before, after } => format!("{before}${{{secret}}}{after}"),
    }
}
