//! Security schemes of a document, and the requirements of its operations.

mod apply;
mod authorization_code;
mod client_credentials;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use serde_json::{Map, Value};
use url::Url;

pub use apply::{CredentialError, apply};
pub use authorization_code::{SignInRequest, SignInRequestError, sign_in_flow, sign_in_request};
pub use client_credentials::{TokenRequest, parse_token_url, token_request};

use super::problems::ProblemCollector;
use super::reference;
use super::request::field;
use super::request::parameter::Location;
use crate::text::json;

const MAX_SCHEMES: usize = 200;
/// Number of requirements of one operation, and of schemes in one requirement.
const MAX_REQUIREMENTS: usize = 50;
const MAX_SCOPES: usize = 1_000;

/// A security scheme of `components.securitySchemes`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SecurityScheme {
    /// Its key in the document.
    pub name: String,
    pub description: Option<String>,
    pub kind: SchemeKind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SchemeKind {
    ApiKey {
        location: KeyLocation,
        name: String,
    },
    /// HTTP Basic: the credential is `user:password`.
    Basic,
    Bearer,
    OAuth2(OAuthFlows),
    OpenIdConnect {
        url: String,
    },
    /// A scheme whose credentials cannot be applied; the text names it.
    Unsupported(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyLocation {
    Header,
    Query,
    Cookie,
}

/// The OAuth 2.0 flows that need no password of the user.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OAuthFlows {
    pub client_credentials: Option<OAuthFlow>,
    pub authorization_code: Option<OAuthFlow>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OAuthFlow {
    /// Only for `authorizationCode`.
    pub authorization_url: Option<String>,
    pub token_url: String,
    pub refresh_url: Option<String>,
    /// Names and descriptions.
    pub scopes: Vec<(String, String)>,
}

/// Credentials that are needed together. Empty if none is needed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Requirement {
    pub schemes: Vec<RequiredScheme>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequiredScheme {
    pub scheme: Arc<SecurityScheme>,
    pub scopes: Vec<String>,
}

impl Requirement {
    /// The names under which keys are sent in a location.
    pub fn key_names(&self, location: Location) -> impl Iterator<Item = &str> {
        self.schemes.iter().filter_map(move |required| match &required.scheme.kind {
            SchemeKind::ApiKey { location: found, name } if found.as_location() == location => {
                Some(name.as_str())
            }
            _ => None,
        })
    }

    /// Returns whether a key is sent under this name.
    pub fn uses(&self, location: Location, name: &str) -> bool {
        self.key_names(location).any(|key| match location {
            Location::Header => key.eq_ignore_ascii_case(name),
            _ => key == name,
        })
    }
}

impl KeyLocation {
    const fn as_location(self) -> Location {
        match self {
            Self::Header => Location::Header,
            Self::Query => Location::Query,
            Self::Cookie => Location::Cookie,
        }
    }
}

/// Reads the schemes of a document. One that cannot be used is kept as [`SchemeKind::Unsupported`], because operations
/// that require it cannot be called without.
pub fn read_schemes(
    document: &Value,
    document_url: Option<&Url>,
    problems: &mut ProblemCollector,
) -> Vec<Arc<SecurityScheme>> {
    problems.set_location("components");
    let schemes = match document.pointer("/components/securitySchemes") {
        Some(Value::Object(schemes)) => schemes,
        None | Some(Value::Null) => return Vec::new(),
        Some(other) => {
            let message = format!("are {}, not an object", json::kind_name(other));
            problems.add_for_field("securitySchemes", message);
            return Vec::new();
        }
    };
    if schemes.len() > MAX_SCHEMES {
        problems
            .add_for_field("securitySchemes", format!("are more than {MAX_SCHEMES}; the rest is left out"));
    }
    let mut found = Vec::new();
    for (name, scheme) in schemes.iter().take(MAX_SCHEMES) {
        let resolved = reference::resolve(document, scheme).map_err(|problem| problem.to_string());
        let kind = resolved.and_then(|scheme| read_kind(scheme, document_url)).unwrap_or_else(|problem| {
            problems.add_for_field(
                format!("securitySchemes.{name}"),
                format!("{problem}; operations that need it cannot be called"),
            );
            SchemeKind::Unsupported(problem)
        });
        let description = scheme.get("description").and_then(Value::as_str).map(str::to_owned);
        found.push(Arc::new(SecurityScheme { name: name.clone(), description, kind }));
    }
    found
}

/// Reads the requirements of the document or of an operation. `None` if none are given, so that those of the document
/// apply; an empty list means that no credentials are needed.
pub fn read_requirements(
    security: Option<&Value>,
    schemes: &[Arc<SecurityScheme>],
    problems: &mut ProblemCollector,
) -> Option<Arc<[Requirement]>> {
    let list = match security? {
        Value::Array(list) => list,
        Value::Null => return None,
        other => {
            problems.add_for_field("security", format!("is {}, not a list", json::kind_name(other)));
            return None;
        }
    };
    let mut requirements = Vec::new();
    for (number, requirement) in list.iter().take(MAX_REQUIREMENTS).enumerate() {
        let field = format!("security[{number}]");
        match requirement {
            Value::Object(members) => requirements.push(read_requirement(members, schemes, &field, problems)),
            other => problems.add_for_field(field, format!("is {}, not an object", json::kind_name(other))),
        }
    }
    Some(requirements.into())
}

fn read_requirement(
    members: &Map<String, Value>,
    schemes: &[Arc<SecurityScheme>],
    field: &str,
    problems: &mut ProblemCollector,
) -> Requirement {
    let mut required = Vec::new();
    for (name, scopes) in members.iter().take(MAX_REQUIREMENTS) {
        let scheme = schemes.iter().find(|scheme| scheme.name == *name).cloned().unwrap_or_else(|| {
            problems.add_for_field(field, format!("names \"{name}\", which is not a security scheme"));
            let kind = SchemeKind::Unsupported("is not declared".to_owned());
            Arc::new(SecurityScheme { name: name.clone(), description: None, kind })
        });
        let scopes = scopes.as_array().map(Vec::as_slice).unwrap_or_default();
        let scopes = scopes.iter().take(MAX_SCOPES).filter_map(Value::as_str).map(str::to_owned).collect();
        required.push(RequiredScheme { scheme, scopes });
    }
    Requirement { schemes: required }
}

fn read_kind(scheme: &Value, document_url: Option<&Url>) -> Result<SchemeKind, String> {
    let text = |key: &str| scheme.get(key).and_then(Value::as_str).unwrap_or_default();
    match text("type") {
        "apiKey" => read_api_key(text("in"), text("name")),
        "http" => match text("scheme").to_ascii_lowercase().as_str() {
            "basic" => Ok(SchemeKind::Basic),
            "bearer" => Ok(SchemeKind::Bearer),
            other => Err(format!("is HTTP authentication \"{other}\", which is not supported")),
        },
        "oauth2" => read_flows(scheme, document_url).map(SchemeKind::OAuth2),
        "openIdConnect" => {
            let url = resolve_url(scheme.get("openIdConnectUrl"), document_url)?;
            Ok(SchemeKind::OpenIdConnect { url })
        }
        "" => Err("has no \"type\"".to_owned()),
        other => Err(format!("is of type \"{other}\", which is not supported")),
    }
}

fn read_api_key(location: &str, name: &str) -> Result<SchemeKind, String> {
    let location = match location {
        "header" => KeyLocation::Header,
        "query" => KeyLocation::Query,
        "cookie" => KeyLocation::Cookie,
        other => return Err(format!("has \"in\": \"{other}\", not header, query or cookie")),
    };
    if name.is_empty() || (location != KeyLocation::Query && !field::is_token(name)) {
        return Err(format!("has \"name\": \"{name}\", which is not valid"));
    }
    if location == KeyLocation::Header && field::is_reserved_header(name) {
        return Err(format!("is in the header {name}, which the client sets"));
    }
    Ok(SchemeKind::ApiKey { location, name: name.to_owned() })
}

fn read_flows(scheme: &Value, document_url: Option<&Url>) -> Result<OAuthFlows, String> {
    let read = |key: &str| {
        let flow = scheme.get("flows")?.get(key).filter(|flow| flow.is_object())?;
        Some(read_flow(flow, key, document_url).map_err(|problem| format!("has a flow {key} that {problem}")))
    };
    let flows = OAuthFlows {
        client_credentials: read("clientCredentials").transpose()?,
        authorization_code: read("authorizationCode").transpose()?,
    };
    match flows {
        OAuthFlows { client_credentials: None, authorization_code: None } => {
            Err("has no clientCredentials and no authorizationCode flow; others are not supported".to_owned())
        }
        flows => Ok(flows),
    }
}

fn read_flow(flow: &Value, key: &str, document_url: Option<&Url>) -> Result<OAuthFlow, String> {
    let optional = |key: &str| flow.get(key).map(|url| resolve_url(Some(url), document_url)).transpose();
    let authorization_url = match key {
        "authorizationCode" => Some(resolve_url(flow.get("authorizationUrl"), document_url)?),
        _ => None,
    };
    let scopes = flow.get("scopes").and_then(Value::as_object).into_iter().flatten();
    let scopes = scopes.take(MAX_SCOPES);
    let described =
        |(name, text): (&String, &Value)| (name.clone(), text.as_str().unwrap_or_default().to_owned());
    Ok(OAuthFlow {
        authorization_url,
        token_url: resolve_url(flow.get("tokenUrl"), document_url)?,
        refresh_url: optional("refreshUrl")?,
        scopes: scopes.map(described).collect(),
    })
}

fn resolve_url(url: Option<&Value>, document_url: Option<&Url>) -> Result<String, String> {
    let Some(Value::String(text)) = url else { return Err("lacks a URL".to_owned()) };
    match Url::options().base_url(document_url).parse(text) {
        Ok(url) if matches!(url.scheme(), "http" | "https") => Ok(url.into()),
        _ => Err(format!("has the URL \"{text}\", which is not an http or https URL")),
    }
}
