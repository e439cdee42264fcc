//! Streamable HTTP transport and its access checks.
//!
//! Built on hyper alone: there is one MCP path with three methods, and the middleware of a web framework would have to
//! be trusted not to read a body before [`origin_guard`] has checked the headers. A request that passes has a valid
//! token, comes from no foreign origin, and can reach only the configured servers; no route starts anything else.

mod bind;
mod body;
mod config;
mod connections;
mod origin_guard;
mod post;
mod serve;
mod sessions;
mod stateless;
mod streams;
mod token;

use std::sync::{Arc, OnceLock};

use http_body_util::Full;
use hyper::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, HeaderValue, WWW_AUTHENTICATE};
use hyper::{Method, Request, Response, StatusCode};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

pub use bind::{BindError, bind, parse_address};
use body::Body;
pub use config::{HttpConfig, HttpLimits};
use origin_guard::OriginGuard;
use sessions::Sessions;
pub use token::Token;
use token::TokenHolder;

use crate::gateway::context::GatewayContext;
use crate::gateway::session::Session;
use crate::jsonrpc::response;

pub struct HttpServer {
    context: Arc<GatewayContext>,
    config: HttpConfig,
    sessions: Sessions,
    /// Session shared by all stateless clients, created by the first one.
    shared_session: OnceLock<Arc<Session>>,
    tasks: TaskTracker,
    /// Cancelled to end every session.
    shutdown: CancellationToken,
}

/// All routes with their methods. Any other path is not found.
pub(crate) const ROUTES: [(&str, &[Method]); 3] = [
    ("/mcp", &[Method::POST, Method::GET, Method::DELETE]),
    ("/health", &[Method::GET]),
    ("/metrics", &[Method::GET]),
];

impl HttpServer {
    pub fn new(context: Arc<GatewayContext>, config: HttpConfig) -> Self {
        let sessions = Sessions::new(config.limits.max_sessions, config.limits.idle_timeout);
        Self {
            context,
            config,
            sessions,
            shared_session: OnceLock::new(),
            tasks: TaskTracker::new(),
            shutdown: CancellationToken::new(),
        }
    }

    /// Number of open sessions.
    pub fn session_count(&self) -> usize {
        self.sessions.count()
    }

    /// Handles one HTTP request. `on_authenticated` is called with the holder of its token.
    async fn handle_request<B>(
        &self,
        request: Request<B>,
        origin_guard: &OriginGuard,
        on_authenticated: impl FnOnce(&TokenHolder),
    ) -> Response<Body>
    where
        B: hyper::body::Body<Data = bytes::Bytes> + Send,
        B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        if let Err(why) = origin_guard.check(&request) {
            self.context.metrics.refused_requests.increment();
            return error_response(StatusCode::FORBIDDEN, why);
        }
        let path = request.uri().path();
        let Some((path, methods)) = ROUTES.iter().find(|(known, _)| *known == path && self.has_route(known))
        else {
            return error_response(StatusCode::NOT_FOUND, "not found");
        };
        if *path == "/health" && request.method() == Method::GET {
            return text_response("ok\n".to_owned());
        }
        let Some(holder) = token::authenticate(&self.config.tokens.borrow(), request.headers()) else {
            self.context.metrics.refused_requests.increment();
            let mut response = error_response(StatusCode::UNAUTHORIZED, "invalid or missing token");
            response.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            return response;
        };
        on_authenticated(&holder);
        if !methods.contains(request.method()) {
            let mut response = error_response(StatusCode::METHOD_NOT_ALLOWED, "method not allowed");
            let allow = methods.iter().map(Method::as_str).collect::<Vec<_>>().join(", ");
            response.headers_mut().extend(HeaderValue::try_from(allow).ok().map(|allow| (ALLOW, allow)));
            return response;
        }
        match (*path, request.method()) {
            ("/metrics", _) => text_response(self.context.metrics.to_prometheus(self.sessions.count())),
            (_, &Method::GET) => self.handle_get(&request, holder),
            (_, &Method::DELETE) => self.handle_delete(&request, holder),
            _ => self.handle_post(request, holder).await,
        }
    }

    fn has_route(&self, path: &str) -> bool {
        match path {
            "/health" => self.config.has_health,
            "/metrics" => self.config.has_metrics,
            _ => true,
        }
    }
}

fn text_response(text: String) -> Response<Body> {
    let mut response = Response::new(Body::Complete(Full::from(text)));
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// A response with one JSON message as its body.
fn json_response(status: StatusCode, message: Vec<u8>) -> Response<Body> {
    let mut response = Response::new(Body::Complete(Full::from(message)));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Status and message of a refused request.
struct HttpRefusal(StatusCode, &'static str);

impl From<HttpRefusal> for Response<Body> {
    fn from(HttpRefusal(status, why): HttpRefusal) -> Self {
        error_response(status, why)
    }
}

/// A JSON-RPC error without a request id.
fn error_response(status: StatusCode, why: &str) -> Response<Body> {
    json_response(status, response::error("null", response::INVALID_REQUEST, why).into_bytes())
}
