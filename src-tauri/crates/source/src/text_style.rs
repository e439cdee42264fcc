//! The style of a text: line ends, indentation, quotes.

/// The line end that most lines have.
pub(crate) fn newline(text: &str) -> &'static str {
    let windows = text.matches("\r\n").count();
    if windows * 2 > text.matches('\n').count() { "\r\n" } else { "\n" }
}

/// One level of indentation: a tab, or the smallest step between lines that several lines share.
pub(crate) fn indent_unit(text: &str, fallback: &'static str) -> String {
    let (mut tabs, mut spaced) = (0_usize, 0_usize);
    let mut steps = [0_usize; 9];
    let mut previous = 0;
    for line in text.lines().filter(|line| !line.trim().is_empty()).take(2000) {
        let width = line.len() - line.trim_start_matches(' ').len();
        if line.starts_with('\t') {
            tabs += 1;
        } else if width > 0 {
            spaced += 1;
        }
        // Lines of block comments are indented by one more.
        if !line.trim_start().starts_with('*') {
            if (2..=8).contains(&width.saturating_sub(previous)) {
                steps[width - previous] += 1;
            }
            previous = width;
        }
    }
    if tabs > spaced {
        return "\t".to_owned();
    }
    let best = (2..=8).max_by_key(|step| (steps[*step], 8 - step)).filter(|step| steps[*step] > 0);
    best.map_or_else(|| fallback.to_owned(), |step| " ".repeat(step))
}

/// The white space at the beginning of the line that contains `at`.
pub(crate) fn line_indent(text: &str, at: usize) -> &str {
    let line = &text[line_start(text, at)..];
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}

pub(crate) fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |end| end + 1)
}

/// The end of the line that contains `at`, without its line end.
pub(crate) fn line_end(text: &str, at: usize) -> usize {
    let end = text[at..].find('\n').map_or(text.len(), |length| at + length);
    if text[..end].ends_with('\r') && end > at { end - 1 } else { end }
}

/// True if only white space precedes `at` in its line.
pub(crate) fn begins_line(text: &str, at: usize) -> bool {
    text[line_start(text, at)..at].trim().is_empty()
}

/// The double quote unless single quotes begin more strings.
pub(crate) fn quote(text: &str) -> char {
    let count = |quote: char| {
        let after = |open: &char| text.matches(&format!("{open}{quote}")).count();
        ['(', '[', '{', '=', ' ', ','].iter().map(after).sum::<usize>()
    };
    if count('\'') > count('"') { '\'' } else { '"' }
}

/// True if most lists of several lines end with a comma; `fallback` if there are none.
pub(crate) fn has_trailing_commas(text: &str, fallback: bool) -> bool {
    let (mut with, mut without) = (0_usize, 0_usize);
    let mut previous = "";
    for line in text.lines().map(str::trim) {
        if line.starts_with(['}', ']', ')']) {
            match previous.chars().next_back() {
                Some(',') => with += 1,
                // The end of a statement, or of an empty list, says nothing.
                Some(';' | '{' | '[' | '(' | '}') | None => {}
                Some(_) => without += 1,
            }
        }
        previous = line;
    }
    if with + without == 0 { fallback } else { with >= without }
}

/// The same for arguments alone, which some formatters treat in another way than literals.
pub(crate) fn has_trailing_commas_in_calls(text: &str, fallback: bool) -> bool {
    let (mut with, mut without) = (0_usize, 0_usize);
    let mut previous = "";
    for line in text.lines().map(str::trim) {
        if line.starts_with(')') {
            match previous.chars().next_back() {
                Some(',') => with += 1,
                Some(';' | '{' | '[' | '(') | None => {}
                Some(_) => without += 1,
            }
        }
        previous = line;
    }
    if with + without == 0 { fallback } else { with >= without }
}

/// True if most braces on one line have spaces inside.
pub(crate) fn pads_braces(text: &str) -> bool {
    let is_tight = |part: &[u8]| part[0] != b'$' && part[1] == b'{' && part[2].is_ascii_alphabetic();
    let tight = text.as_bytes().windows(3).filter(|part| is_tight(part)).count();
    text.matches("{ ").count() >= tight
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indentation_is_the_most_frequent_step() {
        for (text, unit) in [
            ("a:\n    b\n    c:\n        d\n", "    "),
            ("a {\n  b {\n    c\n  }\n}\n", "  "),
            ("a {\n\tb {\n\t\tc\n\t}\n}\n", "\t"),
            ("/**\n * a\n */\nb(\n  c)\n", "  "),
            ("a\n", "?"),
        ] {
            assert_eq!(indent_unit(text, "?"), unit, "{text:?}");
        }
    }

    #[test]
    fn commas_and_spaces_are_those_of_most_lists() {
        assert!(has_trailing_commas("f(\n  a,\n);\ng({\n  b,\n}, () => {\n  c;\n});\n", false));
        assert!(!has_trailing_commas("f({\n  a\n});\n", true));
        assert!(has_trailing_commas("f();\n", true));
        assert!(!has_trailing_commas_in_calls(
            "f({\n  a,\n});\ng(\n  a,\n  () => {\n    b;\n  }\n);\n",
            true
        ));
        assert!(has_trailing_commas_in_calls("g(\n  a,\n  b,\n);\n", false));
        assert!(pads_braces("import { a } from 'b'; c({d: `${e}`})"));
        assert!(!pads_braces("import {a} from 'b'; c({d: 1})"));
    }

    #[test]
    fn line_ends_are_those_of_most_lines() {
        assert_eq!(newline("a\r\nb\r\nc\n"), "\r\n");
        assert_eq!(newline("a\nb\r\nc\n"), "\n");
        assert_eq!(newline(""), "\n");
        assert_eq!(line_end("ab\r\nc", 1), 2);
        assert_eq!(line_end("ab", 1), 2);
    }
}
