//! HTTP client for OAuth requests: bounded responses, no redirect to another origin, and no request to an internal
//! address that the MCP server could not name itself (SSRF protection). Same policy as rmcp's own client, which
//! cannot be wrapped; this one also records the URL that the last document came from (RFC 8414 section 3.3 compares
//! it).

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::StreamExt;
use reqwest::{Client, Method, StatusCode, redirect};
use rmcp::transport::auth::{
    OAuthHttpClient, OAuthHttpClientError, OAuthHttpClientFuture, OAuthHttpRedirectPolicy, OAuthHttpRequest,
};
use thiserror::Error;
use url::Url;

use crate::address::{AddressNotAllowed, AddressPolicy};
use crate::http;

const TIMEOUT: Duration = Duration::from_secs(30);
const MAX_RESPONSE_BYTES: usize = 1 << 20;

#[derive(Debug, Error)]
enum OAuthHttpError {
    #[error("the response exceeds {MAX_RESPONSE_BYTES} bytes")]
    ResponseTooLarge,
}

pub struct OAuthHttp {
    same_origin_redirects: Client,
    no_redirects: Client,
    policy: AddressPolicy,
    documents: Mutex<DiscoveryRequests>,
}

/// The GET requests of a discovery. rmcp follows redirects itself, one request at a time.
#[derive(Default)]
struct DiscoveryRequests {
    first_url: Option<Url>,
    is_redirected: bool,
    last_document: Option<Url>,
}

impl OAuthHttp {
    /// A client for the OAuth requests of one MCP server.
    pub fn new(server: &Url) -> reqwest::Result<Self> {
        let policy = AddressPolicy::new(server);
        let resolver = Arc::new(policy.clone());
        let build = |redirects| {
            http::client_builder(redirects).timeout(TIMEOUT).dns_resolver(Arc::clone(&resolver)).build()
        };
        Ok(Self {
            same_origin_redirects: build(http::same_origin_redirects())?,
            no_redirects: build(redirect::Policy::none())?,
            policy,
            documents: Mutex::default(),
        })
    }

    /// The URL that was requested for the last document a server returned, before redirects.
    pub fn last_document_url(&self) -> Option<Url> {
        self.documents.lock().unwrap_or_else(PoisonError::into_inner).last_document.clone()
    }

    fn record_get(&self, url: Url, status: StatusCode) {
        let mut requests = self.documents.lock().unwrap_or_else(PoisonError::into_inner);
        let requested = match (requests.is_redirected, requests.first_url.take()) {
            (true, Some(first)) => first,
            _ => url,
        };
        requests.is_redirected = status.is_redirection();
        if status == StatusCode::OK {
            requests.last_document = Some(requested.clone());
        }
        requests.first_url = Some(requested);
    }
}

impl OAuthHttpClient for OAuthHttp {
    fn execute(&self, request: OAuthHttpRequest) -> OAuthHttpClientFuture<'_> {
        Box::pin(self.send(request))
    }
}

impl OAuthHttp {
    async fn send(
        &self,
        request: OAuthHttpRequest,
    ) -> Result<hyper::Response<Vec<u8>>, OAuthHttpClientError> {
        let client = match request.redirect_policy {
            OAuthHttpRedirectPolicy::Follow => &self.same_origin_redirects,
            _ => &self.no_redirects,
        };
        let request = reqwest::Request::try_from(request.request)?;
        let (url, is_get) = (request.url().clone(), request.method() == Method::GET);
        if !self.policy.allows_literal(&url) {
            return Err(AddressNotAllowed(url.origin().ascii_serialization()).into());
        }
        let response = client.execute(request).await?;
        if is_get {
            self.record_get(url, response.status());
        }
        let mut copy = hyper::Response::builder().status(response.status());
        for (name, value) in response.headers() {
            copy = copy.header(name, value);
        }
        let mut body = Vec::new();
        let mut chunks = response.bytes_stream();
        while let Some(chunk) = chunks.next().await {
            let chunk = chunk?;
            if body.len() + chunk.len() > MAX_RESPONSE_BYTES {
                return Err(OAuthHttpError::ResponseTooLarge.into());
            }
            body.extend_from_slice(&chunk);
        }
        Ok(copy.body(body)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> Url {
        Url::parse(text).unwrap()
    }

    #[test]
    fn last_document_url_is_the_one_before_redirects() {
        let http = OAuthHttp::new(&url("http://127.0.0.1:9/mcp")).unwrap();
        assert_eq!(http.last_document_url(), None);
        http.record_get(url("http://127.0.0.1/first"), StatusCode::NOT_FOUND);
        assert_eq!(http.last_document_url(), None);
        http.record_get(url("http://127.0.0.1/second"), StatusCode::FOUND);
        http.record_get(url("http://127.0.0.1/moved"), StatusCode::OK);
        assert_eq!(http.last_document_url(), Some(url("http://127.0.0.1/second")));
        http.record_get(url("http://127.0.0.1/third"), StatusCode::OK);
        assert_eq!(http.last_document_url(), Some(url("http://127.0.0.1/third")));
    }
}
