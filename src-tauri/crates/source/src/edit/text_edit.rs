//! Replacements of parts of a text.

use std::ops::Range;

/// Replaces `range` of a text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct TextEdit {
    pub start: usize,
    pub end: usize,
    pub text: String,
}

impl TextEdit {
    pub(crate) fn replace(range: Range<usize>, text: impl Into<String>) -> Self {
        Self { start: range.start, end: range.end, text: text.into() }
    }

    pub(crate) fn insert(at: usize, text: impl Into<String>) -> Self {
        Self::replace(at..at, text)
    }

    pub(crate) fn delete(range: Range<usize>) -> Self {
        Self::replace(range, "")
    }
}

/// The text with all edits, and the edits of the result that lead back. `None` if edits overlap or do not fit the text.
pub(crate) fn apply(text: &str, edits: &[TextEdit]) -> Option<(String, Vec<TextEdit>)> {
    let mut sorted: Vec<&TextEdit> = edits.iter().collect();
    // Insertions at one place keep their order.
    sorted.sort_by_key(|edit| (edit.start, edit.end));
    let mut out = String::with_capacity(text.len() + edits.iter().map(|edit| edit.text.len()).sum::<usize>());
    let mut inverse = Vec::with_capacity(edits.len());
    let mut at = 0;
    for edit in sorted {
        out.push_str(text.get(at..edit.start)?);
        let start = out.len();
        out.push_str(&edit.text);
        inverse.push(TextEdit::replace(start..out.len(), text.get(edit.start..edit.end)?));
        at = edit.end;
    }
    out.push_str(text.get(at..)?);
    Some((out, inverse))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_applied_in_order_and_can_be_reverted() {
        let edits = [TextEdit::replace(4..5, "E"), TextEdit::insert(0, "<"), TextEdit::delete(1..2)];
        let (text, inverse) = apply("abcde", &edits).unwrap();
        assert_eq!(text, "<acdE");
        assert_eq!(apply(&text, &inverse).unwrap().0, "abcde");
    }

    #[test]
    fn edits_that_overlap_or_do_not_fit_are_refused() {
        assert_eq!(apply("abcde", &[TextEdit::delete(0..3), TextEdit::delete(2..4)]), None);
        assert_eq!(apply("abc", &[TextEdit::delete(2..4)]), None);
        assert_eq!(apply("é", &[TextEdit::insert(1, "x")]), None);
    }
}
