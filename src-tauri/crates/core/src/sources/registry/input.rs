//! Inputs of a registry entry: values that the user provides, and templates with placeholders for them.

use serde_json::{Map, Value};

use super::non_empty_text;

/// A value that the user must or may provide.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InstallInput {
    /// Name by which the value is requested and given; unique within the install option.
    pub name: String,
    pub description: String,
    pub secret: bool,
    pub required: bool,
    /// Used if the user provides no value.
    pub default: Option<String>,
    /// The only allowed values, if there are any.
    pub choices: Vec<String>,
    /// Type of the value: `string`, `number`, `boolean` or `filepath`.
    pub format: Option<String>,
}

/// A text with placeholders, each the index of an [`InstallInput`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Template(pub Vec<TemplatePart>);

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TemplatePart {
    Literal(String),
    Placeholder(usize),
}

impl From<&str> for Template {
    fn from(text: &str) -> Self {
        Self(vec![TemplatePart::Literal(text.to_owned())])
    }
}

impl Template {
    /// Returns the text with placeholders filled in; `None` if one has no value.
    pub fn fill(&self, values: &[Option<String>]) -> Option<String> {
        let mut out = String::new();
        for part in &self.0 {
            match part {
                TemplatePart::Literal(text) => out.push_str(text),
                TemplatePart::Placeholder(position) => out.push_str(values.get(*position)?.as_deref()?),
            }
        }
        Some(out)
    }

    /// Splits `NAME=value` with a fixed name.
    pub fn split_variable(&self) -> Option<(String, Self)> {
        let TemplatePart::Literal(first) = self.0.first()? else { return None };
        let (name, value) = first.split_once('=')?;
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let value = TemplatePart::Literal(value.to_owned());
        let parts = std::iter::once(value).chain(self.0[1..].iter().cloned()).collect();
        is_name.then(|| (name.to_owned(), Self(parts)))
    }

    /// The indices of the placeholders.
    pub fn placeholders(&self) -> impl Iterator<Item = usize> {
        self.0.iter().filter_map(|part| match part {
            TemplatePart::Placeholder(position) => Some(*position),
            TemplatePart::Literal(_) => None,
        })
    }
}

/// Collects the inputs while an install option is parsed.
#[derive(Debug, Default)]
pub struct InputCollector(pub Vec<InstallInput>);

impl InputCollector {
    /// Parses an input: its fixed value with variables as placeholders, or a single placeholder.
    pub fn parse_input(&mut self, input: &Map<String, Value>, name: &str) -> Template {
        match non_empty_text(input, "value") {
            Some(value) => {
                self.parse_template(&value, input.get("variables").and_then(Value::as_object), false)
            }
            None => Template(vec![TemplatePart::Placeholder(self.add_input(input, name))]),
        }
    }

    /// Parses a text with `{variable}`s. Other braces are literal, unless `every` name in braces is a placeholder.
    pub fn parse_template(
        &mut self,
        text: &str,
        variables: Option<&Map<String, Value>>,
        every: bool,
    ) -> Template {
        let mut parts = Vec::new();
        let mut known: Vec<(&str, TemplatePart)> = Vec::new();
        let (mut plain, mut rest) = (String::new(), text);
        while let Some(at) = rest.find('{') {
            let (before, after) = rest.split_at(at);
            plain.push_str(before);
            let name = after.find('}').map(|end| &after[1..end]).filter(|name| !name.contains('{'));
            let variable = name.and_then(|name| variables?.get(name)?.as_object());
            match name.filter(|name| variable.is_some() || (every && !name.is_empty())) {
                Some(name) => {
                    let part = match known.iter().find(|(other, _)| *other == name) {
                        Some((_, part)) => part.clone(),
                        None => self.parse_variable(name, variable),
                    };
                    known.push((name, part.clone()));
                    parts.extend([TemplatePart::Literal(std::mem::take(&mut plain)), part]);
                    rest = &after[name.len() + 2..];
                }
                None => {
                    plain.push('{');
                    rest = &after[1..];
                }
            }
        }
        plain.push_str(rest);
        parts.push(TemplatePart::Literal(plain));
        parts.retain(|part| *part != TemplatePart::Literal(String::new()));
        Template(parts)
    }

    fn parse_variable(&mut self, name: &str, variable: Option<&Map<String, Value>>) -> TemplatePart {
        match variable {
            Some(variable) => match non_empty_text(variable, "value") {
                Some(value) => TemplatePart::Literal(value),
                None => TemplatePart::Placeholder(self.add_input(variable, name)),
            },
            None => {
                let position = self.add_input(&Map::new(), name);
                self.0[position].required = true;
                TemplatePart::Placeholder(position)
            }
        }
    }

    /// Adds an input without a value, and returns its index.
    fn add_input(&mut self, input: &Map<String, Value>, name: &str) -> usize {
        let flag = |key: &str| input.get(key).and_then(Value::as_bool) == Some(true);
        let choices = input.get("choices").and_then(Value::as_array).into_iter().flatten();
        let taken = |name: &str| self.0.iter().any(|input| input.name == name);
        let mut unique = name.to_owned();
        for number in 2.. {
            if !taken(&unique) {
                break;
            }
            unique = format!("{name}-{number}");
        }
        self.0.push(InstallInput {
            name: unique,
            description: non_empty_text(input, "description").unwrap_or_default(),
            secret: flag("isSecret"),
            required: flag("isRequired"),
            default: non_empty_text(input, "default"),
            choices: choices.filter_map(Value::as_str).map(str::to_owned).collect(),
            format: non_empty_text(input, "format"),
        });
        self.0.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_declared_variables_are_placeholders_and_each_is_one_input() {
        for (value, every, expected, names) in [
            ("plain", false, Some("plain"), vec![]),
            ("{a}-{b}-{a}", false, Some("A-{b}-A"), vec!["a"]),
            ("{a}-{b}", true, Some("A-B"), vec!["a", "b"]),
            ("{fixed}{", false, Some("F{"), vec![]),
            ("{{a}}", false, Some("{A}"), vec!["a"]),
            ("{}", true, Some("{}"), vec![]),
            ("{c}", true, None, vec!["c"]),
        ] {
            let variables = json!({"a": {"description": "x"}, "fixed": {"value": "F"}});
            let mut open = InputCollector::default();
            let text = open.parse_template(value, variables.as_object(), every);
            assert_eq!(open.0.iter().map(|input| input.name.as_str()).collect::<Vec<_>>(), names, "{value}");
            let given = |input: &InstallInput| (input.name != "c").then(|| input.name.to_uppercase());
            let values: Vec<_> = open.0.iter().map(given).collect();
            assert_eq!(text.fill(&values).as_deref(), expected, "{value}");
        }
    }
}
