//! Tests of schemes and requirements in documents.

use serde_json::{Value, json};

use super::*;
use crate::sources::openapi::{OpenApiDocument, parse_document_from};

fn read(document: &Value) -> OpenApiDocument {
    parse_document_from(&document.to_string(), Some("https://docs.example/api/openapi.json")).unwrap()
}

fn kind(scheme: Value) -> SchemeKind {
    let document = read(&json!({ "openapi": "3.1.0", "paths": {},
        "components": { "securitySchemes": { "s": { "$ref": "#/components/x" } }, "x": scheme } }));
    assert_eq!(
        document.problems.len(),
        usize::from(matches!(document.security_schemes[0].kind, SchemeKind::Unsupported(_)))
    );
    document.security_schemes[0].kind.clone()
}

#[test]
fn every_usable_scheme_is_read() {
    let key = |location, name: &str| SchemeKind::ApiKey { location, name: name.to_owned() };
    for (scheme, expected) in [
        (json!({ "type": "apiKey", "in": "header", "name": "X-Key" }), key(KeyLocation::Header, "X-Key")),
        (
            json!({ "type": "apiKey", "in": "header", "name": "Authorization" }),
            key(KeyLocation::Header, "Authorization"),
        ),
        (json!({ "type": "apiKey", "in": "query", "name": "a b" }), key(KeyLocation::Query, "a b")),
        (json!({ "type": "apiKey", "in": "cookie", "name": "sid" }), key(KeyLocation::Cookie, "sid")),
        (json!({ "type": "http", "scheme": "Basic" }), SchemeKind::Basic),
        (json!({ "type": "http", "scheme": "bearer", "bearerFormat": "JWT" }), SchemeKind::Bearer),
        (
            json!({ "type": "openIdConnect", "openIdConnectUrl": "/.well-known/openid-configuration" }),
            SchemeKind::OpenIdConnect {
                url: "https://docs.example/.well-known/openid-configuration".to_owned(),
            },
        ),
    ] {
        assert_eq!(kind(scheme), expected);
    }
}

#[test]
fn oauth_flows_have_their_urls_and_scopes() {
    let scopes = json!({ "read": "Read pets", "write": "Change pets" });
    let scheme = json!({ "type": "oauth2", "flows": {
        "implicit": { "authorizationUrl": "https://id.example/auth", "scopes": {} },
        "clientCredentials": { "tokenUrl": "token", "scopes": scopes },
        "authorizationCode": { "authorizationUrl": "https://id.example/auth", "tokenUrl": "https://id.example/token",
            "refreshUrl": "https://id.example/refresh", "scopes": {} } } });
    let SchemeKind::OAuth2(flows) = kind(scheme) else { panic!("OAuth") };
    let credentials = flows.client_credentials.unwrap();
    assert_eq!(
        (credentials.token_url.as_str(), credentials.authorization_url),
        ("https://docs.example/api/token", None)
    );
    let scope = |name: &str, text: &str| (name.to_owned(), text.to_owned());
    assert_eq!(credentials.scopes, [scope("read", "Read pets"), scope("write", "Change pets")]);
    let code = flows.authorization_code.unwrap();
    assert_eq!(code.authorization_url.as_deref(), Some("https://id.example/auth"));
    assert_eq!(code.refresh_url.as_deref(), Some("https://id.example/refresh"));
}

#[test]
fn unusable_schemes_are_kept_with_a_reason() {
    let oauth = |flows: Value| json!({ "type": "oauth2", "flows": flows });
    for (scheme, expected) in [
        (
            json!({ "type": "http", "scheme": "digest" }),
            "is HTTP authentication \"digest\", which is not supported",
        ),
        (json!({ "type": "mutualTLS" }), "is of type \"mutualTLS\", which is not supported"),
        (json!({}), "has no \"type\""),
        (
            json!({ "type": "apiKey", "in": "path", "name": "a" }),
            "has \"in\": \"path\", not header, query or cookie",
        ),
        (
            json!({ "type": "apiKey", "in": "header", "name": "a\r\nb" }),
            "has \"name\": \"a\r\nb\", which is not valid",
        ),
        (
            json!({ "type": "apiKey", "in": "header", "name": "Host" }),
            "is in the header Host, which the client sets",
        ),
        (
            oauth(json!({ "password": {} })),
            "has no clientCredentials and no authorizationCode flow; others are not supported",
        ),
        (
            oauth(json!({ "clientCredentials": { "tokenUrl": "javascript:alert(1)" } })),
            "has a flow clientCredentials that has the URL \"javascript:alert(1)\", which is not an http or https URL",
        ),
        (
            oauth(json!({ "authorizationCode": { "tokenUrl": "https://a.example" } })),
            "has a flow authorizationCode that lacks a URL",
        ),
    ] {
        assert_eq!(kind(scheme), SchemeKind::Unsupported(expected.to_owned()));
    }
}

/// Requirements as text: `a+b | anonymous`.
fn requirements(document: &OpenApiDocument, position: usize) -> String {
    let requirement = |requirement: &Requirement| {
        let names = requirement.schemes.iter().map(|required| {
            let scopes = required.scopes.join(",");
            format!("{}({scopes})", required.scheme.name)
        });
        let names: Vec<String> = names.collect();
        if names.is_empty() { "anonymous".to_owned() } else { names.join("+") }
    };
    document.tools[position].plan.security.iter().map(requirement).collect::<Vec<_>>().join(" | ")
}

#[test]
fn an_operation_overrides_the_requirements_of_the_document() {
    let document = read(&json!({
        "openapi": "3.1.0",
        "components": { "securitySchemes": { "a": { "type": "http", "scheme": "basic" },
            "b": { "type": "http", "scheme": "bearer" } } },
        "security": [{ "a": [] }],
        "paths": { "/x": {
            "get": {},
            "put": { "security": [{ "a": [], "b": ["read", "write"] }, { "b": [] }, {}] },
            "post": { "security": [] },
            "delete": { "security": [{ "gone": [] }, 7] },
            "patch": { "security": "none" } } },
    }));
    let found: Vec<(&str, String)> = document
        .tools
        .iter()
        .enumerate()
        .map(|(position, tool)| (tool.endpoint.method.as_str(), requirements(&document, position)))
        .collect();
    assert_eq!(
        found,
        [
            ("GET", "a()".to_owned()),
            ("PUT", "a()+b(read,write) | b() | anonymous".to_owned()),
            ("POST", String::new()),
            ("DELETE", "gone()".to_owned()),
            ("PATCH", "a()".to_owned()),
        ]
    );
    let problems: Vec<String> =
        document.problems.iter().map(|problem| format!("{}: {}", problem.field, problem.message)).collect();
    assert_eq!(
        problems,
        [
            "DELETE /x security[0]: names \"gone\", which is not a security scheme",
            "DELETE /x security[1]: is a number, not an object",
            "PATCH /x security: is a string, not a list",
        ]
    );
}
