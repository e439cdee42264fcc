//! Install option: one way to start or reach a server of a registry, with the inputs that it needs.

use thiserror::Error;

use super::input::{Open, Text, Wanted};
use crate::source::{Held, Source, Variable};

/// A package to start or a URL to connect to.
#[derive(Debug, Clone, PartialEq)]
pub struct Way {
    /// Such as `npm @acme/notes 1.2.0` or `https://acme.example/mcp`.
    pub label: String,
    /// Values that the user provides first, in the order they are used.
    pub wanted: Vec<Wanted>,
    /// Notes for the user to read before adding the server.
    pub notes: Vec<String>,
    /// The source, or why it cannot be added, as "it …".
    pub(super) form: Result<Form, String>,
}

/// A source with placeholders.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Form {
    Command { parts: Vec<Part>, environment: Vec<(String, Text)> },
    Address { url: Text, headers: Vec<(String, Text)> },
}

/// A part of a command line. A part with an unfilled placeholder is left out.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Part {
    Text(Text),
    /// An option and its value, as two arguments; as one if the option ends in `=`.
    Option(String, Text),
    /// An option without a value. It is left out if its input is empty, `false` or not given.
    Switch(String, Text),
    /// `-e NAME`, if the variable at that index has a value.
    Pass(usize),
}

/// Why an install option has no source.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum WayError {
    #[error("{0}")]
    CannotBeAdded(String),
    /// Names of required inputs that were not given.
    #[error("a value is missing for {}", .0.join(", "))]
    Missing(Vec<String>),
}

impl Way {
    pub(super) fn new(label: String, form: Result<Form, String>, open: Open, notes: Vec<String>) -> Self {
        let wanted = if form.is_ok() { open.0 } else { Vec::new() };
        Self { label, wanted, notes, form }
    }

    /// Returns why the server cannot be added, if so.
    pub fn obstacle(&self) -> Option<&str> {
        self.form.as_ref().err().map(String::as_str)
    }

    /// The source with `{name}` in place of every input.
    pub fn preview(&self) -> Option<Source> {
        let names: Vec<_> = self.wanted.iter().map(|wanted| Some(format!("{{{}}}", wanted.name))).collect();
        Some(self.form.as_ref().ok()?.source(&names))
    }

    /// Returns the source with every value in plain text. `given` returns the user's value for an input by name.
    pub fn source(&self, given: impl Fn(&str) -> Option<String>) -> Result<Source, WayError> {
        let form = self.form.as_ref().map_err(|why| WayError::CannotBeAdded(why.clone()))?;
        let value = |wanted: &Wanted| {
            given(&wanted.name).filter(|value| !value.is_empty()).or_else(|| wanted.default.clone())
        };
        let values: Vec<_> = self.wanted.iter().map(value).collect();
        let missing =
            self.wanted.iter().zip(&values).filter(|(wanted, value)| wanted.required && value.is_none());
        let missing: Vec<_> = missing.map(|(wanted, _)| wanted.name.clone()).collect();
        if missing.is_empty() { Ok(form.source(&values)) } else { Err(WayError::Missing(missing)) }
    }

    /// Names of the variables and headers whose value the publisher declares secret, whatever they look like.
    pub fn secrets(&self) -> Vec<&str> {
        let Ok(form) = &self.form else { return Vec::new() };
        let (Form::Command { environment: named, .. } | Form::Address { headers: named, .. }) = form;
        let is_secret =
            |text: &Text| text.gaps().any(|gap| self.wanted.get(gap).is_some_and(|wanted| wanted.secret));
        named.iter().filter(|(_, text)| is_secret(text)).map(|(name, _)| name.as_str()).collect()
    }
}

impl Form {
    fn source(&self, values: &[Option<String>]) -> Source {
        match self {
            Self::Command { parts, environment } => {
                let command =
                    parts.iter().flat_map(|part| part.arguments(environment, values)).map(Held::from);
                let command = command.collect();
                let environment = variables(environment, values);
                Source::Stdio { command, folder: None, environment, pass_environment: Vec::new() }
            }
            Self::Address { url, headers } => Source::Http {
                url: url.filled(values).unwrap_or_default().into(),
                headers: variables(headers, values),
                client: None,
            },
        }
    }
}

fn variables(named: &[(String, Text)], values: &[Option<String>]) -> Vec<Variable> {
    let set = named.iter().filter_map(|(name, text)| Some((name.clone(), text.filled(values)?)));
    set.map(|(name, value)| Variable { name, value: value.into() }).collect()
}

impl Part {
    fn arguments(&self, environment: &[(String, Text)], values: &[Option<String>]) -> Vec<String> {
        match self {
            Self::Text(text) => text.filled(values).into_iter().collect(),
            Self::Option(option, text) => match text.filled(values) {
                Some(value) if option.ends_with('=') => vec![format!("{option}{value}")],
                Some(value) => vec![option.clone(), value],
                None => Vec::new(),
            },
            Self::Switch(option, text) => match text.filled(values).as_deref() {
                Some("" | "false") | None => Vec::new(),
                Some(_) => vec![option.clone()],
            },
            Self::Pass(position) => match environment.get(*position) {
                Some((name, text)) if text.filled(values).is_some() => vec!["-e".to_owned(), name.clone()],
                _ => Vec::new(),
            },
        }
    }

    /// The argument itself, if it needs no input.
    pub(super) fn fixed(&self) -> Option<String> {
        match self {
            Self::Text(text) => text.filled(&[]),
            Self::Option(option, _) | Self::Switch(option, _) => Some(option.clone()),
            Self::Pass(_) => None,
        }
    }
}
