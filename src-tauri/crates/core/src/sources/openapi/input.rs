//! Input schema of an operation, with the plan that puts each property into the request: parameters and request body,
//! merged into one object.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use super::body::{self, Body, ObjectFields};
use super::name;
use super::parameters::{self, OperationParameter};
use super::request::body::{BodyPlan, BodySource};
use super::request::parameter::{Location, ParameterFormat, ParameterPlan};
use super::request::path::PathTemplate;
use super::request::sorted::SortedByName;
use super::request::style::Style;
use super::schema::SchemaBuilder;
use super::security::Requirement;

/// The input schema, and where its properties go.
pub struct Input {
    pub schema: Value,
    pub path: PathTemplate,
    pub parameters: Box<[ParameterPlan]>,
    pub body: Option<BodyPlan>,
}

#[derive(Default)]
struct InputBuilder {
    properties: Map<String, Value>,
    required: Vec<String>,
    additional_properties: Option<Value>,
    description: Option<String>,
    parameters: Vec<ParameterPlan>,
    body: Option<BodyPlan>,
}

/// Builds the input schema and the plan; `path_parameters` are those of the path item.
pub fn build_input<'d>(
    schemas: &mut SchemaBuilder<'_, 'd>,
    path: &str,
    path_parameters: Option<&'d Value>,
    operation: &'d Map<String, Value>,
    security: &[Requirement],
) -> Input {
    let mut input = InputBuilder::default();
    let names: Vec<&str> = path_parameter_names(path).collect();
    let stated = operation.get("parameters");
    for parameter in parameters::read_parameters(schemas, &names, security, path_parameters, stated) {
        input.add_parameter(parameter);
    }
    for name in names {
        if !input.is_path_parameter(name) {
            let message = format!("do not declare {{{name}}} of the path; text is assumed");
            schemas.problems.add_for_field("parameters", message);
            input.add_undeclared(name);
        }
    }
    if let Some(stated) = operation.get("requestBody").filter(|body| !body.is_null())
        && let Some(body) = body::read_body(schemas, stated)
    {
        input.add_body(body);
    }
    input.finish(path, schemas.build_definitions())
}

impl InputBuilder {
    /// Adds a property and returns its name; if the name is taken, with a number appended.
    fn add_property(&mut self, name: String, schema: Value, required: bool) -> Box<str> {
        let free = |name: &String| !self.properties.contains_key(name);
        let numbered = |number| format!("{name}_{number}");
        let name =
            if free(&name) { name.clone() } else { (2_u32..).map(numbered).find(free).unwrap_or_default() };
        if required {
            self.required.push(name.clone());
        }
        let added = name.as_str().into();
        self.properties.insert(name, schema);
        added
    }

    fn add_parameter(&mut self, parameter: OperationParameter) {
        let OperationParameter { frame, location, schema, format } = parameter;
        let object = parameters::object_keys(&schema, location);
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
        let required = location == Location::Path || frame.required == Some(true);
        let property = name::argument_name(&frame.name);
        let property = match self.properties.contains_key(&property) {
            false => property,
            true => name::argument_name(&format!("{property}_{}", parameters::location_name(location))),
        };
        let argument = self.add_property(property, Value::Object(schema), required);
        let name = frame.name.into();
        self.parameters.push(ParameterPlan { argument, name, location, format, required, object });
    }

    /// Adds a parameter that only the path names.
    fn add_undeclared(&mut self, name: &str) {
        let argument = self.add_property(name::argument_name(name), json!({ "type": "string" }), true);
        self.parameters.push(ParameterPlan {
            argument,
            name: name.into(),
            location: Location::Path,
            format: ParameterFormat::Styled {
                style: Style::Simple,
                explode: false,
                allow_reserved: false,
                allow_empty: false,
            },
            required: true,
            object: None,
        });
    }

    fn is_path_parameter(&self, name: &str) -> bool {
        let is_named =
            |parameter: &ParameterPlan| parameter.location == Location::Path && *parameter.name == *name;
        self.parameters.iter().any(is_named)
    }

    /// Adds the body's properties individually if it is a plain object and their names are free and accepted
    /// by clients, otherwise as one property.
    fn add_body(&mut self, body: Body) {
        let cannot_be_argument =
            |name: &String| self.properties.contains_key(name) || !name::is_argument_name(name);
        let clashes = |fields: &ObjectFields| fields.properties.keys().any(cannot_be_argument);
        let fields = if body.media.can_be_flattened() { body::flatten_object(&body.schema) } else { None };
        let required = body.required;
        let source = match fields.filter(|fields| !clashes(fields)) {
            Some(fields) => {
                let described = body.schema.get("description").and_then(Value::as_str).map(str::to_owned);
                self.description = body.description.or(described);
                let declared = fields.properties.keys().map(|name| name.as_str().into()).collect();
                let declared = SortedByName::new(declared);
                let accepts_more =
                    fields.additional_properties.as_ref().is_some_and(|more| *more != Value::Bool(false));
                self.additional_properties = fields.additional_properties;
                self.properties.extend(fields.properties);
                // In an optional body, no property is required.
                if required {
                    self.required.extend(fields.required);
                }
                BodySource::Properties { declared, accepts_more }
            }
            None => {
                let mut schema = body.schema;
                if let (Value::Object(members), Some(description)) = (&mut schema, body.description) {
                    members.insert("description".to_owned(), description.into());
                }
                BodySource::Argument(self.add_property("body".to_owned(), schema, required))
            }
        };
        self.body = Some(body.media.into_plan(source, required));
    }

    fn finish(self, path: &str, definitions: Map<String, Value>) -> Input {
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
        let parameters = self.parameters;
        let position = |name: &str| {
            parameters.iter().position(|found| found.location == Location::Path && *found.name == *name)
        };
        let path = PathTemplate::parse(path, position);
        Input { schema: Value::Object(schema), path, parameters: parameters.into(), body: self.body }
    }
}

/// The distinct names in braces in a path.
fn path_parameter_names(path: &str) -> impl Iterator<Item = &str> {
    let mut seen = HashSet::new();
    let names = path.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name);
    names.filter(move |name| !name.is_empty() && seen.insert(*name))
}
