//! Keeps one session's connection to one server: opens it, reads from it, and opens it again when it is lost.

use std::pin::pin;
use std::sync::Arc;

use tokio::io::AsyncRead;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::CancellationToken;

use crate::gateway::greeting::{Greeted, Greeting, SILENT, Ungreeted};
use crate::gateway::link::{Http, Link, Pipe};
use crate::gateway::mailbox::Mailbox;
use crate::gateway::offer::{Remote, Source};
use crate::gateway::session::Session;
use crate::gateway::status::Reach;
use crate::process::{Command, Process};
use crate::proxy::lines::{Item, Lines};

/// How a connection went.
struct Ended {
    was_ready: bool,
    why: String,
}

/// Begins to keep a connection. What comes back is how the first greeting went.
pub fn keep(
    session: &Arc<Session>,
    place: usize,
    greeting: &Arc<Greeting>,
    stop: &CancellationToken,
) -> oneshot::Receiver<Greeted> {
    let (first, receiver) = oneshot::channel();
    let keeper = Keeper {
        session: Arc::clone(session),
        place,
        greeting: Arc::clone(greeting),
        stop: stop.clone(),
        first: Some(first),
    };
    session.tasks.spawn(keeper.run());
    receiver
}

struct Keeper {
    session: Arc<Session>,
    place: usize,
    greeting: Arc<Greeting>,
    stop: CancellationToken,
    first: Option<oneshot::Sender<Greeted>>,
}

impl Keeper {
    async fn run(mut self) {
        let offer = Arc::clone(&self.session.offer);
        let (shortest, longest) = offer.patience.again;
        let mut wait = shortest;
        let mut attempt = 1;
        let mut again = offer.status.again(self.place);
        loop {
            self.is(Reach::Connecting);
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
            // One that ends as soon as it was greeted would otherwise be started twice a second for ever. When somebody
            // wants it to be reached anew, that it ended says nothing about it.
            let is_asked_for = again.has_changed().unwrap_or(false);
            if ended.was_ready && (is_asked_for || begun.elapsed() >= longest) {
                (wait, attempt) = (shortest, 1);
            }
            self.is(Reach::Waiting { attempt, until: Instant::now() + wait });
            tokio::select! {
                () = sleep(wait) => {}
                // Somebody does not want to wait.
                Ok(()) = again.changed() => {}
                () = self.stop.cancelled() => return,
            }
            wait = (wait * 2).min(longest);
            attempt += 1;
        }
    }

    fn is(&self, reach: Reach) {
        self.session.state().reach[self.place] = Some(reach);
    }

    async fn pipe(&mut self, command: &Command) -> Ended {
        let started = Process::start(command)
            .and_then(|(process, output, input)| Ok((process, output, Pipe::new(input)?)));
        let (mut process, output, pipe) = match started {
            Ok(started) => started,
            Err(error) => {
                let why = format!("\"{}\" could not be started: {error}", command.program);
                self.greeted(Err(Ungreeted::Unreached(why.clone())));
                return Ended { was_ready: false, why };
            }
        };
        let (session, link) = (Arc::clone(&self.session), Arc::new(Link::Pipe(pipe)));
        let ended = self.speak(&link, read(&session, self.place, output)).await;
        if let Link::Pipe(pipe) = &*link {
            pipe.close();
        }
        let status = process.end(self.session.offer.patience.farewell).await;
        let status = status.map(|status| format!(" ({status})")).unwrap_or_default();
        let last = process.output.lines().pop().map(|line| format!(": {line}")).unwrap_or_default();
        Ended { why: format!("{}{status}{last}", ended.why), ..ended }
    }

    async fn http(&mut self, remote: &Remote) -> Ended {
        let client = match self.session.offer.web() {
            Ok(client) => client,
            Err(why) => {
                self.greeted(Err(Ungreeted::Unreached(why.clone())));
                return Ended { was_ready: false, why };
            }
        };
        let http = Arc::new(Http::new(client, remote, self.place));
        let (session, link) = (Arc::clone(&self.session), Arc::new(Link::Http(Arc::clone(&http))));
        let ended = self.speak(&link, http.listen(&session)).await;
        http.leave(self.session.offer.patience.farewell / 2).await;
        ended
    }

    /// Greets the server while it is read from, and then reads on until it is gone or we are to stop.
    async fn speak(&mut self, link: &Arc<Link>, read: impl Future<Output = String>) -> Ended {
        let ended = self.spoke(link, read).await;
        let server = &self.session.offer.servers[self.place].name;
        self.session.lost(self.place, &format!("the server \"{server}\" ended before it answered"));
        ended
    }

    async fn spoke(&mut self, link: &Arc<Link>, read: impl Future<Output = String>) -> Ended {
        let (session, greeting, stop) =
            (Arc::clone(&self.session), Arc::clone(&self.greeting), self.stop.clone());
        let (mut read, mut flush) = (pin!(read), pin!(link.flush()));
        let stopped = || "the session ended".to_owned();
        let not_read = || "the server does not read any more".to_owned();
        let greeted = tokio::select! {
            greeted = session.hello(self.place, link, &greeting) => greeted,
            why = &mut read => Err(Ungreeted::Unreached(why)),
            () = &mut flush => Err(Ungreeted::Unreached(not_read())),
            () = stop.cancelled() => Err(Ungreeted::Unreached(stopped())),
        };
        if let Err(why) = &greeted {
            let why = match why {
                Ungreeted::Refused(_) => "the server refused the handshake".to_owned(),
                Ungreeted::Unreached(why) => why.clone(),
                Ungreeted::Silent => SILENT.to_owned(),
            };
            self.greeted(greeted);
            return Ended { was_ready: false, why };
        }
        self.greeted(greeted);
        self.is(Reach::Ready);
        self.session.offer.status.ended(self.place, None);
        let mut again = self.session.offer.status.again(self.place);
        let why = tokio::select! {
            why = &mut read => why,
            Ok(()) = again.changed() => "the server is reached anew, as it was asked for".to_owned(),
            () = &mut flush => not_read(),
            () = stop.cancelled() => stopped(),
        };
        Ended { was_ready: true, why }
    }

    /// Says how a greeting went: to whoever waits for the first one, or to the client that its tools may be others now.
    fn greeted(&mut self, greeted: Greeted) {
        let is_ok = greeted.is_ok();
        // When nobody waited so long, it is news as well.
        let is_taken = self.first.take().is_some_and(|first| first.send(greeted).is_ok());
        if is_ok && !is_taken {
            self.session.changed.notify_one();
        }
    }
}

/// Passes on the lines of a server until it ends.
async fn read<R: AsyncRead + Unpin>(session: &Arc<Session>, place: usize, output: R) -> String {
    let limit = session.offer.limits.bytes;
    let mut lines = Lines::new(output, limit);
    loop {
        let more = lines.fill().await.unwrap_or(false);
        let mut crowded = None;
        while let Some(item) = lines.next() {
            match item {
                Item::Line(line, _) => crowded = session.server_says(place, line, None).or(crowded),
                Item::TooLong(skim) => {
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

/// Waits until a client has read most of what it was sent. One that does not is not waited for again.
///
/// Where clients share a server the others must not wait with us: it is read on, and only the one stream is watched.
pub async fn wait_for_reader(session: &Arc<Session>, mailbox: &Arc<Mailbox>) {
    if !session.state().requests.is_shared {
        return has_read(session, mailbox).await;
    }
    if mailbox.bytes() > session.offer.limits.bytes {
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

async fn has_read(session: &Session, mailbox: &Mailbox) {
    if timeout(session.offer.patience.reading, mailbox.has_room()).await.is_err() {
        close(session, mailbox);
    }
}

fn close(session: &Session, mailbox: &Mailbox) {
    mailbox.close();
    session.offer.words(usize::MAX, "a client does not read what it is sent; its stream was closed");
}
