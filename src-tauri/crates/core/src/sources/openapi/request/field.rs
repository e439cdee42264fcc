//! Names and values of headers and cookies (RFC 9110, section 5; RFC 6265, section 4.1.1).

/// Headers that connections, proxies and credentials are made of, or that replace the method by which a tool was judged.
const RESERVED_HEADERS: [&str; 25] = [
    "accept-encoding",
    "connection",
    "content-encoding",
    "content-length",
    "content-transfer-encoding",
    "cookie",
    "cookie2",
    "date",
    "expect",
    "forwarded",
    "host",
    "http2-settings",
    "keep-alive",
    "origin",
    "referer",
    "set-cookie",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "via",
    "x-http-method",
    "x-http-method-override",
    "x-method-override",
    "x-original-url",
];

/// Returns whether the client sets this header, so that no argument may.
pub fn is_reserved_header(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    RESERVED_HEADERS.contains(&name.as_str())
        || ["proxy-", "sec-", "x-forwarded-", "x-rewrite-"].iter().any(|prefix| name.starts_with(prefix))
}

/// Returns whether the text is a `token`, as names of headers and cookies are.
pub fn is_token(text: &str) -> bool {
    let is_token_byte = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !text.is_empty() && text.bytes().all(is_token_byte)
}

/// Why a text cannot be the value of a header. Other than ASCII is refused: servers read it in different encodings.
pub fn header_value_problem(text: &str) -> Option<&'static str> {
    if text.contains(['\r', '\n', '\0']) {
        return Some("has a line break or NUL, which a header cannot contain");
    }
    let is_valid = |byte: u8| byte == b'\t' || (b' '..=b'~').contains(&byte);
    (!text.bytes().all(is_valid)).then_some("has a character that is not allowed in a header, which is ASCII")
}

/// Returns whether the text is valid as a cookie's value, without encoding.
pub fn is_cookie_value(text: &str) -> bool {
    text.bytes().all(|byte| (b'!'..=b'~').contains(&byte) && !b"\",;\\".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_connections_and_credentials_are_reserved() {
        for name in
            ["Host", "content-LENGTH", "Proxy-Authorization", "Sec-Fetch-Mode", "X-HTTP-Method-Override"]
        {
            assert!(is_reserved_header(name), "{name}");
        }
        for name in ["X-Request-Id", "If-Match", "Accept-Language", "Prefer", "X-Host"] {
            assert!(!is_reserved_header(name), "{name}");
        }
    }

    #[test]
    fn values_cannot_end_their_field() {
        for text in ["a\r\nb", "a\nb", "a\rb", "a\0", "é", "\u{7f}", "\u{1b}[0m"] {
            assert!(header_value_problem(text).is_some(), "{text:?}");
        }
        assert_eq!(header_value_problem("a, b; c=\"d\"\t"), None);
        for text in ["a;b", "a,b", "a b", "a\"", "a\\", "a\r", "é"] {
            assert!(!is_cookie_value(text), "{text:?}");
        }
        assert!(is_cookie_value("s%3Aabc=="));
        for (name, expected) in [("X-A", true), ("", false), ("a b", false), ("a:b", false), ("a\r", false)] {
            assert_eq!(is_token(name), expected, "{name:?}");
        }
    }
}
