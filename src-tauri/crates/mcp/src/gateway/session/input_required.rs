//! `input_required` results behind the bridge: the client is asked with handshake-protocol requests, and the original
//! request is retried with its answers.

use std::sync::Arc;

use futures_util::future::try_join_all;
use hintsmith_core::text::json::Members;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::gateway::outbound::{OutboundKind, OutboundQueue};
use crate::gateway::pending::{ClientRequest, RequestOrigin, UpstreamRequest};
use crate::gateway::session::Session;
use crate::jsonrpc::frame::{Frame, decode_string};
use crate::jsonrpc::id::RequestId;
use crate::jsonrpc::response;
use crate::proxy::call_log::{LoggedOutcome, LoggedVerdict};
use crate::proxy::request_kind::RequestKind;
use hintsmith_core::text::json_edit::Splices;

/// Maximum number of `input_required` rounds per request.
const MAX_INPUT_ROUNDS: usize = 16;
/// Requests that a server may make of the client through `inputRequests`.
const INPUT_METHODS: [&str; 3] = ["sampling/createMessage", "elicitation/create", "roots/list"];

impl Session {
    /// Handles an `input_required` result: asks the client and retries the request with its answers.
    pub(in crate::gateway) fn request_more_input(
        self: &Arc<Self>,
        server_index: usize,
        client_request: ClientRequest,
        result: &RawValue,
    ) {
        let result = result.get().to_owned();
        let withdrawn = self.stop.child_token();
        self.state().requests.insert_local(
            client_request.id.clone(),
            withdrawn.clone(),
            &client_request.reply,
        );
        let session = Arc::clone(self);
        self.tasks.spawn(async move {
            let (id, reply) = (client_request.id.clone(), Arc::clone(&client_request.reply));
            let input = tokio::select! {
                () = withdrawn.cancelled() => {
                    session.finish_local(&id);
                    reply.push(Vec::new(), OutboundKind::Cancelled);
                    if let RequestKind::Call(started) = client_request.kind {
                        session.record_call(started, LoggedVerdict::Allowed, LoggedOutcome::Cancelled);
                    }
                    return;
                }
                input = session.collect_input(server_index, &result, &reply) => input,
            };
            session.finish_local(&id);
            session.retry_with_input(server_index, client_request, input);
        });
    }

    /// Asks the client everything in `inputRequests`. Returns `inputResponses` and `requestState` as members for the
    /// params.
    async fn collect_input(
        self: &Arc<Self>,
        server_index: usize,
        result: &str,
        reply: &Arc<OutboundQueue>,
    ) -> Result<String, String> {
        let unclear = || "the server's input requests cannot be parsed".to_owned();
        let result = Members::parse(result).map_err(|_| unclear())?;
        let input_requests = result.get("inputRequests").map(|raw| Members::parse(raw.get()));
        let input_requests =
            input_requests.transpose().map_err(|_| unclear())?.map(|all| all.0).unwrap_or_default();
        let answers = input_requests.iter().map(|(key, input_request)| async move {
            let input_request = Members::parse(input_request.get()).map_err(|_| unclear())?;
            let method = input_request.get("method").and_then(decode_string).ok_or_else(unclear)?;
            if !INPUT_METHODS.contains(&&*method) {
                return Err(format!(
                    "the server requests {method}, which clients of this protocol version do not support"
                ));
            }
            let params = input_request.get("params");
            let mut splices = Splices::new(params.map_or("{}", RawValue::get));
            self.attribution(server_index).attribute_request(&method, params, &mut splices)?;
            let mut params = Vec::new();
            splices.write(&mut params);
            // Valid UTF-8: only JSON was spliced into JSON.
            let params = String::from_utf8(params).unwrap_or_default();
            let mut pending = self
                .register_request_to_client(server_index, reply)
                .ok_or("too many requests to the client are pending")?;
            self.deliver(Some(Arc::clone(reply)), pending.message(&method, &params));
            let text = (&mut pending.answer).await.map_err(|_| unclear())?;
            let answer = Frame::parse(&text).and_then(|answer| answer.result);
            let answer = answer.ok_or_else(|| format!("the client did not respond to {method}"))?;
            Ok(format!("{}:{}", Value::from(&**key), answer.get()))
        });
        let answers = try_join_all(answers).await?.join(",");
        let state = result.get("requestState").map(|raw| format!(r#","requestState":{}"#, raw.get()));
        Ok(format!(r#""inputResponses":{{{answers}}}{}"#, state.unwrap_or_default()))
    }

    /// Retries a request with the collected input, or fails it.
    fn retry_with_input(
        self: &Arc<Self>,
        server_index: usize,
        mut client_request: ClientRequest,
        input: Result<String, String>,
    ) {
        let retryable = client_request.retryable.as_mut().ok_or("the request was not stored");
        let line = retryable.map_err(str::to_owned).and_then(|retryable| {
            retryable.rounds += 1;
            let members = input?;
            if retryable.rounds > MAX_INPUT_ROUNDS {
                return Err("the server requested input too often".to_owned());
            }
            let message = Frame::parse(&retryable.line).unwrap_or_default();
            let params = message.params.map(RawValue::get).ok_or("the request has no params")?;
            let mut splices = Splices::new(&retryable.line);
            splices.add_member(params, &members);
            let id = message.id.map(RawValue::get).ok_or("the request has no id")?;
            let number = self.state().requests.next_number();
            splices.replace(id, number.to_string());
            let mut line = Vec::new();
            splices.write(&mut line);
            line.push(b'\n');
            Ok((number, line))
        });
        let upstream =
            self.state().ready_servers[server_index].as_ref().map(|ready| Arc::clone(&ready.upstream));
        let (number, line, upstream) = match (line, upstream) {
            (Ok((number, line)), Some(upstream)) => (number, line, upstream),
            (line, _) => {
                let why = line.err().unwrap_or_else(|| "the server is not connected".to_owned());
                self.send_error(
                    &client_request.reply,
                    &client_request.raw_id,
                    response::INTERNAL_ERROR,
                    &why,
                );
                if let RequestKind::Call(started) = client_request.kind {
                    self.record_call(started, LoggedVerdict::Allowed, LoggedOutcome::Lost);
                }
                return;
            }
        };
        self.state()
            .requests
            .insert(number, UpstreamRequest::new(server_index, RequestOrigin::Client(client_request)));
        if upstream.send(self, line, Some(number)).is_err() {
            let id = i64::try_from(number).ok().map(RequestId::Integer);
            self.fail_request(server_index, id, "the server does not accept messages");
        }
    }
}
