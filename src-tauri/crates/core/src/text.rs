//! Escaping of untrusted text for display: invisible, bidirectional and control characters are shown as code points.
//! The submodules parse and edit text formats.

pub mod config_text;
pub mod csv;
pub mod json;
pub mod json_edit;
pub(crate) mod json_tree;
pub mod suggest;
pub mod yaml;

use std::borrow::Cow;

/// Returns whether a character is invisible, or changes how its neighbours are rendered.
pub const fn is_hidden(character: char) -> bool {
    matches!(character,
        '\u{0}'..='\u{8}' | '\u{b}'..='\u{1f}' | '\u{7f}'..='\u{9f}'
        | '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}'
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// Replaces every hidden character by its code point, such as `‹U+202E›`. Line feeds and tabs are kept.
pub fn escape_hidden(text: &str) -> Cow<'_, str> {
    escape_matching(text, is_hidden)
}

/// [`escape_hidden`] for a single line: line feeds and tabs become spaces, and in such a text runs of spaces collapse
/// to one.
pub fn escape_line(text: &str) -> Cow<'_, str> {
    if is_plain(text) {
        return Cow::Borrowed(text);
    }
    if text.contains(['\n', '\t']) {
        let words: Vec<&str> = text.split(['\n', '\t', ' ']).filter(|word| !word.is_empty()).collect();
        return Cow::Owned(escape_matching(&words.join(" "), is_hidden).into_owned());
    }
    escape_hidden(text)
}

/// [`escape_hidden`] for a value the user consents to, shown on a line of its own. Line feeds and tabs are escaped as
/// well, the empty value is shown as `""`, and long runs of spaces are replaced by their length so that they cannot
/// push text to the next line of a terminal.
pub fn escape_value(text: &str) -> Cow<'_, str> {
    const MAX_SPACE_RUN: usize = 8;
    if text.is_empty() {
        return Cow::Borrowed("\"\"");
    }
    let escaped = escape_matching(text, |c| is_hidden(c) || matches!(c, '\n' | '\t'));
    let is_space = |c: char| c != '\n' && c.is_whitespace();
    let mut out = String::new();
    let mut rest = escaped.as_ref();
    while let Some(start) = rest.find(is_space) {
        let run = &rest[start..start + rest[start..].find(|c| !is_space(c)).unwrap_or(rest.len() - start)];
        out.push_str(&rest[..start]);
        match run.chars().count() {
            count if count > MAX_SPACE_RUN => out.push_str(&format!("‹{count} spaces›")),
            _ => out.push_str(run),
        }
        rest = &rest[start + run.len()..];
    }
    if out.is_empty() {
        return escaped;
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Fast path: a single line without hidden characters.
fn is_plain(text: &str) -> bool {
    text.chars().all(|c| if c.is_ascii() { matches!(c, ' '..='~') } else { !is_hidden(c) })
}

fn escape_matching(text: &str, should_escape: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.chars().any(&should_escape) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if should_escape(character) {
            out.push_str(&format!("‹U+{:04X}›", character as u32));
        } else {
            out.push(character);
        }
    }
    Cow::Owned(out)
}

/// Truncates to at most `limit` characters and appends `…` if something was cut off.
pub fn truncate_chars(text: &str, limit: usize) -> Cow<'_, str> {
    match text.char_indices().nth(limit) {
        None => Cow::Borrowed(text),
        Some((end, _)) => Cow::Owned(format!("{}…", text[..end].trim_end())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_characters_are_escaped() {
        for (from, to) in [
            ("plain é 漢字 🎉", "plain é 漢字 🎉"),
            ("a\u{202e}b", "a‹U+202E›b"),
            ("\u{1b}[31mred", "‹U+001B›[31mred"),
            ("tag\u{e0041}", "tag‹U+E0041›"),
            ("two\nlines\tand a tab", "two\nlines\tand a tab"),
            ("cr\rover", "cr‹U+000D›over"),
        ] {
            assert_eq!(escape_hidden(from), to);
        }
        assert_eq!(escape_line("two\n lines\t\u{7}"), "two lines ‹U+0007›");
    }

    #[test]
    fn a_value_is_always_one_line() {
        for (from, to) in [
            ("plain", "plain"),
            ("", "\"\""),
            ("a b  c", "a b  c"),
            ("a\n  program: b\r\tc\u{2028}", "a‹U+000A›  program: b‹U+000D›‹U+0009›c‹U+2028›"),
            ("a                    b", "a‹20 spaces›b"),
            (" ", " "),
        ] {
            assert_eq!(escape_value(from), to);
        }
    }

    #[test]
    fn truncation_counts_characters_not_bytes() {
        assert_eq!(truncate_chars("éééé", 4), "éééé");
        assert_eq!(truncate_chars("ééé éé", 4), "ééé…");
    }
}
