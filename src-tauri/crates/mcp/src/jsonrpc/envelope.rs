//! Streaming scan of a message that cannot be parsed: its id, and whether it has a method, a result or an error.
//!
//! For messages that exceed the size limit or are not valid JSON. The scan tracks strings and brackets only, chunk by
//! chunk, in constant space. Its findings serve to answer the peer that waits for this message. A client's message is
//! never forwarded because of them; a server's line that only lenient parsers read (`NaN`) may be, unless it answers a
//! `tools/list` (see `proxy::from_server`).

use crate::jsonrpc::frame::is_key_variant;

/// Limit in bytes for a top-level key or id. No key of interest is longer, and a longer id counts as ambiguous.
const TOKEN: usize = 1024;

#[derive(Debug, Default)]
pub struct Envelope {
    depth: usize,
    in_string: bool,
    escaped: bool,
    /// The bytes at depth one since the last `{`, `,` or `:`.
    token: Vec<u8>,
    /// The value being scanned belongs to the key `id`.
    of_id: bool,
    /// The id as JSON text.
    pub id: Option<String>,
    pub asks: bool,
    pub answers: bool,
    pub is_batch: bool,
    /// All brackets are closed.
    pub is_whole: bool,
    /// The id occurs twice, under a key in another spelling, or is not a scalar.
    pub doubtful: bool,
}

impl Envelope {
    pub fn of(line: &[u8]) -> Self {
        let mut skim = Self::default();
        skim.feed(line);
        skim
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
                self.keep(byte);
                self.in_string = byte != b'"' || self.escaped;
                self.escaped = byte == b'\\' && !self.escaped;
                continue;
            }
            match byte {
                b'"' => {
                    self.in_string = true;
                    self.keep(byte);
                }
                b'{' | b'[' => {
                    self.is_batch |= self.depth == 0 && byte == b'[';
                    self.doubtful |= self.depth == 1 && self.of_id;
                    self.depth += 1;
                    if self.depth == 1 {
                        self.token.clear();
                    }
                }
                b'}' | b']' => {
                    if self.depth == 1 {
                        self.end_of_value();
                    }
                    self.depth = self.depth.saturating_sub(1);
                    self.is_whole = self.depth == 0;
                }
                b':' if self.depth == 1 => self.end_of_key(),
                b',' if self.depth == 1 => self.end_of_value(),
                _ => self.keep(byte),
            }
        }
    }

    fn keep(&mut self, byte: u8) {
        if self.depth == 1 && self.token.len() < TOKEN {
            self.token.push(byte);
        }
    }

    fn end_of_key(&mut self) {
        let key: String = serde_json::from_slice(self.token.trim_ascii()).unwrap_or_default();
        self.token.clear();
        self.of_id = key == "id";
        self.doubtful |= !self.of_id && is_key_variant(&key, "id");
        self.asks |= key == "method";
        self.answers |= key == "result" || key == "error";
    }

    fn end_of_value(&mut self) {
        if std::mem::take(&mut self.of_id) {
            let id = std::str::from_utf8(self.token.trim_ascii()).unwrap_or_default().to_owned();
            self.doubtful |= self.id.is_some() || id.is_empty() || self.token.len() == TOKEN;
            self.id = Some(id);
        }
        self.token.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_is_found_wherever_it_stands() {
        for text in [
            r#"{"jsonrpc":"2.0","id": 7 ,"result":{"id":8,"a":["id",9]}}"#,
            r#"{"result":{"text":"\",\"id\":8","n":NaN},"jsonrpc":"2.0","i\u0064":7}"#,
            "{\"result\":[\"\u{feff}\\\\\"],\"id\":7\r}\r",
        ] {
            let whole = Envelope::of(text.as_bytes());
            assert_eq!(whole.id.as_deref(), Some("7"), "{text}");
            assert!(whole.answers && !whole.asks && !whole.doubtful && !whole.is_batch, "{text}");
            let mut pieces = Envelope::default();
            text.as_bytes().chunks(3).for_each(|piece| pieces.feed(piece));
            assert_eq!(pieces.id.as_deref(), Some("7"), "{text}");
        }
    }

    #[test]
    fn what_could_be_read_in_two_ways_is_doubtful() {
        for text in [r#"{"id":7,"id":8}"#, r#"{"ID":7}"#, r#"{"id":[7]}"#, r#"{"id":}"#] {
            assert!(Envelope::of(text.as_bytes()).doubtful, "{text}");
        }
        assert!(Envelope::of(br#"[{"id":7}]"#).is_batch);
        let cut = Envelope::of(br#"{"id":7"#);
        assert!(cut.id.is_none() && !cut.is_whole, "the number may go on");
    }
}
