//! Access tokens of the OAuth 2.0 client credentials flow, kept until they expire.

use std::collections::HashMap;

use hintsmith_core::sources::openapi::security::TokenRequest;
use hintsmith_core::sources::secret_text::SecretText;
use tokio::sync::Mutex;
use tokio::time::Instant;

use super::outcome::CallFailure;
use super::token_endpoint::{IssuedToken, TokenClient, TokenEndpoint};

/// The tokens of one API.
#[derive(Default)]
pub struct AccessTokens {
    /// By token URL, client and scope. Locked while a token is requested, so that calls at the same time share it.
    tokens: Mutex<HashMap<(String, String, String), Token>>,
}

struct Token {
    value: SecretText,
    expires_at: Instant,
}

impl AccessTokens {
    /// A token for the request: a known one unless the API has `rejected` it.
    pub async fn get(
        &self,
        endpoint: &TokenEndpoint,
        request: &TokenRequest,
        rejected: Option<&SecretText>,
    ) -> Result<SecretText, CallFailure> {
        let TokenRequest { url, client_id, client_secret, scope } = request;
        let key = (url.as_str().to_owned(), client_id.clone(), scope.clone());
        let mut tokens = self.tokens.lock().await;
        if let Some(token) = tokens.get(&key)
            && token.expires_at > Instant::now()
            && rejected.is_none_or(|rejected| rejected.expose() != token.value.expose())
        {
            return Ok(token.value.clone());
        }
        tokens.remove(&key);
        let mut grant = vec![("grant_type", "client_credentials")];
        grant.extend((!scope.is_empty()).then_some(("scope", scope.as_str())));
        let client = TokenClient { url, id: client_id, secret: Some(client_secret) };
        let IssuedToken { value, lifetime, .. } = endpoint.request(client, &grant).await?;
        let token = Token { value: value.clone(), expires_at: Instant::now() + lifetime };
        tokens.insert(key, token);
        Ok(value)
    }
}
