//! Conversion of a schema to a self-contained one: references are inlined, or point to the tool's own `$defs` if
//! inlining would be infinite or too large.

mod keyword;
mod limits;
mod merge;

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value, json};

use super::name::DefinitionNames;
use super::problems::ProblemCollector;
use super::reference;
use super::schema_upgrade;
use crate::text::json;
use keyword::KeywordKind;
use limits::Direction;
pub use limits::SizeBudget;
use merge::merge_schemas;

/// Maximum nesting. JSON parsers that read the result stop at 128 levels.
const MAX_DEPTH: usize = 100;

/// Nesting from which references point to `$defs`, which start at the top level again.
const MAX_INLINE_DEPTH: usize = 40;

/// Nesting level of a definition: tool, input schema, `$defs`, definition.
const DEFINITION_DEPTH: usize = 4;

/// Maximum number of nested references that are inlined.
const MAX_OPEN_REFERENCES: usize = 32;

/// Builds the schemas of one tool within the size limits.
pub struct SchemaBuilder<'a, 'd> {
    pub document: &'d Value,
    pub problems: &'a mut ProblemCollector,
    budget: &'a mut SizeBudget,
    direction: Direction,
    /// Location of the schema in the operation, for problems.
    field: String,
    spent_bytes: usize,
    is_full: bool,
    /// The references being inlined, outermost first.
    open_references: Vec<&'d str>,
    /// The references that point to `$defs`, in order of occurrence, and their names there.
    definition_order: Vec<&'d str>,
    definition_names: HashMap<&'d str, String>,
    names: DefinitionNames,
    reported: HashSet<String>,
}

impl<'a, 'd> SchemaBuilder<'a, 'd> {
    /// For a tool with its input schema.
    pub fn for_tool(
        document: &'d Value,
        budget: &'a mut SizeBudget,
        problems: &'a mut ProblemCollector,
    ) -> Self {
        Self::new(document, budget, problems, Direction::Request)
    }

    /// For an output schema.
    pub fn for_output(
        document: &'d Value,
        budget: &'a mut SizeBudget,
        problems: &'a mut ProblemCollector,
    ) -> Self {
        Self::new(document, budget, problems, Direction::Response)
    }

    fn new(
        document: &'d Value,
        budget: &'a mut SizeBudget,
        problems: &'a mut ProblemCollector,
        direction: Direction,
    ) -> Self {
        Self {
            document,
            problems,
            budget,
            direction,
            field: String::new(),
            spent_bytes: 0,
            is_full: false,
            open_references: Vec::new(),
            definition_order: Vec::new(),
            definition_names: HashMap::new(),
            names: DefinitionNames::default(),
            reported: HashSet::new(),
        }
    }

    /// Converts a schema at nesting level `depth` of the tool. `field` names it in problems.
    pub fn convert(&mut self, schema: &'d Value, depth: usize, field: &str) -> Value {
        field.clone_into(&mut self.field);
        self.inline(schema, depth)
    }

    /// Builds the `$defs` that the schemas built so far refer to.
    pub fn build_definitions(&mut self) -> Map<String, Value> {
        let mut definitions = Map::new();
        let mut next = 0;
        while let Some(&reference) = self.definition_order.get(next) {
            next += 1;
            let name = self.definition_names[reference].clone();
            self.field = format!("$defs.{name}");
            self.open_references = vec![reference];
            let found = reference::direct_target(self.document, reference);
            let schema = found.map_or_else(|_| json!({}), |schema| self.inline(schema, DEFINITION_DEPTH));
            definitions.insert(name, schema);
        }
        definitions
    }

    /// Takes `bytes` from the size budgets; `false` if they are exceeded.
    pub fn spend(&mut self, bytes: usize) -> bool {
        let is_small = self.spent_bytes + bytes <= self.direction.max_bytes();
        let fits = is_small && self.budget.take(bytes);
        if fits {
            self.spent_bytes += bytes;
        } else if !std::mem::replace(&mut self.is_full, true) {
            self.problems.add(if is_small {
                "does not fit, because the tools before it use up the size that a document may have; choose fewer operations"
            } else {
                "is too large; excess parts are left out or accept any value"
            });
        }
        fits
    }

    /// Whether something did not fit.
    pub const fn is_full(&self) -> bool {
        self.is_full
    }

    /// Copies a value that is not a schema. `None` if it exceeds the limits.
    pub fn copy_value(&mut self, value: &Value, depth: usize) -> Option<Value> {
        if depth > MAX_DEPTH {
            self.report_once("is nested too deeply; the innermost levels are left out");
            return None;
        }
        Some(match value {
            Value::Object(members) => {
                let mut copy = Map::new();
                for (key, value) in members {
                    if !self.spend(key.len() + 8) {
                        return None;
                    }
                    copy.insert(key.clone(), self.copy_value(value, depth + 1)?);
                }
                Value::Object(copy)
            }
            Value::Array(items) => Value::Array(
                items.iter().map(|item| self.copy_value(item, depth + 1)).collect::<Option<_>>()?,
            ),
            scalar => {
                let bytes = scalar.as_str().map_or(8, |text| text.len() + 8);
                return self.spend(bytes).then(|| scalar.clone());
            }
        })
    }

    fn report_once(&mut self, message: impl Into<String>) {
        let message = message.into();
        if !self.reported.contains(&message) {
            self.problems.add_for_field(&self.field, &message);
            self.reported.insert(message);
        }
    }

    fn inline(&mut self, schema: &'d Value, depth: usize) -> Value {
        if depth > MAX_DEPTH {
            self.report_once("is nested too deeply; the innermost levels accept any value");
            return json!({});
        }
        if !self.spend(16) {
            return json!({});
        }
        match schema {
            Value::Bool(_) => schema.clone(),
            Value::Object(members) => match members.get("$ref") {
                None => schema_upgrade::upgrade_keywords(self.inline_keywords(members, depth)),
                Some(Value::String(reference)) => self.inline_reference(reference, members, depth),
                Some(_) => {
                    self.report_once(reference::ReferenceError::NotString.to_string());
                    schema_upgrade::upgrade_keywords(self.inline_keywords(members, depth))
                }
            },
            // An empty value in YAML.
            Value::Null => json!({}),
            other => {
                self.report_once(format!(
                    "has {} for a schema; any value is accepted",
                    json::kind_name(other)
                ));
                json!({})
            }
        }
    }

    /// Resolves a reference and merges its sibling keywords.
    fn inline_reference(
        &mut self,
        reference: &'d str,
        members: &'d Map<String, Value>,
        depth: usize,
    ) -> Value {
        let mut siblings = self.inline_keywords(members, depth);
        let nullable = siblings.remove("nullable") == Some(Value::Bool(true));
        let siblings = match schema_upgrade::upgrade_keywords(siblings) {
            Value::Object(siblings) => siblings,
            _ => Map::new(),
        };
        let schema = match reference::direct_target(self.document, reference) {
            Err(problem) => {
                self.report_once(format!("{problem}; any value is accepted"));
                json!({})
            }
            Ok(target) => {
                let apart = self.open_references.contains(&reference)
                    || self.open_references.len() == MAX_OPEN_REFERENCES
                    || depth > MAX_INLINE_DEPTH
                    || self.spent_bytes > self.direction.max_inline_bytes()
                    || self.definition_names.contains_key(reference);
                if apart {
                    json!({ "$ref": format!("#/$defs/{}", self.definition_name(reference)) })
                } else {
                    self.open_references.push(reference);
                    let schema = self.inline(target, depth);
                    self.open_references.pop();
                    schema
                }
            }
        };
        let schema = merge_schemas(schema, siblings);
        match schema {
            Value::Object(schema) if nullable => schema_upgrade::make_nullable(schema),
            schema => schema,
        }
    }

    /// The name of a reference in `$defs`.
    fn definition_name(&mut self, reference: &'d str) -> &str {
        self.definition_names.entry(reference).or_insert_with(|| {
            self.definition_order.push(reference);
            self.names.reserve(reference.rsplit('/').next().unwrap_or_default())
        })
    }

    fn inline_keywords(&mut self, members: &'d Map<String, Value>, depth: usize) -> Map<String, Value> {
        let mut keywords = Map::new();
        for (keyword, value) in members {
            if !self.spend(keyword.len() + 8) {
                break;
            }
            let value = match (KeywordKind::from_keyword(keyword), value) {
                (KeywordKind::Schema | KeywordKind::SchemaList, Value::Array(list)) => {
                    self.inline_list(list, depth)
                }
                (KeywordKind::Schema, schema) => Some(self.inline(schema, depth + 1)),
                (KeywordKind::SchemaMap, Value::Object(named)) => {
                    Some(Value::Object(self.inline_map(named, keyword == "properties", depth)))
                }
                (KeywordKind::SchemaList | KeywordKind::SchemaMap, Value::Null) => None,
                (KeywordKind::SchemaList | KeywordKind::SchemaMap, other) => {
                    self.report_once(format!(
                        "has {} for \"{keyword}\", which is left out",
                        json::kind_name(other)
                    ));
                    None
                }
                (KeywordKind::AnyValue, value) => self.copy_value(value, depth + 1),
                (KeywordKind::Dropped, _) => {
                    if matches!(keyword.as_str(), "$dynamicRef" | "$recursiveRef") {
                        self.report_once(format!("has a \"{keyword}\", which is not followed"));
                    }
                    None
                }
            };
            keywords.extend(value.map(|value| (keyword.clone(), value)));
        }
        if let Some(Value::Object(properties)) = members.get("properties")
            && let Some(Value::Array(required)) = keywords.get_mut("required")
        {
            let unsent = |name: &str| properties.get(name).is_some_and(|property| self.is_unsent(property));
            required.retain(|name| !name.as_str().is_some_and(unsent));
        }
        keywords
    }

    /// Inlines a map of schemas. Of `properties`, those are omitted that only the other side sends.
    fn inline_map(
        &mut self,
        named: &'d Map<String, Value>,
        properties: bool,
        depth: usize,
    ) -> Map<String, Value> {
        let mut out = Map::new();
        for (name, schema) in named {
            if !self.spend(name.len() + 8) {
                break;
            }
            if !(properties && self.is_unsent(schema)) {
                out.insert(name.clone(), self.inline(schema, depth + 2));
            }
        }
        out
    }

    /// Inlines a list of schemas completely or not at all: a part of it would have another meaning.
    fn inline_list(&mut self, list: &'d [Value], depth: usize) -> Option<Value> {
        list.iter().map(|schema| self.spend(8).then(|| self.inline(schema, depth + 2))).collect()
    }

    /// Returns whether only the other side sends a property with this schema.
    pub fn is_unsent(&self, schema: &Value) -> bool {
        let keyword = self.direction.unsent_keyword();
        let own = schema.get(keyword);
        let target = || reference::resolve(self.document, schema).ok()?.get(keyword);
        own.or_else(target) == Some(&Value::Bool(true))
    }
}
