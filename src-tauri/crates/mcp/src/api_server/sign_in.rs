//! Sign-in to an API with the OAuth 2.0 authorization code flow and PKCE (RFC 7636), and the tokens it brings.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use hintsmith_core::sources::openapi::security::SignInRequest;
use hintsmith_core::sources::openapi::server::{ServerUrl, ServerUrlError};
use hintsmith_core::sources::secret_text::SecretText;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tokio::sync::Mutex;
use url::Url;

use super::outcome::CallFailure;
use super::token_endpoint::{IssuedToken, TokenClient, TokenEndpoint};
use crate::address::AddressPolicy;
use crate::sign_in::redirect::{LoopbackRedirect, query_param};
use crate::sign_in::{CredentialBackend, SignInError};

/// A client that users sign in with, and where their tokens are kept.
#[derive(Clone)]
pub struct ApiAccount {
    pub client_id: String,
    /// None: a public client.
    pub client_secret: Option<SecretText>,
    pub credentials: Arc<dyn CredentialBackend>,
}

/// The tokens of a user, as they are stored. They belong to one client and one token URL.
#[derive(Serialize, Deserialize)]
struct StoredTokens {
    token_url: String,
    client_id: String,
    access_token: String,
    #[serde(default)]
    refresh_token: Option<String>,
    /// In seconds since 1970.
    expires_at: u64,
}

/// A sign-in in progress.
pub struct ApiSignIn {
    request: SignInRequest,
    account: ApiAccount,
    endpoint: TokenEndpoint,
    redirect: LoopbackRedirect,
    state: String,
    verifier: String,
    /// The page to open in a browser.
    pub authorization_url: String,
}

impl ApiSignIn {
    /// Prepares a sign-in to the API at `base`.
    pub async fn start(base: &str, request: SignInRequest, account: ApiAccount) -> Result<Self, SignInError> {
        let base = ServerUrl::parse(base)
            .map_err(|error: ServerUrlError| SignInError::InvalidUrl(error.to_string()))?;
        let endpoint = TokenEndpoint::new(AddressPolicy::new(base.url()))
            .map_err(|error| SignInError::Protocol(error.to_string()))?;
        let redirect = LoopbackRedirect::listen().await?;
        let (state, verifier) = (random_text()?, random_text()?);
        let challenge = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(&verifier));
        let mut page = request.authorization_url.clone();
        set_query(
            &mut page,
            &[
                ("response_type", "code"),
                ("client_id", &account.client_id),
                ("redirect_uri", &redirect.uri),
                ("scope", &request.scope),
                ("state", &state),
                ("code_challenge", &challenge),
                ("code_challenge_method", "S256"),
            ],
        );
        let authorization_url = page.into();
        Ok(Self { request, account, endpoint, redirect, state, verifier, authorization_url })
    }

    /// Waits for the redirect, exchanges the code and stores the tokens.
    pub async fn finish(self, timeout_after: Duration) -> Result<(), SignInError> {
        let address = self.redirect.wait(&self.state, timeout_after).await?;
        let code = query_param(&address, "code").unwrap_or_default();
        let grant = [
            ("grant_type", "authorization_code"),
            ("code", &code),
            ("redirect_uri", &self.redirect.uri),
            ("code_verifier", &self.verifier),
        ];
        let client = token_client(&self.request.token_url, &self.account);
        let issued = self.endpoint.request(client, &grant).await;
        let issued = issued.map_err(|failure| SignInError::Protocol(failure.to_string()))?;
        store(&self.account, &self.request.token_url, &issued, None).await.map_err(SignInError::StorageFailed)
    }
}

/// The tokens of the user who signed in to an API.
pub struct UserTokens {
    token_url: Url,
    account: ApiAccount,
    /// Locked while a token is refreshed: a refresh token may be valid only once.
    current: Mutex<Option<StoredTokens>>,
}

impl UserTokens {
    pub fn new(token_url: Url, account: ApiAccount) -> Self {
        Self { token_url, account, current: Mutex::default() }
    }

    /// The access token, refreshed if it has expired or the API has `rejected` it.
    pub async fn get(
        &self,
        endpoint: &TokenEndpoint,
        rejected: Option<&SecretText>,
    ) -> Result<SecretText, CallFailure> {
        let is_usable = |tokens: &StoredTokens| {
            tokens.expires_at > now()
                && rejected.is_none_or(|rejected| rejected.expose() != tokens.access_token)
        };
        let mut current = self.current.lock().await;
        if !current.as_ref().is_some_and(is_usable) {
            // Another process may have refreshed them, or the user may have signed in again.
            *current = self.load().await?;
        }
        let Some(tokens) = &*current else {
            return Err(CallFailure::NoToken("the user has not signed in".to_owned()));
        };
        if is_usable(tokens) {
            return Ok(tokens.access_token.as_str().into());
        }
        let Some(refresh_token) = tokens.refresh_token.clone() else {
            return Err(CallFailure::NoToken("the sign-in has expired; sign in again".to_owned()));
        };
        let grant = [("grant_type", "refresh_token"), ("refresh_token", &refresh_token)];
        let issued = endpoint.request(token_client(&self.token_url, &self.account), &grant).await?;
        store(&self.account, &self.token_url, &issued, Some(refresh_token))
            .await
            .map_err(CallFailure::NoToken)?;
        *current = None;
        Ok(issued.value)
    }

    /// The stored tokens, unless they were issued by another endpoint or to another client.
    async fn load(&self) -> Result<Option<StoredTokens>, CallFailure> {
        let text = self.account.credentials.load().await.map_err(CallFailure::NoToken)?;
        // Unreadable text was stored by another version; signing in again replaces it.
        let stored = text.and_then(|text| serde_json::from_str::<StoredTokens>(&text).ok());
        Ok(stored.filter(|stored| {
            stored.token_url == self.token_url.as_str() && stored.client_id == self.account.client_id
        }))
    }
}

fn token_client<'a>(url: &'a Url, account: &'a ApiAccount) -> TokenClient<'a> {
    TokenClient { url, id: &account.client_id, secret: account.client_secret.as_ref() }
}

/// Stores issued tokens. An authorization server that issues no new refresh token goes on accepting the one before.
async fn store(
    account: &ApiAccount,
    token_url: &Url,
    issued: &IssuedToken,
    refresh_token: Option<String>,
) -> Result<(), String> {
    let tokens = StoredTokens {
        token_url: token_url.as_str().to_owned(),
        client_id: account.client_id.clone(),
        access_token: issued.value.expose().to_owned(),
        refresh_token: issued.refresh_token.as_ref().map(|token| token.expose().to_owned()).or(refresh_token),
        expires_at: now() + issued.lifetime.as_secs(),
    };
    let text = serde_json::to_string(&tokens).map_err(|error| error.to_string())?;
    account.credentials.save(text).await
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// 32 random bytes as text.
fn random_text() -> Result<String, SignInError> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| SignInError::Protocol(error.to_string()))?;
    Ok(BASE64_URL_SAFE_NO_PAD.encode(bytes))
}

/// Sets query parameters, in place of those that the document gives the same name. An empty value removes one.
fn set_query(url: &mut Url, parameters: &[(&str, &str)]) {
    let is_set = |name: &str| parameters.iter().any(|(set, _)| *set == name);
    let kept: Vec<(String, String)> = url
        .query_pairs()
        .filter(|(name, _)| !is_set(name))
        .map(|(name, value)| (name.into(), value.into()))
        .collect();
    let mut query = url.query_pairs_mut();
    query.clear().extend_pairs(kept);
    query.extend_pairs(parameters.iter().filter(|(_, value)| !value.is_empty()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_cannot_set_the_parameters_of_a_sign_in() {
        let mut url =
            Url::parse("https://a.example/in?audience=api&client_id=theirs&state=fixed&scope=all").unwrap();
        set_query(&mut url, &[("client_id", "ours"), ("state", "s&t"), ("scope", "")]);
        assert_eq!(url.as_str(), "https://a.example/in?audience=api&client_id=ours&state=s%26t");
    }
}
