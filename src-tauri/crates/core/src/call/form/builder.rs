//! Form builder: converts a JSON schema to fields, within limits.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::{FieldInput, FieldOption, Form, FormField, MAX_DEPTH, MAX_FIELDS, MAX_OPTIONS, TextFormat};
use crate::{sources::secret, text::json};

/// Maximum number of references that are followed in a row, and of `allOf` parts that are merged.
const MAX_REFERENCE_HOPS: usize = 16;
/// Maximum length of a text that is entered on one line, in characters.
const MAX_LINE_CHARS: u64 = 200;
/// Names of texts that usually have several lines.
const MULTILINE_NAMES: [&str; 14] = [
    "body",
    "code",
    "content",
    "contents",
    "description",
    "html",
    "markdown",
    "message",
    "notes",
    "prompt",
    "query",
    "script",
    "sql",
    "text",
];

/// Maximum number of bytes that are copied to merge schemas.
const MAX_MERGE_BYTES: usize = 16 << 20;

pub fn build_form(schema: &Value) -> Form {
    let merges = MAX_MERGE_BYTES / schema.to_string().len().max(1);
    let mut builder =
        FormBuilder { root: schema, fields_left: MAX_FIELDS, merges_left: merges, incomplete: None };
    let top = builder.resolve_schema(schema);
    let top = &*top;
    if has_alternatives(top) {
        builder.mark_incomplete(
            "the schema has alternatives; the form shows only the fields they have in common",
        );
    }
    let fields = builder.build_fields(top, 0);
    let open = allows_other_members(top);
    Form { fields, open, limitation: builder.incomplete }
}

struct FormBuilder<'a> {
    root: &'a Value,
    /// Fields that may still be added.
    fields_left: usize,
    /// Merges of schemas that may still be made; each may copy as much as the whole schema.
    merges_left: usize,
    incomplete: Option<String>,
}

type Object = Map<String, Value>;

impl<'a> FormBuilder<'a> {
    fn mark_incomplete(&mut self, why: &str) {
        self.incomplete.get_or_insert_with(|| why.to_owned());
    }

    fn take_merge(&mut self) -> bool {
        if self.merges_left == 0 {
            self.mark_incomplete("the schema has more references than a form can show");
            return false;
        }
        self.merges_left -= 1;
        true
    }

    /// Resolves the references of a schema and merges its `allOf`, as far as the result is one object.
    fn resolve_schema<'s>(&mut self, schema: &'s Value) -> Cow<'s, Object>
    where
        'a: 's,
    {
        let mut plain = match schema {
            Value::Object(object) => Cow::Borrowed(object),
            _ => return Cow::Owned(Object::new()),
        };
        for _ in 0..MAX_REFERENCE_HOPS {
            let Some(target) =
                plain.get("$ref").and_then(Value::as_str).and_then(|to| self.resolve_reference(to))
            else {
                break;
            };
            if plain.len() == 1 {
                plain = Cow::Borrowed(target);
                continue;
            }
            if !self.take_merge() {
                break;
            }
            let mut merged = target.clone();
            // Keywords beside a reference take precedence over those of its target.
            for (key, value) in plain.iter().filter(|(key, _)| *key != "$ref") {
                merged.insert(key.clone(), value.clone());
            }
            plain = Cow::Owned(merged);
        }
        if plain.contains_key("allOf") && self.take_merge() {
            return Cow::Owned(self.merge_all_of(plain.into_owned()));
        }
        plain
    }

    fn resolve_reference(&self, reference: &str) -> Option<&'a Object> {
        json::resolve_ref(self.root, reference)?.as_object()
    }

    fn merge_all_of(&self, mut plain: Object) -> Object {
        let Some(Value::Array(parts)) = plain.shift_remove("allOf") else { return plain };
        for part in parts.into_iter().take(MAX_REFERENCE_HOPS) {
            let Value::Object(mut part) = part else { continue };
            if let Some(target) =
                part.get("$ref").and_then(Value::as_str).and_then(|to| self.resolve_reference(to))
            {
                part = target.clone();
            }
            for (key, value) in part {
                match (plain.get_mut(&key), value) {
                    (Some(Value::Object(all)), Value::Object(more)) if key == "properties" => {
                        more.into_iter().for_each(|(name, schema)| {
                            all.entry(name).or_insert(schema);
                        });
                    }
                    (Some(Value::Array(all)), Value::Array(more)) if key == "required" => all.extend(more),
                    (Some(_), _) => {}
                    (None, value) => {
                        plain.insert(key, value);
                    }
                }
            }
        }
        plain
    }

    /// Builds a field for each property.
    fn build_fields(&mut self, schema: &Object, depth: usize) -> Vec<FormField> {
        let Some(Value::Object(properties)) = schema.get("properties") else { return Vec::new() };
        let required: Vec<&str> = match schema.get("required") {
            Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        let mut fields = Vec::new();
        for (name, schema) in properties {
            if self.fields_left == 0 {
                self.mark_incomplete("the schema has more fields than a form can show");
                break;
            }
            fields.push(self.build_field(name, schema, required.contains(&name.as_str()), depth));
        }
        fields
    }

    fn build_field(&mut self, name: &str, schema: &Value, required: bool, depth: usize) -> FormField {
        self.fields_left = self.fields_left.saturating_sub(1);
        let plain = self.resolve_schema(schema);
        let text_keyword =
            |key: &str| plain.get(key).and_then(Value::as_str).filter(|text| !text.trim().is_empty());
        let (description, default) = (text_keyword("description").map(str::to_owned), plain.get("default"));
        let mut field = FormField {
            name: name.to_owned(),
            label: text_keyword("title").unwrap_or(name).to_owned(),
            description,
            required,
            default: default.map(Value::to_string),
            input: FieldInput::Toggle,
        };
        field.input = self.build_input(name, &plain, depth);
        field
    }

    fn build_input(&mut self, name: &str, schema: &Object, depth: usize) -> FieldInput {
        if depth > MAX_DEPTH || self.fields_left == 0 {
            self.mark_incomplete(
                "the schema is nested more deeply, or has more fields, than a form can show",
            );
            return json_input("nested too deeply, or too large, for a form");
        }
        if let Some(value) = schema.get("const") {
            return FieldInput::Choice { options: vec![field_option(value, None)] };
        }
        if let Some(Value::Array(values)) = schema.get("enum") {
            return self.build_choice(values.iter().map(|value| field_option(value, None)));
        }
        if let Some(variants) = alternatives(schema) {
            return self.build_variants(name, schema, variants, depth);
        }
        match json_types(schema).as_slice() {
            [] => json_input("any value"),
            [kind] => self.build_typed_input(name, kind, schema, depth),
            several => {
                if !self.take_merge() {
                    return json_input("too large for a form");
                }
                let variants = several.iter().map(|kind| {
                    let mut one = schema.clone();
                    one.insert("type".to_owned(), Value::from(*kind));
                    one.shift_remove("title");
                    Value::Object(one)
                });
                let variants: Vec<Value> = variants.collect();
                self.build_one_of(name, &variants, depth)
            }
        }
    }

    fn build_typed_input(&mut self, name: &str, kind: &str, schema: &Object, depth: usize) -> FieldInput {
        match kind {
            "string" => FieldInput::Text {
                format: text_format(name, schema),
                min: u32_keyword(schema, "minLength"),
                max: u32_keyword(schema, "maxLength"),
            },
            "number" | "integer" => FieldInput::Number {
                integer: kind == "integer",
                min: number_keyword(schema, "minimum"),
                max: number_keyword(schema, "maximum"),
            },
            "boolean" => FieldInput::Toggle,
            "null" => FieldInput::Choice { options: vec![field_option(&Value::Null, None)] },
            "array" => self.build_list(schema, depth),
            "object" => {
                let fields = self.build_fields(schema, depth + 1);
                let open = allows_other_members(schema);
                if fields.is_empty() && open {
                    json_input("an object with arbitrary keys")
                } else {
                    FieldInput::Object { fields, open }
                }
            }
            other => json_input(&format!("of the unknown type {}", crate::text::truncate_chars(other, 40))),
        }
    }

    fn build_list(&mut self, schema: &Object, depth: usize) -> FieldInput {
        if schema.contains_key("prefixItems") || schema.get("items").is_some_and(Value::is_array) {
            return json_input("a list with a different type at each position");
        }
        let Some(items @ Value::Object(_)) = schema.get("items") else {
            return json_input("a list of any values");
        };
        let different = schema.get("uniqueItems") == Some(&Value::Bool(true));
        let item = self.build_field("", items, true, depth + 1);
        match item.input {
            FieldInput::Choice { options } if different => FieldInput::Choices { options },
            _ => FieldInput::List {
                item: Box::new(item),
                min: u32_keyword(schema, "minItems"),
                max: u32_keyword(schema, "maxItems"),
            },
        }
    }

    fn build_variants(
        &mut self,
        name: &str,
        schema: &Object,
        variants: &[Value],
        depth: usize,
    ) -> FieldInput {
        // Alternatives that are all constants are a choice.
        let constants: Option<Vec<FieldOption>> = variants
            .iter()
            .map(|variant| {
                let variant = variant.as_object()?;
                let title = variant.get("title").and_then(Value::as_str);
                Some(field_option(variant.get("const")?, title))
            })
            .collect();
        if let Some(options) = constants.filter(|options| !options.is_empty()) {
            return self.build_choice(options.into_iter());
        }
        // Keywords beside the alternatives apply to each of them.
        let common: Object = schema
            .iter()
            .filter(|(key, _)| {
                !["oneOf", "anyOf", "title", "description", "default", "$defs", "definitions"]
                    .contains(&key.as_str())
            })
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect();
        if common.is_empty() || !self.take_merge() {
            return self.build_one_of(name, variants, depth);
        }
        let mut merged = Vec::new();
        for variant in variants.iter().take(MAX_FIELDS) {
            if !self.take_merge() {
                break;
            }
            let parts = Value::Array(vec![variant.clone(), Value::Object(common.clone())]);
            let parts = Object::from_iter([("allOf".to_owned(), parts)]);
            merged.push(Value::Object(self.merge_all_of(parts)));
        }
        self.build_one_of(name, &merged, depth)
    }

    /// Builds the input for one of several variants. `null` means the same as leaving the field out, so it is offered
    /// only if there is nothing else.
    fn build_one_of(&mut self, name: &str, variants: &[Value], depth: usize) -> FieldInput {
        let is_null = |schema: &&Value| schema.get("type").is_some_and(|kind| kind == "null");
        let mut rest: Vec<&Value> = variants.iter().filter(|variant| !is_null(variant)).collect();
        if rest.is_empty() {
            rest = variants.iter().take(1).collect();
        }
        if let [only] = rest.as_slice() {
            let plain = self.resolve_schema(only);
            return self.build_input(name, &plain, depth + 1);
        }
        let mut fields = Vec::new();
        for (at, variant) in rest.into_iter().enumerate() {
            if self.fields_left == 0 {
                self.mark_incomplete("the schema has more fields than a form can show");
                break;
            }
            let mut field = self.build_field(name, variant, true, depth + 1);
            if field.label == name {
                field.label = format!("{} {}", input_label(&field.input), at + 1);
            }
            fields.push(field);
        }
        FieldInput::Variants { variants: fields }
    }

    fn build_choice(&mut self, options: impl Iterator<Item = FieldOption>) -> FieldInput {
        let mut options: Vec<FieldOption> = options.take(MAX_OPTIONS + 1).collect();
        if options.len() > MAX_OPTIONS {
            options.pop();
            self.mark_incomplete("the schema has more choices than a form can show");
        }
        FieldInput::Choice { options }
    }
}

fn json_input(why: &str) -> FieldInput {
    FieldInput::Json { why: why.to_owned() }
}

fn field_option(value: &Value, title: Option<&str>) -> FieldOption {
    let label = match (title, value) {
        (Some(title), _) => title.to_owned(),
        (None, Value::String(text)) if !text.is_empty() => text.clone(),
        (None, other) => other.to_string(),
    };
    FieldOption { label, value: value.to_string() }
}

fn alternatives(schema: &Object) -> Option<&[Value]> {
    let found = ["oneOf", "anyOf"].into_iter().find_map(|key| schema.get(key)?.as_array());
    found.map(Vec::as_slice).filter(|variants| !variants.is_empty())
}

fn has_alternatives(schema: &Object) -> bool {
    alternatives(schema).is_some() || schema.contains_key("if")
}

fn allows_other_members(schema: &Object) -> bool {
    schema.get("additionalProperties") != Some(&Value::Bool(false))
}

/// The JSON types of a schema, without `null` if there is another. A schema without `type` is classified by its other
/// keywords.
fn json_types(schema: &Object) -> Vec<&str> {
    let types: Vec<&str> = match schema.get("type") {
        Some(Value::String(one)) => vec![one],
        Some(Value::Array(several)) => several.iter().filter_map(Value::as_str).take(7).collect(),
        _ if schema.contains_key("properties") => vec!["object"],
        _ if schema.contains_key("items") => vec!["array"],
        _ if schema.contains_key("pattern") || schema.contains_key("format") => vec!["string"],
        _ => Vec::new(),
    };
    let others: Vec<&str> = types.iter().copied().filter(|kind| *kind != "null").collect();
    if others.is_empty() { types } else { others }
}

fn text_format(name: &str, schema: &Object) -> TextFormat {
    let is_secret = secret::is_secret_name(name) || schema.get("writeOnly") == Some(&Value::Bool(true));
    let longest = schema.get("maxLength").and_then(Value::as_u64);
    match schema.get("format").and_then(Value::as_str) {
        Some("password") => TextFormat::Password,
        _ if is_secret => TextFormat::Password,
        Some("date") => TextFormat::Date,
        Some("time") => TextFormat::Time,
        Some("date-time") => TextFormat::DateTime,
        Some("email" | "idn-email") => TextFormat::Email,
        Some("uri" | "iri" | "url" | "uri-reference") => TextFormat::Uri,
        _ if longest.is_some_and(|longest| longest > MAX_LINE_CHARS) => TextFormat::Multiline,
        _ if longest.is_none() && MULTILINE_NAMES.contains(&name.to_lowercase().as_str()) => {
            TextFormat::Multiline
        }
        _ => TextFormat::Line,
    }
}

fn u32_keyword(schema: &Object, key: &str) -> Option<u32> {
    schema.get(key).and_then(Value::as_u64).and_then(|number| u32::try_from(number).ok())
}

fn number_keyword(schema: &Object, key: &str) -> Option<String> {
    schema.get(key).filter(|value| value.is_number()).map(Value::to_string)
}

const fn input_label(input: &FieldInput) -> &'static str {
    match input {
        FieldInput::Text { .. } => "text",
        FieldInput::Number { .. } => "number",
        FieldInput::Toggle => "yes or no",
        FieldInput::Choice { .. } | FieldInput::Choices { .. } => "choice",
        FieldInput::Object { .. } => "object",
        FieldInput::List { .. } => "list",
        FieldInput::Variants { .. } | FieldInput::Json { .. } => "alternative",
    }
}
