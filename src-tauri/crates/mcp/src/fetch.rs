//! Download of a single document over HTTP: an OpenAPI description, a page of a registry, an icon.

use std::time::Duration;

use futures_util::StreamExt;
use hintsmith_core::sources::secret;
use hintsmith_core::sources::source::REDACTED;
use reqwest::StatusCode;
use reqwest::header::{ETAG, IF_MODIFIED_SINCE, IF_NONE_MATCH, LAST_MODIFIED};
use thiserror::Error;

use crate::address::is_loopback;
use crate::http;

/// Time limit for the whole download.
const FETCH_TIMEOUT: Duration = Duration::from_secs(30);

#[derive(Debug, Error)]
pub enum FetchError {
    #[error("{0:?} is not an http or https URL")]
    InvalidUrl(String),
    #[error("{url} could not be reached: {why}")]
    Unreachable { url: String, why: String },
    #[error("{url} responded with HTTP status {status}")]
    HttpStatus { url: String, status: u16 },
    #[error("the response of {url} is larger than {} MiB", .limit >> 20)]
    TooLarge { url: String, limit: usize },
    #[error("{url} did not respond within {} seconds", FETCH_TIMEOUT.as_secs())]
    TimedOut { url: String },
    #[error("the response of {url} is not UTF-8 text")]
    NotUtf8 { url: String },
}

/// Downloads UTF-8 text from an http or https URL.
pub async fn fetch_text(url: &str, limit: usize) -> Result<String, FetchError> {
    let bytes = fetch_bytes(url, limit).await?;
    String::from_utf8(bytes).map_err(|_| FetchError::NotUtf8 { url: redacted_url(url) })
}

/// What a server returned to recognize an unchanged document by.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Validators {
    pub etag: Option<String>,
    pub last_modified: Option<String>,
}

/// The response to a conditional download.
#[derive(Debug)]
pub enum Download {
    /// The document is the one that the validators belong to.
    NotModified,
    New {
        bytes: Vec<u8>,
        validators: Validators,
    },
}

impl Download {
    /// The new document as text, and its validators; `None` if it has not changed.
    pub fn into_text(self, url: &str) -> Result<Option<(String, Validators)>, FetchError> {
        let Self::New { bytes, validators } = self else { return Ok(None) };
        let text = String::from_utf8(bytes).map_err(|_| FetchError::NotUtf8 { url: redacted_url(url) })?;
        Ok(Some((text, validators)))
    }
}

/// True if both URLs have the same scheme, host and port.
pub fn is_same_origin(one: &str, other: &str) -> bool {
    let origin = |url: &str| reqwest::Url::parse(url).ok().map(|url| url.origin());
    origin(one).is_some_and(|one| one.is_tuple() && Some(one) == origin(other))
}

/// True if requests to this URL can be read in transit: not encrypted and not to this machine. Also true for text
/// that is not a URL.
pub fn is_insecure_url(url: &str) -> bool {
    let Ok(url) = reqwest::Url::parse(url) else { return true };
    url.scheme() != "https" && !is_loopback(&url)
}

/// The URL for messages: without user info and query, and with a secret in the path replaced by dots.
fn redacted_url(url: &str) -> String {
    let redacted = reqwest::Url::parse(url).map_or_else(
        |_| REDACTED.to_owned(),
        |url| format!("{}{}", url.origin().ascii_serialization(), url.path()),
    );
    match secret::secret_span("", &redacted) {
        Some(secret) => format!("{}{REDACTED}{}", &redacted[..secret.start], &redacted[secret.end..]),
        None => redacted,
    }
}

/// Downloads an http or https URL.
pub async fn fetch_bytes(url: &str, limit: usize) -> Result<Vec<u8>, FetchError> {
    match fetch_if_changed(url, limit, &Validators::default()).await? {
        Download::New { bytes, .. } => Ok(bytes),
        // An unconditional request is never answered so.
        Download::NotModified => Err(FetchError::HttpStatus { url: redacted_url(url), status: 304 }),
    }
}

/// Downloads an http or https URL, unless the document still is the one that the validators belong to.
pub async fn fetch_if_changed(url: &str, limit: usize, known: &Validators) -> Result<Download, FetchError> {
    let parsed = reqwest::Url::parse(url).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
    let address = parsed.ok_or_else(|| FetchError::InvalidUrl(redacted_url(url)))?;
    let redacted = redacted_url(url);
    let not_reached =
        |error: reqwest::Error| FetchError::Unreachable { url: redacted.clone(), why: root_cause(&error) };
    let reading = async {
        let mut request = http::build_client().map_err(not_reached)?.get(address);
        for (header, value) in [(IF_NONE_MATCH, &known.etag), (IF_MODIFIED_SINCE, &known.last_modified)] {
            if let Some(value) = value {
                request = request.header(header, value);
            }
        }
        let response = request.send().await.map_err(not_reached)?;
        if response.status() == StatusCode::NOT_MODIFIED && *known != Validators::default() {
            return Ok(Download::NotModified);
        }
        if !response.status().is_success() {
            return Err(FetchError::HttpStatus { url: redacted.clone(), status: response.status().as_u16() });
        }
        let validator = |header| Some(response.headers().get(header)?.to_str().ok()?.to_owned());
        let validators = Validators { etag: validator(ETAG), last_modified: validator(LAST_MODIFIED) };
        let mut body = Vec::new();
        let mut chunks = response.bytes_stream();
        while let Some(chunk) = chunks.next().await {
            body.extend_from_slice(&chunk.map_err(not_reached)?);
            if body.len() > limit {
                return Err(FetchError::TooLarge { url: redacted.clone(), limit });
            }
        }
        Ok(Download::New { bytes: body, validators })
    };
    match tokio::time::timeout(FETCH_TIMEOUT, reading).await {
        Ok(result) => result,
        Err(_) => Err(FetchError::TimedOut { url: redacted.clone() }),
    }
}

/// The innermost cause, which is the specific one, without secrets of the URL.
pub(crate) fn root_cause(error: &reqwest::Error) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    // An error without a cause contains the URL itself.
    let text = cause.to_string();
    error.url().map_or(text.clone(), |url| text.replace(url.as_str(), &redacted_url(url.as_str())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_https_and_loopback_urls_are_secure() {
        for url in [
            "http://localhost.evil.com/",
            "http://127.0.0.1.evil.com",
            "http://127.evil.com",
            "http://localhost@evil.com",
            "http://u:localhost@evil.com",
            "HTTP://evil.com",
            "http://app.localhost/",
            "http://[::2]/",
            "http://0.0.0.0/",
            "ws://x",
            "nonsense",
        ] {
            assert!(is_insecure_url(url), "{url}");
        }
        for url in ["https://x", "http://LOCALHOST:1/", "http://127.0.0.9/", "http://[::1]:9/", "HTTPS://x"] {
            assert!(!is_insecure_url(url), "{url}");
        }
    }

    #[tokio::test]
    async fn error_messages_contain_no_secret_of_the_url() {
        for url in [
            "http://127.0.0.1:1/s/seen0123456789abcdef0123/x?api_key=seen-1",
            "http://u:seen-2@127.0.0.1:1/",
            "ftp://u:seen-3@x.example/?token=seen-4",
            "no address?token=seen-5",
        ] {
            let error = fetch_text(url, 1).await.unwrap_err().to_string();
            assert!(!error.contains("seen"), "{error}");
        }
    }
}
