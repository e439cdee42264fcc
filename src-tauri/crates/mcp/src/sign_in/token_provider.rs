//! Cached OAuth access token for the gateway, which sends HTTP requests without rmcp's authorization client.

use std::sync::Arc;
use std::time::Duration;

use rmcp::transport::auth::AuthorizationManager;
use tokio::sync::Mutex;
use tokio::time::Instant;

use super::{CredentialBackend, OAuthClient, SignInError, load_manager};

/// Cache lifetime of a token. Loading it reads the keychain, which is too slow for thousands of requests.
const TOKEN_CACHE_TTL: Duration = Duration::from_secs(10);

/// Window in which a refreshed token is returned to other callers whose request was rejected at the same time,
/// instead of refreshing again.
const REFRESH_DEDUP_WINDOW: Duration = Duration::from_secs(2);

pub struct TokenProvider {
    url: String,
    credentials: Arc<dyn CredentialBackend>,
    client: OAuthClient,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    manager: Option<AuthorizationManager>,
    token: Option<(String, Instant)>,
    /// Time of the last refresh that followed a rejected request.
    refreshed_at: Option<Instant>,
}

impl TokenProvider {
    pub fn new(url: &str, credentials: Arc<dyn CredentialBackend>, client: OAuthClient) -> Self {
        Self { url: url.to_owned(), credentials, client, state: Mutex::default() }
    }

    /// Returns an access token, refreshed if it is about to expire or if the server rejected it. Callers are
    /// serialized, since a refresh token can be used only once.
    pub async fn access_token(&self, is_rejected: bool) -> Result<String, SignInError> {
        let mut state = self.state.lock().await;
        if let Some((token, at)) = &state.token
            && match is_rejected {
                true => state.refreshed_at.is_some_and(|renewed| renewed.elapsed() < REFRESH_DEDUP_WINDOW),
                false => at.elapsed() < TOKEN_CACHE_TTL,
            }
        {
            return Ok(token.clone());
        }
        // Cached only after it has worked, so that a later sign-in is picked up by the next call.
        let manager = match state.manager.take() {
            Some(manager) => manager,
            None => load_manager(&self.url, Arc::clone(&self.credentials), &self.client).await?,
        };
        if is_rejected {
            manager.refresh_token().await?;
        }
        let token = manager.get_access_token().await?;
        let now = Instant::now();
        state.manager = Some(manager);
        state.token = Some((token.clone(), now));
        state.refreshed_at = if is_rejected { Some(now) } else { state.refreshed_at };
        Ok(token)
    }
}
