//! Tool calls that return the raw result text, with progress, an idle time-out and cancellation.

use futures_util::StreamExt;
use rmcp::model::{CallToolRequest, CallToolRequestParams, ClientRequest, JsonObject};
use rmcp::service::PeerRequestOptions;
use serde_json::value::RawValue;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::Connection;
use crate::error::{ConnectionError, Failure};
use crate::tap::KeepRawResult;

/// A `notifications/progress` message for a call.
#[derive(Debug, Clone, PartialEq)]
pub struct CallProgress {
    pub progress: f64,
    pub total: Option<f64>,
    pub message: Option<String>,
}

impl Connection {
    /// Calls a tool and returns the result object exactly as the server wrote it. The call is cancelled on the
    /// server (`notifications/cancelled`) when the token is cancelled, or when the server sends neither a result
    /// nor progress for `Limits::call_timeout`.
    pub async fn call_raw(
        &self,
        tool: &str,
        arguments: JsonObject,
        cancellation: &CancellationToken,
        on_progress: impl Fn(CallProgress) + Send,
    ) -> Result<Box<RawValue>, ConnectionError> {
        let params = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        let mut request = CallToolRequest::new(params);
        request.extensions.insert(KeepRawResult);
        let sent = self
            .service
            .send_request_with_option(
                ClientRequest::CallToolRequest(request),
                PeerRequestOptions::no_options(),
            )
            .await;
        let mut handle = sent.map_err(|error| self.connection_error(Failure::from_call_error(error)))?;
        let id = handle.id.clone();
        let _discard = self.tap.discard_on_drop(&id);
        let mut progress_updates = self.progress.subscribe(handle.progress_token.clone()).await;
        let idle_timeout = self.limits.call_timeout;
        let mut idle_timer = std::pin::pin!(tokio::time::sleep(idle_timeout));
        let failure = loop {
            tokio::select! {
                answer = &mut handle.rx => break match answer {
                    Ok(Ok(_)) => {
                        let lost = || self.connection_error(Failure::CallFailed("the response was lost".to_owned()));
                        return self.tap.take_result(&id).ok_or_else(lost);
                    }
                    Ok(Err(error)) => Failure::from_call_error(error),
                    Err(_) => Failure::Exited(None),
                },
                Some(so_far) = progress_updates.next() => {
                    idle_timer.as_mut().reset(Instant::now() + idle_timeout);
                    on_progress(CallProgress {
                        progress: so_far.progress,
                        total: so_far.total,
                        message: so_far.message,
                    });
                    continue;
                }
                () = cancellation.cancelled() => {}
                () = &mut idle_timer => {}
            }
            let (why, failure) = if cancellation.is_cancelled() {
                ("cancelled by the user", Failure::Cancelled)
            } else {
                ("timed out", Failure::TimedOut(idle_timeout))
            };
            let _ = handle.cancel(Some(why.to_owned())).await;
            break failure;
        };
        Err(self.connection_error(failure))
    }
}
