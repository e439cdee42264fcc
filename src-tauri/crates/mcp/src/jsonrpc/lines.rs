//! Newline-delimited messages from a byte stream, with a limit on their length.
//!
//! One read can yield several lines. A line over the limit is not buffered, only scanned for its [`Envelope`].

use std::io;

use tokio::io::{AsyncRead, AsyncReadExt};

use crate::jsonrpc::envelope::Envelope;

/// Bytes requested per read: the capacity of a child's stdout pipe, which `process` enlarges on Linux.
const READ_CHUNK_BYTES: usize = 256 << 10;
/// A buffer that grew beyond this many bytes for one long line is freed afterwards.
const MAX_RETAINED_BYTES: usize = 2 << 20;

pub struct LineReader<R> {
    reader: R,
    max_line_bytes: usize,
    buffer: Vec<u8>,
    /// Offset of the first line that was not returned yet.
    start: usize,
    /// Offset up to which the current line contains no newline.
    searched: usize,
    is_eof: bool,
    /// The envelope of the current line, if that is over the limit.
    oversized: Option<Envelope>,
}

/// A line with its newline (the last line may have none), or the envelope of a line over the limit.
#[derive(Debug)]
pub enum LineItem<'a> {
    /// The flag is true if the buffer holds nothing after this line.
    Line(&'a [u8], bool),
    TooLong(Envelope),
}

impl<R: AsyncRead + Unpin> LineReader<R> {
    pub fn new(reader: R, max_line_bytes: usize) -> Self {
        let (buffer, start, searched) = (Vec::with_capacity(READ_CHUNK_BYTES), 0, 0);
        Self { reader, max_line_bytes, buffer, start, searched, is_eof: false, oversized: None }
    }

    /// Reads once; returns false at the end of the stream. Cancel-safe.
    pub async fn fill(&mut self) -> io::Result<bool> {
        self.buffer.drain(..self.start);
        self.searched -= self.start;
        self.start = 0;
        if self.buffer.is_empty() && self.buffer.capacity() > MAX_RETAINED_BYTES {
            self.buffer = Vec::new();
        }
        // `reserve` grows the buffer geometrically; `read_buf` alone would add room for one read at a time.
        self.buffer.reserve(READ_CHUNK_BYTES);
        self.is_eof = self.reader.read_buf(&mut self.buffer).await? == 0;
        Ok(!self.is_eof)
    }

    /// Returns the next buffered line, skipping blank ones.
    pub fn next_line(&mut self) -> Option<LineItem<'_>> {
        loop {
            let newline = memchr::memchr(b'\n', &self.buffer[self.searched..]);
            let end = newline.map_or(self.buffer.len(), |at| self.searched + at + 1);
            self.searched = end;
            let (start, complete) = (self.start, newline.is_some() || self.is_eof);
            let length = end - start - usize::from(newline.is_some());
            if self.oversized.is_some() || length > self.max_line_bytes {
                let envelope = self.oversized.get_or_insert_default();
                envelope.feed(&self.buffer[start..end]);
                self.start = end;
                if !complete {
                    return None;
                }
                return self.oversized.take().map(LineItem::TooLong);
            }
            if !complete || start == end {
                return None;
            }
            self.start = end;
            if self.buffer[start..end].trim_ascii().is_empty() {
                continue;
            }
            return Some(LineItem::Line(&self.buffer[start..end], end == self.buffer.len()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn read_all(text: &[u8], limit: usize, piece: usize) -> Vec<String> {
        let (mut ours, theirs) = tokio::io::duplex(piece);
        let text = text.to_vec();
        let writing = tokio::spawn(async move {
            tokio::io::AsyncWriteExt::write_all(&mut ours, &text).await.unwrap();
        });
        let mut lines = LineReader::new(theirs, limit);
        let mut seen = Vec::new();
        loop {
            let more = lines.fill().await.unwrap();
            while let Some(item) = lines.next_line() {
                seen.push(match item {
                    LineItem::Line(line, _) => String::from_utf8(line.to_vec()).unwrap(),
                    LineItem::TooLong(skim) => format!("too long: {:?}", skim.id),
                });
            }
            if !more {
                writing.await.unwrap();
                return seen;
            }
        }
    }

    #[tokio::test]
    async fn lines_do_not_depend_on_read_sizes() {
        for piece in [1, 2, 3, 7, 1000] {
            let seen =
                read_all(b"{}\n\n \r\nab\r\n{\"id\":12,\"x\":\"0123456789\"}\ncd\npartial", 12, piece).await;
            assert_eq!(seen, ["{}\n", "ab\r\n", "too long: Some(\"12\")", "cd\n", "partial"], "{piece}");
        }
    }

    #[tokio::test]
    async fn a_line_of_exactly_the_limit_is_returned() {
        assert_eq!(read_all(b"0123\n01234\n", 4, 3).await, ["0123\n", "too long: None"]);
        assert_eq!(read_all(b"01234", 4, 3).await, ["too long: None"]);
        assert_eq!(read_all(b"", 4, 3).await, [""; 0]);
    }
}
