//! New entries in lists, in the layout that the list has: on one line, or each entry on its own.
//!
//! A list on one line that would become longer than formatters accept is broken up, entries and delimiters each on their
//! own line. Entries themselves are never changed.

use std::ops::Range;

use super::text_edit::TextEdit;
use crate::site::{List, Notation};
use crate::text_style::{begins_line, line_end, line_indent, line_start};

/// An entry that a list gets.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum NewEntry {
    Plain(Item),
    /// `head item, item tail`.
    Group {
        head: String,
        items: Vec<Item>,
        tail: &'static str,
    },
}

/// `key` with its separator, and the value with what ends it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Item {
    pub key: String,
    pub value: String,
}

impl Item {
    fn inline(&self) -> String {
        format!("{}{}", self.key, self.value)
    }
}

impl NewEntry {
    pub fn inline(&self, notation: &Notation) -> String {
        match self {
            Self::Plain(item) => item.inline(),
            Self::Group { head, items, tail } => {
                let items: Vec<String> = items.iter().map(Item::inline).collect();
                let padding = if notation.padded { " " } else { "" };
                format!("{head}{padding}{}{padding}{tail}", items.join(", "))
            }
        }
    }

    /// The entry in a line that is indented by `indent`, on several lines if it is long.
    pub fn render(&self, indent: &str, notation: &Notation) -> String {
        let inline = self.inline(notation);
        let content = match self {
            Self::Plain(_) => 0,
            Self::Group { head, tail, .. } => inline.len() - head.len() - tail.len(),
        };
        let fits = width(indent) + width(&inline) < notation.width && content <= notation.list_width;
        match self {
            Self::Group { .. } if notation.always_breaks || !fits => self.exploded(indent, notation),
            _ => inline,
        }
    }

    pub fn exploded(&self, indent: &str, notation: &Notation) -> String {
        let Self::Group { head, items, tail } = self else { return self.inline(notation) };
        let inner = format!("{}{indent}{}", notation.newline, notation.indent);
        let mut out = head.clone();
        for (index, item) in items.iter().enumerate() {
            out.push_str(&inner);
            out.push_str(&item.key);
            out.push_str(&item.value);
            if index + 1 < items.len() || notation.trailing_comma {
                out.push(',');
            }
        }
        format!("{out}{}{indent}{tail}", notation.newline)
    }
}

/// A new entry, and the index of the one that it follows.
#[derive(Debug, Clone)]
pub(super) struct Insertion {
    pub after: usize,
    pub entry: NewEntry,
}

/// Columns of a text; tabs count as four.
pub(super) fn width(text: &str) -> usize {
    text.chars().map(|c| if c == '\t' { 4 } else { 1 }).sum()
}

/// True if the list begins and ends on one line.
pub(super) fn is_one_line(text: &str, list: &List) -> bool {
    !text[list.open..list.close].contains('\n')
}

/// True if a list on one line is too long with `added` columns more. `list` is the outermost that can be broken up.
pub(super) fn overflows(text: &str, list: &List, added: usize, notation: &Notation) -> bool {
    let line = &text[line_start(text, list.open)..line_end(text, list.close)];
    let content = list.close - list.open;
    is_one_line(text, list)
        && (width(line) + added > notation.width || (content + added > notation.list_width))
}

/// Adds entries to a list. Entries of one place keep their order.
pub(super) fn insert(text: &str, list: &List, new: &[Insertion], notation: &Notation) -> Vec<TextEdit> {
    if list.entries.is_empty() {
        return insert_into_empty(text, list, new, notation);
    }
    let added: usize = new.iter().map(|new| width(&new.entry.inline(notation)) + 2).sum();
    if (overflows(text, list, added, notation) || overflows_own_line(text, list, added, notation))
        && !list.has_comments
    {
        return explode(text, list, new, line_indent(text, list.open), notation);
    }
    if notation.reindents && can_reindent(text, list, added, notation) {
        let mut edits = explode(text, list, new, line_indent(text, list.open), notation);
        edits.extend(list.entries.last().into_iter().flat_map(|last| indent_lines(text, last, notation)));
        return edits;
    }
    let mut edits = Vec::new();
    for index in 0..list.entries.len() {
        let here: Vec<&NewEntry> =
            new.iter().filter(|new| new.after == index).map(|new| &new.entry).collect();
        if !here.is_empty() {
            edits.extend(insert_after(text, list, index, &here, notation));
        }
    }
    edits
}

fn insert_after(
    text: &str,
    list: &List,
    index: usize,
    new: &[&NewEntry],
    notation: &Notation,
) -> Vec<TextEdit> {
    let anchor = &list.entries[index];
    if !begins_line(text, anchor.start) {
        let text: String = new.iter().map(|entry| format!(", {}", entry.inline(notation))).collect();
        return vec![TextEdit::insert(anchor.end, text)];
    }
    let indent = line_indent(text, anchor.start);
    let is_last = index + 1 == list.entries.len();
    let comma = list.commas[index];
    let mut at = comma.unwrap_or(anchor.end);
    // The new line follows a comment at the end of this one.
    let end = line_end(text, at);
    let next = list.entries.get(index + 1).map_or(list.close, |next| next.start);
    if list.has_comments && next > end && !text[at..end].trim().is_empty() {
        at = end;
    }
    let lines: Vec<String> = new
        .iter()
        .map(|entry| format!("{}{indent}{}", notation.newline, entry.render(indent, notation)))
        .collect();
    let mut lines = lines.join(",");
    if comma.is_some() || !is_last {
        lines.push(',');
    }
    match comma {
        Some(_) => vec![TextEdit::insert(at, lines)],
        None if at == anchor.end => vec![TextEdit::insert(at, format!(",{lines}"))],
        None => vec![TextEdit::insert(anchor.end, ","), TextEdit::insert(at, lines)],
    }
}

fn insert_into_empty(text: &str, list: &List, new: &[Insertion], notation: &Notation) -> Vec<TextEdit> {
    let indent = line_indent(text, list.open);
    if list.has_comments {
        let inner = format!("{indent}{}", notation.indent);
        let lines = new
            .iter()
            .map(|new| format!("{}{inner}{},", notation.newline, new.entry.render(&inner, notation)));
        return vec![TextEdit::insert(list.open, lines.collect::<String>())];
    }
    let entries: Vec<&NewEntry> = new.iter().map(|new| &new.entry).collect();
    let rest = text[list.close..line_end(text, list.close)].to_owned();
    let before = width(&text[line_start(text, list.open)..list.open]);
    let is_object = notation.padded && text[..list.open].ends_with('{');
    let content = delimited(&entries, indent, before + width(&rest), is_object, notation);
    vec![TextEdit::replace(list.open..list.close, content)]
}

/// Entries between delimiters that are there or added; `around` is the width of the rest of the line.
pub(super) fn delimited(
    entries: &[&NewEntry],
    indent: &str,
    around: usize,
    padded: bool,
    notation: &Notation,
) -> String {
    let inline: Vec<String> = entries.iter().map(|entry| entry.inline(notation)).collect();
    let inline = inline.join(", ");
    let padding = if padded { " " } else { "" };
    if around + width(&inline) + 2 * padding.len() <= notation.width && inline.len() <= notation.list_width {
        return format!("{padding}{inline}{padding}");
    }
    if let ([group @ NewEntry::Group { .. }], true) = (entries, notation.hugs) {
        return group.exploded(indent, notation);
    }
    let inner = format!("{indent}{}", notation.indent);
    let lines: Vec<String> = entries
        .iter()
        .map(|entry| format!("{}{inner}{}", notation.newline, entry.render(&inner, notation)))
        .collect();
    let comma = if notation.trailing_comma { "," } else { "" };
    format!("{}{comma}{}{indent}", lines.join(","), notation.newline)
}

/// Puts each entry of a list on its own line, with new ones between them.
pub(super) fn explode(
    text: &str,
    list: &List,
    new: &[Insertion],
    indent: &str,
    notation: &Notation,
) -> Vec<TextEdit> {
    let inner = format!("{}{indent}{}", notation.newline, notation.indent);
    let entry_indent = format!("{indent}{}", notation.indent);
    let mut edits = Vec::new();
    let Some(first) = list.entries.first() else { return edits };
    edits.push(TextEdit::replace(list.open..first.start, inner.clone()));
    for (index, entry) in list.entries.iter().enumerate() {
        let mut gap = String::new();
        for new in new.iter().filter(|new| new.after == index) {
            gap.push(',');
            gap.push_str(&inner);
            gap.push_str(&new.entry.render(&entry_indent, notation));
        }
        match list.entries.get(index + 1) {
            Some(next) => {
                gap.push(',');
                gap.push_str(&inner);
                edits.push(TextEdit::replace(entry.end..next.start, gap));
            }
            None => {
                let is_call = text[..list.open].ends_with('(');
                if if is_call { notation.trailing_comma_in_calls } else { notation.trailing_comma } {
                    gap.push(',');
                }
                gap.push_str(notation.newline);
                gap.push_str(indent);
                edits.push(TextEdit::replace(entry.end..list.close, gap));
            }
        }
    }
    edits.retain(|edit| text[edit.start..edit.end] != edit.text);
    edits
}

/// True if all entries are on one line of their own, between the lines of the delimiters, which becomes too long.
fn overflows_own_line(text: &str, list: &List, added: usize, notation: &Notation) -> bool {
    let (Some(first), Some(last)) = (list.entries.first(), list.entries.last()) else { return false };
    let line = &text[line_start(text, first.start)..line_end(text, last.end)];
    list.entries.len() > 1
        && begins_line(text, first.start)
        && !text[first.start..last.end].contains('\n')
        && width(line) + added > notation.width
}

/// True if the last entry is a function that begins on the line of all others, which becomes too long, and that can be
/// indented: no line begins within a text or a comment.
fn can_reindent(text: &str, list: &List, added: usize, notation: &Notation) -> bool {
    let Some(last) = list.entries.last() else { return false };
    let line = &text[line_start(text, list.open)..line_end(text, list.open)];
    let begins_here =
        !text[list.open..last.start].contains('\n') && !text[last.end..list.close].contains('\n');
    let function = &text[last.clone()];
    let has_open_text = function.lines().any(|line| line.matches('`').count() % 2 == 1);
    // Edits of a tool that is registered within could meet the new indentation.
    let is_function = text[..list.open].ends_with('(')
        && (function.starts_with("async") || function.starts_with("function") || function.contains("=>"))
        && function.ends_with('}')
        && !["tool(", "Tool("].iter().any(|part| function.contains(part));
    let is_plain = is_function
        && !has_open_text
        && !["/*", "</", "\\\n", "\\\r"].iter().any(|part| function.contains(part));
    !list.has_comments
        && begins_here
        && function.contains('\n')
        && is_plain
        && width(line) + added > notation.width
}

/// Indents all lines but the first of an entry by one level.
fn indent_lines(text: &str, entry: &Range<usize>, notation: &Notation) -> Vec<TextEdit> {
    let starts = text[entry.clone()].match_indices('\n').map(|(at, _)| entry.start + at + 1);
    let has_text = |at: &usize| !text[*at..line_end(text, *at)].trim().is_empty();
    starts.filter(has_text).map(|at| TextEdit::insert(at, notation.indent.clone())).collect()
}
