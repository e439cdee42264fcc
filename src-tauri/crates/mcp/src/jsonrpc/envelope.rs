//! Streaming scan of a message that cannot be parsed: its id, and whether it has a method, a result or an error.
//!
//! For messages that exceed the size limit or are not valid JSON. The scan tracks strings and brackets only, chunk by
//! chunk, in constant space. Its findings serve to answer the peer that waits for this message. A client's message is
//! never forwarded because of them; a server's line that only lenient parsers read (`NaN`) may be, unless it answers a
//! `tools/list` (see `proxy::from_server`).

use crate::jsonrpc::frame::is_key_variant;

/// Limit in bytes for a top-level key or id. No key of interest is longer, and a longer id counts as ambiguous.
const MAX_TOKEN_BYTES: usize = 1024;

#[derive(Debug, Default)]
pub struct Envelope {
    depth: usize,
    in_string: bool,
    escaped: bool,
    /// The bytes at depth one since the last `{`, `,` or `:`.
    token: Vec<u8>,
    /// The value being scanned belongs to the key `id`.
    is_id_value: bool,
    /// The id as JSON text.
    pub id: Option<String>,
    pub has_method: bool,
    pub has_result_or_error: bool,
    pub is_batch: bool,
    /// All brackets are closed.
    pub is_complete: bool,
    /// The id occurs twice, under a key in another spelling, or is not a scalar.
    pub is_ambiguous: bool,
}

impl Envelope {
    pub fn scan(line: &[u8]) -> Self {
        let mut envelope = Self::default();
        envelope.feed(line);
        envelope
    }

    pub fn feed(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while let Some((&byte, after)) = rest.split_first() {
            rest = after;
            if self.in_string {
                if self.depth > 1 && !self.escaped && !matches!(byte, b'"' | b'\\') {
                    // Most of a long message is string content: skip to the next quote or escape.
                    let end = memchr::memchr2(b'"', b'\\', rest).unwrap_or(rest.len());
                    rest = &rest[end..];
                    continue;
                }
                self.push_token_byte(byte);
                self.in_string = byte != b'"' || self.escaped;
                self.escaped = byte == b'\\' && !self.escaped;
                continue;
            }
            match byte {
                b'"' => {
                    self.in_string = true;
                    self.push_token_byte(byte);
                }
                b'{' | b'[' => {
                    self.is_batch |= self.depth == 0 && byte == b'[';
                    self.is_ambiguous |= self.depth == 1 && self.is_id_value;
                    self.depth += 1;
                    if self.depth == 1 {
                        self.token.clear();
                    }
                }
                b'}' | b']' => {
                    if self.depth == 1 {
                        self.finish_value();
                    }
                    self.depth = self.depth.saturating_sub(1);
                    self.is_complete = self.depth == 0;
                }
                b':' if self.depth == 1 => self.finish_key(),
                b',' if self.depth == 1 => self.finish_value(),
                _ => self.push_token_byte(byte),
            }
        }
    }

    fn push_token_byte(&mut self, byte: u8) {
        if self.depth == 1 && self.token.len() < MAX_TOKEN_BYTES {
            self.token.push(byte);
        }
    }

    fn finish_key(&mut self) {
        let key: String = serde_json::from_slice(self.token.trim_ascii()).unwrap_or_default();
        self.token.clear();
        self.is_id_value = key == "id";
        self.is_ambiguous |= !self.is_id_value && is_key_variant(&key, "id");
        self.has_method |= key == "method";
        self.has_result_or_error |= key == "result" || key == "error";
    }

    fn finish_value(&mut self) {
        if std::mem::take(&mut self.is_id_value) {
            let id = std::str::from_utf8(self.token.trim_ascii()).unwrap_or_default().to_owned();
            self.is_ambiguous |= self.id.is_some() || id.is_empty() || self.token.len() == MAX_TOKEN_BYTES;
            self.id = Some(id);
        }
        self.token.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn id_is_found_at_any_position() {
        for text in [
            r#"{"jsonrpc":"2.0","id": 7 ,"result":{"id":8,"a":["id",9]}}"#,
            r#"{"result":{"text":"\",\"id\":8","n":NaN},"jsonrpc":"2.0","i\u0064":7}"#,
            "{\"result\":[\"\u{feff}\\\\\"],\"id\":7\r}\r",
        ] {
            let whole = Envelope::scan(text.as_bytes());
            assert_eq!(whole.id.as_deref(), Some("7"), "{text}");
            assert!(
                whole.has_result_or_error && !whole.has_method && !whole.is_ambiguous && !whole.is_batch,
                "{text}"
            );
            let mut pieces = Envelope::default();
            text.as_bytes().chunks(3).for_each(|piece| pieces.feed(piece));
            assert_eq!(pieces.id.as_deref(), Some("7"), "{text}");
        }
    }

    #[test]
    fn ambiguous_ids_are_reported() {
        for text in [r#"{"id":7,"id":8}"#, r#"{"ID":7}"#, r#"{"id":[7]}"#, r#"{"id":}"#] {
            assert!(Envelope::scan(text.as_bytes()).is_ambiguous, "{text}");
        }
        assert!(Envelope::scan(br#"[{"id":7}]"#).is_batch);
        let cut = Envelope::scan(br#"{"id":7"#);
        assert!(cut.id.is_none() && !cut.is_complete, "the number may go on");
    }
}
