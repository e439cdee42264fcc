//! `tools/call`: arguments become a request, its response a result.

use std::time::Duration;

use hintsmith_core::call::validate::validate;
use hintsmith_core::sources::openapi::request::HttpRequest;
use hintsmith_core::sources::openapi::security;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use tokio::time::{Instant, interval_at, timeout};

use super::outcome::{self, CallFailure};
use super::{ApiServer, Operation, http_call};
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
        let sent = self.build_request(operation, arguments.unwrap_or_default());
        let result = match sent {
            Ok(request) => {
                let may_retry = (self.may_retry)(&name).await;
                let responded = with_progress(token, notify, http_call::send(self, &request, may_retry));
                match timeout(self.settings.call_timeout, responded).await {
                    Ok(Ok(reply)) => outcome::result(&reply, operation.schemas().output.as_ref()),
                    Ok(Err(failure)) => outcome::failed(&failure),
                    Err(_) => outcome::failed(&CallFailure::TimedOut(self.settings.call_timeout)),
                }
            }
            Err(failure) => outcome::failed(&failure),
        };
        response::result(id, &result)
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
        let plan = &operation.tool.plan;
        let mut request = plan.build(&arguments).map_err(CallFailure::Arguments)?;
        if plan.security.is_empty() {
            return Ok(request);
        }
        let credentials = &self.settings.credentials;
        let is_met = |requirement: &&security::Requirement| {
            requirement.schemes.iter().all(|required| credentials.contains_key(&required.scheme.name))
        };
        // One that is met with credentials is preferred to calling anonymously.
        let met = || plan.security.iter().filter(is_met);
        let Some(chosen) = met().find(|requirement| !requirement.schemes.is_empty()).or_else(|| met().next())
        else {
            let mut alternatives = Vec::new();
            for requirement in plan.security.iter() {
                let names: Vec<&str> =
                    requirement.schemes.iter().map(|required| required.scheme.name.as_str()).collect();
                let names = names.join(" and ");
                if !alternatives.contains(&names) {
                    alternatives.push(names);
                }
            }
            return Err(CallFailure::NoCredentials(alternatives));
        };
        for required in &chosen.schemes {
            let Some(credential) = credentials.get(&required.scheme.name) else { continue };
            security::apply(&required.scheme, credential, &mut request).map_err(CallFailure::Credential)?;
        }
        Ok(request)
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
