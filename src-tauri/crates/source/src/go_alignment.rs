//! Alignment of Go as gofmt does it: the values of consecutive keys, and comments that end consecutive lines.
//!
//! Edits of several tools meet here, in one block of comments or one list, so it is done for a whole file. Only what was
//! aligned before the edits is aligned after them: a file that gofmt did not write keeps its white space.

use std::ops::Range;

use tree_sitter::Node;

use crate::edit::{TextEdit, apply};
use crate::language::Language;
use crate::syntax::{Parsed, is_comment};
use crate::text_style::{begins_line, line_indent, line_start};

/// The edits with changes of white space that align the result.
pub(crate) fn align(path: &str, text: &str, edits: Vec<TextEdit>) -> Vec<TextEdit> {
    let Some(before) = Parsed::new(path, text, Language::Go) else { return edits };
    // Comments follow values, so values come first.
    [key_gaps, comment_gaps].into_iter().fold(edits, |mut edits, find_gaps| {
        edits.sort();
        let gaps = apply(text, &edits).and_then(|(after, _)| {
            let after = Parsed::new(path, &after, Language::Go)?;
            compose(&edits, &find_gaps(&before, &after, &Offsets::new(&edits)))
        });
        gaps.unwrap_or(edits)
    })
}

/// Where the text of each edit is in the result.
struct Offsets<'e> {
    edits: Vec<(&'e TextEdit, Range<usize>)>,
}

impl<'e> Offsets<'e> {
    fn new(edits: &'e [TextEdit]) -> Self {
        let mut shift = 0_isize;
        let place = |edit: &'e TextEdit| {
            let start = edit.start.saturating_add_signed(shift);
            shift += edit.text.len().cast_signed() - (edit.end - edit.start).cast_signed();
            (edit, start..start + edit.text.len())
        };
        Self { edits: edits.iter().map(place).collect() }
    }

    /// The place before the edits; `None` within what they inserted.
    fn before(&self, at: usize) -> Option<usize> {
        let mut shift = 0_isize;
        for (edit, range) in &self.edits {
            if at <= range.start {
                break;
            }
            if at < range.end {
                return None;
            }
            shift = edit.end.cast_signed() - range.end.cast_signed();
        }
        Some(at.saturating_add_signed(shift))
    }

    fn touches(&self, range: &Range<usize>) -> bool {
        self.edits.iter().any(|(_, edit)| edit.start <= range.end && range.start <= edit.end)
    }
}

/// Edits of a text, and edits of its result, as edits of the text. `None` if they overlap in part.
fn compose(first: &[TextEdit], second: &[TextEdit]) -> Option<Vec<TextEdit>> {
    let offsets = Offsets::new(first);
    let mut edits = first.to_vec();
    // From the end, so that ranges within inserted texts stay true.
    for edit in second.iter().rev() {
        let around =
            |(_, range): &(&TextEdit, Range<usize>)| range.start <= edit.start && edit.end <= range.end;
        match offsets.edits.iter().position(|one| !one.1.is_empty() && around(one)) {
            Some(index) => {
                let start = offsets.edits[index].1.start;
                edits[index].text.replace_range(edit.start - start..edit.end - start, &edit.text);
            }
            None => {
                let range = offsets.before(edit.start)?..offsets.before(edit.end)?;
                (range.len() == edit.end - edit.start).then_some(())?;
                edits.push(TextEdit::replace(range, edit.text.clone()));
            }
        }
    }
    edits.sort();
    Some(edits)
}

/// Changes of the white space before values.
fn key_gaps(before: &Parsed, after: &Parsed, offsets: &Offsets) -> Vec<TextEdit> {
    let mut old = Vec::new();
    before.walk_nodes(|node| {
        if node.kind() == "literal_value" {
            old.push(node);
        }
    });
    let was_aligned = |start: Option<usize>| {
        let list = start.and_then(|start| old.iter().find(|list| list.start_byte() == start));
        list.is_none_or(|list| wrong_key_gaps(before, *list).is_empty())
    };
    let mut gaps = Vec::new();
    after.walk_nodes(|node| {
        if node.kind() == "literal_value"
            && offsets.touches(&node.byte_range())
            && was_aligned(offsets.before(node.start_byte()))
        {
            gaps.extend(wrong_key_gaps(after, node));
        }
    });
    gaps.sort();
    gaps
}

/// The white space before values of a list that gofmt would write in another way.
fn wrong_key_gaps(parsed: &Parsed, list: Node) -> Vec<TextEdit> {
    let mut cursor = list.walk();
    let entries: Vec<Node> = list.named_children(&mut cursor).filter(|entry| !is_comment(*entry)).collect();
    // Entries that share a column, as pairs of the width of their key and the white space after it.
    let mut columns: Vec<Vec<(usize, Range<usize>)>> = Vec::new();
    let mut previous: Option<Node> = None;
    let mut is_open = false;
    for entry in &entries {
        let begins_line = begins_line(parsed.text, entry.start_byte());
        let is_one_line = is_one_line(*entry);
        let continues = previous.is_some_and(|previous| {
            is_one_line_alone(parsed, previous)
                && previous.end_position().row + 1 == entry.start_position().row
        });
        previous = Some(*entry);
        let Some(gap) = key_gap(*entry) else {
            is_open = false;
            continue;
        };
        let is_aligned = begins_line && is_one_line;
        match columns.last_mut() {
            Some(column) if is_aligned && is_open && continues => column.push(gap),
            _ => columns.push(vec![gap]),
        }
        is_open = is_aligned;
    }
    let mut wrong = Vec::new();
    for column in columns {
        let widest = column.iter().map(|(key, _)| *key).max().unwrap_or_default();
        for (key, gap) in column {
            let expected = " ".repeat(widest - key + 1);
            if parsed.text[gap.clone()] != expected {
                wrong.push(TextEdit::replace(gap, expected));
            }
        }
    }
    wrong
}

/// The width of a key, and the white space between its colon and the value.
fn key_gap(entry: Node) -> Option<(usize, Range<usize>)> {
    let mut cursor = entry.walk();
    let colon = entry.children(&mut cursor).find(|child| child.kind() == ":")?;
    let value = colon.next_sibling()?;
    let key = colon.prev_sibling()?;
    // The key is an ASCII name or a string without letters that are wider than one column.
    Some((key.end_byte() - key.start_byte(), colon.end_byte()..value.start_byte()))
}

fn is_one_line(node: Node) -> bool {
    node.start_position().row == node.end_position().row
}

/// True if an entry is on one line, and begins it.
fn is_one_line_alone(parsed: &Parsed, entry: Node) -> bool {
    is_one_line(entry) && begins_line(parsed.text, entry.start_byte())
}

/// A comment at the end of a line of code.
struct LineComment<'t> {
    row: usize,
    indent: &'t str,
    /// Characters of the code before it.
    width: usize,
    /// The white space before it.
    gap: Range<usize>,
    /// Number of the block of aligned comments it belongs to.
    block: usize,
}

impl LineComment<'_> {
    fn column(&self) -> usize {
        self.width + self.gap.len()
    }
}

/// Changes of the white space before comments.
fn comment_gaps(before: &Parsed, after: &Parsed, _: &Offsets) -> Vec<TextEdit> {
    let mut old = line_comments(before);
    let mut new = line_comments(after);
    if old.len() != new.len() {
        return Vec::new();
    }
    number_blocks(&mut old, |one, next, _| one.column() == next.column());
    number_blocks(&mut new, |_, _, index| {
        old[index].block == old[index + 1].block || old[index].row + 1 != old[index + 1].row
    });
    let is_aligned = |block: usize| {
        let members = || old.iter().filter(|comment| comment.block == block);
        let widest = members().map(|comment| comment.width).max().unwrap_or_default();
        members().all(|comment| comment.column() == widest + 1)
    };
    let mut gaps = Vec::new();
    let mut first = 0;
    for block in new.chunk_by(|one, next| one.block == next.block) {
        let was_aligned = old[first..first + block.len()].iter().all(|comment| is_aligned(comment.block));
        first += block.len();
        let widest = block.iter().map(|comment| comment.width).max().unwrap_or_default();
        let wrong = block.iter().filter(|comment| was_aligned && comment.column() != widest + 1);
        gaps.extend(
            wrong.map(|comment| {
                TextEdit::replace(comment.gap.clone(), " ".repeat(widest + 1 - comment.width))
            }),
        );
    }
    gaps
}

fn line_comments<'t>(parsed: &Parsed<'t>) -> Vec<LineComment<'t>> {
    let mut comments = Vec::new();
    parsed.walk(|node| {
        let at = node.start_byte();
        if is_comment(node) && is_one_line(node) && !begins_line(parsed.text, at) {
            let code = parsed.text[line_start(parsed.text, at)..at].trim_end_matches([' ', '\t']);
            let rest = &parsed.text[node.end_byte()..];
            if rest.starts_with(['\n', '\r']) {
                let gap = line_start(parsed.text, at) + code.len()..at;
                let (row, indent) = (node.start_position().row, line_indent(parsed.text, at));
                comments.push(LineComment { row, indent, width: code.chars().count(), gap, block: 0 });
            }
        }
    });
    comments
}

/// Numbers blocks of comments on consecutive lines with one indentation that `belong` together.
fn number_blocks(comments: &mut [LineComment], belong: impl Fn(&LineComment, &LineComment, usize) -> bool) {
    for index in 1..comments.len() {
        let (one, next) = (&comments[index - 1], &comments[index]);
        let same = one.row + 1 == next.row && one.indent == next.indent && belong(one, next, index - 1);
        comments[index].block = one.block + usize::from(!same);
    }
}

#[cfg(test)]
mod tests {
    use crate::registration::File;
    use crate::testing::{patch_in, scan_one};

    const SDK: &str = "package a\n\nimport \"github.com/modelcontextprotocol/go-sdk/mcp\"\n\n";

    fn patch(text: &str, values: &str) -> String {
        let file = File { path: "a.go".to_owned(), text: format!("{SDK}{text}") };
        let after = patch_in(&scan_one(&file.path, &file.text), &file, values).unwrap();
        after.strip_prefix(SDK).unwrap().to_owned()
    }

    #[test]
    fn keys_that_were_aligned_are_aligned_with_new_ones() {
        for (before, after) in [
            ("{\n\tName: \"a\",\n}", "{\n\tName:  \"a\",\n\tTitle: \"A\",\n}"),
            // Values of several lines, and comments between, end a column.
            (
                "{\n\tName: \"a\",\n\t// what\n\tDescription: \"A\",\n\tInputSchema: map[string]any{\n\t\t\"a\": 1,\n\t},\n}",
                "{\n\tName:  \"a\",\n\tTitle: \"A\",\n\t// what\n\tDescription: \"A\",\n\tInputSchema: map[string]any{\n\t\t\"a\": 1,\n\t},\n}",
            ),
            // White space beside a value that is replaced.
            (
                "{\n\tName: \"a\",\n\tAnnotations: &mcp.ToolAnnotations{\n\t\tTitle: \"B\",\n\t},\n}",
                "{\n\tName: \"a\",\n\tAnnotations: &mcp.ToolAnnotations{\n\t\tTitle:        \"A\",\n\t\tReadOnlyHint: true,\n\t},\n}",
            ),
            // Other white space than gofmt's is kept.
            ("{\n\tName:   \"a\",\n}", "{\n\tName:   \"a\",\n\tTitle: \"A\",\n}"),
        ] {
            let text = |literal: &str| format!("var t = &mcp.Tool{literal}\n");
            let values = if after.contains("ReadOnly") { "read-only=true title=A" } else { "title=A" };
            assert_eq!(patch(&text(before), values), text(after), "{before}");
        }
    }

    #[test]
    fn comments_that_were_aligned_are_aligned() {
        let after = patch(
            "var t = []*mcp.Tool{\n\t{Name: \"a\"},                   // one\n\t{Name: \"b\", Description: \"B\"}, // two\n\tnil, // other\n}\n",
            "read-only=true",
        );
        assert_eq!(
            after,
            "var t = []*mcp.Tool{\n\t{Name: \"a\", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}},                   // one\n\t{Name: \"b\", Description: \"B\", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}}, // two\n\tnil, // other\n}\n"
        );
        // A line between two comments ends their block.
        let after = patch(
            "var t = &mcp.Tool{\n\tName:        \"abc\", // one\n\tDescription: \"A\",   // two\n}\n",
            "title=A",
        );
        assert_eq!(
            after,
            "var t = &mcp.Tool{\n\tName:        \"abc\", // one\n\tTitle:       \"A\",\n\tDescription: \"A\", // two\n}\n"
        );
    }
}
