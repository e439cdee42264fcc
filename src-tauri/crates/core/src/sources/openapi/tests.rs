//! Tests with complete documents.

use std::fmt::Write;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::infer::{InferenceSettings, ServerFacts, infer};
use crate::model::tool::Tool;

fn read(document: &Value) -> OpenApiDocument {
    parse_document(&document.to_string()).unwrap()
}

/// A document with one operation, `POST /things`.
fn with_operation(operation: Value, components: Value) -> OpenApiDocument {
    read(
        &json!({ "openapi": "3.1.0", "paths": { "/things": { "post": operation } }, "components": components }),
    )
}

fn tool(operation: &OperationTool) -> Value {
    serde_json::from_str(&operation.raw).unwrap()
}

fn body(schema: Value) -> Value {
    json!({ "required": true, "content": { "application/json": { "schema": schema } } })
}

fn input(operation: Value, components: Value) -> Value {
    let document = with_operation(operation, components);
    assert_eq!(document.problems, []);
    tool(&document.tools[0])["inputSchema"].clone()
}

/// Formats the problems as lines.
fn problem_lines(document: &OpenApiDocument) -> Vec<String> {
    document.problems.iter().map(|problem| format!("{}: {}", problem.field, problem.message)).collect()
}

const KENNEL: &str = r##"{
    "openapi": "3.0.3",
    "info": { "title": "Kennel", "version": "2.1" },
    "paths": {
        "/dogs/{dog}": {
            "parameters": [
                { "name": "dog", "in": "path", "required": true, "schema": { "type": "integer" } },
                { "name": "lang", "in": "query", "schema": { "type": "string" } }
            ],
            "get": {
                "operationId": "dogs.get",
                "summary": "Show a dog",
                "parameters": [
                    { "$ref": "#/components/parameters/Lang" },
                    { "name": "Authorization", "in": "header", "schema": {} },
                    { "name": "x-trace", "in": "header", "deprecated": true, "schema": { "type": "string" } }
                ],
                "responses": { "200": { "description": "A dog" } }
            },
            "put": {
                "operationId": "replace dog",
                "description": "Replaces all that is known of a dog.",
                "requestBody": { "$ref": "#/components/requestBodies/Dog" },
                "responses": {}
            }
        }
    },
    "components": {
        "parameters": {
            "Lang": { "name": "lang", "in": "query", "required": true, "description": "A language.",
                      "schema": { "type": "string", "nullable": true, "enum": ["de", "en"] } }
        },
        "requestBodies": {
            "Dog": { "required": true, "content": {
                "text/plain": { "schema": { "type": "string" } },
                "application/json": { "schema": { "$ref": "#/components/schemas/Dog" } } } }
        },
        "schemas": {
            "Dog": { "type": "object", "required": ["id", "name"], "properties": {
                "id": { "type": "integer", "readOnly": true },
                "name": { "type": "string" },
                "weight": { "type": "number", "minimum": 0, "exclusiveMinimum": true } } }
        }
    }
}"##;

#[test]
fn a_json_document_of_3_0_gives_a_tool_for_each_operation() {
    let document = parse_document(KENNEL).unwrap();
    assert_eq!(problem_lines(&document), [""; 0]);
    assert_eq!((document.title.as_deref(), document.version.as_deref()), (Some("Kennel"), Some("2.1")));
    assert_eq!(
        tool(&document.tools[0]),
        json!({
            "name": "dogs_get",
            "title": "Show a dog",
            "description": "Show a dog",
            "inputSchema": {
                "type": "object",
                "properties": {
                    "dog": { "type": "integer" },
                    "lang": { "type": ["string", "null"], "enum": ["de", "en", null], "description": "A language." },
                    "x-trace": { "type": "string", "deprecated": true },
                },
                "required": ["dog", "lang"],
            },
            "_meta": { "dev.hintsmith/http": { "method": "GET", "path": "/dogs/{dog}", "operationId": "dogs.get" } },
        })
    );
    assert_eq!(
        tool(&document.tools[1]),
        json!({
            "name": "replace_dog",
            "description": "Replaces all that is known of a dog.",
            "inputSchema": {
                "type": "object",
                "properties": {
                    "dog": { "type": "integer" },
                    "lang": { "type": "string" },
                    "name": { "type": "string" },
                    "weight": { "type": "number", "exclusiveMinimum": 0 },
                },
                "required": ["dog", "name"],
            },
            "_meta": { "dev.hintsmith/http": { "method": "PUT", "path": "/dogs/{dog}", "operationId": "replace dog" } },
        })
    );
    assert_eq!(document.tools[1].endpoint, Endpoint { method: "PUT".into(), path: "/dogs/{dog}".into() });
}

#[test]
fn a_yaml_document_of_3_1_gives_the_same_kind_of_tools() {
    let document = parse_document(
        r##"
openapi: 3.1.1
info: { title: Notes, version: 1.0 }
paths:
  /notes:
    post:
      operationId: addNote
      summary: Add a note
      description: >-
        Adds a note
        at the end.
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              properties:
                text: { type: [string, "null"], examples: [yes] }
                tags: { $ref: "#/components/schemas/Tags", description: At most three. }
              required: [text]
              additionalProperties: false
components:
  schemas:
    Tags: { type: array, maxItems: 3, items: { type: string }, description: Tags. }
"##,
    )
    .unwrap();
    assert_eq!((problem_lines(&document), document.version.as_deref()), (vec![], Some("1.0")));
    let tool = tool(&document.tools[0]);
    assert_eq!(
        (&tool["title"], &tool["description"]),
        (&"Add a note".into(), &"Adds a note at the end.".into())
    );
    assert_eq!(
        tool["inputSchema"],
        json!({
            "type": "object",
            "properties": {
                "text": { "type": ["string", "null"], "examples": ["yes"] },
                "tags": {
                    "type": "array", "maxItems": 3, "items": { "type": "string" }, "description": "At most three.",
                },
            },
            "required": ["text"],
            "additionalProperties": false,
        })
    );
}

#[test]
fn a_tool_of_a_document_follows_the_table_of_http_methods() {
    let methods = ["get", "head", "options", "trace", "post", "patch", "put", "delete"];
    // A name that says less than the method does not matter.
    let item: Map<String, Value> =
        methods.iter().map(|method| ((*method).to_owned(), json!({ "operationId": "listOrGet" }))).collect();
    let document = read(&json!({ "openapi": "3.0.0", "paths": { "/a": item } }));
    let tools = Tool::parse_list(document.tools.iter().map(|operation| Arc::clone(&operation.raw)));
    assert_eq!(tools.len(), methods.len());
    for (tool, operation) in tools.iter().zip(&document.tools) {
        let hints = infer(tool, &ServerFacts::from_tools(&tools), InferenceSettings::default()).hints();
        let expected = match operation.endpoint.method.as_str() {
            "GET" | "HEAD" | "OPTIONS" | "TRACE" => (true, false, true),
            "POST" | "PATCH" => (false, false, false),
            "PUT" => (false, false, true),
            _ => (false, true, true),
        };
        let (read_only, destructive, idempotent) = expected;
        let found = (hints.read_only, hints.destructive, hints.idempotent);
        assert_eq!(found, (Some(read_only), Some(destructive), Some(idempotent)), "{operation:?}");
        assert_eq!(tool.problems, []);
    }
}

#[test]
fn recursive_schemas_use_definitions() {
    let folder = json!({ "type": "object", "properties": {
        "name": { "type": "string" },
        "inside": { "type": "array", "items": { "$ref": "#/components/schemas/Folder" } },
        "owner": { "$ref": "#/components/schemas/Owner" } } });
    let owner =
        json!({ "type": "object", "properties": { "home": { "$ref": "#/components/schemas/Folder" } } });
    let schemas = json!({ "schemas": { "Folder": folder, "Owner": owner } });
    let schema =
        input(json!({ "requestBody": body(json!({ "$ref": "#/components/schemas/Folder" })) }), schemas);
    let again = json!({ "$ref": "#/$defs/Folder" });
    let properties = json!({
        "name": { "type": "string" },
        "inside": { "type": "array", "items": again },
        "owner": { "type": "object", "properties": { "home": again } },
    });
    assert_eq!(schema["properties"], properties);
    assert_eq!(schema["$defs"], json!({ "Folder": { "type": "object", "properties": properties } }));
}

#[test]
fn references_that_only_refer_to_each_other_accept_anything() {
    let schemas = json!({ "schemas": {
        "A": { "$ref": "#/components/schemas/B" }, "B": { "$ref": "#/components/schemas/A" } } });
    let operation = json!({ "requestBody": body(json!({ "$ref": "#/components/schemas/A" })) });
    let document = with_operation(operation, schemas);
    assert_eq!(tool(&document.tools[0])["inputSchema"]["properties"], json!({ "body": {} }));
    assert_eq!(
        problem_lines(&document),
        ["POST /things requestBody: refers to #/components/schemas/A, which only refers back to itself; \
          any value is accepted"]
    );
}

#[test]
fn external_references_are_reported_and_not_fetched() {
    let operation = json!({
        "parameters": [
            { "$ref": "other.yaml#/P" },
            { "name": "q", "in": "query", "schema": { "$ref": "https://x.example/q.json", "description": "Words." } },
        ],
        "requestBody": { "$ref": "file:///etc/passwd" },
    });
    let document = read(&json!({ "openapi": "3.1.0", "paths": {
        "/things": { "post": operation }, "/others": { "$ref": "paths.yaml" } } }));
    let properties = &tool(&document.tools[0])["inputSchema"]["properties"];
    assert_eq!(*properties, json!({ "q": { "description": "Words." }, "body": {} }));
    assert_eq!(document.tools.len(), 1);
    let outside = |location: &str, reference: &str, then: &str| {
        format!("{location}: refers to {reference}, outside this document, which is not fetched{then}")
    };
    assert_eq!(
        problem_lines(&document),
        [
            outside("POST /things parameters[0]", "other.yaml#/P", "; it is left out"),
            outside("POST /things parameters[1]", "https://x.example/q.json", "; any value is accepted"),
            outside("POST /things requestBody", "file:///etc/passwd", "; any value is accepted"),
            outside("/others", "paths.yaml", ""),
        ]
    );
}

#[test]
fn all_of_bodies_are_merged() {
    let schemas = json!({ "schemas": { "Base": {
        "type": "object", "required": ["id", "kind"],
        "properties": { "id": { "type": "integer", "readOnly": true }, "kind": { "type": "string" } } } } });
    let parts = json!({ "allOf": [
        { "$ref": "#/components/schemas/Base" },
        { "type": "object", "required": ["size"], "properties": {
            "size": { "type": "integer" }, "kind": { "enum": ["big", "small"] } } },
    ] });
    let schema = input(json!({ "requestBody": body(parts) }), schemas);
    assert_eq!(
        schema,
        json!({
            "type": "object",
            "properties": {
                "kind": { "allOf": [{ "type": "string" }, { "enum": ["big", "small"] }] },
                "size": { "type": "integer" },
            },
            "required": ["kind", "size"],
        })
    );
}

#[test]
fn clashing_parameter_names_are_distinguished() {
    let parameter =
        |name: &str, place: &str| json!({ "name": name, "in": place, "schema": { "type": "string" } });
    let text = json!({ "type": "string" });
    let object =
        json!({ "type": "object", "properties": { "id": { "type": "integer" } }, "required": ["id"] });
    for (parameters, expected) in [
        (vec![parameter("id", "query")], json!({ "id": text, "body": object })),
        (
            vec![parameter("id", "query"), parameter("id", "header"), parameter("body", "cookie")],
            json!({ "id": text, "id_header": text, "body": text, "body_2": object }),
        ),
        (vec![parameter("other", "query")], json!({ "other": text, "id": { "type": "integer" } })),
    ] {
        let schema =
            input(json!({ "parameters": parameters, "requestBody": body(object.clone()) }), json!({}));
        assert_eq!(schema["properties"], expected);
        let required = if expected.get("body_2").is_some() {
            "body_2"
        } else if expected.get("body").is_some() {
            "body"
        } else {
            "id"
        };
        assert_eq!(schema["required"], json!([required]));
    }
}

#[test]
fn optional_bodies_require_nothing() {
    let mut optional = body(json!({ "properties": { "a": {} }, "required": ["a"] }));
    optional["required"] = false.into();
    let schema = input(json!({ "requestBody": optional }), json!({}));
    assert_eq!(schema, json!({ "type": "object", "properties": { "a": {} } }));
}

#[test]
fn json_schema_keywords_are_kept() {
    let schema = json!({ "type": "object", "patternProperties": { "^x": { "type": "string" } },
        "if": { "required": ["a"] }, "then": { "required": ["b"] }, "dependentRequired": { "a": ["b"] },
        "propertyNames": { "maxLength": 9 }, "default": { "$ref": "not a reference" }, "x-own": [1] });
    let found = input(json!({ "requestBody": body(schema.clone()) }), json!({}));
    assert_eq!(found["properties"]["body"], schema);
}

#[test]
fn an_operation_without_a_name_gets_one_and_names_are_unique() {
    let document = read(&json!({ "openapi": "3.0.0", "paths": {
        "/pets/{id}": { "parameters": [{ "name": "id", "in": "path" }], "get": {}, "delete": { "operationId": "漢字" } },
        "/a": { "get": { "operationId": "same" }, "post": { "operationId": "same" } },
        "/b": { "get": { "operationId": "get_pets_by_id" } } } }));
    let names: Vec<Value> = document.tools.iter().map(|operation| tool(operation)["name"].clone()).collect();
    let expected = [
        "get_pets_by_id_f39a0769",
        "delete_pets_by_id",
        "same_a2210bea",
        "same_36c29c28",
        "get_pets_by_id_acf0acf1",
    ];
    assert_eq!(names, expected);
    assert_eq!(problem_lines(&document), [""; 0]);
}

#[test]
fn vendor_extensions_set_tool_properties() {
    let speakeasy = json!({ "name": "list-all", "title": "List All", "description": "Lists.", "scopes": ["read"],
        "readOnlyHint": true, "destructiveHint": null, "idempotentHint": "yes", "openWorldHint": false });
    let gram =
        json!({ "name": "find_all", "summary": "Find", "description": "Finds.", "responseFilterType": "jq" });
    let texts = json!({ "operationId": "o", "summary": "S", "description": "D" });
    let with = |extensions: &[(&str, &Value)]| {
        let mut operation = texts.clone();
        extensions.iter().for_each(|(key, value)| operation[*key] = (*value).clone());
        let document = with_operation(operation, json!({}));
        assert_eq!(document.problems, []);
        tool(&document.tools[0])
    };
    for (tool, expected) in [
        (with(&[]), ["o", "S", "D"]),
        (with(&[("x-speakeasy-mcp", &speakeasy)]), ["list-all", "List All", "Lists."]),
        (with(&[("x-gram", &gram)]), ["find_all", "Find", "Finds."]),
        (with(&[("x-gram", &gram), ("x-speakeasy-mcp", &speakeasy)]), ["find_all", "Find", "Finds."]),
        (
            with(&[("x-gram", &json!({ "name": "g" })), ("x-speakeasy-mcp", &speakeasy)]),
            ["g", "List All", "Lists."],
        ),
    ] {
        assert_eq!(["name", "title", "description"].map(|key| tool[key].clone()), expected);
    }
    let tool = with(&[("x-speakeasy-mcp", &speakeasy)]);
    let declared = json!({ "readOnlyHint": true, "idempotentHint": "yes", "openWorldHint": false });
    assert_eq!(tool["annotations"], declared);
    assert_eq!(tool["_meta"]["x-speakeasy-mcp"], speakeasy);
    let fields: Vec<String> =
        Tool::parse(tool.to_string().into(), 0).problems.into_iter().map(|problem| problem.field).collect();
    assert_eq!(fields, ["annotations.idempotentHint"]);
}

#[test]
fn a_disabled_operation_is_left_out_and_reported() {
    let document = with_operation(json!({ "x-speakeasy-mcp": { "disabled": true } }), json!({}));
    assert_eq!(document.tools, []);
    assert_eq!(problem_lines(&document), ["POST /things: is disabled by x-speakeasy-mcp and left out"]);
    let odd = json!({ "x-speakeasy-mcp": { "disabled": "yes", "name": 7 }, "x-gram": true });
    let document = with_operation(odd, json!({}));
    assert_eq!(
        problem_lines(&document),
        [
            "POST /things x-gram: is a boolean, not an object; it is ignored",
            "POST /things x-speakeasy-mcp.name: is a number, not a string; it is ignored",
            "POST /things x-speakeasy-mcp.disabled: is a string, not true or false; the tool is kept",
        ]
    );
}

#[test]
fn a_broken_operation_does_not_affect_others() {
    let document = read(&json!({ "openapi": "3.0.0", "paths": {
        "/a": { "get": { "operationId": 5 }, "post": "later", "put": { "operationId": "fine", "responses": 7 } },
        "/b": [],
        "/c/{id}": { "get": {
            "parameters": [{ "name": "x" }, 3, { "name": "ok", "in": "query", "schema": [], "style": "odd" }],
            "requestBody": {} } },
    } }));
    let names: Vec<Value> = document.tools.iter().map(|operation| tool(operation)["name"].clone()).collect();
    assert_eq!(names, ["fine", "get_c_by_id"]);
    let properties = &tool(&document.tools[1])["inputSchema"]["properties"];
    assert_eq!(*properties, json!({ "ok": {}, "id": { "type": "string" }, "body": {} }));
    assert_eq!(
        problem_lines(&document),
        [
            "GET /a: has a wrong \"operationId\": invalid type: integer `5`, expected a string; it is left out",
            "POST /a: is a string, not an object; it is left out",
            "/b: is a list, not an object",
            "GET /c/{id} parameters[0]: cannot be read: missing field `in`; it is left out",
            "GET /c/{id} parameters[1]: is a number, not an object; it is left out",
            "GET /c/{id} parameters[2]: has the style \"odd\", which is not possible here; the default is used",
            "GET /c/{id} parameters[2]: has a list for a schema; any value is accepted",
            "GET /c/{id} parameters: do not declare {id} of the path; text is assumed",
            "GET /c/{id} requestBody: cannot be read: missing field `content`; any value is accepted",
        ]
    );
}

#[test]
fn unsupported_documents_are_rejected_with_a_hint() {
    for (text, message, hint) in [
        (r#"{"swagger":"2.0"}"#, "Swagger 2.0 is not supported, only OpenAPI 3.0 and 3.1", "Convert"),
        ("swagger: 2.0\n", "Swagger 2.0 is not supported, only OpenAPI 3.0 and 3.1", "Convert"),
        ("openapi: 3.2.0\n", "OpenAPI 3.2.0 is not supported, only 3.0 and 3.1", "Save"),
        (r#"{"openapi":"30.1"}"#, "OpenAPI 30.1 is not supported, only 3.0 and 3.1", "Save"),
        (
            "<!doctype html><html></html>",
            "not an OpenAPI document: the \"openapi\" version is missing",
            "Select",
        ),
        (r#"{"tools":[]}"#, "not an OpenAPI document: the \"openapi\" version is missing", "Select"),
        ("", "not an OpenAPI document: the \"openapi\" version is missing", "Select"),
        ("{\"openapi\":", "invalid JSON: EOF while parsing a value at line 1 column 11", "Correct"),
    ] {
        let error = parse_document(text).unwrap_err();
        assert_eq!(error.to_string(), message);
        assert!(error.hint().starts_with(hint), "{error}");
    }
    for text in ["openapi: 3.1\npaths: {}\n", "{\"openapi\":\"3.0.4\"}"] {
        assert_eq!(parse_document(text).unwrap().tools, [], "{text}");
    }
}

#[test]
fn a_referenced_path_item_applies_to_each_path() {
    let document = read(&json!({ "openapi": "3.1.0",
        "paths": {
            "/a": { "$ref": "#/components/pathItems/Item", "post": {} },
            "/b": { "$ref": "#/components/pathItems/Item" } },
        "components": { "pathItems": { "Item": { "get": { "operationId": "x" } } } } }));
    let endpoints: Vec<String> = document
        .tools
        .iter()
        .map(|tool| format!("{} {}", tool.endpoint.method, tool.endpoint.path))
        .collect();
    assert_eq!(endpoints, ["GET /a", "POST /a", "GET /b"]);
}

/// Each level refers to the next twice: inlining would take exponential space.
fn doubling(levels: usize) -> Value {
    let next = |level: usize| json!({ "$ref": format!("#/components/schemas/S{}", level + 1) });
    let level = |level: usize| {
        (
            format!("S{level}"),
            json!({ "type": "object", "properties": { "l": next(level), "r": next(level) } }),
        )
    };
    let mut schemas: Map<String, Value> = (0..levels).map(level).collect();
    schemas.insert(format!("S{levels}"), json!({ "type": "string" }));
    json!({ "schemas": schemas })
}

#[test]
fn hostile_documents_give_bounded_tools_in_bounded_time() {
    let first = json!({ "$ref": "#/components/schemas/S0" });
    let document = with_operation(json!({ "requestBody": body(first) }), doubling(500));
    assert_eq!(document.problems, []);
    assert!(document.tools[0].raw.len() < 200_000);
    assert_eq!(
        tool(&document.tools[0])["inputSchema"]["$defs"]["S499"]["properties"]["l"]["$ref"],
        "#/$defs/S500"
    );

    // A chain of references, each nested in the one before.
    let link = |at: usize| {
        (format!("L{at}"), json!({ "items": { "$ref": format!("#/components/schemas/L{}", at + 1) } }))
    };
    let chain: Map<String, Value> = (0..5_000).map(link).collect();
    let first = json!({ "$ref": "#/components/schemas/L0" });
    let document = with_operation(json!({ "requestBody": body(first) }), json!({ "schemas": chain }));
    assert_eq!(document.problems.len(), 1, "the last refers to nothing");
    tool(&document.tools[0]);

    // One large path item referred to by many paths.
    let parameters: Vec<Value> =
        (0..2_000).map(|at| json!({ "name": format!("p{at}"), "in": "query" })).collect();
    let item = json!({ "get": { "description": "x".repeat(500_000), "parameters": parameters } });
    let mut paths = String::new();
    for at in 0..30_000 {
        write!(paths, "\"/{at}\":{{\"$ref\":\"#/components/pathItems/I\"}},").unwrap();
    }
    let text = format!(
        r#"{{"openapi":"3.1.0","components":{{"pathItems":{{"I":{item}}}}},"paths":{{{}}}}}"#,
        paths.trim_end_matches(',')
    );
    let document = parse_document(&text).unwrap();
    let bytes: usize = document.tools.iter().map(|tool| tool.raw.len()).sum();
    assert!(bytes < 100_000_000 && document.problems.len() <= 1_001, "{bytes}");
}

#[test]
fn the_deepest_schema_can_be_parsed() {
    let mut schema = json!({ "type": "string" });
    for _ in 0..110 {
        schema = json!({ "items": schema });
    }
    let text = json!({ "openapi": "3.1.0", "paths": { "/a": { "post": { "parameters": [
        { "name": "a", "in": "query", "schema": schema } ] } } } });
    let document = read(&text);
    tool(&document.tools[0]);
    assert_eq!(
        problem_lines(&document),
        ["POST /a parameters[0]: is nested too deeply; the innermost levels accept any value"]
    );
}

/// Values that resemble parts of a document, often in the wrong place.
fn any_part() -> impl Strategy<Value = Value> {
    let reference = prop_oneof![
        Just("#/components/schemas/A"),
        Just("#/components/schemas/B"),
        Just("#/components/parameters/A"),
        Just("#/paths/~1a"),
        Just("#"),
        Just("b.yaml"),
    ];
    let scalar = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        "(object|string|path|query|a|\\PC{0,6})".prop_map(Value::from),
        reference.prop_map(|reference| json!({ "$ref": reference })),
    ];
    scalar.prop_recursive(6, 60, 6, |part| {
        let key = "(type|properties|items|allOf|anyOf|required|name|in|schema|content|application/json|parameters|\
                   requestBody|get|post|operationId|nullable|enum|description|readOnly|x-gram|x-speakeasy-mcp|\
                   \\$ref|\\$defs|additionalProperties|exclusiveMinimum|minimum|a)";
        prop_oneof![
            proptest::collection::vec(part.clone(), 0..4).prop_map(Value::from),
            proptest::collection::vec((key, part), 0..6).prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn any_text_is_parsed_or_rejected(text in "(openapi: 3.1.0\n|paths:|  /a:|    get: |[\\[\\]{}\",:&*!|>%@#a\\\\ \n-]{0,6}|\\PC{0,8}){0,30}") {
        let _ = parse_document(&text);
        let _ = parse_document(&format!("openapi: 3.0.0\npaths:\n  /a:\n    get:\n      {text}"));
        let _ = parse_document(&format!("{{\"openapi\":\"3.0.0\",\"paths\":{text}}}"));
    }

    #[test]
    fn every_tool_of_any_document_is_valid(
        item in any_part(), operation in any_part(), one in any_part(), other in any_part(), parameter in any_part(),
    ) {
        let document = read(&json!({
            "openapi": "3.0.0",
            "paths": { "/a": item, "/b/{c}": { "parameters": [parameter.clone()], "post": operation, "put": {
                "parameters": [{ "name": "q", "in": "query", "schema": one }, parameter],
                "requestBody": { "content": { "application/json": { "schema": other } } } } } },
            "components": { "schemas": { "A": one, "B": other }, "parameters": { "A": parameter } },
        }));
        let mut names = std::collections::HashSet::new();
        for (position, operation) in document.tools.iter().enumerate() {
            let tool = Tool::parse(Arc::clone(&operation.raw), position);
            prop_assert!(tool.problems.iter().all(|problem| problem.field.starts_with("annotations.")), "{:?}", tool);
            prop_assert_eq!(tool.http_method.as_deref(), Some(operation.endpoint.method.as_str()));
            let fits = |character: char| character.is_ascii_alphanumeric() || "_-".contains(character);
            prop_assert!(tool.name.len() <= 64 && tool.name.chars().all(fits) && names.insert(tool.name));
            let raw: Value = serde_json::from_str(&operation.raw).unwrap();
            let definitions = &raw["inputSchema"]["$defs"];
            for reference in references(&raw["inputSchema"]) {
                let name = reference.strip_prefix("#/$defs/").unwrap_or_default();
                prop_assert!(definitions.get(name).is_some(), "{} in {}", reference, raw);
            }
        }
    }
}

/// Every `$ref` that a schema reader would follow. Values that are not schemas may contain anything.
fn references(schema: &Value) -> Vec<String> {
    let own = schema.get("$ref").and_then(Value::as_str).map(str::to_owned);
    let one = ["items", "additionalProperties"].into_iter().filter_map(|key| schema.get(key));
    let lists =
        ["items", "allOf", "anyOf"].into_iter().filter_map(|key| schema.get(key)?.as_array()).flatten();
    let maps = ["properties", "$defs"].into_iter().filter_map(|key| schema.get(key)?.as_object());
    let within = one.chain(lists).chain(maps.flat_map(Map::values)).flat_map(references);
    own.into_iter().chain(within).collect()
}

/// The base URLs of the only operation.
fn server_urls(document: &OpenApiDocument) -> Vec<String> {
    document.tools[0].plan.servers.iter().map(|server| server.as_str().to_owned()).collect()
}

#[test]
fn the_innermost_servers_apply() {
    let list = |name: &str| json!([{ "url": format!("https://{name}.example") }]);
    let full = json!({ "openapi": "3.1.0", "servers": list("document"), "paths": { "/a": { "servers": list("path"),
        "get": { "servers": list("operation") } } } });
    assert_eq!(server_urls(&read(&full)), ["https://operation.example/"]);
    let mut without = full.clone();
    without["paths"]["/a"]["get"] = json!({ "servers": [] });
    assert_eq!(server_urls(&read(&without)), ["https://path.example/"]);
    without["paths"]["/a"] = json!({ "get": {} });
    assert_eq!(server_urls(&read(&without)), ["https://document.example/"]);
    without["servers"] = Value::Null;
    assert_eq!(server_urls(&read(&without)), [""; 0]);
    let located =
        parse_document_from(&without.to_string(), Some("https://a.example/docs/api.json?key=x")).unwrap();
    assert_eq!(server_urls(&located), ["https://a.example/"]);
    assert_eq!(located.servers, located.tools[0].plan.servers);
}

/// The output schema of an operation with these responses, and its plan as text.
fn output(responses: Value, schemas: Value) -> (Value, String) {
    let document = with_operation(json!({ "responses": responses }), json!({ "schemas": schemas }));
    assert_eq!(document.problems, []);
    let plan = document.tools[0].plan.output.as_ref();
    let plan = plan.map(|output| format!("{} {} {}", output.status, output.media_type, output.is_structured));
    (tool(&document.tools[0])["outputSchema"].clone(), plan.unwrap_or_default())
}

#[test]
fn the_success_response_is_the_output_schema() {
    let json_of = |schema: Value| json!({ "content": { "application/json": { "schema": schema } } });
    let pet = json!({ "type": "object", "required": ["id", "secret"], "properties": {
        "id": { "type": "integer", "readOnly": true }, "secret": { "writeOnly": true },
        "parent": { "$ref": "#/components/schemas/Pet" } } });
    let schemas = json!({ "Pet": pet });
    let reference = json_of(json!({ "$ref": "#/components/schemas/Pet" }));
    let (schema, plan) = output(json!({ "404": {}, "201": reference, "200": reference }), schemas);
    assert_eq!(plan, "200 application/json true");
    let inner = json!({ "type": "object", "required": ["id"], "properties": {
        "id": { "type": "integer", "readOnly": true }, "parent": { "$ref": "#/$defs/Pet" } } });
    let mut expected = inner.clone();
    expected["$defs"] = json!({ "Pet": inner });
    assert_eq!(schema["properties"], expected["properties"]);
    // Not that it is there: APIs leave things out, and clients would reject the result of a call that was made.
    assert_eq!((schema.get("required"), schema["$defs"]["Pet"].get("required")), (None, None));
    assert_eq!(schema["$defs"]["Pet"]["properties"]["parent"], json!({ "$ref": "#/$defs/Pet" }));
}

#[test]
fn only_objects_that_every_success_has_are_an_output_schema() {
    let json_of = |schema: Value| json!({ "content": { "application/json": { "schema": schema } } });
    let object = json_of(json!({ "type": "object" }));
    let long = json!({ "type": "object", "description": "x".repeat(20_000) });
    for (responses, expected) in [
        (json!({ "2XX": object }), "2XX application/json true"),
        (json!({ "200": json_of(json!({ "properties": { "a": {} } })) }), "200 application/json true"),
        (json!({ "200": json_of(json!({ "allOf": [{ "type": "object" }] })) }), "200 application/json true"),
        (json!({ "200": json_of(json!({ "type": "array" })) }), "200 application/json false"),
        (json!({ "200": json_of(json!({ "type": ["object", "null"] })) }), "200 application/json false"),
        (json!({ "200": json_of(long) }), "200 application/json false"),
        (json!({ "200": object, "204": {} }), "200 application/json false"),
        (
            json!({ "200": object, "202": json_of(json!({ "type": "object", "title": "t" })) }),
            "200 application/json false",
        ),
        (json!({ "204": {}, "206": object }), "206 application/json false"),
        (
            json!({ "200": { "content": { "text/html": {}, "application/hal+json": {} } } }),
            "200 application/hal+json false",
        ),
        (json!({ "default": object, "404": object }), ""),
        (json!({ "200": { "content": { "text/html": {} } } }), ""),
    ] {
        let (schema, plan) = output(responses.clone(), json!({}));
        assert_eq!(plan, expected, "{responses}");
        assert_eq!(schema.is_object(), plan.ends_with("true"), "{responses}");
        assert!(schema.is_null() || schema["type"] == "object");
    }
}

#[test]
fn requests_accept_the_success_response() {
    let responses =
        json!({ "200": { "content": { "application/xml": {}, "application/vnd.api+json": {} } } });
    let document = with_operation(json!({ "responses": responses }), json!({}));
    let request = document.tools[0].plan.build(&Map::new()).unwrap();
    assert_eq!(
        (request.headers[0].name.as_str(), request.headers[0].value.expose()),
        ("Accept", "application/vnd.api+json")
    );
}

#[test]
fn the_innermost_x_mcp_decides_about_an_operation() {
    let mcp = |value: Value| json!({ "x-mcp": value });
    for (document, path, operation, is_included) in [
        (json!(false), json!(null), mcp(json!(null)), false),
        (json!(false), json!(true), mcp(json!(null)), true),
        (json!({ "enabled": false }), json!({ "enabled": true }), mcp(json!({ "enabled": false })), false),
        (json!(null), json!(false), mcp(json!({ "enabled": true })), true),
        (json!(null), json!(false), mcp(json!({ "name": "x" })), false),
        (json!({ "protocolVersion": "2025-06-18", "tools": [] }), json!(null), json!({}), true),
        (json!(null), json!(null), mcp(json!(false)), false),
        (json!(null), json!(null), json!({ "x-mcp": true, "x-speakeasy-mcp": { "disabled": true } }), false),
    ] {
        let text = json!({ "openapi": "3.1.0", "x-mcp": document, "paths": { "/a": { "x-mcp": path, "get": operation } } });
        assert_eq!(read(&text).tools.len(), usize::from(is_included), "{text}");
    }
}

#[test]
fn x_mcp_sets_what_other_extensions_leave_out() {
    let operation = json!({ "operationId": "o",
        "x-speakeasy-mcp": { "name": "first", "readOnlyHint": true },
        "x-mcp": { "name": "second", "title": "T", "description": "D",
            "annotations": { "readOnlyHint": false, "idempotentHint": true } } });
    let document = with_operation(operation.clone(), json!({}));
    let tool = tool(&document.tools[0]);
    assert_eq!(
        (&tool["name"], &tool["title"], &tool["description"]),
        (&"first".into(), &"T".into(), &"D".into())
    );
    assert_eq!(tool["annotations"], json!({ "readOnlyHint": true, "idempotentHint": true }));
    assert_eq!(tool["_meta"]["x-mcp"], operation["x-mcp"]);
}

#[test]
fn a_plan_does_not_grow_with_the_schemas() {
    let large = json!({ "type": "object", "properties": { "a": { "type": "string", "description": "x".repeat(50_000) } } });
    let document = with_operation(json!({ "requestBody": body(large) }), json!({}));
    assert!(document.tools[0].raw.len() > 50_000);
    assert!(format!("{:?}", document.tools[0].plan).len() < 2_000);
}

#[test]
fn a_required_authorization_header_is_not_dropped_silently() {
    let document = json!({
        "openapi": "3.1.0",
        "info": {"title": "a", "version": "1"},
        "paths": {"/a": {"get": {"parameters": [
            {"name": "authorization", "in": "header", "required": true, "schema": {}},
            {"name": "Accept", "in": "header", "required": true, "schema": {}},
        ]}}},
    });
    let message = "is the header Authorization, which OpenAPI ignores; calls need a security scheme instead";
    let document = parse_document(&document.to_string()).unwrap();
    assert_eq!(problem_lines(&document), [format!("GET /a parameters[0]: {message}")]);
}
