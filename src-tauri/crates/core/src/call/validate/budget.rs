//! Work estimate for validating a value against a schema. Each pair of a schema and a part of the value is counted
//! once, so a validation that takes exponential time is estimated in little time.

use std::collections::HashMap;

use serde_json::Value;

use crate::text::json;

/// Maximum number of steps of a validation.
const MAX_STEPS: u64 = 2_000_000;
/// Maximum number of schema and value pairs that are counted.
const MAX_PAIRS: usize = 200_000;
/// Maximum number of references in a schema.
const MAX_REFERENCES: usize = 1_000;
/// Maximum depth of the recursion, through references and nested schemas.
const MAX_DEPTH: usize = 2_000;
/// Maximum length of a schema, in bytes.
const MAX_SCHEMA_BYTES: usize = 1 << 20;

/// Stands for the name of any member, which `propertyNames` applies to.
static ANY_NAME: Value = Value::String(String::new());

const ENDLESS_REFERENCE: &str = "the schema refers to itself endlessly";
const UNRESOLVED_REFERENCE: &str = "the schema contains a reference that is not resolved";
const TOO_MUCH_WORK: &str = "validating against the schema would take too long";

/// Fails with the reason if the value should not be validated against the schema.
pub fn check_work(schema: &Value, value: &Value) -> Result<(), &'static str> {
    if schema.to_string().len() > MAX_SCHEMA_BYTES || count_references(schema) > MAX_REFERENCES {
        return Err("the schema is too large");
    }
    if has_identifiers(schema, true) {
        return Err(UNRESOLVED_REFERENCE);
    }
    let mut count = StepCounter { root: schema, steps_by_pair: HashMap::new() };
    match count.count_steps(schema, value, 0)? {
        0..=MAX_STEPS => Ok(()),
        _ => Err(TOO_MUCH_WORK),
    }
}

fn count_references(schema: &Value) -> usize {
    match schema {
        Value::Object(members) => {
            let own = usize::from(members.contains_key("$ref") || members.contains_key("$dynamicRef"));
            own + members.values().map(count_references).sum::<usize>()
        }
        Value::Array(items) => items.iter().map(count_references).sum(),
        _ => 0,
    }
}

/// Returns whether parts of a schema have identifiers of their own, because then the target of a reference depends on
/// its position.
fn has_identifiers(schema: &Value, is_root: bool) -> bool {
    const IDENTIFIER_KEYWORDS: [&str; 5] = ["$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor"];
    match schema {
        Value::Object(members) => {
            let names = if is_root { &IDENTIFIER_KEYWORDS[2..] } else { &IDENTIFIER_KEYWORDS };
            let is_name = |(key, value): (&String, &Value)| {
                names.contains(&key.as_str()) && (value.is_string() || value.is_boolean())
            };
            members.iter().any(is_name) || members.values().any(|value| has_identifiers(value, false))
        }
        Value::Array(items) => items.iter().any(|item| has_identifiers(item, false)),
        _ => false,
    }
}

/// A schema and a part of the value, by address.
type SchemaValuePair = (*const Value, *const Value);

struct StepCounter<'a> {
    root: &'a Value,
    /// Steps of each pair; `None` while it is being counted.
    steps_by_pair: HashMap<SchemaValuePair, Option<u64>>,
}

impl<'a> StepCounter<'a> {
    fn count_steps(
        &mut self,
        schema: &'a Value,
        value: &'a Value,
        depth: usize,
    ) -> Result<u64, &'static str> {
        let Value::Object(keywords) = schema else { return Ok(1) };
        let pair = (std::ptr::from_ref(schema), std::ptr::from_ref(value));
        match self.steps_by_pair.get(&pair) {
            Some(Some(steps)) => return Ok(*steps),
            Some(None) => return Err(ENDLESS_REFERENCE),
            None if self.steps_by_pair.len() == MAX_PAIRS || depth == MAX_DEPTH => return Err(TOO_MUCH_WORK),
            None => self.steps_by_pair.insert(pair, None),
        };
        let mut steps: u64 = 1;
        for (keyword, operand) in keywords {
            let more = match (keyword.as_str(), operand) {
                ("$ref", Value::String(to)) => self.count_reference(to, value, depth)?,
                ("$dynamicRef" | "$recursiveRef", _) => return Err(UNRESOLVED_REFERENCE),
                ("allOf" | "anyOf" | "oneOf", Value::Array(schemas)) => {
                    // Alternatives are tried, and then evaluated again to report what is wrong.
                    let times = if keyword == "allOf" { 1 } else { 2 };
                    self.count_all(schemas, value, depth)?.saturating_mul(times)
                }
                ("not" | "if" | "then" | "else", schema) => self.count_steps(schema, value, depth + 1)?,
                ("propertyNames", schema) => {
                    let members = value.as_object().map_or(0, serde_json::Map::len);
                    let each = if members == 0 { 0 } else { self.count_steps(schema, &ANY_NAME, depth + 1)? };
                    each.saturating_mul(members as u64)
                }
                ("dependentSchemas" | "dependencies", Value::Object(schemas)) => {
                    self.count_all(schemas.values(), value, depth)?
                }
                ("properties", Value::Object(schemas)) => {
                    let met = schemas.iter().filter_map(|(name, schema)| Some((schema, value.get(name)?)));
                    let mut sum: u64 = 0;
                    for (schema, member) in met {
                        sum = sum.saturating_add(self.count_steps(schema, member, depth + 1)?);
                    }
                    sum
                }
                ("patternProperties", Value::Object(schemas)) => {
                    let mut sum: u64 = 0;
                    for schema in schemas.values() {
                        sum = sum.saturating_add(self.count_children(schema, value, depth)?);
                    }
                    sum
                }
                ("items" | "prefixItems", Value::Array(schemas)) => {
                    let mut sum: u64 = 0;
                    for (schema, item) in schemas.iter().zip(value.as_array().into_iter().flatten()) {
                        sum = sum.saturating_add(self.count_steps(schema, item, depth + 1)?);
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
                ) => self.count_children(schema, value, depth)?,
                _ => 1,
            };
            steps = steps.saturating_add(more);
        }
        self.steps_by_pair.insert(pair, Some(steps));
        Ok(steps)
    }

    fn count_reference(
        &mut self,
        pointer: &str,
        value: &'a Value,
        depth: usize,
    ) -> Result<u64, &'static str> {
        let target = json::resolve_ref(self.root, pointer).ok_or(UNRESOLVED_REFERENCE)?;
        self.count_steps(target, value, depth + 1)
    }

    fn count_all(
        &mut self,
        schemas: impl IntoIterator<Item = &'a Value>,
        value: &'a Value,
        depth: usize,
    ) -> Result<u64, &'static str> {
        let mut sum: u64 = 0;
        for schema in schemas {
            sum = sum.saturating_add(self.count_steps(schema, value, depth + 1)?);
        }
        Ok(sum)
    }

    /// Counts a schema that applies to every item or member of the value.
    fn count_children(
        &mut self,
        schema: &'a Value,
        value: &'a Value,
        depth: usize,
    ) -> Result<u64, &'static str> {
        let mut sum: u64 = 0;
        let (items, members) = (value.as_array(), value.as_object());
        for part in
            items.into_iter().flatten().chain(members.into_iter().flat_map(|members| members.values()))
        {
            sum = sum.saturating_add(self.count_steps(schema, part, depth + 1)?);
        }
        Ok(sum)
    }
}
