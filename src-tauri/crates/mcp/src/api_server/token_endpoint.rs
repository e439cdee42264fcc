//! Requests to the token endpoint of an authorization server (RFC 6749).

use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use hintsmith_core::sources::secret_text::SecretText;
use hintsmith_core::text::{escape_line, truncate_chars};
use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use reqwest::redirect;
use serde::Deserialize;
use url::{Url, form_urlencoded};

use super::http_call::{error_text, read};
use super::outcome::CallFailure;
use crate::address::AddressPolicy;
use crate::http;

/// How long a token is used if the authorization server does not say when it expires.
const DEFAULT_LIFETIME: Duration = Duration::from_secs(300);
/// A token is replaced this long before it expires, so that it does not expire on its way.
const EXPIRY_MARGIN: Duration = Duration::from_secs(30);
const MAX_RESPONSE_BYTES: usize = 1 << 20;

/// The error code of a code or refresh token that is not valid (any more).
const INVALID_GRANT: &str = "invalid_grant";

pub struct TokenEndpoint {
    client: reqwest::Client,
    policy: AddressPolicy,
}

/// A client, and the endpoint that it requests tokens at.
#[derive(Clone, Copy)]
pub struct TokenClient<'a> {
    pub url: &'a Url,
    pub id: &'a str,
    /// None: a public client.
    pub secret: Option<&'a SecretText>,
}

pub struct IssuedToken {
    pub value: SecretText,
    /// How long to use it.
    pub lifetime: Duration,
    pub refresh_token: Option<SecretText>,
}

#[derive(Deserialize)]
struct TokenReply {
    access_token: Option<String>,
    token_type: Option<String>,
    expires_in: Option<f64>,
    refresh_token: Option<String>,
    error: Option<String>,
    error_description: Option<String>,
}

/// What the authorization server answered instead of a token.
struct Rejection {
    is_grant_invalid: bool,
    text: String,
}

impl TokenEndpoint {
    pub fn new(policy: AddressPolicy) -> reqwest::Result<Self> {
        let resolver = std::sync::Arc::new(policy.clone());
        let client = http::client_builder(redirect::Policy::none()).dns_resolver(resolver).build()?;
        Ok(Self { client, policy })
    }

    /// Requests a token. A client with a secret authenticates with HTTP Basic, which every authorization server has to
    /// support; one that rejects it gets the secret in the form.
    pub async fn request(
        &self,
        client: TokenClient<'_>,
        grant: &[(&str, &str)],
    ) -> Result<IssuedToken, CallFailure> {
        let with_basic = client.secret.is_some();
        let rejected = match self.send(client, grant, with_basic).await? {
            Ok(token) => return Ok(token),
            Err(rejection) => rejection,
        };
        if !with_basic || rejected.is_grant_invalid {
            return Err(CallFailure::NoToken(rejected.text));
        }
        self.send(client, grant, false).await?.map_err(|rejected| CallFailure::NoToken(rejected.text))
    }

    async fn send(
        &self,
        client: TokenClient<'_>,
        grant: &[(&str, &str)],
        with_basic: bool,
    ) -> Result<Result<IssuedToken, Rejection>, CallFailure> {
        if !self.policy.allows_literal(client.url) {
            return Err(CallFailure::NoToken(
                "requests to the address of its token URL are not allowed".to_owned(),
            ));
        }
        let mut post = self
            .client
            .post(client.url.clone())
            .header(ACCEPT, "application/json")
            .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(form(client, grant, !with_basic));
        if let Some(secret) = client.secret.filter(|_| with_basic) {
            post = post.header(AUTHORIZATION, basic(client.id, secret));
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
            Ok(TokenReply { error: Some(error), error_description, .. }) => Err(Rejection {
                is_grant_invalid: error == INVALID_GRANT,
                text: foreign_text(&error_description.map_or(error.clone(), |why| format!("{error}: {why}"))),
            }),
            _ => {
                Err(other(format!("its authorization server answered with HTTP status {}", response.status)))
            }
        })
    }
}

/// The body of a token request.
fn form(client: TokenClient<'_>, grant: &[(&str, &str)], with_client: bool) -> String {
    let mut form = form_urlencoded::Serializer::new(String::new());
    form.extend_pairs(grant);
    if with_client {
        form.append_pair("client_id", client.id);
        if let Some(secret) = client.secret {
            form.append_pair("client_secret", secret.expose());
        }
    }
    form.finish()
}

fn parse_token(reply: TokenReply) -> Result<IssuedToken, Rejection> {
    let present = |text: &String| !text.is_empty();
    let token = reply
        .access_token
        .filter(present)
        .ok_or_else(|| other("the answer contains no access token".to_owned()))?;
    if reply.token_type.is_some_and(|kind| !kind.eq_ignore_ascii_case("bearer")) {
        return Err(other("the answer contains no bearer token".to_owned()));
    }
    let lifetime = match reply.expires_in {
        Some(seconds) => {
            Duration::try_from_secs_f64(seconds.clamp(0.0, 86_400.0)).unwrap_or(DEFAULT_LIFETIME)
        }
        None => DEFAULT_LIFETIME,
    };
    Ok(IssuedToken {
        value: token.into(),
        lifetime: lifetime.saturating_sub(EXPIRY_MARGIN),
        refresh_token: reply.refresh_token.filter(present).map(SecretText::from),
    })
}

const fn other(text: String) -> Rejection {
    Rejection { is_grant_invalid: false, text }
}

/// Text of another program, as one short line.
fn foreign_text(text: &str) -> String {
    truncate_chars(&escape_line(text), 300).into_owned()
}

/// Both parts are form-encoded first (RFC 6749, section 2.3.1).
fn basic(id: &str, secret: &SecretText) -> HeaderValue {
    let encode = |text: &str| form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
    let pair = format!("{}:{}", encode(id), encode(secret.expose()));
    let mut value = HeaderValue::from_str(&format!("Basic {}", BASE64_STANDARD.encode(pair)))
        .expect("base64 is valid in a header");
    value.set_sensitive(true);
    value
}
