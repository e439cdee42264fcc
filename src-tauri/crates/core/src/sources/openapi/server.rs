//! Servers of a document: base URLs for requests.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;
use thiserror::Error;
use url::Url;

use super::problems::ProblemCollector;
use super::request::HttpRequest;
use crate::sources::secret_text::SecretText;
use crate::text::json;

/// Number of servers of one document, path or operation.
const MAX_SERVERS: usize = 50;
/// Number of variables of one server, and of values of one variable.
const MAX_VARIABLES: usize = 50;
const MAX_URL_BYTES: usize = 4_000;

/// A base URL: http or https, without user, query and fragment. Requests keep its path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerUrl {
    /// Normalized, with the default values of the variables.
    url: Url,
    pub description: Option<String>,
    pub variables: Vec<ServerVariable>,
    /// As in the document, with variables in braces.
    template: String,
    /// URL of the document, which relative URLs refer to.
    document_url: Option<Arc<Url>>,
}

/// A part of a server's URL that the user can choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerVariable {
    pub name: String,
    pub default: String,
    /// The possible values; any value if empty.
    pub values: Vec<String>,
    pub description: Option<String>,
}

/// Reason why a text is not usable as a base URL.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ServerUrlError {
    #[error("is relative, and the document has no URL")]
    Relative,
    #[error("is not a valid URL: {0}")]
    Invalid(String),
    #[error("is not an http or https URL")]
    Scheme,
    #[error("contains a user name or password")]
    UserInfo,
    #[error("contains a query or fragment")]
    Query,
    #[error("has no variable {{{0}}}")]
    UnknownVariable(String),
    #[error("has {{{0}}}, but no value for it")]
    MissingVariable(String),
    #[error("does not allow this value of {{{0}}}")]
    Value(String),
}

/// The joined URL would be outside the base URL. The plan of a request prevents this; [`join`] proves it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the request would leave the base URL of its server")]
pub struct JoinError;

impl ServerUrl {
    /// A base URL that the user entered.
    pub fn parse(url: &str) -> Result<Self, ServerUrlError> {
        Self::from_template(url, Vec::new(), None, None)
    }

    fn from_template(
        template: &str,
        variables: Vec<ServerVariable>,
        description: Option<String>,
        document_url: Option<Arc<Url>>,
    ) -> Result<Self, ServerUrlError> {
        let url = substitute(template, &variables, &BTreeMap::new())?;
        let url = parse_base(&url, document_url.as_deref())?;
        Ok(Self { url, description, variables, template: template.to_owned(), document_url })
    }

    /// The same server with other values of its variables.
    pub fn with_variables(&self, values: &BTreeMap<String, String>) -> Result<Self, ServerUrlError> {
        if let Some(unknown) = values.keys().find(|name| !self.variables.iter().any(|v| v.name == **name)) {
            return Err(ServerUrlError::UnknownVariable(unknown.clone()));
        }
        let url = substitute(&self.template, &self.variables, values)?;
        Ok(Self { url: parse_base(&url, self.document_url.as_deref())?, ..self.clone() })
    }

    pub fn as_str(&self) -> &str {
        self.url.as_str()
    }

    /// Approximate size in memory.
    pub(super) fn size(&self) -> usize {
        let variable = |variable: &ServerVariable| {
            let values: usize = variable.values.iter().map(String::len).sum();
            64 + variable.name.len() + variable.default.len() + values
        };
        256 + 2 * self.template.len() + self.variables.iter().map(variable).sum::<usize>()
    }

    pub const fn url(&self) -> &Url {
        &self.url
    }

    /// Scheme, host and port.
    pub fn origin(&self) -> String {
        self.url.origin().ascii_serialization()
    }
}

/// The URL of a request: the base URL, followed by path and query.
///
/// They are joined as text, because URL resolution would replace the path of the base. The result is parsed again, and is
/// an error unless its origin is that of the base, and path and query are what was joined.
pub fn join(base: &ServerUrl, request: &HttpRequest) -> Result<SecretText, JoinError> {
    let prefix = base.as_str().trim_end_matches('/');
    let path_and_query = request.path_and_query.expose();
    if !path_and_query.starts_with('/') {
        return Err(JoinError);
    }
    let text = format!("{prefix}{path_and_query}");
    let joined = Url::parse(&text).map_err(|_| JoinError)?;
    let is_kept =
        joined.origin() == base.url.origin() && joined.fragment().is_none() && joined.as_str() == text;
    if is_kept { Ok(text.into()) } else { Err(JoinError) }
}

/// Reads a list of servers. `None` if there is none, so that the outer list applies.
pub fn read_servers(
    servers: Option<&Value>,
    document_url: Option<&Arc<Url>>,
    problems: &mut ProblemCollector,
) -> Option<Arc<[ServerUrl]>> {
    let list = match servers? {
        Value::Array(list) if list.is_empty() => return None,
        Value::Array(list) => list,
        Value::Null => return None,
        other => {
            problems.add_for_field("servers", format!("are {}, not a list", json::kind_name(other)));
            return None;
        }
    };
    if list.len() > MAX_SERVERS {
        problems.add_for_field("servers", format!("are more than {MAX_SERVERS}; the rest is left out"));
    }
    let mut found = Vec::new();
    for (number, server) in list.iter().take(MAX_SERVERS).enumerate() {
        match read_server(server, document_url) {
            Ok(server) => found.push(server),
            Err(problem) => {
                problems.add_for_field(format!("servers[{number}]"), format!("{problem}; it is left out"));
            }
        }
    }
    Some(found.into())
}

/// The server of a document without servers: `/`, relative to the document.
pub fn default_servers(document_url: Option<&Arc<Url>>) -> Arc<[ServerUrl]> {
    ServerUrl::from_template("/", Vec::new(), None, document_url.cloned()).into_iter().collect()
}

/// The URL of a document, without what is private to its request.
pub fn parse_document_url(url: &str) -> Option<Arc<Url>> {
    let mut url = Url::parse(url).ok().filter(is_web)?;
    url.set_username("").ok()?;
    url.set_password(None).ok()?;
    url.set_query(None);
    url.set_fragment(None);
    Some(Arc::new(url))
}

fn read_server(server: &Value, document_url: Option<&Arc<Url>>) -> Result<ServerUrl, String> {
    let Some(Value::String(template)) = server.get("url") else { return Err("has no \"url\"".to_owned()) };
    if template.len() > MAX_URL_BYTES {
        return Err("has a URL that is too long".to_owned());
    }
    let variables = match server.get("variables") {
        Some(Value::Object(variables)) => {
            variables.iter().take(MAX_VARIABLES).filter_map(|(name, of)| read_variable(name, of)).collect()
        }
        _ => Vec::new(),
    };
    let description = text_member(server, "description");
    ServerUrl::from_template(template, variables, description, document_url.cloned())
        .map_err(|error| format!("\"{template}\" {error}"))
}

/// Reads a variable. Without a default, which is required, its first value is the default.
fn read_variable(name: &str, variable: &Value) -> Option<ServerVariable> {
    let values = variable.get("enum").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let values: Vec<String> = values.iter().take(MAX_VARIABLES).filter_map(super::scalar_text).collect();
    let default = variable.get("default").and_then(super::scalar_text).or_else(|| values.first().cloned())?;
    let description = text_member(variable, "description");
    Some(ServerVariable { name: name.to_owned(), default, values, description })
}

fn text_member(object: &Value, key: &str) -> Option<String> {
    let text = object.get(key)?.as_str()?;
    Some(crate::text::truncate_chars(text, 300).into_owned()).filter(|text| !text.trim().is_empty())
}

fn substitute(
    template: &str,
    variables: &[ServerVariable],
    values: &BTreeMap<String, String>,
) -> Result<String, ServerUrlError> {
    let mut out = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let missing = |name: &str| ServerUrlError::MissingVariable(name.to_owned());
        let (name, after) = after.split_once('}').ok_or_else(|| missing(after))?;
        let variable =
            variables.iter().find(|variable| variable.name == name).ok_or_else(|| missing(name))?;
        let value = values.get(name).unwrap_or(&variable.default);
        if values.contains_key(name) && !variable.values.is_empty() && !variable.values.contains(value) {
            return Err(ServerUrlError::Value(name.to_owned()));
        }
        out.push_str(before);
        out.push_str(value);
        rest = after;
    }
    out.push_str(rest);
    Ok(out)
}

fn parse_base(text: &str, document_url: Option<&Url>) -> Result<Url, ServerUrlError> {
    let parsed = Url::options().base_url(document_url).parse(text.trim());
    let url = parsed.map_err(|error| match error {
        url::ParseError::RelativeUrlWithoutBase => ServerUrlError::Relative,
        other => ServerUrlError::Invalid(other.to_string()),
    })?;
    if !is_web(&url) {
        return Err(ServerUrlError::Scheme);
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(ServerUrlError::UserInfo);
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err(ServerUrlError::Query);
    }
    Ok(url)
}

fn is_web(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https") && url.has_host()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn servers(list: Value, url: Option<&str>) -> (Vec<String>, Vec<String>) {
        let mut problems = ProblemCollector::default();
        problems.set_location("GET /a");
        let url = url.and_then(parse_document_url);
        let found = read_servers(Some(&list), url.as_ref(), &mut problems);
        let urls = found.iter().flat_map(|list| list.iter()).map(|server| server.as_str().to_owned());
        (urls.collect(), problems.into_list().into_iter().map(|problem| problem.message).collect())
    }

    #[test]
    fn servers_are_read_in_order_and_resolved_against_the_document() {
        let document = Some("https://user:pw@docs.example:8443/api/v2/openapi.json?token=secret#x");
        for (template, expected) in [
            ("https://a.example/v1", "https://a.example/v1"),
            ("/v1/", "https://docs.example:8443/v1/"),
            ("v3", "https://docs.example:8443/api/v2/v3"),
            ("../v1", "https://docs.example:8443/api/v1"),
            ("//b.example", "https://b.example/"),
            ("HTTP://A.EXAMPLE:80/x", "http://a.example/x"),
            (".", "https://docs.example:8443/api/v2/"),
        ] {
            assert_eq!(servers(json!([{ "url": template }]), document), (vec![expected.to_owned()], vec![]));
        }
        let two = json!([{ "url": "https://b.example" }, { "url": "https://a.example" }]);
        assert_eq!(servers(two, None).0, ["https://b.example/", "https://a.example/"]);
    }

    #[test]
    fn unusable_servers_are_reported() {
        for (server, problem) in [
            (json!({ "url": "/v1" }), "\"/v1\" is relative, and the document has no URL; it is left out"),
            (
                json!({ "url": "ftp://a.example" }),
                "\"ftp://a.example\" is not an http or https URL; it is left out",
            ),
            (json!({ "url": "file:///etc" }), "\"file:///etc\" is not an http or https URL; it is left out"),
            (
                json!({ "url": "https://u:p@a.example" }),
                "\"https://u:p@a.example\" contains a user name or password; it is left out",
            ),
            (
                json!({ "url": "https://a.example?x=1" }),
                "\"https://a.example?x=1\" contains a query or fragment; it is left out",
            ),
            (
                json!({ "url": "https://{host}/v1" }),
                "\"https://{host}/v1\" has {host}, but no value for it; it is left out",
            ),
            (json!({}), "has no \"url\"; it is left out"),
            (json!(7), "has no \"url\"; it is left out"),
        ] {
            assert_eq!(servers(json!([server]), None), (vec![], vec![problem.to_owned()]));
        }
        assert_eq!(servers(json!("x"), None).1, ["are a string, not a list"]);
        assert_eq!(servers(vec![json!({"url": "https://a.example"}); 60].into(), None).0.len(), MAX_SERVERS);
    }

    #[test]
    fn variables_have_defaults_and_can_be_chosen() {
        let list = json!([{ "url": "https://{region}.a.example:{port}/{base}", "variables": {
            "region": { "enum": ["eu", "us"], "default": "eu" },
            "port": { "default": 8443 },
            "base": { "enum": ["v2", "v1"] } } }]);
        let found = read_servers(Some(&list), None, &mut ProblemCollector::default()).unwrap();
        assert_eq!(found[0].as_str(), "https://eu.a.example:8443/v2");
        let with = |name: &str, value: &str| {
            let server = found[0].with_variables(&BTreeMap::from([(name.to_owned(), value.to_owned())]));
            server.map(|server| server.as_str().to_owned())
        };
        assert_eq!(with("region", "us"), Ok("https://us.a.example:8443/v2".to_owned()));
        assert_eq!(with("region", "cn"), Err(ServerUrlError::Value("region".to_owned())));
        assert_eq!(with("zone", "us"), Err(ServerUrlError::UnknownVariable("zone".to_owned())));
        assert_eq!(with("port", "1@evil.example"), Err(ServerUrlError::UserInfo));
    }
}
