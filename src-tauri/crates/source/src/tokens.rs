//! Tokens of C#, Java and Kotlin, and the lists between their brackets.
//!
//! Attributes and builders that declare tools need no grammar: strings, comments and brackets are enough. A text whose
//! brackets do not match counts as one that does not parse.

use std::ops::Range;

use crate::language::Language;
use crate::site::List;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// A name, a keyword or a number.
    Word,
    String,
    Comment,
    /// One character.
    Punctuation,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token {
    pub kind: TokenKind,
    pub range: Range<usize>,
}

/// The tokens of a text, and whether it ends outside of strings and comments with all brackets matched.
pub(crate) fn tokenize(text: &str, language: Language) -> (Vec<Token>, bool) {
    let mut tokens = Vec::new();
    let mut at = 0;
    let mut is_complete = true;
    while let Some(next) = text[at..].chars().next() {
        if next.is_whitespace() || next == '\u{feff}' {
            at += next.len_utf8();
            continue;
        }
        let (kind, length) = match token_at(&text[at..], language) {
            Some(token) => token,
            None => {
                is_complete = false;
                (TokenKind::String, text.len() - at)
            }
        };
        tokens.push(Token { kind, range: at..at + length });
        at += length;
    }
    let is_balanced = is_balanced(text, &tokens);
    (tokens, is_complete && is_balanced)
}

/// The kind and length of the first token; `None` if it does not end.
fn token_at(text: &str, language: Language) -> Option<(TokenKind, usize)> {
    if text.starts_with("//") {
        return Some((TokenKind::Comment, text.find('\n').unwrap_or(text.len())));
    }
    if let Some(comment) = text.strip_prefix("/*") {
        return Some((TokenKind::Comment, comment.find("*/")? + 4));
    }
    let first = text.chars().next()?;
    if first.is_alphanumeric() || first == '_' {
        let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len());
        return Some((TokenKind::Word, end));
    }
    if let Some(length) = string_len(text, language) {
        return length.map(|length| (TokenKind::String, length));
    }
    Some((TokenKind::Punctuation, first.len_utf8()))
}

/// The length of the string that the text begins with: `None` if there is none, `Some(None)` if it does not end.
#[expect(clippy::option_option, reason = "no string, and a string without end, are different")]
fn string_len(text: &str, language: Language) -> Option<Option<usize>> {
    // `@"…"` and `$"…"` of C#.
    let prefix =
        if language == Language::CSharp { text.len() - text.trim_start_matches(['@', '$']).len() } else { 0 };
    let (marks, rest) = text.split_at(prefix);
    let quotes = rest.len() - rest.trim_start_matches('"').len();
    if quotes >= 3 {
        let end = rest[quotes..].find(&rest[..quotes]);
        return Some(end.map(|end| prefix + end + 2 * quotes));
    }
    if rest.starts_with('"') && marks.contains('$') {
        return Some(interpolated_len(rest, marks.contains('@'), language).map(|length| prefix + length));
    }
    if rest.starts_with('"') {
        return Some(quoted_len(rest, '"', marks.contains('@')).map(|length| prefix + length));
    }
    if prefix == 0 && rest.starts_with('\'') {
        return Some(quoted_len(rest, '\'', false));
    }
    None
}

/// The length of a quoted text on one line; a verbatim one doubles its quotes and may have several lines.
fn quoted_len(text: &str, quote: char, is_verbatim: bool) -> Option<usize> {
    let mut characters = text.char_indices().skip(1).peekable();
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' if !is_verbatim => {
                characters.next();
            }
            '\n' if !is_verbatim => return None,
            _ if character == quote => {
                if is_verbatim && characters.peek().is_some_and(|(_, next)| *next == quote) {
                    characters.next();
                } else {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// The length of an interpolated text, whose expressions may contain further strings.
fn interpolated_len(text: &str, is_verbatim: bool, language: Language) -> Option<usize> {
    let mut at = 1;
    let mut depth = 0_usize;
    while let Some(next) = text[at..].chars().next() {
        let rest = &text[at..];
        if depth > 0 {
            match string_len(rest, language) {
                Some(length) => at += length?,
                None => {
                    match next {
                        '{' => depth += 1,
                        '}' => depth -= 1,
                        _ => {}
                    }
                    at += next.len_utf8();
                }
            }
        } else if rest.starts_with("{{") || (is_verbatim && rest.starts_with("\"\"")) {
            at += 2;
        } else if next == '"' {
            return Some(at + 1);
        } else if next == '\n' && !is_verbatim {
            return None;
        } else {
            depth += usize::from(next == '{');
            at += next.len_utf8();
            if next == '\\' && !is_verbatim {
                at += text[at..].chars().next().map_or(0, char::len_utf8);
            }
        }
    }
    None
}

fn is_balanced(text: &str, tokens: &[Token]) -> bool {
    let mut open = Vec::new();
    for token in tokens.iter().filter(|token| token.kind == TokenKind::Punctuation) {
        match &text[token.range.clone()] {
            "(" => open.push(")"),
            "[" => open.push("]"),
            "{" => open.push("}"),
            close @ (")" | "]" | "}") if open.pop() != Some(close) => return false,
            _ => {}
        }
    }
    open.is_empty()
}

/// One entry of a list: `key = value` or a value alone, as tokens.
#[derive(Debug, Clone)]
pub(crate) struct Entry<'t> {
    pub range: Range<usize>,
    pub key: Option<&'t str>,
    pub value: &'t [Token],
}

/// The list that the bracket at `open` begins, and the index of the bracket that ends it.
pub(crate) fn read_list<'t>(
    text: &'t str,
    tokens: &'t [Token],
    open: usize,
) -> Option<(List, Vec<Entry<'t>>, usize)> {
    let mut list = List { open: tokens.get(open)?.range.end, ..List::default() };
    let mut entries = Vec::new();
    let mut depth = 0_usize;
    let mut first = open + 1;
    for index in open + 1..tokens.len() {
        let token = &tokens[index];
        if token.kind == TokenKind::Comment {
            list.has_comments = true;
            continue;
        }
        match (token.kind, &text[token.range.clone()]) {
            (TokenKind::Punctuation, "(" | "[" | "{") => depth += 1,
            (TokenKind::Punctuation, ")" | "]" | "}") if depth == 0 => {
                push_entry(text, &tokens[first..index], None, &mut list, &mut entries);
                list.close = token.range.start;
                return Some((list, entries, index));
            }
            (TokenKind::Punctuation, ")" | "]" | "}") => depth -= 1,
            (TokenKind::Punctuation, ",") if depth == 0 => {
                push_entry(text, &tokens[first..index], Some(token.range.end), &mut list, &mut entries);
                first = index + 1;
            }
            _ => {}
        }
    }
    None
}

fn push_entry<'t>(
    text: &'t str,
    tokens: &'t [Token],
    comma: Option<usize>,
    list: &mut List,
    entries: &mut Vec<Entry<'t>>,
) {
    let start = tokens.iter().position(|token| token.kind != TokenKind::Comment);
    let end = tokens.iter().rposition(|token| token.kind != TokenKind::Comment);
    let (Some(start), Some(end)) = (start, end) else { return };
    let tokens = &tokens[start..=end];
    let range = tokens[0].range.start..tokens[tokens.len() - 1].range.end;
    let is_named = tokens.len() > 2
        && tokens[0].kind == TokenKind::Word
        && matches!(&text[tokens[1].range.clone()], "=" | ":")
        && !matches!(&text[tokens[2].range.clone()], "=" | ":");
    let key = is_named.then(|| &text[tokens[0].range.clone()]);
    list.entries.push(range.clone());
    list.commas.push(comma);
    entries.push(Entry { range, key, value: if is_named { &tokens[2..] } else { tokens } });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_and_comments_are_one_token_each() {
        for (language, text, complete) in [
            (Language::CSharp, "f(@\"a\"\"(\", $\"{b}\", \"\"\"x \" (\"\"\") // (", true),
            (Language::CSharp, "f($\"{g(\"(\")}{{(\")", true),
            (Language::Java, "f(\"a\\\"(\", '(', \"\"\"\n(\"\"\") /* ( */", true),
            (Language::Kotlin, "f(\"a\n\")", false),
            (Language::Java, "f(]", false),
            (Language::Java, "/* ", false),
        ] {
            assert_eq!(tokenize(text, language).1, complete, "{text}");
        }
    }

    #[test]
    fn lists_have_keys_and_values() {
        let text = "@Tool(name = \"a\", f(b, c), /* d */)";
        let (tokens, _) = tokenize(text, Language::Java);
        let (list, entries, end) = read_list(text, &tokens, 2).unwrap();
        let texts: Vec<&str> = list.entries.iter().map(|entry| &text[entry.clone()]).collect();
        assert_eq!(texts, ["name = \"a\"", "f(b, c)"]);
        assert_eq!(entries[0].key, Some("name"));
        assert_eq!(&text[entries[0].value[0].range.clone()], "\"a\"");
        assert_eq!((entries[1].key, list.has_comments, end), (None, true, tokens.len() - 1));
    }
}
