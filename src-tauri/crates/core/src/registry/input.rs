//! Inputs of a registry entry: values that the user provides, and templates with placeholders for them.

use serde_json::{Map, Value};

use super::text_of;

/// A value that the user must or may provide.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
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
pub struct Text(pub Vec<Piece>);

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    Plain(String),
    Gap(usize),
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self(vec![Piece::Plain(text.to_owned())])
    }
}

impl Text {
    /// Returns the text with placeholders filled in; `None` if one has no value.
    pub fn filled(&self, values: &[Option<String>]) -> Option<String> {
        let mut out = String::new();
        for piece in &self.0 {
            match piece {
                Piece::Plain(text) => out.push_str(text),
                Piece::Gap(position) => out.push_str(values.get(*position)?.as_deref()?),
            }
        }
        Some(out)
    }

    /// The indices of the placeholders.
    pub fn gaps(&self) -> impl Iterator<Item = usize> {
        self.0.iter().filter_map(|piece| match piece {
            Piece::Gap(position) => Some(*position),
            Piece::Plain(_) => None,
        })
    }
}

/// Collects the inputs while an install option is parsed.
#[derive(Debug, Default)]
pub struct Open(pub Vec<Wanted>);

impl Open {
    /// Parses an input: its fixed value with variables as placeholders, or a single placeholder.
    pub fn text(&mut self, input: &Map<String, Value>, name: &str) -> Text {
        match text_of(input, "value") {
            Some(value) => self.template(&value, input.get("variables").and_then(Value::as_object), false),
            None => Text(vec![Piece::Gap(self.gap(input, name))]),
        }
    }

    /// Parses a text with `{variable}`s. Other braces are literal, unless `every` name in braces is a placeholder.
    pub fn template(&mut self, text: &str, variables: Option<&Map<String, Value>>, every: bool) -> Text {
        let mut pieces = Vec::new();
        let mut known: Vec<(&str, Piece)> = Vec::new();
        let (mut plain, mut rest) = (String::new(), text);
        while let Some(at) = rest.find('{') {
            let (before, after) = rest.split_at(at);
            plain.push_str(before);
            let name = after.find('}').map(|end| &after[1..end]).filter(|name| !name.contains('{'));
            let variable = name.and_then(|name| variables?.get(name)?.as_object());
            match name.filter(|name| variable.is_some() || (every && !name.is_empty())) {
                Some(name) => {
                    let piece = match known.iter().find(|(other, _)| *other == name) {
                        Some((_, piece)) => piece.clone(),
                        None => self.variable(name, variable),
                    };
                    known.push((name, piece.clone()));
                    pieces.extend([Piece::Plain(std::mem::take(&mut plain)), piece]);
                    rest = &after[name.len() + 2..];
                }
                None => {
                    plain.push('{');
                    rest = &after[1..];
                }
            }
        }
        plain.push_str(rest);
        pieces.push(Piece::Plain(plain));
        pieces.retain(|piece| *piece != Piece::Plain(String::new()));
        Text(pieces)
    }

    fn variable(&mut self, name: &str, variable: Option<&Map<String, Value>>) -> Piece {
        match variable {
            Some(variable) => match text_of(variable, "value") {
                Some(value) => Piece::Plain(value),
                None => Piece::Gap(self.gap(variable, name)),
            },
            None => {
                let position = self.gap(&Map::new(), name);
                self.0[position].required = true;
                Piece::Gap(position)
            }
        }
    }

    /// Adds an input without a value, and returns its index.
    fn gap(&mut self, input: &Map<String, Value>, name: &str) -> usize {
        let says = |key: &str| input.get(key).and_then(Value::as_bool) == Some(true);
        let choices = input.get("choices").and_then(Value::as_array).into_iter().flatten();
        let taken = |name: &str| self.0.iter().any(|wanted| wanted.name == name);
        let mut unique = name.to_owned();
        for number in 2.. {
            if !taken(&unique) {
                break;
            }
            unique = format!("{name}-{number}");
        }
        self.0.push(Wanted {
            name: unique,
            description: text_of(input, "description").unwrap_or_default(),
            secret: says("isSecret"),
            required: says("isRequired"),
            default: text_of(input, "default"),
            choices: choices.filter_map(Value::as_str).map(str::to_owned).collect(),
            format: text_of(input, "format"),
        });
        self.0.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_named_variables_are_gaps_and_the_same_one_is_asked_for_once() {
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
            let mut open = Open::default();
            let text = open.template(value, variables.as_object(), every);
            assert_eq!(
                open.0.iter().map(|wanted| wanted.name.as_str()).collect::<Vec<_>>(),
                names,
                "{value}"
            );
            let given = |wanted: &Wanted| (wanted.name != "c").then(|| wanted.name.to_uppercase());
            let values: Vec<_> = open.0.iter().map(given).collect();
            assert_eq!(text.filled(&values).as_deref(), expected, "{value}");
        }
    }
}
