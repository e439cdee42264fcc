//! OAuth 2.1 sign-in to a server. rmcp implements the protocol (PKCE, client registration, resource checks,
//! refresh); this module has the loopback redirect URI (`redirect`), the checks of the authorization server
//! (`discovery`), and the binding of stored tokens to their issuer (`token_store`).

mod discovery;
mod oauth_http;
pub(crate) mod redirect;
mod token_provider;
mod token_store;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use rmcp::transport::auth::{
    AuthError, AuthorizationCallback, AuthorizationManager, AuthorizationRequest, AuthorizationSession,
    OAuthClientConfig,
};
use thiserror::Error;
use url::Url;

use crate::address::is_loopback;
use crate::http;
use discovery::{AuthorizationServer, discover};
use oauth_http::OAuthHttp;
use redirect::LoopbackRedirect;
use token_store::TokenStore;

pub use token_provider::TokenProvider;

/// `client_name` for dynamic client registration.
const CLIENT_NAME: &str = "Hintsmith";

/// Longest URL, in bytes, that a server may name as sign-in page or token endpoint.
const MAX_URL_BYTES: usize = 8 << 10;

/// Storage for the tokens of one server and the issuer they are bound to, as one text. Never displayed.
#[async_trait]
pub trait CredentialBackend: Send + Sync {
    async fn load(&self) -> Result<Option<String>, String>;
    async fn save(&self, text: String) -> Result<(), String>;
    async fn clear(&self) -> Result<(), String>;
}

/// A pre-registered OAuth client, or the metadata document that describes one.
#[derive(Clone, Default)]
pub struct OAuthClient {
    pub id: Option<String>,
    pub secret: Option<String>,
    /// The https URL of a client ID metadata document (SEP-991).
    pub metadata_url: Option<String>,
    /// Issuer that the client is registered with. The secret is sent to no other issuer, and to none while this is
    /// unknown.
    pub issuer: Option<String>,
}

impl fmt::Debug for OAuthClient {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.debug_struct("Client").field("id", &self.id).finish_non_exhaustive()
    }
}

#[derive(Debug, Error)]
pub enum SignInError {
    #[error("the URL {0:?} is not valid")]
    InvalidUrl(String),
    #[error("the sign-in page of the server is not a safe URL: {0}")]
    UnsafeSignInPage(String),
    #[error("the token endpoint of the server does not use https: {0}")]
    InsecureEndpoint(String),
    #[error("issuer mismatch: {location} describes {issuer:?}, which publishes its metadata elsewhere")]
    IssuerMismatch { issuer: String, location: String },
    #[error("the server combines the sign-in page of {page} with the token endpoint of {token}")]
    MixedEndpoints { page: String, token: String },
    #[error("the server does not publish its issuer, which would receive the client secret")]
    UnpublishedIssuer,
    #[error("the client secret would be sent to the unconfirmed issuer {0}")]
    UnconfirmedIssuer(String),
    #[error("the server uses the issuer {named:?}, but the client belongs to {known:?}")]
    WrongIssuer { known: String, named: String },
    #[error("could not listen on a loopback address for the redirect: {0}")]
    Loopback(std::io::Error),
    #[error("the sign-in was not completed within {} minutes", .0.as_secs() / 60)]
    TimedOut(Duration),
    #[error("the sign-in was denied: {0}")]
    Denied(String),
    #[error("the secret store failed: {0}")]
    StorageFailed(String),
    #[error("the sign-in failed: {0}")]
    Protocol(String),
}

impl From<AuthError> for SignInError {
    fn from(error: AuthError) -> Self {
        match error {
            AuthError::CredentialStoreError(error) => Self::StorageFailed(error),
            // Contains text of the server: reduce it to one short line.
            other => Self::Protocol(single_line(&other.to_string())),
        }
    }
}

/// A sign-in in progress: an authorization URL to open, and a loopback listener for the redirect.
pub struct SignIn {
    session: AuthorizationSession,
    redirect: LoopbackRedirect,
    /// The authorization URL to open in a browser.
    pub authorization_url: String,
    /// The authorization server's issuer identifier.
    pub issuer: String,
}

impl SignIn {
    /// Discovers the authorization server and prepares the request. `challenge` is the server's `WWW-Authenticate`
    /// header.
    pub async fn start(
        url: &str,
        credentials: Arc<dyn CredentialBackend>,
        client: OAuthClient,
        challenge: Option<String>,
    ) -> Result<Self, SignInError> {
        let redirect = LoopbackRedirect::listen().await?;
        let stored = token_store::load_stored_tokens(&*credentials).await?;
        let (base, mut manager, http) = new_manager(url).await?;
        let server = discover(&manager, &http, &base, challenge.as_deref()).await?;
        if client.secret.is_some() {
            check_secret_recipient(&client, &server)?;
            if client.issuer.is_none() {
                return Err(SignInError::UnconfirmedIssuer(single_line(&server.issuer)));
            }
        }
        manager.set_credential_store(TokenStore::new(credentials, &server));
        let AuthorizationServer { metadata, issuer, .. } = server;
        manager.set_metadata(metadata);
        let mut request = AuthorizationRequest::new(redirect.uri.clone());
        request = request.with_client_name(CLIENT_NAME).with_initial_scope_selection();
        if let Some(wanted) = challenge.as_deref().and_then(http::challenge_scope) {
            // Step-up authorization: request the new scopes in addition to those granted before.
            let granted = stored.map(|stored| stored.credentials);
            let granted = granted.filter(|stored| stored.issuer.as_ref() == Some(&issuer));
            let granted = granted.map(|stored| stored.granted_scopes);
            let mut scopes = granted.unwrap_or_default();
            scopes.extend(wanted.split_whitespace().map(str::to_owned));
            scopes.sort_unstable();
            scopes.dedup();
            request = request.with_scopes(scopes);
        }
        if let Some(challenge) = challenge {
            request = request.with_challenge(challenge);
        }
        if let Some(id) = client.id {
            request = request.with_preregistered_client(id);
        }
        if let Some(secret) = client.secret {
            request = request.with_client_secret(secret);
        }
        if let Some(document) = client.metadata_url {
            request = request.with_client_metadata_url(document);
        }
        let session = AuthorizationSession::new(manager, request).await.map_err(|(_, error)| error)?;
        let page = session.get_authorization_url().to_owned();
        check_url(&page, &base).map_err(SignInError::UnsafeSignInPage)?;
        Ok(Self { session, redirect, authorization_url: page, issuer })
    }

    /// Waits for the redirect, exchanges the code and stores the tokens.
    pub async fn finish(self, timeout_after: Duration) -> Result<(), SignInError> {
        let state = redirect::query_param(&self.authorization_url, "state").unwrap_or_default();
        let address = self.redirect.wait(&state, timeout_after).await?;
        let AuthorizationCallback { code, csrf_token, issuer, .. } =
            AuthorizationCallback::from_redirect_url(&address)?;
        self.session.handle_callback_with_issuer(&code, &csrf_token, issuer.as_deref()).await?;
        Ok(())
    }
}

/// Deletes the stored tokens of a server.
pub async fn sign_out(credentials: &dyn CredentialBackend) -> Result<(), SignInError> {
    credentials.clear().await.map_err(SignInError::StorageFailed)
}

/// An authorization manager with the stored tokens. It has no token if none is stored or if the stored ones belong
/// to another authorization server.
pub async fn load_manager(
    url: &str,
    credentials: Arc<dyn CredentialBackend>,
    client: &OAuthClient,
) -> Result<AuthorizationManager, SignInError> {
    let stored = token_store::load_stored_tokens(&*credentials).await?;
    let (base, mut manager, http) = new_manager(url).await?;
    let Some(stored) = stored.filter(|stored| stored.credentials.token_response.is_some()) else {
        return Ok(manager);
    };
    let mut server = discover(&manager, &http, &base, None).await?;
    if !server.has_metadata
        && let Some(issuer) = stored.issuing_server()
    {
        // The server publishes no metadata that contradicts the stored issuer, and nothing is sent to the server's
        // default endpoints.
        check_url(&issuer.metadata.token_endpoint, &base).map_err(SignInError::InsecureEndpoint)?;
        server = issuer;
    }
    // rmcp requests this scope on every refresh, even if it was not granted, and the refresh is then rejected.
    if let Some(scopes) = &mut server.metadata.scopes_supported {
        scopes.retain(|scope| scope != "offline_access");
    }
    manager.set_credential_store(TokenStore::new(credentials, &server));
    manager.set_metadata(server.metadata.clone());
    let has_tokens = manager.initialize_from_store().await?;
    if let (true, Some(id), Some(secret)) = (has_tokens, &client.id, &client.secret) {
        check_secret_recipient(client, &server)?;
        let config = OAuthClientConfig::new(id, format!("http://127.0.0.1{}", redirect::CALLBACK_PATH))
            .with_client_secret(secret);
        manager.configure_client(config)?;
    }
    Ok(manager)
}

/// A manager without stored tokens, and the HTTP client that it uses.
async fn new_manager(url: &str) -> Result<(Url, AuthorizationManager, Arc<OAuthHttp>), SignInError> {
    let base = Url::parse(url).map_err(|_| SignInError::InvalidUrl(url.to_owned()))?;
    let http =
        OAuthHttp::new(&base).map_err(|error| SignInError::Protocol(single_line(&error.to_string())))?;
    let http = Arc::new(http);
    let manager = AuthorizationManager::new_with_oauth_http_client(base.clone(), http.clone()).await?;
    Ok((base, manager, http))
}

/// Checks that the client's secret may be sent to this authorization server: only to the issuer that the user
/// confirmed, and only if it publishes metadata.
fn check_secret_recipient(client: &OAuthClient, server: &AuthorizationServer) -> Result<(), SignInError> {
    match &client.issuer {
        Some(known) if *known != server.issuer => {
            Err(SignInError::WrongIssuer { known: known.clone(), named: single_line(&server.issuer) })
        }
        _ if !server.has_metadata => Err(SignInError::UnpublishedIssuer),
        _ => Ok(()),
    }
}

/// Accepts https URLs, and http URLs if both the URL and the server are on this machine. Rejects URLs with user
/// info and overlong ones, which can disguise the real host. The error is the shortened URL.
fn check_url(address: &str, server: &Url) -> Result<(), String> {
    let rejected = || single_line(&hintsmith_core::text::truncate_chars(address, 80));
    let parsed = Url::parse(address).map_err(|_| rejected())?;
    let has_no_user_info = parsed.username().is_empty() && parsed.password().is_none();
    let allowed = match parsed.scheme() {
        "https" => true,
        "http" => is_loopback(&parsed) && is_loopback(server),
        _ => false,
    };
    if allowed && has_no_user_info && address.len() <= MAX_URL_BYTES { Ok(()) } else { Err(rejected()) }
}

/// Foreign text as one line of at most 300 characters.
pub(crate) fn single_line(text: &str) -> String {
    hintsmith_core::text::truncate_chars(&hintsmith_core::text::escape_line(text), 300).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_safe_urls_are_accepted() {
        let (remote, local) = ("https://mcp.example/mcp", "http://127.0.0.1:9/mcp");
        for (page, server, expected) in [
            ("https://login.example/authorize?x", remote, true),
            ("https://login.example/authorize?x", local, true),
            ("http://127.0.0.1:8/authorize", local, true),
            ("http://localhost:8/authorize", local, true),
            ("http://127.0.0.1:8/authorize", remote, false),
            ("http://login.example/authorize", local, false),
            ("http://127.0.0.1.evil.example/", local, false),
            ("javascript:alert(1)", local, false),
            ("file:///etc/passwd", local, false),
            ("data:text/html,x", local, false),
            ("ms-settings:", local, false),
            ("", local, false),
            ("https://bank.example@login.example/", remote, false),
            (&format!("https://login.example/{}", "x".repeat(9000)), remote, false),
        ] {
            let parsed = Url::parse(server).unwrap();
            assert_eq!(check_url(page, &parsed).is_ok(), expected, "{page} {server}");
        }
    }
}
