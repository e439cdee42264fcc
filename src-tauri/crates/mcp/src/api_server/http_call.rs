//! One call as HTTP: sending, retries, and reading a bounded response.

use std::time::Duration;

use futures_util::StreamExt;
use hintsmith_core::sources::openapi::request::HttpRequest;
use hintsmith_core::sources::openapi::server;
use reqwest::header::{ACCEPT, CONTENT_TYPE, COOKIE, HeaderMap, HeaderName, HeaderValue, RETRY_AFTER};
use reqwest::{Method, StatusCode, Url};
use tokio::time::sleep;

use super::ApiServer;
use super::outcome::{ApiResponse, CallFailure};

/// Number of attempts for a call that may be sent again.
const MAX_ATTEMPTS: u32 = 3;
/// Delay before the second attempt, unless the API asks for another; doubled for the third.
const RETRY_DELAY: Duration = Duration::from_millis(500);
/// The longest delay that an API can ask for.
const MAX_RETRY_DELAY: Duration = Duration::from_secs(30);

/// Sends a request. It is sent again only with `may_retry`: another failure could have changed something already.
pub async fn send(
    server: &ApiServer,
    request: &HttpRequest,
    may_retry: bool,
) -> Result<ApiResponse, CallFailure> {
    let mut delay = RETRY_DELAY;
    for attempt in 1.. {
        let result = send_once(server, request).await;
        if !may_retry || attempt == MAX_ATTEMPTS {
            return result;
        }
        let wanted = match &result {
            Ok(response) if is_temporary(response.status) => response.retry_after,
            Err(CallFailure::Unreachable(_)) => None,
            _ => return result,
        };
        match wanted {
            // Waiting longer than that is for the caller to decide.
            Some(wanted) if wanted > MAX_RETRY_DELAY => return result,
            wanted => sleep(wanted.unwrap_or(delay)).await,
        }
        delay *= 2;
    }
    unreachable!("the last attempt returns")
}

fn is_temporary(status: StatusCode) -> bool {
    matches!(
        status,
        StatusCode::TOO_MANY_REQUESTS
            | StatusCode::BAD_GATEWAY
            | StatusCode::SERVICE_UNAVAILABLE
            | StatusCode::GATEWAY_TIMEOUT
    )
}

async fn send_once(server: &ApiServer, request: &HttpRequest) -> Result<ApiResponse, CallFailure> {
    let refused = |why: &str| CallFailure::Refused(why.to_owned());
    let joined = server::join(&server.base, request).map_err(|error| refused(&error.to_string()))?;
    let url = Url::parse(joined.expose()).map_err(|_| refused("the URL of the request is invalid"))?;
    if !server.policy.allows_literal(&url) {
        return Err(refused("requests to the address of this URL are not allowed"));
    }
    let method = Method::from_bytes(request.method.as_bytes())
        .map_err(|_| refused("the HTTP method of the operation is invalid"))?;
    let (headers, body) = encode(request).ok_or_else(|| refused("a header of the request is invalid"))?;
    let mut builder = server.client.request(method, url).headers(headers);
    if let Some(body) = body {
        builder = builder.body(body);
    }
    let response = builder.send().await.map_err(|error| {
        // The URL can contain a credential.
        let is_redirect = error.is_redirect();
        let text = error_text(&error.without_url());
        if is_redirect { CallFailure::Redirected(text) } else { CallFailure::Unreachable(text) }
    })?;
    read(response, server.settings.max_response_bytes).await
}

/// Headers and body. `None` if a value is no valid header.
fn encode(request: &HttpRequest) -> Option<(HeaderMap, Option<Vec<u8>>)> {
    let mut headers = HeaderMap::new();
    headers.insert(ACCEPT, HeaderValue::from_static("application/json, */*;q=0.5"));
    let mut insert = |name: HeaderName, text: &str| {
        let mut value = HeaderValue::from_str(text).ok()?;
        value.set_sensitive(true);
        headers.insert(name, value);
        Some(())
    };
    for field in &request.headers {
        insert(HeaderName::from_bytes(field.name.as_bytes()).ok()?, field.value.expose())?;
    }
    if let Some(cookies) = request.cookie_header() {
        insert(COOKIE, cookies.expose())?;
    }
    let Some(body) = &request.body else { return Some((headers, None)) };
    let (media_type, bytes) = loop {
        // Only a boundary that the content does not contain is accepted, which 128 random bits nearly always are.
        if let Some(encoded) = body.content.encode(&body.media_type, &random_boundary()?) {
            break encoded;
        }
    };
    insert(CONTENT_TYPE, &media_type)?;
    Some((headers, Some(bytes)))
}

fn random_boundary() -> Option<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).ok()?;
    Some(format!("{:032x}", u128::from_ne_bytes(bytes)))
}

pub(super) async fn read(response: reqwest::Response, limit: usize) -> Result<ApiResponse, CallFailure> {
    let (status, headers) = (response.status(), response.headers().clone());
    let mut body = Vec::new();
    let mut chunks = response.bytes_stream();
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(|error| CallFailure::Broken(error_text(&error.without_url())))?;
        if body.len() + chunk.len() > limit {
            return Err(CallFailure::TooLarge { status, limit });
        }
        body.extend_from_slice(&chunk);
    }
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let seconds = text(RETRY_AFTER).and_then(|text| text.trim().parse().ok());
    Ok(ApiResponse { status, retry_after: seconds.map(Duration::from_secs), headers, body })
}

/// An error and its causes, which name what went wrong.
pub(super) fn error_text(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    let texts: Vec<String> = causes.map(ToString::to_string).collect();
    texts.join(": ")
}
