//! HTTP request relative to a base URL. Values may be secrets and are not printed.

use std::fmt;

use super::multipart::{self, Part};
use super::percent;
use crate::sources::secret_text::SecretText;

/// A request without the origin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HttpRequest {
    /// In upper case.
    pub method: String,
    /// Begins with `/`, without a fragment.
    pub path_and_query: SecretText,
    /// Without `Content-Type` and `Cookie`, which [`HttpRequest::body`] and [`HttpRequest::cookies`] define.
    pub headers: Vec<RequestField>,
    pub cookies: Vec<RequestField>,
    pub body: Option<RequestBody>,
}

/// A header or cookie; its value is valid as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestField {
    pub name: String,
    pub value: SecretText,
}

#[derive(Clone, PartialEq, Eq)]
pub struct RequestBody {
    /// Value of `Content-Type`; for a multipart body without the boundary.
    pub media_type: String,
    pub content: Content,
}

#[derive(Clone, PartialEq, Eq)]
pub enum Content {
    Bytes(Vec<u8>),
    Multipart(Vec<Part>),
}

impl RequestField {
    pub fn new(name: impl Into<String>, value: impl Into<SecretText>) -> Self {
        Self { name: name.into(), value: value.into() }
    }
}

impl HttpRequest {
    /// Value of the `Cookie` header.
    pub fn cookie_header(&self) -> Option<SecretText> {
        let pair = |cookie: &RequestField| format!("{}={}", cookie.name, cookie.value.expose());
        let pairs: Vec<String> = self.cookies.iter().map(pair).collect();
        (!pairs.is_empty()).then(|| pairs.join("; ").into())
    }

    /// Sets a header in place of any with this name.
    pub fn set_header(&mut self, name: &str, value: impl Into<SecretText>) {
        self.headers.retain(|header| !header.name.eq_ignore_ascii_case(name));
        self.headers.push(RequestField::new(name, value));
    }

    /// Sets a cookie in place of any with this name.
    pub fn set_cookie(&mut self, name: &str, value: impl Into<SecretText>) {
        self.cookies.retain(|cookie| cookie.name != name);
        self.cookies.push(RequestField::new(name, value));
    }

    /// Sets a query parameter, not yet encoded, in place of any that servers read under this name.
    pub fn set_query_parameter(&mut self, name: &str, value: &str) {
        let (path, query) = split_query(self.path_and_query.expose());
        let is_other = |pair: &&str| !pair.is_empty() && !is_pair_named(pair, name);
        let mut pairs: Vec<&str> = query.split('&').filter(is_other).collect();
        let encode = |text| percent::Encoding::Component.encode(text);
        let added = format!("{}={}", encode(name), encode(value));
        pairs.push(&added);
        self.path_and_query = format!("{path}?{}", pairs.join("&")).into();
    }
}

/// Splits at the first `?`; the query may be empty.
fn split_query(path_and_query: &str) -> (&str, &str) {
    path_and_query.split_once('?').unwrap_or((path_and_query, ""))
}

/// Returns whether an encoded pair of a query has this name.
fn is_pair_named(pair: &str, name: &str) -> bool {
    let key = pair.split_once('=').map_or(pair, |(key, _)| key).replace('+', " ");
    percent::decode(&key) == name.as_bytes()
}

impl Content {
    /// The bytes to send, and the value of `Content-Type`. `boundary` is random text of letters and digits; `None` if the
    /// content contains it.
    pub fn encode(&self, media_type: &str, boundary: &str) -> Option<(String, Vec<u8>)> {
        match self {
            Self::Bytes(bytes) => Some((media_type.to_owned(), bytes.clone())),
            Self::Multipart(parts) => {
                let bytes = multipart::encode_parts(parts, boundary)?;
                Some((format!("{media_type}; boundary={boundary}"), bytes))
            }
        }
    }
}

impl fmt::Debug for RequestBody {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{} {:?}", self.media_type, self.content)
    }
}

impl fmt::Debug for Content {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Bytes(bytes) => write!(formatter, "{} bytes", bytes.len()),
            Self::Multipart(parts) => formatter.debug_list().entries(parts).finish(),
        }
    }
}
