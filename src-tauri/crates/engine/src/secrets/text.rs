//! A secret in memory: wiped when it is dropped, and shown only where somebody asks for it by name.

use std::fmt;

use zeroize::{Zeroize, Zeroizing};

#[derive(Clone)]
pub struct SecretText(Zeroizing<String>);

impl SecretText {
    /// None when the bytes are no text; they are wiped either way.
    pub(crate) fn from_bytes(bytes: Vec<u8>) -> Option<Self> {
        match String::from_utf8(bytes) {
            Ok(text) => Some(text.into()),
            Err(error) => {
                error.into_bytes().zeroize();
                None
            }
        }
    }

    /// The secret itself.
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
        formatter.write_str("••••••")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_not_shown_by_accident() {
        let secret = SecretText::from("hunter2");
        assert_eq!(format!("{secret:?} {:?}", Some(&secret)), "•••••• Some(••••••)");
        assert_eq!(secret.expose(), "hunter2");
        assert!(SecretText::from_bytes(vec![0xff]).is_none());
    }
}
