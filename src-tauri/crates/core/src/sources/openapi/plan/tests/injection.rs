//! Arguments that try to become another part of the request.

use serde_json::{Value, json};

use super::{build, operation, path_and_query, read};
use crate::sources::openapi::server::{ServerUrl, join};

/// Texts that mean something to a parser of URLs, headers or cookies.
const HOSTILE: [&str; 34] = [
    "..",
    ".",
    "../x",
    "..\\x",
    "a/../b",
    "a/..",
    "%2e%2e",
    "%2E.",
    "..%2fx",
    "%2e%2e%5cx",
    "..;a=1",
    "/",
    "//evil.example",
    "\\\\evil.example",
    "@evil.example",
    ":80",
    "a?b=c",
    "a#b",
    "a;b=c",
    "a&b=c",
    "a=b",
    "a+b",
    "a b",
    "a,b",
    "a\r\nX-Evil: 1",
    "a\nb",
    "a\rb",
    "a\0b",
    "a%0d%0ab",
    "a\u{2028}b",
    "é",
    "\u{ff0e}\u{ff0e}",
    "",
    "\t",
];

fn join_text(path_and_query: &str) -> url::Url {
    let base = ServerUrl::parse("https://api.example/v1").unwrap();
    let request = crate::sources::openapi::request::HttpRequest {
        method: "GET".into(),
        path_and_query: path_and_query.into(),
        headers: Vec::new(),
        cookies: Vec::new(),
        body: None,
    };
    join(&base, &request).unwrap().expose().parse().unwrap()
}

#[test]
fn no_value_leaves_its_path_segment() {
    let shapes = |text: &str| [json!(text), json!([text, "x"]), json!({ "k": text }), json!({ text: "v" })];
    for (style, explode) in
        [("simple", false), ("simple", true), ("label", true), ("matrix", false), ("matrix", true)]
    {
        let tool = operation(
            "get",
            "/a/{p}/z",
            json!({ "parameters": [{ "name": "p", "in": "path", "required": true, "style": style, "explode": explode,
                "schema": { "type": ["string", "array", "object"], "additionalProperties": true } }] }),
        );
        for value in HOSTILE.into_iter().flat_map(shapes) {
            let Ok(path) = path_and_query(&tool, json!({ "p": value })) else { continue };
            let url = join_text(&path);
            let segments: Vec<&str> = url.path_segments().unwrap().collect();
            assert_eq!((segments.len(), segments[3]), (4, "z"), "{style} {value}: {path}");
            assert_eq!(
                (url.query(), url.fragment(), url.host_str()),
                (None, None, Some("api.example")),
                "{path}"
            );
            assert!(!segments[2].is_empty() && !segments[2].contains(['\\', '?', '#', '@']), "{path}");
        }
    }
}

#[test]
fn dot_segments_and_empty_values_are_problems() {
    let tool = operation(
        "get",
        "/a/{p}",
        json!({ "parameters": [{ "name": "p", "in": "path", "required": true }] }),
    );
    for value in [
        "",
        ".",
        "..",
        "../x",
        "..\\x",
        "a/../b",
        "%2e%2e",
        "%2E.",
        "..%2fx",
        "%2e%2e%5cx",
        "..;a=1",
        "a%3b/.%2e",
    ] {
        assert!(path_and_query(&tool, json!({ "p": value })).is_err(), "{value}");
    }
    for (value, expected) in
        [("...", "..."), ("1.5", "1.5"), ("a/b", "a%2Fb"), (".env", ".env"), ("a..b", "a..b")]
    {
        assert_eq!(path_and_query(&tool, json!({ "p": value })), Ok(format!("/a/{expected}")));
    }
    let split = operation(
        "get",
        "/{a}.{b}/x",
        json!({ "parameters": [{ "name": "a", "in": "path", "style": "label", "required": true },
            { "name": "b", "in": "path", "required": true }] }),
    );
    assert_eq!(path_and_query(&split, json!({ "a": "x", "b": "y" })), Ok("/.x.y/x".to_owned()));
}

#[test]
fn no_value_adds_a_query_parameter() {
    for style in ["form", "spaceDelimited", "pipeDelimited", "deepObject"] {
        for (explode, reserved) in [(false, false), (true, false), (false, true), (true, true)] {
            let tool = operation(
                "get",
                "/a?fixed=1",
                json!({ "parameters": [
                    { "name": "q", "in": "query", "style": style, "explode": explode, "allowReserved": reserved,
                      "schema": { "type": ["string", "array"] } },
                    { "name": "last", "in": "query" }] }),
            );
            let shapes =
                |text: &str| [json!(text), json!([text, "x"]), json!({ "k": text }), json!({ text: "v" })];
            for value in HOSTILE.into_iter().flat_map(shapes) {
                let Ok(path) = path_and_query(&tool, json!({ "q": value, "last": "z" })) else { continue };
                let url = join_text(&path);
                let names: Vec<String> = url.query_pairs().map(|(name, _)| name.into_owned()).collect();
                assert_eq!(
                    (names.first().unwrap().as_str(), names.last().unwrap().as_str()),
                    ("fixed", "last")
                );
                let own = &names[1..names.len() - 1];
                assert!(own.iter().all(|name| name == "q" || name.starts_with("q[")), "{value}: {path}");
                assert!(!path.contains([';', '+']) && url.fragment().is_none(), "{value}: {path}");
                assert_eq!(url.path(), "/v1/a");
            }
        }
    }
}

#[test]
fn keys_of_an_object_cannot_take_the_name_of_another_parameter() {
    let document = read(&json!({
        "openapi": "3.1.0",
        "components": { "securitySchemes": {
            "key": { "type": "apiKey", "in": "query", "name": "api_key" },
            "sid": { "type": "apiKey", "in": "cookie", "name": "sid" } } },
        "security": [{ "key": [], "sid": [] }],
        "paths": { "/a?action=list": { "get": { "parameters": [
            { "name": "filter", "in": "query", "schema": { "type": "object" } },
            { "name": "text", "in": "query", "schema": { "type": "string" } },
            { "name": "admin", "in": "query", "schema": { "type": "boolean" } },
            { "name": "range", "in": "query", "style": "deepObject", "schema": { "type": "object" } },
            { "name": "prefs", "in": "cookie", "schema": { "type": "object", "properties": { "theme": {}, "sid": {} } } },
        ] } } },
    }));
    let tool = &document.tools[0];
    let other = |key: &str| format!("\"filter\" has the key \"{key}\", which is another parameter");
    for key in ["admin", "ADMIN", "action", "api_key", "range[to]"] {
        let mut filter = json!({ "free": 1 });
        filter[key] = 1.into();
        assert_eq!(path_and_query(tool, json!({ "filter": filter })), Err(other(key)));
    }
    assert_eq!(
        path_and_query(tool, json!({ "filter": { "free": 1 } })),
        Ok("/a?action=list&free=1".to_owned())
    );
    assert_eq!(
        path_and_query(tool, json!({ "text": { "admin": true } })),
        Err("\"text\" is an object, which this parameter does not take".to_owned())
    );
    for (key, problem) in [
        ("other", "\"prefs\" has a key that is not declared, and would be another cookie"),
        ("sid", "\"prefs\" has the key \"sid\", which is another parameter"),
    ] {
        assert_eq!(path_and_query(tool, json!({ "prefs": { key: 1 } })), Err(problem.to_owned()));
    }
    assert_eq!(build(tool, json!({ "prefs": { "theme": 1 } })).unwrap().cookies.len(), 1);
}

#[test]
fn no_value_adds_a_header_or_a_cookie() {
    let tool = operation(
        "get",
        "/a",
        json!({ "parameters": [
            { "name": "X-A", "in": "header", "schema": { "type": ["string", "array", "object"] } },
            { "name": "c", "in": "cookie", "explode": false, "schema": { "type": ["string", "array", "object"] } }] }),
    );
    let shapes = |text: &str| [json!(text), json!([text, "x"]), json!({ "k": text }), json!({ text: "v" })];
    for value in HOSTILE.into_iter().flat_map(shapes) {
        let is_refused = |text: &str| text.contains(['\r', '\n', '\0']) || !text.is_ascii();
        let hostile: &str = &value.to_string();
        let header = build(&tool, json!({ "X-A": value }));
        if let Ok(request) = &header {
            let sent = request.headers[0].value.expose();
            assert!(request.headers.len() == 1 && !is_refused(sent), "{hostile}");
        }
        if value.as_str().is_some_and(is_refused) {
            assert!(header.is_err(), "{hostile}");
        }
        let request = build(&tool, json!({ "c": value })).unwrap();
        let cookies = request.cookie_header().unwrap();
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~%=,".contains(&byte);
        assert!(cookies.expose().bytes().all(is_plain) && cookies.expose().starts_with("c="), "{cookies:?}");
    }
}

#[test]
fn a_request_never_leaves_the_base() {
    let base = ServerUrl::parse("https://api.example/v1/").unwrap();
    let mut request = build(&operation("get", "/a", json!({})), json!({})).unwrap();
    assert_eq!(join(&base, &request).unwrap().expose(), "https://api.example/v1/a");
    for path in [
        "",
        "a",
        "@evil.example/",
        "/../x",
        "/%2e%2e/x",
        "/a/..",
        "/a\\..\\b",
        "/a#b",
        "/a b",
        "/a\r\nb",
        "/\u{e9}",
    ] {
        request.path_and_query = path.into();
        assert!(join(&base, &request).is_err(), "{path:?}");
    }
    request.path_and_query = "//evil.example/x".into();
    assert_eq!(join(&base, &request).unwrap().expose(), "https://api.example/v1//evil.example/x");
}

#[test]
fn problems_never_quote_values() {
    let tool = operation(
        "post",
        "/a/{p}",
        json!({ "parameters": [{ "name": "p", "in": "path", "required": true }, { "name": "X-A", "in": "header" }],
            "requestBody": { "content": { "image/png": {} } } }),
    );
    let secret = "hunter2\n/../";
    let problems = build(&tool, json!({ "p": secret, "X-A": secret, "body": secret })).unwrap_err();
    assert_eq!(problems.len(), 3);
    assert!(!format!("{problems:?}").contains("hunter2"));
    let request = build(&tool, json!({ "p": "hunter2", "X-A": "hunter2", "body": "hunter24" })).unwrap();
    assert!(!format!("{request:?}{request:#?}").contains("hunter2"), "{request:?}");
    let _: Value = serde_json::from_str(&tool.raw).unwrap();
}
