//! Word-level diffs of texts and lists. Equal and removed words concatenate to exactly the old text, equal and added
//! words to the new one.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use similar::{Algorithm, DiffTag};

use crate::resolve::wire::DiffSign;

/// A run of text that is equal, added or removed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct DiffSpan {
    pub sign: DiffSign,
    pub text: String,
}

/// Diffs two texts word by word, with the budget of one tool.
pub fn diff_words(before: &str, after: &str) -> Vec<DiffSpan> {
    DiffBudget::default().diff_texts(before, after)
}

/// Remaining work for one tool, in pairs of words. Work is counted, not timed, so that the result is deterministic.
/// Once the budget is used up, everything between the common prefix and suffix is reported as replaced.
#[derive(Debug)]
pub(super) struct DiffBudget(usize);

impl Default for DiffBudget {
    /// Enough for two texts of 2,000 words without anything in common.
    fn default() -> Self {
        Self(4_000_000)
    }
}

impl DiffBudget {
    pub fn diff_texts(&mut self, before: &str, after: &str) -> Vec<DiffSpan> {
        let (old, new) = (Tokens::from_text(before), Tokens::from_text(after));
        let steps = merge_short_equal_runs(self.diff_tokens(&old, &new));
        to_words(&steps, before, after)
    }

    /// Diffs two lists as comma-separated text. Items are atomic.
    pub fn diff_lists(&mut self, before: &[String], after: &[String]) -> Vec<DiffSpan> {
        let (old_text, new_text) = (before.join(SEPARATOR), after.join(SEPARATOR));
        let (old, new) = (Tokens::from_items(&old_text, before), Tokens::from_items(&new_text, after));
        let steps = self.diff_tokens(&old, &new);
        to_words(&steps, &old_text, &new_text)
    }

    fn diff_tokens(&mut self, old: &Tokens, new: &Tokens) -> Vec<DiffOp> {
        let (old_words, new_words) = (old.words(), new.words());
        let shorter = old_words.len().min(new_words.len());
        let head = old_words.iter().zip(&new_words).take_while(|(one, other)| one == other).count();
        let ends = old_words.iter().rev().zip(new_words.iter().rev()).take(shorter - head);
        let tail = ends.take_while(|(one, other)| one == other).count();
        let (old_middle, new_middle) = (head..old_words.len() - tail, head..new_words.len() - tail);

        let mut steps = DiffOps { old, new, ops: Vec::new() };
        steps.add(true, 0..head, 0..head);
        let cost = old_middle.len().saturating_mul(new_middle.len());
        if cost == 0 || cost > self.0 {
            steps.add(false, old_middle.clone(), new_middle.clone());
        } else {
            self.0 -= cost;
            let middles = (&old_words[old_middle.clone()], &new_words[new_middle.clone()]);
            for step in similar::capture_diff_slices(Algorithm::Myers, middles.0, middles.1) {
                let moved = |range: Range<usize>| head + range.start..head + range.end;
                steps.add(step.tag() == DiffTag::Equal, moved(step.old_range()), moved(step.new_range()));
            }
        }
        steps.add(true, old_middle.end..old_words.len(), new_middle.end..new_words.len());
        steps.ops
    }
}

const SEPARATOR: &str = ", ";

/// A text with the start offsets of its tokens; the last entry is the end of the text.
struct Tokens<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Tokens<'a> {
    fn from_text(text: &'a str) -> Self {
        let mut starts = Vec::new();
        let mut before = None;
        for (at, character) in text.char_indices() {
            let class = CharClass::from_char(character);
            if before != Some(class) || class == CharClass::Single {
                starts.push(at);
            }
            before = Some(class);
        }
        starts.push(text.len());
        Self { text, starts }
    }

    /// `text` is `items` joined by [`SEPARATOR`]. Each item and each separator is one token.
    fn from_items(text: &'a str, items: &[String]) -> Self {
        let mut starts = vec![0];
        let mut end = 0;
        for (position, item) in items.iter().enumerate() {
            if position > 0 {
                end += SEPARATOR.len();
                starts.push(end);
            }
            end += item.len();
            starts.push(end);
        }
        Self { text, starts }
    }

    fn words(&self) -> Vec<&'a str> {
        self.starts.windows(2).map(|ends| &self.text[ends[0]..ends[1]]).collect()
    }

    fn byte_range(&self, words: &Range<usize>) -> Range<usize> {
        self.starts[words.start]..self.starts[words.end]
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum CharClass {
    Alphanumeric,
    Whitespace,
    /// Punctuation, and characters of scripts without spaces between words.
    Single,
}

impl CharClass {
    fn from_char(character: char) -> Self {
        match character {
            '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}' => Self::Single,
            _ if character.is_alphanumeric() => Self::Alphanumeric,
            _ if character.is_whitespace() => Self::Whitespace,
            _ => Self::Single,
        }
    }
}

/// Byte ranges of both texts that are equal or replaced.
struct DiffOp {
    is_equal: bool,
    old: Range<usize>,
    new: Range<usize>,
}

impl DiffOp {
    fn max_len(&self) -> usize {
        self.old.len().max(self.new.len())
    }
}

struct DiffOps<'a> {
    old: &'a Tokens<'a>,
    new: &'a Tokens<'a>,
    ops: Vec<DiffOp>,
}

impl DiffOps<'_> {
    /// Appends an operation, or extends the last one if it is of the same kind.
    fn add(&mut self, is_equal: bool, old: Range<usize>, new: Range<usize>) {
        let (old, new) = (self.old.byte_range(&old), self.new.byte_range(&new));
        match self.ops.last_mut() {
            _ if old.is_empty() && new.is_empty() => {}
            Some(last) if last.is_equal == is_equal => (last.old.end, last.new.end) = (old.end, new.end),
            _ => self.ops.push(DiffOp { is_equal, old, new }),
        }
    }
}

/// Merges an equal run into the changes around it if it is no longer than either. A rewritten sentence shares only a
/// few commas and articles with the original; showing both sentences whole is more readable.
fn merge_short_equal_runs(ops: Vec<DiffOp>) -> Vec<DiffOp> {
    let mut merged: Vec<DiffOp> = Vec::with_capacity(ops.len());
    for step in ops {
        merged.push(step);
        while let [.., left, island, right] = merged.as_mut_slice()
            && island.is_equal
            && island.max_len() <= left.max_len().min(right.max_len())
        {
            (left.old.end, left.new.end) = (right.old.end, right.new.end);
            merged.truncate(merged.len() - 2);
        }
    }
    merged
}

fn to_words(ops: &[DiffOp], before: &str, after: &str) -> Vec<DiffSpan> {
    let mut words = Vec::with_capacity(ops.len());
    let mut put = |sign, text: &str| {
        if !text.is_empty() {
            words.push(DiffSpan { sign, text: text.to_owned() });
        }
    };
    for step in ops {
        if step.is_equal {
            put(DiffSign::Same, &after[step.new.clone()]);
        } else {
            put(DiffSign::Remove, &before[step.old.clone()]);
            put(DiffSign::Add, &after[step.new.clone()]);
        }
    }
    words
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Formats a diff like `git diff --word-diff`: `[-removed-]` and `{+added+}`.
    pub fn format_diff(words: &[DiffSpan]) -> String {
        let mark = |word: &DiffSpan| match word.sign {
            DiffSign::Same => word.text.clone(),
            DiffSign::Remove => format!("[-{}-]", word.text),
            DiffSign::Add => format!("{{+{}+}}", word.text),
        };
        words.iter().map(mark).collect()
    }

    fn side(words: &[DiffSpan], excluded: DiffSign) -> String {
        words.iter().filter(|word| word.sign != excluded).map(|word| word.text.as_str()).collect()
    }

    fn items(list: &str) -> Vec<String> {
        list.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn texts_are_diffed_by_word() {
        for (before, after, expected) in [
            ("", "", ""),
            ("", "new", "{+new+}"),
            ("Reads a file.", "Reads a file.", "Reads a file."),
            ("Reads a file.", "Reads one file.", "Reads [-a-]{+one+} file."),
            ("get_note", "delete_note", "[-get-]{+delete+}_note"),
            ("Reads a file", "Reads a file\u{200b}", "Reads a file{+\u{200b}+}"),
            (
                "Fails if it exists.",
                "Asks, if possible, first.",
                "[-Fails if it exists-]{+Asks, if possible, first+}.",
            ),
            ("ファイルを読む", "ファイルを書く", "ファイルを[-読む-]{+書く+}"),
            (
                "Write text to a new file at the given path. Fails if the file exists.",
                "Write text to a file at the given path. Replaces the file if it exists; earlier content is lost.",
                "Write text to a [-new -]file at the given path. [-Fails if-]{+Replaces+} the file \
                 [-exists-]{+if it exists; earlier content is lost+}.",
            ),
        ] {
            assert_eq!(format_diff(&DiffBudget::default().diff_texts(before, after)), expected);
        }
    }

    #[test]
    fn lists_are_diffed_by_item() {
        for (before, after, expected) in [
            ("path content etag", "path content", "path, content[-, etag-]"),
            ("etag path", "path", "[-etag, -]path"),
            ("a b c", "x b y", "[-a-]{+x+}, b, [-c-]{+y+}"),
            ("read-only", "read-write", "[-read-only-]{+read-write+}"),
            ("", "a b", "{+a, b+}"),
        ] {
            assert_eq!(
                format_diff(&DiffBudget::default().diff_lists(&items(before), &items(after))),
                expected
            );
        }
    }

    #[test]
    fn without_budget_everything_between_the_ends_is_replaced() {
        let (before, after) = ("Start one same two end.", "Start three same four end.");
        assert_eq!(
            format_diff(&DiffBudget(0).diff_texts(before, after)),
            "Start [-one same two-]{+three same four+} end."
        );
        assert_eq!(
            format_diff(&DiffBudget::default().diff_texts(before, after)),
            "Start [-one-]{+three+} same [-two-]{+four+} end."
        );
    }

    #[test]
    fn diffs_consume_the_budget() {
        let mut effort = DiffBudget(30);
        assert_eq!(format_diff(&effort.diff_texts("a same b", "c same d")), "[-a-]{+c+} same [-b-]{+d+}");
        assert_eq!(effort.0, 5);
        assert_eq!(format_diff(&effort.diff_texts("a same b", "c same d")), "[-a same b-]{+c same d+}");
    }

    proptest! {
        #[test]
        fn a_text_diff_reproduces_both_texts(
            before in "([a-c]{1,2}|[ .,\n]|é|漢|\u{202e}|.){0,30}",
            after in "([a-c]{1,2}|[ .,\n]|é|漢|\u{202e}|.){0,30}",
            effort in 0_usize..200,
        ) {
            let words = DiffBudget(effort).diff_texts(&before, &after);
            prop_assert_eq!(side(&words, DiffSign::Add), before.as_str());
            prop_assert_eq!(side(&words, DiffSign::Remove), after.as_str());
            prop_assert_eq!(words.iter().all(|word| word.sign == DiffSign::Same), before == after);
        }

        #[test]
        fn a_list_diff_reproduces_both_lists(
            before in proptest::collection::vec("[ab, ]{0,3}", 0..6),
            after in proptest::collection::vec("[ab, ]{0,3}", 0..6),
            effort in 0_usize..60,
        ) {
            let words = DiffBudget(effort).diff_lists(&before, &after);
            prop_assert_eq!(side(&words, DiffSign::Add), before.join(", "));
            prop_assert_eq!(side(&words, DiffSign::Remove), after.join(", "));
        }
    }
}
