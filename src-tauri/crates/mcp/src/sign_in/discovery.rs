//! Authorization server discovery. rmcp fetches the documents; this module decides whether the authorization server
//! they describe may receive codes, tokens and the client's secret. Every use of those goes through [`discover`].

use rmcp::transport::auth::{AuthorizationManager, AuthorizationMetadata};
use url::Url;

use super::oauth_http::OAuthHttp;
use super::{SignInError, check_url, single_line};

/// An authorization server whose metadata was verified.
pub struct AuthorizationServer {
    pub metadata: AuthorizationMetadata,
    pub issuer: String,
    /// False without metadata (MCP 2025-03-26): the MCP server itself is the authorization server, with default
    /// endpoints.
    pub has_metadata: bool,
}

/// Finds the authorization server of an MCP server. `challenge` is the server's `WWW-Authenticate` header.
pub async fn discover(
    manager: &AuthorizationManager,
    http: &OAuthHttp,
    server: &Url,
    challenge: Option<&str>,
) -> Result<AuthorizationServer, SignInError> {
    let resolution = manager.resolve_metadata_from_challenge(challenge).await?;
    let (mut metadata, is_published) = (resolution.metadata, resolution.source.is_discovered());
    // rmcp's default endpoints have no issuer, and rmcp compares issuers only if both are present, so tokens of any
    // issuer would be sent to them.
    let issuer = if is_published {
        metadata.issuer.clone().unwrap_or_default()
    } else {
        server.origin().ascii_serialization()
    };
    if is_published {
        check_metadata_url(&issuer, http.last_document_url().as_ref())?;
    }
    check_endpoints(&metadata, &issuer, server)?;
    metadata.issuer = Some(issuer.clone());
    Ok(AuthorizationServer { metadata, issuer, has_metadata: is_published })
}

/// RFC 8414 section 3.3: metadata is valid only for the issuer whose well-known URL it was fetched from. rmcp does
/// not compare them for metadata at other URLs that contain `/.well-known/`.
fn check_metadata_url(issuer: &str, location: Option<&Url>) -> Result<(), SignInError> {
    if location.is_some_and(|location| is_well_known_url_of(issuer, location)) {
        return Ok(());
    }
    let location = location.map(|location| single_line(location.as_str())).unwrap_or_default();
    Err(SignInError::IssuerMismatch { issuer: single_line(issuer), location })
}

fn is_well_known_url_of(issuer: &str, location: &Url) -> bool {
    let Ok(issuer) = Url::parse(issuer) else { return false };
    let path = issuer.path().trim_end_matches('/');
    let oauth = "/.well-known/oauth-authorization-server";
    let openid = "/.well-known/openid-configuration";
    let well_known = [
        format!("{oauth}{path}"),
        format!("{openid}{path}"),
        format!("{path}{openid}"),
        // Not in the RFC, but common: an issuer with a path whose metadata is at the root of its origin.
        oauth.to_owned(),
    ];
    issuer.query().is_none()
        && issuer.fragment().is_none()
        && issuer.origin() == location.origin()
        && well_known.iter().any(|expected| expected == location.path().trim_end_matches('/'))
}

/// Requires the sign-in page and the token endpoint to belong together. Otherwise metadata could combine the page
/// of a provider that the user trusts with an attacker's token endpoint and receive that provider's codes (mix-up
/// attack, RFC 9700 section 4.4). Providers with a separate token host, such as Google, serve the page from the
/// issuer's origin.
fn check_endpoints(metadata: &AuthorizationMetadata, issuer: &str, server: &Url) -> Result<(), SignInError> {
    let page = &metadata.authorization_endpoint;
    check_url(page, server).map_err(SignInError::UnsafeSignInPage)?;
    for endpoint in [Some(&metadata.token_endpoint), metadata.registration_endpoint.as_ref()] {
        let Some(endpoint) = endpoint else { continue };
        check_url(endpoint, server).map_err(SignInError::InsecureEndpoint)?;
    }
    if is_same_origin(page, &metadata.token_endpoint) || is_same_origin(page, issuer) {
        return Ok(());
    }
    Err(SignInError::MixedEndpoints {
        page: display_origin(page),
        token: display_origin(&metadata.token_endpoint),
    })
}

pub fn is_same_origin(one: &str, other: &str) -> bool {
    crate::fetch::is_same_origin(one, other)
}

fn display_origin(address: &str) -> String {
    Url::parse(address).map_or_else(|_| single_line(address), |url| url.origin().ascii_serialization())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metadata_is_valid_only_at_the_well_known_url_of_its_issuer() {
        for (issuer, location, expected) in [
            ("https://as.example", "https://as.example/.well-known/oauth-authorization-server", true),
            ("https://as.example/", "https://as.example/.well-known/openid-configuration", true),
            ("https://as.example/a", "https://as.example/.well-known/oauth-authorization-server/a", true),
            ("https://as.example/a/", "https://as.example/.well-known/openid-configuration/a", true),
            ("https://as.example/a", "https://as.example/a/.well-known/openid-configuration", true),
            ("https://as.example/a", "https://as.example/.well-known/oauth-authorization-server", true),
            ("https://as.example", "https://evil.example/.well-known/oauth-authorization-server", false),
            ("https://as.example", "http://as.example/.well-known/oauth-authorization-server", false),
            ("https://as.example", "https://as.example/user/.well-known/oauth-authorization-server", false),
            ("https://as.example", "https://as.example/user/.well-known/openid-configuration", false),
            ("https://as.example", "https://as.example/.well-known/other", false),
            ("https://as.example/a", "https://as.example/.well-known/oauth-authorization-server/b", false),
            ("https://as.example?a", "https://as.example/.well-known/oauth-authorization-server", false),
            ("", "https://as.example/.well-known/oauth-authorization-server", false),
        ] {
            let location = Url::parse(location).unwrap();
            assert_eq!(is_well_known_url_of(issuer, &location), expected, "{issuer} {location}");
        }
        assert!(check_metadata_url("https://as.example", None).is_err());
    }

    fn metadata(page: &str, token: &str, registration: Option<&str>) -> AuthorizationMetadata {
        let mut metadata = AuthorizationMetadata::default();
        page.clone_into(&mut metadata.authorization_endpoint);
        token.clone_into(&mut metadata.token_endpoint);
        metadata.registration_endpoint = registration.map(str::to_owned);
        metadata
    }

    #[test]
    fn token_endpoint_must_belong_to_the_sign_in_page() {
        let server = Url::parse("https://mcp.example/mcp").unwrap();
        let (issuer, own) = ("https://as.example", "https://as.example/token");
        for (page, token, registration, expected) in [
            ("https://as.example/authorize", own, None, true),
            ("https://as.example/authorize", "https://tokens.example/token", None, true),
            ("https://pool.example/authorize", "https://pool.example/token", None, true),
            ("https://bank.example/authorize", own, None, false),
            ("https://bank.example/authorize", "https://evil.example/token", None, false),
            ("https://as.example:444/authorize", own, None, false),
            ("http://as.example/authorize", own, None, false),
            ("https://as.example/authorize", "http://as.example/token", None, false),
            ("https://as.example/authorize", "http://127.0.0.1/token", None, false),
            ("https://as.example/authorize", "https://user@as.example/token", None, false),
            ("https://as.example/authorize", own, Some("https://as.example/register"), true),
            ("https://as.example/authorize", own, Some("http://as.example/register"), false),
            ("https://as.example/authorize", own, Some("file:///etc/passwd"), false),
        ] {
            let checked = check_endpoints(&metadata(page, token, registration), issuer, &server);
            assert_eq!(checked.is_ok(), expected, "{page} {token} {registration:?}");
        }
    }
}
