//! The outline of a message that is too long to keep or that no parser takes: its id, and whether it asks or answers.
//!
//! Reads strings and brackets only, piece by piece, in constant space. What it finds is used to answer whoever waits,
//! never to let a message pass that was not read.

use crate::jsonrpc::frame::reads_as;

/// Longer keys and ids are none that we know.
const TOKEN: usize = 1024;

#[derive(Debug, Default)]
pub struct Envelope {
    depth: usize,
    in_string: bool,
    escaped: bool,
    /// At depth one: the bytes since the last `{`, `,` or `:`.
    token: Vec<u8>,
    /// The value that is being read belongs to the key `id`.
    of_id: bool,
    pub id: Option<String>,
    pub asks: bool,
    pub answers: bool,
    pub is_batch: bool,
    /// All brackets are closed.
    pub is_whole: bool,
    /// The id stands in it twice, in another spelling, or is no scalar.
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
                    // Most of a long message is inside of strings.
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
        self.doubtful |= !self.of_id && reads_as(&key, "id");
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
            // In pieces it says the same.
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
