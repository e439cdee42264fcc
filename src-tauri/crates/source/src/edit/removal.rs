//! Entries that go, with their separators and, where nothing else is on it, their line.

use std::ops::Range;

use super::text_edit::TextEdit;
use crate::site::List;
use crate::text_style::{begins_line, line_end, line_start};

/// Removes entries of a list, of which at least one is kept.
pub(super) fn remove(text: &str, list: &List, removed: &[usize]) -> Vec<TextEdit> {
    let mut edits = Vec::new();
    let mut index = 0;
    while index < list.entries.len() {
        if !removed.contains(&index) {
            index += 1;
            continue;
        }
        let mut last = index;
        while removed.contains(&(last + 1)) {
            last += 1;
        }
        if list.has_comments {
            edits.extend((index..=last).map(|index| TextEdit::delete(entry_with_line(text, list, index))));
        } else if let Some(next) = list.entries.get(last + 1) {
            edits.push(TextEdit::delete(list.entries[index].start..next.start));
        } else {
            let start = if index > 0 { list.entries[index - 1].end } else { list.open };
            edits.push(TextEdit::delete(start..list.entries[last].end));
        }
        index = last + 1;
    }
    edits
}

/// Removes a statement, and its line if nothing else is on it.
pub(super) fn remove_line(text: &str, statement: &Range<usize>) -> TextEdit {
    TextEdit::delete(with_line(text, statement.clone()))
}

/// An entry with its comma, and with its line if nothing else is on it.
fn entry_with_line(text: &str, list: &List, index: usize) -> Range<usize> {
    let entry = &list.entries[index];
    let end = list.commas[index].filter(|comma| text[entry.end..*comma].trim() == ",").unwrap_or(entry.end);
    with_line(text, entry.start..end)
}

fn with_line(text: &str, entry: Range<usize>) -> Range<usize> {
    let end = entry.end;
    let line = line_end(text, end);
    if begins_line(text, entry.start) && text[end..line].trim().is_empty() {
        let next_line = text[line..].find('\n').map_or(line, |length| line + length + 1);
        return line_start(text, entry.start)..next_line;
    }
    entry.start..end
}
