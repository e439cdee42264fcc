//! Tests of requests, built from documents.

mod bodies;
mod injection;
mod multipart;
mod properties;
mod styles;

use serde_json::{Map, Value, json};

use super::{ArgumentProblem, HttpRequest};
use crate::sources::openapi::request::Content;
use crate::sources::openapi::{OpenApiDocument, OperationTool, parse_document};

fn read(document: &Value) -> OpenApiDocument {
    parse_document(&document.to_string()).unwrap()
}

/// The only tool of a document with this operation.
fn operation(method: &str, path: &str, operation: Value) -> OperationTool {
    let document = read(&json!({ "openapi": "3.1.0", "paths": { path: { method: operation } } }));
    assert_eq!(document.problems, []);
    document.tools.into_iter().next().unwrap()
}

fn build(tool: &OperationTool, arguments: Value) -> Result<HttpRequest, Vec<ArgumentProblem>> {
    let Value::Object(arguments) = arguments else { panic!("arguments are an object") };
    tool.plan.build(&arguments)
}

/// Path and query, or the problems as text.
fn path_and_query(tool: &OperationTool, arguments: Value) -> Result<String, String> {
    build(tool, arguments).map(|request| request.path_and_query.expose().to_owned()).map_err(problem_text)
}

fn problem_text(problems: Vec<ArgumentProblem>) -> String {
    problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

fn input_schema(tool: &OperationTool) -> Value {
    let raw: Value = serde_json::from_str(&tool.raw).unwrap();
    raw["inputSchema"].clone()
}

fn object(value: Value) -> Map<String, Value> {
    value.as_object().unwrap().clone()
}

#[test]
fn arguments_are_routed_by_the_names_of_the_input_schema() {
    let tool = operation(
        "put",
        "/pets/{id}",
        json!({
            "parameters": [
                { "name": "id", "in": "path", "required": true, "schema": { "type": "integer" } },
                { "name": "id", "in": "query", "schema": { "type": "integer" } },
                { "name": "id", "in": "header", "schema": { "type": "integer" } },
                { "name": "id_query", "in": "cookie", "schema": { "type": "integer" } },
                { "name": "id", "in": "cookie", "schema": { "type": "integer" } },
            ],
            "requestBody": { "required": true, "content": { "application/json": { "schema": {
                "type": "object", "properties": { "id": { "type": "integer" } } } } } },
        }),
    );
    let properties = object(input_schema(&tool)["properties"].clone());
    let arguments: Map<String, Value> =
        properties.keys().enumerate().map(|(number, name)| (name.clone(), (number + 1).into())).collect();
    let mut arguments = arguments;
    arguments.insert("body".to_owned(), json!({ "id": 6 }));
    assert_eq!(properties.len(), 6);
    let request = tool.plan.build(&arguments).unwrap();
    assert_eq!(request.method, "PUT");
    assert_eq!(request.path_and_query.expose(), "/pets/1?id=2");
    assert_eq!((request.headers[0].name.as_str(), request.headers[0].value.expose()), ("id", "3"));
    assert_eq!(request.cookie_header().unwrap().expose(), "id_query=4; id=5");
    assert_eq!(request.body.unwrap().content, Content::Bytes(br#"{"id":6}"#.to_vec()));
}

#[test]
fn every_wrong_argument_is_reported_at_once() {
    let tool = operation(
        "get",
        "/a/{id}",
        json!({ "parameters": [
            { "name": "id", "in": "path", "required": true, "schema": {} },
            { "name": "q", "in": "query", "required": true, "schema": {} },
            { "name": "ids", "in": "query", "required": true, "schema": { "type": "array" } },
            { "name": "X-A", "in": "header", "schema": {} },
        ] }),
    );
    assert_eq!(
        path_and_query(&tool, json!({ "X-A": "a\nb", "other": 1, "ids": [] })).unwrap_err(),
        "\"id\" is required\n\
         \"q\" is required\n\
         \"ids\" is required, but null and empty lists cannot be sent here\n\
         \"X-A\" has a line break or NUL, which a header cannot contain\n\
         \"other\" is not an argument of this tool"
    );
}

#[test]
fn documents_cannot_declare_headers_of_the_client() {
    let parameters: Vec<Value> =
        ["Host", "Content-Length", "Cookie", "X-HTTP-Method-Override", "X-A", "x-a", "a b"]
            .iter()
            .map(|name| json!({ "name": name, "in": "header", "schema": {} }))
            .chain([
                json!({ "name": "a;b", "in": "cookie" }),
                json!({ "name": "gone", "in": "path", "required": true }),
                json!({ "name": "Authorization", "in": "header" }),
            ])
            .collect();
    let document =
        read(&json!({ "openapi": "3.1.0", "paths": { "/a": { "get": { "parameters": parameters } } } }));
    assert_eq!(input_schema(&document.tools[0])["properties"], json!({ "X-A": {} }));
    let problems: Vec<&str> = document.problems.iter().map(|problem| problem.message.as_str()).collect();
    let client = "is a header that only the client sets; it is left out";
    assert_eq!(
        problems,
        [
            client,
            client,
            client,
            client,
            "is a header that is declared already; it is left out",
            "has a name that a header cannot have; it is left out",
            "has a name that a cookie cannot have; it is left out",
            "is not in the path; it is left out",
        ]
    );
}

#[test]
fn a_path_with_dot_segments_is_left_out() {
    for path in ["/../admin", "/a/%2e%2e/b", "/./a"] {
        let document = read(&json!({ "openapi": "3.1.0", "paths": { path: { "get": {} } } }));
        assert_eq!((document.tools.len(), document.problems.len()), (0, 1), "{path}");
    }
}

#[test]
fn credentials_are_not_arguments() {
    let document = read(&json!({
        "openapi": "3.1.0",
        "components": { "securitySchemes": { "k": { "type": "apiKey", "in": "header", "name": "X-Key" } } },
        "security": [{ "k": [] }],
        "paths": { "/a": {
            "parameters": [{ "name": "x-key", "in": "header", "required": true }, { "name": "q", "in": "query" }],
            "get": {},
            "post": { "security": [] } } },
    }));
    assert_eq!(document.problems, []);
    assert_eq!(input_schema(&document.tools[0])["properties"], json!({ "q": {} }));
    assert_eq!(input_schema(&document.tools[1])["properties"], json!({ "x-key": {}, "q": {} }));
}
