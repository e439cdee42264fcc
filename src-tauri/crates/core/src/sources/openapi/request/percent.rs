//! Percent-encoding (RFC 3986, section 2.1) of values, names and the fixed parts of a path.

/// Which characters of a value are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// Only unreserved characters: no value can contain a delimiter.
    Component,
    /// `allowReserved`: reserved characters are kept unless a server could read them as a delimiter (`&`, `=`, `+`,
    /// `#`, and `;`, which older servers split at) or they are not allowed in a query (`[`, `]`). `%` is encoded, so
    /// that the server decodes to the argument as it is.
    Reserved,
    /// [`Encoding::Reserved`] for an item of a list that commas separate.
    ReservedItem,
    /// `application/x-www-form-urlencoded`: a space becomes `+`.
    Form,
    /// Nothing is encoded, as in a part of a multipart body.
    Raw,
}

impl Encoding {
    pub fn encode(self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        self.encode_into(text, &mut out);
        out
    }

    pub fn encode_into(self, text: &str, out: &mut String) {
        if self == Self::Raw {
            out.push_str(text);
            return;
        }
        for byte in text.bytes() {
            match byte {
                b' ' if self == Self::Form => out.push('+'),
                byte if self.keeps(byte) => out.push(char::from(byte)),
                byte => push_encoded(byte, out),
            }
        }
    }

    /// The encoding for items that commas separate.
    pub const fn for_items(self) -> Self {
        match self {
            Self::Reserved => Self::ReservedItem,
            other => other,
        }
    }

    const fn keeps(self, byte: u8) -> bool {
        match byte {
            b'~' => !matches!(self, Self::Form),
            b'*' => matches!(self, Self::Form | Self::Reserved | Self::ReservedItem),
            b':' | b'/' | b'?' | b'@' | b'!' | b'$' | b'(' | b')' => {
                matches!(self, Self::Reserved | Self::ReservedItem)
            }
            b',' => matches!(self, Self::Reserved),
            _ => byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_'),
        }
    }
}

/// Encodes a fixed part of a path or query of a document. Existing triplets such as `%20` and delimiters are kept.
pub fn encode_literal(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let bytes = text.as_bytes();
    for (at, &byte) in bytes.iter().enumerate() {
        let is_triplet =
            || matches!(bytes.get(at + 1..at + 3), Some(digits) if digits.iter().all(u8::is_ascii_hexdigit));
        let is_kept = byte.is_ascii_alphanumeric() || b"-._~!$&()*+,;=:@/?".contains(&byte);
        if is_kept || (byte == b'%' && is_triplet()) {
            out.push(char::from(byte));
        } else {
            push_encoded(byte, &mut out);
        }
    }
    out
}

/// Decodes a query parameter's name or value; invalid triplets are kept.
pub fn decode(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let digit = |offset: usize| bytes.get(at + offset).and_then(|byte| char::from(*byte).to_digit(16));
        let triplet = digit(1).zip(digit(2)).and_then(|(high, low)| u8::try_from(high * 16 + low).ok());
        match (byte, triplet) {
            (b'%', Some(decoded)) => {
                out.push(decoded);
                at += 2;
            }
            _ => out.push(byte),
        }
        at += 1;
    }
    out
}

fn push_encoded(byte: u8, out: &mut String) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    let digit = |value: u8| char::from(DIGITS[usize::from(value)]);
    out.extend(['%', digit(byte >> 4), digit(byte & 15)]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_encoding_keeps_its_characters() {
        let all: String = (0x20_u8..0x7f).map(char::from).collect();
        let kept = |encoding: Encoding| -> String {
            all.chars().filter(|c| encoding.encode(&c.to_string()) == c.to_string()).collect()
        };
        let letters = "0123456789";
        for (encoding, expected) in [
            (Encoding::Component, "-._~"),
            (Encoding::Reserved, "!$()*,-./:?@_~"),
            (Encoding::ReservedItem, "!$()*-./:?@_~"),
            (Encoding::Form, "*-._"),
        ] {
            let others: String = kept(encoding).chars().filter(|c| !c.is_ascii_alphanumeric()).collect();
            assert_eq!(others, expected, "{encoding:?}");
            assert_eq!(encoding.encode(letters), letters);
        }
        assert_eq!(kept(Encoding::Raw), all);
        assert_eq!(Encoding::Form.encode("a b+c"), "a+b%2Bc");
        assert_eq!(Encoding::Component.encode("é\r\n\0"), "%C3%A9%0D%0A%00");
    }

    #[test]
    fn literals_keep_triplets_and_delimiters() {
        for (text, expected) in [
            ("/a b/{c}", "/a%20b/%7Bc%7D"),
            ("/a%20b%2", "/a%20b%252"),
            ("/a\\b#'\"<>|é", "/a%5Cb%23%27%22%3C%3E%7C%C3%A9"),
            ("/x:y@z;a=1,2", "/x:y@z;a=1,2"),
        ] {
            assert_eq!(encode_literal(text), expected);
        }
    }

    #[test]
    fn decoding_reverses_encoding() {
        for text in ["a b", "100%", "é&=+#", ""] {
            assert_eq!(decode(&Encoding::Component.encode(text)), text.as_bytes());
        }
        assert_eq!(decode("%zz%4"), b"%zz%4");
    }
}
