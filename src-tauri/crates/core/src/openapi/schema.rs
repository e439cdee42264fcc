//! Conversion of a schema to a self-contained one: references are inlined, or point to the tool's own `$defs` if
//! inlining would be infinite or too large.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value, json};

use super::modern;
use super::name::{self, Names};
use super::problems::Problems;
use super::reference;
use crate::json;

/// Approximate size in bytes that all tools of one document may still use.
#[derive(Debug)]
pub struct Room(usize);

impl Default for Room {
    fn default() -> Self {
        Self(64_000_000)
    }
}

/// Maximum size of one tool, in about as many bytes.
const LARGEST_TOOL: usize = 1_000_000;

/// Size of a tool in bytes from which references point to `$defs`, where each schema occurs once.
const LARGEST_INLINE: usize = 60_000;

/// Maximum nesting. JSON parsers that read the result stop at 128 levels.
const DEEPEST: usize = 100;

/// Nesting from which references point to `$defs`, which start at the top level again.
const DEEPEST_INLINE: usize = 40;

/// Nesting level of a definition: tool, input schema, `$defs`, definition.
const DEFINITION_DEPTH: usize = 4;

/// Maximum number of nested references that are inlined.
const MOST_OPEN: usize = 32;

/// Builds the schemas of one tool within the size limits.
pub struct Schemas<'a, 'd> {
    pub document: &'d Value,
    pub problems: &'a mut Problems,
    room: &'a mut Room,
    /// Location of the schema in the operation, for problems.
    field: String,
    spent: usize,
    full: bool,
    /// The references being inlined, outermost first.
    open: Vec<&'d str>,
    /// The references that point to `$defs`, in order of occurrence, and their names there.
    defined: Vec<&'d str>,
    defined_as: HashMap<&'d str, String>,
    names: Names,
    reported: HashSet<String>,
}

/// Type of a keyword's value.
enum Holds {
    Schema,
    Schemas,
    NamedSchemas,
    Anything,
    /// Meaningless outside the document.
    Nothing,
}

impl Holds {
    fn of(keyword: &str) -> Self {
        match keyword {
            "additionalItems"
            | "additionalProperties"
            | "contains"
            | "contentSchema"
            | "else"
            | "if"
            | "items"
            | "not"
            | "propertyNames"
            | "then"
            | "unevaluatedItems"
            | "unevaluatedProperties" => Self::Schema,
            "allOf" | "anyOf" | "oneOf" | "prefixItems" => Self::Schemas,
            "dependentSchemas" | "patternProperties" | "properties" => Self::NamedSchemas,
            "$anchor" | "$defs" | "$dynamicAnchor" | "$dynamicRef" | "$id" | "$recursiveAnchor"
            | "$recursiveRef" | "$ref" | "$schema" | "$vocabulary" | "definitions" | "discriminator"
            | "externalDocs" | "xml" => Self::Nothing,
            _ => Self::Anything,
        }
    }
}

impl<'a, 'd> Schemas<'a, 'd> {
    pub fn new(document: &'d Value, room: &'a mut Room, problems: &'a mut Problems) -> Self {
        Self {
            document,
            problems,
            room,
            field: String::new(),
            spent: 0,
            full: false,
            open: Vec::new(),
            defined: Vec::new(),
            defined_as: HashMap::new(),
            names: Names::default(),
            reported: HashSet::new(),
        }
    }

    /// Converts a schema at nesting level `depth` of the tool. `field` names it in problems.
    pub fn standalone(&mut self, schema: &'d Value, depth: usize, field: &str) -> Value {
        field.clone_into(&mut self.field);
        self.inlined(schema, depth)
    }

    /// Builds the `$defs` that the schemas built so far refer to.
    pub fn definitions(&mut self) -> Map<String, Value> {
        let mut definitions = Map::new();
        let mut next = 0;
        while let Some(&reference) = self.defined.get(next) {
            next += 1;
            let name = self.defined_as[reference].clone();
            self.field = format!("$defs.{name}");
            self.open = vec![reference];
            let found = reference::ending(self.document, reference);
            let schema = found.map_or_else(|_| json!({}), |schema| self.inlined(schema, DEFINITION_DEPTH));
            definitions.insert(name, schema);
        }
        definitions
    }

    /// Takes `bytes` from the size budgets; `false` if they are exceeded.
    pub fn spend(&mut self, bytes: usize) -> bool {
        let fits = self.spent + bytes <= LARGEST_TOOL && bytes <= self.room.0;
        if fits {
            self.spent += bytes;
            self.room.0 -= bytes;
        } else if !std::mem::replace(&mut self.full, true) {
            self.problems.add("is too large; what does not fit is left out or left open");
        }
        fits
    }

    /// Copies a value that is not a schema. `None` if it exceeds the limits.
    pub fn copied(&mut self, value: &Value, depth: usize) -> Option<Value> {
        if depth > DEEPEST {
            self.report("is nested too deeply; the innermost is left out");
            return None;
        }
        Some(match value {
            Value::Object(members) => {
                let mut copy = Map::new();
                for (key, value) in members {
                    if !self.spend(key.len() + 8) {
                        return None;
                    }
                    copy.insert(key.clone(), self.copied(value, depth + 1)?);
                }
                Value::Object(copy)
            }
            Value::Array(items) => {
                Value::Array(items.iter().map(|item| self.copied(item, depth + 1)).collect::<Option<_>>()?)
            }
            scalar => {
                let bytes = scalar.as_str().map_or(8, |text| text.len() + 8);
                return self.spend(bytes).then(|| scalar.clone());
            }
        })
    }

    fn report(&mut self, message: impl Into<String>) {
        let message = message.into();
        if !self.reported.contains(&message) {
            self.problems.add_in(&self.field, &message);
            self.reported.insert(message);
        }
    }

    fn inlined(&mut self, schema: &'d Value, depth: usize) -> Value {
        if depth > DEEPEST {
            self.report("is nested too deeply; the innermost is left open");
            return json!({});
        }
        if !self.spend(16) {
            return json!({});
        }
        match schema {
            Value::Bool(_) => schema.clone(),
            Value::Object(members) => match members.get("$ref") {
                None => modern::rewritten(self.keywords(members, depth)),
                Some(Value::String(reference)) => self.referred(reference, members, depth),
                Some(_) => {
                    self.report(reference::Unresolved::NotText.to_string());
                    modern::rewritten(self.keywords(members, depth))
                }
            },
            // An empty value in YAML.
            Value::Null => json!({}),
            other => {
                self.report(format!("has {} for a schema; anything is accepted there", json::kind_of(other)));
                json!({})
            }
        }
    }

    /// Resolves a reference and merges its sibling keywords.
    fn referred(&mut self, reference: &'d str, members: &'d Map<String, Value>, depth: usize) -> Value {
        let mut beside = self.keywords(members, depth);
        let nullable = beside.remove("nullable") == Some(Value::Bool(true));
        let beside = match modern::rewritten(beside) {
            Value::Object(beside) => beside,
            _ => Map::new(),
        };
        let schema = match reference::ending(self.document, reference) {
            Err(problem) => {
                self.report(format!("{problem}; anything is accepted there"));
                json!({})
            }
            Ok(target) => {
                let apart = self.open.contains(&reference)
                    || self.open.len() == MOST_OPEN
                    || depth > DEEPEST_INLINE
                    || self.spent > LARGEST_INLINE
                    || self.defined_as.contains_key(reference);
                if apart {
                    json!({ "$ref": format!("#/$defs/{}", self.definition(reference)) })
                } else {
                    self.open.push(reference);
                    let schema = self.inlined(target, depth);
                    self.open.pop();
                    schema
                }
            }
        };
        let schema = both(schema, beside);
        match schema {
            Value::Object(schema) if nullable => modern::or_null(schema),
            schema => schema,
        }
    }

    /// The name of a reference in `$defs`.
    fn definition(&mut self, reference: &'d str) -> &str {
        self.defined_as.entry(reference).or_insert_with(|| {
            self.defined.push(reference);
            let last = name::allowed(reference.rsplit('/').next().unwrap_or_default());
            self.names.unique(if last.is_empty() { "schema".to_owned() } else { last })
        })
    }

    fn keywords(&mut self, members: &'d Map<String, Value>, depth: usize) -> Map<String, Value> {
        let mut keywords = Map::new();
        for (keyword, value) in members {
            if !self.spend(keyword.len() + 8) {
                break;
            }
            let value = match (Holds::of(keyword), value) {
                (Holds::Schema | Holds::Schemas, Value::Array(list)) => self.list(list, depth),
                (Holds::Schema, schema) => Some(self.inlined(schema, depth + 1)),
                (Holds::NamedSchemas, Value::Object(named)) => {
                    Some(Value::Object(self.named(named, keyword == "properties", depth)))
                }
                (Holds::Schemas | Holds::NamedSchemas, Value::Null) => None,
                (Holds::Schemas | Holds::NamedSchemas, other) => {
                    self.report(format!("has {} for \"{keyword}\", which is left out", json::kind_of(other)));
                    None
                }
                (Holds::Anything, value) => self.copied(value, depth + 1),
                (Holds::Nothing, _) => {
                    if matches!(keyword.as_str(), "$dynamicRef" | "$recursiveRef") {
                        self.report(format!("has a \"{keyword}\", which is not followed"));
                    }
                    None
                }
            };
            keywords.extend(value.map(|value| (keyword.clone(), value)));
        }
        if let Some(Value::Object(properties)) = members.get("properties")
            && let Some(Value::Array(required)) = keywords.get_mut("required")
        {
            let unsent =
                |name: &str| properties.get(name).is_some_and(|property| self.is_read_only(property));
            required.retain(|name| !name.as_str().is_some_and(unsent));
        }
        keywords
    }

    /// Inlines a map of schemas. Of `properties`, read-only ones are omitted: only the server sends them.
    fn named(&mut self, named: &'d Map<String, Value>, properties: bool, depth: usize) -> Map<String, Value> {
        let mut out = Map::new();
        for (name, schema) in named {
            if !self.spend(name.len() + 8) {
                break;
            }
            if !(properties && self.is_read_only(schema)) {
                out.insert(name.clone(), self.inlined(schema, depth + 2));
            }
        }
        out
    }

    /// Inlines a list of schemas completely or not at all: a part of it would have another meaning.
    fn list(&mut self, list: &'d [Value], depth: usize) -> Option<Value> {
        list.iter().map(|schema| self.spend(8).then(|| self.inlined(schema, depth + 2))).collect()
    }

    fn is_read_only(&self, schema: &Value) -> bool {
        let own = schema.get("readOnly");
        let target = || reference::resolved(self.document, schema).ok()?.get("readOnly");
        own.or_else(target) == Some(&Value::Bool(true))
    }
}

/// Merges two schemas into one that requires both. Annotations are taken from the second.
fn both(schema: Value, beside: Map<String, Value>) -> Value {
    const DESCRIBES: [&str; 7] =
        ["default", "deprecated", "description", "examples", "readOnly", "title", "writeOnly"];
    if beside.is_empty() {
        return schema;
    }
    let mut schema = match schema {
        Value::Object(schema) => schema,
        Value::Bool(false) => Map::from_iter([("not".to_owned(), json!({}))]),
        _ => Map::new(),
    };
    let mut also = Map::new();
    for (keyword, value) in beside {
        match schema.get(&keyword) {
            Some(said) if *said != value && !DESCRIBES.contains(&keyword.as_str()) => {
                also.insert(keyword, value);
            }
            _ => {
                schema.insert(keyword, value);
            }
        }
    }
    if !also.is_empty() {
        let all = schema.entry("allOf").or_insert_with(|| json!([]));
        if let Value::Array(all) = all {
            all.push(Value::Object(also));
        }
    }
    Value::Object(schema)
}
