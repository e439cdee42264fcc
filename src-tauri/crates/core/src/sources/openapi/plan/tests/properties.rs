//! Laws for any value: what is written can be read again, nothing panics, and no request leaves its base.

use std::sync::LazyLock;

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::{build, operation, read};
use crate::sources::openapi::server::{ServerUrl, join};
use crate::sources::openapi::{OpenApiDocument, OperationTool};

/// Percent-decoding, written apart from the one under test.
fn decode(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if first == '%' {
            bytes.push(u8::from_str_radix(&rest[1..3], 16).unwrap());
            rest = &rest[3..];
        } else {
            let end = first.len_utf8();
            bytes.extend_from_slice(&rest.as_bytes()[..end]);
            rest = &rest[end..];
        }
    }
    String::from_utf8(bytes).unwrap()
}

/// The type that a decoder expects.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Shape {
    Text,
    List,
    Object,
}

fn shape_of(value: &Value) -> Shape {
    match value {
        Value::Array(_) => Shape::List,
        Value::Object(_) => Shape::Object,
        _ => Shape::Text,
    }
}

/// Items, or keys and values in turn, or `key=value`.
fn decode_items(items: Vec<&str>, shape: Shape, explode: bool) -> Value {
    match shape {
        Shape::Text => decode(items[0]).into(),
        Shape::List => items.into_iter().map(decode).collect(),
        Shape::Object if explode => {
            let pair = |item: &str| {
                let (key, value) = item.split_once('=').unwrap();
                (decode(key), decode(value).into())
            };
            Value::Object(items.into_iter().map(pair).collect())
        }
        Shape::Object => {
            Value::Object(items.chunks(2).map(|pair| (decode(pair[0]), decode(pair[1]).into())).collect())
        }
    }
}

fn decode_path(segment: &str, style: &str, explode: bool, shape: Shape) -> Value {
    match style {
        "simple" if shape == Shape::Text => decode(segment).into(),
        "simple" => decode_items(segment.split(',').collect(), shape, explode),
        "label" if shape == Shape::Text => decode(&segment[1..]).into(),
        "label" => {
            decode_items(segment[1..].split(if explode { '.' } else { ',' }).collect(), shape, explode)
        }
        _ if explode && shape == Shape::Object => {
            decode_items(segment[1..].split(';').collect(), shape, true)
        }
        _ if explode && shape == Shape::List => {
            decode_items(segment[1..].split(';').map(|item| &item["color=".len()..]).collect(), shape, true)
        }
        _ => {
            let value = &segment[";color=".len()..];
            let items = if shape == Shape::Text { vec![value] } else { value.split(',').collect() };
            decode_items(items, shape, false)
        }
    }
}

fn decode_query(query: &str, style: &str, explode: bool, shape: Shape) -> Value {
    let pairs: Vec<&str> = query.split('&').collect();
    let values = || pairs.iter().map(|pair| &pair["color=".len()..]).collect::<Vec<_>>();
    match (shape, style) {
        (Shape::Text, _) => decode(values()[0]).into(),
        (Shape::Object, "deepObject") => decode_deep(&pairs),
        (Shape::List, "deepObject") => {
            pairs.iter().map(|pair| decode(&pair["color%5B%5D=".len()..])).collect()
        }
        (Shape::Object, _) if explode => decode_items(pairs, shape, true),
        (Shape::List, _) if explode => decode_items(values(), shape, true),
        (_, style) => {
            let separator = match style {
                "spaceDelimited" => "%20",
                "pipeDelimited" => "%7C",
                _ => ",",
            };
            decode_items(values()[0].split(separator).collect(), shape, false)
        }
    }
}

/// Objects within objects, from `color[a][b]=value`.
fn decode_deep(pairs: &[&str]) -> Value {
    let mut root = json!({});
    for pair in pairs {
        let (name, value) = pair.split_once('=').unwrap();
        let name = decode(name);
        let mut at = &mut root;
        for key in name["color[".len()..name.len() - 1].split("][") {
            if !at[key].is_object() {
                at[key] = json!({});
            }
            at = &mut at[key];
        }
        *at = decode(value).into();
    }
    root
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof!["[a-c .,;=&|%+#/?\\[\\]]{1,6}", "\\PC{1,4}", "[a-z]{1,5}"]
}

/// A text, a list of texts, or an object of texts, none of them empty.
fn any_parameter() -> impl Strategy<Value = Value> {
    prop_oneof![
        any_text().prop_map(Value::from),
        proptest::collection::vec(any_text(), 1..4).prop_map(Value::from),
        proptest::collection::btree_map(any_text(), any_text(), 1..4)
            .prop_map(|members| members.into_iter().map(|(key, text)| (key, Value::from(text))).collect()),
    ]
}

fn any_object(depth: u32) -> impl Strategy<Value = Value> {
    let text = any_text().prop_map(Value::from);
    let text = text.prop_recursive(depth, 12, 3, |inner| {
        proptest::collection::btree_map("[a-z.&=%é]{1,3}", inner, 1..3)
            .prop_map(|members| members.into_iter().collect::<Value>())
    });
    proptest::collection::btree_map("[a-z.&=%é]{1,3}", text, 1..3)
        .prop_map(|members| members.into_iter().collect::<Value>())
}

fn any_json() -> impl Strategy<Value = Value> {
    let scalar = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        "\\PC{0,6}|[\\x00-\\x7f]{0,6}|\\.\\.?(/\\.\\.)?".prop_map(Value::from),
    ];
    scalar.prop_recursive(4, 24, 4, |part| {
        prop_oneof![
            proptest::collection::vec(part.clone(), 0..4).prop_map(Value::from),
            proptest::collection::btree_map("\\PC{0,4}|q|a", part, 0..4)
                .prop_map(|members| members.into_iter().collect::<Value>()),
        ]
    })
}

fn parameter_tool(location: &str, style: &str, explode: bool) -> OperationTool {
    let path = if location == "path" { "/{color}" } else { "/" };
    let schema = json!({ "type": ["string", "array", "object"] });
    operation(
        "get",
        path,
        json!({ "parameters": [{ "name": "color", "in": location, "required": true, "style": style,
            "explode": explode, "schema": schema }] }),
    )
}

/// Tools for every style and location.
static STYLED: LazyLock<Vec<(&str, &str, bool, OperationTool)>> = LazyLock::new(|| {
    let styles = [
        ("path", "simple"),
        ("path", "label"),
        ("path", "matrix"),
        ("query", "form"),
        ("query", "spaceDelimited"),
        ("query", "pipeDelimited"),
        ("query", "deepObject"),
        ("header", "simple"),
    ];
    let both = styles.into_iter().flat_map(|style| [(style, false), (style, true)]);
    both.map(|((location, style), explode)| {
        (location, style, explode, parameter_tool(location, style, explode))
    })
    .collect()
});

/// Operations that use everything a plan can.
static KITCHEN_SINK: LazyLock<OpenApiDocument> = LazyLock::new(|| {
    let schema = json!({ "type": "object", "properties": { "a": {}, "file": { "type": "string", "format": "binary" } },
        "additionalProperties": true });
    let encoding = json!({ "a": { "style": "deepObject" } });
    let media = json!({ "schema": schema, "encoding": encoding });
    let bodies =
        ["application/json", "application/x-www-form-urlencoded", "multipart/form-data", "text/plain", "x/y"];
    let post = |media_type: &str| {
        json!({
            "parameters": [
                { "name": "p", "in": "path", "required": true, "style": "matrix", "explode": true, "schema": { "type": "object" } },
                { "name": "q", "in": "query", "allowReserved": true, "schema": { "type": "object" } },
                { "name": "d", "in": "query", "style": "deepObject" },
                { "name": "j", "in": "query", "content": { "application/json": {} } },
                { "name": "h", "in": "header", "explode": true, "schema": { "type": "object" } },
                { "name": "c", "in": "cookie", "schema": { "type": "object" } },
            ],
            "requestBody": { "content": { media_type: media.clone() } },
        })
    };
    let paths: Map<String, Value> =
        bodies.iter().map(|name| (format!("/{name}/{{p}}.x?f=1"), json!({ "post": post(name) }))).collect();
    read(&json!({ "openapi": "3.1.0", "paths": paths }))
});

proptest! {
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases.min(128), ..ProptestConfig::default() })]

    #[test]
    fn every_style_can_be_read_again(value in any_parameter()) {
        for (location, style, explode, tool) in STYLED.iter() {
            let Ok(request) = build(tool, json!({ "color": value })) else { continue };
            let sent = request.path_and_query.expose();
            let shape = shape_of(&value);
            let found = match *location {
                "path" => decode_path(&sent[1..], style, *explode, shape),
                "query" => decode_query(&sent["/?".len()..], style, *explode, shape),
                _ => {
                    let sent = request.headers[0].value.expose();
                    // Headers are not encoded, and white space around them is lost.
                    let items = |text: &str| text.replace('%', "%25");
                    let sent = items(sent);
                    let items = if shape == Shape::Text { vec![sent.as_str()] } else { sent.split(',').collect() };
                    let found = decode_items(items, shape, *explode);
                    let is_trimmed = |text: &str| text.trim() == text;
                    let texts = value.to_string();
                    if !is_trimmed(&texts) || texts.contains("\" ") || texts.contains(" \"") { continue }
                    found
                }
            };
            prop_assert_eq!(&found, &value, "{} {} {}: {}", location, style, explode, sent);
        }
    }

    #[test]
    fn plain_values_are_never_refused(text in "[a-zA-Z0-9_~-]{1,8}") {
        for (_, style, explode, tool) in STYLED.iter() {
            for value in [json!(text), json!([text, text]), json!({ text.clone(): text })] {
                let built = build(tool, json!({ "color": value }));
                prop_assert!(built.is_ok(), "{} {} {} {:?}", style, explode, value, built);
            }
        }
    }

    #[test]
    fn deep_objects_can_be_read_again(value in any_object(4)) {
        let tool = &STYLED.iter().find(|(_, style, ..)| *style == "deepObject").unwrap().3;
        let request = build(tool, json!({ "color": value })).unwrap();
        let query = &request.path_and_query.expose()["/?".len()..];
        prop_assert_eq!(decode_query(query, "deepObject", true, Shape::Object), value);
    }

    #[test]
    fn any_arguments_are_built_or_refused_and_never_leave_the_base(
        values in proptest::collection::vec(any_json(), 8),
        base in prop::sample::select(vec!["https://a.example", "http://a.example:81/v1/", "https://[::1]/x y/é", "https://1.2.3.4/%2f/"]),
    ) {
        let base = ServerUrl::parse(base).unwrap();
        let names = ["p", "q", "d", "j", "h", "c", "a", "body"];
        let arguments: Map<String, Value> = names.iter().map(|name| (*name).to_owned()).zip(values).collect();
        for tool in &KITCHEN_SINK.tools {
            let with = |names: &[&str]| -> Map<String, Value> {
                arguments.iter().filter(|(name, _)| names.contains(&name.as_str())).map(|(n, v)| (n.clone(), v.clone())).collect()
            };
            for arguments in [arguments.clone(), with(&["p", "q"]), with(&["p", "d", "j"]), with(&["p", "a"]), with(&["p", "body"])] {
                let Ok(request) = tool.plan.build(&arguments) else { continue };
                let joined = join(&base, &request);
                prop_assert!(joined.is_ok(), "{}", request.path_and_query.expose());
                let url: url::Url = joined.unwrap().expose().parse().unwrap();
                prop_assert_eq!(url.origin().ascii_serialization(), base.origin());
                prop_assert!(url.path().starts_with(base.as_str().split_at(base.origin().len()).1.trim_end_matches('/')));
                prop_assert_eq!(url.fragment(), None);
                if let Some(body) = &request.body {
                    let _ = body.content.encode(&body.media_type, "boundary");
                }
            }
        }
    }
}
