//! Media types of request bodies: which one is sent, and the encoding of its fields.

use serde_json::{Map, Value, json};

use super::reference;
use super::request::binary;
use super::request::body::{BodyKind, BodyPlan, BodySource, FieldPlan, FieldStyle, is_json_media_type};
use super::request::field;
use super::request::sorted::SortedByName;
use super::request::style::Style;
use super::schema::SchemaBuilder;

const FORM: &str = "application/x-www-form-urlencoded";
const MULTIPART: &str = "multipart/form-data";
const JSON: &str = "application/json";
const BINARY: &str = "application/octet-stream";

/// Number of schemas that are searched for properties which only the server sends.
const MAX_SEARCHED_SCHEMAS: usize = 100;

/// The body of a request, apart from its place in the arguments.
pub struct BodyMedia {
    media_type: Box<str>,
    kind: BodyKind,
    fields: Vec<FieldPlan>,
    read_only: Vec<Box<str>>,
}

impl Default for BodyMedia {
    fn default() -> Self {
        Self { media_type: JSON.into(), kind: BodyKind::Json, fields: Vec::new(), read_only: Vec::new() }
    }
}

impl BodyMedia {
    /// Returns whether the properties of the body can be arguments of their own.
    pub const fn can_be_flattened(&self) -> bool {
        matches!(self.kind, BodyKind::Json | BodyKind::Form | BodyKind::Multipart)
    }

    pub fn into_plan(self, source: BodySource, required: bool) -> BodyPlan {
        let Self { media_type, kind, fields, read_only } = self;
        let (fields, read_only) = (SortedByName::new(fields), SortedByName::new(read_only));
        BodyPlan { media_type, kind, required, source, fields, read_only }
    }
}

/// Selects a media type: JSON, forms, wildcards, text, binary. `None` if there is none that can be sent.
pub fn select(content: &Map<String, Value>) -> Option<(&str, &Value)> {
    let ranked = content.iter().filter_map(|(name, media)| Some((rank(name)?, name.as_str(), media)));
    ranked.min_by_key(|(rank, ..)| *rank).map(|(_, name, media)| (name, media))
}

/// `None` for other multipart types, and for names that are not valid in a header.
fn rank(media_type: &str) -> Option<u8> {
    if media_type.trim().is_empty() || field::header_value_problem(media_type).is_some() {
        return None;
    }
    Some(match essence(media_type).as_str() {
        JSON => 0,
        other if is_json_media_type(other) => 1,
        FORM => 2,
        MULTIPART => 3,
        other if other.starts_with("multipart/") => return None,
        "*/*" | "application/*" => 4,
        "text/plain" | "text/*" => 5,
        other if is_text(other) => 6,
        _ => 7,
    })
}

fn essence(media_type: &str) -> String {
    media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

fn is_text(essence: &str) -> bool {
    const SUBTYPES: [&str; 12] = [
        "csv",
        "edn",
        "graphql",
        "javascript",
        "jsonl",
        "jsonlines",
        "ndjson",
        "sql",
        "toml",
        "xml",
        "x-ndjson",
        "yaml",
    ];
    let subtype = essence.strip_prefix("application/").unwrap_or_default();
    let subtype = subtype.rsplit('+').next().unwrap_or_default();
    essence.starts_with("text/")
        || SUBTYPES.contains(&subtype)
        || subtype == "x-yaml"
        || essence.ends_with("+xml")
}

/// Reads how the body is encoded. Where its arguments cannot be what the schema describes, the schema is adapted: bodies
/// that are neither JSON nor a form are one text, and binary values are base64.
pub fn read_media<'d>(
    schemas: &mut SchemaBuilder<'_, 'd>,
    name: &str,
    media: &'d Value,
    schema: &mut Value,
) -> BodyMedia {
    let (media_type, kind) = resolve(name, schema);
    let mut fields = Vec::new();
    match kind {
        BodyKind::Json => {}
        BodyKind::Text if !is_scalar(schema) => {
            let text = format!("The text of the body, of type {media_type}.");
            *schema = json!({ "type": "string", "description": text });
        }
        BodyKind::Text => {}
        BodyKind::Binary => {
            *schema = json!({ "type": "string" });
            mark_base64(schema);
        }
        BodyKind::Form | BodyKind::Multipart => {
            let encodings = media.get("encoding").and_then(Value::as_object);
            for_each_property(schema, &mut |name, property| {
                let encoding = encodings.and_then(|encodings| encodings.get(name));
                let field = read_field(name, encoding, kind, property);
                if field != (FieldPlan { name: name.into(), ..FieldPlan::default() })
                    && schemas.spend(name.len() + 32)
                {
                    fields.push(field);
                }
            });
        }
    }
    let mut read_only = Vec::new();
    if let Some(source) = media.get("schema") {
        collect_read_only(schemas, source, &mut MAX_SEARCHED_SCHEMAS.clone(), &mut read_only);
    }
    BodyMedia { media_type: media_type.into(), kind, fields, read_only }
}

/// The concrete media type, and how it is encoded.
fn resolve(name: &str, schema: &Value) -> (String, BodyKind) {
    let essence = essence(name);
    let concrete = |media_type: &str, kind| (media_type.to_owned(), kind);
    match essence.as_str() {
        FORM => concrete(name, BodyKind::Form),
        // The boundary is not the document's to choose.
        MULTIPART => concrete(MULTIPART, BodyKind::Multipart),
        other if is_json_media_type(other) => concrete(name, BodyKind::Json),
        "*/*" | "application/*" if is_binary(schema) => concrete(BINARY, BodyKind::Binary),
        "*/*" | "application/*" => concrete(JSON, BodyKind::Json),
        "text/*" => concrete("text/plain", BodyKind::Text),
        other if is_text(other) => concrete(name, BodyKind::Text),
        other if other.ends_with("/*") => concrete(BINARY, BodyKind::Binary),
        // Types of vendors are JSON if they describe a structure, and what the schema says otherwise.
        _ if is_structure(schema) => concrete(name, BodyKind::Json),
        _ if !is_binary(schema) && has_type(schema, "string") => concrete(name, BodyKind::Text),
        _ => concrete(name, BodyKind::Binary),
    }
}

/// Reads the encoding of one field, and marks its schema if it is binary.
fn read_field(name: &str, encoding: Option<&Value>, kind: BodyKind, property: &mut Value) -> FieldPlan {
    // The default of OpenAPI 3.1 for a part is the media type of its schema.
    let own = content_media_type(property).map(str::to_owned);
    let is_binary = kind == BodyKind::Multipart && mark_binary(property);
    let get = |key: &str| encoding?.get(key);
    let stated = ["style", "explode", "allowReserved"].iter().any(|key| get(key).is_some());
    let flag = |key: &str| get(key).and_then(Value::as_bool);
    let style = stated.then(|| {
        let style = get("style").and_then(Value::as_str).and_then(Style::from_name);
        let style = style.filter(|style| !matches!(style, Style::Simple | Style::Label | Style::Matrix));
        let style = style.unwrap_or(Style::Form);
        let explode = flag("explode").unwrap_or(style == Style::Form);
        FieldStyle { style, explode, allow_reserved: flag("allowReserved").unwrap_or(false) }
    });
    let headers = get("headers").and_then(Value::as_object).into_iter().flatten();
    FieldPlan {
        name: name.into(),
        style: style.filter(|_| !is_binary),
        media_types: get("contentType")
            .and_then(Value::as_str)
            .or(own.as_deref())
            .map_or_else(Box::default, read_list),
        headers: headers.filter_map(|(name, header)| read_header(name, header)).collect(),
        is_binary,
    }
}

/// The valid media types of a list: `image/png, image/*`.
fn read_list(list: &str) -> Box<[Box<str>]> {
    let is_valid = |one: &&str| !one.is_empty() && field::header_value_problem(one).is_none();
    list.split(',').map(str::trim).filter(is_valid).map(Into::into).collect()
}

/// The media type that the schema of a part, or of its items, states for content that is sent as it is.
fn content_media_type(schema: &Value) -> Option<&str> {
    let schema =
        [Some(schema), schema.get("items")].into_iter().flatten().find(|schema| is_binary(schema))?;
    schema.get("contentMediaType")?.as_str()
}

/// A header of a part. Only one with a fixed value is sent, as no argument has another.
fn read_header(name: &str, header: &Value) -> Option<(Box<str>, Box<str>)> {
    let schema = header.get("schema")?;
    let only = || match schema.get("enum")?.as_array()?.as_slice() {
        [only] => Some(only),
        _ => None,
    };
    let value =
        schema.get("const").or_else(|| schema.get("default")).or_else(only).and_then(super::scalar_text)?;
    let is_own = ["content-type", "content-disposition"].contains(&name.to_ascii_lowercase().as_str());
    let is_valid = field::is_token(name) && field::header_value_problem(&value).is_none() && !is_own;
    is_valid.then(|| (name.into(), value.into()))
}

/// Calls `change` with each property of an object schema, also within `allOf`.
fn for_each_property(schema: &mut Value, change: &mut impl FnMut(&str, &mut Value)) {
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.iter_mut().for_each(|(name, property)| change(name, property));
    }
    for key in ["allOf", "anyOf", "oneOf"] {
        if let Some(Value::Array(parts)) = schema.get_mut(key) {
            parts.iter_mut().for_each(|part| for_each_property(part, change));
        }
    }
}

/// Marks a binary schema, the items of a list, or an alternative such as that to null, as base64. Returns whether it is
/// binary.
fn mark_binary(schema: &mut Value) -> bool {
    if is_binary(schema) {
        mark_base64(schema);
        return true;
    }
    if let Some(items) = schema.get_mut("items").filter(|items| is_binary(items)) {
        mark_base64(items);
        return true;
    }
    let mut is_marked = false;
    for key in ["anyOf", "oneOf"] {
        let parts = schema.get_mut(key).and_then(Value::as_array_mut);
        parts.into_iter().flatten().for_each(|part| is_marked |= mark_binary(part));
    }
    is_marked
}

fn mark_base64(schema: &mut Value) {
    let Value::Object(members) = schema else { return };
    members.remove("format");
    members.insert("contentEncoding".to_owned(), "base64".into());
    let described = members.get("description").and_then(Value::as_str).map(|text| text.trim_end().to_owned());
    let description = described.filter(|text| !text.is_empty());
    let description = description
        .map_or_else(|| binary::DESCRIPTION.to_owned(), |text| format!("{text} {}", binary::DESCRIPTION));
    members.insert("description".to_owned(), description.into());
}

/// Returns whether a value is binary: `format: binary` of 3.0, or a media type that is not text in 3.1. With a
/// `contentEncoding`, the encoded text itself is sent.
fn is_binary(schema: &Value) -> bool {
    if !has_type(schema, "string") && schema.get("type").is_some() {
        return false;
    }
    let text = |key: &str| schema.get(key).and_then(Value::as_str);
    let is_media = |media: &str| {
        let essence = essence(media);
        !is_text(&essence) && !is_json_media_type(&essence)
    };
    text("format") == Some("binary")
        || (text("contentEncoding").is_none() && text("contentMediaType").is_some_and(is_media))
}

fn has_type(schema: &Value, name: &str) -> bool {
    match schema.get("type") {
        Some(Value::String(one)) => one == name,
        Some(Value::Array(several)) => several.iter().any(|one| one == name),
        _ => false,
    }
}

fn is_scalar(schema: &Value) -> bool {
    ["string", "number", "integer", "boolean"].iter().any(|name| has_type(schema, name))
        && !is_structure(schema)
}

fn is_structure(schema: &Value) -> bool {
    has_type(schema, "object")
        || has_type(schema, "array")
        || ["properties", "items", "allOf", "anyOf", "oneOf", "$ref"]
            .iter()
            .any(|key| schema.get(key).is_some())
}

/// Collects the properties that only the server sends.
fn collect_read_only(schemas: &SchemaBuilder, schema: &Value, left: &mut usize, found: &mut Vec<Box<str>>) {
    let Some(remaining) = left.checked_sub(1) else { return };
    *left = remaining;
    let Ok(schema) = reference::resolve(schemas.document, schema) else { return };
    let properties = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
    found.extend(properties.filter(|(_, of)| schemas.is_unsent(of)).map(|(name, _)| name.as_str().into()));
    for part in schema.get("allOf").and_then(Value::as_array).into_iter().flatten() {
        collect_read_only(schemas, part, left, found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_preferred_then_forms_then_text() {
        for (types, expected) in [
            (&["text/plain", "multipart/form-data", "application/json"][..], Some("application/json")),
            (
                &["application/xml", "application/JSON; charset=utf-8"],
                Some("application/JSON; charset=utf-8"),
            ),
            (&["multipart/form-data", "application/vnd.api+json"], Some("application/vnd.api+json")),
            (&["multipart/form-data", FORM], Some(FORM)),
            (&["text/plain", "*/*", "multipart/form-data"], Some("multipart/form-data")),
            (&["image/png", "application/xml", "text/plain"], Some("text/plain")),
            (&["image/png", "application/xml"], Some("application/xml")),
            (&["multipart/mixed", "image/png"], Some("image/png")),
            (&["multipart/mixed"], None),
            (&["a\r\nX-Evil: 1"], None),
            (&[], None),
        ] {
            let content = types.iter().map(|name| ((*name).to_owned(), Value::Null)).collect();
            assert_eq!(select(&content).map(|(name, _)| name), expected);
        }
    }

    #[test]
    fn the_schema_decides_how_other_types_are_sent() {
        let binary = json!({ "type": "string", "format": "binary" });
        for (name, schema, expected, kind) in [
            ("*/*", json!({}), JSON, BodyKind::Json),
            ("*/*", binary.clone(), BINARY, BodyKind::Binary),
            ("text/*", json!({}), "text/plain", BodyKind::Text),
            ("image/*", json!({}), BINARY, BodyKind::Binary),
            ("image/png", json!({}), "image/png", BodyKind::Binary),
            ("application/vnd.x", json!({ "type": "object" }), "application/vnd.x", BodyKind::Json),
            ("application/vnd.x", json!({ "type": "string" }), "application/vnd.x", BodyKind::Text),
            ("application/xml", json!({ "type": "object" }), "application/xml", BodyKind::Text),
            ("application/x-ndjson", json!({}), "application/x-ndjson", BodyKind::Text),
            ("application/merge-patch+json", json!({}), "application/merge-patch+json", BodyKind::Json),
            ("multipart/form-data; boundary=x", json!({}), MULTIPART, BodyKind::Multipart),
        ] {
            assert_eq!(resolve(name, &schema), (expected.to_owned(), kind), "{name} {schema}");
        }
    }

    #[test]
    fn binary_is_recognized_in_both_versions() {
        for (schema, expected) in [
            (json!({ "type": "string", "format": "binary" }), true),
            (json!({ "type": ["string", "null"], "format": "binary" }), true),
            (json!({ "type": "string", "contentMediaType": "image/png" }), true),
            (json!({ "contentMediaType": "image/png" }), true),
            (
                json!({ "type": "string", "contentMediaType": "image/png", "contentEncoding": "base64" }),
                false,
            ),
            (json!({ "type": "string", "contentMediaType": "text/csv" }), false),
            (json!({ "type": "string", "format": "byte" }), false),
            (json!({ "type": "object", "format": "binary" }), false),
        ] {
            assert_eq!(is_binary(&schema), expected, "{schema}");
        }
    }
}
