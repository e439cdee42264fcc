//! Tool calls that return the raw result text, with progress, an idle time-out and cancellation.

use futures_util::StreamExt;
use rmcp::model::{CallToolRequest, CallToolRequestParams, ClientRequest, JsonObject};
use rmcp::service::PeerRequestOptions;
use serde_json::value::RawValue;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::Connection;
use crate::failure::{ConnectionError, Failure};
use crate::tap::WantedRaw;

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
        called_off: &CancellationToken,
        progress: impl Fn(CallProgress) + Send,
    ) -> Result<Box<RawValue>, ConnectionError> {
        let params = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        let mut request = CallToolRequest::new(params);
        request.extensions.insert(WantedRaw);
        let sent = self
            .service
            .send_request_with_option(
                ClientRequest::CallToolRequest(request),
                PeerRequestOptions::no_options(),
            )
            .await;
        let mut handle = sent.map_err(|error| self.error(Failure::of_call(error)))?;
        let id = handle.id.clone();
        let mut told = self.progress.subscribe(handle.progress_token.clone()).await;
        let patience = self.limits.call;
        let mut silent = std::pin::pin!(tokio::time::sleep(patience));
        let failure = loop {
            tokio::select! {
                answer = &mut handle.rx => break match answer {
                    Ok(Ok(_)) => {
                        let lost = || self.error(Failure::Call("the answer was lost".to_owned()));
                        return self.tap.take(&id).ok_or_else(lost);
                    }
                    Ok(Err(error)) => Failure::of_call(error),
                    Err(_) => Failure::Ended(None),
                },
                Some(so_far) = told.next() => {
                    silent.as_mut().reset(Instant::now() + patience);
                    progress(CallProgress {
                        progress: so_far.progress,
                        total: so_far.total,
                        message: so_far.message,
                    });
                    continue;
                }
                () = called_off.cancelled() => {}
                () = &mut silent => {}
            }
            let (why, failure) = if called_off.is_cancelled() {
                ("nobody waits for it any more", Failure::CalledOff)
            } else {
                ("it took too long", Failure::Silent(patience))
            };
            let _ = handle.cancel(Some(why.to_owned())).await;
            break failure;
        };
        self.tap.forget(&id);
        Err(self.error(failure))
    }
}
