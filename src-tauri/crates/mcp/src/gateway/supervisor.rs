//! Supervisor of one session's connection to one server: connects, reads messages, and reconnects with backoff.

use std::pin::pin;
use std::sync::Arc;

use tokio::io::AsyncRead;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::CancellationToken;

use crate::gateway::context::{Remote, Source};
use crate::gateway::handshake::{HandshakeError, HandshakeRequest, HandshakeResult, SILENT};
use crate::gateway::outbound::OutboundQueue;
use crate::gateway::session::Session;
use crate::gateway::status::UpstreamStatus;
use crate::gateway::upstream::{HttpUpstream, StdioUpstream, UpstreamConnection};
use crate::jsonrpc::lines::{LineItem, Lines};
use crate::process::{Command, Process};

/// Outcome of a connection.
struct Ended {
    was_ready: bool,
    why: String,
}

/// Spawns a supervisor. Returns a receiver for the result of the first handshake.
pub fn supervise(
    session: &Arc<Session>,
    place: usize,
    greeting: &Arc<HandshakeRequest>,
    stop: &CancellationToken,
) -> oneshot::Receiver<HandshakeResult> {
    let (first, receiver) = oneshot::channel();
    let keeper = UpstreamSupervisor {
        session: Arc::clone(session),
        place,
        greeting: Arc::clone(greeting),
        stop: stop.clone(),
        first: Some(first),
    };
    session.tasks.spawn(keeper.run());
    receiver
}

struct UpstreamSupervisor {
    session: Arc<Session>,
    place: usize,
    greeting: Arc<HandshakeRequest>,
    stop: CancellationToken,
    first: Option<oneshot::Sender<HandshakeResult>>,
}

impl UpstreamSupervisor {
    async fn run(mut self) {
        let offer = Arc::clone(&self.session.context);
        let (shortest, longest) = offer.patience.again;
        let mut wait = shortest;
        let mut attempt = 1;
        let mut again = offer.status.again(self.place);
        loop {
            self.is(UpstreamStatus::Connecting);
            again.mark_unchanged();
            let begun = Instant::now();
            let ended = match &offer.servers[self.place].source {
                Source::Command(command) => self.pipe(command).await,
                Source::Http(remote) => self.http(remote).await,
            };
            if self.stop.is_cancelled() {
                return;
            }
            offer.words(self.place, &ended.why);
            offer.status.ended(self.place, Some(&ended.why));
            // The backoff is reset only after a connection that lasted for the maximum delay; a server that exits right
            // after its handshake would otherwise be restarted twice a second forever. A requested reconnect is not a
            // failure and resets it too.
            let is_asked_for = again.has_changed().unwrap_or(false);
            if ended.was_ready && (is_asked_for || begun.elapsed() >= longest) {
                (wait, attempt) = (shortest, 1);
            }
            self.is(UpstreamStatus::Waiting { attempt, until: Instant::now() + wait });
            tokio::select! {
                () = sleep(wait) => {}
                // A requested reconnect skips the delay.
                Ok(()) = again.changed() => {}
                () = self.stop.cancelled() => return,
            }
            wait = (wait * 2).min(longest);
            attempt += 1;
        }
    }

    fn is(&self, reach: UpstreamStatus) {
        self.session.state().reach[self.place] = Some(reach);
    }

    async fn pipe(&mut self, command: &Command) -> Ended {
        let started = Process::start(command)
            .and_then(|(process, output, input)| Ok((process, output, StdioUpstream::new(input)?)));
        let (mut process, output, pipe) = match started {
            Ok(started) => started,
            Err(error) => {
                let why = format!("\"{}\" could not be started: {error}", command.program);
                self.greeted(Err(HandshakeError::Unreached(why.clone())));
                return Ended { was_ready: false, why };
            }
        };
        let (session, link) = (Arc::clone(&self.session), Arc::new(UpstreamConnection::Pipe(pipe)));
        let ended = self.speak(&link, read(&session, self.place, output)).await;
        if let UpstreamConnection::Pipe(pipe) = &*link {
            pipe.close();
        }
        let status = process.end(self.session.context.patience.farewell).await;
        let status = status.map(|status| format!(" ({status})")).unwrap_or_default();
        let last = process.output.lines().pop().map(|line| format!(": {line}")).unwrap_or_default();
        Ended { why: format!("{}{status}{last}", ended.why), ..ended }
    }

    async fn http(&mut self, remote: &Remote) -> Ended {
        let client = match self.session.context.web() {
            Ok(client) => client,
            Err(why) => {
                self.greeted(Err(HandshakeError::Unreached(why.clone())));
                return Ended { was_ready: false, why };
            }
        };
        let http = Arc::new(HttpUpstream::new(client, remote, self.place));
        let (session, link) =
            (Arc::clone(&self.session), Arc::new(UpstreamConnection::Http(Arc::clone(&http))));
        let ended = self.speak(&link, http.listen(&session)).await;
        http.leave(self.session.context.patience.farewell / 2).await;
        ended
    }

    /// Performs the handshake while reading, then reads until the server disconnects or `stop` is cancelled.
    async fn speak(&mut self, link: &Arc<UpstreamConnection>, read: impl Future<Output = String>) -> Ended {
        let ended = self.spoke(link, read).await;
        let server = &self.session.context.servers[self.place].name;
        self.session.lost(self.place, &format!("the server \"{server}\" ended before it answered"));
        ended
    }

    async fn spoke(&mut self, link: &Arc<UpstreamConnection>, read: impl Future<Output = String>) -> Ended {
        let (session, greeting, stop) =
            (Arc::clone(&self.session), Arc::clone(&self.greeting), self.stop.clone());
        let (mut read, mut flush) = (pin!(read), pin!(link.flush()));
        let stopped = || "the session ended".to_owned();
        let not_read = || "the server does not read any more".to_owned();
        let greeted = tokio::select! {
            greeted = session.hello(self.place, link, &greeting) => greeted,
            why = &mut read => Err(HandshakeError::Unreached(why)),
            () = &mut flush => Err(HandshakeError::Unreached(not_read())),
            () = stop.cancelled() => Err(HandshakeError::Unreached(stopped())),
        };
        if let Err(why) = &greeted {
            let why = match why {
                HandshakeError::Refused(_) => "the server refused the handshake".to_owned(),
                HandshakeError::Unreached(why) => why.clone(),
                HandshakeError::Silent => SILENT.to_owned(),
            };
            self.greeted(greeted);
            return Ended { was_ready: false, why };
        }
        self.greeted(greeted);
        self.is(UpstreamStatus::Ready);
        self.session.context.status.ended(self.place, None);
        let mut again = self.session.context.status.again(self.place);
        let why = tokio::select! {
            why = &mut read => why,
            Ok(()) = again.changed() => "the server is reached anew, as it was asked for".to_owned(),
            () = &mut flush => not_read(),
            () = stop.cancelled() => stopped(),
        };
        Ended { was_ready: true, why }
    }

    /// Sends the result of the first handshake to its receiver. A later success notifies the client that its tools may
    /// have changed.
    fn greeted(&mut self, greeted: HandshakeResult) {
        let is_ok = greeted.is_ok();
        // Also if the receiver has stopped waiting.
        let is_taken = self.first.take().is_some_and(|first| first.send(greeted).is_ok());
        if is_ok && !is_taken {
            self.session.changed.notify_one();
        }
    }
}

/// Handles the server's lines until its output ends.
async fn read<R: AsyncRead + Unpin>(session: &Arc<Session>, place: usize, output: R) -> String {
    let limit = session.context.limits.bytes;
    let mut lines = Lines::new(output, limit);
    loop {
        let more = lines.fill().await.unwrap_or(false);
        let mut crowded = None;
        while let Some(item) = lines.next() {
            match item {
                LineItem::Line(line, _) => crowded = session.server_says(place, line, None).or(crowded),
                LineItem::TooLong(skim) => {
                    if let Err(why) = session.too_long(place, &skim, limit) {
                        return why;
                    }
                }
            }
        }
        if let Some(mailbox) = crowded {
            wait_for_reader(session, &mailbox).await;
        }
        if !more {
            return "the server ended".to_owned();
        }
    }
}

/// Waits until a client has read most of its queue. If it does not in time, the queue is closed.
///
/// If clients share the server, reading continues for the others and a task watches this queue.
pub async fn wait_for_reader(session: &Arc<Session>, mailbox: &Arc<OutboundQueue>) {
    if !session.state().requests.is_shared {
        return has_read(session, mailbox).await;
    }
    if mailbox.bytes() > session.context.limits.bytes {
        close(session, mailbox);
    } else if mailbox.watch() {
        let (watched, mailbox) = (Arc::clone(session), Arc::clone(mailbox));
        session.tasks.spawn(async move {
            tokio::select! {
                () = has_read(&watched, &mailbox) => mailbox.unwatch(),
                () = watched.stop.cancelled() => {}
            }
        });
    }
}

async fn has_read(session: &Session, mailbox: &OutboundQueue) {
    if timeout(session.context.patience.reading, mailbox.has_room()).await.is_err() {
        close(session, mailbox);
    }
}

fn close(session: &Session, mailbox: &OutboundQueue) {
    mailbox.close();
    session.context.words(usize::MAX, "a client does not read what it is sent; its stream was closed");
}
