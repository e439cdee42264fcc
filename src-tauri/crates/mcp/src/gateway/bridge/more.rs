//! `input_required` results behind the bridge: the client is asked with handshake-protocol requests, and the original
//! request is retried with its answers.

use std::sync::Arc;

use futures_util::future::try_join_all;
use hintsmith_core::json::Members;
use serde_json::Value;
use serde_json::value::RawValue;
use tokio::sync::oneshot;

use crate::gateway::outbound::{OutboundKind, OutboundQueue};
use crate::gateway::pending::{ClientRequest, Pending, RequestKind, RequestOrigin, ServerRequest};
use crate::gateway::session::Session;
use crate::jsonrpc::frame::{Frame, string};
use crate::jsonrpc::id::Id;
use crate::jsonrpc::response;
use crate::jsonrpc::splice::Splices;
use crate::proxy::call_log::{LoggedOutcome, LoggedVerdict};

/// Maximum number of `input_required` rounds per request.
const ROUNDS: usize = 16;
/// Requests that a server may make of the client through `inputRequests`.
const QUESTIONS: [&str; 3] = ["sampling/createMessage", "elicitation/create", "roots/list"];

/// A request as sent to the server, kept for retries.
#[derive(Debug)]
pub struct Base {
    line: Box<str>,
    rounds: usize,
}

impl Session {
    /// Handles an `input_required` result: asks the client and retries the request with its answers.
    pub(in crate::gateway) fn wants_more(
        self: &Arc<Self>,
        place: usize,
        asked: ClientRequest,
        result: &RawValue,
    ) {
        let result = result.get().to_owned();
        let withdrawn = self.stop.child_token();
        self.state().requests.begin_here(asked.id.clone(), withdrawn.clone(), &asked.reply);
        let session = Arc::clone(self);
        self.tasks.spawn(async move {
            let (id, reply) = (asked.id.clone(), Arc::clone(&asked.reply));
            let told = tokio::select! {
                () = withdrawn.cancelled() => {
                    session.done(&id);
                    reply.push(Vec::new(), OutboundKind::Withdrawn);
                    if let RequestKind::Call(started) = asked.what {
                        session.record(started, LoggedVerdict::Allowed, LoggedOutcome::Cancelled);
                    }
                    return;
                }
                told = session.heard_of(place, &result, &reply) => told,
            };
            session.done(&id);
            session.again(place, asked, told);
        });
    }

    /// Asks the client everything in `inputRequests`. Returns `inputResponses` and `requestState` as members for the
    /// params.
    async fn heard_of(
        self: &Arc<Self>,
        place: usize,
        result: &str,
        reply: &Arc<OutboundQueue>,
    ) -> Result<String, String> {
        let unclear = || "the server's questions cannot be read".to_owned();
        let result = Members::parse(result).map_err(|_| unclear())?;
        let questions = result.get("inputRequests").map(|raw| Members::parse(raw.get()));
        let questions = questions.transpose().map_err(|_| unclear())?.map(|all| all.0).unwrap_or_default();
        let answers = questions.iter().map(|(key, question)| async move {
            let question = Members::parse(question.get()).map_err(|_| unclear())?;
            let method = question.get("method").and_then(string).ok_or_else(unclear)?;
            if !QUESTIONS.contains(&&*method) {
                return Err(format!(
                    "the server asks for {method}, which clients of this protocol do not know"
                ));
            }
            let params = question.get("params");
            let mut splices = Splices::new(params.map_or("{}", RawValue::get));
            self.attribution(place).request(&method, params, &mut splices)?;
            let mut params = Vec::new();
            splices.write(&mut params);
            // Valid UTF-8: only JSON was spliced into JSON.
            let params = String::from_utf8(params).unwrap_or_default();
            let text = self.ask_client(place, &method, &params, reply).await.map_err(|_| unclear())?;
            let answer = Frame::parse(&text).and_then(|answer| answer.result);
            let answer = answer.ok_or_else(|| format!("the client did not answer {method}"))?;
            Ok(format!("{}:{}", Value::from(&**key), answer.get()))
        });
        let answers = try_join_all(answers).await?.join(",");
        let state = result.get("requestState").map(|raw| format!(r#","requestState":{}"#, raw.get()));
        Ok(format!(r#""inputResponses":{{{answers}}}{}"#, state.unwrap_or_default()))
    }

    fn ask_client(
        &self,
        place: usize,
        method: &str,
        params: &str,
        reply: &Arc<OutboundQueue>,
    ) -> oneshot::Receiver<String> {
        let (sender, receiver) = oneshot::channel();
        let mut state = self.state();
        let number = state.requests.number();
        let question = ServerRequest { place, id: Box::default(), by_us: Some(sender) };
        state.requests.questions.insert(number, question);
        drop(state);
        let text = format!(r#"{{"jsonrpc":"2.0","id":{number},"method":"{method}","params":{params}}}"#);
        self.deliver(Some(Arc::clone(reply)), text.into_bytes());
        receiver
    }

    /// Retries a request with the collected input, or fails it.
    fn again(self: &Arc<Self>, place: usize, mut asked: ClientRequest, told: Result<String, String>) {
        let base = asked.base.as_mut().ok_or("it was not kept");
        let line = base.map_err(str::to_owned).and_then(|base| {
            base.rounds += 1;
            let members = told?;
            if base.rounds > ROUNDS {
                return Err("the server wants to be told more and more".to_owned());
            }
            let message = Frame::parse(&base.line).unwrap_or_default();
            let params = message.params.map(RawValue::get).ok_or("it has no params")?;
            let mut splices = Splices::new(&base.line);
            splices.add_member(params, &members);
            let id = message.id.map(RawValue::get).ok_or("it has no id")?;
            let number = self.state().requests.number();
            splices.replace(id, number.to_string());
            let mut line = Vec::new();
            splices.write(&mut line);
            line.push(b'\n');
            Ok((number, line))
        });
        let link = self.state().links[place].as_ref().map(|ready| Arc::clone(&ready.link));
        let (number, line, link) = match (line, link) {
            (Ok((number, line)), Some(link)) => (number, line, link),
            (line, _) => {
                let why = line.err().unwrap_or_else(|| "the server is gone".to_owned());
                self.refuse(&asked.reply, &asked.text, response::INTERNAL, &why);
                if let RequestKind::Call(started) = asked.what {
                    self.record(started, LoggedVerdict::Allowed, LoggedOutcome::Lost);
                }
                return;
            }
        };
        self.state().requests.begin(number, Pending::new(place, RequestOrigin::Client(asked)));
        if link.send(self, line, Some(number)).is_err() {
            let id = i64::try_from(number).ok().map(Id::Whole);
            self.failed(place, id, "the server takes no messages");
        }
    }
}

impl Base {
    pub fn of(line: &[u8]) -> Option<Self> {
        Some(Self { line: std::str::from_utf8(line).ok()?.trim_end().into(), rounds: 0 })
    }
}

/// Returns whether a result has `resultType` `input_required`.
pub fn is_unfinished(result: &RawValue) -> bool {
    memchr::memmem::find(result.get().as_bytes(), b"input_required").is_some()
        && Members::parse(result.get()).is_ok_and(|result| {
            result.get("resultType").and_then(string).is_some_and(|it| it == "input_required")
        })
}
