//! What is shipped: the tools of servers as a model should be offered them. Every target writes this in its own way.
//!
//! An offer holds what a person decided, and guesses that only make things stricter. A guess that would loosen something
//! is held back: nobody has decided it.

use std::collections::BTreeMap;

use crate::endpoint::Endpoint;
use crate::hint::{HintName, PerHint, yes_no};
use crate::json::Members;
use crate::layer::Layer;
use crate::note::{Bullet, hydrate};
use crate::resolve::{ResolvedTool, Said, Source};
use crate::source;
use crate::tool::Tool;

/// Everything a target may write about, apart from the canonical file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Offer {
    /// The toolset that says which tools are offered; none: all are.
    pub toolset: Option<String>,
    pub servers: Vec<OfferedServer>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OfferedServer {
    pub name: String,
    pub reach: Reach,
    /// In the server's own order, also those that are not offered.
    pub tools: Vec<OfferedTool>,
}

/// How a client reaches the server. Never a secret: those are named, and a person fills them in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Reach {
    /// A program and its arguments, and the variables it is given.
    Command {
        command: Vec<String>,
        variables: Vec<Given>,
    },
    Address {
        url: String,
        headers: Vec<Given>,
    },
    /// Not as a server of its own: a document, a saved list, the demo.
    #[default]
    Nowhere,
}

/// A variable or a header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    pub name: String,
    /// None where the value is a secret.
    pub value: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OfferedTool {
    pub name: String,
    /// It is in the toolset, or there is none.
    pub offered: bool,
    /// The title to show instead of what the server says.
    pub title: Option<Stated<String>>,
    /// The hints to say instead of what the server says.
    pub hints: PerHint<Option<Stated<bool>>>,
    pub declared: PerHint<Option<bool>>,
    pub declared_title: Option<String>,
    /// What the server says it does.
    pub description: String,
    /// The description with its notes, where there are some.
    pub annotated: Option<String>,
    /// The notes themselves, each with its name, for a format that keeps them apart.
    pub notes: Vec<(String, String)>,
    /// Descriptions of parameters that a person decided.
    pub parameters: BTreeMap<String, String>,
    /// The names of all parameters.
    pub all_parameters: Vec<String>,
    /// A person has reviewed this definition.
    pub reviewed: bool,
    /// The request behind a tool of an OpenAPI document.
    pub endpoint: Option<Endpoint>,
    /// What is not shipped although it holds here, and why.
    pub held_back: Vec<HeldBack>,
}

/// A value and whose word it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stated<T> {
    pub value: T,
    /// A person decided it; otherwise it is a guess.
    pub decided: bool,
    pub because: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldBack {
    /// A hint's word, or `title`.
    pub field: &'static str,
    pub why: String,
}

/// What a person chose about an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// Nothing that nobody has decided or reviewed.
    pub reviewed_only: bool,
    /// Notes go into the description where a format has no other place for them.
    pub notes: bool,
    /// Whether a destructive tool is refused or asked about.
    pub destructive: Permission,
}

impl Default for Choice {
    fn default() -> Self {
        Self { reviewed_only: false, notes: true, destructive: Permission::Ask }
    }
}

/// What a client is told to do with calls of a tool.
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

    /// What a reader of the corrected tool finds: what is stated here, else what the server declares.
    pub fn hint(&self, hint: HintName) -> Option<bool> {
        self.hints[hint].as_ref().map(|stated| stated.value).or(self.declared[hint])
    }

    /// The title to write, whoever said it.
    pub fn shown_title(&self) -> Option<&str> {
        self.title.as_ref().map(|title| title.value.as_str()).or(self.declared_title.as_deref())
    }

    /// The description to write: with notes, where there are some.
    pub fn shown_description(&self) -> &str {
        self.annotated.as_deref().unwrap_or(&self.description)
    }

    /// Whether there is anything to say about it that the server does not say.
    pub fn has_news(&self) -> bool {
        self.title.is_some()
            || HintName::ALL.into_iter().any(|hint| self.hints[hint].is_some())
            || self.annotated.is_some()
            || !self.parameters.is_empty()
    }

    /// Allowed is only what a person decided to be read-only: not what a server declares, and no guess.
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

/// What is shipped about a hint, or why nothing is although something holds.
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
    // On a read-only tool these mean nothing, unless a person said them.
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

/// What somebody other than the server says.
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
    /// What may be written into a file: every secret is left out.
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
                // Passed on by name: the client that starts it reads them from its own environment.
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

/// A text with `${NAME}` in the place of its secret.
fn in_place(held: &source::Held) -> String {
    match held {
        source::Held::Plain(text) => text.clone(),
        source::Held::Sealed { secret, before, after } => format!("{before}${{{secret}}}{after}"),
    }
}
