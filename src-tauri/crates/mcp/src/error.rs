//! Connection errors, converted from rmcp's error types.

use std::error::Error;
use std::process::ExitStatus;
use std::time::Duration;

use rmcp::model::{ErrorCode, ProtocolVersion};
use rmcp::service::{ClientInitializeError, ServiceError};
use rmcp::transport::streamable_http_client::{HttpStatusError, StreamableHttpError};

use crate::era::Era;
use crate::fetch::root_cause;

/// An error with the last lines that the server wrote to standard error.
#[derive(Debug, thiserror::Error)]
#[error("{failure}")]
pub struct ConnectionError {
    pub failure: Failure,
    pub stderr: Vec<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error("the command {0} was not found")]
    CommandNotFound(String),
    #[error("the command {program} could not be started: {error}")]
    SpawnFailed { program: String, error: std::io::Error },
    #[error("the command {} before responding", ending(.0))]
    Exited(Option<ExitStatus>),
    #[error("the command printed only text that is not MCP: {}", first_line(.0))]
    NotMcpOutput(Vec<String>),
    #[error("the server did not respond within {} seconds", .0.as_secs())]
    TimedOut(Duration),
    #[error("the URL or its headers are invalid: {0}")]
    InvalidAddress(String),
    #[error("the server could not be reached: {0}")]
    Unreachable(String),
    #[error("the server responded with HTTP status {0}")]
    HttpStatus(u16),
    /// `challenge` is the server's `WWW-Authenticate` header.
    #[error("the server requires sign-in")]
    SignInRequired { challenge: String },
    #[error("the stored sign-in is not valid: {0}")]
    SignInFailed(String),
    #[error("the URL does not belong to an MCP server: {0}")]
    NotMcpEndpoint(String),
    /// The first response belongs to another request; reconnecting with this lifecycle may work.
    #[error("the server's first response violates the protocol")]
    WrongLifecycle(Era),
    #[error("the server's first response is malformed: {}", shortened(.0))]
    MalformedHandshake(String),
    #[error("the server supports only unknown versions of MCP: {}", shortened(.0))]
    UnsupportedVersion(String),
    #[error("the server ended the session repeatedly")]
    SessionLost,
    #[error("the server rejected the handshake: {}", shortened(.0))]
    HandshakeRejected(String),
    #[error("the server did not list its tools: {0}")]
    ListFailed(String),
    #[error("the call failed: {0}")]
    CallFailed(String),
    #[error("the call was cancelled")]
    Cancelled,
}

fn ending(status: &Option<ExitStatus>) -> String {
    match status.map(|status| (status.code(), status)) {
        Some((Some(code), _)) => format!("exited with code {code}"),
        Some((None, status)) => format!("was stopped ({status})"),
        None => "closed the connection".to_owned(),
    }
}

fn first_line(lines: &[String]) -> String {
    lines
        .first()
        .map(|line| format!("{:?}", hintsmith_core::text::truncate_chars(line, 80)))
        .unwrap_or_default()
}

/// Foreign text, cut to what fits in a sentence.
fn shortened(text: &str) -> String {
    hintsmith_core::text::truncate_chars(text, 120).into_owned()
}

impl Failure {
    /// Converts a failed handshake. `Exited` is returned for a closed connection.
    pub(crate) fn from_handshake_error(error: &ClientInitializeError) -> Self {
        match error {
            ClientInitializeError::LegacyFallbackFailed { fallback, discover } => {
                match (Self::from_handshake_error(discover), Self::from_handshake_error(fallback)) {
                    // The response to the first request may be more specific than the response to the second.
                    (first @ Self::MalformedHandshake(_), _) | (first, Self::Exited(_)) => first,
                    // The server rejected `server/discover` already.
                    (_, Self::WrongLifecycle(_)) => Self::WrongLifecycle(Era::Handshake),
                    (_, second) => second,
                }
            }
            ClientInitializeError::TransportError { error, .. } => {
                Self::from_http_error(error.error.as_ref()).unwrap_or(Self::Exited(None))
            }
            ClientInitializeError::ConnectionClosed(_) => Self::Exited(None),
            // Some servers answer methods that they do not know with an empty result.
            ClientInitializeError::ExpectedInitResult(_) => Self::WrongLifecycle(Era::Handshake),
            // A server that is slow to start answers `server/discover` after `initialize` was sent: with an error
            // if it does not know the method, with a result if it does.
            ClientInitializeError::UncorrelatedErrorResponse { .. } => Self::WrongLifecycle(Era::Handshake),
            ClientInitializeError::ConflictInitResponseId(..) => Self::WrongLifecycle(Era::Stateless),
            ClientInitializeError::JsonRpcError(error) if error.code == ErrorCode::PARSE_ERROR => {
                Self::MalformedHandshake(error.message.clone().into_owned())
            }
            ClientInitializeError::JsonRpcError(error) => {
                Self::HandshakeRejected(error.message.clone().into_owned())
            }
            ClientInitializeError::NoCompatibleProtocolVersion { server_supported, .. } => {
                let versions: Vec<&str> = server_supported.iter().map(ProtocolVersion::as_str).collect();
                Self::UnsupportedVersion(versions.join(", "))
            }
            other => Self::HandshakeRejected(other.to_string()),
        }
    }

    pub(crate) fn from_list_error(error: ServiceError) -> Self {
        match error {
            ServiceError::McpError(error) => Self::ListFailed(error.message.into_owned()),
            ServiceError::Timeout { timeout } => Self::TimedOut(timeout),
            ServiceError::TransportClosed => Self::ListFailed("the server closed the connection".to_owned()),
            ServiceError::TransportSend(error) => Self::from_http_error(error.error.as_ref())
                .unwrap_or_else(|| Self::ListFailed(error.to_string())),
            other => Self::ListFailed(other.to_string()),
        }
    }

    pub(crate) fn from_call_error(error: ServiceError) -> Self {
        match Self::from_list_error(error) {
            Self::ListFailed(why) => Self::CallFailed(why),
            other => other,
        }
    }

    /// Finds an error of the HTTP transport in the chain of causes.
    fn from_http_error(error: &(dyn Error + 'static)) -> Option<Self> {
        let mut cause = Some(error);
        while let Some(current) = cause {
            if let Some(error) = current.downcast_ref::<StreamableHttpError<reqwest::Error>>() {
                return Some(match error {
                    StreamableHttpError::AuthRequired(_) | StreamableHttpError::InsufficientScope(_) => {
                        let challenge = error.auth_challenge().unwrap_or_default().to_owned();
                        Self::SignInRequired { challenge }
                    }
                    StreamableHttpError::Auth(error) => Self::SignInFailed(error.to_string()),
                    StreamableHttpError::Client(error) => Self::Unreachable(root_cause(error)),
                    StreamableHttpError::HttpStatus(HttpStatusError { status, .. }) => {
                        Self::HttpStatus(*status)
                    }
                    StreamableHttpError::UnexpectedContentType(kind) => Self::NotMcpEndpoint(match kind {
                        Some(kind) => {
                            format!("the response type is {}", hintsmith_core::text::truncate_chars(kind, 60))
                        }
                        None => "the response has no content type".to_owned(),
                    }),
                    StreamableHttpError::SessionExpired
                    | StreamableHttpError::SessionRecoveryTimeout
                    | StreamableHttpError::ReinitializationFailed(_) => Self::SessionLost,
                    other => Self::NotMcpEndpoint(shortened(&other.to_string())),
                });
            }
            cause = current.source();
        }
        None
    }
}
