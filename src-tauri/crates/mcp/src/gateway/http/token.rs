//! Bearer tokens of the HTTP server.

use std::fmt;

use hyper::HeaderMap;
use hyper::header::AUTHORIZATION;
use subtle::ConstantTimeEq;

/// A bearer token. Its `Debug` output does not reveal it.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

/// Holder of the token that a request was sent with. Sessions belong to their holder.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct TokenHolder(Token);

impl TokenHolder {
    pub fn is_among(&self, tokens: &[Token]) -> bool {
        tokens.contains(&self.0)
    }
}

impl Token {
    /// Minimum length in bytes; shorter tokens could be guessed.
    const MIN_BYTES: usize = 16;

    /// Returns `None` if the text is too short or not visible ASCII, which a header could not carry.
    pub fn new(text: &str) -> Option<Self> {
        let is_fit = text.len() >= Self::MIN_BYTES && text.bytes().all(|byte| byte.is_ascii_graphic());
        is_fit.then(|| Self(text.to_owned()))
    }

    /// Generates a token of 256 random bits.
    pub fn random() -> Result<Self, getrandom::Error> {
        Ok(Self(random_hex::<32>()?))
    }

    /// The secret itself.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("Token")
    }
}

/// Random bytes as hexadecimal digits.
pub(super) fn random_hex<const BYTES: usize>() -> Result<String, getrandom::Error> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Returns the holder of the token in the `Authorization` header, the only place a token is accepted. Compares with
/// every token in constant time, so that timing reveals nothing about them.
pub(super) fn authenticate(tokens: &[Token], headers: &HeaderMap) -> Option<TokenHolder> {
    let mut given = headers.get_all(AUTHORIZATION).iter();
    let (first, None) = (given.next()?, given.next()) else { return None };
    let (scheme, secret) = first.as_bytes().split_at_checked("Bearer ".len())?;
    if !scheme.eq_ignore_ascii_case(b"Bearer ") {
        return None;
    }
    let secret = secret.trim_ascii();
    let mut holder = None;
    for token in tokens {
        if bool::from(token.0.as_bytes().ct_eq(secret)) {
            holder = Some(TokenHolder(token.clone()));
        }
    }
    holder
}
