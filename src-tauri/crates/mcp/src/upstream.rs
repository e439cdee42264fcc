//! Where a server is: a command to start or an address to ask. Secrets are in it, so it is never shown or stored.

use std::fmt;
use std::sync::Arc;

use hintsmith_core::secret_text::SecretText;

use crate::process::Command;
use crate::sign_in::{Client, Credentials};

#[derive(Clone)]
pub enum Upstream {
    Command(Command),
    Http(Address),
}

/// A server that speaks Streamable HTTP.
#[derive(Clone)]
pub struct Address {
    pub url: SecretText,
    pub headers: Vec<(String, SecretText)>,
    /// Where the tokens of a signed-in person are kept; without it nobody can sign in.
    pub credentials: Option<Arc<dyn Credentials>>,
    pub client: Client,
}

impl fmt::Debug for Upstream {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(match self {
            Self::Command(_) => "Upstream::Command",
            Self::Http(_) => "Upstream::Http",
        })
    }
}

impl From<Command> for Upstream {
    fn from(command: Command) -> Self {
        Self::Command(command)
    }
}
