//! Why a scan failed, and what the user can do.

use hintsmith_mcp::error::{ConnectionError, Failure as Why};

use crate::dto::Failure;
use crate::error::ApiError;

/// Why a scan failed, for the user, and whether an automatic retry may help.
pub(crate) struct RefreshError {
    pub failure: Failure,
    /// The `WWW-Authenticate` challenge, if the server requires sign-in.
    pub challenge: Option<String>,
    pub is_transient: bool,
}

impl RefreshError {
    pub fn new(error: &impl ToString, hint: &str) -> Self {
        let failure = Failure { message: error.to_string(), hint: hint.to_owned(), output: Vec::new() };
        Self { failure, challenge: None, is_transient: false }
    }
}

impl From<ApiError> for RefreshError {
    fn from(error: ApiError) -> Self {
        Self::new(&error.message, &error.hint)
    }
}

impl From<ConnectionError> for RefreshError {
    fn from(error: ConnectionError) -> Self {
        let is_transient = matches!(
            error.failure,
            Why::Exited(_)
                | Why::TimedOut(_)
                | Why::Unreachable(_)
                | Why::ListFailed(_)
                | Why::HttpStatus(429 | 500..)
        );
        let challenge = match &error.failure {
            Why::SignInRequired { challenge } => Some(challenge.clone()),
            _ => None,
        };
        let has_no_output = matches!(error.failure, Why::Exited(_)) && error.stderr.is_empty();
        let hint_for = if has_no_output {
            "Run the command in a terminal to see the error."
        } else {
            hint(&error.failure)
        };
        let (hint_for, message) = (hint_for.to_owned(), error.to_string());
        Self { failure: Failure { message, hint: hint_for, output: error.stderr }, challenge, is_transient }
    }
}

/// The hint for a failure.
fn hint(failure: &Why) -> &'static str {
    match failure {
        Why::CommandNotFound(_) => "Install the program, or give its full path.",
        Why::SpawnFailed { .. } => "Check that the file is executable.",
        Why::Exited(_) => "Check its last output, or run the command in a terminal to see all output.",
        Why::NotMcpOutput(_) => {
            "Check that the command starts an MCP server over stdio. Some servers need an argument such as `stdio`."
        }
        Why::TimedOut(_) => {
            "Check that the command starts an MCP server and does not wait for input, then try again."
        }
        Why::InvalidAddress(_) => "Edit the server and correct its URL.",
        Why::Unreachable(_) => "Check the URL and your network, then try again.",
        Why::HttpStatus(404) => "Check the path of the URL. Many servers use /mcp.",
        Why::HttpStatus(403) => "Check the headers, or sign in with an account that may use this server.",
        Why::HttpStatus(429) => "The server limits requests. Try again later.",
        Why::SessionLost => "Try again later. The tools of the last successful scan are kept.",
        Why::HttpStatus(_) => "The server reported an error. Try again later.",
        Why::SignInRequired { .. } => "Sign in, or set a token in the Authorization header.",
        Why::SignInFailed(_) => "Sign in again.",
        Why::NotMcpEndpoint(_) => "Check the URL. Many servers use /mcp.",
        Why::HandshakeRejected(_)
        | Why::WrongLifecycle(_)
        | Why::MalformedHandshake(_)
        | Why::UnsupportedVersion(_) => {
            "Check that the server is up to date. Its last output may contain more details."
        }
        Why::ListFailed(_) | Why::CallFailed(_) | Why::Cancelled => {
            "Try again. The tools of the last successful scan are kept."
        }
    }
}
