//! Incremental parser for server-sent events.

use std::time::Duration;

use crate::http::bounded_retry;

/// Parses an event stream chunk by chunk.
#[derive(Debug)]
pub struct SseParser {
    limit: usize,
    /// An incomplete line.
    partial_line: Vec<u8>,
    /// The last chunk ended with a carriage return; a following line feed belongs to it.
    after_return: bool,
    data: Vec<u8>,
    has_data: bool,
    /// Id of the last event, for resuming the stream.
    pub last_id: Option<String>,
    /// Reconnect delay requested by the server, bounded.
    pub retry: Option<Duration>,
}

/// An event exceeds the size limit.
#[derive(Debug, PartialEq, Eq)]
pub struct EventTooLong;

impl SseParser {
    pub fn new(limit: usize) -> Self {
        let (line, data) = (Vec::new(), Vec::new());
        Self {
            limit,
            partial_line: line,
            after_return: false,
            data,
            has_data: false,
            last_id: None,
            retry: None,
        }
    }

    /// Resets the parser for a resumed stream, keeping the last event id.
    pub fn reset(&mut self) {
        (self.after_return, self.has_data) = (false, false);
        self.partial_line.clear();
        self.data.clear();
    }

    /// Parses a chunk and passes on the data of every complete event.
    pub fn feed(&mut self, mut piece: &[u8], mut event: impl FnMut(&[u8])) -> Result<(), EventTooLong> {
        if !piece.is_empty() && std::mem::take(&mut self.after_return) {
            piece = piece.strip_prefix(b"\n").unwrap_or(piece);
        }
        while let Some(at) = memchr::memchr2(b'\n', b'\r', piece) {
            let (line, rest) = (&piece[..at], &piece[at + 1..]);
            let is_return = piece[at] == b'\r';
            if self.partial_line.is_empty() {
                self.parse_line(line, &mut event);
            } else {
                self.partial_line.extend_from_slice(line);
                let whole = std::mem::take(&mut self.partial_line);
                self.parse_line(&whole, &mut event);
            }
            self.after_return = is_return && rest.is_empty();
            piece = if is_return { rest.strip_prefix(b"\n").unwrap_or(rest) } else { rest };
            if self.data.len() > self.limit {
                return Err(EventTooLong);
            }
        }
        self.partial_line.extend_from_slice(piece);
        if self.partial_line.len() + self.data.len() > self.limit { Err(EventTooLong) } else { Ok(()) }
    }

    fn parse_line(&mut self, line: &[u8], event: &mut impl FnMut(&[u8])) {
        if line.is_empty() {
            if std::mem::take(&mut self.has_data) {
                let mut data = std::mem::take(&mut self.data);
                event(&data);
                data.clear();
                self.data = data;
            }
            return;
        }
        let (name, value) = match memchr::memchr(b':', line) {
            Some(at) => (&line[..at], line[at + 1..].strip_prefix(b" ").unwrap_or(&line[at + 1..])),
            None => (line, &line[line.len()..]),
        };
        match name {
            b"data" => {
                if self.has_data {
                    self.data.push(b'\n');
                }
                self.has_data = true;
                self.data.extend_from_slice(value);
            }
            b"id" if !value.contains(&0) => self.last_id = String::from_utf8(value.to_vec()).ok(),
            b"retry" => {
                let text = std::str::from_utf8(value).ok();
                let requested = text.and_then(|text| text.parse().ok()).map(Duration::from_millis);
                self.retry = requested.map(bounded_retry);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_all(text: &str, piece: usize) -> (Vec<String>, SseParser) {
        let (mut events, mut seen) = (SseParser::new(1_000), Vec::new());
        for piece in text.as_bytes().chunks(piece) {
            events.feed(piece, |data| seen.push(String::from_utf8(data.to_vec()).unwrap())).unwrap();
        }
        (seen, events)
    }

    #[test]
    fn events_parse_at_any_chunk_size_and_line_ending() {
        for end in ["\n", "\r\n", "\r"] {
            let text = ": hello\nevent: message\ndata: {\"a\": 1}\nid: 7\n\nretry: 2000\ndata:x\ndata:  y\n\n\nid: 8\ndata\n\ndata: cut";
            for piece in [1, 2, 3, 1000] {
                let (seen, events) = parse_all(&text.replace('\n', end), piece);
                assert_eq!(seen, ["{\"a\": 1}", "x\n y", ""], "{end:?} {piece}");
                assert_eq!(events.last_id.as_deref(), Some("8"));
                assert_eq!(events.retry, Some(Duration::from_millis(2_000)));
            }
        }
    }

    #[test]
    fn retry_is_clamped() {
        for (asked, expected) in
            [("0", 500), ("20", 500), ("500", 500), ("3000", 3_000), ("18446744073709551615", 300_000)]
        {
            let (_, events) = parse_all(&format!("retry: {asked}\n\n"), 1000);
            assert_eq!(events.retry, Some(Duration::from_millis(expected)), "{asked}");
        }
    }

    #[test]
    fn unterminated_events_are_too_long() {
        for line in ["data: 0123456789", "0123456789"] {
            let mut events = SseParser::new(40);
            let fed = (0..10).try_for_each(|_| events.feed(format!("{line}\n").repeat(3).as_bytes(), |_| ()));
            assert_eq!(fed.is_err(), line.starts_with("data"), "{line}");
            let mut events = SseParser::new(40);
            assert_eq!((0..10).try_for_each(|_| events.feed(line.as_bytes(), |_| ())), Err(EventTooLong));
        }
    }
}
