//! Work estimate for validating a value against a schema. Each pair of a schema and a part of the value is counted
//! once, so a validation that takes exponential time is estimated in little time.

use std::collections::HashMap;

use serde_json::Value;

use crate::json;

/// Maximum number of steps of a validation.
const STEPS: u64 = 2_000_000;
/// Maximum number of schema and value pairs that are counted.
const MEETINGS: usize = 200_000;
/// Maximum number of references in a schema.
const REFERENCES: usize = 1_000;
/// Maximum depth of the recursion, through references and nested schemas.
const DEPTH: usize = 2_000;
/// Maximum length of a schema, in bytes.
const SCHEMA_BYTES: usize = 1 << 20;

/// Stands for the name of any member, which `propertyNames` applies to.
static NAME: Value = Value::String(String::new());

const ENDLESS: &str = "the schema refers to itself without end";
const ELSEWHERE: &str = "the schema refers to something that is not looked up";
const TOO_MUCH: &str = "checking against the schema would take too long";

/// Fails with the reason if the value should not be validated against the schema.
pub fn bounded(schema: &Value, value: &Value) -> Result<(), &'static str> {
    if schema.to_string().len() > SCHEMA_BYTES || references(schema) > REFERENCES {
        return Err("the schema is too long to be used");
    }
    if is_named(schema, true) {
        return Err(ELSEWHERE);
    }
    let mut count = Count { root: schema, known: HashMap::new() };
    match count.steps(schema, value, 0)? {
        0..=STEPS => Ok(()),
        _ => Err(TOO_MUCH),
    }
}

fn references(schema: &Value) -> usize {
    match schema {
        Value::Object(members) => {
            let here = usize::from(members.contains_key("$ref") || members.contains_key("$dynamicRef"));
            here + members.values().map(references).sum::<usize>()
        }
        Value::Array(items) => items.iter().map(references).sum(),
        _ => 0,
    }
}

/// Returns whether parts of a schema have identifiers of their own, because then the target of a reference depends on
/// its position.
fn is_named(schema: &Value, top: bool) -> bool {
    const NAMES: [&str; 5] = ["$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor"];
    match schema {
        Value::Object(members) => {
            let names = if top { &NAMES[2..] } else { &NAMES };
            let is_name = |(key, value): (&String, &Value)| {
                names.contains(&key.as_str()) && (value.is_string() || value.is_boolean())
            };
            members.iter().any(is_name) || members.values().any(|value| is_named(value, false))
        }
        Value::Array(items) => items.iter().any(|item| is_named(item, false)),
        _ => false,
    }
}

/// A schema and a part of the value, by address.
type Meeting = (*const Value, *const Value);

struct Count<'a> {
    root: &'a Value,
    /// Steps of each pair; `None` while it is being counted.
    known: HashMap<Meeting, Option<u64>>,
}

impl<'a> Count<'a> {
    fn steps(&mut self, schema: &'a Value, value: &'a Value, depth: usize) -> Result<u64, &'static str> {
        let Value::Object(words) = schema else { return Ok(1) };
        let meeting = (std::ptr::from_ref(schema), std::ptr::from_ref(value));
        match self.known.get(&meeting) {
            Some(Some(steps)) => return Ok(*steps),
            Some(None) => return Err(ENDLESS),
            None if self.known.len() == MEETINGS || depth == DEPTH => return Err(TOO_MUCH),
            None => self.known.insert(meeting, None),
        };
        let mut steps: u64 = 1;
        for (word, said) in words {
            let more = match (word.as_str(), said) {
                ("$ref", Value::String(to)) => self.reference(to, value, depth)?,
                ("$dynamicRef" | "$recursiveRef", _) => return Err(ELSEWHERE),
                ("allOf" | "anyOf" | "oneOf", Value::Array(schemas)) => {
                    // Alternatives are tried, and then evaluated again to report what is wrong.
                    let times = if word == "allOf" { 1 } else { 2 };
                    self.all(schemas, value, depth)?.saturating_mul(times)
                }
                ("not" | "if" | "then" | "else", schema) => self.steps(schema, value, depth + 1)?,
                ("propertyNames", schema) => {
                    let members = value.as_object().map_or(0, serde_json::Map::len);
                    let each = if members == 0 { 0 } else { self.steps(schema, &NAME, depth + 1)? };
                    each.saturating_mul(members as u64)
                }
                ("dependentSchemas" | "dependencies", Value::Object(schemas)) => {
                    self.all(schemas.values(), value, depth)?
                }
                ("properties", Value::Object(schemas)) => {
                    let met = schemas.iter().filter_map(|(name, schema)| Some((schema, value.get(name)?)));
                    let mut sum: u64 = 0;
                    for (schema, member) in met {
                        sum = sum.saturating_add(self.steps(schema, member, depth + 1)?);
                    }
                    sum
                }
                ("patternProperties", Value::Object(schemas)) => {
                    let mut sum: u64 = 0;
                    for schema in schemas.values() {
                        sum = sum.saturating_add(self.inside(schema, value, depth)?);
                    }
                    sum
                }
                ("items" | "prefixItems", Value::Array(schemas)) => {
                    let mut sum: u64 = 0;
                    for (schema, item) in schemas.iter().zip(value.as_array().into_iter().flatten()) {
                        sum = sum.saturating_add(self.steps(schema, item, depth + 1)?);
                    }
                    sum
                }
                (
                    "items"
                    | "additionalItems"
                    | "additionalProperties"
                    | "unevaluatedItems"
                    | "unevaluatedProperties"
                    | "contains",
                    schema,
                ) => self.inside(schema, value, depth)?,
                _ => 1,
            };
            steps = steps.saturating_add(more);
        }
        self.known.insert(meeting, Some(steps));
        Ok(steps)
    }

    fn reference(&mut self, to: &str, value: &'a Value, depth: usize) -> Result<u64, &'static str> {
        let target = json::resolve_ref(self.root, to).ok_or(ELSEWHERE)?;
        self.steps(target, value, depth + 1)
    }

    fn all(
        &mut self,
        schemas: impl IntoIterator<Item = &'a Value>,
        value: &'a Value,
        depth: usize,
    ) -> Result<u64, &'static str> {
        let mut sum: u64 = 0;
        for schema in schemas {
            sum = sum.saturating_add(self.steps(schema, value, depth + 1)?);
        }
        Ok(sum)
    }

    /// Counts a schema that applies to every item or member of the value.
    fn inside(&mut self, schema: &'a Value, value: &'a Value, depth: usize) -> Result<u64, &'static str> {
        let mut sum: u64 = 0;
        let (items, members) = (value.as_array(), value.as_object());
        for part in
            items.into_iter().flatten().chain(members.into_iter().flat_map(|members| members.values()))
        {
            sum = sum.saturating_add(self.steps(schema, part, depth + 1)?);
        }
        Ok(sum)
    }
}
