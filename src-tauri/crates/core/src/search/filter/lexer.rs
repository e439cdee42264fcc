//! Lexer for queries: words are separated by white space, negated by a leading `-`, and may be quoted.

/// One word of a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueryWord<'a> {
    /// Byte offset in the query, including the `-`.
    pub start: usize,
    /// The word as written, with `-` and quotes.
    pub raw: &'a str,
    pub negated: bool,
    /// The part before the first colon, unless the word starts with a quote.
    pub key: Option<&'a str>,
    /// The part after the colon, or the whole word; without quotes.
    pub value: &'a str,
    /// The quote is closed, or there is none.
    pub is_closed: bool,
}

impl<'a> QueryWord<'a> {
    /// The word without its `-`.
    pub fn without_minus(&self) -> &'a str {
        &self.raw[usize::from(self.negated)..]
    }
}

pub fn split_query(query: &str) -> impl Iterator<Item = QueryWord<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = &query[at..];
        let start = at + rest.find(|c: char| !c.is_whitespace())?;
        let word = parse_word(query, start);
        at = start + word.raw.len();
        Some(word)
    })
}

/// Parses the word at `start`, which is not white space.
fn parse_word(query: &str, start: usize) -> QueryWord<'_> {
    let rest = &query[start..];
    // A single `-` is a text.
    let after_minus = rest.strip_prefix('-').filter(|bare| bare.starts_with(|c: char| !c.is_whitespace()));
    let bare = after_minus.unwrap_or(rest);
    let plain = &bare[..bare.find(char::is_whitespace).unwrap_or(bare.len())];
    let (key, after) = match plain.split_once(':') {
        Some((key, _)) if !plain.starts_with('"') => (Some(key), key.len() + 1),
        _ => (None, 0),
    };
    let (value, closed, end) = match bare[after..].strip_prefix('"') {
        Some(quoted) => match quoted.split_once('"') {
            Some((value, _)) => (value, true, after + value.len() + 2),
            None => (quoted, false, bare.len()),
        },
        None => (&plain[after..], true, plain.len()),
    };
    let negated = after_minus.is_some();
    QueryWord { start, raw: &rest[..usize::from(negated) + end], negated, key, value, is_closed: closed }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_at_spaces_outside_quotes() {
        let read = |query| -> Vec<(bool, Option<&str>, &str, bool)> {
            split_query(query).map(|word| (word.negated, word.key, word.value, word.is_closed)).collect()
        };
        for (query, expected) in [
            ("", vec![]),
            (" \t ", vec![]),
            ("one  two", vec![(false, None, "one", true), (false, None, "two", true)]),
            ("-one", vec![(true, None, "one", true)]),
            ("- one", vec![(false, None, "-", true), (false, None, "one", true)]),
            ("-", vec![(false, None, "-", true)]),
            ("--one", vec![(true, None, "-one", true)]),
            ("is:new", vec![(false, Some("is"), "new", true)]),
            ("-is:", vec![(true, Some("is"), "", true)]),
            ("a:b:c", vec![(false, Some("a"), "b:c", true)]),
            ("\"two words\" x", vec![(false, None, "two words", true), (false, None, "x", true)]),
            ("-\"is:new\"", vec![(true, None, "is:new", true)]),
            ("server:\"a b\"c", vec![(false, Some("server"), "a b", true), (false, None, "c", true)]),
            ("\"two wor", vec![(false, None, "two wor", false)]),
            ("server:\"a b ", vec![(false, Some("server"), "a b ", false)]),
            ("\"", vec![(false, None, "", false)]),
            ("5\" wide", vec![(false, None, "5\"", true), (false, None, "wide", true)]),
            ("é\u{3000}è", vec![(false, None, "é", true), (false, None, "è", true)]),
        ] {
            assert_eq!(read(query), expected, "{query}");
        }
    }

    #[test]
    fn words_have_their_position() {
        let words: Vec<_> =
            split_query("é -is:\"a b\" c").map(|word| (word.start, word.raw, word.without_minus())).collect();
        assert_eq!(words, [(0, "é", "é"), (3, "-is:\"a b\"", "is:\"a b\""), (13, "c", "c")]);
    }
}
