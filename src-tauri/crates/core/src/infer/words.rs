//! Word splitting for names, and a fast hasher for word tables.

use std::hash::{BuildHasherDefault, Hasher};

/// Length in bytes to which a name is truncated before it is split; MCP allows 128 characters.
pub const MAX_NAME_BYTES: usize = 512;

/// Splits a name into lower-case words at `_`, `-`, `.`, `/`, spaces and changes of case.
pub fn split_words(name: &str) -> Vec<String> {
    split_keeping_case(name).into_iter().map(lowercase).collect()
}

pub fn lowercase(word: &str) -> String {
    if word.is_ascii() { word.to_ascii_lowercase() } else { word.to_lowercase() }
}

/// Splits a name into words and keeps their case.
pub fn split_keeping_case(name: &str) -> Vec<&str> {
    let name = truncate_bytes(name, MAX_NAME_BYTES);
    let mut words = Vec::with_capacity(8);
    for part in name.split(|c: char| !c.is_alphanumeric()) {
        let mut start = 0;
        let mut before: Option<char> = None;
        let mut characters = part.char_indices().peekable();
        while let Some((at, here)) = characters.next() {
            if let Some(before) = before
                && here.is_uppercase()
            {
                let after = characters.peek().map(|(_, c)| *c);
                // "PDFFile" splits before the capital that a lower-case letter follows; the plural "PDFs" is one word.
                let plural =
                    after == Some('s') && characters.clone().nth(1).is_none_or(|(_, c)| c.is_uppercase());
                let acronym_ends = before.is_uppercase() && after.is_some_and(char::is_lowercase) && !plural;
                if !before.is_uppercase() || acronym_ends {
                    words.push(&part[start..at]);
                    start = at;
                }
            }
            before = Some(here);
        }
        if start < part.len() {
            words.push(&part[start..]);
        }
    }
    words
}

/// Truncates a text to at most `limit` bytes, at a character boundary.
pub fn truncate_bytes(text: &str, limit: usize) -> &str {
    if text.len() <= limit {
        return text;
    }
    let mut end = limit;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// FNV-1a. Its tables are built from constants, so an attacker cannot choose colliding keys.
#[derive(Debug, Clone, Copy)]
pub struct FnvHasher(u64);

impl Default for FnvHasher {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for FnvHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

pub type FnvBuildHasher = BuildHasherDefault<FnvHasher>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_every_style_split_into_words() {
        for (name, words) in [
            ("nc_notes_create_note", "nc notes create note"),
            ("getPDFFile", "get pdf file"),
            ("list-issues.v2", "list issues v2"),
            ("HTTPGet", "http get"),
            ("readURL", "read url"),
            ("getURLs", "get urls"),
            ("listPDFsOfUser", "list pdfs of user"),
            ("__", ""),
            ("été", "été"),
        ] {
            assert_eq!(split_words(name).join(" "), words, "{name}");
        }
    }

    #[test]
    fn long_names_are_truncated() {
        let words = split_words(&"é_".repeat(5_000_000));
        assert!(words.len() <= MAX_NAME_BYTES / 3 + 1, "{}", words.len());
    }
}
