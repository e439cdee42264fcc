//! Credentials in requests.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use thiserror::Error;

use super::{KeyLocation, SchemeKind, SecurityScheme};
use crate::sources::openapi::request::{HttpRequest, field};
use crate::sources::secret_text::SecretText;

/// Reason why a credential was not applied. It never contains the credential.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CredentialError {
    #[error("the credential for \"{scheme}\" {problem}")]
    Invalid { scheme: String, problem: &'static str },
    #[error("credentials for \"{scheme}\" are not supported: it {reason}")]
    Unsupported { scheme: String, reason: String },
    #[error(
        "the client secret for \"{scheme}\" would be sent to {origin}, which is not the origin of the API; to agree, set the token URL of the server"
    )]
    ForeignTokenUrl { scheme: String, origin: String },
}

/// Puts a credential into a request, in place of whatever the arguments set there.
pub fn apply(
    scheme: &SecurityScheme,
    credential: &SecretText,
    request: &mut HttpRequest,
) -> Result<(), CredentialError> {
    let value = credential.expose();
    let invalid = |problem| CredentialError::Invalid { scheme: scheme.name.clone(), problem };
    if value.is_empty() {
        return Err(invalid("is empty"));
    }
    let checked = |problem: Option<&'static str>| problem.map_or(Ok(()), |problem| Err(invalid(problem)));
    match &scheme.kind {
        SchemeKind::ApiKey { location: KeyLocation::Header, name } => {
            checked(field::header_value_problem(value))?;
            request.set_header(name, value);
        }
        SchemeKind::ApiKey { location: KeyLocation::Query, name } => request.set_query_parameter(name, value),
        SchemeKind::ApiKey { location: KeyLocation::Cookie, name } => {
            // Not encoded: a cookie copied from a browser is encoded already, if at all.
            let problem = "has a character that is not allowed in a cookie";
            checked((!field::is_cookie_value(value)).then_some(problem))?;
            request.set_cookie(name, value);
        }
        SchemeKind::Basic => {
            let problem = "is not of the form user:password";
            checked((!value.contains(':') || value.contains(['\r', '\n', '\0'])).then_some(problem))?;
            request.set_header("Authorization", format!("Basic {}", BASE64_STANDARD.encode(value)));
        }
        SchemeKind::Bearer | SchemeKind::OAuth2(_) | SchemeKind::OpenIdConnect { .. } => {
            checked(field::header_value_problem(value))?;
            checked(value.contains([' ', '\t']).then_some("has a space, which a token cannot contain"))?;
            request.set_header("Authorization", format!("Bearer {value}"));
        }
        SchemeKind::Unsupported(reason) => {
            let (scheme, reason) = (scheme.name.clone(), reason.clone());
            return Err(CredentialError::Unsupported { scheme, reason });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain_request() -> HttpRequest {
        HttpRequest {
            method: "GET".into(),
            path_and_query: "/a?x=1&api%5Fkey=theirs&api_key=mine".into(),
            headers: Vec::new(),
            cookies: Vec::new(),
            body: None,
        }
    }

    fn scheme(kind: SchemeKind) -> SecurityScheme {
        SecurityScheme { name: "key".into(), description: None, kind }
    }

    fn key(location: KeyLocation, name: &str) -> SecurityScheme {
        scheme(SchemeKind::ApiKey { location, name: name.into() })
    }

    #[test]
    fn credentials_go_where_the_scheme_says() {
        let bearer = scheme(SchemeKind::Bearer);
        for (scheme, credential, expected) in [
            (key(KeyLocation::Header, "X-Key"), "a b", "X-Key: a b"),
            (bearer, "t0ken", "Authorization: Bearer t0ken"),
            (
                scheme(SchemeKind::Basic),
                "Aladdin:open sesame",
                "Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==",
            ),
            (key(KeyLocation::Cookie, "sid"), "s%3A1=", "Cookie: sid=s%3A1="),
            (key(KeyLocation::Query, "api_key"), "a&b=c#", "/a?x=1&api_key=a%26b%3Dc%23"),
        ] {
            let mut request = plain_request();
            apply(&scheme, &credential.into(), &mut request).unwrap();
            let headers = request.headers.iter().map(|h| format!("{}: {}", h.name, h.value.expose()));
            let cookies = request.cookie_header().map(|cookies| format!("Cookie: {}", cookies.expose()));
            let path = request.path_and_query.expose().to_owned();
            let found: Vec<String> = headers.chain(cookies).chain([path]).collect();
            assert!(found.contains(&expected.to_owned()), "{found:?}");
            let printed = format!("{request:?} {request:#?}");
            assert!(!printed.contains(credential) && !printed.contains("QWxhZ"), "{printed}");
        }
    }

    #[test]
    fn a_credential_replaces_an_argument() {
        let mut request = plain_request();
        request.set_header("x-key", "argument");
        request.set_cookie("sid", "argument");
        apply(&key(KeyLocation::Header, "X-Key"), &"real".into(), &mut request).unwrap();
        apply(&key(KeyLocation::Cookie, "sid"), &"real".into(), &mut request).unwrap();
        assert_eq!((request.headers.len(), request.headers[0].value.expose()), (1, "real"));
        assert_eq!((request.cookies.len(), request.cookies[0].value.expose()), (1, "real"));
    }

    #[test]
    fn an_invalid_credential_is_an_error_without_its_value() {
        for (scheme, credential) in [
            (key(KeyLocation::Header, "X-Key"), "hunter2\r\nX-Evil: 1"),
            (key(KeyLocation::Header, "X-Key"), "hunter2é"),
            (key(KeyLocation::Cookie, "sid"), "hunter2; admin=1"),
            (scheme(SchemeKind::Bearer), "hunter2 x"),
            (scheme(SchemeKind::Bearer), ""),
            (scheme(SchemeKind::Basic), "hunter2"),
            (scheme(SchemeKind::Unsupported("is of type \"mutualTLS\"".into())), "hunter2"),
        ] {
            let mut request = plain_request();
            let error = apply(&scheme, &credential.into(), &mut request).unwrap_err();
            assert!(!format!("{error} {error:?}").contains("hunter2"), "{error}");
            assert_eq!(request, plain_request(), "nothing is changed");
        }
    }
}
