//! Tokenizer for descriptions: lower-case words with sentence numbers, within a size limit.

use super::words::truncate_bytes;

/// Length in bytes to which a text is truncated before it is tokenized, which bounds the time per tool.
pub const MAX_TEXT_BYTES: usize = 4096;

/// The words of a text in order. `don't` is one word, `read-only` is two.
#[derive(Debug, Default)]
pub struct TokenizedText {
    lower: String,
    /// Byte range and sentence number of each word.
    words: Vec<WordSpan>,
}

#[derive(Debug, Clone, Copy)]
struct WordSpan {
    start: u16,
    end: u16,
    sentence: u16,
}

impl TokenizedText {
    pub fn new(text: &str) -> Self {
        let mut lower = truncate_bytes(text, MAX_TEXT_BYTES).to_owned();
        lower.make_ascii_lowercase();
        let words = split_words(&lower);
        Self { lower, words }
    }

    pub fn len(&self) -> usize {
        self.words.len()
    }

    pub fn word(&self, at: usize) -> &str {
        self.words.get(at).map_or("", |word| &self.lower[usize::from(word.start)..usize::from(word.end)])
    }

    pub fn words(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|at| self.word(at))
    }

    /// Number of words in the first sentence.
    pub fn first_sentence_len(&self) -> usize {
        self.words.iter().take_while(|word| word.sentence == 0).count()
    }

    /// Index of the first word of each sentence after the first.
    pub fn later_sentence_starts(&self) -> impl Iterator<Item = usize> {
        let pairs = self.words.windows(2).enumerate();
        pairs.filter(|(_, pair)| pair[0].sentence != pair[1].sentence).map(|(at, _)| at + 1)
    }

    /// Returns whether two words are in the same sentence.
    pub fn in_same_sentence(&self, one: usize, other: usize) -> bool {
        match (self.words.get(one), self.words.get(other)) {
            (Some(one), Some(other)) => one.sentence == other.sentence,
            _ => false,
        }
    }

    /// The text from word `from` up to, but not including, word `to`.
    pub fn excerpt(&self, from: usize, to: usize) -> &str {
        match (self.words.get(from), self.words.get(to.saturating_sub(1))) {
            (Some(first), Some(last)) if from < to => {
                &self.lower[usize::from(first.start)..usize::from(last.end)]
            }
            _ => "",
        }
    }
}

fn split_words(text: &str) -> Vec<WordSpan> {
    let bytes = text.as_bytes();
    let mut words = Vec::with_capacity(text.len() / 6);
    let (mut at, mut sentence) = (0, 0_u16);
    while at < bytes.len() {
        if is_word_byte(bytes[at]) {
            let start = at;
            while at < bytes.len() && (is_word_byte(bytes[at]) || is_apostrophe(bytes, at)) {
                at += 1;
            }
            words.push(WordSpan { start: start as u16, end: at as u16, sentence });
            continue;
        }
        if ends_sentence(bytes, at) && !words.is_empty() {
            sentence += 1;
        }
        at += 1;
    }
    words
}

/// Letters, digits, `_` (another tool's name is then one word and not a verb) and all non-ASCII bytes: languages
/// without spaces give long words, which match nothing.
const fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

fn is_apostrophe(bytes: &[u8], at: usize) -> bool {
    bytes[at] == b'\'' && bytes.get(at + 1).is_some_and(u8::is_ascii_lowercase)
}

/// A stop before white space, a colon at the end of a line, a blank line, or a line that starts like a list item or a
/// heading.
fn ends_sentence(bytes: &[u8], at: usize) -> bool {
    let next = bytes.get(at + 1).copied().unwrap_or(b' ');
    match bytes[at] {
        b'.' | b'!' | b'?' | b';' => next.is_ascii_whitespace(),
        b':' => next == b'\n',
        b'\n' => matches!(next, b'\n' | b'-' | b'*' | b'#'),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_first_sentence_ends_at_a_stop_and_not_inside_a_word() {
        let text = TokenizedText::new("Reads v1.2 of a file\nfrom disk. Doesn't change it!");
        assert_eq!(
            text.words().collect::<Vec<_>>().join(" "),
            "reads v1 2 of a file from disk doesn't change it"
        );
        assert_eq!(text.first_sentence_len(), 8);
        assert_eq!(text.excerpt(8, 10), "doesn't change");
        assert!(!text.in_same_sentence(7, 8));
    }

    proptest! {
        #[test]
        fn any_text_is_split_in_bounds(text in ".{0,6000}") {
            let text = TokenizedText::new(&text);
            prop_assert!(text.words().all(|word| !word.is_empty()));
            prop_assert!(text.first_sentence_len() <= text.len());
        }
    }
}
