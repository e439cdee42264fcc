//! Install option: one way to start or reach a server of a registry, with the inputs that it needs.

use thiserror::Error;

use super::input::{InputCollector, InstallInput, Template};
use crate::sources::source::{Source, SourceValue, Variable};

/// A package to start or a URL to connect to.
#[derive(Debug, Clone, PartialEq)]
pub struct InstallOption {
    /// Such as `npm @acme/notes 1.2.0` or `https://acme.example/mcp`.
    pub label: String,
    /// Values that the user provides first, in the order they are used.
    pub inputs: Vec<InstallInput>,
    /// Notes for the user to read before adding the server.
    pub notes: Vec<String>,
    /// The source, or why it cannot be added, as "it …".
    pub(super) template: Result<SourceTemplate, String>,
}

/// A source with placeholders.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum SourceTemplate {
    Stdio { parts: Vec<CommandPart>, environment: Vec<(String, Template)> },
    Http { url: Template, headers: Vec<(String, Template)> },
}

/// A part of a command line. A part with an unfilled placeholder is left out.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum CommandPart {
    Text(Template),
    /// An option and its value, as two arguments; as one if the option ends in `=`.
    Option(String, Template),
    /// An option without a value. It is left out if its input is empty, `false` or not given.
    Flag(String, Template),
    /// `-e NAME`, if the variable at that index has a value.
    PassVariable(usize),
}

/// A source built from the user's answers, with every value in plain text.
#[derive(Debug, Clone, PartialEq)]
pub struct InstallSource {
    pub source: Source,
    /// Names of the values that the publisher declares secret, whatever they look like; named as by
    /// [`Source::values`].
    pub secret_values: Vec<String>,
}

/// Reason an install option has no source.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum InstallOptionError {
    #[error("{0}")]
    Unsupported(String),
    /// Names of required inputs that were not given.
    #[error("a value is missing for {}", .0.join(", "))]
    MissingInputs(Vec<String>),
}

impl InstallOption {
    pub(super) fn new(
        label: String,
        template: Result<SourceTemplate, String>,
        collected: InputCollector,
        notes: Vec<String>,
    ) -> Self {
        let inputs = if template.is_ok() { collected.0 } else { Vec::new() };
        Self { label, inputs, notes, template }
    }

    /// Returns why the server cannot be added, if so.
    pub fn unsupported_reason(&self) -> Option<&str> {
        self.template.as_ref().err().map(String::as_str)
    }

    /// The source with `{name}` in place of every input.
    pub fn preview(&self) -> Option<Source> {
        let names: Vec<_> = self.inputs.iter().map(|input| Some(format!("{{{}}}", input.name))).collect();
        Some(self.template.as_ref().ok()?.build(&names))
    }

    /// Builds the source. `given` returns the user's value for an input by name.
    pub fn build_source(
        &self,
        given: impl Fn(&str) -> Option<String>,
    ) -> Result<InstallSource, InstallOptionError> {
        let template = self.template.as_ref().map_err(|why| InstallOptionError::Unsupported(why.clone()))?;
        let value = |input: &InstallInput| {
            given(&input.name).filter(|value| !value.is_empty()).or_else(|| input.default.clone())
        };
        let values: Vec<_> = self.inputs.iter().map(value).collect();
        let missing =
            self.inputs.iter().zip(&values).filter(|(input, value)| input.required && value.is_none());
        let missing: Vec<_> = missing.map(|(input, _)| input.name.clone()).collect();
        if !missing.is_empty() {
            return Err(InstallOptionError::MissingInputs(missing));
        }
        let is_secret = |text: &Template| {
            text.placeholders().any(|index| self.inputs.get(index).is_some_and(|input| input.secret))
        };
        let secret_values = template.values_where(is_secret, &values);
        Ok(InstallSource { source: template.build(&values), secret_values })
    }
}

impl SourceTemplate {
    fn build(&self, values: &[Option<String>]) -> Source {
        match self {
            Self::Stdio { parts, environment } => {
                let command = parts
                    .iter()
                    .flat_map(|part| part.to_arguments(environment, values))
                    .map(SourceValue::from);
                let command = command.collect();
                let environment = fill_variables(environment, values);
                Source::Stdio { command, folder: None, environment, pass_environment: Vec::new() }
            }
            Self::Http { url, headers } => Source::Http {
                url: url.fill(values).unwrap_or_default().into(),
                headers: fill_variables(headers, values),
                client: None,
            },
        }
    }
}

impl SourceTemplate {
    /// Names of the values whose template matches, without those that are left out of the source.
    fn values_where(&self, matches: impl Fn(&Template) -> bool, values: &[Option<String>]) -> Vec<String> {
        let mut names = Vec::new();
        let variables = match self {
            Self::Stdio { parts, environment } => {
                let mut count = 0;
                for part in parts {
                    let arguments = part.to_arguments(environment, values).len();
                    count += arguments;
                    if arguments > 0 && part.value().is_some_and(&matches) {
                        // The value is the last argument of its part, and the program is argument 0.
                        names.push(format!("argument {}", count - 1));
                    }
                }
                environment
            }
            Self::Http { url, headers } => {
                names.extend(matches(url).then(|| "address".to_owned()));
                headers
            }
        };
        let variables = variables.iter().filter(|(_, text)| matches(text) && text.fill(values).is_some());
        names.extend(variables.map(|(name, _)| name.clone()));
        names
    }
}

fn fill_variables(named: &[(String, Template)], values: &[Option<String>]) -> Vec<Variable> {
    let set = named.iter().filter_map(|(name, text)| Some((name.clone(), text.fill(values)?)));
    set.map(|(name, value)| Variable { name, value: value.into() }).collect()
}

impl CommandPart {
    fn to_arguments(&self, environment: &[(String, Template)], values: &[Option<String>]) -> Vec<String> {
        match self {
            Self::Text(text) => text.fill(values).into_iter().collect(),
            Self::Option(option, text) => match text.fill(values) {
                Some(value) if option.ends_with('=') => vec![format!("{option}{value}")],
                Some(value) => vec![option.clone(), value],
                None => Vec::new(),
            },
            Self::Flag(option, text) => match text.fill(values).as_deref() {
                Some("" | "false") | None => Vec::new(),
                Some(_) => vec![option.clone()],
            },
            Self::PassVariable(position) => match environment.get(*position) {
                Some((name, text)) if text.fill(values).is_some() => vec!["-e".to_owned(), name.clone()],
                _ => Vec::new(),
            },
        }
    }

    /// The text that becomes an argument, or the part of one, with the user's values.
    const fn value(&self) -> Option<&Template> {
        match self {
            Self::Text(text) | Self::Option(_, text) => Some(text),
            Self::Flag(..) | Self::PassVariable(_) => None,
        }
    }

    /// The argument itself, if it needs no input.
    pub(super) fn fixed_argument(&self) -> Option<String> {
        match self {
            Self::Text(text) => text.fill(&[]),
            Self::Option(option, _) | Self::Flag(option, _) => Some(option.clone()),
            Self::PassVariable(_) => None,
        }
    }
}
