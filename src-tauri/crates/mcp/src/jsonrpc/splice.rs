//! Replacing parts of a text and leaving every other byte where it is.

use std::borrow::Cow;
use std::ops::Range;

/// Replacements in one text, in any order; they must not overlap.
#[derive(Debug, Clone)]
pub struct Splices<'a> {
    text: &'a str,
    parts: Vec<(Range<usize>, Cow<'a, str>)>,
}

impl<'a> Splices<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text, parts: Vec::new() }
    }

    /// Replaces a part of the text, given as a slice of it.
    pub fn replace(&mut self, part: &str, with: impl Into<Cow<'a, str>>) {
        self.parts.push((place(self.text, part), with.into()));
    }

    /// Replaces everything from the first of two slices to the end of the second.
    pub fn replace_from_to(&mut self, first: &str, last: &str, with: String) {
        let range = place(self.text, first).start..place(self.text, last).end;
        self.parts.push((range, with.into()));
    }

    /// Writes a member into an object of the text that has none of that name.
    pub fn add_member(&mut self, object: &str, member: &str) {
        let at = place(self.text, object).start + 1;
        let comma = if object[1..].trim_start().starts_with('}') { "" } else { "," };
        self.parts.push((at..at, format!("{member}{comma}").into()));
    }

    /// Writes a member behind the value of another one.
    pub fn add_member_behind(&mut self, value: &str, member: &str) {
        let at = place(self.text, value).end;
        self.parts.push((at..at, format!(",{member}").into()));
    }

    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Writes the text with its replacements. Whatever white space came with those, it stays one line.
    pub fn write(mut self, out: &mut Vec<u8>) {
        self.parts.sort_by_key(|(range, _)| range.start);
        let longer: usize = self.parts.iter().map(|(_, with)| with.len()).sum();
        out.reserve(self.text.len() + longer);
        let start = out.len();
        let mut done = 0;
        for (range, with) in &self.parts {
            out.extend_from_slice(&self.text.as_bytes()[done..range.start]);
            out.extend_from_slice(with.as_bytes());
            done = range.end;
        }
        out.extend_from_slice(&self.text.as_bytes()[done..]);
        one_line(&mut out[start..]);
    }
}

/// Line breaks in JSON stand between its tokens only, where a space is as good.
pub fn one_line(text: &mut [u8]) {
    let mut done = 0;
    while let Some(at) = memchr::memchr2(b'\n', b'\r', &text[done..]) {
        text[done + at] = b' ';
        done += at + 1;
    }
}

/// Passes a line as it is. Only a carriage return in the middle of it, which JSON takes for a space, becomes one:
/// readers that end a line there would find another message behind it.
pub fn pass(line: &[u8], out: &mut Vec<u8>) {
    let start = out.len();
    out.extend_from_slice(line);
    let length = body(line).len();
    one_line(&mut out[start..start + length]);
}

/// Whether no reader ends this line before its end.
pub fn is_one_line(line: &[u8]) -> bool {
    memchr::memchr(b'\r', body(line)).is_none()
}

fn body(line: &[u8]) -> &[u8] {
    let body = line.strip_suffix(b"\n").unwrap_or(line);
    body.strip_suffix(b"\r").unwrap_or(body)
}

/// Where a slice of a text stands in it.
pub fn place(text: &str, part: &str) -> Range<usize> {
    let start = (part.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize);
    assert!(start <= text.len() && part.len() <= text.len() - start, "the part is a slice of the text");
    start..start + part.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_other_byte_stays() {
        let text = r#"{ "a" : [1, 22 ,3], "b":{}, "c":{ "d":1 } }"#;
        let mut splices = Splices::new(text);
        splices.replace(&text[38..39], "five");
        splices.replace(&text[12..14], "2");
        splices.add_member(&text[24..26], r#""x":1"#);
        splices.add_member(&text[32..43], r#""y":2"#);
        splices.add_member_behind(&text[8..18], "\"z\":\r\n3");
        let mut out = b"before ".to_vec();
        splices.write(&mut out);
        let expected = r#"before { "a" : [1, 2 ,3],"z":  3, "b":{"x":1}, "c":{"y":2, "d":five } }"#;
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}
