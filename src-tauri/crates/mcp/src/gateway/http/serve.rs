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
const MAX_HEAD_BYTES: usize = 64 << 10;
const MAX_HEADERS: usize = 64;
/// Delay after a failed `accept` (for example, out of file descriptors), where an immediate retry would fail again.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(50);

impl HttpServer {
    /// Serves clients until `stop` is cancelled. Then pending requests are answered, and no process is left when this
    /// returns.
    pub async fn serve(
        self: &Arc<Self>,
        listener: TcpListener,
        stop: &CancellationToken,
    ) -> std::io::Result<()> {
        let bounds = self.config.limits;
        let guard =
            Arc::new(OriginGuard::new(listener.local_addr()?, &self.config.hosts, &self.config.origins));
        let connections = Connections::new(bounds.max_connections);
        let closing = CancellationToken::new();
        // Dropping the future also ends everything, without the graceful drain.
        let _when_dropped = (closing.clone().drop_guard(), self.shutdown.clone().drop_guard());
        let mut sweep =
            interval((bounds.idle_timeout / 4).clamp(Duration::from_millis(10), Duration::from_secs(10)));
        sweep.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut tokens = self.config.tokens.clone();
        loop {
            tokio::select! {
                taken = listener.accept() => match taken {
                    Ok((stream, _)) => {
                        if let Some(connection) = connections.try_open() {
                            let server = Arc::clone(self);
                            self.tasks.spawn(server.serve_connection(stream, connection, Arc::clone(&guard), closing.clone()));
                        }
                    }
                    Err(_) => sleep(ACCEPT_RETRY_DELAY).await,
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

    async fn serve_connection(
        self: Arc<Self>,
        stream: TcpStream,
        connection: Connection,
        origin_guard: Arc<OriginGuard>,
        closing: CancellationToken,
    ) {
        // A response is a single write; delaying it would only add latency.
        let _ = stream.set_nodelay(true);
        let answer = service_fn(|request| {
            let (server, origin_guard, connection) = (&self, &origin_guard, &connection);
            async move {
                Ok::<_, Infallible>(
                    server
                        .handle_request(request, origin_guard, |holder| connection.set_holder(holder))
                        .await,
                )
            }
        });
        let serving = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(self.config.limits.head_timeout)
            .max_buf_size(MAX_HEAD_BYTES)
            .max_headers(MAX_HEADERS)
            .serve_connection(TokioIo::new(stream), answer);
        let mut serving = pin!(serving);
        tokio::select! {
            _ = &mut serving => {}
            () = connection.close_token.cancelled() => {}
            () = closing.cancelled() => {
                serving.as_mut().graceful_shutdown();
                let _ = serving.await;
            }
        }
    }

    /// Accepts no new requests; pending ones get most of the time, server processes the rest.
    async fn drain(&self, closing: &CancellationToken) {
        let bounds = self.config.limits;
        let until = Instant::now() + bounds.drain_timeout;
        let sessions: Vec<_> =
            self.sessions.all().into_iter().chain(self.shared_session.get().cloned()).collect();
        for session in &sessions {
            session.stop_accepting();
        }
        let settled = join_all(sessions.iter().map(|session| session.wait_until_idle()));
        let grace = self.context.timeouts.shutdown_grace + Duration::from_millis(500);
        let _ = timeout_at(until.checked_sub(grace).unwrap_or(until), settled).await;
        for session in &sessions {
            session.shut_down();
        }
        self.shutdown.cancel();
        closing.cancel();
        self.tasks.close();
        let _ = timeout_at(until, self.tasks.wait()).await;
    }
}
