//! Connection errors, converted from rmcp's error types.

use std::error::Error;
use std::process::ExitStatus;
use std::time::Duration;

use rmcp::model::{ErrorCode, ProtocolVersion};
use rmcp::service::{ClientInitializeError, ServiceError};
use rmcp::transport::streamable_http_client::{HttpStatusError, StreamableHttpError};

use crate::connection::Era;
use crate::fetch::reason;

/// An error with the last lines that the server wrote to standard error.
#[derive(Debug, thiserror::Error)]
#[error("{failure}")]
pub struct ConnectionError {
    pub failure: Failure,
    pub output: Vec<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error("the command {0} was not found")]
    NotFound(String),
    #[error("the command {program} could not be started: {error}")]
    NotStarted { program: String, error: std::io::Error },
    #[error("the command ended {} before it answered", ending(.0))]
    Ended(Option<ExitStatus>),
    #[error("the command printed text that is not MCP, and nothing else: {}", first_line(.0))]
    NotMcp(Vec<String>),
    #[error("the server did not answer within {} seconds", .0.as_secs())]
    Silent(Duration),
    #[error("the address cannot be used: {0}")]
    Address(String),
    #[error("the server could not be reached: {0}")]
    NotReached(String),
    #[error("the server answered with status {0}")]
    Status(u16),
    /// `challenge` is the server's `WWW-Authenticate` header.
    #[error("the server wants you to sign in")]
    NeedsSignIn { challenge: String },
    #[error("the kept sign-in cannot be used: {0}")]
    SignIn(String),
    #[error("what answers there is not an MCP server: {0}")]
    NotMcpThere(String),
    /// The first response belongs to another request; reconnecting with this lifecycle may work.
    #[error("the server's first answer is not what the protocol asks for")]
    Misunderstood(Era),
    #[error("the server's first answer is malformed: {}", shortened(.0))]
    Unreadable(String),
    #[error("the server speaks a version of MCP that is not known here: {}", shortened(.0))]
    Version(String),
    #[error("the server ended the session again and again")]
    Session,
    #[error("the server refused the handshake: {}", shortened(.0))]
    Handshake(String),
    #[error("the server did not list its tools: {0}")]
    List(String),
    #[error("the call failed: {0}")]
    Call(String),
    #[error("the call was called off")]
    CalledOff,
}

fn ending(status: &Option<ExitStatus>) -> String {
    match status.map(|status| (status.code(), status)) {
        Some((Some(code), _)) => format!("with code {code}"),
        Some((None, status)) => format!("by {status}"),
        None => "its connection".to_owned(),
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
    pub(crate) fn of_handshake(error: &ClientInitializeError) -> Self {
        match error {
            ClientInitializeError::LegacyFallbackFailed { fallback, discover } => {
                match (Self::of_handshake(discover), Self::of_handshake(fallback)) {
                    // The response to the first request may be more specific than the response to the second.
                    (first @ Self::Unreadable(_), _) | (first, Self::Ended(_)) => first,
                    // The server rejected `server/discover` already.
                    (_, Self::Misunderstood(_)) => Self::Misunderstood(Era::Handshake),
                    (_, second) => second,
                }
            }
            ClientInitializeError::TransportError { error, .. } => {
                Self::of_http(error.error.as_ref()).unwrap_or(Self::Ended(None))
            }
            ClientInitializeError::ConnectionClosed(_) => Self::Ended(None),
            // Some servers answer methods that they do not know with an empty result.
            ClientInitializeError::ExpectedInitResult(_) => Self::Misunderstood(Era::Handshake),
            // A server that is slow to start answers `server/discover` after `initialize` was sent: with an error
            // if it does not know the method, with a result if it does.
            ClientInitializeError::UncorrelatedErrorResponse { .. } => Self::Misunderstood(Era::Handshake),
            ClientInitializeError::ConflictInitResponseId(..) => Self::Misunderstood(Era::Stateless),
            ClientInitializeError::JsonRpcError(error) if error.code == ErrorCode::PARSE_ERROR => {
                Self::Unreadable(error.message.clone().into_owned())
            }
            ClientInitializeError::JsonRpcError(error) => Self::Handshake(error.message.clone().into_owned()),
            ClientInitializeError::NoCompatibleProtocolVersion { server_supported, .. } => {
                let versions: Vec<&str> = server_supported.iter().map(ProtocolVersion::as_str).collect();
                Self::Version(versions.join(", "))
            }
            other => Self::Handshake(other.to_string()),
        }
    }

    pub(crate) fn of_list(error: ServiceError) -> Self {
        match error {
            ServiceError::McpError(error) => Self::List(error.message.into_owned()),
            ServiceError::Timeout { timeout } => Self::Silent(timeout),
            ServiceError::TransportClosed => Self::List("it closed the connection".to_owned()),
            ServiceError::TransportSend(error) => {
                Self::of_http(error.error.as_ref()).unwrap_or_else(|| Self::List(error.to_string()))
            }
            other => Self::List(other.to_string()),
        }
    }

    pub(crate) fn of_call(error: ServiceError) -> Self {
        match Self::of_list(error) {
            Self::List(why) => Self::Call(why),
            other => other,
        }
    }

    /// Finds an error of the HTTP transport in the chain of causes.
    fn of_http(error: &(dyn Error + 'static)) -> Option<Self> {
        let mut cause = Some(error);
        while let Some(current) = cause {
            if let Some(error) = current.downcast_ref::<StreamableHttpError<reqwest::Error>>() {
                return Some(match error {
                    StreamableHttpError::AuthRequired(_) | StreamableHttpError::InsufficientScope(_) => {
                        let challenge = error.auth_challenge().unwrap_or_default().to_owned();
                        Self::NeedsSignIn { challenge }
                    }
                    StreamableHttpError::Auth(error) => Self::SignIn(error.to_string()),
                    StreamableHttpError::Client(error) => Self::NotReached(reason(error)),
                    StreamableHttpError::HttpStatus(HttpStatusError { status, .. }) => Self::Status(*status),
                    StreamableHttpError::UnexpectedContentType(kind) => Self::NotMcpThere(match kind {
                        Some(kind) => format!("it sends {}", hintsmith_core::text::truncate_chars(kind, 60)),
                        None => "it sends nothing".to_owned(),
                    }),
                    StreamableHttpError::SessionExpired
                    | StreamableHttpError::SessionRecoveryTimeout
                    | StreamableHttpError::ReinitializationFailed(_) => Self::Session,
                    other => Self::NotMcpThere(shortened(&other.to_string())),
                });
            }
            cause = current.source();
        }
        None
    }
}
