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
    pub limits: HttpLimits,
}

#[derive(Debug, Clone, Copy)]
pub struct HttpLimits {
    /// Maximum size of a request body in bytes.
    pub body_bytes: usize,
    /// To receive the headers of a request; also the idle time between two requests of a connection.
    pub head_timeout: Duration,
    /// To receive the complete body of a request.
    pub body_timeout: Duration,
    pub max_connections: usize,
    pub max_sessions: usize,
    /// A session without use for this long ends.
    pub idle_timeout: Duration,
    /// Interval of comments on an idle stream, which also detect that the client is gone.
    pub keep_alive_interval: Duration,
    /// For pending requests and server processes to end at shutdown.
    pub drain_timeout: Duration,
}

impl Default for HttpLimits {
    fn default() -> Self {
        Self {
            body_bytes: 4 << 20,
            head_timeout: Duration::from_secs(30),
            body_timeout: Duration::from_secs(30),
            max_connections: 1_024,
            max_sessions: 256,
            idle_timeout: Duration::from_secs(30 * 60),
            keep_alive_interval: Duration::from_secs(15),
            drain_timeout: Duration::from_secs(5),
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
            limits: HttpLimits::default(),
        }
    }
}
