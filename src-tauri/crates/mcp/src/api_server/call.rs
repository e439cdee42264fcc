//! `tools/call`: arguments become a request, its response a result.

use std::time::Duration;

use hintsmith_core::call::validate::validate;
use hintsmith_core::sources::openapi::request::HttpRequest;
use hintsmith_core::sources::openapi::security::{
    self, RequiredScheme, Requirement, SecurityScheme, SignInRequestError,
};
use hintsmith_core::sources::secret_text::SecretText;
use reqwest::StatusCode;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use tokio::time::{Instant, interval_at, timeout};

use super::outcome::{self, ApiResponse, CallFailure};
use super::sign_in::UserTokens;
use super::{ApiServer, ApiSettings, Operation, http_call};
use crate::jsonrpc::response::{self, INVALID_PARAMS};
use crate::jsonrpc::single_line::to_line;

/// Interval of progress notifications for a client that asks for them.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(2);

#[derive(Deserialize)]
struct CallParams<'a> {
    name: String,
    #[serde(default)]
    arguments: Option<Map<String, Value>>,
    #[serde(default, borrow, rename = "_meta")]
    meta: Option<CallMeta<'a>>,
}

#[derive(Deserialize)]
struct CallMeta<'a> {
    #[serde(default, borrow, rename = "progressToken")]
    progress_token: Option<&'a RawValue>,
}

impl ApiServer {
    /// Answers a call. `id` is JSON text.
    pub(super) async fn call(
        &self,
        id: &str,
        params: Option<&RawValue>,
        notify: &(dyn Fn(Vec<u8>) + Sync),
    ) -> String {
        let params = params.map(|params| serde_json::from_str::<CallParams>(params.get()));
        let Some(Ok(CallParams { name, arguments, meta })) = params else {
            return response::error(
                id,
                INVALID_PARAMS,
                "tools/call needs a name, and arguments that are an object",
            );
        };
        let Some(operation) = self.operations.get(&name) else { return response::unknown_tool(id, &name) };
        let token = meta.and_then(|meta| meta.progress_token);
        let sent = async {
            let request = self.build_request(operation, arguments.unwrap_or_default())?;
            let may_retry = (self.may_retry)(&name).await;
            self.send_authorized(operation, request, may_retry).await
        };
        let sent = timeout(self.settings.call_timeout, with_progress(token, notify, sent)).await;
        let sent = sent.unwrap_or(Err(CallFailure::TimedOut(self.settings.call_timeout)));
        let result = match sent {
            Ok(reply) => outcome::result(&reply, operation.schemas().output.as_ref()),
            Err(failure) => outcome::failed(&failure),
        };
        response::result(id, &result)
    }

    /// Sends a request with the credentials it needs. An access token that the API rejects is replaced once: a call that
    /// was not authorized has changed nothing.
    async fn send_authorized(
        &self,
        operation: &Operation,
        mut request: HttpRequest,
        may_retry: bool,
    ) -> Result<ApiResponse, CallFailure> {
        let Some(requirement) = self.choose_requirement(&operation.tool.plan.security)? else {
            return http_call::send(self, &request, may_retry).await;
        };
        let used = self.authorize(&mut request, requirement, None).await?;
        let reply = http_call::send(self, &request, may_retry).await?;
        let Some(rejected) = used.filter(|_| reply.status == StatusCode::UNAUTHORIZED) else {
            return Ok(reply);
        };
        self.authorize(&mut request, requirement, Some(&rejected)).await?;
        http_call::send(self, &request, may_retry).await
    }

    fn build_request(
        &self,
        operation: &Operation,
        arguments: Map<String, Value>,
    ) -> Result<HttpRequest, CallFailure> {
        let arguments = Value::Object(arguments);
        if let Some(schema) = &operation.schemas().input {
            let violations = validate(schema, &arguments).violations;
            if !violations.is_empty() {
                return Err(CallFailure::Invalid(violations));
            }
        }
        let Value::Object(arguments) = arguments else { unreachable!("it was made from an object") };
        operation.tool.plan.build(&arguments).map_err(CallFailure::Arguments)
    }

    /// The requirement that the set credentials meet. `None` if the operation needs none.
    fn choose_requirement<'a>(
        &self,
        requirements: &'a [Requirement],
    ) -> Result<Option<&'a Requirement>, CallFailure> {
        if requirements.is_empty() {
            return Ok(None);
        }
        let is_met = |requirement: &&Requirement| {
            let mut required = requirement.schemes.iter();
            required.all(|RequiredScheme { scheme, .. }| {
                self.settings.credentials.contains_key(&scheme.name) || self.user_tokens_for(scheme).is_some()
            })
        };
        // One that is met with credentials is preferred to calling anonymously.
        let met = || requirements.iter().filter(is_met);
        let chosen = met().find(|requirement| !requirement.schemes.is_empty()).or_else(|| met().next());
        if chosen.is_some() {
            return Ok(chosen);
        }
        let mut alternatives = Vec::new();
        for requirement in requirements {
            let names: Vec<&str> =
                requirement.schemes.iter().map(|required| required.scheme.name.as_str()).collect();
            let names = names.join(" and ");
            if !alternatives.contains(&names) {
                alternatives.push(names);
            }
        }
        Err(CallFailure::NoCredentials(alternatives))
    }

    /// The tokens of the user for a scheme that users sign in with.
    fn user_tokens_for(&self, scheme: &SecurityScheme) -> Option<&Result<UserTokens, SignInRequestError>> {
        self.user_tokens.as_ref().filter(|_| security::sign_in_flow(scheme).is_some())
    }

    /// Puts credentials into a request. Returns the access token that was requested for it, if one was; a `rejected` one
    /// is not used again.
    async fn authorize(
        &self,
        request: &mut HttpRequest,
        requirement: &Requirement,
        rejected: Option<&SecretText>,
    ) -> Result<Option<SecretText>, CallFailure> {
        let ApiSettings { credentials, token_url, .. } = &self.settings;
        let mut requested = None;
        for required in &requirement.schemes {
            let given = credentials.get(&required.scheme.name);
            let needed = match given {
                Some(credential) => {
                    security::token_request(required, credential, &self.base, token_url.as_deref())
                        .map_err(CallFailure::Credential)?
                }
                None => None,
            };
            let token = match (needed, self.user_tokens_for(&required.scheme)) {
                (Some(needed), _) => Some(self.tokens.get(&self.endpoint, &needed, rejected).await?),
                (None, Some(tokens)) if given.is_none() => {
                    let tokens = tokens.as_ref().map_err(|error| CallFailure::NoToken(error.to_string()))?;
                    Some(tokens.get(&self.endpoint, rejected).await?)
                }
                _ => None,
            };
            let Some(credential) = token.as_ref().or(given) else { continue };
            security::apply(&required.scheme, credential, request).map_err(CallFailure::Credential)?;
            requested = token.or(requested);
        }
        Ok(requested)
    }
}

/// Sends progress notifications while a call takes long, so that clients keep waiting.
async fn with_progress<T>(
    token: Option<&RawValue>,
    notify: &(dyn Fn(Vec<u8>) + Sync),
    call: impl Future<Output = T>,
) -> T {
    let Some(token) = token else { return call.await };
    let mut count = 0_u32;
    let mut ticks = interval_at(Instant::now() + PROGRESS_INTERVAL, PROGRESS_INTERVAL);
    let mut call = std::pin::pin!(call);
    loop {
        tokio::select! {
            result = &mut call => return result,
            _ = ticks.tick() => {
                count += 1;
                let params = json!({
                    "progressToken": token,
                    "progress": count,
                    "message": "Waiting for the API",
                });
                let message = json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": params});
                notify(to_line(&message.to_string()));
            }
        }
    }
}
