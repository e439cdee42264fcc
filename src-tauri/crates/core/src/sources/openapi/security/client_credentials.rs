//! The OAuth 2.0 client credentials flow: which token endpoint a client's secret may be sent to.

use url::Url;

use super::{CredentialError, RequiredScheme, SchemeKind};
use crate::sources::loopback::is_loopback;
use crate::sources::openapi::server::ServerUrl;
use crate::sources::secret_text::SecretText;

/// A request for an access token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenRequest {
    pub url: Url,
    pub client_id: String,
    pub client_secret: SecretText,
    /// Separated by spaces; empty to get what the authorization server grants by default.
    pub scope: String,
}

/// The token request of a scheme whose credential is `CLIENT_ID:CLIENT_SECRET`. `None` if the credential is an access
/// token itself, which never contains a colon.
///
/// The document names a token endpoint, but the secret goes only to the one that the user gave, or to the origin of the
/// API, which the user has agreed to.
pub fn token_request(
    required: &RequiredScheme,
    credential: &SecretText,
    base: &ServerUrl,
    token_url: Option<&str>,
) -> Result<Option<TokenRequest>, CredentialError> {
    let scheme = &required.scheme;
    let SchemeKind::OAuth2(flows) = &scheme.kind else { return Ok(None) };
    let Some((client_id, client_secret)) = credential.expose().split_once(':') else { return Ok(None) };
    let invalid = |problem| CredentialError::Invalid { scheme: scheme.name.clone(), problem };
    if client_id.is_empty() || client_secret.is_empty() {
        return Err(invalid("is not of the form CLIENT_ID:CLIENT_SECRET"));
    }
    let documented = flows.client_credentials.as_ref().map(|flow| flow.token_url.as_str());
    let url = match (token_url, documented) {
        (Some(agreed), _) => agreed,
        (None, Some(documented)) => documented,
        (None, None) => {
            return Err(invalid("is for a client, but the document has no clientCredentials flow"));
        }
    };
    let url = Url::parse(url).map_err(|_| invalid("has a token URL that is not valid"))?;
    if token_url.is_none() && url.origin() != base.url().origin() {
        let origin = url.origin().ascii_serialization();
        return Err(CredentialError::ForeignTokenUrl { scheme: scheme.name.clone(), origin });
    }
    if !is_confidential(&url, base.url()) {
        return Err(invalid("would be sent to a token URL without https"));
    }
    Ok(Some(TokenRequest {
        url,
        client_id: client_id.to_owned(),
        client_secret: client_secret.into(),
        scope: required.scopes.join(" "),
    }))
}

/// The normalized URL of a token endpoint that the user entered. `None` if it is not usable as one.
pub fn parse_token_url(text: &str) -> Option<String> {
    let url = Url::parse(text.trim()).ok()?;
    let has_user = !url.username().is_empty() || url.password().is_some();
    (matches!(url.scheme(), "http" | "https") && !has_user).then(|| url.into())
}

/// Returns whether nobody can read what is sent to a URL: https, or both the URL and the API are on this machine.
pub(super) fn is_confidential(url: &Url, base: &Url) -> bool {
    url.scheme() == "https" || (is_loopback(url) && is_loopback(base))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::sources::openapi::security::{OAuthFlow, OAuthFlows, SecurityScheme};

    fn required(token_url: &str) -> RequiredScheme {
        let flow = OAuthFlow {
            authorization_url: None,
            token_url: token_url.to_owned(),
            refresh_url: None,
            scopes: Vec::new(),
        };
        let flows = OAuthFlows { client_credentials: Some(flow), authorization_code: None };
        let scheme =
            SecurityScheme { name: "auth".into(), description: None, kind: SchemeKind::OAuth2(flows) };
        RequiredScheme { scheme: Arc::new(scheme), scopes: vec!["read".into(), "write".into()] }
    }

    /// The URL that the secret is sent to, or the reason why it is sent nowhere.
    fn recipient(base: &str, documented: &str, agreed: Option<&str>) -> Result<String, String> {
        let base = ServerUrl::parse(base).unwrap();
        let request = token_request(&required(documented), &"id:hunter2".into(), &base, agreed);
        request.map(|request| request.unwrap().url.into()).map_err(|error| error.to_string())
    }

    #[test]
    fn a_secret_goes_to_the_origin_of_the_api_or_where_the_user_says() {
        const API: &str = "https://api.example/v1";
        for (base, documented, agreed, expected) in [
            (API, "https://api.example/token", None, Some("https://api.example/token")),
            (API, "https://api.example:444/token", None, None),
            (API, "https://evil.example/token", None, None),
            (API, "http://api.example/token", None, None),
            (
                API,
                "https://evil.example/token",
                Some("https://login.example/token"),
                Some("https://login.example/token"),
            ),
            (API, "https://evil.example/token", Some("http://login.example/token"), None),
            ("http://api.example/", "http://api.example/token", None, None),
            ("http://localhost:9/", "http://localhost:9/token", None, Some("http://localhost:9/token")),
            ("http://127.0.0.1:9/", "x:", Some("http://[::1]:8/token"), Some("http://[::1]:8/token")),
            (API, "https://api.example/token", Some("http://127.0.0.1/token"), None),
        ] {
            let found = recipient(base, documented, agreed);
            assert_eq!(found.as_ref().ok().map(String::as_str), expected, "{base} {documented} {found:?}");
            assert!(!format!("{found:?}").contains("hunter2"));
        }
    }

    #[test]
    fn only_a_client_of_an_oauth_scheme_needs_a_token() {
        let base = ServerUrl::parse("https://api.example").unwrap();
        let find = |required: &RequiredScheme, credential: &str| {
            token_request(required, &credential.into(), &base, None)
        };
        let oauth = required("https://api.example/token");
        assert_eq!(find(&oauth, "an.access-token_~+/=").unwrap(), None);
        let request = find(&oauth, "id:a:secret").unwrap().unwrap();
        assert_eq!((request.client_id.as_str(), request.client_secret.expose()), ("id", "a:secret"));
        assert_eq!(request.scope, "read write");
        assert!(find(&oauth, ":secret").is_err() && find(&oauth, "id:").is_err());
        let basic = SecurityScheme { name: "b".into(), description: None, kind: SchemeKind::Basic };
        let basic = RequiredScheme { scheme: Arc::new(basic), scopes: Vec::new() };
        assert_eq!(find(&basic, "user:password").unwrap(), None);
    }
}
