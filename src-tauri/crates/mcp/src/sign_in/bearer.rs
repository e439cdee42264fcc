//! Cached OAuth access token for the gateway, which sends HTTP requests without rmcp's authorization client.

use std::sync::Arc;
use std::time::Duration;

use rmcp::transport::auth::AuthorizationManager;
use tokio::sync::Mutex;
use tokio::time::Instant;

use super::{Client, Credentials, SignInError, signed_in};

/// How long a token is cached. Loading it reads the keychain, which is too slow for thousands of requests.
const KEPT: Duration = Duration::from_secs(10);

/// Window in which a refreshed token is returned to other callers whose request was rejected at the same time,
/// instead of refreshing again.
const RENEWED: Duration = Duration::from_secs(2);

pub struct Bearer {
    url: String,
    credentials: Arc<dyn Credentials>,
    client: Client,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    manager: Option<AuthorizationManager>,
    token: Option<(String, Instant)>,
    /// Time of the last refresh that followed a rejected request.
    renewed: Option<Instant>,
}

impl Bearer {
    pub fn new(url: &str, credentials: Arc<dyn Credentials>, client: Client) -> Self {
        Self { url: url.to_owned(), credentials, client, state: Mutex::default() }
    }

    /// Returns an access token, refreshed if it is about to expire or if the server rejected it. Callers are
    /// serialized, since a refresh token can be used only once.
    pub async fn token(&self, is_refused: bool) -> Result<String, SignInError> {
        let mut state = self.state.lock().await;
        if let Some((token, at)) = &state.token
            && match is_refused {
                true => state.renewed.is_some_and(|renewed| renewed.elapsed() < RENEWED),
                false => at.elapsed() < KEPT,
            }
        {
            return Ok(token.clone());
        }
        // Cached only after it has worked, so that a later sign-in is picked up by the next call.
        let manager = match state.manager.take() {
            Some(manager) => manager,
            None => signed_in(&self.url, Arc::clone(&self.credentials), &self.client).await?,
        };
        if is_refused {
            manager.refresh_token().await?;
        }
        let token = manager.get_access_token().await?;
        let now = Instant::now();
        state.manager = Some(manager);
        state.token = Some((token.clone(), now));
        state.renewed = if is_refused { Some(now) } else { state.renewed };
        Ok(token)
    }
}
