//! Incremental parser for server-sent events (WHATWG HTML, section 9.2.6), with a limit on the size of one event.

use std::time::Duration;

/// Bounds for the `retry` field. Without the lower one, a server that closes every stream would be polled as fast as
/// the network allows; without the upper one, never again.
const RETRY_BOUNDS: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(300));
/// Limit for an event id, which is sent back in a header.
const MAX_ID_BYTES: usize = 4096;

/// Parses an event stream chunk by chunk.
#[derive(Debug)]
pub struct SseParser {
    limit: usize,
    /// An incomplete line.
    partial_line: Vec<u8>,
    /// The last chunk ended with a carriage return; a following line feed belongs to it.
    after_return: bool,
    fields: Fields,
    /// Id of the last complete event, for resuming the stream.
    pub last_id: Option<String>,
    /// Reconnect delay requested by the server, bounded.
    pub retry: Option<Duration>,
}

/// Fields of the event that is being read.
#[derive(Debug, Default)]
struct Fields {
    /// The event type is not `message`, so its data is no JSON-RPC message.
    has_other_type: bool,
    data: Vec<u8>,
    has_data: bool,
    /// Takes effect with the end of the event: after an interruption the event has to be sent again.
    id: Option<String>,
    retry: Option<Duration>,
}

/// A complete event.
#[derive(Debug, Clone, Copy)]
pub struct SseEvent<'a> {
    /// The message; `None` in events of another type and in those that only announce an id.
    pub data: Option<&'a [u8]>,
    pub id: Option<&'a str>,
    pub retry: Option<Duration>,
}

/// An event exceeds the size limit.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("the event is too long")]
pub struct EventTooLong;

impl SseParser {
    pub fn new(limit: usize) -> Self {
        Self {
            limit,
            partial_line: Vec::new(),
            after_return: false,
            fields: Fields::default(),
            last_id: None,
            retry: None,
        }
    }

    /// Resets the parser for a resumed stream, keeping the last event id.
    pub fn reset(&mut self) {
        self.after_return = false;
        self.partial_line.clear();
        self.fields = Fields::default();
    }

    /// Parses a chunk and passes on every complete event.
    pub fn feed(&mut self, mut chunk: &[u8], mut event: impl FnMut(SseEvent)) -> Result<(), EventTooLong> {
        if !chunk.is_empty() && std::mem::take(&mut self.after_return) {
            chunk = chunk.strip_prefix(b"\n").unwrap_or(chunk);
        }
        while let Some(at) = memchr::memchr2(b'\n', b'\r', chunk) {
            let (line, rest) = (&chunk[..at], &chunk[at + 1..]);
            let is_return = chunk[at] == b'\r';
            if self.partial_line.is_empty() {
                self.parse_line(line, &mut event);
            } else {
                self.partial_line.extend_from_slice(line);
                let whole = std::mem::take(&mut self.partial_line);
                self.parse_line(&whole, &mut event);
            }
            self.after_return = is_return && rest.is_empty();
            chunk = if is_return { rest.strip_prefix(b"\n").unwrap_or(rest) } else { rest };
            if self.fields.data.len() > self.limit {
                return Err(EventTooLong);
            }
        }
        self.partial_line.extend_from_slice(chunk);
        match self.partial_line.len() + self.fields.data.len() > self.limit {
            true => Err(EventTooLong),
            false => Ok(()),
        }
    }

    fn parse_line(&mut self, line: &[u8], event: &mut impl FnMut(SseEvent)) {
        if line.is_empty() {
            return self.end_event(event);
        }
        let (name, value) = match memchr::memchr(b':', line) {
            Some(at) => (&line[..at], line[at + 1..].strip_prefix(b" ").unwrap_or(&line[at + 1..])),
            None => (line, &line[line.len()..]),
        };
        let fields = &mut self.fields;
        match name {
            b"event" => fields.has_other_type = !matches!(value, b"" | b"message"),
            b"data" => {
                if fields.has_data {
                    fields.data.push(b'\n');
                }
                fields.has_data = true;
                fields.data.extend_from_slice(value);
            }
            b"id" if !value.contains(&0) && value.len() <= MAX_ID_BYTES => {
                fields.id = String::from_utf8(value.to_vec()).ok();
            }
            b"retry" => {
                let text = std::str::from_utf8(value).ok();
                let requested = text.and_then(|text| text.parse().ok()).map(Duration::from_millis);
                fields.retry = requested.map(|requested| requested.clamp(RETRY_BOUNDS.0, RETRY_BOUNDS.1));
            }
            _ => {}
        }
    }

    fn end_event(&mut self, event: &mut impl FnMut(SseEvent)) {
        let fields = &mut self.fields;
        let (id, retry) = (fields.id.take(), fields.retry.take());
        let has_other_type = std::mem::take(&mut fields.has_other_type);
        let has_data = std::mem::take(&mut fields.has_data) && !has_other_type;
        if has_data || id.is_some() || retry.is_some() {
            event(SseEvent { data: has_data.then_some(&fields.data), id: id.as_deref(), retry });
        }
        // Keeps its capacity for the next event.
        fields.data.clear();
        self.last_id = id.or(self.last_id.take());
        self.retry = retry.or(self.retry);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_all(text: &str, piece: usize) -> (Vec<String>, SseParser) {
        let (mut events, mut seen) = (SseParser::new(1_000), Vec::new());
        for piece in text.as_bytes().chunks(piece) {
            let data = |event: SseEvent| event.data.map(|data| String::from_utf8(data.to_vec()).unwrap());
            events.feed(piece, |event| seen.extend(data(event))).unwrap();
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
    fn the_id_of_an_incomplete_event_is_not_resumed_after() {
        let (seen, mut events) = parse_all("id: 1\ndata: a\n\nid: 2\ndata: b", 1000);
        assert_eq!((seen.len(), events.last_id.as_deref()), (1, Some("1")));
        events.reset();
        events.feed(b"data: c\n\n", |event| assert_eq!(event.id, None)).unwrap();
        assert_eq!(events.last_id.as_deref(), Some("1"));
    }

    #[test]
    fn an_event_without_data_sets_id_and_retry() {
        let (seen, events) = parse_all("id: 1\nretry: 3000\n\n", 1000);
        assert!(seen.is_empty());
        assert_eq!(events.last_id.as_deref(), Some("1"));
        assert_eq!(events.retry, Some(Duration::from_secs(3)));
    }

    #[test]
    fn only_events_of_type_message_carry_messages() {
        let (seen, events) = parse_all("event: ping\nid: 1\ndata: a\n\ndata: b\n\nevent:\ndata: c\n\n", 1000);
        assert_eq!(seen, ["b", "c"]);
        assert_eq!(events.last_id.as_deref(), Some("1"));
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
