//! Edits of JSON as text: every byte outside an edit is kept.

use std::borrow::Cow;
use std::ops::Range;

use serde_json::Value;

use crate::text::json::{Members, is_key_variant};

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

    /// Appends the edited text to `out` as a single line, also if a replacement contains line breaks: a message that
    /// contains one would be read as two.
    pub fn write(self, out: &mut Vec<u8>) {
        let start = out.len();
        self.append_to(out);
        replace_line_breaks(&mut out[start..]);
    }

    /// The edited text.
    pub fn into_text(self) -> String {
        let mut out = Vec::new();
        self.append_to(&mut out);
        String::from_utf8(out).expect("edits replace whole slices of a text by texts")
    }

    fn append_to(mut self, out: &mut Vec<u8>) {
        self.edits.sort_by_key(|(range, _)| range.start);
        let added: usize = self.edits.iter().map(|(_, with)| with.len()).sum();
        out.reserve(self.text.len() + added);
        let mut done = 0;
        for (range, with) in &self.edits {
            out.extend_from_slice(&self.text.as_bytes()[done..range.start]);
            out.extend_from_slice(with.as_bytes());
            done = range.end;
        }
        out.extend_from_slice(&self.text.as_bytes()[done..]);
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

/// Returns the byte range of `part`, which must be a slice of `text`.
pub fn slice_range(text: &str, part: &str) -> Range<usize> {
    let start = part.as_ptr().addr().wrapping_sub(text.as_ptr().addr());
    assert!(start <= text.len() && part.len() <= text.len() - start, "the part is a slice of the text");
    start..start + part.len()
}

/// Edits of the members of one JSON object. Of duplicates, the first is set and the others are removed.
#[derive(Debug)]
pub struct ObjectEditor<'a> {
    text: &'a str,
    members: Vec<EditedMember<'a>>,
    added: Vec<(Cow<'a, str>, String)>,
}

#[derive(Debug)]
struct EditedMember<'a> {
    key: Cow<'a, str>,
    value: &'a str,
    change: Change,
}

#[derive(Debug, PartialEq)]
enum Change {
    Keep,
    Replace(String),
    Remove,
}

impl<'a> ObjectEditor<'a> {
    pub const EMPTY: &'static str = "{}";

    pub fn empty() -> Self {
        Self { text: Self::EMPTY, members: Vec::new(), added: Vec::new() }
    }

    /// Fails if the text is not a JSON object.
    pub fn parse(text: &'a str) -> Result<Self, serde_json::Error> {
        let member = |(key, raw): (Cow<'a, str>, &'a serde_json::value::RawValue)| EditedMember {
            key,
            value: raw.get(),
            change: Change::Keep,
        };
        let members = Members::parse(text)?.0.into_iter().map(member).collect();
        Ok(Self { text, members, added: Vec::new() })
    }

    pub fn set(&mut self, key: impl Into<Cow<'a, str>>, value: String) {
        let key = key.into();
        let mut same = self.members.iter_mut().filter(|member| member.key == key);
        match same.next() {
            Some(first) => {
                first.change = Change::Replace(value);
                same.for_each(|duplicate| duplicate.change = Change::Remove);
            }
            None => {
                self.added.retain(|(name, _)| *name != key);
                self.added.push((key, value));
            }
        }
    }

    pub fn remove(&mut self, key: &str) {
        self.remove_where(|name| name == key);
    }

    /// Removes members whose keys some decoder treats as one of `keys` without being equal to it; see
    /// [`is_key_variant`].
    pub fn remove_key_variants(&mut self, keys: &[&str]) {
        self.remove_where(|name| keys.iter().any(|key| name != *key && is_key_variant(name, key)));
    }

    fn remove_where(&mut self, is_removed: impl Fn(&str) -> bool) {
        self.added.retain(|(name, _)| !is_removed(name));
        for member in self.members.iter_mut().filter(|member| is_removed(&member.key)) {
            member.change = Change::Remove;
        }
    }

    /// Returns whether the object has a member of this name.
    pub fn contains(&self, key: &str) -> bool {
        let is_kept = |member: &EditedMember| member.change != Change::Remove && member.key == key;
        self.members.iter().any(is_kept) || self.added.iter().any(|(name, _)| name == key)
    }

    /// The edited object. A removed member is removed with the white space before it, and one comma.
    pub fn into_text(self) -> String {
        let mut splices = Splices::new(self.text);
        let start = self.text.find('{').map_or(0, |at| at + 1);
        // Ends of the last member that stays, and of the last member.
        let (mut kept_end, mut last_end) = (None, start);
        for member in self.members {
            let value = slice_range(self.text, member.value);
            if member.change != Change::Remove {
                let removed = match kept_end {
                    Some(end) => end..last_end,
                    // The comma after the removed members goes as well.
                    None if last_end > start => {
                        start..last_end + self.text[last_end..].find(',').map_or(0, |at| at + 1)
                    }
                    None => start..start,
                };
                if !removed.is_empty() {
                    splices.edits.push((removed, Cow::Borrowed("")));
                }
                kept_end = Some(value.end);
            }
            last_end = value.end;
            if let Change::Replace(replacement) = member.change {
                splices.edits.push((value, replacement.into()));
            }
        }
        let mut added = String::new();
        for (key, value) in &self.added {
            let separator = if kept_end.is_none() && added.is_empty() { "" } else { "," };
            added.push_str(&format!("{separator}{}:{value}", Value::from(key.as_ref())));
        }
        let rest = kept_end.unwrap_or(start)..last_end;
        if !rest.is_empty() || !added.is_empty() {
            splices.edits.push((rest, added.into()));
        }
        splices.into_text()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

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

    #[test]
    fn members_are_set_removed_and_added_in_place() {
        let text = "{ \"a\" : 1.0,\n  \"b\":[2 ], \"\\u0061\":3 , \"c\":{ } }";
        type Edit = fn(&mut ObjectEditor);
        let cases: [(Edit, &str); 8] = [
            (|_| (), text),
            (|object| object.remove("b"), "{ \"a\" : 1.0, \"\\u0061\":3 , \"c\":{ } }"),
            (|object| object.remove("a"), "{\n  \"b\":[2 ] , \"c\":{ } }"),
            (|object| object.remove("c"), "{ \"a\" : 1.0,\n  \"b\":[2 ], \"\\u0061\":3 }"),
            (|object| object.set("a", "7".into()), "{ \"a\" : 7,\n  \"b\":[2 ] , \"c\":{ } }"),
            (
                |object| object.set("d", "7".into()),
                "{ \"a\" : 1.0,\n  \"b\":[2 ], \"\\u0061\":3 , \"c\":{ },\"d\":7 }",
            ),
            (|object| object.remove_where(|_| true), "{ }"),
            (
                |object| {
                    object.remove_where(|_| true);
                    object.set("d", "7".into());
                    object.set("e", "8".into());
                },
                "{\"d\":7,\"e\":8 }",
            ),
        ];
        for (edit, expected) in cases {
            let mut object = ObjectEditor::parse(text).unwrap();
            edit(&mut object);
            assert_eq!(object.into_text(), expected);
        }
    }

    proptest! {
        /// Against an oracle that puts the untouched pieces together again.
        #[test]
        fn every_byte_of_an_untouched_member_is_kept(
            members in vec(("[ \n\t]{0,2}", "[abc]|\\\\u0064", "[ \n]{0,2}", "1e400|\"[,:{}\\]]{0,4}\"|\\{ \"a\" : 1 \\}|\\[\\]", "[ \r]{0,1}"), 0..6),
            removed in vec("[abcd]", 0..3),
            set in vec(("[abcde]", "[1-9]{1,3}"), 0..3),
        ) {
            let written = |(before, key, colon, value, after): &(String, String, String, String, String)| {
                format!("{before}\"{key}\"{colon}:{value}{after}")
            };
            let text = format!("{{{}}}", members.iter().map(written).collect::<Vec<_>>().join(","));
            let mut object = ObjectEditor::parse(&text).unwrap();
            let mut oracle: Vec<(String, String)> = members
                .iter()
                .map(|(_, key, colon, value, _)| (key.replace("\\u0064", "d"), format!("\"{key}\"{colon}:{value}")))
                .collect();
            for key in &removed {
                object.remove(key);
                oracle.retain(|(name, _)| name != key);
            }
            for (key, value) in &set {
                // A removed member stays removed: what is set again is added at the end.
                if removed.contains(key) {
                    continue;
                }
                object.set(key.as_str(), value.clone());
                match oracle.iter().position(|(name, _)| name == key) {
                    Some(first) => {
                        let piece = oracle[first].1.clone();
                        let prefix = piece[..=piece.find(':').unwrap()].to_owned();
                        oracle[first].1 = format!("{prefix}{value}");
                        let mut at = 0;
                        oracle.retain(|(name, _)| { at += 1; name != key || at - 1 == first });
                    }
                    None => oracle.push((key.clone(), format!("\"{key}\":{value}"))),
                }
            }
            let edited = object.into_text();
            let mut rest = edited.as_str();
            for (_, piece) in &oracle {
                let at = rest.find(piece.as_str());
                prop_assert!(at.is_some(), "{piece} of {text} is not in {edited}");
                let between = &rest[..at.unwrap_or_default()];
                prop_assert!(between.chars().all(|char| "{, \n\t\r".contains(char)), "{text} became {edited}");
                rest = &rest[at.unwrap_or_default() + piece.len()..];
            }
            prop_assert_eq!(rest.trim_start_matches('{').trim(), "}");
            let keys: Vec<String> = Members::parse(&edited).unwrap().0.into_iter().map(|(key, _)| key.into_owned()).collect();
            prop_assert_eq!(keys, oracle.into_iter().map(|(key, _)| key).collect::<Vec<_>>());
            if removed.is_empty() && set.is_empty() {
                prop_assert_eq!(edited, text);
            }
        }
    }
}
