//! How a door is kept.

use std::time::Duration;

use tokio::sync::watch;

use crate::gateway::http::token::Token;

pub struct HttpConfig {
    /// Any of these opens; a new list takes effect at once.
    pub tokens: watch::Receiver<Vec<Token>>,
    /// Names under which the door may be asked for, besides its own address: `name` or `name:port`.
    pub hosts: Vec<String>,
    /// Pages that may ask, besides those of its own address: `https://name`.
    pub origins: Vec<String>,
    /// `GET /health`, which needs no token.
    pub has_health: bool,
    /// `GET /metrics`.
    pub has_metrics: bool,
    pub bounds: HttpLimits,
}

#[derive(Debug, Clone, Copy)]
pub struct HttpLimits {
    /// One message of a client.
    pub body: usize,
    /// For the headers of a request, and between two requests of one connection.
    pub head_time: Duration,
    /// For the whole body of a request.
    pub body_time: Duration,
    pub connections: usize,
    pub sessions: usize,
    /// A session that nobody uses for so long ends.
    pub idle: Duration,
    /// A stream on which nothing happens says so, and finds out whether somebody is there.
    pub keep_alive: Duration,
    /// For everything to end once we are told to.
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
