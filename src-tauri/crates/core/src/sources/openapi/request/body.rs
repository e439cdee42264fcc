//! Bodies of requests, from the arguments that are not parameters.

use std::collections::HashSet;

use serde::{Serialize, Serializer};
use serde_json::Value;

use super::binary::Binary;
use super::http::{Content, RequestBody};
use super::multipart::Part;
use super::percent::Encoding;
use super::sorted::{Named, SortedByName};
use super::style::{self, Pair, Style};
use super::value::{self, ParameterValue};
use super::{ArgumentProblem, binary};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BodyPlan {
    pub media_type: Box<str>,
    pub kind: BodyKind,
    pub required: bool,
    pub source: BodySource,
    /// Form fields and parts with an encoding of their own.
    pub fields: SortedByName<FieldPlan>,
    /// Properties that only the server sends.
    pub read_only: SortedByName<Box<str>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BodyKind {
    Json,
    Form,
    Multipart,
    Text,
    Binary,
}

/// Where the body is in the arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BodySource {
    /// One argument is the whole body.
    Argument(Box<str>),
    /// Arguments are the properties of the body.
    Properties {
        declared: SortedByName<Box<str>>,
        /// Whether the schema explicitly accepts others.
        accepts_more: bool,
    },
}

/// Encoding of a form field or part.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FieldPlan {
    pub name: Box<str>,
    pub style: Option<FieldStyle>,
    /// What the document accepts, the preferred first; with wildcards such as `image/*`.
    pub media_types: Box<[Box<str>]>,
    pub headers: Box<[(Box<str>, Box<str>)]>,
    /// The value, or each item of the list, is binary.
    pub is_binary: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FieldStyle {
    pub style: Style,
    pub explode: bool,
    pub allow_reserved: bool,
}

impl FieldPlan {
    /// The first media type without a wildcard.
    fn media_type(&self) -> Option<&str> {
        self.media_types.iter().map(|one| &**one).find(|one| !one.contains('*'))
    }

    /// Whether a part can have this media type.
    fn accepts(&self, media_type: &str) -> bool {
        let matches = |accepted: &str| {
            let accepted = accepted.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
            match accepted.strip_suffix('*') {
                Some(start) => accepted == "*/*" || media_type.starts_with(start),
                None => accepted == media_type,
            }
        };
        self.media_types.is_empty() || self.media_types.iter().any(|accepted| matches(accepted))
    }
}

impl Named for FieldPlan {
    fn name(&self) -> &str {
        &self.name
    }
}

/// A body before it is encoded; borrowed from the arguments.
enum BodyValue<'a> {
    Whole(&'a str, &'a Value),
    Members(Vec<(&'a str, &'a Value)>),
}

impl Serialize for BodyValue<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Whole(_, value) => value.serialize(serializer),
            Self::Members(members) => serializer.collect_map(members.iter().copied()),
        }
    }
}

impl<'a> BodyValue<'a> {
    /// Members of the body, if it is an object.
    fn members(&self) -> Option<Vec<(&'a str, &'a Value)>> {
        match self {
            Self::Whole(_, value) => {
                Some(value.as_object()?.iter().map(|(name, value)| (name.as_str(), value)).collect())
            }
            Self::Members(members) => Some(members.clone()),
        }
    }

    /// Name of a member in a problem.
    fn argument_name(&self, member: &str) -> String {
        match self {
            Self::Whole(argument, _) => format!("{argument}.{member}"),
            Self::Members(_) => member.to_owned(),
        }
    }
}

impl BodyPlan {
    /// Builds the body. `None` if it is optional and no argument is part of it, and if there are problems.
    pub fn build<'a>(
        &'a self,
        arguments: impl Iterator<Item = (&'a String, &'a Value)>,
        problems: &mut Vec<ArgumentProblem>,
    ) -> Option<RequestBody> {
        let body = self.select(arguments, problems)?;
        let content = match self.kind {
            BodyKind::Json => serde_json::to_vec(&body).map(Content::Bytes).map_err(|error| {
                vec![ArgumentProblem::new(body.argument_name(""), format!("is not JSON: {error}"))]
            }),
            BodyKind::Text => encode_text(&body).map(Content::Bytes),
            BodyKind::Binary => encode_binary(&body).map(Content::Bytes),
            BodyKind::Form => self.encode_form(&body).map(Content::Bytes),
            BodyKind::Multipart => self.encode_multipart(&body).map(Content::Multipart),
        };
        match content {
            Ok(content) => Some(RequestBody { media_type: self.media_type.to_string(), content }),
            Err(found) => {
                problems.extend(found);
                None
            }
        }
    }

    /// Selects the arguments of the body. Null for an optional body is no body.
    fn select<'a>(
        &'a self,
        arguments: impl Iterator<Item = (&'a String, &'a Value)>,
        problems: &mut Vec<ArgumentProblem>,
    ) -> Option<BodyValue<'a>> {
        match &self.source {
            BodySource::Argument(body) => {
                let (bodies, others): (Vec<_>, Vec<_>) = arguments.partition(|(name, _)| **body == ***name);
                problems.extend(others.into_iter().map(|(name, _)| ArgumentProblem::unknown(name)));
                let Some((_, value)) = bodies.first().filter(|(_, value)| self.required || !value.is_null())
                else {
                    if self.required {
                        problems.push(ArgumentProblem::new(&**body, "is required"));
                    }
                    return None;
                };
                let keys = value.as_object().into_iter().flatten().map(|(key, _)| key);
                let unsent = keys.filter(|key| self.read_only.contains(key));
                problems.extend(unsent.map(|key| read_only_problem(format!("{body}.{key}"))));
                Some(BodyValue::Whole(body, value))
            }
            BodySource::Properties { declared, accepts_more } => {
                let mut members = Vec::new();
                for (name, value) in arguments {
                    if declared.contains(name) {
                        members.push((name.as_str(), value));
                    } else if self.read_only.contains(name) {
                        problems.push(read_only_problem(name.clone()));
                    } else if *accepts_more {
                        members.push((name.as_str(), value));
                    } else {
                        problems.push(ArgumentProblem::unknown(name));
                    }
                }
                (self.required || !members.is_empty()).then_some(BodyValue::Members(members))
            }
        }
    }

    fn encode_form(&self, body: &BodyValue) -> Result<Vec<u8>, Vec<ArgumentProblem>> {
        let pairs = self.collect_fields(body, form_pairs)?;
        let pairs: Vec<String> = pairs.into_iter().map(|(name, value)| format!("{name}={value}")).collect();
        Ok(pairs.join("&").into_bytes())
    }

    fn encode_multipart(&self, body: &BodyValue) -> Result<Vec<Part>, Vec<ArgumentProblem>> {
        self.collect_fields(body, build_parts)
    }

    /// Encodes each member that is not null.
    fn collect_fields<T>(
        &self,
        body: &BodyValue,
        encode: impl Fn(&str, &Value, Option<&FieldPlan>) -> Result<Vec<T>, String>,
    ) -> Result<Vec<T>, Vec<ArgumentProblem>> {
        let Some(members) = body.members() else {
            return Err(vec![body_problem(body, "is not an object, as a form must be")]);
        };
        let names: HashSet<&str> = members.iter().map(|(name, _)| *name).collect();
        let (mut fields, mut problems) = (Vec::new(), Vec::new());
        for (name, value) in members.iter().filter(|(_, value)| !value.is_null()) {
            let field = self.fields.get(name);
            let encoded = match taken_key(name, value, field, &names, &self.source) {
                Some(key) => Err(format!("has the key \"{key}\", which is another field")),
                None => encode(name, value, field),
            };
            match encoded {
                Ok(encoded) => fields.extend(encoded),
                Err(message) => problems.push(ArgumentProblem::new(body.argument_name(name), message)),
            }
        }
        if problems.is_empty() { Ok(fields) } else { Err(problems) }
    }
}

/// A key of an exploded object that is the name of another field.
fn taken_key<'v>(
    name: &str,
    value: &'v Value,
    field: Option<&FieldPlan>,
    members: &HashSet<&str>,
    source: &BodySource,
) -> Option<&'v str> {
    let style = field?.style.filter(|style| style.explode && style.style != Style::DeepObject);
    let keys = value.as_object().filter(|_| style.is_some())?.keys();
    let is_declared = |key: &str| match source {
        BodySource::Argument(_) => false,
        BodySource::Properties { declared, .. } => declared.contains(key),
    };
    let is_other = |key: &&str| *key != name && (is_declared(key) || members.contains(key));
    keys.map(String::as_str).find(is_other)
}

/// Pairs of a form field. By default, lists repeat the field and objects are JSON text (OpenAPI 3.0.3, "Support for
/// x-www-form-urlencoded Request Bodies").
fn form_pairs(name: &str, value: &Value, field: Option<&FieldPlan>) -> Result<Vec<Pair>, String> {
    if let Some(FieldStyle { style, explode, allow_reserved }) = field.and_then(|field| field.style) {
        let encoding = if allow_reserved { Encoding::Reserved } else { Encoding::Form };
        return style::write_pairs(name, value, style, explode, encoding);
    }
    let pair = |text: &str| (Encoding::Form.encode(name), Encoding::Form.encode(text));
    let is_json = field.and_then(FieldPlan::media_type).is_some_and(is_json_media_type);
    Ok(match ParameterValue::from_json(value) {
        ParameterValue::List(items) if !is_json => items.iter().map(|item| pair(item)).collect(),
        ParameterValue::Absent if !is_json => Vec::new(),
        _ => vec![pair(&value::text(value))],
    })
}

/// Parts of a multipart field. By default, each item of a list is a part, and objects are JSON.
fn build_parts(name: &str, value: &Value, field: Option<&FieldPlan>) -> Result<Vec<Part>, String> {
    let media_type = field.and_then(FieldPlan::media_type);
    let headers = field.map(|field| &*field.headers).unwrap_or_default();
    let headers = || headers.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let part = |name: &str, media_type: Option<&str>, content: Vec<u8>| Part {
        name: name.to_owned(),
        filename: None,
        media_type: media_type.map(str::to_owned),
        headers: headers(),
        content,
    };
    if let Some(FieldStyle { style, explode, .. }) = field.and_then(|field| field.style) {
        let pairs = style::write_pairs(name, value, style, explode, Encoding::Raw)?;
        return Ok(pairs.into_iter().map(|(name, text)| part(&name, None, text.into_bytes())).collect());
    }
    let is_json = media_type.is_some_and(is_json_media_type);
    let items = match value {
        Value::Array(items) if !is_json => items.iter().filter(|item| !item.is_null()).collect(),
        other => vec![other],
    };
    let is_binary = field.is_some_and(|field| field.is_binary);
    let build = |item: &Value| {
        if is_binary {
            let Binary { bytes, media_type: stated, filename } = binary::decode(item)?;
            let stated = stated.filter(|stated| field.is_some_and(|field| field.accepts(stated)));
            let media_type = stated.as_deref().or(media_type).unwrap_or("application/octet-stream");
            let filename = filename.unwrap_or_else(|| name.to_owned());
            return Ok(Part { filename: Some(filename), ..part(name, Some(media_type), bytes) });
        }
        let json = (item.is_object() || item.is_array()).then_some("application/json");
        Ok(part(name, media_type.or(json), value::text(item).into_owned().into_bytes()))
    };
    items.into_iter().map(build).collect()
}

fn encode_text(body: &BodyValue) -> Result<Vec<u8>, Vec<ArgumentProblem>> {
    match body {
        BodyValue::Whole(_, value) if !value.is_object() && !value.is_array() && !value.is_null() => {
            Ok(value::text(value).into_owned().into_bytes())
        }
        _ => Err(vec![body_problem(body, "is not text")]),
    }
}

fn encode_binary(body: &BodyValue) -> Result<Vec<u8>, Vec<ArgumentProblem>> {
    match body {
        BodyValue::Whole(_, value) => {
            let decoded = binary::decode(value).map(|binary| binary.bytes);
            decoded.map_err(|message| vec![body_problem(body, &message)])
        }
        BodyValue::Members(_) => Err(vec![body_problem(body, "is not binary")]),
    }
}

fn body_problem(body: &BodyValue, message: &str) -> ArgumentProblem {
    match body {
        BodyValue::Whole(argument, _) => ArgumentProblem::new(*argument, message),
        BodyValue::Members(_) => ArgumentProblem::new("body", message),
    }
}

fn read_only_problem(argument: String) -> ArgumentProblem {
    ArgumentProblem::new(argument, "is read-only: only the server sets it")
}

/// Returns whether a media type is JSON: `application/json`, `text/json` or `+json`.
pub fn is_json_media_type(media_type: &str) -> bool {
    let essence = media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    essence.ends_with("/json") || essence.ends_with("+json")
}
