//! The token of somebody who has signed in, for whoever sends requests by itself.

use std::sync::Arc;
use std::time::Duration;

use rmcp::transport::auth::AuthorizationManager;
use tokio::sync::Mutex;
use tokio::time::Instant;

use super::{Client, Credentials, SignInError, signed_in};

/// So long it is not asked for anew: it lies in a keychain, and requests come by the thousand.
const KEPT: Duration = Duration::from_secs(10);

/// A token that was renewed so lately is the one that others who were refused are waiting for.
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
    /// When a token was renewed because the server had refused the one before.
    renewed: Option<Instant>,
}

impl Bearer {
    pub fn new(url: &str, credentials: Arc<dyn Credentials>, client: Client) -> Self {
        Self { url: url.to_owned(), credentials, client, state: Mutex::default() }
    }

    /// The token, renewed where it is about to end, or where the server refused it. One at a time: a refresh token works
    /// once.
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
        // Kept only once it has worked: what was signed in to meanwhile is found the next time.
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
