//! Input schema of an operation: parameters and request body, merged into one object.

use std::collections::{HashMap, HashSet};

use oas3::spec::{Parameter, ParameterIn};
use serde_json::{Map, Value, json};

use super::body::{self, Body, ObjectFields};
use super::reference;
use super::schema::SchemaBuilder;
use super::typed;
use crate::text::json;

/// Nesting level of a parameter schema: tool, input schema, properties, parameter.
const PARAMETER_DEPTH: usize = 4;

/// Members of a parameter object in use, besides its schema.
const PARAMETER_KEYS: [&str; 5] = ["name", "in", "description", "required", "deprecated"];

#[derive(Default)]
struct InputSchemaBuilder {
    properties: Map<String, Value>,
    required: Vec<String>,
    additional_properties: Option<Value>,
    description: Option<String>,
}

/// Builds the input schema; `shared` are the parameters of the path item.
pub fn build_input_schema<'d>(
    schemas: &mut SchemaBuilder<'_, 'd>,
    path: &str,
    path_parameters: Option<&'d Value>,
    operation: &'d Map<String, Value>,
) -> Value {
    let mut input = InputSchemaBuilder::default();
    let parameters = read_parameters(schemas, path_parameters, operation.get("parameters"));
    let mut declared = HashSet::new();
    for (frame, schema) in parameters {
        if frame.location == ParameterIn::Path {
            declared.insert(frame.name.clone());
        }
        input.add_parameter(frame, schema);
    }
    for name in path_parameter_names(path).filter(|name| !declared.contains(*name)) {
        schemas
            .problems
            .add_for_field("parameters", format!("do not declare {{{name}}} of the path; text is assumed"));
        input.add_property(name.to_owned(), json!({ "type": "string" }), true);
    }
    if let Some(stated) = operation.get("requestBody").filter(|body| !body.is_null())
        && let Some(body) = body::read_body(schemas, stated)
    {
        input.add_body(body);
    }
    input.into_schema(schemas.build_definitions())
}

impl InputSchemaBuilder {
    /// Adds a property; if the name is taken, with a number appended.
    fn add_property(&mut self, name: String, schema: Value, required: bool) {
        let free = |name: &String| !self.properties.contains_key(name);
        let numbered = |number| format!("{name}_{number}");
        let name =
            if free(&name) { name.clone() } else { (2_u32..).map(numbered).find(free).unwrap_or_default() };
        if required {
            self.required.push(name.clone());
        }
        self.properties.insert(name, schema);
    }

    fn add_parameter(&mut self, frame: Parameter, schema: Value) {
        let mut schema = match schema {
            Value::Object(schema) => schema,
            Value::Bool(false) => Map::from_iter([("not".to_owned(), json!({}))]),
            _ => Map::new(),
        };
        if let Some(description) = frame.description {
            schema.insert("description".to_owned(), description.into());
        }
        if frame.deprecated == Some(true) {
            schema.insert("deprecated".to_owned(), true.into());
        }
        let required = frame.location == ParameterIn::Path || frame.required == Some(true);
        let name = match self.properties.contains_key(&frame.name) {
            false => frame.name,
            true => format!("{}_{}", frame.name, location_name(frame.location)),
        };
        self.add_property(name, Value::Object(schema), required);
    }

    /// Adds the body's properties individually if it is a plain object without name clashes, otherwise as one property.
    fn add_body(&mut self, body: Body) {
        let clashes =
            |fields: &ObjectFields| fields.properties.keys().any(|name| self.properties.contains_key(name));
        match body::flatten_object(&body.schema).filter(|fields| !clashes(fields)) {
            Some(fields) => {
                let described = body.schema.get("description").and_then(Value::as_str).map(str::to_owned);
                self.description = body.description.or(described);
                self.additional_properties = fields.additional_properties;
                self.properties.extend(fields.properties);
                // In an optional body, no property is required.
                if body.required {
                    self.required.extend(fields.required);
                }
            }
            None => {
                let mut schema = body.schema;
                if let (Value::Object(members), Some(description)) = (&mut schema, body.description) {
                    members.insert("description".to_owned(), description.into());
                }
                self.add_property("body".to_owned(), schema, body.required);
            }
        }
    }

    fn into_schema(self, definitions: Map<String, Value>) -> Value {
        let mut schema = Map::new();
        schema.insert("type".to_owned(), "object".into());
        schema.extend(self.description.map(|text| ("description".to_owned(), text.into())));
        schema.insert("properties".to_owned(), Value::Object(self.properties));
        if !self.required.is_empty() {
            schema.insert("required".to_owned(), self.required.into());
        }
        schema.extend(self.additional_properties.map(|more| ("additionalProperties".to_owned(), more)));
        if !definitions.is_empty() {
            schema.insert("$defs".to_owned(), Value::Object(definitions));
        }
        Value::Object(schema)
    }
}

/// The parameters of the path item and of the operation. The latter override those with the same name and location.
fn read_parameters<'d>(
    schemas: &mut SchemaBuilder<'_, 'd>,
    path_parameters: Option<&'d Value>,
    operation_parameters: Option<&'d Value>,
) -> Vec<(Parameter, Value)> {
    let mut parameters: Vec<(Parameter, &'d Value, String)> = Vec::new();
    let mut positions = HashMap::new();
    for (list, field) in [(path_parameters, "path parameters"), (operation_parameters, "parameters")] {
        let list = match list {
            None | Some(Value::Null) => continue,
            Some(Value::Array(list)) => list,
            Some(other) => {
                schemas.problems.add_for_field(field, format!("are {}, not a list", json::kind_name(other)));
                continue;
            }
        };
        for (number, parameter) in list.iter().enumerate() {
            if !schemas.spend(32) {
                break;
            }
            let field = format!("{field}[{number}]");
            let read = reference::resolve(schemas.document, parameter)
                .map_err(|problem| problem.to_string())
                .and_then(|parameter| {
                    Ok((typed::deserialize_members(parameter, &PARAMETER_KEYS)?, parameter))
                });
            match read {
                Ok((frame, _)) if is_ignored(&frame) => {}
                Ok((frame, parameter)) => {
                    let key = (location_name(frame.location), frame.name.clone());
                    let position = *positions.entry(key).or_insert(parameters.len());
                    let entry = (frame, parameter, field);
                    match parameters.get_mut(position) {
                        Some(replaced) => *replaced = entry,
                        None => parameters.push(entry),
                    }
                }
                Err(problem) => schemas.problems.add_for_field(field, format!("{problem}; it is left out")),
            }
        }
    }
    let with_schema = |(frame, parameter, field): (Parameter, &'d Value, String)| {
        let content = || parameter.get("content")?.as_object()?.values().next()?.get("schema");
        let schema = parameter.get("schema").or_else(content);
        let fits = schemas.spend(frame.name.len() + frame.description.as_deref().map_or(0, str::len));
        let schema = schema.filter(|_| fits).map(|schema| schemas.convert(schema, PARAMETER_DEPTH, &field));
        let frame = if fits { frame } else { Parameter { description: None, ..frame } };
        (frame, schema.unwrap_or_else(|| json!({})))
    };
    parameters.into_iter().map(with_schema).collect()
}

/// Header parameters that OpenAPI ignores because they are described elsewhere (Parameter Object, `name`).
fn is_ignored(parameter: &Parameter) -> bool {
    parameter.location == ParameterIn::Header
        && ["accept", "authorization", "content-type"].contains(&parameter.name.to_ascii_lowercase().as_str())
}

const fn location_name(location: ParameterIn) -> &'static str {
    match location {
        ParameterIn::Path => "path",
        ParameterIn::Query => "query",
        ParameterIn::Header => "header",
        ParameterIn::Cookie => "cookie",
    }
}

/// The distinct names in braces in a path.
fn path_parameter_names(path: &str) -> impl Iterator<Item = &str> {
    let mut seen = HashSet::new();
    let names = path.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name);
    names.filter(move |name| !name.is_empty() && seen.insert(*name))
}
