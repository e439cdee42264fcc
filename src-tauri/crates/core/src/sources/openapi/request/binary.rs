//! Binary arguments. JSON has no bytes, so an argument is base64 or a `data:` URL (RFC 2397).
//!
//! Plain text is not accepted: much of it is valid base64 too, and a server would receive something else than was meant.
//! `data:,plain text` sends text.

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use serde_json::Value;

use super::percent;

/// Text for the description of a binary argument.
pub const DESCRIPTION: &str = "Base64, or a data: URL.";

const PROBLEM: &str = "is not base64, and not a data: URL";

/// Decodes a binary argument: either alphabet, with or without padding and line breaks.
pub fn decode(value: &Value) -> Result<Vec<u8>, String> {
    let Value::String(text) = value else { return Err(PROBLEM.to_owned()) };
    let Some(url) = text.get(..5).filter(|scheme| scheme.eq_ignore_ascii_case("data:")) else {
        return decode_base64(text);
    };
    let Some((media_type, data)) = text[url.len()..].split_once(',') else { return Err(PROBLEM.to_owned()) };
    let data = percent::decode(data);
    if !media_type.trim_end().to_ascii_lowercase().ends_with(";base64") {
        return Ok(data);
    }
    decode_base64(std::str::from_utf8(&data).map_err(|_| PROBLEM.to_owned())?)
}

fn decode_base64(text: &str) -> Result<Vec<u8>, String> {
    let config = GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true);
    let to_standard = |character| match character {
        '-' => '+',
        '_' => '/',
        other => other,
    };
    let text: String = text.chars().filter(|c| !c.is_ascii_whitespace()).map(to_standard).collect();
    GeneralPurpose::new(&STANDARD, config).decode(text).map_err(|_| PROBLEM.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_and_data_urls_are_decoded() {
        for (text, expected) in [
            ("aGk=", Some(&b"hi"[..])),
            ("aGk", Some(b"hi")),
            ("a\nGk=\r\n", Some(b"hi")),
            ("_-8=", Some(b"\xff\xef")),
            ("/+8", Some(b"\xff\xef")),
            ("", Some(b"")),
            ("data:image/png;base64,aGk=", Some(b"hi")),
            ("DATA:text/plain;charset=utf-8,a%20b%2C", Some(b"a b,")),
            ("data:,", Some(b"")),
            ("data:;base64,?", None),
            ("data:nothing", None),
            ("plain text", None),
            ("{\"a\":1}", None),
        ] {
            assert_eq!(decode(&text.into()).ok().as_deref(), expected, "{text}");
        }
        assert!(decode(&Value::Null).is_err());
    }
}
