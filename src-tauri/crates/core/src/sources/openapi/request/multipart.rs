//! Bodies of type `multipart/form-data` (RFC 7578). Names are escaped as browsers do it, so that none can end its header.

use std::fmt;

use super::field;

/// A part of a `multipart/form-data` body.
#[derive(Clone, PartialEq, Eq)]
pub struct Part {
    pub name: String,
    /// Given for binary parts, which many servers only accept as a file.
    pub filename: Option<String>,
    pub media_type: Option<String>,
    /// Further headers, with values from the document.
    pub headers: Vec<(String, String)>,
    pub content: Vec<u8>,
}

impl fmt::Debug for Part {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{} {} bytes", self.name, self.content.len())
    }
}

/// Writes the body. `None` if a part contains the boundary, or the boundary is not of letters and digits.
pub fn encode_parts(parts: &[Part], boundary: &str) -> Option<Vec<u8>> {
    let is_valid =
        (1..=70).contains(&boundary.len()) && boundary.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let occurs = |part: &Part| memchr::memmem::find(&part.content, boundary.as_bytes()).is_some();
    if !is_valid || parts.iter().any(occurs) {
        return None;
    }
    let mut out = Vec::new();
    for part in parts {
        out.extend_from_slice(format!("--{boundary}\r\n{}\r\n", part_headers(part)).as_bytes());
        out.extend_from_slice(&part.content);
        out.extend_from_slice(b"\r\n");
    }
    out.extend_from_slice(format!("--{boundary}--\r\n").as_bytes());
    Some(out)
}

fn part_headers(part: &Part) -> String {
    let mut headers = format!("Content-Disposition: form-data; name=\"{}\"", escape_name(&part.name));
    if let Some(filename) = &part.filename {
        headers.push_str(&format!("; filename=\"{}\"", escape_name(filename)));
    }
    headers.push_str("\r\n");
    let media_type = part.media_type.iter().map(|media_type| ("Content-Type", media_type.as_str()));
    let others = part.headers.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let is_valid =
        |(name, value): &(&str, &str)| field::is_token(name) && field::header_value_problem(value).is_none();
    for (name, value) in media_type.chain(others).filter(is_valid) {
        headers.push_str(&format!("{name}: {value}\r\n"));
    }
    headers
}

/// Escapes as WHATWG HTML does for `multipart/form-data`. NUL is escaped too.
fn escape_name(name: &str) -> String {
    name.replace('"', "%22").replace('\r', "%0D").replace('\n', "%0A").replace('\0', "%00")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(name: &str, content: &str) -> Part {
        let content = content.as_bytes().to_vec();
        Part { name: name.to_owned(), filename: None, media_type: None, headers: Vec::new(), content }
    }

    #[test]
    fn parts_are_written_with_their_headers() {
        let file = Part {
            filename: Some("photo".to_owned()),
            media_type: Some("image/png".to_owned()),
            headers: vec![("X-Kind".to_owned(), "a".to_owned()), ("X-Bad".to_owned(), "a\r\nb".to_owned())],
            ..part("photo", "\u{89}")
        };
        let bytes = encode_parts(&[part("a", "1"), file], "B").unwrap();
        let expected = "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--B\r\nContent-Disposition: \
                        form-data; name=\"photo\"; filename=\"photo\"\r\nContent-Type: image/png\r\nX-Kind: \
                        a\r\n\r\n\u{89}\r\n--B--\r\n";
        assert_eq!(String::from_utf8(bytes).unwrap(), expected);
    }

    #[test]
    fn no_part_can_end_its_header_or_the_body() {
        let name = "a\"; filename=\"x\"\r\nX-Evil: 1\r\n\r\n\0";
        let bytes = String::from_utf8(encode_parts(&[part(name, "c")], "B").unwrap()).unwrap();
        assert_eq!(bytes.lines().count(), 5, "{bytes}");
        assert!(bytes.contains("name=\"a%22; filename=%22x%22%0D%0AX-Evil: 1%0D%0A%0D%0A%00\"\r\n"));
        assert_eq!(encode_parts(&[part("a", "1--XB9\r\n")], "XB9"), None);
        for boundary in ["", "a b", "a\r\n", "é"] {
            assert_eq!(encode_parts(&[], boundary), None);
        }
    }
}
