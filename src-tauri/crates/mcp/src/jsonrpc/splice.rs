//! Text edits that keep every byte outside the replaced ranges, and the one-message-per-line invariant.
//!
//! A message must stay one line: a line break that survives inside it would let a peer start a second message there.

use std::borrow::Cow;
use std::ops::Range;

/// Replacements in one text, added in any order. They must not overlap.
#[derive(Debug, Clone)]
pub struct Splices<'a> {
    text: &'a str,
    edits: Vec<(Range<usize>, Cow<'a, str>)>,
}

impl<'a> Splices<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text, edits: Vec::new() }
    }

    /// Replaces `part`, which must be a slice of the text.
    pub fn replace(&mut self, part: &str, replacement: impl Into<Cow<'a, str>>) {
        self.edits.push((slice_range(self.text, part), replacement.into()));
    }

    /// Replaces everything from the start of the first slice to the end of the last.
    pub fn replace_span(&mut self, first: &str, last: &str, replacement: String) {
        let range = slice_range(self.text, first).start..slice_range(self.text, last).end;
        self.edits.push((range, replacement.into()));
    }

    /// Adds a member at the start of an object, which must not have a member of that name.
    pub fn add_member(&mut self, object: &str, member: &str) {
        let at = slice_range(self.text, object).start + 1;
        let comma = if object[1..].trim_start().starts_with('}') { "" } else { "," };
        self.edits.push((at..at, format!("{member}{comma}").into()));
    }

    /// Adds a member after the value of another member.
    pub fn add_member_after(&mut self, value: &str, member: &str) {
        let at = slice_range(self.text, value).end;
        self.edits.push((at..at, format!(",{member}").into()));
    }

    pub fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// Appends the edited text to `out` as a single line, also if a replacement contains line breaks.
    pub fn write(mut self, out: &mut Vec<u8>) {
        self.edits.sort_by_key(|(range, _)| range.start);
        let added: usize = self.edits.iter().map(|(_, with)| with.len()).sum();
        out.reserve(self.text.len() + added);
        let start = out.len();
        let mut done = 0;
        for (range, with) in &self.edits {
            out.extend_from_slice(&self.text.as_bytes()[done..range.start]);
            out.extend_from_slice(with.as_bytes());
            done = range.end;
        }
        out.extend_from_slice(&self.text.as_bytes()[done..]);
        replace_line_breaks(&mut out[start..]);
    }
}

/// Replaces line breaks by spaces. In valid JSON they occur only between tokens.
pub fn replace_line_breaks(text: &mut [u8]) {
    let mut done = 0;
    while let Some(at) = memchr::memchr2(b'\n', b'\r', &text[done..]) {
        text[done + at] = b' ';
        done += at + 1;
    }
}

/// Appends a line to `out` unchanged, except that a carriage return before the line ending becomes a space. JSON treats
/// it as white space, but a reader that ends lines there would find another message after it.
pub fn append_line(line: &[u8], out: &mut Vec<u8>) {
    let start = out.len();
    out.extend_from_slice(line);
    let length = strip_line_ending(line).len();
    replace_line_breaks(&mut out[start..start + length]);
}

/// Returns a message as one line with its newline.
pub fn to_line(text: &str) -> Vec<u8> {
    let mut line = Vec::with_capacity(text.len() + 1);
    append_line(text.trim_ascii_end().as_bytes(), &mut line);
    replace_line_breaks(&mut line);
    line.push(b'\n');
    line
}

/// Returns whether the line contains no carriage return before its line ending, where some readers would split it.
pub fn is_single_line(line: &[u8]) -> bool {
    memchr::memchr(b'\r', strip_line_ending(line)).is_none()
}

fn strip_line_ending(line: &[u8]) -> &[u8] {
    let body = line.strip_suffix(b"\n").unwrap_or(line);
    body.strip_suffix(b"\r").unwrap_or(body)
}

/// Returns the byte range of `part`, which must be a slice of `text`.
pub fn slice_range(text: &str, part: &str) -> Range<usize> {
    let start = (part.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize);
    assert!(start <= text.len() && part.len() <= text.len() - start, "the part is a slice of the text");
    start..start + part.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_outside_edits_are_kept() {
        let text = r#"{ "a" : [1, 22 ,3], "b":{}, "c":{ "d":1 } }"#;
        let mut splices = Splices::new(text);
        splices.replace(&text[38..39], "five");
        splices.replace(&text[12..14], "2");
        splices.add_member(&text[24..26], r#""x":1"#);
        splices.add_member(&text[32..43], r#""y":2"#);
        splices.add_member_after(&text[8..18], "\"z\":\r\n3");
        let mut out = b"before ".to_vec();
        splices.write(&mut out);
        let expected = r#"before { "a" : [1, 2 ,3],"z":  3, "b":{"x":1}, "c":{"y":2, "d":five } }"#;
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}
