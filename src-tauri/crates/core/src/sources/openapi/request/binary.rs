//! Binary arguments. JSON has no bytes, so an argument is base64 or a `data:` URL (RFC 2397).
//!
//! Plain text is not accepted: much of it is valid base64 too, and a server would receive something else than was meant.
//! `data:,plain text` sends text.

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use serde_json::Value;

use super::{field, percent};

/// Text for the description of a binary argument.
pub const DESCRIPTION: &str = "Base64, or a data: URL.";

const PROBLEM: &str = "is not base64, and not a data: URL";

/// Maximum length of a file name, in characters.
const MAX_FILENAME_CHARS: usize = 200;

/// A decoded argument, with what its `data:` URL says about it.
#[derive(Debug, PartialEq, Eq)]
pub struct Binary {
    pub bytes: Vec<u8>,
    /// Without parameters, in lower case.
    pub media_type: Option<String>,
    /// From the parameter `name` or `filename`, without folders.
    pub filename: Option<String>,
}

/// Decodes a binary argument: either alphabet, with or without padding and line breaks.
pub fn decode(value: &Value) -> Result<Binary, String> {
    let Value::String(text) = value else { return Err(PROBLEM.to_owned()) };
    let Some(url) = text.get(..5).filter(|scheme| scheme.eq_ignore_ascii_case("data:")) else {
        return Ok(Binary { bytes: decode_base64(text)?, media_type: None, filename: None });
    };
    let Some((media_type, data)) = text[url.len()..].split_once(',') else { return Err(PROBLEM.to_owned()) };
    let mut bytes = percent::decode(data);
    let mut parts = media_type.split(';').map(str::trim);
    let media_type = parts.next().map(str::to_ascii_lowercase).filter(|media_type| is_media_type(media_type));
    let (mut filename, mut is_base64) = (None, false);
    for part in parts {
        is_base64 = part.eq_ignore_ascii_case("base64");
        if let Some((key, value)) = part.split_once('=')
            && ["name", "filename"].contains(&key.trim().to_ascii_lowercase().as_str())
        {
            filename = clean_filename(&String::from_utf8_lossy(&percent::decode(value)));
        }
    }
    if is_base64 {
        bytes = decode_base64(std::str::from_utf8(&bytes).map_err(|_| PROBLEM.to_owned())?)?;
    }
    Ok(Binary { bytes, media_type, filename })
}

fn is_media_type(text: &str) -> bool {
    text.split_once('/').is_some_and(|(kind, subtype)| field::is_token(kind) && field::is_token(subtype))
}

/// The last part of a path, without quotes and control characters. `None` if nothing remains.
fn clean_filename(name: &str) -> Option<String> {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default().trim_matches(['"', ' ']);
    let clean: String = last.chars().filter(|c| !c.is_control()).take(MAX_FILENAME_CHARS).collect();
    (!clean.trim_matches(['.', ' ']).is_empty()).then_some(clean)
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
            let decoded = decode(&text.into()).ok().map(|binary| binary.bytes);
            assert_eq!(decoded.as_deref(), expected, "{text}");
        }
        assert!(decode(&Value::Null).is_err());
    }

    #[test]
    fn a_data_url_can_have_a_media_type_and_a_file_name() {
        for (text, media_type, filename) in [
            ("data:image/PNG;name=a%20b.png;base64,aGk=", Some("image/png"), Some("a b.png")),
            ("data:text/csv;charset=utf-8;filename=\"c.csv\",x", Some("text/csv"), Some("c.csv")),
            ("data:;name=../../etc/passwd;base64,aGk=", None, Some("passwd")),
            ("data:;name=C:%5Ctemp%5Cd.txt,x", None, Some("d.txt")),
            ("data:;name=..,x", None, None),
            ("data:a/b%0D%0AX-Evil: 1;name=e%0D%0Af,x", None, Some("ef")),
            ("data:,x", None, None),
            ("aGk=", None, None),
        ] {
            let binary = decode(&text.into()).unwrap();
            assert_eq!(
                (binary.media_type.as_deref(), binary.filename.as_deref()),
                (media_type, filename),
                "{text}"
            );
        }
    }
}
