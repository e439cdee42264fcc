//! Supervisor of one session's connection to one server: connects, reads messages, and reconnects with backoff.

use std::future::pending;
use std::pin::pin;
use std::sync::Arc;

use tokio::io::AsyncRead;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::CancellationToken;

use crate::api_server::ApiServer;
use crate::gateway::context::{Remote, Source};
use crate::gateway::handshake::{HandshakeError, HandshakeRequest, HandshakeResult, TIMED_OUT};
use crate::gateway::outbound::OutboundQueue;
use crate::gateway::session::Session;
use crate::gateway::status::UpstreamStatus;
use crate::gateway::upstream::{ApiUpstream, HttpUpstream, StdioUpstream, UpstreamConnection};
use crate::jsonrpc::lines::{LineItem, LineReader};
use crate::process::{Command, Process};

/// Outcome of a connection.
struct ConnectionEnd {
    was_ready: bool,
    why: String,
}

/// Spawns a supervisor. Returns a receiver for the result of the first handshake.
pub fn spawn_supervisor(
    session: &Arc<Session>,
    server_index: usize,
    handshake: &Arc<HandshakeRequest>,
    stop: &CancellationToken,
) -> oneshot::Receiver<HandshakeResult> {
    let (first, receiver) = oneshot::channel();
    let supervisor = UpstreamSupervisor {
        session: Arc::clone(session),
        server_index,
        handshake: Arc::clone(handshake),
        stop: stop.clone(),
        first_result: Some(first),
    };
    session.tasks.spawn(supervisor.run());
    receiver
}

struct UpstreamSupervisor {
    session: Arc<Session>,
    server_index: usize,
    handshake: Arc<HandshakeRequest>,
    stop: CancellationToken,
    first_result: Option<oneshot::Sender<HandshakeResult>>,
}

impl UpstreamSupervisor {
    async fn run(mut self) {
        let context = Arc::clone(&self.session.context);
        let (shortest, longest) = context.timeouts.backoff;
        let mut wait = shortest;
        let mut attempt = 1;
        let mut reconnects = context.status.subscribe_reconnects(self.server_index);
        loop {
            self.set_status(UpstreamStatus::Connecting);
            reconnects.mark_unchanged();
            let begun = Instant::now();
            let ended = match &context.servers[self.server_index].source {
                Source::Command(command) => self.run_stdio(command).await,
                Source::Http(remote) => self.run_http(remote).await,
                Source::Api(server) => self.run_api(server).await,
            };
            if self.stop.is_cancelled() {
                return;
            }
            context.report(self.server_index, &ended.why);
            context.status.set_last_error(self.server_index, Some(&ended.why));
            // The backoff is reset only after a connection that lasted for the maximum delay; a server that exits right
            // after its handshake would otherwise be restarted twice a second forever. A requested reconnect is not a
            // failure and resets it too.
            let is_asked_for = reconnects.has_changed().unwrap_or(false);
            if ended.was_ready && (is_asked_for || begun.elapsed() >= longest) {
                (wait, attempt) = (shortest, 1);
            }
            self.set_status(UpstreamStatus::Backoff { attempt, until: Instant::now() + wait });
            tokio::select! {
                () = sleep(wait) => {}
                // A requested reconnect skips the delay.
                Ok(()) = reconnects.changed() => {}
                () = self.stop.cancelled() => return,
            }
            wait = (wait * 2).min(longest);
            attempt += 1;
        }
    }

    fn set_status(&self, status: UpstreamStatus) {
        self.session.state().upstream_status[self.server_index] = Some(status);
    }

    async fn run_stdio(&mut self, command: &Command) -> ConnectionEnd {
        let started = Process::spawn(command)
            .and_then(|(process, output, input)| Ok((process, output, StdioUpstream::new(input)?)));
        let (mut process, output, pipe) = match started {
            Ok(started) => started,
            Err(error) => {
                let why = format!("\"{}\" could not be started: {error}", command.program);
                self.report_handshake(Err(HandshakeError::Unreachable(why.clone())));
                return ConnectionEnd { was_ready: false, why };
            }
        };
        let (session, upstream) = (Arc::clone(&self.session), Arc::new(UpstreamConnection::Stdio(pipe)));
        let ended = self.run_connection(&upstream, read_lines(&session, self.server_index, output)).await;
        if let UpstreamConnection::Stdio(pipe) = &*upstream {
            pipe.close();
        }
        let status = process.shutdown(self.session.context.timeouts.shutdown_grace).await;
        let status = status.map(|status| format!(" ({status})")).unwrap_or_default();
        let last = process.stderr.lines().pop().map(|line| format!(": {line}")).unwrap_or_default();
        ConnectionEnd { why: format!("{}{status}{last}", ended.why), ..ended }
    }

    async fn run_http(&mut self, remote: &Remote) -> ConnectionEnd {
        let client = match self.session.context.http_client() {
            Ok(client) => client,
            Err(why) => {
                self.report_handshake(Err(HandshakeError::Unreachable(why.clone())));
                return ConnectionEnd { was_ready: false, why };
            }
        };
        let http = Arc::new(HttpUpstream::new(client, remote, self.server_index));
        let (session, upstream) =
            (Arc::clone(&self.session), Arc::new(UpstreamConnection::Http(Arc::clone(&http))));
        let ended = self.run_connection(&upstream, http.listen(&session)).await;
        http.end_session(self.session.context.timeouts.shutdown_grace / 2).await;
        ended
    }

    /// There is no connection that could be lost.
    async fn run_api(&mut self, server: &Arc<ApiServer>) -> ConnectionEnd {
        let api = Arc::new(ApiUpstream::new(Arc::clone(server), self.server_index));
        self.run_connection(&Arc::new(UpstreamConnection::Api(api)), pending()).await
    }

    /// Performs the handshake while reading, then reads until the server disconnects or `stop` is cancelled.
    async fn run_connection(
        &mut self,
        upstream: &Arc<UpstreamConnection>,
        read: impl Future<Output = String>,
    ) -> ConnectionEnd {
        let ended = self.run_until_closed(upstream, read).await;
        let server = &self.session.context.servers[self.server_index].name;
        self.session.fail_server_requests(
            self.server_index,
            &format!("the server \"{server}\" ended before responding"),
        );
        ended
    }

    async fn run_until_closed(
        &mut self,
        upstream: &Arc<UpstreamConnection>,
        read: impl Future<Output = String>,
    ) -> ConnectionEnd {
        let (session, handshake, stop) =
            (Arc::clone(&self.session), Arc::clone(&self.handshake), self.stop.clone());
        let (mut read, mut flush) = (pin!(read), pin!(upstream.flush()));
        let stopped = || "the session ended".to_owned();
        let not_read = || "the server stopped reading".to_owned();
        let result = tokio::select! {
            result = session.connect_server(self.server_index, upstream, &handshake) => result,
            why = &mut read => Err(HandshakeError::Unreachable(why)),
            () = &mut flush => Err(HandshakeError::Unreachable(not_read())),
            () = stop.cancelled() => Err(HandshakeError::Unreachable(stopped())),
        };
        if let Err(why) = &result {
            let why = match why {
                HandshakeError::Refused(_) => "the server rejected the handshake".to_owned(),
                HandshakeError::Unreachable(why) => why.clone(),
                HandshakeError::TimedOut => TIMED_OUT.to_owned(),
            };
            self.report_handshake(result);
            return ConnectionEnd { was_ready: false, why };
        }
        self.report_handshake(result);
        self.set_status(UpstreamStatus::Ready);
        self.session.context.status.set_last_error(self.server_index, None);
        let mut reconnects = self.session.context.status.subscribe_reconnects(self.server_index);
        let why = tokio::select! {
            why = &mut read => why,
            Ok(()) = reconnects.changed() => "the server is being reconnected on request".to_owned(),
            () = &mut flush => not_read(),
            () = stop.cancelled() => stopped(),
        };
        ConnectionEnd { was_ready: true, why }
    }

    /// Sends the result of the first handshake to its receiver. A later success notifies the client that its tools may
    /// have changed.
    fn report_handshake(&mut self, result: HandshakeResult) {
        let is_ok = result.is_ok();
        // Also if the receiver has stopped waiting.
        let is_taken = self.first_result.take().is_some_and(|first| first.send(result).is_ok());
        if is_ok && !is_taken {
            self.session.tools_changed.notify_one();
        }
    }
}

/// Handles the server's lines until its output ends.
async fn read_lines<R: AsyncRead + Unpin>(session: &Arc<Session>, server_index: usize, output: R) -> String {
    let limit = session.context.limits.max_bytes;
    let mut lines = LineReader::new(output, limit);
    loop {
        let more = lines.fill().await.unwrap_or(false);
        let mut congested = None;
        while let Some(item) = lines.next_line() {
            match item {
                LineItem::Line(line, _) => {
                    congested = session.handle_message(server_index, line, None).or(congested)
                }
                LineItem::TooLong(envelope) => {
                    if let Err(why) = session.handle_oversized(server_index, &envelope, limit) {
                        return why;
                    }
                }
            }
        }
        if let Some(queue) = congested {
            apply_backpressure(session, &queue).await;
        }
        if !more {
            return "the server ended".to_owned();
        }
    }
}

/// Waits until a client has read most of its queue. If it does not in time, the queue is closed.
///
/// If clients share the server, reading continues for the others and a task watches this queue.
pub async fn apply_backpressure(session: &Arc<Session>, queue: &Arc<OutboundQueue>) {
    if !session.state().requests.is_shared {
        return wait_until_drained(session, queue).await;
    }
    if queue.bytes() > session.context.limits.max_bytes {
        close_unread(session, queue);
    } else if queue.start_watch() {
        let (watched, queue) = (Arc::clone(session), Arc::clone(queue));
        session.tasks.spawn(async move {
            tokio::select! {
                () = wait_until_drained(&watched, &queue) => queue.end_watch(),
                () = watched.stop.cancelled() => {}
            }
        });
    }
}

async fn wait_until_drained(session: &Session, queue: &OutboundQueue) {
    if timeout(session.context.timeouts.client_read, queue.wait_for_room()).await.is_err() {
        close_unread(session, queue);
    }
}

fn close_unread(session: &Session, queue: &OutboundQueue) {
    queue.close();
    session.context.report(usize::MAX, "closed the stream of a client that stopped reading");
}
