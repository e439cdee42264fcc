//! Multipart bodies, read again with a parser of other people (`multer`).

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use futures_util::{FutureExt, stream};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::{build, operation};
use crate::sources::openapi::request::Part;

const BOUNDARY: &str = "3f9aB17cE04d";

/// The parts of a body. Everything is in memory, so nothing has to be waited for.
fn parse(body: Vec<u8>) -> Vec<Part> {
    let mut parser = multer::Multipart::new(stream::iter([Ok::<_, multer::Error>(body)]), BOUNDARY);
    let mut parts = Vec::new();
    while let Some(part) = parser.next_field().now_or_never().unwrap().unwrap() {
        let name = unescape(part.name().unwrap());
        let filename = part.file_name().map(unescape);
        let media_type = part.content_type().map(ToString::to_string);
        let content = part.bytes().now_or_never().unwrap().unwrap().to_vec();
        parts.push(Part { name, filename, media_type, headers: Vec::new(), content });
    }
    parts
}

/// Undoes the escapes of browsers, as servers do (WHATWG HTML, "Multipart form data").
fn unescape(name: &str) -> String {
    name.replace("%0D", "\r").replace("%0A", "\n").replace("%22", "\"")
}

fn any_name() -> impl Strategy<Value = String> {
    // Without `%`, which browsers leave as it is, and control characters, which are no text.
    prop_oneof!["[a-z]{1,6}", "[a-zé\";=\r\n ]{1,6}x", "[^%\\p{Cc}\\\\]{1,8}"]
}

proptest! {
    #[test]
    fn parts_are_read_again_as_they_were_meant(
        fields in prop::collection::btree_map(any_name(), any::<Vec<u8>>(), 1..4),
        texts in prop::collection::vec("\\PC{0,8}|[ -~\r\n]{0,8}", 0..3),
        filename in "[^%/\\\\\"\\p{Cc}. ]{1,12}",
    ) {
        let files = fields.keys().enumerate().map(|(number, name)| {
            // Every other file has a fixed type, the rest the type of the argument.
            let media_type = if number % 2 == 0 { "image/png" } else { "image/*" };
            (name.clone(), json!({ "contentType": media_type }))
        });
        let encoding: Map<String, Value> = files.collect();
        let binary = json!({ "type": "string", "format": "binary" });
        let mut properties: Map<String, Value> =
            fields.keys().map(|name| (name.clone(), binary.clone())).collect();
        properties.insert("TEXTS".to_owned(), json!({ "type": "array", "items": { "type": "string" } }));
        let schema = json!({ "type": "object", "properties": properties });
        let media = json!({ "schema": schema, "encoding": encoding });
        let tool = operation(
            "post",
            "/x",
            json!({ "requestBody": { "required": true, "content": { "multipart/form-data": media } } }),
        );
        let encoded: String = filename.bytes().map(|byte| format!("%{byte:02X}")).collect();
        let mut members: Map<String, Value> = fields.iter().map(|(name, content)| {
            (name.clone(), format!("data:image/gif;name={encoded};base64,{}", STANDARD.encode(content)).into())
        }).collect();
        members.insert("TEXTS".to_owned(), json!(texts));
        let is_whole = tool.raw.contains("\"body\"");
        let arguments = if is_whole { json!({ "body": members }) } else { Value::Object(members) };

        let body = build(&tool, arguments).unwrap().body.unwrap();
        let (header, bytes) = body.content.encode(&body.media_type, BOUNDARY).unwrap();
        prop_assert_eq!(multer::parse_boundary(&header).unwrap(), BOUNDARY);
        let mut expected: Vec<Part> = fields.iter().enumerate().map(|(number, (name, content))| Part {
            name: name.clone(),
            filename: Some(filename.clone()),
            media_type: Some(if number % 2 == 0 { "image/png" } else { "image/gif" }.to_owned()),
            headers: Vec::new(),
            content: content.clone(),
        }).collect();
        expected.extend(texts.iter().map(|text| Part {
            name: "TEXTS".to_owned(),
            filename: None,
            media_type: None,
            headers: Vec::new(),
            content: text.clone().into_bytes(),
        }));
        prop_assert_eq!(parse(bytes), expected);
    }
}
