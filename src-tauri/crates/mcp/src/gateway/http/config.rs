//! Configuration and limits of the HTTP server.

use std::time::Duration;

use tokio::sync::watch;

use crate::gateway::http::token::Token;

pub struct HttpConfig {
    /// Accepted bearer tokens; a new list takes effect immediately.
    pub tokens: watch::Receiver<Vec<Token>>,
    /// Accepted `Host` values besides the listen address: `name` or `name:port`.
    pub hosts: Vec<String>,
    /// Accepted `Origin` values besides the listen address: `https://name`.
    pub origins: Vec<String>,
    /// Serves `GET /health`, which needs no token.
    pub has_health: bool,
    /// Serves `GET /metrics`.
    pub has_metrics: bool,
    pub bounds: HttpLimits,
}

#[derive(Debug, Clone, Copy)]
pub struct HttpLimits {
    /// Maximum size of a request body in bytes.
    pub body: usize,
    /// To receive the headers of a request; also the idle time between two requests of a connection.
    pub head_time: Duration,
    /// To receive the complete body of a request.
    pub body_time: Duration,
    pub connections: usize,
    pub sessions: usize,
    /// A session without use for this long ends.
    pub idle: Duration,
    /// Interval of comments on an idle stream, which also detect that the client is gone.
    pub keep_alive: Duration,
    /// For pending requests and server processes to end at shutdown.
    pub drain: Duration,
}

impl Default for HttpLimits {
    fn default() -> Self {
        Self {
            body: 4 << 20,
            head_time: Duration::from_secs(30),
            body_time: Duration::from_secs(30),
            connections: 1_024,
            sessions: 256,
            idle: Duration::from_secs(30 * 60),
            keep_alive: Duration::from_secs(15),
            drain: Duration::from_secs(5),
        }
    }
}

impl HttpConfig {
    pub fn new(tokens: watch::Receiver<Vec<Token>>) -> Self {
        Self {
            tokens,
            hosts: Vec::new(),
            origins: Vec::new(),
            has_health: false,
            has_metrics: false,
            bounds: HttpLimits::default(),
        }
    }
}
