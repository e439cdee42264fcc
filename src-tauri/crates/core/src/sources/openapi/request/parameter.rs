//! One parameter of an operation: from argument to its place in the request.

use std::borrow::Cow;

use serde_json::Value;

use super::field;
use super::percent::Encoding;
use super::style::{self, Pair, Style};
use super::value;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Location {
    Path,
    Query,
    Header,
    Cookie,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParameterPlan {
    /// Property of the input schema.
    pub argument: Box<str>,
    /// Name in the request.
    pub name: Box<str>,
    pub location: Location,
    pub format: ParameterFormat,
    pub required: bool,
    /// The properties of an object, if the schema describes one. Other parameters do not take objects, because the keys
    /// of an exploded object become parameters of their own.
    pub object: Option<ObjectKeys>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParameterFormat {
    Styled {
        style: Style,
        explode: bool,
        allow_reserved: bool,
        allow_empty: bool,
    },
    /// `content` with a JSON media type.
    Json,
    /// `content` with another media type.
    Text,
}

/// Keys that an object may have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObjectKeys {
    /// Properties by name; only kept where keys become cookies.
    pub declared: Box<[Box<str>]>,
}

/// An argument in the form of its location.
#[derive(Debug, PartialEq)]
pub enum WrittenParameter {
    Path(String),
    Query(Vec<Pair>),
    Header(String),
    Cookies(Vec<Pair>),
    Nothing,
}

impl ParameterPlan {
    /// Writes the argument, or says what is wrong with it.
    pub fn write(&self, argument: Option<&Value>) -> Result<WrittenParameter, String> {
        let missing = || match argument {
            _ if !self.required => Ok(WrittenParameter::Nothing),
            None => Err("is required".to_owned()),
            Some(_) => Err("is required, but null and empty lists cannot be sent here".to_owned()),
        };
        let Some(value) = argument else { return missing() };
        let value = self.prepare(value)?;
        if value.is_null() && self.location != Location::Query {
            return missing();
        }
        match self.location {
            Location::Path => {
                let (style, explode) = self.style(Style::Simple);
                style::write_path(&self.name, &value, style, explode).map(WrittenParameter::Path)
            }
            Location::Query => match self.write_query(&value)? {
                pairs if pairs.is_empty() => missing(),
                pairs => Ok(WrittenParameter::Query(pairs)),
            },
            Location::Header => match style::write_header(&value, self.style(Style::Simple).1)? {
                None => missing(),
                Some(text) => match field::header_value_problem(&text) {
                    Some(problem) => Err(problem.to_owned()),
                    // Receivers ignore white space around a value (RFC 9110, section 5.5).
                    None => Ok(WrittenParameter::Header(text.trim_matches([' ', '\t']).to_owned())),
                },
            },
            Location::Cookie => match self.write_cookies(&value)? {
                pairs if pairs.is_empty() => missing(),
                pairs => Ok(WrittenParameter::Cookies(pairs)),
            },
        }
    }

    /// Returns whether the keys of this argument become names in the request.
    pub fn spreads_keys(&self, argument: &Value) -> bool {
        let (style, explode) = self.style(Style::Form);
        argument.is_object() && explode && style != Style::DeepObject
    }

    fn prepare<'v>(&self, value: &'v Value) -> Result<Cow<'v, Value>, String> {
        match self.format {
            ParameterFormat::Json if value.is_null() && !self.required => Ok(Cow::Borrowed(value)),
            ParameterFormat::Json => Ok(Cow::Owned(json_text(value, self.location).into())),
            ParameterFormat::Text if value.is_null() => Ok(Cow::Borrowed(value)),
            ParameterFormat::Text => Ok(Cow::Owned(value::text(value).into())),
            ParameterFormat::Styled { style, .. } => {
                if value.is_object() && self.object.is_none() && style != Style::DeepObject {
                    return Err("is an object, which this parameter does not take".to_owned());
                }
                Ok(Cow::Borrowed(value))
            }
        }
    }

    const fn style(&self, otherwise: Style) -> (Style, bool) {
        match self.format {
            ParameterFormat::Styled { style, explode, .. } => (style, explode),
            ParameterFormat::Json | ParameterFormat::Text => (otherwise, false),
        }
    }

    fn write_query(&self, value: &Value) -> Result<Vec<Pair>, String> {
        let (style, explode) = self.style(Style::Form);
        let (encoding, allow_empty) = match self.format {
            ParameterFormat::Styled { allow_reserved, allow_empty, .. } => {
                (if allow_reserved { Encoding::Reserved } else { Encoding::Component }, allow_empty)
            }
            _ => (Encoding::Component, false),
        };
        let mut pairs = style::write_pairs(&self.name, value, style, explode, encoding)?;
        let name = Encoding::Component.encode(&self.name);
        if pairs.is_empty() && allow_empty {
            return Ok(vec![(name, String::new())]);
        }
        // `allowReserved` is for values.
        if style != Style::DeepObject && !self.spreads_keys(value) {
            pairs.iter_mut().for_each(|pair| pair.0.clone_from(&name));
        }
        Ok(pairs)
    }

    /// Lists and objects that explode become several cookies, as in OpenAPI 3.2; earlier versions leave it undefined.
    fn write_cookies(&self, value: &Value) -> Result<Vec<Pair>, String> {
        let (style, explode) = self.style(Style::Form);
        if self.spreads_keys(value) {
            let declared = self.object.as_ref().map(|keys| &*keys.declared).unwrap_or_default();
            let mut keys = value.as_object().into_iter().flatten().map(|(key, _)| key);
            let is_unknown =
                |key: &String| !field::is_token(key) || !declared.iter().any(|known| **known == **key);
            if keys.any(is_unknown) {
                return Err("has a key that is not declared, and would be another cookie".to_owned());
            }
        }
        let mut pairs = style::write_pairs(&self.name, value, style, explode, Encoding::Component)?;
        // Names are tokens, which cookies keep as they are.
        if !self.spreads_keys(value) {
            pairs.iter_mut().for_each(|pair| pair.0 = self.name.to_string());
        }
        Ok(pairs)
    }
}

/// JSON text; in a header with escapes in place of characters other than ASCII.
fn json_text(value: &Value, location: Location) -> String {
    let text = value.to_string();
    if location != Location::Header || text.is_ascii() {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_ascii() && character != '\u{7f}' {
            out.push(character);
        } else {
            let mut units = [0; 2];
            let escapes = character.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}"));
            out.extend(escapes);
        }
    }
    out
}
