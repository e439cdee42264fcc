//! The gateway's bearer token, in a file that only its owner can read.

use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::sync::watch;

pub use hintsmith_mcp::gateway::Token;

use super::embedded::GatewayService;
use crate::boxed;
use crate::error::{ApiError, ErrorCode};
use crate::files::{self, Access, write_atomically};

/// Maximum size of a token file in bytes.
pub const MAX_TOKEN_FILE_BYTES: u64 = 64 << 10;
/// Interval at which the token file is checked for a replaced token.
const POLL_INTERVAL: Duration = Duration::from_millis(250);

/// The gateway's token and the file it is stored in.
pub struct StoredToken {
    pub token: Token,
    pub is_new: bool,
    pub path: PathBuf,
}

impl GatewayService {
    /// Reads the token from the data folder. Generates one if there is none or `renew` is set.
    #[boxed]
    pub async fn token(&self, renew: bool) -> Result<StoredToken, ApiError> {
        let path = self.token_path();
        if !renew && let Some(token) = read_token(&path)? {
            return Ok(StoredToken { token, is_new: false, path });
        }
        let token = Token::random().map_err(|error| token_error(&path, &error))?;
        write_token(&path, token.reveal()).map_err(|error| token_error(&path, &error))?;
        Ok(StoredToken { token, is_new: true, path })
    }

    /// The last four characters of the token, to distinguish tokens in the UI.
    pub(super) fn token_suffix(&self) -> Option<String> {
        let token = read_token(&self.token_path()).ok()??;
        let text = token.reveal();
        Some(text.chars().skip(text.chars().count().saturating_sub(4)).collect())
    }

    fn token_path(&self) -> PathBuf {
        self.context.options.data_folder.join("gateway-token")
    }
}

/// Keeps the tokens of a running gateway equal to the file: renewing the token in any process revokes the old one in
/// all of them. While the file is missing or unreadable, no token is accepted.
pub(super) async fn watch_token_file(file: Option<PathBuf>, tokens: watch::Sender<Vec<Token>>) -> Infallible {
    let Some(file) = file else { return std::future::pending().await };
    let mut ticks = tokio::time::interval(POLL_INTERVAL);
    loop {
        ticks.tick().await;
        let path = file.clone();
        let read = tokio::task::spawn_blocking(move || read_token(&path).ok().flatten()).await;
        let now: Vec<Token> = read.ok().flatten().into_iter().collect();
        tokens.send_if_modified(|tokens| {
            let is_replaced = *tokens != now;
            *tokens = now;
            is_replaced
        });
    }
}

fn read_token(path: &Path) -> Result<Option<Token>, ApiError> {
    if !path.exists() {
        return Ok(None);
    }
    let text = files::read_text(path, MAX_TOKEN_FILE_BYTES).map_err(|error| token_error(path, &error))?;
    let token = Token::new(text.trim());
    token
        .map(Some)
        .ok_or_else(|| token_error(path, &"it does not contain a token of at least 16 visible characters"))
}

fn write_token(path: &Path, text: &str) -> std::io::Result<()> {
    write_atomically(path, format!("{text}\n").as_bytes(), Access::Private)
}

fn token_error(path: &Path, error: &dyn std::fmt::Display) -> ApiError {
    let message = format!("{} cannot be used: {error}", path.display());
    ApiError::new(ErrorCode::File, message, "Set a token with HINTSMITH_TOKEN or --token-file.")
}
