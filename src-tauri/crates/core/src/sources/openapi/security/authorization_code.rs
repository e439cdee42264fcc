//! The OAuth 2.0 authorization code flow: where a user signs in, and which token endpoint gets the code.

use std::collections::BTreeSet;

use thiserror::Error;
use url::Url;

use super::client_credentials::is_confidential;
use super::{OAuthFlow, SchemeKind, SecurityScheme};
use crate::sources::openapi::OpenApiDocument;
use crate::sources::openapi::server::ServerUrl;

/// Longest URL, in bytes, that a document may name as sign-in page.
const MAX_URL_BYTES: usize = 8 << 10;

/// A sign-in that a document describes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignInRequest {
    pub authorization_url: Url,
    pub token_url: Url,
    /// Scopes that the operations require, separated by spaces.
    pub scope: String,
}

/// Reason why a sign-in is not begun.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SignInRequestError {
    #[error("the document has no security scheme with an OAuth 2.0 authorization code flow")]
    NoFlow,
    #[error("the sign-in would send its code to {0}, which is not the origin of the API")]
    ForeignTokenUrl(String),
    #[error("the document combines the sign-in page of {page} with the token URL of {token}")]
    MixedOrigins { page: String, token: String },
    #[error("the token URL of the sign-in does not use https")]
    InsecureTokenUrl,
    #[error("the sign-in page of the document is not a safe URL")]
    UnsafePage,
}

impl SignInRequestError {
    /// Advice for the user.
    pub const fn hint(&self) -> &'static str {
        match self {
            Self::NoFlow => "Give a credential instead, or remove the client.",
            Self::ForeignTokenUrl(_) | Self::MixedOrigins { .. } => {
                "To agree, set the token URL of the server to the one in the documentation of the API."
            }
            Self::InsecureTokenUrl | Self::UnsafePage => "Do not sign in with this document.",
        }
    }
}

/// The flow of a scheme that a user signs in with.
pub fn sign_in_flow(scheme: &SecurityScheme) -> Option<&OAuthFlow> {
    match &scheme.kind {
        SchemeKind::OAuth2(flows) => flows.authorization_code.as_ref(),
        _ => None,
    }
}

/// The sign-in of a document, for the first scheme with such a flow that an operation requires.
///
/// The code of a sign-in is worth an access token. It goes only to the token URL that the user gave, or to the origin of
/// the API; and in that case only if the page has the same origin, since a document could name the page of an
/// authorization server that it is not for.
pub fn sign_in_request(
    document: &OpenApiDocument,
    base: &ServerUrl,
    token_url: Option<&str>,
) -> Result<SignInRequest, SignInRequestError> {
    let required =
        || document.tools.iter().flat_map(|tool| tool.plan.security.iter()).flat_map(|r| &r.schemes);
    let schemes = required().map(|required| &required.scheme).chain(&document.security_schemes);
    let (scheme, flow) = schemes
        .filter_map(|scheme| Some((scheme, sign_in_flow(scheme)?)))
        .next()
        .ok_or(SignInRequestError::NoFlow)?;
    let token =
        Url::parse(token_url.unwrap_or(&flow.token_url)).map_err(|_| SignInRequestError::InsecureTokenUrl)?;
    let page = flow.authorization_url.as_deref().unwrap_or_default();
    let page = Url::parse(page).map_err(|_| SignInRequestError::UnsafePage)?;
    let origin = |url: &Url| url.origin().ascii_serialization();
    if token_url.is_none() {
        if token.origin() != base.url().origin() {
            return Err(SignInRequestError::ForeignTokenUrl(origin(&token)));
        }
        if page.origin() != token.origin() {
            return Err(SignInRequestError::MixedOrigins { page: origin(&page), token: origin(&token) });
        }
    }
    if !is_confidential(&token, base.url()) {
        return Err(SignInRequestError::InsecureTokenUrl);
    }
    let has_user = !page.username().is_empty() || page.password().is_some();
    if has_user || !is_confidential(&page, base.url()) || page.as_str().len() > MAX_URL_BYTES {
        return Err(SignInRequestError::UnsafePage);
    }
    let scopes: BTreeSet<&str> = required()
        .filter(|required| required.scheme.name == scheme.name)
        .flat_map(|required| required.scopes.iter().map(String::as_str))
        .collect();
    let scope = scopes.into_iter().collect::<Vec<_>>().join(" ");
    Ok(SignInRequest { authorization_url: page, token_url: token, scope })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::sources::openapi::parse_document;

    fn document(page: &str, token: &str) -> OpenApiDocument {
        let document = json!({
            "openapi": "3.1.0",
            "info": {"title": "a", "version": "1"},
            "components": {"securitySchemes": {
                "key": {"type": "apiKey", "in": "header", "name": "X-Key"},
                "login": {"type": "oauth2", "flows": {"authorizationCode": {
                    "authorizationUrl": page, "tokenUrl": token, "scopes": {"write": "", "read": "", "admin": ""}
                }}},
            }},
            "paths": {
                "/a": {"get": {"security": [{"login": ["write", "read"]}], "responses": {}}},
                "/b": {"get": {"security": [{"key": []}, {"login": ["read"]}], "responses": {}}},
            },
        });
        parse_document(&document.to_string()).unwrap()
    }

    fn request(
        base: &str,
        page: &str,
        token: &str,
        agreed: Option<&str>,
    ) -> Result<SignInRequest, SignInRequestError> {
        sign_in_request(&document(page, token), &ServerUrl::parse(base).unwrap(), agreed)
    }

    #[test]
    fn only_the_scopes_that_operations_require_are_requested() {
        let found = request("https://a.example/v1", "https://a.example/in", "https://a.example/t", None);
        assert_eq!(found.unwrap().scope, "read write");
        let base = ServerUrl::parse("https://a.example").unwrap();
        let none = parse_document(r#"{"openapi": "3.1.0", "paths": {}}"#).unwrap();
        assert_eq!(sign_in_request(&none, &base, None), Err(SignInRequestError::NoFlow));
    }

    #[test]
    fn a_code_goes_to_the_origin_of_the_api_or_where_the_user_says() {
        const API: &str = "https://a.example/v1";
        const LOGIN: &str = "https://login.example/token";
        for (base, page, token, agreed, expected) in [
            (API, "https://a.example/in", "https://a.example/t", None, Some("https://a.example/t")),
            (API, "https://a.example/in", "https://evil.example/t", None, None),
            // The page of another authorization server, whose code the API would receive.
            (API, "https://login.example/in", "https://a.example/t", None, None),
            (API, "https://login.example/in", "https://evil.example/t", Some(LOGIN), Some(LOGIN)),
            (API, "https://login.example/in", LOGIN, Some("http://login.example/token"), None),
            (API, "http://a.example/in", "https://a.example/t", Some("https://a.example/t"), None),
            (API, "https://bank.example@a.example/in", "https://a.example/t", None, None),
            ("http://a.example", "http://a.example/in", "http://a.example/t", None, None),
            (
                "http://127.0.0.1:9",
                "http://127.0.0.1:9/in",
                "http://127.0.0.1:9/t",
                None,
                Some("http://127.0.0.1:9/t"),
            ),
        ] {
            let found = request(base, page, token, agreed);
            let token = found.as_ref().ok().map(|request| request.token_url.as_str());
            assert_eq!(token, expected, "{base} {page} {token:?} {agreed:?}: {found:?}");
        }
    }
}
