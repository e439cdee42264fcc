//! Access tokens of the OAuth 2.0 client credentials flow, kept until they expire.

use std::collections::HashMap;
use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use hintsmith_core::sources::openapi::security::TokenRequest;
use hintsmith_core::sources::secret_text::SecretText;
use hintsmith_core::text::{escape_line, truncate_chars};
use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use reqwest::redirect;
use serde::Deserialize;
use tokio::sync::Mutex;
use tokio::time::Instant;
use url::form_urlencoded;

use super::http_call::{error_text, read};
use super::outcome::CallFailure;
use crate::address::AddressPolicy;
use crate::http;

/// How long a token is used if the authorization server does not say when it expires.
const DEFAULT_LIFETIME: Duration = Duration::from_secs(300);
/// A token is replaced this long before it expires, so that it does not expire on its way.
const EXPIRY_MARGIN: Duration = Duration::from_secs(30);
const MAX_RESPONSE_BYTES: usize = 1 << 20;

/// The tokens of one API.
pub struct AccessTokens {
    client: reqwest::Client,
    policy: AddressPolicy,
    /// By token URL, client and scope. Locked while a token is requested, so that calls at the same time share it.
    tokens: Mutex<HashMap<(String, String, String), Token>>,
}

struct Token {
    value: SecretText,
    expires_at: Instant,
}

#[derive(Deserialize)]
struct TokenReply {
    access_token: Option<String>,
    token_type: Option<String>,
    expires_in: Option<f64>,
    error: Option<String>,
    error_description: Option<String>,
}

impl AccessTokens {
    pub fn new(policy: AddressPolicy) -> reqwest::Result<Self> {
        let resolver = std::sync::Arc::new(policy.clone());
        let client = http::client_builder(redirect::Policy::none()).dns_resolver(resolver).build()?;
        Ok(Self { client, policy, tokens: Mutex::default() })
    }

    /// A token for the request: a known one unless the API has `rejected` it.
    pub async fn get(
        &self,
        request: &TokenRequest,
        rejected: Option<&SecretText>,
    ) -> Result<SecretText, CallFailure> {
        let key = (request.url.as_str().to_owned(), request.client_id.clone(), request.scope.clone());
        let mut tokens = self.tokens.lock().await;
        if let Some(token) = tokens.get(&key)
            && token.expires_at > Instant::now()
            && rejected.is_none_or(|rejected| rejected.expose() != token.value.expose())
        {
            return Ok(token.value.clone());
        }
        tokens.remove(&key);
        let (value, lifetime) = self.request(request).await?;
        let token = Token { value: value.clone(), expires_at: Instant::now() + lifetime };
        tokens.insert(key, token);
        Ok(value)
    }

    /// Requests a token. The client authenticates with HTTP Basic, which every authorization server has to support; one
    /// that rejects it gets the secret in the form.
    async fn request(&self, request: &TokenRequest) -> Result<(SecretText, Duration), CallFailure> {
        match self.send(request, true).await? {
            Ok(token) => Ok(token),
            Err(_) => self.send(request, false).await?.map_err(CallFailure::NoToken),
        }
    }

    /// The inner result is the answer of the authorization server.
    async fn send(
        &self,
        request: &TokenRequest,
        with_basic: bool,
    ) -> Result<Result<(SecretText, Duration), String>, CallFailure> {
        if !self.policy.allows_literal(&request.url) {
            return Err(CallFailure::NoToken(
                "requests to the address of its token URL are not allowed".to_owned(),
            ));
        }
        let mut post = self
            .client
            .post(request.url.clone())
            .header(ACCEPT, "application/json")
            .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(form(request, !with_basic));
        if with_basic {
            post = post.header(AUTHORIZATION, basic(request));
        }
        let response = post.send().await.map_err(|error| {
            CallFailure::NoToken(format!(
                "its authorization server is not reachable: {}",
                error_text(&error.without_url())
            ))
        })?;
        let response = read(response, MAX_RESPONSE_BYTES).await?;
        let reply = serde_json::from_slice::<TokenReply>(&response.body);
        Ok(match reply {
            Ok(reply) if response.status.is_success() => parse_token(reply),
            Ok(TokenReply { error: Some(error), error_description, .. }) => {
                let text = error_description.map_or(error.clone(), |why| format!("{error}: {why}"));
                Err(truncate_chars(&escape_line(&text), 300).into_owned())
            }
            _ => Err(format!("its authorization server answered with HTTP status {}", response.status)),
        })
    }
}

/// The body of a token request.
fn form(request: &TokenRequest, with_client: bool) -> String {
    let mut form = form_urlencoded::Serializer::new(String::new());
    form.append_pair("grant_type", "client_credentials");
    if !request.scope.is_empty() {
        form.append_pair("scope", &request.scope);
    }
    if with_client {
        form.append_pair("client_id", &request.client_id);
        form.append_pair("client_secret", request.client_secret.expose());
    }
    form.finish()
}

fn parse_token(reply: TokenReply) -> Result<(SecretText, Duration), String> {
    let token =
        reply.access_token.filter(|token| !token.is_empty()).ok_or("the answer contains no access token")?;
    if reply.token_type.is_some_and(|kind| !kind.eq_ignore_ascii_case("bearer")) {
        return Err("the answer contains no bearer token".to_owned());
    }
    let lifetime = match reply.expires_in {
        Some(seconds) => {
            Duration::try_from_secs_f64(seconds.clamp(0.0, 86_400.0)).unwrap_or(DEFAULT_LIFETIME)
        }
        None => DEFAULT_LIFETIME,
    };
    Ok((token.into(), lifetime.saturating_sub(EXPIRY_MARGIN)))
}

/// Both parts are form-encoded first (RFC 6749, section 2.3.1).
fn basic(request: &TokenRequest) -> HeaderValue {
    let encode = |text: &str| form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
    let pair = format!("{}:{}", encode(&request.client_id), encode(request.client_secret.expose()));
    let mut value = HeaderValue::from_str(&format!("Basic {}", BASE64_STANDARD.encode(pair)))
        .expect("base64 is valid in a header");
    value.set_sensitive(true);
    value
}
