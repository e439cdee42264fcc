//! Accept loop and graceful shutdown.

use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout_at};
use tokio_util::sync::CancellationToken;

use crate::gateway::http::HttpServer;
use crate::gateway::http::connections::{Connection, Connections};
use crate::gateway::http::origin_guard::OriginGuard;

/// Maximum size of a request head in bytes, all headers together.
const HEAD: usize = 64 << 10;
const HEADERS: usize = 64;
/// Delay after a failed `accept` (for example, out of file descriptors), where an immediate retry would fail again.
const BREATH: Duration = Duration::from_millis(50);

impl HttpServer {
    /// Serves clients until `stop` is cancelled. Then pending requests are answered, and no process is left when this
    /// returns.
    pub async fn serve(
        self: &Arc<Self>,
        listener: TcpListener,
        stop: &CancellationToken,
    ) -> std::io::Result<()> {
        let bounds = self.settings.bounds;
        let guard =
            Arc::new(OriginGuard::new(listener.local_addr()?, &self.settings.hosts, &self.settings.origins));
        let connections = Connections::new(bounds.connections);
        let closing = CancellationToken::new();
        // Dropping the future also ends everything, without the graceful drain.
        let _when_dropped = (closing.clone().drop_guard(), self.ended.clone().drop_guard());
        let mut sweep = interval((bounds.idle / 4).clamp(Duration::from_millis(10), Duration::from_secs(10)));
        sweep.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut tokens = self.settings.tokens.clone();
        loop {
            tokio::select! {
                taken = listener.accept() => match taken {
                    Ok((stream, _)) => {
                        if let Some(connection) = connections.open() {
                            let door = Arc::clone(self);
                            self.tasks.spawn(door.connection(stream, connection, Arc::clone(&guard), closing.clone()));
                        }
                    }
                    Err(_) => sleep(BREATH).await,
                },
                _ = sweep.tick() => self.sessions.sweep(),
                // If the sender is gone, the current tokens stay valid.
                Ok(()) = tokens.changed() => {
                    let tokens = tokens.borrow_and_update().clone();
                    self.sessions.revoke(&tokens);
                    connections.revoke(&tokens);
                }
                () = stop.cancelled() => break,
            }
        }
        drop(listener);
        self.drain(&closing).await;
        Ok(())
    }

    async fn connection(
        self: Arc<Self>,
        stream: TcpStream,
        connection: Connection,
        guard: Arc<OriginGuard>,
        closing: CancellationToken,
    ) {
        // A response is a single write; delaying it would only add latency.
        let _ = stream.set_nodelay(true);
        let answer = service_fn(|request| {
            let (door, guard, connection) = (&self, &guard, &connection);
            async move {
                Ok::<_, Infallible>(door.answer(request, guard, |holder| connection.prove(holder)).await)
            }
        });
        let served = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(self.settings.bounds.head_time)
            .max_buf_size(HEAD)
            .max_headers(HEADERS)
            .serve_connection(TokioIo::new(stream), answer);
        let mut served = pin!(served);
        tokio::select! {
            _ = &mut served => {}
            () = connection.end.cancelled() => {}
            () = closing.cancelled() => {
                served.as_mut().graceful_shutdown();
                let _ = served.await;
            }
        }
    }

    /// Accepts no new requests; pending ones get most of the time, server processes the rest.
    async fn drain(&self, closing: &CancellationToken) {
        let bounds = self.settings.bounds;
        let until = Instant::now() + bounds.drain;
        let sessions: Vec<_> = self.sessions.all().into_iter().chain(self.commons.get().cloned()).collect();
        for session in &sessions {
            session.close();
        }
        let settled = join_all(sessions.iter().map(|session| session.settled()));
        let farewell = self.offer.patience.farewell + Duration::from_millis(500);
        let _ = timeout_at(until.checked_sub(farewell).unwrap_or(until), settled).await;
        for session in &sessions {
            session.end();
        }
        self.ended.cancel();
        closing.cancel();
        self.tasks.close();
        let _ = timeout_at(until, self.tasks.wait()).await;
    }
}
