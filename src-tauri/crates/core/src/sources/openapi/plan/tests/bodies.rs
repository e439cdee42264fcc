//! Bodies by media type.

use serde_json::{Value, json};

use super::{build, input_schema, operation, problem_text};
use crate::sources::openapi::OperationTool;
use crate::sources::openapi::request::{Content, Part, RequestBody};

fn tool(media_type: &str, media: Value, required: bool) -> OperationTool {
    operation(
        "post",
        "/x",
        json!({ "requestBody": { "required": required, "content": { media_type: media } } }),
    )
}

fn body(tool: &OperationTool, arguments: Value) -> Option<RequestBody> {
    build(tool, arguments).unwrap().body
}

/// Media type and content as text.
fn text(tool: &OperationTool, arguments: Value) -> (String, String) {
    let RequestBody { media_type, content } = body(tool, arguments).unwrap();
    match content {
        Content::Bytes(bytes) => (media_type, String::from_utf8(bytes).unwrap()),
        Content::Multipart(_) => panic!("not a multipart body"),
    }
}

fn parts(tool: &OperationTool, arguments: Value) -> Vec<Part> {
    match body(tool, arguments).unwrap().content {
        Content::Multipart(parts) => parts,
        Content::Bytes(_) => panic!("a multipart body"),
    }
}

fn problem(tool: &OperationTool, arguments: Value) -> String {
    problem_text(build(tool, arguments).unwrap_err())
}

#[test]
fn json_bodies_keep_their_values() {
    let schema = json!({ "type": "object", "properties": { "a": {}, "b": {} } });
    for media_type in
        ["application/json", "application/merge-patch+json", "application/json; charset=utf-8", "*/*"]
    {
        let tool = tool(media_type, json!({ "schema": schema }), true);
        let sent = if media_type == "*/*" { "application/json" } else { media_type };
        let expected = (sent.to_owned(), r#"{"b":[1.5,null],"a":null}"#.to_owned());
        assert_eq!(text(&tool, json!({ "b": [1.5, null], "a": null })), expected);
        assert_eq!(text(&tool, json!({})).1, "{}", "a required body without members");
        assert_eq!(problem(&tool, json!({ "c": 1 })), "\"c\" is not an argument of this tool");
    }
    let list = tool("application/json", json!({ "schema": { "type": "array" } }), true);
    assert_eq!(text(&list, json!({ "body": [1] })).1, "[1]");
    assert_eq!(text(&list, json!({ "body": null })).1, "null");
    assert_eq!(problem(&list, json!({})), "\"body\" is required");
}

#[test]
fn an_optional_body_without_arguments_is_not_sent() {
    let schema = json!({ "type": "object", "properties": { "a": {} } });
    let flat = tool("application/json", json!({ "schema": schema }), false);
    assert_eq!(body(&flat, json!({})), None);
    assert_eq!(text(&flat, json!({ "a": null })).1, r#"{"a":null}"#);
    let whole = tool("application/json", json!({ "schema": { "type": "array" } }), false);
    assert_eq!(body(&whole, json!({})), None);
    assert_eq!(body(&whole, json!({ "body": null })), None);
}

#[test]
fn read_only_properties_are_not_sent() {
    let properties = json!({ "id": { "readOnly": true }, "secret": { "writeOnly": true } });
    let open = json!({ "type": "object", "properties": properties, "additionalProperties": true });
    let flat = tool("application/json", json!({ "schema": open }), true);
    assert_eq!(input_schema(&flat)["properties"], json!({ "secret": { "writeOnly": true } }));
    assert_eq!(text(&flat, json!({ "secret": 1, "more": 2 })).1, r#"{"secret":1,"more":2}"#);
    assert_eq!(problem(&flat, json!({ "id": 1 })), "\"id\" is read-only: only the server sets it");
    let whole = json!({ "allOf": [{ "type": "object", "properties": properties }], "minProperties": 1 });
    let whole = tool("application/json", json!({ "schema": whole }), true);
    assert_eq!(
        problem(&whole, json!({ "body": { "id": 1 } })),
        "\"body.id\" is read-only: only the server sets it"
    );
}

#[test]
fn form_fields_follow_their_encoding() {
    let properties = json!({ "s": {}, "list": {}, "o": {}, "deep": {}, "piped": {}, "json": {}, "r": {} });
    let encoding = json!({
        "deep": { "style": "deepObject", "explode": true },
        "piped": { "style": "pipeDelimited" },
        "json": { "contentType": "application/json" },
        "r": { "allowReserved": true },
    });
    let media = json!({ "schema": { "type": "object", "properties": properties }, "encoding": encoding });
    let tool = tool("application/x-www-form-urlencoded", media, true);
    for (arguments, expected) in [
        (json!({ "s": "a b+c&d=é~*" }), "s=a+b%2Bc%26d%3D%C3%A9%7E*"),
        (json!({ "s": null, "list": [1, null, true] }), "list=1&list=true"),
        (json!({ "list": [], "o": { "a": 1 } }), "o=%7B%22a%22%3A1%7D"),
        (json!({ "deep": { "a": [{ "b": "c d" }] } }), "deep%5Ba%5D%5B0%5D%5Bb%5D=c+d"),
        (json!({ "piped": ["a", "b"] }), "piped=a%7Cb"),
        (json!({ "json": [1, "a"] }), "json=%5B1%2C%22a%22%5D"),
        (json!({ "r": "a/b&c" }), "r=a/b%26c"),
    ] {
        let expected = ("application/x-www-form-urlencoded".to_owned(), expected.to_owned());
        assert_eq!(text(&tool, arguments.clone()), expected, "{arguments}");
    }
    let problem = problem(&tool, json!({ "r": { "s": "taken" } }));
    assert_eq!(problem, "\"r\" has the key \"s\", which is another field");
}

#[test]
fn multipart_fields_are_parts() {
    let properties = json!({
        "name": { "type": "string" },
        "tags": { "type": "array", "items": { "type": "string" } },
        "meta": { "type": "object" },
        "file": { "type": "string", "format": "binary", "description": "A photo." },
        "files": { "type": "array", "items": { "type": "string", "format": "binary" } },
        "encoded": { "type": "string", "contentEncoding": "base64", "contentMediaType": "image/png" },
        "typed": { "type": "string", "contentMediaType": "application/pdf" },
        "named": { "type": "string", "format": "binary" },
        "images": { "type": "array", "items": { "type": "string", "format": "binary" } },
    });
    let encoding = json!({
        "file": { "contentType": "image/*, image/png", "headers": {
            "X-Kind": { "schema": { "type": "string", "enum": ["photo"] } },
            "X-Free": { "schema": { "type": "string" } },
            "Content-Type": { "schema": { "const": "text/html" } } } },
        "images": { "contentType": "image/png, image/*" } });
    let media = json!({ "schema": { "type": "object", "properties": properties }, "encoding": encoding });
    let tool = tool("multipart/form-data", media, true);
    let schema = input_schema(&tool);
    assert_eq!(schema["properties"]["file"]["contentEncoding"], "base64");
    assert_eq!(schema["properties"]["file"]["description"], "A photo. Base64, or a data: URL.");
    assert_eq!(schema["properties"]["files"]["items"]["contentEncoding"], "base64");

    let arguments = json!({ "name": "a\r\nb", "tags": ["x", 2], "meta": { "a": 1 }, "file": "iVA=",
        "files": ["data:,hi", "AA=="], "encoded": "iVA=", "typed": "AA==",
        "named": "data:text/csv;name=list.csv,a", "images": ["data:image/gif,a", "data:text/html,a", "AA=="] });
    let part = |name: &str, filename: Option<&str>, media_type: Option<&str>, content: &[u8]| Part {
        name: name.to_owned(),
        filename: filename.map(str::to_owned),
        media_type: media_type.map(str::to_owned),
        headers: Vec::new(),
        content: content.to_vec(),
    };
    let photo = Part {
        headers: vec![("X-Kind".to_owned(), "photo".to_owned())],
        ..part("file", Some("file"), Some("image/png"), b"\x89P")
    };
    let octets = Some("application/octet-stream");
    assert_eq!(
        parts(&tool, arguments),
        [
            part("name", None, None, b"a\r\nb"),
            part("tags", None, None, b"x"),
            part("tags", None, None, b"2"),
            part("meta", None, Some("application/json"), br#"{"a":1}"#),
            photo,
            part("files", Some("files"), octets, b"hi"),
            part("files", Some("files"), octets, b"\0"),
            part("encoded", None, None, b"iVA="),
            part("typed", Some("typed"), Some("application/pdf"), b"\0"),
            part("named", Some("list.csv"), Some("text/csv"), b"a"),
            part("images", Some("images"), Some("image/gif"), b"a"),
            part("images", Some("images"), Some("image/png"), b"a"),
            part("images", Some("images"), Some("image/png"), b"\0"),
        ]
    );
    assert_eq!(
        problem(&tool, json!({ "file": "not base64" })),
        "\"file\" is not base64, and not a data: URL"
    );
}

#[test]
fn a_multipart_body_is_written_with_its_boundary() {
    let media = json!({ "schema": { "type": "object", "properties": { "a": {} } } });
    let RequestBody { media_type, content } =
        body(&tool("multipart/form-data", media, true), json!({ "a": 1 })).unwrap();
    let (header, bytes) = content.encode(&media_type, "x7").unwrap();
    assert_eq!(header, "multipart/form-data; boundary=x7");
    assert_eq!(bytes, b"--x7\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--x7--\r\n");
}

#[test]
fn text_and_binary_bodies_are_one_argument() {
    let xml =
        tool("application/xml", json!({ "schema": { "type": "object", "properties": { "a": {} } } }), true);
    assert_eq!(input_schema(&xml)["properties"]["body"]["type"], "string");
    assert_eq!(text(&xml, json!({ "body": "<a/>" })), ("application/xml".to_owned(), "<a/>".to_owned()));
    assert_eq!(problem(&xml, json!({ "body": { "a": 1 } })), "\"body\" is not text");
    let number = tool("text/plain", json!({ "schema": { "type": "integer" } }), true);
    assert_eq!(text(&number, json!({ "body": 5.0 })).1, "5");
    let binary = tool("image/png", json!({}), true);
    let schema =
        json!({ "type": "string", "contentEncoding": "base64", "description": "Base64, or a data: URL." });
    assert_eq!(input_schema(&binary)["properties"]["body"], schema);
    let sent = body(&binary, json!({ "body": "iVA" })).unwrap();
    assert_eq!((sent.media_type.as_str(), sent.content), ("image/png", Content::Bytes(b"\x89P".to_vec())));
}
