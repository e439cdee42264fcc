//! Text that may hold a secret: zeroized when dropped, printed as dots, and read only through [`SecretText::expose`].

use std::fmt;

use zeroize::{Zeroize, Zeroizing};

/// Placeholder shown instead of a secret.
pub const REDACTED: &str = "••••••";

/// A text that may hold a secret anywhere in it, such as a command line, a URL or a stored value. It cannot be printed,
/// logged or serialized by accident.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct SecretText(Zeroizing<String>);

impl SecretText {
    /// Returns `None` if the bytes are not UTF-8; they are zeroized either way.
    pub fn from_bytes(bytes: Vec<u8>) -> Option<Self> {
        match String::from_utf8(bytes) {
            Ok(text) => Some(text.into()),
            Err(error) => {
                error.into_bytes().zeroize();
                None
            }
        }
    }

    /// The text itself, for passing it to the server or the vault it is meant for, never for display.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl From<String> for SecretText {
    fn from(text: String) -> Self {
        Self(Zeroizing::new(text))
    }
}

impl From<&str> for SecretText {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl fmt::Debug for SecretText {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(REDACTED)
    }
}

impl fmt::Display for SecretText {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(REDACTED)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_not_shown_by_accident() {
        let secret = SecretText::from("hunter2");
        assert_eq!(format!("{secret:?} {secret} {:?}", Some(&secret)), "•••••• •••••• Some(••••••)");
        assert_eq!(secret.expose(), "hunter2");
        assert!(SecretText::from_bytes(vec![0xff]).is_none());
    }
}
