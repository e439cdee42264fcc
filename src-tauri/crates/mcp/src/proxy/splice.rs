//! Replacing parts of a text and leaving every other byte where it is.

use std::ops::Range;

/// Replacements in one text, in any order; they must not overlap.
#[derive(Debug)]
pub struct Splices<'a> {
    text: &'a str,
    parts: Vec<(Range<usize>, String)>,
}

impl<'a> Splices<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text, parts: Vec::new() }
    }

    /// Replaces a part of the text, given as a slice of it.
    pub fn replace(&mut self, part: &str, with: impl Into<String>) {
        self.parts.push((place(self.text, part), with.into()));
    }

    /// Writes a member into an object of the text that has none of that name.
    pub fn add_member(&mut self, object: &str, member: &str) {
        let at = place(self.text, object).start + 1;
        let comma = if object[1..].trim_start().starts_with('}') { "" } else { "," };
        self.parts.push((at..at, format!("{member}{comma}")));
    }

    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    pub fn text(mut self) -> String {
        self.parts.sort_by_key(|(range, _)| range.start);
        let longer: usize = self.parts.iter().map(|(_, with)| with.len()).sum();
        let mut out = String::with_capacity(self.text.len() + longer);
        let mut done = 0;
        for (range, with) in &self.parts {
            out.push_str(&self.text[done..range.start]);
            out.push_str(with);
            done = range.end;
        }
        out.push_str(&self.text[done..]);
        out
    }
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
        assert_eq!(splices.text(), r#"{ "a" : [1, 2 ,3], "b":{"x":1}, "c":{"y":2, "d":five } }"#);
    }
}
