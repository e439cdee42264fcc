//! Layout of tables: aligned columns in a pipe; on a terminal also a header, and a last column that wraps.

use unicode_width::UnicodeWidthChar;

const GAP: &str = "  ";
/// Below this width, a wrapped last column moves to lines of its own.
const MIN_WRAP_WIDTH: usize = 28;
pub const INDENT: &str = "    ";

/// Lines of a table. With a width, no line is longer if its last column can be wrapped to fit; without one, every row is
/// one line. Cells may contain styles, which take no space.
pub fn layout<const N: usize>(rows: &[[String; N]], width: Option<usize>) -> Vec<String> {
    let mut widths = [0; N];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(display_width(cell));
        }
    }
    // Columns that do not fit beside each other go below the first one.
    let head_width: usize = widths.iter().take(N - 1).map(|width| width + GAP.len()).sum();
    match width {
        Some(width) if N > 1 && head_width > width => {
            rows.iter().flat_map(|row| stack_row(row, width)).collect()
        }
        _ => rows.iter().flat_map(|row| layout_row(row, &widths, width)).collect(),
    }
}

/// The first cell on a line of its own, the others below it, as many on a line as fit.
fn stack_row<const N: usize>(row: &[String; N], width: usize) -> Vec<String> {
    let room = width.saturating_sub(INDENT.len());
    let mut lines = vec![row[0].clone()];
    let mut line = String::new();
    for cell in row[1..].iter().filter(|cell| !cell.is_empty()) {
        let is_beside = !line.is_empty() && display_width(&line) + GAP.len() + display_width(cell) <= room;
        if is_beside {
            line.push_str(GAP);
            line.push_str(cell);
            continue;
        }
        lines.extend(
            wrap(&std::mem::take(&mut line), room).into_iter().filter(|part| !part.is_empty()).map(indent),
        );
        line.clone_from(cell);
    }
    lines.extend(wrap(&line, room).into_iter().filter(|part| !part.is_empty()).map(indent));
    lines
}

fn indent(line: String) -> String {
    format!("{INDENT}{line}")
}

fn layout_row<const N: usize>(row: &[String; N], widths: &[usize; N], width: Option<usize>) -> Vec<String> {
    let last = row.iter().rposition(|cell| !cell.is_empty()).unwrap_or(0);
    let mut head = String::new();
    for (cell, width) in row.iter().zip(widths).take(last) {
        head.push_str(cell);
        head.push_str(&" ".repeat(width - display_width(cell)));
        head.push_str(GAP);
    }
    let head_width: usize = widths.iter().take(last).map(|width| width + GAP.len()).sum();
    let fits = width.is_none_or(|width| head_width + display_width(&row[last]) <= width);
    // A name is not torn apart: only the last column of the table has text to wrap.
    if fits || last + 1 < N || last == 0 {
        return vec![format!("{head}{}", row[last])];
    }
    let width = width.unwrap_or(usize::MAX);
    let room = width.saturating_sub(head_width);
    let (mut lines, indent, room) = if room >= MIN_WRAP_WIDTH {
        (Vec::new(), " ".repeat(head_width), room)
    } else {
        (vec![head.trim_end().to_owned()], INDENT.to_owned(), width.saturating_sub(INDENT.len()))
    };
    for (at, line) in wrap(&row[last], room).into_iter().enumerate() {
        let start = if at == 0 && lines.is_empty() { &head } else { &indent };
        lines.push(format!("{start}{line}"));
    }
    lines
}

/// Breaks text at spaces. A word longer than the width has a line of its own.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut used = 0;
    for word in text.split(' ') {
        let length = display_width(word);
        let line = lines.last_mut().expect("there is always a line");
        if line.is_empty() {
            line.push_str(word);
            used = length;
        } else if used + 1 + length <= width {
            line.push(' ');
            line.push_str(word);
            used += 1 + length;
        } else {
            lines.push(word.to_owned());
            used = length;
        }
    }
    lines
}

/// Columns that the text takes on a terminal. Escape sequences take none; server text has none, because it is sanitized.
pub fn display_width(text: &str) -> usize {
    let mut width = 0;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        if character == '\x1b' {
            characters.by_ref().find(char::is_ascii_alphabetic);
        } else {
            width += character.width().unwrap_or(0);
        }
    }
    width
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows<const N: usize>(rows: &[[&str; N]]) -> Vec<[String; N]> {
        rows.iter().map(|row| row.map(str::to_owned)).collect()
    }

    #[test]
    fn a_pipe_gets_one_line_for_each_row() {
        let table = rows(&[["a", "x", "a long reason that goes on and on and on"], ["bbb", "", ""]]);
        assert_eq!(layout(&table, None), ["a    x  a long reason that goes on and on and on", "bbb"]);
    }

    #[test]
    fn the_last_column_wraps_below_itself() {
        let table = rows(&[["notes.get", "the name starts with get, a verb that reads data"]]);
        assert_eq!(
            layout(&table, Some(44)),
            ["notes.get  the name starts with get, a verb", "           that reads data"]
        );
    }

    #[test]
    fn a_narrow_last_column_gets_lines_of_its_own() {
        let table =
            rows(&[["notes.get_all_of_them", "Get them", "the name starts with get, a verb that reads"]]);
        let lines = layout(&table, Some(40));
        assert_eq!(lines[0], "notes.get_all_of_them  Get them");
        assert_eq!(lines[1..], ["    the name starts with get, a verb", "    that reads"]);
    }

    #[test]
    fn columns_that_do_not_fit_go_below_the_first() {
        let table = rows(&[
            ["notes.get_all_of_them", "Get all of them", "~read-only", "the name starts with get, a verb"],
            ["notes.add", "Add", "", "~modifies"],
        ]);
        assert_eq!(
            layout(&table, Some(40)),
            [
                "notes.get_all_of_them",
                "    Get all of them  ~read-only",
                "    the name starts with get, a verb",
                "notes.add",
                "    Add  ~modifies",
            ]
        );
    }

    #[test]
    fn styles_take_no_space_and_wide_characters_take_two() {
        assert_eq!(display_width("\x1b[31m!destructive\x1b[0m"), 12);
        assert_eq!(display_width("読む"), 4);
        let table = rows(&[["\x1b[31mab\x1b[0m", "c"], ["読む", "d"]]);
        assert_eq!(layout(&table, None), ["\x1b[31mab\x1b[0m    c", "読む  d"]);
    }

    #[test]
    fn no_word_is_lost_by_wrapping() {
        for width in [0, 1, 7, 20, 200] {
            let text = "one two three anextraordinarilylongword 読む end";
            let lines = wrap(text, width);
            assert_eq!(lines.join(" "), text, "{width}");
            assert!(
                lines.iter().all(|line| display_width(line) <= width || !line.contains(' ')),
                "{lines:?}"
            );
        }
    }
}
