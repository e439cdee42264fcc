//! Endpoint of a server: a command or an HTTP endpoint, with resolved secrets. Never displayed or stored.

use std::fmt;
use std::sync::Arc;

use hintsmith_core::sources::secret_text::SecretText;

use crate::api_server::ApiServer;
use crate::process::Command;
use crate::sign_in::{CredentialBackend, OAuthClient};

#[derive(Clone)]
pub enum Endpoint {
    Command(Command),
    Http(HttpEndpoint),
    /// An API described by an OpenAPI document, called from this process.
    Api(Arc<ApiServer>),
}

/// A Streamable HTTP endpoint.
#[derive(Clone)]
pub struct HttpEndpoint {
    pub url: SecretText,
    pub headers: Vec<(String, SecretText)>,
    /// Storage for OAuth tokens; without it the server is accessed without sign-in.
    pub credentials: Option<Arc<dyn CredentialBackend>>,
    pub oauth_client: OAuthClient,
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(match self {
            Self::Command(_) => "Endpoint::Command",
            Self::Http(_) => "Endpoint::Http",
            Self::Api(_) => "Endpoint::Api",
        })
    }
}

impl From<Command> for Endpoint {
    fn from(command: Command) -> Self {
        Self::Command(command)
    }
}
